# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom: all that buffers and stop edges ask for.

A reader waits for the writer's trip, a writer for the reader to have left the slot that it is about to write again.
On one core the order of the schedule does both, unless an engine does the work: then also the core that gave it waits.
A reader behind a long delay could be thousands of trips ahead of the writer, and the writer as far ahead of a reader
with a shorter one. Nothing gains by that, and the proof of a plan runs as many trips as a wait looks back; so none is
ever more than some trips ahead. Nor do readers read where the writer writes the same cache line, as long as they still
can be as far ahead as passes overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from dfgen.memory.buffers import Sized, buffer_accesses
from dfgen.model.frozen import frozen
from dfgen.model.plan import AgentRef, Layout, StepRef, TailMove, Wait
from dfgen.model.program_waits import SPACE
from dfgen.model.schedule import Schedule

STEPS_BACK = 2_000
"""Effort: firings or blocks of them in all the trips that a wait looks back, as the proof of a plan runs them."""

NOBODY: Mapping[str, int] = MappingProxyType({})


@frozen
class _Need:
    """Step `step` of trip t may start when step `other` has been run in trip t - `lag`."""

    step: StepRef
    other: StepRef
    lag: int
    reason: str


def synchronise(
    schedule: Schedule, sized: Iterable[Sized], receivers: Mapping[str, int] = NOBODY
) -> Mapping[StepRef, tuple[Wait, ...]]:
    """The waits before each step; of those for the same step the one for the latest trip. `receivers`: the engines of
    actors that tell of the end once their messages are there."""
    needs: dict[tuple[StepRef, StepRef], _Need] = {}
    for need in _needs(schedule, sized, receivers):
        known = needs.get((need.step, need.other))
        if known is None or need.lag < known.lag:
            needs[need.step, need.other] = need
    waits: dict[StepRef, list[Wait]] = {}
    for need in sorted(needs.values(), key=lambda n: (n.step.rank, n.other.rank)):
        waits.setdefault(need.step, []).append(Wait(need.other, need.lag, need.reason))
    return {step: tuple(found) for step, found in waits.items()}


def _needs(schedule: Schedule, sized: Iterable[Sized], receivers: Mapping[str, int]) -> Iterator[_Need]:
    most = max(schedule.depth_passes, STEPS_BACK // len(schedule.places))
    crossing = ((each, item.buffer.spare_slots) for item in sized for each in item.dependences if each.crosses)
    for found, spare in crossing:
        if found.reader.starter != found.writer.finisher:
            sooner = found.distance - spare
            distance = sooner if sooner >= schedule.depth_passes else found.distance
            yield _Need(found.reader_step, found.written_step, min(distance, most), found.fifo)
        if found.writer.starter != found.reader.finisher:
            yield _Need(found.writer_step, found.read_step, min(found.reuse_distance, most), f"{SPACE}{found.fifo}")
    yield from _ordered(schedule)
    root = schedule.root
    for edge in schedule.stop_edges:
        for source in buffer_accesses(schedule, root, edge.source, receivers.get(edge.source)):
            for target in buffer_accesses(schedule, root, edge.target):
                if source.finisher != target.starter:
                    step = StepRef(root.id, target.child, target.starter)
                    yield _Need(step, StepRef(root.id, source.child, source.finisher), edge.delay, edge.why)


def _ordered(schedule: Schedule) -> Iterator[_Need]:
    """Parts of ordered loops."""
    for edge in schedule.order_edges:
        reason = f"firings of {next(schedule.loops[edge.loop].body[edge.child].actors)} before these"
        step, other = (StepRef(edge.loop, edge.child, AgentRef(core)) for core in (edge.core, edge.before))
        yield _Need(step, other, edge.lag, reason)


def tail_moves(schedule: Schedule, sized: Iterable[Sized]) -> tuple[TailMove, ...]:
    """When tails move: in a linear buffer of one slot after the last use in a trip, else after the last write. Who
    wrote by way of an engine waits for it. Where several cores write in a trip, a ordered loop has them do so in the
    order of their firings."""
    moves = []
    for item in sized:
        if item.buffer.layout is not Layout.SLOTS:
            one = item.buffer.slots == 1
            ends = [m.writer for m in item.dependences] + ([m.reader for m in item.dependences] if one else [])
            last = max(ends, key=lambda access: (access.child, access.start, access.core))
            engines = {m.writer.engine for m in item.dependences if m.writer.engine is not None}
            # Who runs a trip of a ordered loop also ends it.
            cores = [part.core for part in schedule.loops[item.buffer.loop].parts] or [last.core]
            moves += [TailMove(item.buffer.name, core, last.child, tuple(sorted(engines))) for core in cores]
    return tuple(moves)
