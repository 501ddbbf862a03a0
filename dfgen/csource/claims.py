# SPDX-License-Identifier: Apache-2.0
"""Claims of a project that an input is only read, which compilers cannot prove and the text of its function does.

gcc proves nothing of an argument that it hands to memcpy. A claim costs something only where others read the same
tokens: a view that opens at the first write, and memory for it. Of these inputs alone the text is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from dfgen.csource.answers import kept_reading
from dfgen.csource.bodies import libclang_state
from dfgen.csource.kept_objects import reading_inputs
from dfgen.csource.objects import ObjectFile
from dfgen.csource.only_read import Argument, arguments_of, only_read_arguments
from dfgen.csource.project import ProjectCode, Window
from dfgen.csource.toolchain import Compiler
from dfgen.model.graph import Graph
from dfgen.model.port import Access
from dfgen.processes import threads


def proven_claims(
    graph: Graph,
    project: ProjectCode,
    known: Collection[Window],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str],
) -> set[Window]:
    """The windows of inputs that the text of the project's functions shows to be only read, beside those `known`."""
    asked = {window: arguments for window, arguments in _asked(graph) if window not in known and arguments}
    running = []
    with threads() as pool:
        for path, each in zip(project.sources, project.objects, strict=True):
            here = sorted({a for arguments in asked.values() for a in arguments if a[0] in each.functions})
            if here:
                flags = (*cflags, *project.ahead_flags.get(path, ()))
                running.append(pool.submit(_only_read, path, each, here, include_dirs, compiler, flags))
        found = {argument for each in running for argument in each.result()}
    return {window for window, arguments in asked.items() if arguments <= found}


def _asked(graph: Graph) -> Iterator[tuple[Window, frozenset[Argument]]]:
    """Inputs that are claimed to be only read, of tokens that a routing actor may show to others."""
    for actor in graph.actors:
        if actor.fire is None:
            continue
        for port, fifo in graph.inputs_of(actor):
            is_claimed = port.access in (Access.READ_ONLY, Access.UNUSED) and not port.type.objects
            if is_claimed and graph.actor(fifo.source.actor).is_routing:
                yield (actor.name, port.name), arguments_of(actor.fire, port.name)


def _only_read(
    source: Path,
    read: ObjectFile,
    asked: Sequence[Argument],
    include_dirs: Sequence[Path],
    compiler: Compiler,
    cflags: Sequence[str],
) -> set[Argument]:
    """What the text of a source shows, and has shown for as long as it stays as it is."""

    def find() -> tuple[object, Sequence[Path]]:
        found = only_read_arguments(source, asked, include_dirs, compiler, cflags)
        return sorted(found or ()), () if found is None else (*read.included, *read.system_headers)

    flags = [*cflags, *(f"-I{folder}" for folder in include_dirs), libclang_state()]
    inputs = [*reading_inputs([source], read.source, compiler, flags), repr(asked).encode()]
    return {(function, place) for function, place in kept_reading("claims", inputs, find)}
