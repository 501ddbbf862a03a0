# SPDX-License-Identifier: Apache-2.0
"""Leaves out waits that follow from others: a core that waited for another one knows what that one had waited for.

Where `sync` looks at two cores at a time, this looks at all: the plan is run abstractly, and a
wait may go if the vector clock after the step's other waits already holds all that it tells, in every turn. Then no
clock changes, so that all such waits may go together (transitive reduction of the order, Aho, Garey, Ullman 1972).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dfgen.memory.abstract_run import AbstractRun, Clock, programs_to_run
from dfgen.model.plan import Counter, Plan, StepKey, Wait

# What a step saw in one turn: its core's clock before it waited, and what each wait told (nothing in early turns).
_Turn = tuple[Clock, Sequence[Clock | None]]


def without_implied_waits(plan: Plan) -> Plan:
    """The plan without them. Between two cores there are none, unless a tail move waits for an engine."""
    if plan.schedule.cores < 3 and not any(move.engines for move in plan.tail_moves):
        return plan
    turns: dict[StepKey, list[_Turn]] = {}
    for count, last in programs_to_run(plan):
        run = AbstractRun(plan, count, last, lambda step, clock, told: turns.setdefault(step, []).append((clock, told)))
        run.run()
    waits = {step: needed_waits(given, turns.get(step, ())) for step, given in plan.waits.items()}
    kept = {step: left for step, left in waits.items() if left}
    return replace(plan, waits=kept, counters=_still_read(plan.counters, kept))


def needed_waits(waits: Sequence[Wait], turns: Sequence[_Turn]) -> tuple[Wait, ...]:
    """The waits of one step without those that the others imply; the oldest are tried first."""
    kept = list(range(len(waits)))
    for index in sorted(kept, key=lambda i: -waits[i].lag):
        others = [i for i in kept if i != index]
        if all(_is_implied(told[index], clock, [told[i] for i in others]) for clock, told in turns):
            kept = others
    return tuple(waits[i] for i in kept)


def _is_implied(told: Clock | None, clock: Clock, others: Sequence[Clock | None]) -> bool:
    if told is None:
        return True
    known = [clock, *(other for other in others if other is not None)]
    return all(value <= max(values) for value, values in zip(told, zip(*known, strict=True), strict=True))


def _still_read(counters: Mapping[StepKey, Counter], waits: Mapping[StepKey, Sequence[Wait]]) -> dict[StepKey, Counter]:
    """The counters that somebody waits for, with those who do."""
    readers: dict[StepKey, set[int]] = {}
    for step, given in waits.items():
        for wait in given:
            readers.setdefault(wait.step, set()).add(step[2])
    return {
        key: replace(counter, waiters=tuple(sorted(readers[key])))
        for key, counter in counters.items()
        if key in readers
    }
