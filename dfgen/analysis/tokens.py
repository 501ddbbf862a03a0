# SPDX-License-Identifier: Apache-2.0
"""How many tokens pass through a FIFO."""

from __future__ import annotations

from dfgen.model.graph import Fifo, Graph


def tokens_written_per_cycle(graph: Graph, fifo: Fifo) -> int:
    """Tokens that one cycle of the source's phases writes into `fifo`."""
    actor = graph.actor(fifo.source.actor)
    return actor.tokens_per_cycle(actor.port(fifo.source.port))


def tokens_read_per_cycle(graph: Graph, fifo: Fifo) -> int:
    """Tokens that one cycle of the target's phases reads from `fifo`."""
    actor = graph.actor(fifo.target.actor)
    return actor.tokens_per_cycle(actor.port(fifo.target.port))


def carries_tokens(graph: Graph, fifo: Fifo) -> bool:
    """Whether any do: a FIFO whose source never writes or whose target never reads orders nothing."""
    return tokens_written_per_cycle(graph, fifo) > 0 and tokens_read_per_cycle(graph, fifo) > 0
