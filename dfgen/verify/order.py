# SPDX-License-Identifier: Apache-2.0
"""Whether waits and counters do what is needed, and nobody waits for ever: an abstract run of all agents.

Vector clocks (Lamport 1978; Mattern 1989) tell what each agent knows to be done: a wait counts only for the trip that
it waits for, not for what the other may have done since. An engine's queue has a clock of its own: what is submitted to
it is done at any time from then on, and in any order, for cores take copies over; only what the core knew as it
submitted comes before. The lists are the same in every pass and every wait looks back a bounded number of trips, so
that a deadlock, were there one, would show in so many passes and one period more. Where passes have stages a program
that ends sooner is not the beginning of a longer one: then shorter ones are run as well. And a program's last pass may
be short, so that inner loops have fewer trips in which to tell anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dfgen.model.program import ROOT, Complete, Drain, Loop, Program, Publish, Wait
from dfgen.verify.needs import Event, Need
from dfgen.verify.steps import Step, Steps, gives_to_engine, lengths_of_trips, queue_of

# Trips after which a program that looks back only from stage to stage goes on as it did.
TRIPS_FEW = 4
PASSES_MORE = 2
"""Than anybody waits back."""
TELLING = (Wait, Publish, Complete, Drain)


def order_problems(steps: Steps, needs: Iterable[Need]) -> Iterator[str]:
    yield from _unwoken(steps)
    crossing = list(needs)
    queues = any(gives_to_engine(block) for step in steps for block in step.blocks)
    if len(steps.program.cores) == 1 and not queues:
        if any(isinstance(step.operation, Wait) for step in steps):
            yield "a core waits for itself"
        return
    far = _far(steps, crossing)
    needed = _ByEvent([replace(need, lag=_lag_in_run(steps, need, far)) for need in crossing])
    problems: dict[str, None] = {}
    for passes, last in passes_to_run(steps, far):
        problems.update(dict.fromkeys(_Run(steps, needed, passes, last).problems()))
    yield from problems


def _unwoken(steps: Steps) -> Iterator[str]:
    """Who sleeps while it waits for a counter must be among those that are woken when it is raised."""
    for step in steps:
        if isinstance(step.operation, Wait):
            counter = steps.program.counters[step.operation.counter]
            if step.core not in counter.waiters:
                yield f"core {step.core} waits for counter {step.operation.counter}, which does not wake it"


def _far(steps: Steps, needs: Sequence[Need]) -> int:
    """How many passes back the run must look. Who knows of a trip of another agent knows it by waits, one agent after
    the other: either not further back than all these together, or never."""
    waits = (step.operation for step in steps if isinstance(step.operation, Wait))
    longest = max([*(wait.lag for wait in waits), steps.program.depth_passes + 1])
    passes = max((need.lag // trips_in_pass(steps, need.after.step.loop) + 1 for need in needs), default=0)
    return max(longest, min(passes, longest * len(steps.program.agents)))


def _lag_in_run(steps: Steps, need: Need, far: int) -> int:
    """How many trips back the run asks for: of whole passes where it leaves out trips, or does not look so far."""
    loop = need.after.step.loop
    trips, run = trips_in_pass(steps, loop), trips_in_pass(steps, loop, far + PASSES_MORE)
    passes = need.lag // trips
    if trips == run and passes <= far:
        return need.lag
    return min(passes, far) * run if passes > 0 else min(need.lag, run)


def trips_in_pass(steps: Steps, loop: int, most: int | None = None) -> int:
    """Of a full pass; at most so many whole ones of a loop in each trip of the loop around it."""
    if loop == ROOT:
        return 1
    own, outer = steps.loops[loop][-1], steps.parent(loop)
    whole, rest = divmod(own.count * steps.chunk(outer), own.chunk)
    return trips_in_pass(steps, outer, most) * ((whole if most is None else min(whole, most)) + (rest > 0))


def passes_to_run(steps: Steps, far: int) -> list[tuple[int, int]]:
    """Passes of a program, and the iterations of the last one, as far as that makes a difference to who waits for
    what: with stages few, so that its end meets its beginning, or as many as anybody looks back, so that its end meets
    the first of these."""
    program = steps.program
    most = far + PASSES_MORE
    latest = max((step.late for own in steps.lists for step in own), default=0)
    passes = [most]
    if latest:
        few = 2 * latest + TRIPS_FEW
        passes = sorted({*range(1, min(few, most) + 1), *range(max(1, most - TRIPS_FEW), most + 1)})
    lasts = sorted({1, program.chunk}) if any(_tells_inside(step) for step in steps) or program.engines else []
    return [(count, last) for count in passes for last in lasts or [program.chunk]]


def _tells_inside(step: Step) -> bool:
    return step.parent is not None and isinstance(step.operation, TELLING)


class _ByEvent:
    """What is needed before each event; and which events are asked for."""

    def __init__(self, needs: Iterable[Need]) -> None:
        self.all = list(needs)
        self.before: dict[Step, list[Need]] = {}
        for need in self.all:
            self.before.setdefault(need.after.step, []).append(need)
        self.steps = {step for need in self.all for step in (need.before.step, need.after.step)}


Clock = list[int]
"""Of every agent, how much of what it has done is known."""


@dataclass
class _Core:
    """A core in the abstract run: what it does next, and what it knows."""

    number: int
    events: Iterator[tuple[Step, bool, int]]
    clock: Clock
    pending: tuple[Step, bool, int] | None = None
    done: bool = False


@dataclass
class _Run:
    """Of `passes`, the last of which has `last` iterations."""

    steps: Steps
    needs: _ByEvent
    passes: int
    last: int
    told: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    history: dict[Event, list[int]] = field(default_factory=dict)
    found: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = self.steps.program
        self.queues: dict[int, Clock] = {
            agent.number: [0] * len(program.agents) for agent in program.agents if agent.number >= len(program.cores)
        }
        self.queue_of = {(a.core, a.engine): a.number for a in program.agents if a.number in self.queues}
        self.given = {step: sorted(_queues_of(step, program)) for step in self.steps if self.queues}
        self.visited = {step for step in self.steps if isinstance(step.operation, Loop) and self._is_visited(step)}
        self.trips: dict[tuple[int, int], int] = {}

    def _is_visited(self, step: Step) -> bool:
        """Whether anything inside concerns others; other loops are single steps."""
        if any(loop.share is not None for loop in (*step.loops, step.operation) if isinstance(loop, Loop)):
            return False
        return any(
            isinstance(inner.operation, TELLING) or inner in self.needs.steps or self._is_visited(inner)
            for inner in step.inside
        )

    def problems(self) -> Iterable[str]:
        size = len(self.steps.program.agents)
        cores = [_Core(agent.core, self._events(agent.core), [0] * size) for agent in self.steps.program.cores]
        while any([self._advance(core) for core in cores]):  # noqa: C419 every core in every round
            pass
        for core in cores:
            if not core.done and core.pending is not None:
                wait = core.pending[0].operation
                assert isinstance(wait, Wait)
                self._tell(f"core {core.number} waits for ever ({wait.reason})")
        return self.found

    def _tell(self, problem: str) -> None:
        self.found[problem] = None

    def _events(self, core: int) -> Iterator[tuple[Step, bool, int]]:
        """(step, whether it begins, trip) in the core's order: of the pass that it begins, and of those before that
        its stages are in."""
        body = [step for step in self.steps.lists[core] if self._matters(step)]
        chunk = self.steps.program.chunk
        for begun in range(self.passes + max((step.late for step in body), default=0)):
            for step in body:
                trip = begun - step.late
                if 0 <= trip < self.passes:
                    yield from self._of_step(step, trip, chunk if trip < self.passes - 1 else self.last)

    def _matters(self, step: Step) -> bool:
        return (
            isinstance(step.operation, TELLING)
            or step in self.needs.steps
            or bool(self.given.get(step))
            or step in self.visited
        )

    def _of_step(self, step: Step, trip: int, iterations: int) -> Iterator[tuple[Step, bool, int]]:
        yield step, True, trip
        if step in self.visited:
            loop = step.operation
            assert isinstance(loop, Loop)
            body = [inner for inner in step.inside if self._matters(inner)]
            for length in lengths_of_trips(loop, iterations, self.passes):
                inner_trip = self.trips.get((step.core, loop.id), 0)
                for inner in body:
                    yield from self._of_step(inner, inner_trip, length)
                self.trips[step.core, loop.id] = inner_trip + 1
        if not isinstance(step.operation, Wait):
            yield step, False, trip

    def _advance(self, core: _Core) -> bool:
        """Run one core until it must wait. Whether it got anywhere."""
        moved = False
        while not core.done:
            if core.pending is None:
                core.pending = next(core.events, None)
                core.done = core.pending is None
                continue
            step, begins, trip = core.pending
            if isinstance(step.operation, Wait):
                if not self._passes(core, step.operation, trip):
                    return moved
            elif begins:
                self._begin(core, step, trip)
            else:
                self._end(core, step, trip)
            core.pending, moved = None, True
        return moved

    def _passes(self, core: _Core, wait: Wait, trip: int) -> bool:
        told = self.told.get(wait.counter, ())
        if trip < wait.lag:
            return True
        if len(told) <= trip - wait.lag:
            return False
        _learn(core.clock, told[trip - wait.lag])
        return True

    def _begin(self, core: _Core, step: Step, trip: int) -> None:
        """What is given to an engine may be done as soon as the core that gives it begins."""
        for need in self.needs.before.get(step, ()):
            self._require(core.clock, need, trip)

    def _end(self, core: _Core, step: Step, trip: int) -> None:
        core.clock[core.number] += 1
        for queue in self.given.get(step, ()):
            clock = self.queues[queue]
            if step not in self.visited:  # what was given inside has been counted there, and may have been told since
                _learn(clock, core.clock)
                clock[queue] += 1
            self.history.setdefault(Event(queue, step), []).append(clock[queue])
        operation = step.operation
        match operation:
            case Publish(counter):
                self._publish(counter, core.number, core.clock, trip)
            case Complete(counter, engine):
                queue = self.queue_of[core.number, engine]
                clock = self.queues[queue]
                _learn(clock, core.clock)
                self._publish(counter, queue, clock, trip)
            case Drain(engine):
                _learn(core.clock, self.queues[self.queue_of[core.number, engine]])
        self.history.setdefault(Event(core.number, step), []).append(core.clock[core.number])

    def _publish(self, counter: int, agent: int, clock: Clock, trip: int) -> None:
        told = self.told.setdefault(counter, [])
        if self.steps.program.counters[counter].agent != agent or len(told) != trip:
            self._tell(f"counter {counter} is raised to trip {trip} by {self.steps.program.name_of(agent)}")
        told.append(tuple(clock))

    def _require(self, clock: Sequence[int], need: Need, trip: int) -> None:
        wanted = trip - need.lag
        if wanted < 0 or (need.lag < 0 and wanted >= self.passes):
            return  # the program does not have that trip
        history = self.history.get(need.before, ())
        if len(history) <= wanted or clock[need.before.agent] < history[wanted]:
            self._tell(need.problem)


def _learn(clock: Clock, known: Sequence[int]) -> None:
    clock[:] = map(max, clock, known)


def _queues_of(step: Step, program: Program) -> set[int]:
    found: set[int] = set()
    for block in step.blocks:
        found |= {queue for queue in map(queue_of, block.body) if queue is not None}
    for inner in step.inside:
        found |= _queues_of(inner, program)
    return found
