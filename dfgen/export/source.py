# SPDX-License-Identifier: Apache-2.0
"""What a graph is written from: the syntax tree where hierarchy and parameters stay, else the flat graph."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from dfgen.csource.learn import learn_from_c
from dfgen.frontend.elaborate import elaborate
from dfgen.frontend.importers import Imported, import_file
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.paths import runtime_dir


@frozen
class Source:
    """A graph that was read from `path`."""

    path: Path
    imported: Imported

    @cached_property
    def graph(self) -> Graph:
        """The flat graph. Raises `UserError`."""
        return elaborate(self.imported, self.path.name)

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


def read_source(path: Path, parameters: Mapping[str, int | float]) -> Source:
    """Raises `UserError` for a graph that makes no sense."""
    source = Source(path, import_file(path, parameters))
    source.graph  # noqa: B018  (what is wrong with it is said now)
    return source
