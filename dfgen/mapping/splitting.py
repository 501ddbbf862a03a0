# SPDX-License-Identifier: Apache-2.0
"""Which actors may have their firings spread over cores, and if not, why."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from dfgen.mapping.schedule_tree import Block, ScheduleTree, actors_of, tree_loops_of
from dfgen.model.actor import Actor
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph

KEEPS_STATE = "it keeps state"
SEEN_OUTSIDE = "its effects are seen from outside"
ONCE_A_TRIP = "it fires once in a trip of its loop"
ONE_AT_A_TIME: Mapping[str, int] = MappingProxyType({})


def unsplittable_reasons(
    graph: Graph,
    facts: Facts,
    cycles: Collection[tuple[str, ...]],
    impure: Mapping[str, str],
    iterations: Mapping[str, int] = ONE_AT_A_TIME,
) -> dict[str, str]:
    """Why an actor's firings stay together on one core, for every actor where they must.

    `impure` gives, by C function name, why the user's code may not run on two cores at once. `iterations`: by actor, of
    how many graph iterations the firings may be spread together, where these are several.
    """
    in_cycle = {name for cycle in cycles for name in cycle}
    in_cycle |= {f.source.actor for f in graph.fifos if f.source.actor == f.target.actor}
    reasons: dict[str, str] = {}
    for actor in graph.actors:
        firings = facts.firings[actor.name] * iterations.get(actor.name, 1)
        reason = _reason(graph, actor, firings, actor.name in in_cycle, impure)
        if reason:
            reasons[actor.name] = reason
    return reasons


def firings_in_trips(graph: Graph, tree: ScheduleTree) -> dict[str, int]:
    """Of the actors of loops whose trips follow on each other: how many firings of a trip cores can share."""
    found: dict[str, int] = {}
    for loop in (loop for loop in tree_loops_of(tree.body) if loop.divided):
        found.update(dict.fromkeys(actors_of(loop), 1))
        blocks = (child for child in loop.body if isinstance(child, Block))
        found.update((block.actor, block.cycles * graph.actor(block.actor).phases) for block in blocks)
    return found


def _reason(graph: Graph, actor: Actor, firings: int, in_cycle: bool, impure: Mapping[str, str]) -> str:
    if actor.is_routing:
        return "it only says which bytes go where"
    if firings < 2:
        return "it fires once an iteration"
    if own := why_in_order(graph, actor):
        return own
    if in_cycle:
        return "it is part of a cycle"
    if any(fifo.delay_tokens for _, fifo in graph.outputs_of(actor)):
        return "an output has a delay"
    return why_one_at_a_time(actor, impure)


def why_in_order(graph: Graph, actor: Actor) -> str:
    """Why firings follow on each other, whatever their tokens."""
    if actor.keeps_state:
        return KEEPS_STATE
    if actor.period:
        return "it has a period"
    if actor.stops:
        return "it may stop the program"
    return SEEN_OUTSIDE if graph.is_effectful(actor) else ""


def why_one_at_a_time(actor: Actor, impure: Mapping[str, str]) -> str:
    """Why its code may not run on two cores at once."""
    return impure.get(actor.fire.function, "") if actor.fire is not None and not actor.stateless else ""
