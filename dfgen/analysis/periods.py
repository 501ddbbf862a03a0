# SPDX-License-Identifier: Apache-2.0
"""What the periods of actors ask of an iteration."""

from __future__ import annotations

from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Note, fail
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph


def paced_iteration(graph: Graph, facts: Facts) -> int | None:
    """How long an iteration may take, in the graph's unit, by the periods of its actors; None if none has one.

    Raises `UserError` where two of them ask for different times, of which no run could keep both.
    """
    paced = [actor for actor in graph.actors if actor.period and facts.firings[actor.name]]
    if not paced:
        return None
    first = paced[0]
    asked = first.period * facts.firings[first.name]
    for other in paced[1:]:
        if other.period * facts.firings[other.name] != asked:
            message = (
                f"by the period of '{other.name}' an iteration takes {_told(graph, facts, other)}; "
                f"by that of '{first.name}' {_told(graph, facts, first)}"
            )
            hint = "Give both the same time for all their firings of an iteration, or one of them no period."
            raise fail("period-mismatch", message, other.span, hint, [Note(f"'{first.name}'", first.span)])
    return asked


def _told(graph: Graph, facts: Facts, actor: Actor) -> str:
    count = facts.firings[actor.name]
    return f"{actor.period * count} {graph.time_unit or 'units'} ({count} x {actor.period})"
