# SPDX-License-Identifier: Apache-2.0
"""Which edges of a graph file a FIFO of the flat graph runs along: one, or several that meet at interfaces."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.frontend.syntax import Edge, Endpoint, GraphDeclaration, GraphFile, Instance
from dfgen.model.frozen import frozen
from dfgen.model.graph import PortRef
from dfgen.model.port import AFTER


@frozen
class Place:
    """Where a FIFO stands in a file: one target of an edge (all of them if `target` is None) of a graph."""

    graph: str
    edge: Edge
    target: int | None


class Connections:
    """The edges of a file, found by the ports that they enter."""

    def __init__(self, file: GraphFile, main: str) -> None:
        self._main = main
        self._entering: dict[str, dict[tuple[str, str], Place]] = {}
        self._refined: dict[str, dict[str, str]] = {}
        for graph in (item for item in file.items if isinstance(item, GraphDeclaration)):
            entering = self._entering.setdefault(graph.name.text, {})
            refined = self._refined.setdefault(graph.name.text, {})
            for statement in graph.statements:
                if isinstance(statement, Instance):
                    refined[statement.name.text] = statement.template.text
                elif isinstance(statement, Edge):
                    for index, target in enumerate(statement.targets):
                        entering[_end(target)] = Place(graph.name.text, statement, index)

    def along(self, source: PortRef, target: PortRef) -> tuple[Place, ...]:
        """The edges from `source` to `target`, the last one first; none if they are not all that is between."""
        *path, actor = target.actor.split("/")
        found = []
        for place, start in self._back(path, (actor, target.port)):
            found.append(place)
            if start == PortRef(source.actor, source.port.removesuffix(AFTER)):
                return tuple(found)
        return ()

    def _back(self, path: list[str], end: tuple[str, str]) -> Iterator[tuple[Place, PortRef]]:
        """Each edge on the way to `end` in the refined actors of `path`, with where it starts; once, where the way
        comes back to itself from interface to interface."""
        seen: set[tuple[str, ...]] = set()
        while (*path, *end) not in seen:
            seen.add((*path, *end))
            graph = self._graph_at(path)
            place = self._entering.get(graph, {}).get(end)
            if place is None:
                return
            actor, port = _end(place.edge.source)
            yield place, PortRef("/".join([*path, actor]), port)
            if not actor and path:
                path, end = path[:-1], (path[-1], port)
            elif self._refined[graph].get(actor, "") in self._entering:
                path, end = [*path, actor], ("", port)
            else:
                return

    def _graph_at(self, path: list[str]) -> str:
        graph = self._main
        for actor in path:
            graph = self._refined.get(graph, {}).get(actor, "")
        return graph


def _end(endpoint: Endpoint) -> tuple[str, str]:
    """Actor and port; an interface of the graph is a port of no actor."""
    return (endpoint.node.text, endpoint.port.text) if endpoint.port is not None else ("", endpoint.node.text)
