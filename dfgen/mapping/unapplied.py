# SPDX-License-Identifier: Apache-2.0
"""Optimisations that a schedule does without, each with the reason: what the plan tells of what is not in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dfgen.mapping.core_count import why_cores_are_not_compared
from dfgen.mapping.schedule_tree import ScheduleTree
from dfgen.mapping.stages import why_not_staged
from dfgen.mapping.work import Assignment
from dfgen.model.diagnostics import some_of
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.schedule import SHOWN, Loop, StopEdge, Unapplied, unapplied_by_reason

TOO_LIGHT = "it is no more than a core's part of the work"
UNDIVIDED = "the mapper has found no faster way to share them"


@frozen
class Bounds:
    """What the user, or memory, demands of the schedule: empty where nothing does.

    staging: why passes of different stages may not be on their way
    passes: why a pass must not be longer
    """

    staging: str = ""
    passes: str = ""


@frozen
class Kept:
    """Why cores do not share what they might.

    firings: by actor, why its firings stay on one core
    turns: by actor, why it does not go round on cores that share the iterations
    cycles: by first actor of a cycle, why they do not share its loop
    """

    firings: Mapping[str, str]
    turns: Mapping[str, str]
    cycles: Mapping[str, str]


def unapplied(
    graph: Graph,
    tree: ScheduleTree,
    root: Loop,
    assignment: Assignment,
    kept: Kept,
    even: Sequence[str],
    stop_edges: Sequence[StopEdge],
    is_staged: bool,
    bounds: Bounds,
) -> tuple[Unapplied, ...]:
    """`even`: actors that cores share evenly, whatever else they do. Little where one core does all."""
    if len(root.cores) < 2:
        return tuple(_staging(graph, bounds)) if graph.network_ends and not is_staged else ()
    found = [
        *_single_iterations(graph, tree, root, stop_edges, bounds),
        *(_staging(graph, bounds) if not is_staged else ()),
        *_whole_actors(graph, assignment, kept.firings),
        *_unturned(assignment, kept.turns),
        *_cycles(tree, assignment, kept.cycles),
        *_unlevelled(assignment, even),
    ]
    if reason := why_cores_are_not_compared(graph):
        found.append(Unapplied("fewer cores", reason))
    return tuple(found)


def unfused(names: Sequence[str]) -> Unapplied:
    reason = "buffers of theirs that lie over each other, or that routing actors show, would need more memory"
    return Unapplied("one loop for small neighbours", reason, some_of(names, SHOWN))


def _single_iterations(
    graph: Graph, tree: ScheduleTree, root: Loop, stop_edges: Sequence[StopEdge], bounds: Bounds
) -> Iterator[Unapplied]:
    if root.chunk > 1:
        return
    late = next((edge for edge in stop_edges if edge.delay), None)
    paced = [actor.name for actor in graph.actors if actor.period]
    stopping = [actor.name for actor in graph.actors if actor.stops]
    if bounds.passes:
        reason = bounds.passes
    elif late is not None:
        reason = f"'{late.source}' may stop the program, which '{late.target}' hears an iteration later"
    elif paced:
        reason = f"'{paced[0]}' has a period"
    elif tree.single_iteration:
        reason = "a cycle lies on several cores, or may stop the program"
    elif stopping and any(isinstance(child, Loop) and len(child.cores) > 1 for child in root.body):
        reason = f"'{stopping[0]}' may stop the program in the middle of a pass, and cores share a loop"
    else:
        reason = "one publishes as many bytes as pay or takes long, or more would leave the cache"
    yield Unapplied("several iterations a pass", reason)


def _staging(graph: Graph, bounds: Bounds) -> Iterator[Unapplied]:
    reason = bounds.staging or why_not_staged(graph) or "it would gain less than it costs, by the times of the actors"
    yield Unapplied("software pipelining", reason)


def _whole_actors(graph: Graph, assignment: Assignment, rigid: Mapping[str, str]) -> Iterator[Unapplied]:
    """Actors of several firings that are not divided; routing actors have none."""
    whole = (a.name for a in graph.actors if not a.is_routing and len(assignment[a.name]) == 1)
    yield from unapplied_by_reason("firings on several cores", {name: rigid.get(name, UNDIVIDED) for name in whole})


def _unturned(assignment: Assignment, unturned: Mapping[str, str]) -> Iterator[Unapplied]:
    whole = {name: reason for name, reason in unturned.items() if len(assignment[name]) == 1}
    yield from unapplied_by_reason("turns on the cores that share the iterations", whole)


def _unlevelled(assignment: Assignment, even: Sequence[str]) -> Iterator[Unapplied]:
    names = [name for name in even if len(assignment[name]) > 1]
    if names:
        reason = "how long a firing takes is not known, so cores have as many of them, whatever else they do"
        yield Unapplied("levelling by shares of firings", reason, some_of(names, SHOWN))


def _cycles(tree: ScheduleTree, assignment: Assignment, unshared: Mapping[str, str]) -> Iterator[Unapplied]:
    for cycle in tree.cycles:
        if cycle[0] in unshared:
            yield Unapplied("a cycle's loop on several cores", unshared[cycle[0]], some_of(cycle, SHOWN))
        elif all(len(assignment[name]) == 1 for name in cycle):
            yield Unapplied("a cycle's loop on several cores", TOO_LIGHT, some_of(cycle, SHOWN))
