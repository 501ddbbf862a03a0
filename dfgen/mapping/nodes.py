# SPDX-License-Identifier: Apache-2.0
"""Which node runs which actor: before cores are looked at, by what each node would have to compute, send and receive.

Actors that cannot be apart are one *group*: a cycle, an actor that stops the program with effects that it comes after,
and an actor that only routes tokens with the one that it routes them for. The nodes work at the same time, each port
takes its bytes while the node computes; so an iteration takes as long as the busiest of all these does. Groups in the
order of the data are cut into as many pieces as there are nodes, which is the best that there is for a chain, and then
moved one by one as long as that helps. Few groups are tried in all ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import networkx as nx

from dfgen.machine.times import fifo_bytes_per_iteration, iteration_times_ns
from dfgen.mapping.stopping import stop_edges
from dfgen.model.diagnostics import Note, fail
from dfgen.model.facts import Facts
from dfgen.model.graph import Actor, ActorKind, Graph
from dfgen.model.network import Network, Node
from dfgen.model.platform import Platform

GAIN = Fraction(105, 100)
"""More nodes are taken where an iteration takes that much less time."""
TRIED_MOST = 4096
ROUNDS_MOST = 16


@dataclass(frozen=True)
class Group:
    """weight_ns: of an iteration; `longest_ns` of it is on one core. `node`: the one that it must be on."""

    actors: tuple[str, ...]
    weight_ns: Fraction
    longest_ns: Fraction
    node: int | None


@dataclass(frozen=True)
class NodeWork:
    """groups: in the order of the data
    traffic: from group to group, the bytes of an iteration by port, which travel once to each node
    """

    groups: tuple[Group, ...]
    traffic: Mapping[tuple[int, str], tuple[int, tuple[int, ...]]]
    cores: tuple[int, ...]
    nodes: tuple[Node, ...]
    network: Network

    def period_ns(self, nodes: Sequence[int]) -> Fraction:
        """Of an iteration, where group i is on `nodes[i]`."""
        count = len(self.nodes)
        work, longest = [Fraction(0)] * count, [Fraction(0)] * count
        sent, received = [Fraction(0)] * count, [Fraction(0)] * count
        for group, node in zip(self.groups, nodes, strict=True):
            work[node] += group.weight_ns
            longest[node] = max(longest[node], group.longest_ns)
        for (source, _), (size_bytes, readers) in self.traffic.items():
            for node in {nodes[reader] for reader in readers} - {nodes[source]}:
                network = self.network.between(self.nodes[nodes[source]].name, self.nodes[node].name)
                sent[nodes[source]] += size_bytes * network.byte_ns
                received[node] += size_bytes * network.byte_ns
        computing = (max(w / c, most) for w, c, most in zip(work, self.cores, longest, strict=True))
        return max((*computing, *sent, *received), default=Fraction(0))


def map_to_nodes(graph: Graph, facts: Facts, platform: Platform, forced: int | None = None) -> dict[str, int]:
    """The node of each actor. `forced`: so many nodes are taken, whatever that gains."""
    work = node_work(graph, facts, platform)
    best: tuple[Fraction, tuple[int, ...]] | None = None
    least = 1 + max((group.node for group in work.groups if group.node is not None), default=0)
    most = min(forced or len(platform.nodes), len(platform.nodes))
    for count in range(most if forced else least, most + 1):
        found = assign(work, count)
        period_ns = work.period_ns(found)
        if best is None or period_ns * GAIN <= best[0]:
            best = period_ns, found
    assert best is not None
    return {actor: node for group, node in zip(work.groups, best[1], strict=True) for actor in group.actors}


def assign(work: NodeWork, count: int) -> tuple[int, ...]:
    """The groups on the first `count` nodes."""
    free = sum(group.node is None for group in work.groups)
    if count == 1 or count**free <= TRIED_MOST:
        return min(_all(work, count), key=lambda nodes: (work.period_ns(nodes), len(set(nodes)), nodes))
    return _improved(work, _cut(work, count), count)


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


def _improved(work: NodeWork, nodes: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Group by group to the node where that makes the iteration shortest, until none gets better."""
    best, period_ns = list(nodes), work.period_ns(nodes)
    for _ in range(ROUNDS_MOST):
        before = period_ns
        for index, group in enumerate(work.groups):
            if group.node is not None:
                continue
            for node in range(count):
                other = [*best[:index], node, *best[index + 1 :]]
                if (other_ns := work.period_ns(other)) < period_ns:
                    best, period_ns = other, other_ns
        if period_ns == before:
            break
    return tuple(best)


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
        longest = sum(bound, Fraction(0)) if len(names) > 1 else max(bound, default=Fraction(0))
        groups.append(Group(tuple(names), sum(weights, Fraction(0)), longest, node))
    home = {name: number for number, group in enumerate(groups) for name in group.actors}
    readers: dict[tuple[int, str], tuple[int, tuple[int, ...]]] = {}
    for fifo in graph.fifos:
        source, target = home[fifo.source.actor], home[fifo.target.actor]
        if source != target and size_bytes[fifo.name]:
            key = source, str(fifo.source)
            others = readers[key][1] if key in readers else ()
            readers[key] = size_bytes[fifo.name], (*others, target)
    cores = tuple(node.cores or platform.core_count for node in platform.nodes)
    return NodeWork(tuple(groups), readers, cores, platform.nodes, platform.network)


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
    hint = f"it has {many}{', '.join(names)}" if nodes else "name a platform file with [[nodes]], or take --nodes"
    raise fail("node-unknown", message, actor.span, hint)


def _together(graph: Graph, facts: Facts, pinned: Mapping[str, int | None]) -> Iterator[set[str]]:
    """Actors that cannot be apart. Raises `UserError` where they are asked to be."""
    joined: nx.Graph[str] = nx.Graph()
    joined.add_nodes_from(actor.name for actor in graph.actors)
    for names in facts.components:
        _join(graph, joined, pinned, names, lambda: "they are in one cycle, which one node must run")
    for edge in stop_edges(graph):
        if edge.delay:
            why = f"'{edge.source}' may stop the program after it, and reads what comes from it"
            _join(graph, joined, pinned, (edge.source, edge.target), lambda why=why: why)
    for actor in graph.actors:
        if actor.is_routing and pinned[actor.name] is None:
            ends = graph.outputs_of(actor) if actor.kind is ActorKind.JOIN else graph.inputs_of(actor)
            near = [f.target.actor if actor.kind is ActorKind.JOIN else f.source.actor for _, f in ends]
            joined.add_edges_from((actor.name, other) for other in near[:1])
    return nx.connected_components(joined)


def _join(
    graph: Graph,
    joined: nx.Graph[str],
    pinned: Mapping[str, int | None],
    names: Sequence[str],
    why: Callable[[], str],
) -> None:
    fixed = [name for name in names if pinned[name] is not None]
    for name in fixed[1:]:
        if pinned[name] != pinned[fixed[0]]:
            message = f"actors '{fixed[0]}' and '{name}' cannot run on two nodes: {why()}"
            note = Note(f"'{name}' is here", graph.actor(name).span)
            raise fail("node-conflict", message, graph.actor(fixed[0]).span, "give them one node", [note])
    joined.add_edges_from((names[0], name) for name in names[1:])
