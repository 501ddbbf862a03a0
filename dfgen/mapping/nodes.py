# SPDX-License-Identifier: Apache-2.0
"""Which node runs which actor: before cores are looked at, by what each node would have to compute, send and receive.

Actors that cannot be apart are one *group*: a cycle, an actor that stops the program with effects that it comes after,
and an actor that only routes tokens with the one that it routes them for. The nodes work at the same time, each port
takes its bytes while the node computes; so an iteration takes as long as the busiest of all these does. Groups in the
order of the data are cut into as many pieces as there are nodes, once evenly and once where few bytes cross, and then
moved one by one as long as that helps. Few groups are tried in all ways.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product

import networkx as nx

from dfgen.machine.constants import NODES_GAIN
from dfgen.machine.times import fifo_bytes_per_iteration, iteration_times_ns
from dfgen.mapping.stopping import stop_edges
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Note, fail
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.network import Network, Node
from dfgen.model.platform import Platform

TRIED_MOST = 4096
"""Effort: so many ways to place groups are all tried; of more, cuts are improved."""
ROUNDS_MOST = 16
"""Effort: so often all groups are looked at for a better node; most graphs need three."""
IDLE_TRIED = 2
"""Effort: of the nodes that have least to do, so many are tried for a group beside those of its neighbours."""


@frozen
class Group:
    """weight_ns: of an iteration; `longest_ns` of it is on one core. `node`: the one that it must be on."""

    actors: tuple[str, ...]
    weight_ns: Fraction
    longest_ns: Fraction
    node: int | None


@frozen
class Stream:
    """What one port writes: the group that it is of, the groups that read it, and the bytes of an iteration, which
    travel once to each other node."""

    source: int
    readers: tuple[int, ...]
    size_bytes: int


@frozen
class NodeWork:
    """groups: in the order of the data."""

    groups: tuple[Group, ...]
    streams: tuple[Stream, ...]
    cores: tuple[int, ...]
    nodes: tuple[Node, ...]
    network: Network

    @cached_property
    def streams_of(self) -> tuple[tuple[Stream, ...], ...]:
        """By group, those that it has an end of."""
        found: list[list[Stream]] = [[] for _ in self.groups]
        for stream in self.streams:
            for group in {stream.source, *stream.readers}:
                found[group].append(stream)
        return tuple(map(tuple, found))

    @cached_property
    def longest_ns(self) -> float:
        """What an iteration takes at least, wherever the groups are."""
        return max((float(group.longest_ns) for group in self.groups), default=0.0)

    def period_ns(self, nodes: Sequence[int]) -> float:
        """Of an iteration, where group i is on `nodes[i]`."""
        return _Loads(self, nodes, len(self.nodes)).period_ns


class _Loads:
    """Groups on nodes, and what each node has to do for it."""

    def __init__(self, work: NodeWork, nodes: Sequence[int], count: int) -> None:
        self.work, self.nodes = work, list(nodes)
        self.groups = [0] * count
        self.computing, self.sent, self.received = [0.0] * count, [0.0] * count, [0.0] * count
        for group in range(len(nodes)):
            self._add_group(group, 1)
        for stream in work.streams:
            self._add_stream(stream, 1)

    def move(self, group: int, node: int) -> None:
        for stream in self.work.streams_of[group]:
            self._add_stream(stream, -1)
        self._add_group(group, -1)
        self.nodes[group] = node
        self._add_group(group, 1)
        for stream in self.work.streams_of[group]:
            self._add_stream(stream, 1)

    def _add_group(self, group: int, sign: int) -> None:
        node = self.nodes[group]
        self.groups[node] += sign
        self.computing[node] += sign * float(self.work.groups[group].weight_ns) / self.work.cores[node]

    def _add_stream(self, stream: Stream, sign: int) -> None:
        source, names = self.nodes[stream.source], self.work.nodes
        for node in {self.nodes[reader] for reader in stream.readers} - {source}:
            byte_ns = float(self.work.network.between(names[source].name, names[node].name).byte_ns)
            self.sent[source] += sign * stream.size_bytes * byte_ns
            self.received[node] += sign * stream.size_bytes * byte_ns

    @property
    def period_ns(self) -> float:
        return max(self.work.longest_ns, *self.computing, *self.sent, *self.received)

    @property
    def cost(self) -> tuple[int, float, float]:
        """Nodes with nothing to do come before time: who wants fewer asks for fewer. Of equal times the one with fewer
        bytes is better."""
        return self.groups.count(0), self.period_ns, sum(self.sent)

    def near(self, group: int) -> list[int]:
        """The nodes where the group may be better off: those of its neighbours, and the ones that have least to do."""
        streams = self.work.streams_of[group]
        found = {self.nodes[end] for stream in streams for end in (stream.source, *stream.readers)}
        idle = sorted(range(len(self.groups)), key=self.computing.__getitem__)[:IDLE_TRIED]
        return sorted(found.union(idle) - {self.nodes[group]})


def map_to_nodes(graph: Graph, facts: Facts, platform: Platform, forced: int | None = None) -> dict[str, int]:
    """The node of each actor. `forced`: so many nodes are taken, whatever that gains."""
    work = node_work(graph, facts, platform)
    best: tuple[float, tuple[int, ...]] | None = None
    least = 1 + max((group.node for group in work.groups if group.node is not None), default=0)
    most = max(least, min(forced or len(platform.nodes), _useful(work)))
    for count in _counts(most if forced else least, most):
        found = assign(work, count)
        period_ns = work.period_ns(found)
        if best is None or period_ns * NODES_GAIN.value <= best[0]:
            best = period_ns, found
    assert best is not None
    return {actor: node for group, node in zip(work.groups, best[1], strict=True) for actor in group.actors}


def _useful(work: NodeWork) -> int:
    """Of the nodes that nobody has described, which are all alike, the first suffice: one for each group."""
    described = sum(node.span is not None for node in work.nodes)
    return min(len(work.nodes), max(described, len(work.groups)))


def _counts(least: int, most: int) -> Iterator[int]:
    """How many nodes are tried: all counts where they are few, then some."""
    count = least
    while count < most:
        yield count
        count = max(count + 1, count * 5 // 4)
    yield most


def assign(work: NodeWork, count: int) -> tuple[int, ...]:
    """The groups on the first `count` nodes."""
    free = sum(group.node is None for group in work.groups)
    if count == 1 or count**free <= TRIED_MOST:
        return min(_all(work, count), key=lambda nodes: (_Loads(work, nodes, count).cost, nodes))
    starts = (_cut(work, count), _cut_where_cheap(work, count))
    found = [_improved(work, start, count) for start in starts]
    return min(found, key=lambda nodes: _Loads(work, nodes, count).cost)


def _all(work: NodeWork, count: int) -> Iterator[tuple[int, ...]]:
    return product(*((group.node,) if group.node is not None else range(count) for group in work.groups))


def _cut(work: NodeWork, count: int) -> tuple[int, ...]:
    """Cut into pieces in the order of the data, of about equal work for each core."""
    total = sum((group.weight_ns for group in work.groups), Fraction(0))
    cores = sum(work.cores[:count])
    nodes, node, done, due = [], 0, Fraction(0), total * work.cores[0] / cores
    for group in work.groups:
        while node < count - 1 and done + group.weight_ns / 2 > due:
            node += 1
            due += total * work.cores[node] / cores
        nodes.append(node if group.node is None else group.node)
        done += group.weight_ns
    return tuple(nodes)


def _cut_where_cheap(work: NodeWork, count: int) -> tuple[int, ...]:
    """Cut in the order of the data, each time where the fewest bytes cross of all places that leave no piece with more
    than twice its part of the work."""
    crossing = [0] * (len(work.groups) + 1)
    for stream in work.streams:
        for cut in range(min(stream.source, *stream.readers) + 1, max(stream.source, *stream.readers) + 1):
            crossing[cut] += stream.size_bytes
    total = sum((group.weight_ns for group in work.groups), Fraction(0))
    most, cuts, begin = 2 * total / count, list[int](), 0
    while len(cuts) < count - 1:
        held, stop = Fraction(0), begin
        while stop < len(work.groups) and (stop == begin or held + work.groups[stop].weight_ns <= most):
            held += work.groups[stop].weight_ns
            stop += 1
        if stop == len(work.groups):
            break
        begin = min(range(begin + 1, stop + 1), key=lambda cut: (crossing[cut], -cut))
        cuts.append(begin)
    nodes = (bisect_right(cuts, index) for index in range(len(work.groups)))
    return tuple(g.node if g.node is not None else node for g, node in zip(work.groups, nodes, strict=True))


def _improved(work: NodeWork, nodes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Group by group to the node where that makes the iteration shortest, until none gets better."""
    loads = _Loads(work, nodes, count)
    for _ in range(ROUNDS_MOST):
        before = loads.cost
        for index, group in enumerate(work.groups):
            if group.node is not None:
                continue
            home, best = loads.nodes[index], loads.cost
            for node in loads.near(index):
                loads.move(index, node)
                if loads.cost < best:
                    home, best = node, loads.cost
            if loads.nodes[index] != home:
                loads.move(index, home)
        if loads.cost >= before:
            break
    return tuple(loads.nodes)


