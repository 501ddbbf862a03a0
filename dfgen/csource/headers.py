# SPDX-License-Identifier: Apache-2.0
"""What code gets that includes the user's headers: their macros, and other headers."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dfgen.csource.answers import kept_reading
from dfgen.csource.compiling import compile_telling
from dfgen.csource.kept_objects import reading_inputs
from dfgen.csource.toolchain import Compiler, compile_diagnostics
from dfgen.model.diagnostics import UserError
from dfgen.model.frozen import frozen

_DEFINED = re.compile(r"^#define (\w+)(?:\([^)]*\))? ?(.*)$", re.MULTILINE)
_WRITTEN = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)

# What the standard headers make of the words that generated code uses; the user's may say the same.
STANDARD_MACROS = {"NULL": "((void *)0)", "bool": "_Bool", "false": "0", "true": "1"}


@frozen
class Headers:
    """`macros`: all that are defined behind the headers, with their values. `included`: the headers and what these
    include, but for the system's."""

    macros: Mapping[str, str]
    included: tuple[Path, ...]


def read_headers(headers: Sequence[Path], compiler: Compiler, flags: Sequence[str]) -> Headers:
    """Of all in their order, as the compiler tells it, or has told as long as they stay as they are. Raises
    `UserError`."""
    text = "".join(f'#include "{header.absolute()}"\n' for header in headers)

    def find() -> tuple[object, Iterable[Path]]:
        with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
            source, told_to = Path(folder, "headers.c"), Path(folder, "headers.i")
            source.write_text(text)
            told = compile_telling(source, told_to, compiler, [*flags, "-E", "-dM"])
            if not told.run.succeeded:
                raise UserError(compile_diagnostics(told.run, "c-header", headers[0] if headers else source))
            macros = _DEFINED.findall(told_to.read_text(errors="replace"))
        included = [path for path in told.included if path != source]
        return {"macros": dict(macros), "included": list(map(str, included))}, (*included, *told.system_headers)

    found = kept_reading("headers", reading_inputs(headers, text, compiler, flags), find)
    return Headers(found["macros"], tuple(map(Path, found["included"])))


def unusual_macros(defined: Mapping[str, str], texts: Iterable[bytes]) -> frozenset[str]:
    """The names of those that mean something else than a standard header's, or may do so: `texts`, the contents of the
    user's headers, also define some under other settings than those of now, such as `NDEBUG`."""
    usual = {name for name, value in defined.items() if STANDARD_MACROS.get(name) == value}
    written = {name.decode() for text in texts for name in _WRITTEN.findall(text)}
    return frozenset((defined.keys() | written) - usual)
