# SPDX-License-Identifier: Apache-2.0
"""Runs a program without C: what each operation does is what the C that is generated for it does, on memory whose bytes
say which token of which stream they are of. Slow and plain on purpose, and made without a look at the proof.

A firing takes its time: it finds the right bytes when it begins and still has them when it ends, and meanwhile what it
writes is nobody's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from functools import partial

from dfgen.model.plan import Layout
from dfgen.model.program import (
    ROOT,
    Agent,
    AgentKind,
    CarryTail,
    Clear,
    Complete,
    Drain,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Publish,
    ReadEnd,
    Wait,
)

from .blocks import Block
from .streams import ZERO, Streams
from .world import BLOCKED, Bytes, Job, Runner, Steps, Way, World, Wrong, copied, variable

WORK = (Firings, Interleaved, Loop)
HELPED_SHARE = 0.3
"""Of the steps of a helped block that begin a firing."""


def fault_of(program: Program, streams: Streams, way: Way) -> str:
    """What is wrong with the program as this run shows; nothing if the run is right."""
    try:
        world = World(program, streams, way)
        world.run(_runners(world))
        world.check_all_fired()
    except Wrong as error:
        return str(error)
    return ""


def _runners(world: World) -> list[Runner]:
    program, runners = world.program, []
    for agent in program.agents:
        if agent.kind is AgentKind.CORE:
            runners.append(Runner(program.name_of(agent.number), Core(world, agent).steps()))
        else:
            key = agent.core, agent.engine
            world.queues[key] = deque()
            runners.append(Runner(program.name_of(agent.number), world.queue_steps(key)))
    return runners


class Leave(Exception):
    """The core leaves the pass: the program ends before it."""


class Core:
    """One core on its way through its list. `trips` of loops are counted from the program's begin, `indices` are the
    iterations within the loop around, `counts` how many this trip has, `locals` the variables of trips."""

    def __init__(self, world: World, agent: Agent) -> None:
        self.world, self.agent, self.program = world, agent, world.program
        self.trips: dict[int, int] = {}
        self.indices: dict[int, int] = {}
        self.counts: dict[int, int] = {}
        self.locals: dict[str, Bytes] = {}
        self.number = 0
        self.blocks: dict[tuple[int, tuple[int, ...]], Block] = {}

    # --- passes -----------------------------------------------------------------------------------------------------

    def steps(self) -> Steps:
        stages, begun, goes_on = self.agent.stages, 0, True
        while goes_on and stages:
            for stage in stages:
                if begun >= stage.late:
                    self.number = begun - stage.late
                    went = yield from self._pass(stage.body)
                    goes_on = went or stage is not stages[-1]
            begun += 1
        while any(self.world.queues[key] for key in self._queues()):
            yield BLOCKED
        self.world.cores_left -= 1

    def _queues(self) -> list[tuple[int, int]]:
        return [key for key in self.world.queues if key[0] == self.agent.core]

    def _pass(self, body: Iterable[Operation]) -> Generator[str | None, None, bool]:
        """One pass of a stage; false if the program ends before it."""
        self.world.begin_pass(self.agent.core, self.number)
        if not self.counts_still():
            return False
        self.trips[ROOT] = self.number
        self.counts[ROOT] = self.iterations()
        try:
            yield from self._root(body)
        except Leave:
            return False
        return True

    def counts_still(self) -> bool:
        return self.number * self.program.chunk < self.world.end

    def iterations(self) -> int:
        chunk = self.program.chunk
        return min(chunk, max(0, self.world.end - self.number * chunk))

    def _root(self, body: Iterable[Operation]) -> Steps:
        """Where one of the functions that a long pass is cut into begins, the end is asked for again."""
        worked = False
        for operation in body:
            if worked and isinstance(operation, (Wait, *WORK)):
                worked = False
                if self.program.chunk > 1 and self.world.rng.random() < self.world.asks_again:
                    self.counts[ROOT] = self.iterations()
            worked = worked or isinstance(operation, WORK)
            yield from self._operation((), operation)

    # --- operations -------------------------------------------------------------------------------------------------

    def _body(self, loops: tuple[Loop, ...], body: Iterable[Operation]) -> Steps:
        for operation in body:
            yield from self._operation(loops, operation)

    def _operation(self, loops: tuple[Loop, ...], operation: Operation) -> Steps:
        trip = self.trips[loops[-1].id if loops else ROOT]
        match operation:
            case Wait():
                yield from self._wait(operation, trip)
            case Publish(counter):
                self.world.counters[counter] = trip + 1
                self.world.version += 1
                yield None
            case Complete(counter, engine):
                self.give(engine, Job(partial(self._raise, counter, trip + 1), tells=True))
                yield None
            case Drain(engine):
                while self.world.queues[self.agent.core, engine]:
                    if not self.counts_still():
                        raise Leave
                    yield BLOCKED
                if not self.counts_still():
                    raise Leave
            case ReadEnd():
                self._read_end()
            case CarryTail(name):
                yield from self._carry(loops, name)
            case Clear():
                self._clear(operation)
                yield None
            case Firings():
                yield from self._firings(loops, operation)
            case Interleaved():
                yield from self._interleaved(loops, operation)
            case Loop():
                yield from self._loop(loops, operation)

    def _wait(self, wait: Wait, trip: int) -> Steps:
        target = trip + 1 if wait.lag == 0 else max(0, trip + 1 - wait.lag)
        while self.world.counters[wait.counter] < target:
            if not self.counts_still():
                raise Leave
            yield BLOCKED
        if not self.counts_still():
            raise Leave
        yield None

    def _read_end(self) -> None:
        if self.program.chunk > 1:
            self.counts[ROOT] = self.iterations()
        elif self.iterations() == 0:
            raise Leave

    def give(self, engine: int, job: Job) -> None:
        self.world.queues[self.agent.core, engine].append(job)
        self.world.version += 1

    def _raise(self, counter: int, value: int) -> Steps:
        self.world.counters[counter] = max(value, self.world.counters[counter])
        yield None

    def _carry(self, loops: tuple[Loop, ...], name: str) -> Steps:
        buffer = self.program.memory.buffers[name]
        chunk = loops[-1].chunk if loops else self.program.chunk
        iterations, trip = self.counts[loops[-1].id if loops else ROOT], self.trips[buffer.loop]
        if buffer.layout is Layout.WRAPPED and trip % buffer.slots != buffer.slots - 1:
            return
        size = buffer.type.size_bytes
        first = self._slot(name, trip) + iterations * (buffer.span_tokens // chunk) * size
        source = self.world.arena.place(first, buffer.history_tokens * size)
        target = self.world.arena.place(self._slot(name, trip + 1), buffer.history_tokens * size)
        if source.meets(target):
            target.write(source.read())
            yield None
        else:
            yield from copied([(source, target)])

    def _clear(self, clear: Clear) -> None:
        buffer = self.program.memory.buffers[clear.buffer]
        size, slot = buffer.type.size_bytes, self._slot(clear.buffer, self.trips[buffer.loop])
        for first, tokens in ((0, clear.lead_tokens), (buffer.span_tokens - clear.trail_tokens, clear.trail_tokens)):
            self.world.arena.place(slot + first * size, tokens * size).fill(ZERO)

    def _slot(self, name: str, trip: int) -> int:
        buffer = self.program.memory.buffers[name]
        return buffer.offset_bytes + trip % buffer.slots * buffer.stride_bytes

    # --- loops and blocks -------------------------------------------------------------------------------------------

    def _is_even(self, loops: tuple[Loop, ...]) -> bool:
        """Whether the C knows how many iterations each trip has."""
        if not loops:
            return self.program.chunk == 1
        *outer, loop = loops
        if loop.chunk == 1:
            return True
        around = outer[-1].chunk if outer else self.program.chunk
        return self._is_even(tuple(outer)) and loop.count * around % loop.chunk == 0

    def _loop(self, outer: tuple[Loop, ...], loop: Loop) -> Steps:
        loops, around = (*outer, loop), outer[-1].id if outer else ROOT
        even, share = self._is_even(loops), loop.share
        self.trips.setdefault(loop.id, 0)
        self.trips[loop.id] += min(share.start, loop.count * self.counts[around]) if share else 0
        index = share.start if share else 0
        while index < self._last(loop, around):
            self.indices[loop.id] = index
            total = loop.count * self.counts[around]
            self.counts[loop.id] = loop.chunk if even else min(loop.chunk, total - index)
            for name in loop.locals:
                buffer = self.program.memory.buffers[name]
                self.locals[name] = variable(f"variable {name}", buffer.span_tokens * buffer.type.size_bytes)
            yield from self._body(loops, loop.body)
            self.trips[loop.id] += 1
            index += 1 if share else loop.chunk
        if share and share.stop < share.of:
            self.trips[loop.id] += loop.count * self.counts[around] - self._last(loop, around)

    def _last(self, loop: Loop, around: int) -> int:
        total = loop.count * self.counts[around]
        return min(loop.share.stop, total) if loop.share else total

    def _block(self, loops: tuple[Loop, ...], firings: Firings) -> Block:
        key = id(firings), tuple(id(loop) for loop in loops)
        if key not in self.blocks:
            self.blocks[key] = Block(self, loops, firings)
        return self.blocks[key]

    def _firings(self, loops: tuple[Loop, ...], firings: Firings) -> Steps:
        block, place = self._block(loops, firings), loops[-1].id if loops else ROOT
        even, iterations = self._is_even(loops), self.counts[place]
        chunk = loops[-1].chunk if loops else self.program.chunk
        if even and firings.stop - firings.start == 1:
            yield from block.fire(firings.start)
            return
        per_iteration, limit = firings.per_iteration, firings.stop
        if not even:
            there = per_iteration * iterations
            limit = there if firings.stop == per_iteration * chunk else min(firings.stop, there)
        if firings.helped:
            yield from self._helped(block, firings.start, limit)
            return
        k = firings.start
        while k < (per_iteration * self.iterations() if firings.reads_end else limit):
            yield from block.fire(k)
            k += 1

    def _helped(self, block: Block, start: int, limit: int) -> Steps:
        """In any order, some at the same time."""
        waiting, running = list(range(start, limit)), list[Steps]()
        self.world.rng.shuffle(waiting)
        while waiting or running:
            if waiting and (not running or self.world.rng.random() < HELPED_SHARE):
                running.append(block.fire(waiting.pop()))
            one = self.world.rng.choice(running)
            try:
                yield next(one)
            except StopIteration:
                running.remove(one)

    def _interleaved(self, loops: tuple[Loop, ...], operation: Interleaved) -> Steps:
        blocks = {block.actor: self._block(loops, block) for block in operation.blocks if block.body}
        reached = dict.fromkeys(blocks, 0)
        for actor, count in operation.runs:
            if actor not in blocks:
                continue
            reads_end, run = blocks[actor].firings.reads_end, 0
            while run < (count * self.iterations() if reads_end and count > 1 else count):
                yield from blocks[actor].fire(reached[actor])
                reached[actor] += 1
                run += 1
            if reads_end:
                self._read_end()
