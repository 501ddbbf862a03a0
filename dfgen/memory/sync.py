# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom: the counters between cores, and no more of them than are needed.

A reader waits for the writer's turn, a writer for the reader to have left the slot that it is about to write again.
On one core the order of the schedule does both, unless an engine does the work: then also the core that gave it waits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from dfgen.memory.buffers import Sized, touches
from dfgen.model.plan import Counter, Layout, StepKey, TailMove, Wait, engine_of
from dfgen.model.schedule import Schedule


# Further back than any wait.
ANY_TURN = 1 << 62


@dataclass(frozen=True)
class Synchronisation:
    counters: Mapping[StepKey, Counter]
    waits: Mapping[StepKey, tuple[Wait, ...]]


@dataclass(frozen=True)
class _Need:
    """Step `step` of turn t may start when step `other` has been run in turn t - `lag`."""

    step: StepKey
    other: StepKey
    lag: int
    reason: str


def synchronise(schedule: Schedule, sized: Iterable[Sized]) -> Synchronisation:
    """Counters and waits of all buffers and stop edges; waits that others of the same two cores imply
    are left out."""
    needs: dict[tuple[StepKey, StepKey], _Need] = {}
    for need in _needs(schedule, sized):
        known = needs.get((need.step, need.other))
        if known is None or need.lag < known.lag:
            needs[need.step, need.other] = need
    return _assemble(_needed(schedule, needs.values()))


def _needs(schedule: Schedule, sized: Iterable[Sized]) -> Iterator[_Need]:
    for meeting in (m for item in sized for m in item.meetings if m.crosses):
        if meeting.reader.core != meeting.writer.finisher:
            yield _Need(meeting.reader_step, meeting.written_step, meeting.behind, meeting.fifo)
        if meeting.writer.core != meeting.reader.finisher:
            yield _Need(meeting.writer_step, meeting.read_step, meeting.free, f"room in {meeting.fifo}")
    root = schedule.root
    for edge in schedule.stop_edges:
        for source in touches(schedule, root, edge.source):
            for target in touches(schedule, root, edge.target):
                if source.core != target.core:
                    step, other = (root.id, target.child, target.core), (root.id, source.child, source.core)
                    yield _Need(step, other, edge.delay, f"{edge.source} may stop the program")


def _needed(schedule: Schedule, needs: Iterable[_Need]) -> Iterator[_Need]:
    """Leave out what follows from an earlier wait of the same core for the same peer.

    A peer runs the children of a loop in order, turn after turn, so having seen child c of a turn is having seen all
    before it. A position is (turn relative to the waiting core's, child); what was waited for in the turn before
    counts as one turn older.

    Where the pass has stages the peer is as far as the pass that it began. What this core waited for counts if it did
    so in the same pass, or in the pass before in no later stage: at the end of the program no new passes are begun.
    """

    def stage(need: _Need) -> int:
        return schedule.stage(*need.step[:2])

    def position(need: _Need) -> tuple[int, int]:
        return schedule.stage(*need.other[:2]) - need.lag, need.other[1]

    groups: dict[tuple[int, int, int], list[_Need]] = {}
    for need in needs:
        groups.setdefault((need.step[0], need.step[2], need.other[2]), []).append(need)
    for group in groups.values():
        seen = before = (-ANY_TURN, 0)
        group.sort(key=lambda n: (n.step, tuple(-x for x in position(n))))
        for _, of_stage in groupby(group, stage):
            own = list(of_stage)
            turn, child = max([before, *map(position, own)])
            before = turn, child
            seen = max(seen, (turn - 1, child))
            for need in own:
                if position(need) > seen:
                    seen = position(need)
                    yield need


def _assemble(needs: Iterable[_Need]) -> Synchronisation:
    waiters: dict[StepKey, set[int]] = {}
    waits: dict[StepKey, list[Wait]] = {}
    for need in sorted(needs, key=lambda n: (n.step, n.other)):
        waiters.setdefault(need.other, set()).add(need.step[2])
        waits.setdefault(need.step, []).append(Wait(need.other, need.lag, need.reason))
    counters = {key: Counter(key, tuple(sorted(cores))) for key, cores in sorted(waiters.items())}
    return Synchronisation(counters, {key: tuple(found) for key, found in waits.items()})


def tail_moves(schedule: Schedule, sized: Iterable[Sized]) -> tuple[TailMove, ...]:
    """When the tails of linear buffers move: with one slot after the last use in a turn, else after the last write. Who
    wrote by way of an engine waits for it."""
    moves = []
    for item in sized:
        if item.buffer.layout is Layout.LINEAR:
            one = item.buffer.slots == 1
            ends = [m.writer for m in item.meetings] + ([m.reader for m in item.meetings] if one else [])
            last = max(ends, key=lambda touch: touch.child)
            queues = {m.writer.queue for m in item.meetings if m.writer.queue is not None}
            engines = tuple(sorted(engine_of(queue, schedule.cores) for queue in queues))
            moves.append(TailMove(item.buffer.name, last.core, last.child, engines))
    return tuple(moves)
