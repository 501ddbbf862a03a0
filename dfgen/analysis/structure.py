# SPDX-License-Identifier: Apache-2.0
"""The shape of a graph: which actors lie on cycles together, and an order that follows the data.

Only FIFOs that carry tokens count. Every result is the same on every run: where the data leaves a choice, the order of
the graph file decides.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import networkx as nx

from dfgen.analysis.tokens import carries_tokens
from dfgen.model.actor import ActorKind
from dfgen.model.graph import Graph

# Who breaks a cycle, the lowest number first.
_BREAKING = {ActorKind.RESET: 0, ActorKind.CODE: 1}
_NEVER = 2


def strongly_connected_components(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """The components in the order of the data, each with its actors in the order of the file."""
    index = {actor.name: i for i, actor in enumerate(graph.actors)}
    flow: nx.DiGraph = nx.DiGraph()
    flow.add_nodes_from(index)
    flow.add_edges_from((f.source.actor, f.target.actor) for f in graph.fifos if carries_tokens(graph, f))
    components = [tuple(sorted(found, key=index.__getitem__)) for found in nx.strongly_connected_components(flow)]
    home = {name: i for i, component in enumerate(components) for name in component}
    rank = [index[component[0]] for component in components]
    arcs = {(home[source], home[target]) for source, target in flow.edges() if home[source] != home[target]}
    return tuple(components[i] for i in _ordered(rank, arcs, rank))


def topological_order(graph: Graph, components: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """All actors, sources first. Inside a component FIFOs with a delay do not order; if the others still close a cycle,
    one breaks it that writes tokens of its own (a routing actor passes on what others wrote before it): the routing
    actor of a reset, which begins with its tokens, or else the actor that comes first in the file."""
    home = {name: i for i, component in enumerate(components) for name in component}
    place = {name: i for component in components for i, name in enumerate(component)}
    arcs: list[set[tuple[int, int]]] = [set() for _ in components]
    for fifo in graph.fifos:
        source, target = fifo.source.actor, fifo.target.actor
        inside = home[source] == home[target] and source != target
        if inside and fifo.delay_tokens == 0 and carries_tokens(graph, fifo):
            arcs[home[source]].add((place[source], place[target]))
    order: list[str] = []
    for component, inner in zip(components, arcs, strict=True):
        breaking = [_BREAKING.get(graph.actor(name).kind, _NEVER) for name in component]
        order += (component[i] for i in _ordered(list(range(len(component))), inner, breaking))
    return tuple(order)


def _ordered(rank: list[int], arcs: set[tuple[int, int]], breaking: list[int]) -> list[int]:
    """Nodes 0..n-1 along `arcs`, the lowest rank first among those that are free; when a cycle blocks, among those with
    the lowest number in `breaking`."""
    followers: list[list[int]] = [[] for _ in rank]
    missing = [0] * len(rank)
    for source, target in arcs:
        followers[source].append(target)
        missing[target] += 1
    by_rank = sorted(range(len(rank)), key=rank.__getitem__)
    waiting = iter(sorted(by_rank, key=breaking.__getitem__))
    free = [(rank[i], i) for i in by_rank if missing[i] == 0]
    heapify(free)
    done = [False] * len(rank)
    order: list[int] = []
    while len(order) < len(rank):
        node = heappop(free)[1] if free else next(i for i in waiting if not done[i])
        if done[node]:
            continue
        done[node] = True
        order.append(node)
        for follower in followers[node]:
            missing[follower] -= 1
            if missing[follower] == 0:
                heappush(free, (rank[follower], follower))
    return order
