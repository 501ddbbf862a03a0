# SPDX-License-Identifier: Apache-2.0
"""What a graph is written from: the syntax tree where hierarchy and parameters stay, else the flat graph."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from dfgen.csource.learn import learn_from_c
from dfgen.export.times import with_sidecar_times, with_time_unit
from dfgen.frontend.elaborate import elaborate
from dfgen.frontend.importers import Imported, import_file
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.paths import runtime_dir


@frozen
class Source:
    """A graph that was read from `path`, with the times that its sidecar states. `graph`: the flat one. `untold`: the
    actors whose times that has, and `imported` does not."""

    path: Path
    imported: Imported
    graph: Graph
    untold: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[Path, ...]:
        """Those that its actors are read from, and the headers and sources that it names."""
        graphs = {actor.span.file for actor in self.graph.actors if actor.span is not None}
        code = (Path(self.graph.base, name) for name in (*self.graph.includes, *self.graph.sources))
        return (*map(Path, graphs), *code)

    @cached_property
    def sized_graph(self) -> Graph:
        """The flat graph with the sizes of all token types: C is asked only where nothing else knows them."""
        is_sized = all(port.type.size_bytes for actor in self.graph.actors for port in actor.ports)
        return self.graph if is_sized else learn_from_c(self.graph, runtime_dir() / "include").graph


@frozen
class Written:
    """The text of a file, and what it cannot say of the graph."""

    text: str
    notes: tuple[str, ...] = ()


def read_source(path: Path, parameters: Mapping[str, int | float], unit_ns: int | None = None) -> Source:
    """`unit_ns`: what a time without a unit counts, if the user says so. Raises `UserError` for a graph that makes no
    sense."""
    imported = import_file(path, parameters)
    graph = elaborate(imported, path.name)
    if unit_ns is not None:
        imported = with_time_unit(imported, graph, unit_ns)
        graph = elaborate(imported, path.name)
    return Source(path, *with_sidecar_times(imported, graph, path))
