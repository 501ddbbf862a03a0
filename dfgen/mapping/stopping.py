# SPDX-License-Identifier: Apache-2.0
"""How a program that stops stays reproducible: edges without data from actors that stop to those with effects."""

from __future__ import annotations

import networkx as nx

from dfgen.model.graph import Graph
from dfgen.model.schedule import StopEdge


def stop_edges(graph: Graph) -> tuple[StopEdge, ...]:
    """One edge from each actor that `stops` to each effectful one: without delay unless that would close a cycle."""
    stopping = [actor for actor in graph.actors if actor.stops]
    effectful = [actor for actor in graph.actors if actor.is_effectful]
    if not stopping:
        return ()
    order = nx.DiGraph()
    order.add_nodes_from(actor.name for actor in graph.actors)
    order.add_edges_from((f.source.actor, f.target.actor) for f in graph.fifos)
    edges: list[StopEdge] = []
    for source in stopping:
        before = nx.ancestors(order, source.name)
        for target in effectful:
            if source.name == target.name:
                continue
            delay = 1 if target.name in before else 0
            edges.append(StopEdge(source.name, target.name, delay))
            if delay == 0:
                order.add_edge(source.name, target.name)
    return tuple(edges)
