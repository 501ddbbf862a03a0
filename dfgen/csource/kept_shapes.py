# SPDX-License-Identifier: Apache-2.0
"""Shapes of functions whose source was read before, and is as it was, with all that it includes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from dfgen.csource.answers import kept_reading
from dfgen.csource.bodies import libclang_state
from dfgen.csource.kept_objects import reading_inputs
from dfgen.csource.loops import Shapes, shapes_of_code
from dfgen.csource.objects import ObjectFile
from dfgen.csource.toolchain import Compiler


def known_shapes(
    read: ObjectFile,
    functions: Collection[str],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str],
) -> Shapes:
    """As `shapes_of_code` gives it, of the source of `read`; none if libclang does not understand it."""
    source = Path(read.source)

    def find() -> tuple[object, Iterable[Path]]:
        shapes = shapes_of_code(source, functions, include_dirs, compiler, cflags)
        if shapes is None:
            return None, ()
        return [sorted(names) for names in shapes.sets], (*read.included, *read.system_headers)

    flags = (*cflags, *(f"-I{folder}" for folder in include_dirs), libclang_state(), *sorted(functions))
    found = kept_reading("shapes", reading_inputs([source], read.source, compiler, flags), find)
    return Shapes() if found is None else Shapes(*map(frozenset, found))
