# SPDX-License-Identifier: Apache-2.0
"""What agents share while a program is interpreted: memory of tagged bytes, counters, the end, what has fired; and who
goes on next.

Cores are generators that yield after each step: None, or BLOCKED where they cannot go on before something changes.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass

from dfgen.model.actor import Actor, ActorKind
from dfgen.model.plan import Layout, Transfer
from dfgen.model.program import Program

from .streams import TAG_BYTES, TORN, UNDEFINED, WRITING, ZERO, Streams

BLOCKED = "blocked"
Steps = Generator[str | None, None, None]
BURSTS = (1, 1, 1, 2, 4, 12, 60, 400)


class Wrong(Exception):
    """What the run shows to be wrong with the program."""


@dataclass(frozen=True)
class Way:
    """One run: `iterations` of the graph are asked for, and `seed` decides all else."""

    iterations: int
    seed: int


@dataclass
class Bytes:
    """Memory of so many bytes, each with its tag. `name`: for messages."""

    name: str
    tags: bytearray

    def place(self, first: int, count: int) -> Place:
        if first < 0 or (first + count) * TAG_BYTES > len(self.tags):
            raise Wrong(f"bytes {first} to {first + count} of {self.name} are used, which has less")
        return Place(self, first * TAG_BYTES, (first + count) * TAG_BYTES)


class Place:
    """Bytes in a row."""

    __slots__ = ("first", "last", "memory")

    def __init__(self, memory: Bytes, first: int, last: int) -> None:
        self.memory, self.first, self.last = memory, first, last

    def read(self) -> bytearray:
        return self.memory.tags[self.first : self.last]

    def write(self, tags: bytes | bytearray) -> None:
        self.memory.tags[self.first : self.last] = tags

    def fill(self, tag: bytes) -> None:
        self.memory.tags[self.first : self.last] = tag * ((self.last - self.first) // TAG_BYTES)

    def is_all(self, tag: bytes) -> bool:
        return self.read() == tag * ((self.last - self.first) // TAG_BYTES)

    def meets(self, other: Place) -> bool:
        return self.memory is other.memory and self.first < other.last and other.first < self.last

    def __str__(self) -> str:
        return f"{self.memory.name} bytes {self.first // TAG_BYTES} to {self.last // TAG_BYTES}"


def variable(name: str, size_bytes: int) -> Bytes:
    return Bytes(name, bytearray(UNDEFINED * size_bytes))


Pieces = list[tuple[Place, Place]]


def copied(pieces: Pieces) -> Steps:
    """Pieces (from, to) that are copied, which takes its time: what changes meanwhile is of no use."""
    read = [source.read() for source, _ in pieces]
    for _, target in pieces:
        target.fill(WRITING)
    yield None
    intact = [target.is_all(WRITING) and source.read() == was
              for (source, target), was in zip(pieces, read, strict=True)]  # fmt: skip
    for (_, target), was, whole in zip(pieces, read, intact, strict=True):
        if whole:
            target.write(was)
        else:
            target.fill(TORN)


@dataclass(eq=False)
class Job:
    """In an engine's queue: a copy, or what it `tells` by a counter."""

    steps: Callable[[], Steps]
    tells: bool = False


@dataclass
class Runner:
    """An agent on its way. `blocked_at`: the version of the world in which it could not go on."""

    name: str
    steps: Steps
    blocked_at: int = -1
    is_done: bool = False


