# SPDX-License-Identifier: Apache-2.0
"""What each core knows to be done before and after each of its waits: a run of the program's counters alone.

Vector clocks (Lamport 1978; Mattern 1989) tell what is known: a wait counts only for the trip that it waits for, not
for what the peer may have done since. The queue to an engine has a clock of its own. All lists are run through the
transient and one trip more; and as shorter programs too, whose cores wait for nothing in passes that are not begun, and
with a last pass of a single iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from dfgen.model.frozen import frozen
from dfgen.model.program import (
    Agent,
    AgentKind,
    Complete,
    Drain,
    Fire,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Publish,
    Submit,
    Wait,
    operations,
)

TRIPS_FEW = 4
"""Effort: trips after which a program that looks back only from stage to stage goes on as it did."""

Clock = tuple[int, ...]
"""Of every core, how many of its publications are known; of every queue, how much of what it was given is done."""


@frozen
class Waits:
    """Waits that follow on each other, numbered in the order of the lists."""

    number: int
    waits: tuple[Wait, ...]


@frozen
class Mark:
    """A place that somebody wants to know of, as a core begins what stands there or has ended it."""

    place: object
    begins: bool


@frozen
class _Given:
    """Work for a queue."""

    queue: int


@frozen
class _Trips:
    """A loop in which something happens."""

    loop: Loop
    events: tuple[Event, ...]


Event = Waits | Mark | Publish | Complete | Drain | _Given | _Trips
Marks = Callable[[Agent, int, Operation], object]
"""Of an operation in a list of that loop, what it is known by to those who watch the run; None if by nothing."""


@frozen
class Lists:
    """What of all cores' lists makes anybody wait, or is watched.

    events: by core and stage, how late it is and what happens in it
    groups: all waits
    queues: by core and engine, the agent
    """

    program: Program
    events: tuple[tuple[tuple[int, tuple[Event, ...]], ...], ...]
    groups: tuple[Waits, ...]
    queues: Mapping[tuple[int, int], int]

    def trips_to_run(self) -> list[int]:
        """How many passes a program may have, as far as that makes a difference to who waits for what: few, so that its
        end meets its beginning, or as many as the longest look back, so that its end meets the first of these."""
        lags = [wait.lag for group in self.groups for wait in group.waits]
        most = max([*lags, self.program.depth_passes + 1]) + 2
        few = 2 * (1 + max(late for stages in self.events for late, _ in stages)) + TRIPS_FEW
        return sorted({*range(1, min(few, most) + 1), *range(max(1, most - TRIPS_FEW), most + 1)})

    def programs_to_run(self) -> list[tuple[int, int]]:
        """Passes, and the iterations of the last one."""
        lasts = sorted({1, self.program.chunk})
        return [(trips, last) for trips in self.trips_to_run() for last in lasts]


def lists_of(program: Program, marks: Marks = lambda *_: None) -> Lists:
    maker = _Maker(program, marks)
    events = tuple(
        tuple((stage.late, maker.events(agent, 0, stage.body)) for stage in agent.stages) for agent in program.cores
    )
    return Lists(program, events, tuple(maker.groups), maker.queues)


class _Maker:
    def __init__(self, program: Program, marks: Marks) -> None:
        self.marks = marks
        self.groups: list[Waits] = []
        queues = (agent for agent in program.agents if agent.kind is AgentKind.QUEUE)
        self.queues = {(agent.core, agent.engine): agent.number for agent in queues}

    def events(self, agent: Agent, loop: int, body: Iterable[Operation]) -> tuple[Event, ...]:
        return tuple(self._events(agent, loop, body))

    def _events(self, agent: Agent, loop: int, body: Iterable[Operation]) -> Iterator[Event]:
        for part in grouped(body):
            if isinstance(part, tuple):
                self.groups.append(Waits(len(self.groups), part))
                yield self.groups[-1]
            elif isinstance(part, (Publish, Complete, Drain)):
                yield part
            elif (place := self.marks(agent, loop, part)) is not None:
                yield Mark(place, begins=True)
                yield from self._inside(agent, part)
                yield Mark(place, begins=False)
            else:
                yield from self._inside(agent, part)

    def _inside(self, agent: Agent, operation: Operation) -> Iterator[Event]:
        if isinstance(operation, Loop):
            if events := self.events(agent, operation.id, operation.body):
                yield _Trips(operation, events)
            return
        blocks = operation.blocks if isinstance(operation, Interleaved) else (operation,)
        for block in blocks:
            if isinstance(block, Firings):
                yield from (_Given(queue) for queue in dict.fromkeys(_queues(block)))


def grouped(body: Iterable[Operation]) -> Iterator[Operation | tuple[Wait, ...]]:
    """A list with the waits that follow on each other together."""
    waits: list[Wait] = []
    for operation in body:
        if isinstance(operation, Wait):
            waits.append(operation)
            continue
        if waits:
            yield tuple(waits)
            waits = []
        yield operation
    if waits:
        yield tuple(waits)


def _queues(block: Firings) -> Iterator[int]:
    for operation in block.body:
        if isinstance(operation, Submit) or (isinstance(operation, Fire) and operation.queue is not None):
            assert operation.queue is not None
            yield operation.queue


def tellers_of(program: Program) -> Mapping[int, int]:
    """By counter that a core raises, the number of that core. Whoever knows of one of its publications has learnt all
    that the core knew then: of what such a counter tells, the place of the core in the clock says all. (Engines raise
    theirs again as their core has learnt more.)"""
    cores = len(program.cores)
    return {number: counter.agent for number, counter in enumerate(program.counters) if counter.agent < cores}


def drains(program: Program) -> bool:
    """Whether a core ever waits for an engine and not for a counter."""
    return any(
        isinstance(operation, Drain)
        for agent in program.cores
        for stage in agent.stages
        for operation in operations(stage.body)
    )


@dataclass
class _Core:
    """A core in the run: what it does next, and what it knows of everybody's progress."""

    index: int
    events: Iterator[tuple[Event, int]]
    clock: list[int]
    pending: tuple[Event, int] | None = None
    done: bool = False


