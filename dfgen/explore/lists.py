# SPDX-License-Identifier: Apache-2.0
"""What each core of a program does in some passes, firing by firing, with the places of all windows: the lists that
the replay (`runtime/explore`) goes through.

Where a window lies in the slot of a trip is known to the proof of the program (`dfgen.verify.uses`), and the number of
a trip to its code (`dfgen.codegen.frame`); here they become numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import prod

from dfgen.codegen.frame import trips_of
from dfgen.explore.recording import Recording
from dfgen.model.actor import Actor
from dfgen.model.alignment import PAGE_BYTES, align
from dfgen.model.diagnostics import fail
from dfgen.model.frozen import frozen
from dfgen.model.movement import Way
from dfgen.model.names import fifo_name
from dfgen.model.plan import ALIGN_BYTES, Buffer, Layout
from dfgen.model.program import (
    ROOT,
    Acquire,
    CarryTail,
    Clear,
    Complete,
    Drain,
    Fire,
    Firings,
    Interleaved,
    Loop,
    Move,
    Operation,
    Prepare,
    Program,
    Publish,
    Reset,
    Seal,
    Stage,
    Submit,
    Wait,
)
from dfgen.verify.steps import steps_of
from dfgen.verify.uses import Use, uses_of

EVENTS_MOST = 4_000_000
STACK_BYTES = 8 << 20
"""Of each core; more is as if it lay in another core's."""
SHARED, VIEW = 1, 2
PAST_CACHES_LEAST_BYTES = 4096
"""As DF__STREAM_BYTES_MIN in runtime/include/df/stream.h: less is copied as always."""


class Kind(IntEnum):
    """As `event_kind` in runtime/explore/explore.h."""

    FIRE = 0
    MOVE = 1
    WAIT = 2
    PUBLISH = 3
    PASS = 4


class How(IntEnum):
    """As `move_kind` there."""

    COPY = 0
    PAST_CACHES = 1
    WRITE = 2
    READ = 3


@frozen
class Lists:
    """By core its events as words, and how many they are.

    owners: whose work an event may be: the actors, then the FIFOs that are copied, as (kind, name)
    memory_bytes: of all memory, with its parts that are not the arena, which begin at the bases
    entries: by core, the entries of what is measured, to see how much it is
    """

    words: tuple[array[int], ...]
    events: tuple[int, ...]
    owners: tuple[tuple[str, str], ...]
    memory_bytes: int
    static_base: int
    other_base: int
    stack_base: int
    entries: tuple[int, ...]


def with_variables_placed(program: Program) -> Program:
    """The same, where buffers that are variables of a loop, or lie in a file, lie behind the others: elsewhere they are
    lines as well. Of a file no byte comes back to a cache by chance, so its slots are as good as all of it."""
    memory, end = program.memory, program.memory.size_bytes
    placed = dict(memory.buffers)
    for name, buffer in memory.buffers.items():
        if not buffer.is_placed:
            placed[name] = replace(buffer, is_variable=False, file="", offset_bytes=align(end, ALIGN_BYTES))
            end = placed[name].offset_bytes + buffer.size_bytes
    return replace(program, memory=replace(memory, buffers=placed, size_bytes=end))


class _Owners:
    def __init__(self, program: Program) -> None:
        self.numbers = {("actor", actor.name): number for number, actor in enumerate(program.graph.actors)}

    def of(self, kind: str, name: str) -> int:
        return self.numbers.setdefault((kind, name), len(self.numbers))


