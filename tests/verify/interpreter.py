# SPDX-License-Identifier: Apache-2.0
"""Runs a program without C: what each operation does is what the C that is generated for it does, on memory whose bytes
say which token of which stream they are of. Slow and plain on purpose, and made without a look at the proof.

A firing takes its time: it finds the right bytes when it begins and still has them when it ends, and meanwhile what it
writes is nobody's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import prod

from dfgen.model.graph import Access, Actor, ActorKind, Port
from dfgen.model.plan import Layout, Transfer, View, Window
from dfgen.model.program import (
    ROOT,
    Acquire,
    Agent,
    AgentKind,
    CarryTail,
    Complete,
    Content,
    Drain,
    Fire,
    FiringOperation,
    Firings,
    Interleaved,
    Loop,
    Move,
    Operation,
    Prepare,
    Program,
    Publish,
    ReadEnd,
    Release,
    Reset,
    Seal,
    Submit,
    Wait,
)

from .streams import SPOILED, TAG_BYTES, WRITING, ZERO, Streams, row
from .world import BLOCKED, Bytes, Pieces, Place, Runner, Steps, Way, World, Wrong, copied, ref, state_of, variable

WORK = (Firings, Interleaved, Loop)


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
    """One core on its way through its list. `turns` of loops are counted from the program's begin, `indices` are the
    iterations within the loop around, `counts` how many this turn has, `locals` the variables of turns."""

    def __init__(self, world: World, agent: Agent) -> None:
        self.world, self.agent, self.program = world, agent, world.program
        self.turns: dict[int, int] = {}
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

    def _pass(self, body: Iterable[Operation]) -> Iterator[str | None]:
        """One pass of a stage; false if the program ends before it."""
        self.world.begin_pass(self.agent.core, self.number)
        if not self.counts_still():
            return False
        self.turns[ROOT] = self.number
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
        turn = self.turns[loops[-1].id if loops else ROOT]
        match operation:
            case Wait():
                yield from self._wait(operation, turn)
            case Publish(counter):
                self.world.counters[counter] = turn + 1
                self.world.version += 1
                yield None
            case Complete(counter, engine):
                self._give(engine, partial(self._raise, counter, turn + 1))
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
            case Firings():
                yield from self._firings(loops, operation)
            case Interleaved():
                yield from self._interleaved(loops, operation)
            case Loop():
                yield from self._loop(loops, operation)

    def _wait(self, wait: Wait, turn: int) -> Steps:
        target = turn + 1 if wait.lag == 0 else max(0, turn + 1 - wait.lag)
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

    def _give(self, engine: int, job: Callable[[], Steps]) -> None:
        self.world.queues[self.agent.core, engine].append(job)
        self.world.version += 1

    def _raise(self, counter: int, value: int) -> Steps:
        self.world.counters[counter] = max(value, self.world.counters[counter])
        return iter(())  # type: ignore[return-value]

    def _carry(self, loops: tuple[Loop, ...], name: str) -> Steps:
        buffer = self.program.memory.buffers[name]
        chunk = loops[-1].chunk if loops else self.program.chunk
        iterations, turn = self.counts[loops[-1].id if loops else ROOT], self.turns[buffer.loop]
        if buffer.layout is Layout.WRAPPED and turn % buffer.slots != buffer.slots - 1:
            return
        size = buffer.type.size_bytes
        first = self._slot(name, turn) + iterations * (buffer.span_tokens // chunk) * size
        source = self.world.arena.place(first, buffer.history_tokens * size)
        target = self.world.arena.place(self._slot(name, turn + 1), buffer.history_tokens * size)
        if source.meets(target):
            target.write(source.read())
            yield None
        else:
            yield from copied([(source, target)])

    def _slot(self, name: str, turn: int) -> int:
        buffer = self.program.memory.buffers[name]
        return buffer.offset_bytes + turn % buffer.slots * buffer.stride_bytes

    # --- loops and blocks -------------------------------------------------------------------------------------------

    def _is_even(self, loops: tuple[Loop, ...]) -> bool:
        """Whether the C knows how many iterations each turn has."""
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
        self.turns.setdefault(loop.id, 0)
        self.turns[loop.id] += min(share.start, loop.count * self.counts[around]) if share else 0
        index = share.start if share else 0
        while index < self._last(loop, around):
            self.indices[loop.id] = index
            total = loop.count * self.counts[around]
            self.counts[loop.id] = loop.chunk if even else min(loop.chunk, total - index)
            for name in loop.locals:
                buffer = self.program.memory.buffers[name]
                self.locals[name] = variable(f"variable {name}", buffer.span_tokens * buffer.type.size_bytes)
            yield from self._body(loops, loop.body)
            self.turns[loop.id] += 1
            index += 1 if share else loop.chunk
        if share and share.stop < share.of:
            self.turns[loop.id] += loop.count * self.counts[around] - self._last(loop, around)

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
        per_iteration = firings.per_iteration
        whole = firings.stop == per_iteration * chunk
        limit = firings.stop if even else per_iteration * iterations if whole else min(
            firings.stop, per_iteration * iterations)  # fmt: skip
        k = firings.start
        while k < (per_iteration * self.iterations() if firings.reads_end else limit):
            yield from block.fire(k)
            k += 1

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


class Block:
    """The firings of an actor at one place of a core's list."""

    def __init__(self, core: Core, loops: tuple[Loop, ...], firings: Firings) -> None:
        self.core, self.loops, self.firings = core, loops, firings
        self.world, self.program = core.world, core.program
        self.actor: Actor = self.program.graph.actor(firings.actor)
        self.buffers = self.program.memory.buffers
        self.acquired: dict[str, Place] = {}
        self.private: set[str] = set()
        self.inside = {loop.id: loops[level + 1 :] for level, loop in enumerate(loops)} | {ROOT: loops}
        self.local = {name for loop in loops for name in loop.locals}
        self.offsets: dict[tuple[int, int], int] = {}

    def fire(self, k: int) -> Steps:
        """Firing k of the innermost turn."""
        self.acquired, self.private = {}, set()
        for operation in self.firings.body:
            yield from self._operation(operation, k)

    def _operation(self, operation: FiringOperation, k: int) -> Steps:
        match operation:
            case Acquire(transfer, _):
                yield from self._acquire(transfer, k)
            case Move(transfer, _):
                yield from copied(list(self._pieces(transfer, k)))
            case Submit(transfer, _):
                yield from self._submit(transfer, k)
            case Prepare(port, content):
                place = self._window(dict(self._windows())[port], self.actor.port(port), k)
                place.write(self._kept(port).read()) if content is Content.KEPT else place.fill(ZERO)
            case Seal(port):
                place = self._window(dict(self._windows())[port], self.actor.port(port), k)
                self._kept(port).write(place.read())
            case Fire(_, windows) | Reset(_, windows):
                if self.actor.fire is not None or isinstance(operation, Reset):
                    yield from self._fire(windows, k)
            case Release():
                pass
        yield None

    def _windows(self) -> tuple[tuple[str, Window], ...]:
        return next(o.windows for o in self.firings.body if isinstance(o, (Fire, Reset)))

    # --- where firings and windows stand ----------------------------------------------------------------------------

    def index_in(self, loop_id: int, k: int) -> int:
        """The firing's index in a turn of an outer loop."""
        index, scale = k, self.firings.per_iteration
        for loop in reversed(self.inside[loop_id]):
            index += self.core.indices[loop.id] * scale
            scale *= loop.count
        return index

    def bound_in(self, loop_id: int) -> int:
        chunk = next((loop.chunk for loop in self.loops if loop.id == loop_id), self.program.chunk)
        return self.firings.per_iteration * prod(loop.count for loop in self.inside[loop_id]) * chunk

    def number(self, k: int) -> int:
        """The firing, counted from the program's begin."""
        a_pass = self.program.chunk * self.world.streams.firings[self.actor.name]
        return self.core.number * a_pass + self.index_in(ROOT, k)

    def _slot(self, window: Window) -> tuple[Bytes, int]:
        """The memory in which a window's slot lies, and where."""
        buffer = self.buffers[window.buffer]
        if buffer.name in self.local:
            return self.core.locals[buffer.name], 0
        slot = (self.core.turns[buffer.loop] - window.shift) % buffer.slots
        return self.world.arena, buffer.offset_bytes + slot * buffer.stride_bytes

    def _window(self, window: Window, port: Port, k: int) -> Place:
        return self._window_of(window, port.rates, port.type.size_bytes, k)

    def _window_of(self, window: Window, rates: tuple[int, ...], size: int, k: int) -> Place:
        memory, first = self._slot(window)
        return memory.place(first + self._offset(window, rates, k) * size, rates[k % len(rates)] * size)

    def _offset(self, window: Window, rates: tuple[int, ...], k: int) -> int:
        """The tokens before the firing's own in the slot."""
        view, loop = window.view, self.buffers[window.buffer].loop
        if all(stride == 0 for _, stride in view.dims) and view.run == 1:
            return view.base
        index, bound = self.index_in(loop, k), self.bound_in(loop)
        if len(rates) == 1:
            return view_offset(view, rates[0], index, bound) if rates[0] else view.base
        cycles, phase = divmod(index, len(rates))
        return view_offset(view, sum(rates), cycles, -(-bound // len(rates))) + sum(rates[:phase])

    # --- bytes that move --------------------------------------------------------------------------------------------

    def _pieces(self, transfer: Transfer, k: int) -> Iterator[tuple[Place, Place]]:
        counts = [rate // transfer.piece for rate in transfer.rates]
        source_loop, target_loop = (self.buffers[w.buffer].loop for w in (transfer.source, transfer.target))
        if transfer.skip and self.index_in(target_loop, k) % transfer.period < transfer.skip:
            return
        count = counts[0] if len(counts) == 1 else counts[self.index_in(source_loop, k) % len(counts)]
        for j in range(count):
            source = self._piece(transfer, transfer.source, transfer.source_rates, transfer.source_first, k, j)
            yield source, self._piece(transfer, transfer.target, transfer.target_rates, transfer.target_first, k, j)

    def _piece(self, transfer: Transfer, window: Window, rates: tuple[int, ...], first: int, k: int, j: int) -> Place:
        piece, size = transfer.piece, transfer.type.size_bytes
        memory, slot = self._slot(window)
        loop = self.buffers[window.buffer].loop
        if not any(rates):
            offset = j * piece + window.view.base
        else:
            index = self.index_in(loop, k)
            cycles, phase = divmod(index, len(rates))
            start = index * (rates[0] // piece)
            if len(rates) > 1:
                start = cycles * (sum(rates) // piece) + sum(rates[:phase]) // piece
            pieces = self.bound_in(loop) * sum(rates) // (len(rates) * piece)
            offset = view_offset(window.view, piece, start + first // piece + j, pieces)
        return memory.place(slot + offset * size, piece * size)

    def _acquire(self, transfer: Transfer, k: int) -> Steps:
        rates, size = transfer.source_rates, transfer.type.size_bytes
        source = self._window_of(transfer.source, rates, size, k)
        if transfer.ways[self.world.way_of(transfer)].views:
            self.acquired[transfer.port] = source
            self.private.add(transfer.port)
            return
        memory, first = self._slot(transfer.target)
        target = memory.place(first, rates[k % len(rates)] * size)
        self.acquired[transfer.port] = target
        yield from copied([(source, target)])

    def _submit(self, transfer: Transfer, k: int) -> Steps:
        """What finds no place in the queue, or is too small for it, the core copies itself."""
        by_engine = transfer.ways[self.world.way_of(transfer)].by_engine
        for piece in self._pieces(transfer, k):
            pieces: Pieces = [piece]
            if by_engine and self.world.rng.random() >= self.world.submits_itself:
                self.core._give(transfer.engine, partial(copied, pieces))
            else:
                yield from copied(pieces)

    # --- the firing itself ------------------------------------------------------------------------------------------

    def _kept(self, port: str) -> Place:
        """Where an output's bytes are between firings."""
        at = self.program.memory.states[self.actor.name]
        used = {name for name, _ in self._windows()}
        for other in (p for p in self.actor.ports if p.kept and p.name in used):
            if other.name == port:
                return self.world.arena.place(at, other.rate(0) * other.type.size_bytes)
            at += other.rate(0) * other.type.size_bytes
        raise Wrong(f"nothing is kept of {port}")

    def _fire(self, windows: tuple[tuple[str, Window], ...], k: int) -> Steps:
        number = self.number(k)
        if k % self.actor.phases != number % self.actor.phases:
            raise Wrong(f"{self.actor.name} is told phase {k % self.actor.phases} in firing {number}")
        self.world.begin_firing(self.actor, number)
        firing = FiringWindows(self, dict(windows), k, number)
        firing.begin()
        yield None
        self.world.after_firing(self.actor.name, number)
        firing.end()
        self.world.end_firing(self.actor)


class FiringWindows:
    """All the bytes that one firing has."""

    def __init__(self, block: Block, windows: dict[str, Window], k: int, number: int) -> None:
        self.block, self.actor, self.number = block, block.actor, number
        self.streams = block.world.streams
        phase = number % self.actor.phases
        self.reads: list[tuple[Port, Place, bytes]] = []
        self.spoils: list[tuple[Port, Place]] = []
        self.writes: list[tuple[Port, Place, bytes]] = []
        for name, window in windows.items():
            port = self.actor.port(name)
            if self._passes_by(port, phase):
                continue
            place = block.acquired.get(name) or block._window(window, port, k)
            if not port.is_input:
                self.writes.append((port, place, self._stream(port, self.streams.written)))
            elif port.access is not Access.UNUSED:
                self.reads.append((port, place, self._stream(port, self.streams.seen)))
            may_write = port.access is None or port.access.may_write
            if port.is_input and may_write and name not in block.private and self.actor.kind is ActorKind.CODE:
                self.spoils.append((port, place))
        self.state: Place | None = None
        if self.actor.state is not None and not any(port.kept for port in self.actor.outputs):
            self.state = state_of(block.world, self.actor)

    def _passes_by(self, port: Port, phase: int) -> bool:
        """Of a reset mover: its last input is read only for who gets it."""
        last = phase == self.actor.phases - 1
        return self.actor.kind is ActorKind.RESET and port.name == "in" and last and len(self.actor.outputs) == 1

    def _stream(self, port: Port, streams: dict) -> bytes:
        first, last = self.streams.bounds(self.actor.name, port, self.number)
        found = streams.get(ref(self.actor, port.name), b"")
        return found[first:last]

    def begin(self) -> None:
        self._check_reads("begins")
        world = self.block.world
        if self.actor.kind is ActorKind.RESET and self.actor.reset_tokens is not None:
            self._check("its initial tokens", state_of(world, self.actor), self.streams.initial_of_reset(self.actor), "begins")
        if self.state is not None:
            self._check("its state", self.state, self._state(self.number), "begins")
            self.state.fill(WRITING)
        for port, place, _ in self.writes:
            if port.partial:
                self._check(port.name, place, ZERO * ((place.last - place.first) // TAG_BYTES), "begins")
            elif port.kept:
                self._check(port.name, place, self._before(port, place), "begins")
        for _, place in self.spoils:
            place.fill(WRITING)
        for _, place, _ in self.writes:
            place.fill(WRITING)

    def _state(self, firing: int) -> bytes:
        """The tags of the state before a firing."""
        assert self.state is not None
        count = (self.state.last - self.state.first) // TAG_BYTES
        if firing == 0:
            return ZERO * count
        return row(self.streams.state_tags[self.actor.name] + firing, 1) * count

    def _before(self, port: Port, place: Place) -> bytes:
        if self.number == 0:
            return ZERO * ((place.last - place.first) // TAG_BYTES)
        first, last = self.streams.bounds(self.actor.name, port, self.number - 1)
        return self.streams.written[ref(self.actor, port.name)][first:last]

    def _check_reads(self, when: str) -> None:
        for port, place, tags in self.reads:
            self._check(port.name, place, tags, when)

    def _check(self, what: str, place: Place, tags: bytes, when: str) -> None:
        found = place.read()
        if found == tags:
            return
        if len(found) != len(tags):
            raise Wrong(f"{self.actor.name} {when} firing {self.number}: {what} has another size ({place})")
        at = next(i for i in range(0, len(tags), TAG_BYTES) if found[i : i + TAG_BYTES] != tags[i : i + TAG_BYTES])
        name = self.streams.tags.name
        seen, wanted = name(bytes(found[at : at + TAG_BYTES])), name(tags[at : at + TAG_BYTES])
        raise Wrong(f"{self.actor.name} {when} firing {self.number}: {what} holds {seen} at byte {at // TAG_BYTES}, "
                    f"not {wanted} ({place})")  # fmt: skip

    def end(self) -> None:
        spoiled = {port.name for port, _ in self.spoils}
        own = [(port.overlays, place) for port, place, _ in self.writes if port.overlays]
        for port, place, tags in self.reads:
            over = any(name == port.name and o.memory is place.memory and o.first == place.first for name, o in own)
            if port.name not in spoiled and not over:
                self._check(port.name, place, tags, "ends")
        marked = [*self.spoils, *((port, place) for port, place, _ in self.writes)]
        for port, place in marked:
            if not place.is_all(WRITING):
                raise Wrong(f"{self.actor.name} ends firing {self.number}: others wrote to {port.name} meanwhile ({place})")
        if self.state is not None:
            if not self.state.is_all(WRITING):
                raise Wrong(f"{self.actor.name} ends firing {self.number}: others wrote to its state meanwhile")
            self.state.write(self._state(self.number + 1))
        for _, place in self.spoils:
            place.fill(SPOILED)
        for port, place, tags in self.writes:
            place.write(tags)


def view_offset(view: View, unit: int, index: int, bound: int) -> int:
    """The token offset of piece `index` of `unit` tokens, as the C has it, which knows that `index` is below `bound`."""
    if view.run == 0:
        return index * unit + view.base
    pieces, offset = view.run // unit, 0
    if pieces > 1:
        offset = (index if 0 < bound <= pieces else index % pieces) * unit
        index, bound = index // pieces, -(-bound // pieces)
    for count, stride in reversed(view.dims):
        last = count == 0 or 0 < bound <= count
        if bound != 1:
            offset += (index if last else index % count) * stride
        if last:
            break
        index, bound = index // count, -(-bound // count)
    return offset + view.base
