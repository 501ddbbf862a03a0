# SPDX-License-Identifier: Apache-2.0
"""The schedule of least memory for one core: all actors in one listing, in an order that keeps to the capacities.

Actors that stop, and copies that an engine makes, stay in the pass itself, before or after the listing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import gcd

import networkx as nx

from dfgen.analysis.schedules.minimum import fire_within
from dfgen.analysis.throughput import Channel, Problem, Task
from dfgen.machine.constants import LISTED_RUNS_MAX
from dfgen.mapping.rings import ring_tokens
from dfgen.mapping.schedule_tree import Block, Order, ScheduleTree, TreeLoop, TreeNode
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph
from dfgen.model.schedule import Run, StopEdge


def minimum_tree(
    graph: Graph, facts: Facts, stop_edges: Sequence[StopEdge], capacities: Mapping[str, int], usual: ScheduleTree
) -> ScheduleTree | None:
    """None where there is no such order, or it is long."""
    unmerged = {actor.name for actor in graph.actors if actor.stops or actor.is_by_engine}
    sides = _sides(graph, stop_edges, unmerged)
    if sides is None:
        return None
    members = [actor.name for actor in graph.actors if actor.name not in unmerged]
    trips = gcd(*(facts.cycles[name] for name in members))
    runs = _runs(graph, facts, members, trips, capacities)
    if runs is None or len(runs) > LISTED_RUNS_MAX.value:
        return None
    before, after = (
        tuple(Block(name, facts.cycles[name]) for name in facts.order if name in unmerged and sides[name] is is_before)
        for is_before in (True, False)
    )
    order: TreeNode = Order(runs)
    body = (*before, TreeLoop(trips, (order,), cycle=True) if trips > 1 else order, *after)
    return ScheduleTree(body, True, usual.cycles, usual.listed)


def _sides(graph: Graph, stop_edges: Sequence[StopEdge], unmerged: Collection[str]) -> dict[str, bool] | None:
    """Of unmerged actors, whether they come before all others; None if one must come between, or lies on a cycle."""
    flow: nx.DiGraph[str] = nx.DiGraph()
    flow.add_nodes_from(actor.name for actor in graph.actors)
    flow.add_edges_from((fifo.source.actor, fifo.target.actor) for fifo in graph.fifos)
    flow.add_edges_from((edge.source, edge.target) for edge in stop_edges if not edge.delay)
    found = {}
    for name in unmerged:
        above, below = nx.ancestors(flow, name), nx.descendants(flow, name)
        if above & below or flow.has_edge(name, name) or (above - set(unmerged) and below - set(unmerged)):
            return None
        found[name] = not above - set(unmerged)
    return found


def _runs(
    graph: Graph, facts: Facts, members: list[str], trips: int, capacities: Mapping[str, int]
) -> tuple[Run, ...] | None:
    index = {name: place for place, name in enumerate(members)}
    tasks = tuple(Task(name, (1,) * graph.actor(name).phases) for name in members)
    inner = [f for f in graph.fifos if f.source.actor in index and f.target.actor in index]
    channels = []
    for fifo in inner:
        source, target = graph.actor(fifo.source.actor), graph.actor(fifo.target.actor)
        written, read = graph.port(fifo.source).rates, graph.port(fifo.target).rates
        written, read = written * (source.phases // len(written)), read * (target.phases // len(read))
        ends = index[source.name], index[target.name]
        channels.append(Channel(fifo.name, *ends, written, read, fifo.delay_tokens))
    bounds = {place: capacities[f.name] for place, f in enumerate(inner) if f.name in capacities and not _is_loop(f)}
    goal = [facts.firings[name] // trips for name in members]
    found = fire_within(Problem(tasks, tuple(channels)), bounds, goal)
    return None if found is None else tuple(Run(members[run.task], run.count) for run in found)


def _is_loop(fifo: Fifo) -> bool:
    return fifo.source.actor == fifo.target.actor


def listed_tokens(graph: Graph, facts: Facts, order: Order, trips: int) -> dict[str, int]:
    """By FIFO between actors of a listing that repeats so often: what its buffer holds, a ring or a whole trip."""
    inside = {run.actor for run in order.runs}
    found = {}
    for fifo in graph.fifos:
        if {fifo.source.actor, fifo.target.actor} <= inside:
            whole = facts.tokens[fifo.name] // trips
            found[fifo.name] = min(whole, _ring(graph, fifo, order) or whole)
    return found


def _ring(graph: Graph, fifo: Fifo, order: Order) -> int:
    """0 where the buffer of a FIFO is no ring: routing actors give views of it, tokens stay from trip to trip, rates
    vary."""
    readers = {f.target.actor: graph.port(f.target).rates for f in graph.fifos_from[fifo.source]}
    written = graph.port(fifo.source).rates
    moved = any(graph.actor(name).is_routing for name in (fifo.source.actor, *readers))
    steady = len(written) == 1 and all(len(rates) == 1 for rates in readers.values())
    delayed = any(f.delay_tokens for f in graph.fifos_from[fifo.source])
    inside = {run.actor for run in order.runs}
    outside = not readers.keys() <= inside or len(readers) < len(graph.fifos_from[fifo.source])
    if moved or delayed or not steady or outside:
        return 0
    return ring_tokens(order.runs, fifo.source.actor, written[0], {name: r[0] for name, r in readers.items()})
