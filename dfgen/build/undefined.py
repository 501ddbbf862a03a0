# SPDX-License-Identifier: Apache-2.0
"""Functions that are used and nowhere defined: what the linker says of them, and where the user's sources call them."""

from __future__ import annotations

import re
from pathlib import Path

from dfgen.model.diagnostics import Note, Span, UserError, fail, some_of

# As GNU ld and gold say it, and as lld does.
_UNDEFINED = re.compile(r"undefined reference to [`']([^'`]+)'|undefined symbol: (\w+)")
_NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_TOLD = 5
"""Functions whose calls are shown; a missing library leaves many."""
_SUFFIXES = frozenset({".c", ".cc", ".cpp", ".cxx"})


def undefined_functions(said: str, folder: Path) -> UserError | None:
    """What the linker's words mean for the user of the generated `folder`; None if they are of other things, or of
    functions of the runtime.

    The linker sees all sources as one, and no lines; so the first call of each name is looked for in the copies of the
    sources. A function that a graph fires, and nothing else calls, has none.
    """
    names = list(dict.fromkeys(found[1] or found[2] for found in _UNDEFINED.finditer(said)))
    if not names or any(name.startswith("df_") for name in names):
        return None
    calls = {name: place for name in names[:_TOLD] if (place := _first_call(name, folder / "user")) is not None}
    first = next(iter(calls), None)
    notes = [Note(f"'{name}' is called here", place) for name, place in calls.items() if name != first]
    quoted = some_of([f"'{name}'" for name in names], _TOLD)
    message = f"no source of the graph defines {quoted}"
    hint = "Name the file that does with 'source \"FILE\";', or the library that has it with 'library \"NAME\";'."
    return fail("c-compile", message, calls[first] if first else None, hint, notes)


def _first_call(name: str, sources: Path) -> Span | None:
    call = re.compile(rf"\b{re.escape(name)}\b\s*\(")
    for path in sorted(path for path in sources.rglob("*") if path.suffix in _SUFFIXES):
        code = _NOT_CODE.sub(_blank, path.read_text(errors="replace"))
        for found in call.finditer(code):
            before = code[: found.start()]
            if before.count("{") > before.count("}"):  # inside of a function: no declaration
                line, column = before.count("\n") + 1, found.start() - before.rfind("\n")
                return Span(str(path), line, column, line, column + len(name))
    return None


def _blank(found: re.Match[str]) -> str:
    """The same lines and columns, without the text."""
    return re.sub(r"[^\n]", " ", found[0])