# --- what is to be mapped ---------------------------------------------------------------------------------------------


def node_work(graph: Graph, facts: Facts, platform: Platform) -> NodeWork:
    time_ns, size_bytes = iteration_times_ns(graph, facts), fifo_bytes_per_iteration(graph, facts)
    pinned = {actor.name: _pinned(actor, platform.nodes) for actor in graph.actors}
    order = {name: index for index, name in enumerate(facts.order)}
    together = sorted(
        (sorted(names, key=order.__getitem__) for names in _together(graph, facts, pinned)),
        key=lambda names: order[names[0]],
    )
    groups = []
    for names in together:
        weights = [time_ns[name] for name in names]
        bound = [time_ns[n] for n in names if graph.actor(n).keeps_state or len(names) > 1]
        node = next((pinned[name] for name in names if pinned[name] is not None), None)
        if node is None and any(graph.actor(name).file is not None for name in names):
            node = 0  # which alone has the launcher's standard input, and most likely the files
        longest = sum(bound, Fraction(0)) if len(names) > 1 else max(bound, default=Fraction(0))
        groups.append(Group(tuple(names), sum(weights, Fraction(0)), longest, node))
    home = {name: number for number, group in enumerate(groups) for name in group.actors}
    streams: dict[PortRef, Stream] = {}
    for fifo in graph.fifos:
        source, target = home[fifo.source.actor], home[fifo.target.actor]
        if source != target and size_bytes[fifo.name]:
            others = streams[fifo.source].readers if fifo.source in streams else ()
            streams[fifo.source] = Stream(source, (*others, target), size_bytes[fifo.name])
    cores = tuple(node.cores or platform.core_count for node in platform.nodes)
    return NodeWork(tuple(groups), tuple(streams.values()), cores, platform.nodes, platform.network)


