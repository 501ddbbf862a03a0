# SPDX-License-Identifier: Apache-2.0
"""Addresses of windows in C: the arena, the slot of the trip, and the view of the firing."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from dfgen.codegen.expressions import Expr, add, const, div, mod, mul, name, view_offset
from dfgen.codegen.frame import Frame, index_of
from dfgen.codegen.naming import Names
from dfgen.codegen.tables import Tables
from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.plan import Buffer, View, Window
from dfgen.model.port import TokenType
from dfgen.model.program import ROOT, Fire, Firings, Loop, Program


@frozen
class Context:
    """Where in a function a firing of a block stands: in which loops, from the outermost down, and at `k`, its index in
    the innermost loop's trip."""

    program: Program
    names: Names
    frame: Frame
    loops: tuple[Loop, ...]
    block: Firings
    k: Expr

    @property
    def actor(self) -> Actor:
        return self.program.graph.actor(self.block.actor)

    def buffer(self, window: Window) -> Buffer:
        return self.program.memory.buffers[window.buffer]

    def is_local(self, buffer: Buffer) -> bool:
        """Whether it is a variable of a loop around."""
        return any(buffer.name in loop.locals for loop in self.loops)

    def index_in(self, loop_id: int) -> Expr:
        """The firing's index in a trip of an outer loop."""
        index, scale = self.k, self.block.per_iteration
        for loop in reversed(self._within(loop_id)):
            index = add(mul(index_of(loop), const(scale)), index)
            scale *= loop.count
        return index

    def bound_in(self, loop_id: int) -> int:
        """Firings in a trip of an outer loop."""
        chunk = next((loop.chunk for loop in self.loops if loop.id == loop_id), self.program.chunk)
        return self.firings_in_iteration_of(loop_id) * chunk

    def firings_in_iteration_of(self, loop_id: int) -> int:
        """Firings of the actor in one iteration of an outer loop."""
        return self.block.per_iteration * prod(loop.count for loop in self._within(loop_id))

    def _within(self, loop_id: int) -> tuple[Loop, ...]:
        """The loops inside that one, from the outermost down."""
        if loop_id == ROOT:
            return self.loops
        return self.loops[next(level for level, loop in enumerate(self.loops) if loop.id == loop_id) + 1 :]


def slot_pointer(context: Context, window: Window, *, is_const: bool, writable: bool) -> str:
    """A pointer to the first scalar of the window's slot; in guard mode to the read-only mapping unless `writable`."""
    buffer = context.buffer(window)
    if context.is_local(buffer):
        return str(context.frame.local(buffer))
    frame = context.frame
    if buffer.file:
        return f"({'const ' if is_const else ''}{buffer.type.c_name} *){frame.slot_of_file(buffer)}"
    arena = frame.arena() if writable or not context.program.guard else name("core->arena_read")
    place = add(arena, _slot(context, window))
    return f"({'const ' if is_const else ''}{buffer.type.c_name} *)({place})"


def _slot(context: Context, window: Window) -> Expr:
    """Where it lies; of a window that looks back, in the first trips of a loop, the one before."""
    buffer, frame = context.buffer(window), context.frame
    if not window.trip_tokens or buffer.slots == 1:
        return frame.slot(buffer, window.shift)
    first, back = _first_index(context, window), _firings_back(context, window)
    return name(f"({first} < {back} ? {frame.slot(buffer, 1)} : {frame.slot(buffer)})")


def _first_index(context: Context, window: Window) -> Expr:
    """In a trip of the buffer's loop, the index of the first firing of the block: all of them look to one slot."""
    return replace(context, k=const(0)).index_in(context.buffer(window).loop)


def _firings_back(context: Context, window: Window) -> int:
    return window.delay_tokens * context.bound_in(context.buffer(window).loop) // window.trip_tokens


def token_offset(context: Context, window: Window, rates: tuple[int, ...], tables: Tables) -> Expr:
    """The offset in scalars of the window of the context's firing."""
    buffer = context.buffer(window)
    if all(stride == 0 for _, stride in window.view.dims) and window.view.run == 1:
        return const(window.view.base)
    index, bound = context.index_in(buffer.loop), context.bound_in(buffer.loop)
    if window.trip_tokens:
        back = _firings_back(context, window)
        index = add(mod(add(_first_index(context, window), const(bound - back)), bound), context.k)
    return scalars(buffer.type, _window_offset(window.view, rates, index, bound, tables))


def _window_offset(view: View, rates: tuple[int, ...], index: Expr, bound: int, tables: Tables) -> Expr:
    if len(set(rates)) == 1:
        return view_offset(view, rates[0], index, bound) if rates[0] else const(view.base)
    cycle, phases = sum(rates), len(rates)
    whole = view_offset(view, cycle, div(index, phases), -(-bound // phases))
    return add(whole, tables.start(rates, index))


def firings_in_row(context: Context) -> int:
    """After how many firings a window of the block does not lie one step further on, where all windows that ever do so
    agree on it, and rows of so many firings are whole in each iteration; else, or of a single row, 0."""
    block, actor = context.block, context.actor
    windows = dict(next((o.windows for o in block.body if isinstance(o, Fire)), ()))
    found = {_firings_in_row(context, window, actor.port(port).rates) for port, window in windows.items()} - {0}
    row = found.pop() if len(found) == 1 else 0
    is_whole = row and not any(number % row for number in (block.per_iteration, block.start, block.stop))
    return row if is_whole and block.stop > row else 0


def _firings_in_row(context: Context, window: Window, rates: tuple[int, ...]) -> int:
    view = window.view
    if len(set(rates)) > 1 or not rates[0] or view.run < rates[0] or not any(stride for _, stride in view.dims):
        return 0
    pieces = view.run // rates[0]
    row = pieces if pieces > 1 else view.dims[-1][0]
    return row if 1 < row < context.bound_in(context.buffer(window).loop) else 0


def window_bytes(context: Context, tables: Tables, rates: tuple[int, ...], type_: TokenType) -> str:
    """Bytes of the window of the context's firing."""
    return str(tables.at(tuple(rate * type_.size_bytes for rate in rates), context.k))


def scalars(type_: TokenType, tokens: Expr) -> Expr:
    return mul(tokens, const(type_.count))


def piece_index(rates: tuple[int, ...], piece: int, index: Expr, first: int, tables: Tables) -> Expr:
    """The number of the piece at which firing `index` begins, `first` tokens on."""
    pieces = tuple(rate // piece for rate in rates)
    if len(set(pieces)) == 1:
        start = mul(index, const(pieces[0]))
    else:
        start = add(mul(div(index, len(rates)), const(sum(pieces))), tables.start(pieces, index))
    return add(start, const(first // piece))
