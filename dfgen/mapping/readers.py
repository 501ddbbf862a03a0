# SPDX-License-Identifier: Apache-2.0
"""Who reads what an actor has written, without a copy in between."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.model.graph import Fifo, Graph


def readers_in_place(graph: Graph, fifo: Fifo) -> Iterator[str]:
    """The actors that find the tokens of a FIFO where they were written, with routing actors that copy them, as they
    must what they delay."""
    todo, seen = [fifo], {fifo.name}
    while todo:
        actor = graph.actor(todo.pop().target.actor)
        passed = [further for _, further in graph.outputs_of(actor)] if actor.is_routing else []
        if not actor.is_routing or any(further.delay_tokens for further in passed):
            yield actor.name
        new = [further for further in passed if not further.delay_tokens and further.name not in seen]
        todo += new
        seen.update(further.name for further in new)
