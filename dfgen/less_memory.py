# SPDX-License-Identifier: Apache-2.0
"""A plan that takes less memory and, by the times of the actors, no longer.

Passes overlap so that no core waits for another one, and each buffer between cores has a slot for each of them. But
where a pass takes far longer than a hiccup of the system, only few of these slots are ever filled ahead of time: with
fewer the writer waits for the reader, yet still gets there before it is waited for. Which buffers these are, and
whether blocks in another order need less, a prediction of the whole program tells.

It has to be more than a cache of a core holds, as do blocks that are moved: what lies in no cache anyway costs nothing
if it lies elsewhere, or is read later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dfgen.attempts import Tried, planned_anew
from dfgen.lowering.lower import lower
from dfgen.machine.constants import LARGE_BYTES
from dfgen.mapping.block_order import order_of_less
from dfgen.model.decisions import Attempt
from dfgen.model.diagnostics import some_of
from dfgen.model.frozen import frozen
from dfgen.model.plan import Layout, Plan
from dfgen.model.schedule import Schedule, Unapplied
from dfgen.prediction.predict import predict

NAME = "less memory"
ACTORS_PLANNED_MAX = 1024
"""Effort: actors of a schedule's plans, over all that are tried. A plan takes a millisecond an actor, or less."""


@frozen
class _Outcome:
    tried: Tried
    period_ns: float
    is_guess: bool

    @property
    def plan(self) -> Plan:
        return self.tried.plan


def with_less_memory(tried: Tried) -> Tried:
    """The same where a plan takes less by more than a cache of a core holds. Where that could be, and none does, its
    plan says why."""
    large_bytes = tried.options.mapping.platform.l2_bytes
    if _in_slots_bytes(tried.plan) < large_bytes:
        return tried
    reason = _why_not(tried)
    if reason is not None:
        return _left(tried, reason)
    first = _outcome(tried)
    if first.is_guess:
        return _left(tried, "how long its actors take is not known")
    if first.period_ns * tried.mapped.iterations_per_pass < tried.options.mapping.machine.overlap_ns:
        return _left(tried, "a pass takes no longer than the system may keep a core from its work")
    for mapped in _schedules(tried, large_bytes):
        found = _with_fewer_slots(first, mapped)
        if found.period_ns <= first.period_ns and _saved_bytes(first, found) >= large_bytes:
            return _told(first, found)
    return _left(tried, "with fewer slots an iteration would take longer, or little be saved")


def _why_not(tried: Tried) -> str | None:
    """What has been asked for, or is needed; None: nothing that is known before a prediction is made."""
    mapping = tried.options.mapping
    if mapping.depth is not None or mapping.capacities:
        return "how many passes overlap, or what FIFOs hold, was asked for"
    if tried.options.memory.guard:
        return "in a guarded program each slot has pages of its own"
    if tried.mapped.stages:
        return "cores are passes behind one another, and need a slot for each"
    if not _plans_most(tried.plan):
        return "the graph has too many actors to be planned again"
    return None


def _plans_most(plan: Plan) -> int:
    return ACTORS_PLANNED_MAX // max(1, len(plan.graph.actors))


def _left(tried: Tried, reason: str) -> Tried:
    schedule = tried.plan.schedule
    without = (*schedule.unapplied, Unapplied(NAME, reason))
    return replace(tried, plan=replace(tried.plan, schedule=replace(schedule, unapplied=without)))


def _schedules(tried: Tried, large_bytes: int) -> Iterator[Schedule]:
    """Those that may need less, the one that needs least first."""
    other = order_of_less(replace(tried.plan, schedule=tried.mapped), tried.given.facts, large_bytes)
    if other is not None:
        yield other
    yield tried.mapped


def _outcome(tried: Tried) -> _Outcome:
    prediction = predict(lower(tried.plan), tried.options.mapping.platform)
    return _Outcome(tried, prediction.period_ns, prediction.is_guess)


def _with_fewer_slots(first: _Outcome, mapped: Schedule) -> _Outcome:
    """The plan of a schedule, whose large buffers have no more slots than a period needs that is no longer."""
    best = first if mapped is first.tried.mapped else _with_slots(first, mapped, {})
    left = _plans_most(best.plan)
    for name, least, slots in _of_several_slots(best.plan):
        for fewer in range(least, min(slots, least + left)):
            left -= 1
            found = _with_slots(best, mapped, {name: fewer})
            if found.period_ns <= first.period_ns and found.plan.arena_bytes < best.plan.arena_bytes:
                best = found
                break
    return best


def _with_slots(found: _Outcome, mapped: Schedule, fewer: Mapping[str, int]) -> _Outcome:
    """The same with so many in these buffers."""
    tried = found.tried
    memory = replace(tried.options.memory, slots={**tried.options.memory.slots, **fewer})
    return _outcome(planned_anew(tried.given, replace(tried.options, memory=memory), mapped, tried.made, tried))


def _in_slots_bytes(plan: Plan) -> int:
    """What they would take less with the fewest slots."""
    return sum((slots - least) * plan.buffers[name].slot_bytes for name, least, slots in _of_several_slots(plan))


def _of_several_slots(plan: Plan) -> Iterator[tuple[str, int, int]]:
    """Buffers between cores, the largest first, with the fewest slots that their delays allow, and with those that they
    have."""
    fewest: dict[str, int] = {}
    for each in plan.dependences:
        if each.crosses:
            fewest[each.buffer] = max(fewest.get(each.buffer, 1), 1 + each.distance + each.spans)
    for buffer in sorted((plan.buffers[name] for name in fewest), key=lambda b: (-b.slot_bytes, b.name)):
        least, slots = fewest[buffer.name], buffer.slots - buffer.spare_slots
        if buffer.layout is Layout.SLOTS and slots > least and buffer.slot_bytes >= LARGE_BYTES.value:
            yield buffer.name, least, slots


def _saved_bytes(one: _Outcome, other: _Outcome) -> int:
    return one.plan.needed_bytes - other.plan.needed_bytes


def _told(first: _Outcome, best: _Outcome) -> Tried:
    reasons = []
    slots = first.plan.buffers
    fewer = [
        f"{name} {buffer.slots} and not {slots[name].slots}"
        for name, buffer in best.plan.buffers.items()
        if name in slots and buffer.slots < slots[name].slots
    ]
    if fewer:
        reasons.append(f"buffers have fewer slots: {some_of(fewer)}")
    if best.tried.mapped is not first.tried.mapped:
        reasons.append("blocks are in another order")
    reason = f"no iteration takes longer, by the times of the actors, where {', and '.join(reasons)}"
    attempts = (*first.tried.made, Attempt(NAME, reason))
    return replace(best.tried, made=attempts, plan=replace(best.plan, attempts=attempts))
