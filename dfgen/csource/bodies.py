# SPDX-License-Identifier: Apache-2.0
"""The functions that a source defines, with their bodies, for those that ask what these do."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from clang import cindex
from clang.cindex import CursorKind

from dfgen.csource.libraries import WITHOUT_INTRINSICS
from dfgen.csource.prototypes import clang_arguments, parse_diagnostics, parse_text, with_libclang
from dfgen.csource.toolchain import Compiler
from dfgen.processes import Died

Answer = TypeVar("Answer")


def libclang_state() -> str:
    """Another text for another libclang, which has no version to ask for before it is loaded."""
    state = os.stat(cindex.__file__)
    return f"{cindex.__file__} {state.st_size} {state.st_mtime_ns}"


def asked_of_bodies(
    ask: Callable[[Mapping[str, Any]], Answer],
    unknown: Answer,
    source: Path,
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str],
) -> Answer:
    """What `ask` makes of the functions that `source` defines, by name; `unknown` if libclang cannot read it."""

    def read() -> Answer:
        flags = clang_arguments(include_dirs, compiler, (*cflags, *WITHOUT_INTRINSICS))
        unit = parse_text(f'#include "{source.absolute()}"\n', flags, bodies=True)
        if parse_diagnostics(unit):
            return unknown
        return ask(
            {
                cursor.spelling: cursor
                for cursor in unit.cursor.get_children()
                if cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition()
            }
        )

    try:
        return with_libclang(read)
    except Died:
        return unknown