def _pinned(actor: Actor, nodes: Sequence[Node]) -> int | None:
    if actor.node is None:
        return None
    names = {node.name: number for number, node in enumerate(nodes)}
    if isinstance(actor.node, str) and actor.node in names:
        return names[actor.node]
    if isinstance(actor.node, int) and actor.node < len(nodes):
        return actor.node
    shown = f"'{actor.node}'" if isinstance(actor.node, str) else f"number {actor.node}"
    many = f"{len(nodes)} nodes: " if len(nodes) > 1 else ""
    message = f"actor '{actor.name}' is to run on node {shown}, which the platform does not have"
    hint = f"It has {many}{', '.join(names)}." if nodes else "Name a platform file with [[nodes]], or take --nodes."
    raise fail("node-unknown", message, actor.span, hint)


def _together(graph: Graph, facts: Facts, pinned: Mapping[str, int | None]) -> list[set[str]]:
    """Actors that cannot be apart. Raises `UserError` where they are asked to be."""
    reasons = [(names, "they are in one cycle, which one node must run") for names in facts.components]
    for edge in stop_edges(graph):
        if edge.delay:
            why = f"'{edge.source}' may stop the program after it, and reads what comes from it"
            reasons.append(((edge.source, edge.target), why))
    joined: nx.Graph[str] = nx.Graph()
    joined.add_nodes_from(actor.name for actor in graph.actors)
    for names, _ in reasons:
        joined.add_edges_from((names[0], name) for name in names[1:])
    for found in nx.connected_components(joined):
        _refuse_conflicts(graph, pinned, sorted(found), reasons)
    for actor in graph.actors:
        if actor.is_routing and pinned[actor.name] is None:
            ends = graph.outputs_of(actor) if actor.kind is ActorKind.JOIN else graph.inputs_of(actor)
            near = [f.target.actor if actor.kind is ActorKind.JOIN else f.source.actor for _, f in ends]
            joined.add_edges_from((actor.name, other) for other in near[:1])
    return [set(found) for found in nx.connected_components(joined)]


def _refuse_conflicts(
    graph: Graph,
    pinned: Mapping[str, int | None],
    names: Sequence[str],
    reasons: Iterable[tuple[tuple[str, ...], str]],
) -> None:
    fixed = [name for name in names if pinned[name] is not None]
    for name in fixed[1:]:
        if pinned[name] != pinned[fixed[0]]:
            both = {name, fixed[0]}
            why = next((text for some, text in reasons if both <= set(some)), "other actors keep them together")
            message = f"actors '{fixed[0]}' and '{name}' cannot run on two nodes: {why}"
            note = Note(f"'{name}' is here", graph.actor(name).span)
            raise fail("node-conflict", message, graph.actor(fixed[0]).span, "Give them one node.", [note])
