# SPDX-License-Identifier: Apache-2.0
"""Whether cores ask for the end of the program where they may have learnt of it, before they use what was left out and
before effects that would be seen."""

from __future__ import annotations

from collections.abc import Iterator, Set
from itertools import pairwise

from dfgen.model.program import THROTTLE, Firings, Program, ReadEnd, Wait
from dfgen.verify.steps import Step, Steps


def end_problems(steps: Steps) -> Iterator[str]:
    program = steps.program
    stopping = {actor.name for actor in program.graph.actors if actor.stops}
    for step in steps:
        for block in step.blocks:
            if block.actor in stopping and not block.reads_end:
                yield f"{block.actor} fires on after it has stopped the program"
    yield from _unbound(program)
    yield from _unasked(steps, stopping)
    for own in steps.lists:
        late, is_known = -1, True
        for step in own:
            # A stage begins with asking.
            is_known = is_known or step.late != late
            late = step.late
            if not is_known and (actors := _actors(step)):
                yield f"{', '.join(sorted(actors))} may fire after the end of the program"
            is_known = _is_known_after(step, steps, stopping, is_known)


def _unbound(program: Program) -> Iterator[str]:
    """Each effect waits for each actor that may stop the program, an iteration late where it comes before that one; and
    receivers wait for those senders of their node that come first."""
    graph, delays = program.graph, {(edge.source, edge.target): edge.delay for edge in program.stop_edges}
    latest = 1 if program.chunk == 1 else 0
    for target in graph.actors:
        end = target.network
        is_told = end is not None and end.control and not end.receives
        # Who hears of the end from another node need not tell: that one tells all.
        stopping = (a for a in graph.actors if a.stops and a is not target and not (is_told and a.network is not None))
        wanted = [actor.name for actor in stopping] if is_told or graph.is_effectful(target) else []
        for source in wanted:
            if not 0 <= delays.get((source, target.name), -1) <= latest:
                yield f"{target.name} does not wait for {source}, which may stop the program"
        for source in end.after if end is not None else ():
            if delays.get((source, target.name)) != 0:
                yield f"{target.name} does not wait for {source}, which comes first in all nodes"


def _unasked(steps: Steps, stopping: Set[str]) -> Iterator[str]:
    """Where an actor may have stopped the program what comes next of that trip is told; but for loops that cores share,
    whose trips they all have."""
    cores: dict[int, set[int]] = {}
    following: dict[Step | None, list[Step]] = {}
    for step in steps:
        following.setdefault(step.parent, []).append(step)
        if step.loops:
            cores.setdefault(step.loop, set()).add(step.core)
    for own in following.values():
        for step, after in pairwise(own):
            is_shared = len(cores.get(step.loop, ())) > 1
            stops = isinstance(step.operation, Firings) and step.operation.actor in stopping
            is_next = after.core == step.core and after.late == step.late
            if stops and is_next and not is_shared and not isinstance(after.operation, ReadEnd):
                yield f"{step.blocks[0].actor} may have stopped the program, and nobody asks"


def _is_known_after(step: Step, steps: Steps, stopping: Set[str], is_known: bool) -> bool:
    """Whether all that the core can know of the end by now has been asked for."""
    operation = step.operation
    if isinstance(operation, ReadEnd):
        return True
    if isinstance(operation, Wait):
        # Of a single iteration the wait itself tells.
        is_throttle = steps.program.counters[operation.counter].about == THROTTLE
        return is_known and (is_throttle or steps.program.chunk == 1 or not stopping)
    if isinstance(operation, Firings):
        return is_known and operation.actor not in stopping
    for inner in step.inside:
        is_known = _is_known_after(inner, steps, stopping, is_known)
    return is_known


def _actors(step: Step) -> set[str]:
    found = {block.actor for block in step.blocks}
    for inner in step.inside:
        found |= _actors(inner)
    return found
