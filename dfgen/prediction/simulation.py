# SPDX-License-Identifier: Apache-2.0
"""The plan run with clocks in place of actors: every core's steps in order, waits for counters, queues of engines.

Who waits goes on `sync` after the counter was published, or later if it has gone to sleep by then. Nothing else makes
cores depend on each other, so the order in which this program looks at them changes nothing.

Times do not vary here, so cores gain nothing by running further ahead of each other than a round through all of them
takes. Waits that look back further are cut to that (`reach_of`), lest every prediction begin with filling deep buffers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from dfgen.model.plan import PACE, Plan, StepKey, Wait
from dfgen.model.platform import Platform
from dfgen.prediction.durations import PS_PER_NS, Durations, Kind
from dfgen.prediction.program import Item, Step, Submission, Turning, programs

# For so long a waiting core looks at the counter before it sleeps: at first, and where that pays (runtime/src/wait.c).
SPIN_PS = 2_000_000 * PS_PER_NS
PASS_WAITS = "no core runs far ahead of core 0"


@dataclass(frozen=True)
class Piece:
    """What a lane did from `start_ps` to `end_ps`. Lanes are cores, then the queues of engines. `firings`: 0 for waits,
    turns for `MORE`."""

    lane: int
    start_ps: int
    end_ps: int
    kind: Kind
    name: str
    firings: int


@dataclass
class _Core:
    index: int
    now_ps: int = 0
    turns: dict[int, int] = field(default_factory=dict)
    begins: list[int] = field(default_factory=list)


def reach_of(plan: Plan) -> int:
    """How many turns waits look back at most."""
    return 2 * plan.schedule.cores + 8


_Blocked = Generator[None, None, None]


def _submissions(loop: Turning | None) -> Iterator[Submission]:
    """What the steps of a loop give to engines, which say so as well when all of its turns are done."""
    for step in loop.steps if loop is not None else ():
        yield from (*step.submissions, *_submissions(step.loop))


class Simulation:
    """Runs passes for as long as it is asked to. `pieces` holds what was done since `record`; `events` counts steps."""

    def __init__(self, plan: Plan, platform: Platform, durations: Durations) -> None:
        self.cores = [_Core(index) for index in range(plan.schedule.cores)]
        self.roots = programs(plan, durations, reach_of(plan))
        self.iterations = plan.schedule.root.chunk
        self.pieces: list[Piece] = []
        self.events = 0
        self._reach = reach_of(plan)
        self._latest = plan.schedule.latest(0)
        self._stages = max(plan.schedule.stages, default=0)  # others may need what comes so many passes late
        self._pace = Wait(PACE, plan.schedule.depth_passes + 1, PASS_WAITS)
        self._published: dict[StepKey, list[int]] = {}
        self._queues: dict[int, int] = {}
        self._sync_ps = platform.costs.sync_ns * PS_PER_NS
        self._wake_ps = max(platform.costs.futex_ns, platform.costs.sync_ns) * PS_PER_NS
        self._goal, self._record_from = 0, 1 << 62
        self._running = [self._core(core) for core in self.cores]

    def run(self, passes: int) -> None:
        """Until every core has begun one pass more than `passes`."""
        self._goal = passes
        rest = True
        while rest:
            before = self.events
            for running in self._running:
                next(running)
            rest = any(len(core.begins) <= passes for core in self.cores)
            assert not rest or self.events > before, "a plan that is live always gets on"

    def record(self) -> int:
        """From the next pass that no core has begun, remember what is done. Gives that pass."""
        self._record_from = max(len(core.begins) for core in self.cores)
        return self._record_from

    def _core(self, core: _Core) -> _Blocked:
        """Yields where it cannot go on: because of another core, or because enough passes have been run."""
        root = self.roots[core.index]
        turn = 0
        while True:
            while turn > self._goal + self._stages:
                yield
            if core.index > 0:
                yield from self._wait(core, self._pace, turn)
            core.begins.append(core.now_ps)
            self.events += 1
            yield from self._turn(core, root, turn, self.iterations)
            if core.index == 0 and turn >= self._latest:
                self._published.setdefault(PACE, []).append(core.now_ps)
            turn += 1

    def _turn(self, core: _Core, loop: Turning, begun: int, iterations: int) -> _Blocked:
        for step in loop.steps:
            turn = begun - step.turns_late
            if turn < 0:
                continue
            for wait in step.waits:
                yield from self._wait(core, wait, turn)
            if step.loop is not None:
                yield from self._loop(core, step.loop, iterations)
            for item in step.items:
                self._do(core, item, iterations)
            if step.tail_ps:
                self._spend(core, step.tail_ps, Kind.MOVE, "tail of a buffer", 1)
            self._publish(core, step, iterations)

    def _loop(self, core: _Core, loop: Turning, outer: int) -> _Blocked:
        """All turns of an inner loop for one turn of the loop around it."""
        begins: list[int] = []
        for skipped, iterations in loop.turns(outer):
            begins.append(core.now_ps)
            if skipped:
                half = len(begins) // 2
                each = (begins[-1] - begins[half]) / (len(begins) - 1 - half)
                self._spend(core, round(skipped * each), Kind.MORE, "more turns", skipped)
            turn = core.turns.get(loop.id, 0)
            yield from self._turn(core, loop, turn, iterations)
            core.turns[loop.id] = turn + 1

    def _wait(self, core: _Core, wait: Wait, turn: int) -> _Blocked:
        index = turn - min(wait.lag, self._reach)
        if index < 0:
            return
        while len(self._published.get(wait.step, ())) <= index:
            yield
        published_ps = self._published[wait.step][index]
        seen_ps = published_ps + self._sync_ps
        if seen_ps <= core.now_ps:
            return
        if seen_ps - core.now_ps > SPIN_PS:
            seen_ps = published_ps + self._wake_ps
        self._spend(core, seen_ps - core.now_ps, Kind.WAIT, wait.reason, 0)

    def _do(self, core: _Core, item: Item, iterations: int) -> None:
        count = item.count(iterations)
        if count:
            self._spend(core, round(count * item.firing_ps), item.kind, item.name, count)

    def _publish(self, core: _Core, step: Step, iterations: int) -> None:
        self.events += 1
        self._published.setdefault(step.key, []).append(core.now_ps)
        done: dict[int, int] = {}
        for submission in step.submissions:
            count = submission.item.count(iterations)
            start_ps = max(core.now_ps, self._queues.get(submission.queue, 0))
            end_ps = start_ps + round(count * submission.copy.engine_ps)
            self._queues[submission.queue] = end_ps
            done[submission.queue] = end_ps + submission.copy.seen_ps
            if count and len(core.begins) > self._record_from:
                name = submission.item.name
                self.pieces.append(Piece(submission.queue, start_ps, end_ps, Kind.MOVE, name, count))
        for submission in _submissions(step.loop):
            done[submission.queue] = self._queues.get(submission.queue, core.now_ps) + submission.copy.seen_ps
        for queue, seen_ps in done.items():
            self._published.setdefault((*step.key[:2], queue), []).append(seen_ps)

    def _spend(self, core: _Core, time_ps: int, kind: Kind, name: str, firings: int) -> None:
        if len(core.begins) > self._record_from:
            self.pieces.append(Piece(core.index, core.now_ps, core.now_ps + time_ps, kind, name, firings))
        core.now_ps += time_ps
