# SPDX-License-Identifier: Apache-2.0
"""What one instance of a graph comes to in numbers and types: rates of all ports, types of all FIFOs, what is left out.

Special actors take FIFOs of any type as they come, so types that only differ in name meet there; a FIFO of a refined
actor has the type that it has outside. FIFOs that never carry a token are left out where special actors allow it.
"""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.frontend.importers.preesm.expressions import Number
from dfgen.frontend.importers.preesm.pi import End, Kind, Node, PiFifo, PiGraph
from dfgen.frontend.importers.preesm.types import TypeTable
from dfgen.frontend.importers.preesm.values import Values
from dfgen.frontend.problems import Problems, reject
from dfgen.frontend.syntax import TypeUse
from dfgen.model.diagnostics import Note
from dfgen.model.frozen import frozen


@frozen
class Rates:
    """`scopes`: by node, what its expressions see. `rates`: by end of a FIFO (an interface has no port)."""

    scopes: Mapping[str, Mapping[str, Number]]
    rates: Mapping[End, int]

    def of(self, end: End) -> int:
        return self.rates[end]


def compute_rates(graph: PiGraph, values: Values, problems: Problems) -> Rates:
    scopes: dict[str, Mapping[str, Number]] = {}
    rates: dict[End, int] = {}
    for node in graph.nodes.values():
        with problems.caught():
            if node.kind.is_interface:
                scopes[node.name] = values.in_graph()
                for port in node.data_ports():
                    rates[End(node.name, "")] = values.rate(node, port, scopes[node.name])
            elif node.kind is Kind.DELAY:
                scopes[node.name] = values.in_graph()
            elif not node.kind.is_value:
                scopes[node.name] = values.in_actor(node)
                for port in node.data_ports():
                    rates[End(node.name, port.name)] = values.rate(node, port, scopes[node.name])
    return Rates(scopes, rates)


@frozen
class Kept:
    """What of a graph carries tokens: its FIFOs, and the nodes; `ends` are those of kept FIFOs."""

    fifos: tuple[PiFifo, ...]
    ends: frozenset[End]
    nodes: tuple[Node, ...]
    left_out: tuple[str, ...]


def kept_parts(graph: PiGraph, rates: Rates) -> Kept:
    """All but FIFOs of rate 0 at both ends whose nodes can do without, and nodes to which nothing else is connected."""
    everything = [*graph.fifos, *graph.setters.values(), *graph.getters.values()]
    idle = [f for f in graph.fifos if rates.of(f.source) == rates.of(f.target) == 0]
    idle_ends = {end for fifo in idle for end in (fifo.source, fifo.target)}
    busy = {end.node for fifo in everything for end in (fifo.source, fifo.target) if end not in idle_ends}
    dead = {end.node for end in idle_ends} - busy
    dead -= {node.name for node in graph.nodes.values() if node.is_refined or node.kind.is_interface}
    spared = {n.name for n in graph.nodes.values() if n.kind.moves} | dead
    dropped = [f for f in idle if f.source.node in spared and f.target.node in spared]
    gone = {end for fifo in dropped for end in (fifo.source, fifo.target)}
    lost = frozenset(dropped)
    fifos = tuple(f for f in graph.fifos if f not in lost)
    dead = {name for name in dead if all(End(name, p.name) in gone for p in graph.nodes[name].data_ports())}
    nodes = tuple(node for node in graph.nodes.values() if node.name not in dead)
    ends = frozenset(end for end in rates.rates if end not in gone and end.node not in dead)
    left_out = (node.name for node in graph.nodes.values() if node.name in dead and not node.kind.moves)
    return Kept(fifos, ends, nodes, tuple(left_out))


class FifoTypes:
    """The type at each end of a FIFO, one for all FIFOs that meet at special actors."""

    def __init__(self, graph: PiGraph, kept: Kept, outside: Mapping[str, TypeUse], table: TypeTable) -> None:
        self._graph = graph
        self._table = table
        self._outside = outside
        self._group: dict[str, str] = {}
        self._fifos = [*kept.fifos, *graph.setters.values(), *graph.getters.values()]
        self._chosen: dict[str, tuple[TypeUse, PiFifo]] = {}

    def resolve(self, problems: Problems) -> dict[End, TypeUse]:
        for fifo in self._fifos:
            self._join(self._key(fifo.source), self._key(fifo.target))
            if fifo.delay:
                self._join(self._key(fifo.source), f"delay {fifo.delay}")
        for fifo in sorted(self._fifos, key=self._is_inner):
            with problems.caught():
                self._choose(fifo)
        found: dict[End, TypeUse] = {}
        for fifo in self._fifos:
            chosen = self._chosen.get(self._root(self._key(fifo.source)))
            if chosen is not None:
                found[fifo.source] = found[fifo.target] = chosen[0]
        return found

    def _key(self, end: End) -> str:
        """Ends with the same key have one type."""
        kind = self._graph.nodes[end.node].kind
        if kind is Kind.DELAY:
            return f"delay {end.node}"
        return f"node {end.node}" if kind.moves or kind.is_interface else f"port {end.node} {end.port}"

    def _root(self, key: str) -> str:
        while (above := self._group.setdefault(key, key)) != key:
            self._group[key] = self._group[above]
            key = above
        return key

    def _join(self, first: str, second: str) -> None:
        self._group[self._root(first)] = self._root(second)

    def _is_inner(self, fifo: PiFifo) -> bool:
        return self._interface(fifo) not in self._outside

    def _interface(self, fifo: PiFifo) -> str:
        """The interface at an end of the FIFO, if there is one."""
        nodes = (self._graph.nodes[end.node] for end in (fifo.source, fifo.target))
        return next((node.name for node in nodes if node.kind.is_interface), "")

    def _choose(self, fifo: PiFifo) -> None:
        own = self._table.use(fifo.type, fifo.span)
        given = self._outside.get(self._interface(fifo))
        root = self._root(self._key(fifo.source))
        first, where = self._chosen.setdefault(root, (given or own, fifo))
        for use in (own, given):
            if use is not None and use != first and not self._same_size(use, first):
                message = f"tokens of '{fifo.type}' meet tokens of another size, '{_shown(first)}'"
                notes = [] if where is fifo else [Note("these", where.span)]
                raise reject("edge-types", message, fifo.span, "Give both FIFOs the same type.", notes)

    def _same_size(self, first: TypeUse, second: TypeUse) -> bool:
        size = self._table.size_bytes(first)
        return size is not None and size == self._table.size_bytes(second)


def _shown(use: TypeUse) -> str:
    return " ".join(use.words)
