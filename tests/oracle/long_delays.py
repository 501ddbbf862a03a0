# SPDX-License-Identifier: Apache-2.0
"""Random applications whose delays are of several iterations, and mostly of no whole number of them."""

from __future__ import annotations

import random
from dataclasses import replace

from .application import Application, Delay, Edge, Fill, GraphSpec

BYTES_MAX = 1 << 16
TIMES_MAX = 6


def with_long_delays(application: Application) -> Application:
    """The same for the same application: most of its delays made longer, and more iterations, so that tokens come
    through them."""
    rng = random.Random(f"long delays {application.seed}")
    graphs = tuple(_lengthened(rng, graph) for graph in application.graphs)
    return replace(
        application, graphs=graphs, iterations=application.iterations + rng.randint(TIMES_MAX, 2 * TIMES_MAX)
    )


def _lengthened(rng: random.Random, graph: GraphSpec) -> GraphSpec:
    return replace(graph, edges=tuple(_longer(rng, graph, edge) for edge in graph.edges))


def _longer(rng: random.Random, graph: GraphSpec, edge: Edge) -> Edge:
    delay = edge.delay
    if delay is None or delay.reset or delay.fill is Fill.LIST or rng.random() < 0.2:
        return edge
    tokens = delay.tokens * rng.randint(2, TIMES_MAX) + rng.choice([0, 0, 1, rng.randint(0, delay.tokens)])
    if tokens * graph.port(edge.source).kind.size > BYTES_MAX:
        return edge
    return replace(edge, delay=Delay(tokens, delay.fill, delay.values, delay.number))
