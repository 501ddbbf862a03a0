# SPDX-License-Identifier: Apache-2.0
"""Which FIFOs are worth trying, and which of them together: branches of one output that go to the same kind of reader,
and FIFOs that one edge of the graph file stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import networkx

from dfgen.annotate import FifoLine
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph
from dfgen.model.names import FifoNames


@frozen
class Group:
    """FIFOs that get the same strategy. `patterns` name exactly these. `must_copy`: an annotation forbids to share."""

    fifos: tuple[str, ...]
    patterns: tuple[str, ...]
    bytes_per_iteration: int
    must_copy: bool

    @property
    def title(self) -> str:
        more = len(self.fifos) - 1
        if more == 0:
            return self.fifos[0]
        if len(self.patterns) == 1:
            return f"{self.patterns[0]} ({more + 1} FIFOs)"
        return f"{self.fifos[0]} and {more} more"


def find_groups(fifos: Sequence[FifoLine], graph: Graph, patterns: Sequence[str]) -> list[Group]:
    """Those with the most bytes come first. Raises `UserError` (transfer-no-match) for a pattern that names no FIFO."""
    names = FifoNames(graph)
    wanted = {fifo.name for found in map(names.find, patterns) for fifo in found} if patterns else graph.fifo_by_name
    alike = networkx.Graph()
    lines = {fifo.name: fifo for fifo in fifos if fifo.name in wanted and is_tunable(fifo)}
    for name in lines:
        alike.add_edges_from((name, mark) for mark in _marks(graph, graph.fifo_by_name[name]))
    groups = []
    for found in networkx.connected_components(alike):
        members = tuple(name for name in lines if name in found)
        size = sum(lines[name].bytes_per_iteration for name in members)
        private = any(graph.fifo_by_name[name].private for name in members)
        groups.append(Group(members, tuple(_patterns(graph, names, members)), size, private))
    return sorted(groups, key=lambda group: (-group.bytes_per_iteration, group.fifos))


def is_tunable(fifo: FifoLine) -> bool:
    """Whether bytes move, or would be worth a copy to somebody: a reader that cannot write gains nothing by one."""
    return STRATEGIES[fifo.strategy].moves or (fifo.access is not None and fifo.access.may_write)


def _marks(graph: Graph, fifo: Fifo) -> Iterator[tuple[object, ...]]:
    """FIFOs that have one of these in common are tuned together."""
    reader = graph.actor(fifo.target.actor)
    function = reader.fire.function if reader.fire is not None else ""
    yield fifo.source, reader.kind, function, fifo.target.port
    yield fifo.span, fifo.target.port


def _patterns(graph: Graph, names: FifoNames, members: Sequence[str]) -> Iterator[str]:
    """Few patterns that name the members and nothing else, so that an edge to many readers is annotated once."""
    by_source: dict[str, list[str]] = {}
    for name in members:
        by_source.setdefault(str(graph.fifo_by_name[name].source), []).append(name)
    for source, ours in by_source.items():
        alike = f"{source}:*.{graph.fifo_by_name[ours[0]].target.port}"
        found = [text for text in (source, alike) if {fifo.name for fifo in names.find(text)} == set(ours)]
        yield from found[:1] if found and len(ours) > 1 else ours