def lists_of(program: Program, recording: Recording, passes: int) -> Lists:
    """Of `passes` passes that are measured, and before them those that warm the caches. Raises `UserError`."""
    if program.engines:
        message = f"this program leaves bytes to the engine '{program.engines[0]}', which is not simulated"
        raise fail("explore-engine", message, None, "Choose other strategies or schemes for its FIFOs and files.")
    memory = _Memory(program)
    owners = _Owners(program)
    latest = max(stage.late for agent in program.cores for stage in agent.stages)
    warm = latest + max([1, *(buffer.slots for buffer in program.memory.buffers.values() if buffer.slots < 64)])
    blocks = _uses_by_operation(program)
    walks = []
    for agent in program.cores:
        walk = _Walk(program, recording, memory, owners, blocks, agent.core, EVENTS_MOST // len(program.cores))
        walk.run(agent.stages, warm, passes)
        walks.append(walk)
    static_bytes, other_bytes = recording.memory_bytes
    static_base = memory.views_end
    other_base = static_base + _whole_pages(static_bytes)
    stack_base = other_base + _whole_pages(other_bytes) + 2 * PAGE_BYTES
    return Lists(
        words=tuple(walk.words for walk in walks),
        events=tuple(walk.events for walk in walks),
        owners=tuple(owners.numbers),
        memory_bytes=stack_base + (len(walks) + 2) * STACK_BYTES,
        static_base=static_base,
        other_base=other_base,
        stack_base=stack_base,
        entries=tuple(walk.entries for walk in walks),
    )


class _Memory:
    """The arena, and behind it the private pages of views."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.views_end = _whole_pages(program.memory.size_bytes)
        self._views: dict[tuple[int, str, str], int] = {}

    def view(self, core: int, transfer_name: str, buffer: Buffer) -> int:
        """From a place in the buffer to the same one in the core's view."""
        key = core, transfer_name, buffer.name
        if key not in self._views:
            self._views[key] = self.views_end - buffer.offset_bytes // PAGE_BYTES * PAGE_BYTES
            self.views_end += _whole_pages(buffer.size_bytes) + PAGE_BYTES
        return self._views[key]


def _whole_pages(size_bytes: int) -> int:
    return align(size_bytes, PAGE_BYTES)


UsesByOperation = dict[tuple[int, int], list[Use]]


def _uses_by_operation(program: Program) -> UsesByOperation:
    """What each operation of each block uses: by the block, and the number of the operation in it."""
    found: UsesByOperation = {}
    for use in uses_of(steps_of(program)):
        found.setdefault((id(use.block), use.begins), []).append(use)
    return found


@frozen
class _Trip:
    """Where in the loops a list is: in which ones, from the outermost down, with which index in each, and how many
    iterations the innermost trip has."""

    number: int
    loops: tuple[Loop, ...]
    indices: tuple[int, ...]
    iterations: int


@dataclass
class _Walk:
    """Goes through the list of a core, pass by pass."""

    program: Program
    recording: Recording
    memory: _Memory
    owners: _Owners
    blocks: UsesByOperation
    core: int
    events_most: int
    words: array[int] = field(default_factory=lambda: array("q"))
    events: int = 0
    entries: int = 0

    def run(self, stages: Sequence[Stage], warm: int, passes: int) -> None:
        for begun in range(warm + passes):
            self._event(Kind.PASS, begun - warm)
            self.entries = 0 if begun == warm else self.entries
            for stage in stages:
                if begun >= stage.late:
                    self._list(stage.body, _Trip(begun - stage.late, (), (), self.program.chunk))

    def _event(self, kind: Kind, *words: int) -> None:
        self.words.append(kind)
        self.words.extend(words)
        self.events += 1
        if self.events > self.events_most:
            hint = "Explore it with smaller parameters, with --latency 1, or with fewer cores."
            raise fail("explore-large", f"a pass of this program has more than {EVENTS_MOST} events", None, hint)

    # --- lists ---

    def _list(self, body: Sequence[Operation], trip: _Trip) -> None:
        for operation in body:
            self._operation(operation, trip)

    def _operation(self, operation: Operation, trip: _Trip) -> None:
        match operation:
            case Wait(counter, lag):
                index = self._number(trip.loops, trip) - lag
                self._event(Kind.WAIT, counter, index, trips_of(trip.loops, self.program.chunk))
            case Publish(counter):
                index = self._number(trip.loops, trip)
                self._event(Kind.PUBLISH, counter, index, trips_of(trip.loops, self.program.chunk))
            case CarryTail(name):
                self._tail(self.program.memory.buffers[name], trip)
            case Clear(name):
                self._clear(operation, self.program.memory.buffers[name], trip)
            case Firings():
                self._firings(operation, operation.start, operation.stop, trip)
            case Interleaved(runs, blocks):
                self._interleaved(runs, blocks, trip)
            case Loop():
                self._loop(operation, trip)
            case Complete() | Drain():
                raise AssertionError("a program without engines waits for none")

    def _loop(self, loop: Loop, trip: _Trip) -> None:
        total = loop.count * trip.iterations
        start, stop = (0, total) if loop.share is None else (loop.share.start, min(loop.share.stop, total))
        for index in range(start, stop, loop.chunk):
            within = (*trip.loops, loop), (*trip.indices, index)
            self._list(loop.body, _Trip(trip.number, *within, min(loop.chunk, total - index)))

    def _interleaved(self, runs: Sequence[tuple[str, int]], blocks: Sequence[Firings], trip: _Trip) -> None:
        by_actor = {block.actor: block for block in blocks if block.body}
        done = dict.fromkeys(by_actor, 0)
        for actor, count in runs:
            if actor in by_actor:
                self._firings(by_actor[actor], done[actor], done[actor] + count, trip)
                done[actor] += count

    def _firings(self, block: Firings, start: int, stop: int, trip: _Trip) -> None:
        for k in range(start, min(stop, block.per_iteration * trip.iterations)):
            _Firing(self, block, k, trip).run()

    def _number(self, loops: Sequence[Loop], trip: _Trip) -> int:
        """Of the trip of the innermost of these loops, since the program began."""
        number = trip.number * trips_of(loops, self.program.chunk)
        for level, (loop, index) in enumerate(zip(loops, trip.indices), 1):
            inside = trips_of(loops[level:], loop.chunk)
            many, rest = divmod(inside, loop.chunk)
            number += index // loop.chunk * inside if rest else index * many
        return number

    # --- places ---

    def slot(self, buffer: Buffer, trip: _Trip, shift: int) -> int:
        level = 0 if buffer.loop == ROOT else 1 + [loop.id for loop in trip.loops].index(buffer.loop)
        number = self._number(trip.loops[:level], trip) - shift
        place = buffer.offset_bytes + buffer.moved_bytes(self.core)
        return place + number % buffer.slots * buffer.stride_bytes

    def index_in(self, loop_id: int, block: Firings, k: int, trip: _Trip) -> int:
        """The firing's index in a trip of that loop."""
        index, scale = k, block.per_iteration
        level = 0 if loop_id == ROOT else 1 + [loop.id for loop in trip.loops].index(loop_id)
        for loop, inside in zip(reversed(trip.loops[level:]), reversed(trip.indices[level:])):
            index += inside * scale
            scale *= loop.count
        return index

    def _tail(self, buffer: Buffer, trip: _Trip) -> None:
        number = self._number(trip.loops, trip)
        if buffer.layout is Layout.WRAPPED and number % buffer.slots != buffer.slots - 1:
            return
        size = buffer.type.size_bytes
        chunk = trip.loops[-1].chunk if trip.loops else self.program.chunk
        source = self.slot(buffer, trip, 0) + trip.iterations * (buffer.span_tokens // chunk) * size
        self.move(
            "tail", buffer.name, How.COPY, (source, 0), (self.slot(buffer, trip, -1), 0), buffer.history_tokens * size
        )

    def _clear(self, clear: Clear, buffer: Buffer, trip: _Trip) -> None:
        size, slot = buffer.type.size_bytes, self.slot(buffer, trip, 0)
        for first, tokens in clear.ranges(buffer.span_tokens):
            self.move("tail", buffer.name, How.WRITE, (0, 0), (slot + first * size, 0), tokens * size)

    def move(
        self, kind: str, name: str, how: How, source: tuple[int, int], target: tuple[int, int], size_bytes: int
    ) -> None:
        """Ends are (place, flags)."""
        if size_bytes > 0:
            owner = self.owners.of(kind, name)
            self._event(Kind.MOVE, owner, how, source[0], target[0], size_bytes, source[1], target[1])
            self.entries += size_bytes // 32


@frozen
class _Firing:
    """Firing `k` of a block in a trip."""

    walk: _Walk
    block: Firings
    k: int
    trip: _Trip

    @property
    def actor(self) -> Actor:
        return self.walk.program.graph.actor(self.block.actor)

    def run(self) -> None:
        views: dict[str, tuple[int, int, int]] = {}
        for number, operation in enumerate(self.block.body):
            uses = self.walk.blocks.get((id(self.block), number), [])
            match operation:
                case Acquire(transfer):
                    if transfer.how.way is Way.PRIVATE_VIEW:
                        views[transfer.port] = self._view(uses[0])
                    else:
                        self._move(operation, uses)
                        views[transfer.port] = (*self._end(uses[-1]), 0)
                case Move():
                    self._move(operation, uses)
                case Submit():
                    raise AssertionError("a program without engines submits nothing")
                case Prepare(port) | Seal(port):
                    self._prepare(port)
                case Fire():
                    self._fire(uses, views)
                case Reset():
                    self._touch(uses)

    def _index(self, use: Use) -> int:
        return self.walk.index_in(use.buffer.loop, self.block, self.k, self.trip)

    def _place(self, use: Use, number: int = 0) -> int:
        back, place = use.position(self._index(use), number)
        return self.walk.slot(use.buffer, self.trip, back) + place * use.buffer.type.size_bytes

    def _end(self, use: Use, number: int = 0) -> tuple[int, int]:
        return self._place(use, number), _flags(use.buffer)

    def _view(self, source: Use) -> tuple[int, int, int]:
        difference = self.walk.memory.view(self.walk.core, f"{self.block.actor}.{source.port}", source.buffer)
        place, flags = self._end(source)
        return place, flags | VIEW, difference

    def _move(self, operation: Acquire | Move, uses: Sequence[Use]) -> None:
        """Pieces that adjoin at both ends are one."""
        transfer = operation.transfer
        if len(uses) < 2:
            return
        name, size = fifo_name(self.walk.program.graph, transfer.fifo), transfer.type.size_bytes
        piece = (uses[1].stream.piece or max(uses[1].stream.counts)) * size
        is_past = transfer.how.way is Way.COPY_PAST_CACHES and piece >= PAST_CACHES_LEAST_BYTES
        how = How.PAST_CACHES if is_past else How.COPY
        for source, target, tokens in _joined(self._pieces(uses[0], uses[1]), size):
            flags = _flags(uses[0].buffer), _flags(uses[1].buffer)
            self.walk.move("fifo", name, how, (source, flags[0]), (target, flags[1]), tokens * size)

    def _pieces(self, source: Use, target: Use) -> Iterator[tuple[int, int, int]]:
        count = target.stream.count(self._index(target))
        step = target.stream.piece or count
        for number in range(0, count, step or 1):
            yield self._place(source, number), self._place(target, number), min(step, count - number)

    def _prepare(self, port: str) -> None:
        """An output is filled before the firing, or kept behind it."""
        fire = next(number for number, each in enumerate(self.block.body) if isinstance(each, Fire))
        for use in self.walk.blocks.get((id(self.block), fire), []):
            if use.port == port:
                self.walk.move("actor", self.block.actor, How.WRITE, (0, 0), self._end(use), self._bytes(use))

    def _bytes(self, use: Use) -> int:
        return use.stream.count(self._index(use)) * use.buffer.type.size_bytes

    def _fire(self, uses: Sequence[Use], views: dict[str, tuple[int, int, int]]) -> None:
        found = self.walk.recording.of(self.block.actor, self._number())
        if found is None:
            self._touch(uses)
            return
        by_port = {use.port: use for use in uses}
        windows: list[int] = []
        for port in self.actor.ports:
            use = by_port.get(port.name)
            windows += views.get(port.name) or ((*self._end(use), 0) if use else (0, 0, 0))
        windows += (self.walk.program.memory.states.get(self.block.actor, 0), 0, 0)
        trace, accesses = found
        owner = self.walk.owners.of("actor", self.block.actor)
        self.walk._event(Kind.FIRE, owner, trace, accesses, len(windows) // 3, *windows)
        self.walk.entries += self.walk.recording.entries[trace]

    def _touch(self, uses: Sequence[Use]) -> None:
        """What is not recorded reads its inputs and writes its outputs, once each."""
        for use in uses:
            how = How.WRITE if use.writes else How.READ
            end = self._end(use)
            self.walk.move("actor", self.block.actor, how, end, end, self._bytes(use))

    def _number(self) -> int:
        """Of the firing, since the program began."""
        per_trip = self.block.per_iteration * prod(loop.count for loop in self.trip.loops) * self.walk.program.chunk
        return self.trip.number * per_trip + self.walk.index_in(ROOT, self.block, self.k, self.trip)


def _flags(buffer: Buffer) -> int:
    return SHARED if buffer.core is None else 0


def _joined(pieces: Iterator[tuple[int, int, int]], size: int) -> Iterator[tuple[int, int, int]]:
    last: tuple[int, int, int] | None = None
    for source, target, tokens in pieces:
        if last is not None and last[0] + last[2] * size == source and last[1] + last[2] * size == target:
            last = last[0], last[1], last[2] + tokens
            continue
        if last is not None:
            yield last
        last = source, target, tokens
    if last is not None:
        yield last