class World:
    """`streams` are of at least as many iterations as the run has."""

    def __init__(self, program: Program, streams: Streams, way: Way) -> None:
        self.program, self.graph, self.streams = program, program.graph, streams
        self.rng = random.Random(way.seed)
        self.arena = Bytes("the arena", bytearray(ZERO * program.memory.size_bytes))
        self.counters = [0] * len(program.counters)
        self.asked = self.end = way.iterations
        self.version = 0
        self.fired: dict[str, set[int]] = {actor.name: set() for actor in self.graph.actors}
        self.firing: set[str] = set()
        self.queues: dict[tuple[int, int], deque[Job]] = {}
        self.cores_left = len(program.cores)
        self.ways: dict[tuple[str, str, str], int] = {}
        self.draw()
        fill(self)

    def draw(self) -> None:
        """What happens in this run beside the program's own doing."""
        rng = self.rng
        self.submits_itself = rng.choice([0.0, 0.0, 0.3, 1.0])
        self.asks_again = rng.choice([0.0, 0.0, 0.3])
        passes = -(-self.asked // self.program.chunk)
        self.signal_pass = rng.randrange(passes) if rng.random() < 0.15 else None
        self.stops: dict[str, tuple[int, bool]] = {}
        may_take_back = all(edge.delay == 0 for edge in self.program.stop_edges)
        stopping = [actor for actor in self.graph.actors if actor.stops]
        if stopping and rng.random() < 0.7:
            for actor in rng.sample(stopping, rng.randint(1, len(stopping))):
                firing = rng.randrange(self.asked * self.streams.firings[actor.name])
                # What has been done outside cannot be taken back.
                takes_back = may_take_back and not self.graph.is_effectful(actor)
                self.stops[actor.name] = firing, takes_back and rng.random() < 0.5

    def way_of(self, transfer: Transfer) -> int:
        """Which of the ways of a transfer was chosen as the program started."""
        key = transfer.fifo, transfer.actor, transfer.port
        if key not in self.ways:
            self.ways[key] = self.rng.randrange(len(transfer.ways))
        return self.ways[key]

    # --- the end ----------------------------------------------------------------------------------------------------

    def lower_end(self, end: int) -> None:
        if end < self.end:
            self.end = end
            self.version += 1

    def after_firing(self, actor: str, firing: int) -> None:
        """An actor that may stop the program does so in the firing drawn."""
        found = self.stops.get(actor)
        if found is not None and firing >= found[0]:
            iteration = firing // self.streams.firings[actor]
            self.lower_end(iteration if found[1] else iteration + 1)

    def begin_pass(self, core: int, number: int) -> None:
        if core == 0 and self.signal_pass is not None and number >= self.signal_pass:
            self.signal_pass = None
            self.lower_end((number + self.program.depth_passes + 1) * self.program.chunk)

    # --- firings ----------------------------------------------------------------------------------------------------

    def begin_firing(self, actor: Actor, firing: int) -> None:
        fired = self.fired[actor.name]
        if not 0 <= firing < self.streams.firings[actor.name] * self.streams.iterations:
            raise Wrong(f"{actor.name} begins firing {firing}, which is none")
        if firing in fired:
            raise Wrong(f"{actor.name} begins firing {firing} again")
        if actor.ordered and (len(fired) != firing or actor.name in self.firing):
            raise Wrong(f"{actor.name} begins firing {firing} out of its order")
        fired.add(firing)
        self.firing.add(actor.name)

    def end_firing(self, actor: Actor) -> None:
        self.firing.discard(actor.name)

    def check_all_fired(self) -> None:
        """What has effects has fired in all iterations that count, and in no others; the rest in all of them."""
        for actor in self.graph.actors:
            if actor.kind is not ActorKind.RESET and actor.fire is None:
                continue
            wanted, fired = set(range(self.streams.firings[actor.name] * self.end)), self.fired[actor.name]
            if not wanted <= fired:
                raise Wrong(f"{actor.name} has left out firing {min(wanted - fired)}")
            if self.graph.is_effectful(actor) and fired != wanted:
                raise Wrong(f"{actor.name} has effects in firing {min(fired - wanted)}, after the end")

    # --- who goes on ------------------------------------------------------------------------------------------------

    def run(self, runners: list[Runner]) -> None:
        """All agents to their ends, interleaved at random: each step anew, or by priorities that change now and then
        (Burckhardt et al. 2010), so that some agents get as far ahead as anything lets them."""
        order = self.rng.sample(runners, len(runners))
        patience = self.rng.choice([0, 0, 3, 15, 80, 400])
        while left := [runner for runner in order if not runner.is_done]:
            ready = [runner for runner in left if runner.blocked_at != self.version]
            if not ready:
                raise Wrong("nobody goes on: " + ", ".join(runner.name for runner in left))
            if patience:
                self._step(ready[0], self.rng.randint(1, 2 * patience))
                if ready[0].blocked_at != self.version and not ready[0].is_done:
                    order.remove(ready[0])
                    order.insert(self.rng.randrange(len(order) + 1), ready[0])
            else:
                self._step(self.rng.choice(ready), self.rng.choice(BURSTS))

    def _step(self, runner: Runner, steps: int) -> None:
        for _ in range(steps):
            try:
                if next(runner.steps) is BLOCKED:
                    runner.blocked_at = self.version
                    return
            except StopIteration:
                runner.is_done = True
                self.version += 1
                return

    def queue_steps(self, key: tuple[int, int]) -> Steps:
        """An engine's queue does the copies that it was given in any order, as cores take some over; and tells what it
        is to tell when all that it was given before is done."""
        jobs = self.queues[key]
        while jobs or self.cores_left:
            if not jobs:
                yield BLOCKED
                continue
            copies = [job for job in jobs if not job.tells]
            job = jobs[0] if jobs[0].tells or self.rng.random() < 0.5 else self.rng.choice(copies)
            yield from job.steps()
            jobs.remove(job)
            self.version += 1
            yield None


# --- initial tokens -------------------------------------------------------------------------------------------------


def fill(world: World) -> None:
    """What lies in memory before the first firing."""
    graph, memory, wrapped = world.graph, world.program.memory, []
    for fifo in graph.fifos:
        tags = world.streams.initial[fifo.name]
        if not tags.strip(b"\0"):
            continue
        buffer = memory.buffers[str(fifo.source)]
        size, count = buffer.type.size_bytes, fifo.delay_tokens
        if buffer.layout is Layout.SLOTS:
            trips = count // buffer.span_tokens
            first = buffer.offset_bytes + (buffer.slots - trips) % buffer.slots * buffer.stride_bytes
            in_one_piece = buffer.holds_in_one_piece(count)
            each = count if in_one_piece else buffer.span_tokens
            for slot in range(1 if in_one_piece else trips):
                part = tags[slot * each * size * TAG_BYTES : (slot + 1) * each * size * TAG_BYTES]
                world.arena.place(first + slot * buffer.stride_bytes, each * size).write(part)
            continue
        is_linear = buffer.layout is Layout.LINEAR
        at = (buffer.history_tokens - count) * size if is_linear else buffer.size_bytes - count * size
        world.arena.place(buffer.offset_bytes + at, count * size).write(tags)
        wrapped += [] if is_linear else [buffer]
    for buffer in wrapped:
        tail = buffer.history_tokens * buffer.type.size_bytes
        last = world.arena.place(buffer.offset_bytes + buffer.size_bytes - tail, tail)
        world.arena.place(buffer.offset_bytes, tail).write(last.read())
    for actor in graph.actors:
        if actor.reset_tokens is not None:
            state_of(world, actor).write(world.streams.initial_of_reset(actor))


def state_of(world: World, actor: Actor) -> Place:
    """The bytes that last from firing to firing."""
    if actor.state is not None:
        size = actor.state.type.size_bytes * actor.state.count
    else:
        tokens = actor.reset_tokens
        size = tokens.count_tokens * actor.outputs[0].type.size_bytes if tokens else 0
    return world.arena.place(world.program.memory.states[actor.name], size)
