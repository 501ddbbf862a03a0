# SPDX-License-Identifier: Apache-2.0
"""FIFOs with a capacity: the schedule tree, the iterations at a time and the depth that keep to it where anything can.

A FIFO's buffer holds what passes in a trip of the innermost loop around both of its ends, once for each pass that may
overlap if its ends are on different cores. So capacities ask for loops of few iterations around few actors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import count

import networkx as nx

from dfgen.analysis.schedules import NODES_MAX, SINGLE_APPEARANCE
from dfgen.machine.machine import Machine
from dfgen.mapping.loop_nesting import build_tree
from dfgen.mapping.minimum_buffers import listed_tokens, minimum_tree
from dfgen.mapping.schedule_tree import Order, ScheduleTree, TreeLoop, TreeNode, actors_of
from dfgen.mapping.work import Assignment, Share
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph
from dfgen.model.schedule import StopEdge

ANY_NUMBER = 1 << 62
"""Mark: of a FIFO without a capacity, more than any block has."""


@frozen
class Capacity:
    """`capacities` in tokens by FIFO; `passes` is how many passes may overlap."""

    capacities: Mapping[str, int] = field(default_factory=dict)
    passes: int = 1

    def iterations_at_a_time(self, facts: Facts, assignment: Assignment, fifos: Iterable[Fifo], trips: int) -> int:
        """The most iterations of a loop, which has `trips` in a graph iteration, such that these FIFOs keep to their
        capacities; 1 where even one is too much. They join children of this loop."""
        most = ANY_NUMBER
        for fifo in fifos:
            if fifo.name in self.capacities:
                slots = self.passes if _crosses(assignment, fifo) else 1
                free = self.capacities[fifo.name] - fifo.delay_tokens
                most = min(most, free * trips // (facts.tokens[fifo.name] * slots))
        return max(1, most)


NO_BOUNDS = Capacity()


def _crosses(assignment: Assignment, fifo: Fifo) -> bool:
    if fifo.source.actor == fifo.target.actor:
        return False
    shares = assignment[fifo.source.actor], assignment[fifo.target.actor]
    return shares[0] != shares[1] or len(shares[0]) > 1


def trees_within(
    graph: Graph,
    facts: Facts,
    stop_edges: Sequence[StopEdge],
    capacities: Mapping[str, int],
    machine: Machine,
    may_list: bool,
    unmerged: Collection[str] = (),
) -> list[ScheduleTree]:
    """Schedule trees, least excess over the capacities in bytes first. The last is the usual one, which takes
    trips between cores only where that can be. `may_list`: all actors are on one core, and may be listed there. Those
    that are `unmerged` stand in no loop with others."""
    usual = build_tree(graph, facts, stop_edges, machine, unmerged=unmerged)
    if not capacities or _excess_bytes(graph, facts, usual, capacities) == 0:
        return [usual]
    trees = [
        build_tree(graph, facts, stop_edges, machine, method, unmerged=unmerged)
        for name, method in SINGLE_APPEARANCE.items()
        if len(graph.actors) <= NODES_MAX[name]
    ]
    minimum_buffers = minimum_tree(graph, facts, stop_edges, capacities, usual) if may_list else None
    trees += [minimum_buffers] if minimum_buffers else []
    excess = [_excess_bytes(graph, facts, tree, capacities) for tree in (*trees, usual)]
    better = sorted((beyond, index) for index, beyond in enumerate(excess[:-1]) if beyond < excess[-1])
    return [*(trees[index] for _, index in better), usual]


def waits_within_trips(graph: Graph, tree: ScheduleTree, assignment: Assignment) -> bool:
    """Whether actors of several cores in one inner loop share a buffer with an actor outside of it.

    Cores wait for a buffer once in a trip of the innermost loop around all that use it. Here they would wait for each
    other's whole inner loop, in which they also take turns.
    """
    paths = _paths(tree)
    for users in sharing(graph):
        depth = min(len(paths[name]) for name in users)
        while len({paths[name][:depth] for name in users}) > 1:
            depth -= 1
        homes: dict[tuple[tuple[int, int], ...], tuple[Share, ...]] = {}
        for name in users:
            inside = paths[name][: depth + 1]
            if len(inside) > depth and homes.setdefault(inside, assignment[name]) != assignment[name]:
                return True
            if len(inside) > depth and len(assignment[name]) > 1:
                return True
    return False


def sharing(graph: Graph) -> Iterable[set[str]]:
    """Actors whose FIFOs may lie in one buffer: what an output feeds, and what routing actors pass on."""
    links: nx.Graph[object] = nx.Graph()
    for fifo in graph.fifos:
        links.add_edge(fifo.name, ("out", fifo.source))
        for name in (fifo.source.actor, fifo.target.actor):
            if graph.actor(name).is_routing:
                links.add_edge(fifo.name, ("routing", name))
    ends = {fifo.name: {fifo.source.actor, fifo.target.actor} for fifo in graph.fifos}
    for part in nx.connected_components(links):
        yield set().union(*(ends[name] for name in part if isinstance(name, str)))


def capacity_within(
    graph: Graph,
    facts: Facts,
    tree: ScheduleTree,
    assignment: Assignment,
    capacities: Mapping[str, int],
    depth_iterations: int | None,
) -> Capacity:
    """Two passes overlap where all FIFOs between cores hold both, else one; or as many as the user says."""
    crossing = [f for f in graph.fifos if f.name in capacities and _crosses(assignment, f)]
    if depth_iterations is not None or not crossing:
        return Capacity(capacities, depth_iterations or ANY_NUMBER)
    held = tokens_a_trip(graph, facts, tree)
    fits = all(2 * held[fifo.name] + fifo.delay_tokens <= capacities[fifo.name] for fifo in crossing)
    return Capacity(capacities, 2 if fits else 1)


def _excess_bytes(graph: Graph, facts: Facts, tree: ScheduleTree, capacities: Mapping[str, int]) -> int:
    held = tokens_a_trip(graph, facts, tree)
    return sum(
        max(0, held[fifo.name] + fifo.delay_tokens - capacities[fifo.name])
        * graph.port(fifo.source).type.footprint_bytes
        for fifo in graph.fifos
        if fifo.name in capacities and fifo.source.actor != fifo.target.actor
    )


def tokens_a_trip(graph: Graph, facts: Facts, tree: ScheduleTree) -> dict[str, int]:
    """By FIFO: the tokens that pass in one iteration of the innermost loop around both of its ends."""
    paths = _paths(tree)
    found = {}
    for fifo in graph.fifos:
        ends = zip(paths[fifo.source.actor], paths[fifo.target.actor], strict=False)
        trips = [a[1] for a, b in ends if a == b][-1]
        found[fifo.name] = facts.tokens[fifo.name] // trips
    for order, trips in _orders(tree.body, 1):
        found.update(listed_tokens(graph, facts, order, trips))
    return found


def _orders(body: Sequence[TreeNode], trips: int) -> Iterator[tuple[Order, int]]:
    """The listings, and how many trips they have in a graph iteration."""
    for child in body:
        if isinstance(child, TreeLoop):
            yield from _orders(child.body, trips * child.count)
        elif isinstance(child, Order):
            yield child, trips


def _paths(tree: ScheduleTree) -> dict[str, tuple[tuple[int, int], ...]]:
    """The loops around each actor, the pass first: a number, and how many trips it has in a graph iteration."""
    paths: dict[str, tuple[tuple[int, int], ...]] = {}
    numbers = count()

    def visit(body: Sequence[TreeNode], path: tuple[tuple[int, int], ...]) -> None:
        for child in body:
            if isinstance(child, TreeLoop):
                visit(child.body, (*path, (next(numbers), path[-1][1] * child.count)))
            else:
                paths.update(dict.fromkeys(actors_of(child), path))

    visit(tree.body, ((next(numbers), 1),))
    return paths
