# SPDX-License-Identifier: Apache-2.0
"""How a program that stops stays reproducible: edges without data from actors that stop to those with effects."""

from __future__ import annotations

import networkx as nx

from dfgen.model.actor import Actor
from dfgen.model.graph import Graph
from dfgen.model.schedule import StopEdge


def stop_edges(graph: Graph) -> tuple[StopEdge, ...]:
    """One edge from each actor that `stops` to each effectful one: without delay unless that would close a cycle. Other
    nodes are told like an effect. Before these come the edges to receivers from the senders that they wait for."""
    stopping = [actor for actor in graph.actors if actor.stops]
    effectful = [actor for actor in graph.actors if graph.is_effectful(actor) or tells_end(actor)]
    edges = [
        StopEdge(sender, actor.name, 0, "links take their turns")
        for actor in graph.network_ends
        if actor.network is not None
        for sender in actor.network.after
    ]
    if not stopping:
        return tuple(edges)
    order = nx.DiGraph()
    order.add_nodes_from(actor.name for actor in graph.actors)
    order.add_edges_from((f.source.actor, f.target.actor) for f in graph.fifos)
    order.add_edges_from((edge.source, edge.target) for edge in edges)
    for source in stopping:
        before = nx.ancestors(order, source.name)
        for target in effectful:
            if source.name == target.name or (source.network is not None and tells_end(target)):
                continue  # who hears of the end from another node need not tell: that one tells all
            delay = 1 if target.name in before else 0
            reason = f"{source.network.fifo} may stop the program" if source.network is not None else ""
            edges.append(StopEdge(source.name, target.name, delay, reason))
            if delay == 0:
                order.add_edge(source.name, target.name)
    return tuple(edges)


def tells_end(actor: Actor) -> bool:
    """Whether it tells another node that this one stops."""
    return actor.network is not None and actor.network.control and not actor.network.receives
