# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom: the counters between cores, and no more of them than are needed.

A reader waits for the writer's trip, a writer for the reader to have left the slot that it is about to write again.
On one core the order of the schedule does both, unless an engine does the work: then also the core that gave it waits.
A reader behind a long delay could be thousands of trips ahead of the writer, and the writer as far ahead of a reader
with a shorter one. Nothing gains by that, and the proof of a plan runs as many trips as a wait looks back; so none is
ever more than some trips ahead. Nor do readers read where the writer writes the same cache line, as long as they still
can be as far ahead as passes overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from dfgen.memory.buffers import Sized, buffer_accesses
from dfgen.model.plan import Counter, Layout, StepKey, TailMove, Wait, engine_of
from dfgen.model.program_waits import SPACE
from dfgen.model.schedule import Schedule

# Firings or blocks of them in all the trips that a wait looks back, for the time that the proof of a plan may take.
STEPS_BACK = 2_000

NOBODY: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Synchronisation:
    counters: Mapping[StepKey, Counter]
    waits: Mapping[StepKey, tuple[Wait, ...]]


@dataclass(frozen=True)
class _Need:
    """Step `step` of trip t may start when step `other` has been run in trip t - `lag`."""

    step: StepKey
    other: StepKey
    lag: int
    reason: str


def synchronise(schedule: Schedule, sized: Iterable[Sized], receivers: Mapping[str, int] = NOBODY) -> Synchronisation:
    """Counters and waits of all buffers and stop edges; waits that others of the same two cores imply
    are left out. `receivers`: the engines of actors that tell of the end once their messages are there."""
    needs: dict[tuple[StepKey, StepKey], _Need] = {}
    for need in _needs(schedule, sized, receivers):
        known = needs.get((need.step, need.other))
        if known is None or need.lag < known.lag:
            needs[need.step, need.other] = need
    return _assemble(_needed(schedule, needs.values()))


def _needs(schedule: Schedule, sized: Iterable[Sized], receivers: Mapping[str, int]) -> Iterator[_Need]:
    most = max(schedule.depth_passes, STEPS_BACK // len(schedule.places))
    crossing = ((each, item.buffer.spare_slots) for item in sized for each in item.dependences if each.crosses)
    for found, spare in crossing:
        if found.reader.core != found.writer.finisher:
            sooner = found.distance - spare
            distance = sooner if sooner >= schedule.depth_passes else found.distance
            yield _Need(found.reader_step, found.written_step, min(distance, most), found.fifo)
        if found.writer.core != found.reader.finisher:
            yield _Need(found.writer_step, found.read_step, min(found.reuse_distance, most), f"{SPACE}{found.fifo}")
    yield from _ordered(schedule)
    root = schedule.root
    for edge in schedule.stop_edges:
        for source in buffer_accesses(schedule, root, edge.source, receivers.get(edge.source)):
            for target in buffer_accesses(schedule, root, edge.target):
                if source.finisher != target.core:
                    step, other = (root.id, target.child, target.core), (root.id, source.child, source.finisher)
                    yield _Need(step, other, edge.delay, f"{edge.source} may stop the program")


def _ordered(schedule: Schedule) -> Iterator[_Need]:
    """Parts of ordered loops."""
    for edge in schedule.order_edges:
        reason = f"firings of {next(schedule.loops[edge.loop].body[edge.child].actors)} before these"
        key = edge.loop, edge.child
        yield _Need((*key, edge.core), (*key, edge.before), edge.lag, reason)


Position = tuple[int, int]
"""Of a peer: a trip, from that of the waiting core on, and a child of it."""


class _Seen:
    """How far a peer is known to be, by how many trips the wait looked back that told it: earlier than that it told
    nothing."""

    def __init__(self) -> None:
        self.by_lag: dict[int, Position] = {}

    def add(self, lag: int, position: Position) -> None:
        self.by_lag[lag] = max(position, self.by_lag.get(lag, position))

    def tells(self, lag: int, position: Position) -> bool:
        return any(seen >= position for told, seen in self.by_lag.items() if told <= lag)


def _needed(schedule: Schedule, needs: Iterable[_Need]) -> Iterator[_Need]:
    """Leave out what follows from an earlier wait of the same core for the same peer.

    A peer runs the children of a loop in order, trip after trip, so having seen child c of a trip is having seen all
    before it; where the pass has stages, also the later passes of those of earlier stages. What was waited for in the
    trip before counts as one trip older, and as one more for each stage that it is later: so long ago was the pass that
    this stage is in by then. (What earlier stages wait for in passes to come does not count, as at the end of the
    program no new passes are begun.)
    """

    def stage(need: _Need) -> int:
        return schedule.stage(*need.step[:2])

    def position(need: _Need) -> Position:
        return schedule.stage(*need.other[:2]) - need.lag, need.other[1]

    groups: dict[tuple[int, int, int], list[_Need]] = {}
    for need in needs:
        groups.setdefault((need.step[0], need.step[2], need.other[2]), []).append(need)
    for group in groups.values():
        seen = _Seen()
        group.sort(key=lambda n: (n.step, tuple(-x for x in position(n))))
        for number, own in groupby(group, stage):
            for need in group:
                trip, child = position(need)
                ago = 1 + max(0, stage(need) - number)
                seen.add(need.lag + ago, (trip - ago, child))
            for need in own:
                if not seen.tells(need.lag, position(need)):
                    seen.add(need.lag, position(need))
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
    """When tails move: in a linear buffer of one slot after the last use in a trip, else after the last write. Who
    wrote by way of an engine waits for it. Where several cores write in a trip, a ordered loop has them do so in the
    order of their firings."""
    moves = []
    for item in sized:
        if item.buffer.layout is not Layout.SLOTS:
            one = item.buffer.slots == 1
            ends = [m.writer for m in item.dependences] + ([m.reader for m in item.dependences] if one else [])
            last = max(ends, key=lambda access: (access.child, access.start, access.core))
            queues = {m.writer.queue for m in item.dependences if m.writer.queue is not None}
            engines = tuple(sorted(engine_of(queue, schedule.cores) for queue in queues))
            # Who runs a trip of a ordered loop also ends it.
            cores = [part.core for part in schedule.loops[item.buffer.loop].parts] or [last.core]
            moves += [TailMove(item.buffer.name, core, last.child, engines) for core in cores]
    return tuple(moves)
