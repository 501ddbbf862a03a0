# SPDX-License-Identifier: Apache-2.0
"""Slots that nobody would ever be waiting for: large buffers get only as many as the other waits leave room for.

A buffer between cores has a slot for each pass that may overlap. But where its writer waits anyway for something that
comes after the reading, in every turn, it finds the slots behind it empty: with fewer of them no core would wait any
longer, and what is written next may still be in the cache. The abstract run of the plan tells how far the reading is
known to be done as the writing begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from dfgen.memory.abstract_run import AbstractRun, Clock, turns_to_run
from dfgen.model.plan import Layout, Meeting, Plan, StepKey

# Less is not worth a second look: a plan is made anew for it.
LARGE_BYTES = 64 * 1024


def slots_that_suffice(plan: Plan) -> Mapping[str, int]:
    """By large buffer that can do with fewer slots than it has: how many it needs."""
    large = {
        name
        for name, buffer in plan.buffers.items()
        if buffer.layout is not Layout.LINEAR and buffer.slots > 1 and buffer.slot_bytes >= LARGE_BYTES
    }
    writings: dict[StepKey, list[Meeting]] = {}
    for meeting in plan.meetings:
        if meeting.buffer in large and meeting.crosses:
            writings.setdefault(meeting.writer_step, []).append(meeting)
    needed = _needed(plan, writings) if writings else {}
    return {
        name: slots
        for name, slots in needed.items()
        if slots < plan.buffers[name].slots - plan.buffers[name].spare_slots
    }


def _needed(plan: Plan, writings: Mapping[StepKey, Sequence[Meeting]]) -> dict[str, int]:
    needed: dict[str, int] = {}
    turns: Counter[StepKey] = Counter()

    def observe(step: StepKey, clock: Clock, told: Sequence[Clock | None]) -> None:
        turn = turns[step]
        turns[step] += 1
        for meeting in writings.get(step, ()):
            peer = meeting.read_step[2]
            known = max(clock[peer], *(other[peer] for other in told if other is not None), 0)
            read = sum(each[peer] <= known for each in run.clocks.get(meeting.read_step, ()))
            free = max(1, turn + 1 - read)
            needed[meeting.buffer] = max(needed.get(meeting.buffer, 1), free + meeting.behind + meeting.spans)

    run = AbstractRun(plan, turns_to_run(plan)[-1], plan.schedule.root.chunk, observe)
    run.run()
    return needed