@dataclass
class Run:
    """The run of all lists through so many passes, the last of which has `last` iterations.

    on_waits: is told of the number of waits that a core has come to, its clock before them, and what each of them
        tells, or None where that is nothing yet
    on_mark: is told of a mark and of the core's clock there
    told: by counter, what each of its trips tells
    """

    lists: Lists
    passes: int
    last: int
    on_waits: Callable[[int, Clock, Sequence[Clock | None]], None] = lambda *_: None
    on_mark: Callable[[Mark, Clock], None] = lambda *_: None
    told: dict[int, list[Clock]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        agents = len(self.lists.program.agents)
        self.queue_clocks = {queue: [0] * agents for queue in self.lists.queues.values()}
        self.tellers = tellers_of(self.lists.program)

    def run(self) -> None:
        length = len(self.lists.program.agents)
        cores = [_Core(core, self._core(core), [0] * length) for core in range(len(self.lists.events))]
        while any([self._advance(core) for core in cores]):  # noqa: C419 every core in every round
            pass

    def _core(self, core: int) -> Iterator[tuple[Event, int]]:
        """What happens on a core, each with its trip: of the pass that it begins, and of those that stages are in."""
        stages = self.lists.events[core]
        trips: dict[int, int] = {}
        for begun in range(self.passes + max((late for late, _ in stages), default=0)):
            for late, events in stages:
                if 0 <= begun - late < self.passes:
                    iterations = self.lists.program.chunk if begun - late < self.passes - 1 else self.last
                    yield from self._trip(events, begun - late, trips, iterations)

    def _trip(
        self, events: Iterable[Event], trip: int, trips: dict[int, int], iterations: int
    ) -> Iterator[tuple[Event, int]]:
        for event in events:
            if not isinstance(event, _Trips):
                yield event, trip
                continue
            for length in self._lengths(event.loop, iterations):
                inner = trips.get(event.loop.id, 0)
                yield from self._trip(event.events, inner, trips, length)
                trips[event.loop.id] = inner + 1

    def _lengths(self, loop: Loop, iterations: int) -> Iterator[int]:
        """The iterations of each trip of a loop, in so many of the loop around it; of very many trips only some."""
        whole, rest = divmod(loop.count * iterations, loop.chunk)
        yield from repeat(loop.chunk, min(whole, self.passes))
        if rest:
            yield rest

    def _advance(self, core: _Core) -> bool:
        """Run one core until it must wait. Whether it got anywhere."""
        moved = False
        while not core.done:
            if core.pending is None:
                core.pending = next(core.events, None)
                core.done = core.pending is None
                continue
            if not self._happens(core, *core.pending):
                return moved
            core.pending, moved = None, True
        return moved

    def _happens(self, core: _Core, event: Event, trip: int) -> bool:
        if isinstance(event, Waits):
            return self._wait(core, event, trip)
        if isinstance(event, Mark):
            self.on_mark(event, tuple(core.clock))
        elif isinstance(event, Publish):
            core.clock[core.index] += 1
            self.told.setdefault(event.counter, []).append(tuple(core.clock))
        elif isinstance(event, Complete):
            # Told when all that was given is done, and not before the core has come to say so.
            clock = self.queue_clocks[self.lists.queues[core.index, event.engine]].copy()
            _learn(clock, core.clock)
            self.told.setdefault(event.counter, []).append(tuple(clock))
        elif isinstance(event, Drain):
            _learn(core.clock, self.queue_clocks[self.lists.queues[core.index, event.engine]])
        elif isinstance(event, _Given):
            clock = self.queue_clocks[event.queue]
            _learn(clock, core.clock)
            clock[event.queue] += 1
        return True

    def _wait(self, core: _Core, group: Waits, trip: int) -> bool:
        """Wait as the core will. Whether it goes on."""
        for wait in group.waits:
            if trip >= wait.lag and len(self.told.get(wait.counter, ())) <= trip - wait.lag:
                return False
        told = [self.told[wait.counter][trip - wait.lag] if trip >= wait.lag else None for wait in group.waits]
        self.on_waits(group.number, tuple(core.clock), told)
        for wait, known in zip(group.waits, told, strict=True):
            teller = self.tellers.get(wait.counter)
            if known is not None and (teller is None or core.clock[teller] < known[teller]):
                _learn(core.clock, known)
        return True


def _learn(clock: list[int], other: Sequence[int]) -> None:
    clock[:] = map(max, clock, other)
