# SPDX-License-Identifier: Apache-2.0
"""Objects of sources that the compiler has read before, and that are as they were, with all that they include.

What is kept of a source is its references, not its machine code. A header that is new counts where it lies in a folder
that is searched; deeper ones, which take the place of others, count when something else changes, as with `make`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from dfgen.csource.answers import kept_reading
from dfgen.csource.compiling import ANALYSIS_FLAGS, Compiled, compile_object
from dfgen.csource.objects import Handing, ObjectFile, SectionNode
from dfgen.csource.toolchain import Compiler
from dfgen.model.diagnostics import Diagnostic
from dfgen.processes import only_wait, threads

_SECTION = ("symbols", "is_writable", "sections", "externals", "code_bytes", "data_bytes")
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".def")


def known_objects(
    units: Sequence[tuple[Path, str]],
    compiler: Compiler,
    cflags: Sequence[str],
    analysis: Sequence[str] = ANALYSIS_FLAGS,
    meanwhile: Callable[[], None] = only_wait,
) -> list[Compiled]:
    """Each source, called as its second part says. `meanwhile` is called while the compiler runs."""
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder, threads() as pool:
        running = [
            pool.submit(known_object, unit, Path(folder, f"{index}.o"), compiler, cflags, analysis)
            for index, unit in enumerate(units)
        ]
        meanwhile()
        return [each.result() for each in running]


def known_object(
    unit: tuple[Path, str],
    binary: Path,
    compiler: Compiler,
    cflags: Sequence[str],
    analysis: Sequence[str] = ANALYSIS_FLAGS,
) -> Compiled:
    """As `compile_object` gives it, which writes `binary` only where the compiler is run."""
    refused: list[Diagnostic] = []

    def find() -> tuple[object, Iterable[Path]]:
        made = compile_object(unit, binary, compiler, cflags, analysis)
        if isinstance(made, ObjectFile):
            return _as_json(made), (*made.included, *made.system_headers)
        refused.extend(made)
        return None, ()

    inputs = reading_inputs([unit[0]], unit[1], compiler, (*cflags, *analysis))
    found = kept_reading("objects", inputs, find)
    return refused if found is None else _from_json(found)


def reading_inputs(files: Sequence[Path], text: str, compiler: Compiler, flags: Sequence[str]) -> list[bytes]:
    """All on which it depends what the compiler makes of `files`, sources or headers that `text` includes, but for what
    they, and those that they include, hold."""
    beside = dict.fromkeys(file.parent for file in files)
    folders = [*beside, *(Path(flag[2:]) for flag in flags if flag.startswith("-I") and len(flag) > 2)]
    headers = [name for folder in folders for name in _headers_in(folder)]
    searched = map(str, compiler.include_dirs)
    texts = (os.getcwd(), *compiler.command, compiler.version, *searched, *flags, *map(str, files), text, *headers)
    return [os.fsencode(each) for each in texts]


def _headers_in(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(_HEADERS))
    except OSError:
        return []


def _as_json(made: ObjectFile) -> dict[str, Any]:
    paths = {name: [str(path) for path in getattr(made, name)] for name in ("included", "system_headers")}
    sections = [
        (
            index,
            *(getattr(node, name) for name in _SECTION),
            [(each.texts, each.name, each.section) for each in node.handed],
        )
        for index, node in made.sections.items()
    ]
    return {"source": made.source, "sections": sections, "exported": made.exported, "local": made.local, **paths}


def _from_json(kept: Any) -> ObjectFile:
    sections = {index: _section(*values) for index, *values in kept["sections"]}
    included, system_headers = (tuple(map(Path, kept[name])) for name in ("included", "system_headers"))
    return ObjectFile(kept["source"], sections, kept["exported"], kept["local"], included, system_headers)


def _section(
    symbols: Any, is_writable: bool, inner: Any, externals: Any, code_bytes: int, data_bytes: int, handed: Any
) -> SectionNode:
    handings = tuple(Handing(tuple(texts), name, section) for texts, name, section in handed)
    return SectionNode(tuple(symbols), is_writable, tuple(inner), tuple(externals), code_bytes, data_bytes, handings)
