# SPDX-License-Identifier: Apache-2.0
"""What each core does in a pass, as a tree of timed steps.

Loops in which nobody can have to wait are firings one after the other. Others run step by step, but of very many trips
only the first and the last are run one by one: in between a core goes on as it did, so that the cost of a prediction
does not grow with the number of trips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dfgen.model.frozen import frozen
from dfgen.model.program import (
    Agent,
    AgentKind,
    CarryTail,
    Complete,
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
from dfgen.prediction.durations import Durations, Kind

ALL = 1 << 62
"""Mark: trips, of which all are run one by one."""
TRIPS_MOST = (ALL, 1024, 256, 64, 16, 8)
"""Effort: bounds of the trips that are run one by one, in the order in which they are tried."""
EVENTS_PER_PASS = 2_000
"""Effort: so many events a pass should have."""


@frozen
class Item:
    """Some firings of an actor. In a trip of n iterations of the loop around it there are those between `start` and the
    lesser of `stop` and n * `firings`, each taking `firing_ps`."""

    kind: Kind
    name: str
    firings: int
    start: int
    stop: int
    firing_ps: float

    def count(self, iterations: int) -> int:
        return max(0, min(self.stop, self.firings * iterations) - self.start)


@frozen
class Tail:
    """The tail of a buffer is carried to its next slot."""

    buffer: str
    time_ps: int


@frozen
class Submission:
    """Work for the queue of an engine: `engine_ps` of it for each firing of `item`. `left`: of what is not done as a
    core begins to wait for it, the part that it then takes, as both work on it."""

    queue: int
    item: Item
    engine_ps: float
    left: float = 1.0


@frozen
class Completion:
    """A queue tells by a counter that it is done, which is seen `seen_ps` later."""

    counter: int
    queue: int
    seen_ps: int


@frozen
class Turning:
    """A loop as one core sees it. `ends` at a pass: as many trips as are run one by one at its start and at its end."""

    id: int
    count: int
    chunk: int
    steps: tuple[Step, ...]
    ends: int

    def trips(self, iterations: int) -> Iterator[tuple[int, int]]:
        """For `iterations` of the loop around it: (trips passed over before this one, iterations of this trip)."""
        total = self.count * iterations
        trips = -(-total // self.chunk)
        skipped = max(0, trips - 2 * self.ends)
        for trip in range(min(trips, 2 * self.ends)):
            index = trip if not skipped or trip < self.ends else trip + skipped
            yield (skipped if skipped and trip == self.ends else 0), min(self.chunk, total - index * self.chunk)


Step = Wait | Publish | Completion | Submission | Item | Tail | Turning


@frozen
class TimedStage:
    """What a core does of a pass `late` passes after it has begun it."""

    late: int
    steps: tuple[Step, ...]


CoreSteps = tuple[TimedStage, ...]


def steps_of_cores(program: Program, durations: Durations, reach: int) -> list[CoreSteps]:
    """The steps of all cores, with no more trips run one by one than `EVENTS_PER_PASS` allows, but as many as waits
    look back (`reach`)."""
    least = 2 * (reach + 2)
    for most in TRIPS_MOST:
        found = steps_of_trips(program, durations, max(most, least))
        if sum(_events(stage.steps, program.chunk) for core in found for stage in core) <= EVENTS_PER_PASS:
            break
    return found


def steps_of_trips(program: Program, durations: Durations, trips_most: int) -> list[CoreSteps]:
    """The steps of all cores, where no more than `trips_most` trips of a loop are run one by one."""
    return [_Builder(program, durations, agent, trips_most).stages() for agent in program.cores]


def _events(steps: Iterable[Step], iterations: int) -> int:
    """Steps at which cores may meet, in one trip."""
    total = 0
    for step in steps:
        if isinstance(step, Turning):
            trips = min(-(-step.count * iterations // step.chunk), 2 * step.ends)
            total += trips * max(1, _events(step.steps, step.chunk))
        elif not isinstance(step, (Item, Tail)):
            total += 1
    return total


@frozen
class _Builder:
    """Makes the steps of a core."""

    program: Program
    durations: Durations
    agent: Agent
    trips_most: int

    def stages(self) -> CoreSteps:
        return tuple(TimedStage(stage.late, tuple(self._steps(stage.body))) for stage in self.agent.stages)

    def _steps(self, body: Iterable[Operation]) -> Iterator[Step]:
        for operation in body:
            if isinstance(operation, (Wait, Publish)):
                yield operation
            elif isinstance(operation, Complete):
                yield Completion(
                    operation.counter, self._queue(operation.engine), self.durations.engine_seen_ps(operation.engine)
                )
            elif isinstance(operation, CarryTail):
                yield Tail(operation.buffer, round(self.durations.tail_ps(operation.buffer)))
            elif isinstance(operation, Firings):
                yield from self._block(operation)
            elif isinstance(operation, Loop) and _may_wait(operation):
                steps = tuple(self._steps(operation.body))
                yield Turning(operation.id, operation.count, operation.chunk, steps, self.trips_most // 2)
            elif isinstance(operation, (Loop, Interleaved)):
                yield from self._together(operation)

    def _queue(self, engine: int) -> int:
        """The agent that is this core's queue to an engine."""
        queues = (agent for agent in self.program.agents if agent.kind is AgentKind.QUEUE)
        return next(q.number for q in queues if (q.core, q.engine) == (self.agent.core, engine))

    def _block(self, block: Firings) -> Iterator[Step]:
        """The firings of a block, with what moves for them."""
        fire_ps = self.durations.fire_ps(block.actor, self.agent.core)
        fire = Item(Kind.FIRE, block.actor, block.per_iteration, block.start, block.stop, fire_ps)
        moves = (replace(fire, kind=Kind.MOVE, name=fifo, firing_ps=ps) for fifo, ps in self.durations.moves_ps(block))
        yield from (item for item in (*moves, fire) if item.firing_ps > 0)
        for operation in block.body:
            if isinstance(operation, Submit) and not operation.is_awaited:
                durations, transfer = self.durations, operation.transfer
                engine_ps, left = durations.engine_ps(transfer), durations.left_to_engine(transfer)
                yield Submission(operation.queue, fire, engine_ps, left)
            elif isinstance(operation, Fire) and operation.queue is not None:
                yield Submission(operation.queue, fire, self.durations.queue_ps(operation.actor))

    def _together(self, around: Loop | Interleaved) -> Iterator[Step]:
        """All firings of a loop in which nobody waits, actor by actor."""
        blocks = tuple(_spread(around))
        takes_trips = len({block.actor for block in blocks}) > 1
        for block in blocks:
            for step in self._block(block):
                if takes_trips and isinstance(step, Item) and step.kind is Kind.FIRE:
                    step = replace(step, kind=Kind.LOOP)
                yield step


def _may_wait(loop: Loop) -> bool:
    """Whether somebody may have to wait in a loop, or gives work to an engine there."""
    return any(isinstance(o, (Wait, Publish, Complete)) or _submits(o) for o in operations(loop.body))


def _submits(operation: Operation) -> bool:
    parts = operation.body if isinstance(operation, Firings) else ()
    return any(
        (isinstance(part, Submit) and not part.is_awaited) or (isinstance(part, Fire) and part.queue is not None)
        for part in parts
    )


def _spread(around: Loop | Interleaved) -> Iterator[Firings]:
    """The blocks in a loop as if they were one after the other, in all trips that one of the loop around has."""
    if isinstance(around, Interleaved):
        yield from around.blocks
        return
    for operation in around.body:
        inner = _spread(operation) if isinstance(operation, (Loop, Interleaved)) else (operation,)
        for block in inner:
            if isinstance(block, Firings):
                start, stop = 0, ALL
                if around.share is not None:
                    start, stop = around.share.start * block.per_iteration, around.share.stop * block.per_iteration
                yield replace(block, per_iteration=block.per_iteration * around.count, start=start, stop=stop)
