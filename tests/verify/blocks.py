# SPDX-License-Identifier: Apache-2.0
"""The firings of an actor at one place of a core's list: which bytes move, and which are each firing's own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from math import prod
from typing import TYPE_CHECKING

from dfgen.model.actor import Actor
from dfgen.model.plan import Transfer, View, Window
from dfgen.model.port import Port
from dfgen.model.program import (
    ROOT,
    Acquire,
    Content,
    Fire,
    FiringOperation,
    Firings,
    Loop,
    Move,
    Prepare,
    Release,
    Reset,
    Seal,
    Submit,
)

from .firing import FiringWindows, PortUse
from .streams import ZERO
from .world import Bytes, Job, Pieces, Place, Steps, Wrong, copied

if TYPE_CHECKING:
    from .interpreter import Core


class Block:
    """The firings of an actor at one place of a core's list. In a firing, `acquired` are the windows that were handed
    out, by port; those that are `private` show another window that is only read."""

    def __init__(self, core: Core, loops: tuple[Loop, ...], firings: Firings) -> None:
        self.core, self.loops, self.firings = core, loops, firings
        self.world, self.program = core.world, core.program
        self.actor: Actor = self.program.graph.actor(firings.actor)
        self.buffers = self.program.memory.buffers
        self.acquired: dict[str, Place] = {}
        self.private: set[str] = set()
        self.uses: list[PortUse] | None = None
        self.inside = {loop.id: loops[level + 1 :] for level, loop in enumerate(loops)} | {ROOT: loops}
        self.offsets: dict[tuple[int, tuple[int, ...], int], int] = {}
        self.moves: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        self.local = {name for loop in loops for name in loop.locals}

    def fire(self, k: int) -> Steps:
        """Firing k of the innermost trip."""
        self.acquired, self.private = {}, set()
        for operation in self.firings.body:
            yield from self._operation(operation, k)

    def _operation(self, operation: FiringOperation, k: int) -> Steps:
        match operation:
            case Acquire(transfer, _):
                yield from self._acquire(transfer, k)
            case Move(transfer, _):
                yield from copied(self._pieces(transfer, k))
            case Submit(transfer, _):
                yield from self._submit(transfer, k)
            case Prepare(port, content):
                place = self._own_window(port, k)
                place.write(self._kept(port).read()) if content is Content.PERSISTENT else place.fill(ZERO)
            case Seal(port):
                place = self._own_window(port, k)
                self._kept(port).write(place.read())
            case Fire(_, windows, int(queue)):
                self._fire_by_engine(windows, k, queue)
            case Fire(_, windows) | Reset(_, windows):
                if self.actor.fire is not None or isinstance(operation, Reset):
                    yield from self._fire(windows, k)
            case Release():
                pass
        yield None

    def _own_window(self, port: str, k: int) -> Place:
        return self.window(dict(self._windows())[port], self.actor.port(port), k)

    def _windows(self) -> tuple[tuple[str, Window], ...]:
        return next(o.windows for o in self.firings.body if isinstance(o, (Fire, Reset)))

    # --- where firings and windows stand ----------------------------------------------------------------------------

    def index_in(self, loop_id: int, k: int) -> int:
        """The firing's index in a trip of an outer loop."""
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
        slot = (self.core.trips[buffer.loop] - window.shift) % buffer.slots
        place = buffer.offset_bytes + buffer.moved_bytes(self.core.agent.core)
        return self.world.arena, place + slot * buffer.stride_bytes

    def window(self, window: Window, port: Port, k: int) -> Place:
        return self.window_of(window, port.rates, port.type.size_bytes, k)

    def window_of(self, window: Window, rates: tuple[int, ...], size: int, k: int) -> Place:
        memory, first = self._slot(window)
        index = self.index_in(self.buffers[window.buffer].loop, k)
        key = id(window), rates, index
        if key not in self.offsets:
            self.offsets[key] = self._offset(window, rates, index)
        return memory.place(first + self.offsets[key] * size, rates[k % len(rates)] * size)

    def _offset(self, window: Window, rates: tuple[int, ...], index: int) -> int:
        """The tokens before the firing's own in the slot."""
        view = window.view
        if all(stride == 0 for _, stride in view.dims) and view.run == 1:
            return view.base
        bound = self.bound_in(self.buffers[window.buffer].loop)
        if len(set(rates)) == 1:
            return view_offset(view, rates[0], index, bound) if rates[0] else view.base
        cycles, phase = divmod(index, len(rates))
        return view_offset(view, sum(rates), cycles, -(-bound // len(rates))) + sum(rates[:phase])

    # --- bytes that move --------------------------------------------------------------------------------------------

    def _pieces(self, transfer: Transfer, k: int) -> Pieces:
        """What moves in a firing, from where to where."""
        source, target, size = transfer.source, transfer.target, transfer.type.size_bytes
        at_source, at_target = (self.index_in(self.buffers[w.buffer].loop, k) for w in (source, target))
        if transfer.skip and at_target % transfer.period < transfer.skip:
            return []
        key = id(transfer), at_source, at_target
        if key not in self.moves:
            counts = [rate // transfer.piece for rate in transfer.rates]
            count = counts[0] if len(counts) == 1 else counts[at_source % len(counts)]
            first = self._piece_offsets(transfer, source, transfer.source_rates, transfer.source_first, at_source)
            other = self._piece_offsets(transfer, target, transfer.target_rates, transfer.target_first, at_target)
            self.moves[key] = [(next(first) * size, next(other) * size) for _ in range(count)]
        (memory, begin), (other_memory, other_begin), bytes_ = (
            self._slot(source),
            self._slot(target),
            transfer.piece * size,
        )
        return [(memory.place(begin + one, bytes_), other_memory.place(other_begin + two, bytes_))
                for one, two in self.moves[key]]  # fmt: skip

    def _piece_offsets(
        self, transfer: Transfer, window: Window, rates: tuple[int, ...], first: int, index: int
    ) -> Iterator[int]:
        """The tokens before each piece in the slot."""
        piece = transfer.piece
        if not any(rates):
            yield from (j * piece + window.view.base for j in count())
        start = index * (rates[0] // piece)
        if len(rates) > 1:
            cycles, phase = divmod(index, len(rates))
            start = cycles * (sum(rates) // piece) + sum(rates[:phase]) // piece
        bound = self.bound_in(self.buffers[window.buffer].loop) * sum(rates) // (len(rates) * piece)
        yield from (view_offset(window.view, piece, start + first // piece + j, bound) for j in count())

    def _acquire(self, transfer: Transfer, k: int) -> Steps:
        rates, size = transfer.source_rates, transfer.type.size_bytes
        source = self.window_of(transfer.source, rates, size, k)
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
                self.core.give(transfer.engine, Job(partial(copied, pieces)))
            else:
                yield from copied(pieces)

    # --- the firing itself ------------------------------------------------------------------------------------------

    def _kept(self, port: str) -> Place:
        """Where an output's bytes are between firings."""
        at = self.program.memory.states[self.actor.name]
        used = {name for name, _ in self._windows()}
        for other in (p for p in self.actor.ports if p.is_persistent and p.name in used):
            if other.name == port:
                return self.world.arena.place(at, other.rate(0) * other.type.size_bytes)
            at += other.rate(0) * other.type.size_bytes
        raise Wrong(f"nothing is kept of {port}")

    def _fire_by_engine(self, windows: tuple[tuple[str, Window], ...], k: int, queue: int) -> None:
        """The core only gives away what the engine then does with the windows."""
        number = self.number(k)
        self.world.begin_firing(self.actor, number)
        if self.uses is None:
            ports = ((self.actor.port(name), window) for name, window in windows)
            self.uses = [PortUse(self.world.streams, self.actor, port, window) for port, window in ports]
        firing = FiringWindows(self, self.uses, k, number)
        firing.state = None  # what lasts from firing to firing is the core's

        def move() -> Steps:
            firing.begin()
            yield None
            firing.end()

        agents = self.program.agents
        if not len(self.program.cores) <= queue < len(agents) or agents[queue].core != self.core.agent.core:
            raise Wrong(f"{self.actor.name} gives its work to {queue}")
        self.core.give(agents[queue].engine, Job(move))
        self.world.after_firing(self.actor.name, number)
        self.world.end_firing(self.actor)

    def _fire(self, windows: tuple[tuple[str, Window], ...], k: int) -> Steps:
        number = self.number(k)
        if k % self.actor.phases != number % self.actor.phases:
            raise Wrong(f"{self.actor.name} is told phase {k % self.actor.phases} in firing {number}")
        self.world.begin_firing(self.actor, number)
        if self.uses is None:
            ports = ((self.actor.port(name), window) for name, window in windows)
            self.uses = [PortUse(self.world.streams, self.actor, port, window) for port, window in ports]
        firing = FiringWindows(self, self.uses, k, number)
        firing.begin()
        yield None
        self.world.after_firing(self.actor.name, number)
        firing.end()
        self.world.end_firing(self.actor)


def view_offset(view: View, unit: int, index: int, bound: int) -> int:
    """The token offset of piece `index` of `unit` tokens, as the C has it, which takes `index` to be below `bound`."""
    if view.run == 0:
        return index * unit + view.base
    pieces, offset = view.run // unit, 0
    if pieces > 1:
        offset = (index if 0 < bound <= pieces else index % pieces) * unit
        index, bound = index // pieces, -(-bound // pieces)
    for most, stride in reversed(view.dims):
        last = most == 0 or 0 < bound <= most
        if bound != 1:
            offset += (index if last else index % most) * stride
        if last:
            break
        index, bound = index // most, -(-bound // most)
    return offset + view.base
