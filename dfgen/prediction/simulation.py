# SPDX-License-Identifier: Apache-2.0
"""The program run with clocks in place of actors: every core's steps in order, waits for counters, engines' queues.

Who waits goes on `sync` after the counter was published, or later if it has gone to sleep by then. Nothing else makes
cores depend on each other, so the order in which this program looks at them changes nothing.

Times do not vary here, so cores gain nothing by running further ahead of each other than a round through all of them
takes. Waits that look back further are cut to that (`reach_of`), lest every prediction begin with filling deep buffers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field

from dfgen.model.frozen import frozen
from dfgen.model.platform import Platform
from dfgen.model.program import Program, Publish, Wait
from dfgen.prediction.durations import PS_PER_NS, Durations, Kind
from dfgen.prediction.steps import Completion, CoreSteps, Item, Step, Submission, Tail, Turning, steps_of_cores

SPIN_PS = 2_000_000 * PS_PER_NS
"""Runtime: for so long a core looks at the counter before it sleeps: at first, and where that pays (`wait.c`)."""


@frozen
class Piece:
    """What a lane did from `start_ps` to `end_ps`. Lanes are cores, then the queues of engines. `firings`: 0 for waits,
    trips for `MORE`."""

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
    trips: dict[int, int] = field(default_factory=dict)
    begins: list[int] = field(default_factory=list)


def reach_of(program: Program) -> int:
    """How many trips waits look back at most."""
    return 2 * len(program.cores) + 8 + _latest(program)


def _latest(program: Program) -> int:
    """How many passes later than one core another one may need what that does: a core may wait for what comes late, and
    be late itself for the next one."""
    return sum(max((stage.late for stage in agent.stages), default=0) for agent in program.cores)


_Blocked = Generator[None, None, None]


class Simulation:
    """Runs passes for as long as it is asked to. `pieces` holds what was done since `record`; `events` counts steps."""

    def __init__(self, program: Program, platform: Platform, durations: Durations) -> None:
        self.cores = [_Core(agent.core) for agent in program.cores]
        self.iterations = program.chunk
        self.pieces: list[Piece] = []
        self.events = 0
        self._reach = reach_of(program)
        self._lists: list[CoreSteps] = steps_of_cores(program, durations, self._reach)
        self._latest = _latest(program)
        self._published: list[list[int]] = [[] for _ in program.counters]
        self._queues: dict[int, int] = {}
        self._left: dict[int, float] = {}
        self._completions: dict[int, Completion] = {}
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
        begun = 0
        while True:
            while begun > self._goal + self._latest:
                yield
            core.begins.append(core.now_ps)
            self.events += 1
            for stage in self._lists[core.index]:
                if begun >= stage.late:
                    yield from self._trip(core, stage.steps, begun - stage.late, self.iterations)
            begun += 1

    def _trip(self, core: _Core, steps: Iterable[Step], trip: int, iterations: int) -> _Blocked:
        """One trip of a loop, or of a stage of the pass."""
        for step in steps:
            if isinstance(step, Wait):
                yield from self._wait(core, step, trip)
            elif isinstance(step, Turning):
                yield from self._loop(core, step, iterations)
            elif isinstance(step, Item):
                self._do(core, step, iterations)
            elif isinstance(step, Tail):
                self._spend(core, step.time_ps, Kind.MOVE, "tail of a buffer", 1)
            elif isinstance(step, Submission):
                self._submit(core, step, iterations)
            elif isinstance(step, Publish):
                self._published[step.counter].append(core.now_ps)
            elif isinstance(step, Completion):
                done_ps = self._queues.get(step.queue, core.now_ps)
                self._completions[step.counter] = step
                self._published[step.counter].append(done_ps + step.seen_ps)
            self.events += 1

    def _loop(self, core: _Core, loop: Turning, outer: int) -> _Blocked:
        """All trips of an inner loop for one trip of the loop around it."""
        begins: list[int] = []
        for skipped, iterations in loop.trips(outer):
            begins.append(core.now_ps)
            if skipped:
                half = len(begins) // 2
                each = (begins[-1] - begins[half]) / (len(begins) - 1 - half)
                self._spend(core, round(skipped * each), Kind.MORE, "more trips", skipped)
            trip = core.trips.get(loop.id, 0)
            yield from self._trip(core, loop.steps, trip, iterations)
            core.trips[loop.id] = trip + 1

    def _wait(self, core: _Core, wait: Wait, trip: int) -> _Blocked:
        index = trip - min(wait.lag, self._reach)
        if index < 0:
            return
        published = self._published[wait.counter]
        while len(published) <= index:
            yield
        if wait.counter in self._completions and published[index] > core.now_ps:
            published[index] = self._made_together(core, self._completions[wait.counter], published[index])
        published_ps = published[index]
        seen_ps = published_ps + self._sync_ps
        if seen_ps <= core.now_ps:
            return
        if seen_ps - core.now_ps > SPIN_PS:
            seen_ps = published_ps + self._wake_ps
        self._spend(core, seen_ps - core.now_ps, Kind.WAIT, wait.reason, 0)

    def _made_together(self, core: _Core, completion: Completion, published_ps: int) -> int:
        """When a copy is done that a core begins to wait for, and helps to make. What the engine has to do after it
        comes sooner, too."""
        done_ps, left = published_ps - completion.seen_ps, self._left.get(completion.queue, 1.0)
        saved_ps = round(max(0, done_ps - core.now_ps) * (1 - left))
        self._queues[completion.queue] -= saved_ps
        return published_ps - saved_ps

    def _do(self, core: _Core, item: Item, iterations: int) -> None:
        count = item.count(iterations)
        if count:
            self._spend(core, round(count * item.firing_ps), item.kind, item.name, count)

    def _submit(self, core: _Core, submission: Submission, iterations: int) -> None:
        """Queues work in order, from now on or when they have done what they have."""
        count = submission.item.count(iterations)
        start_ps = max(core.now_ps, self._queues.get(submission.queue, 0))
        end_ps = start_ps + round(count * submission.engine_ps)
        self._queues[submission.queue] = end_ps
        self._left[submission.queue] = submission.left
        if count and len(core.begins) > self._record_from:
            name = submission.item.name
            self.pieces.append(Piece(submission.queue, start_ps, end_ps, Kind.MOVE, name, count))

    def _spend(self, core: _Core, time_ps: int, kind: Kind, name: str, firings: int) -> None:
        if len(core.begins) > self._record_from:
            self.pieces.append(Piece(core.index, core.now_ps, core.now_ps + time_ps, kind, name, firings))
        core.now_ps += time_ps
