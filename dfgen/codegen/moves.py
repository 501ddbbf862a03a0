# SPDX-License-Identifier: Apache-2.0
"""Transfers and tail moves in C."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.codegen.channels import Channels, needs_channel
from dfgen.codegen.code import Comment, Compound, Line, Statement
from dfgen.codegen.engines import cut_in_c
from dfgen.codegen.expressions import Expr, add, const, mod, mul, name, one_place, view_offset
from dfgen.codegen.frame import FUTURE, Frame
from dfgen.codegen.objects import ObjectCalls
from dfgen.codegen.tables import Tables
from dfgen.codegen.titles import title_of_tail
from dfgen.codegen.windows import (
    Context,
    piece_index,
    scalars,
    slot_pointer,
    token_offset,
    window_bytes,
)
from dfgen.csource.literals import string_literal
from dfgen.model.names import fifo_name
from dfgen.model.plan import Buffer, Layout, Transfer, Window
from dfgen.model.program import Clear


class Moves:
    """The statements of one transfer. `number` tells the transfers of an actor apart; `verifies`: the bytes are
    compared after each; `point`: of a traced program, which tells of copies that are given to an engine."""

    def __init__(
        self,
        context: Context,
        transfer: Transfer,
        number: int,
        tables: Tables,
        channels: Channels,
        verifies: bool = False,
        point: int = 0,
    ) -> None:
        self.context, self.transfer, self.number, self.tables = context, transfer, number, tables
        self.verifies, self.point = verifies, point
        source = context.buffer(transfer.source)
        self.channel = channels.named(transfer, source) if needs_channel(transfer) else ""
        self.has_target = transfer.target != transfer.source
        self.objects = ObjectCalls(context.program, context.names, channels.core)

    @property
    def hands_out_window(self) -> bool:
        """Whether it decides where the reader finds its window, which then lies in one piece at the source, too."""
        return any(how.views for how in self.transfer.ways)

    def pointers(self) -> Iterator[Statement]:
        """Declarations of the slots that it reads and writes, before the loop of firings."""
        if self._is_idle():
            return
        type_ = self.transfer.type.c_name
        source = slot_pointer(self.context, self.transfer.source, is_const=True, writable=False)
        yield Line(f"const {type_} *const from_{self.number} = {source};")
        if self.has_target:
            target = slot_pointer(self.context, self.transfer.target, is_const=False, writable=True)
            yield Line(f"{type_} *const to_{self.number} = {target};")

    def begin(self, window: str, marks: tuple[Statement, ...] = ()) -> Iterator[Statement]:
        """What moves in one firing, then `marks`. `window` is the variable of the reader's window."""
        transfer = self.transfer
        if self._is_idle():
            return
        if self.hands_out_window:
            source, size = self._window()
            target = f"to_{self.number}" if self.has_target else "NULL"
            use = f"&{self.channel}, {target}, {source}, {size}"
            yield Line(f"{transfer.type.c_name} *const {window} = df_channel_begin({use});")
            yield from self._verification(window, source, size)
            yield from marks
            return
        pieces = self._pieces()
        j = const(0) if pieces.value == 1 else name("j")
        move: tuple[Statement, ...] = (Line(f"{self._call(j)};"),)
        move = (*move, *self._verification(self._to(j), self._from(j), str(self._size())))
        if pieces.value != 1:
            move = (Compound(f"for (uint64_t j = 0; j < {pieces}; j++)", move),)
        if transfer.skip and self._in_period().value is None:
            yield Compound(f"if ({self._in_period()} >= {transfer.skip})", (*move, *marks))
            return
        yield from move
        yield from marks

    def _is_idle(self) -> bool:
        """Whether nothing moves in a firing whose number is known."""
        place = self._in_period().value
        skips = place is not None and place < self.transfer.skip
        return not self.hands_out_window and (skips or self._pieces().value == 0)

    def _pieces(self) -> Expr:
        """How many pieces the firing has."""
        counts = tuple(rate // self.transfer.piece for rate in self.transfer.rates)
        return self.tables.at(counts, self.context.index_in(self._loop(self.transfer.source)))

    def _in_period(self) -> Expr:
        """The firing's place among those of which some need no move."""
        loop, period = self._loop(self.transfer.target), self.transfer.period
        k = self.context.index_in(loop)
        return k if self.context.bound_in(loop) <= period else mod(k, period)

    def _verification(self, target: str, source: str, size: str) -> Iterator[Statement]:
        """Once the bytes are there: engines are waited for."""
        if not self.verifies:
            return
        if any(how.by_engine for how in self.transfer.ways):
            yield Compound(f"if (!df_offload_finish(core, {self.transfer.engine}))", (Line("return false;"),))
        fifo = string_literal(fifo_name(self.context.program.graph, self.transfer.fifo))
        if self.transfer.type.objects:
            count = str(self.transfer.piece)
            yield Line(f"{self.objects.verify(fifo, self.transfer.type, target, source, count)};")
            return
        yield Line(f"df_verify(core, {fifo}, {target}, {source}, {size});")

    def finish(self) -> Iterator[Statement]:
        """After the firing that used the window."""
        if self.hands_out_window:
            source, size = self._window()
            yield Line(f"df_channel_finish(&{self.channel}, {source}, {size});")

    def _call(self, j: Expr) -> str:
        """The transfer of piece `j`."""
        how = self.transfer.how
        if self.transfer.type.objects:
            buffer = self.context.buffer(self.transfer.target)
            return self.objects.move(self.transfer, buffer, self._to(j), self._from(j), self.channel)
        ends = f"{self._to(j)}, {self._from(j)}, {self._size()}"
        if self.channel:
            return f"df_channel_begin(&{self.channel}, {ends})"
        if not how.by_engine:
            return f"{how.function}({ends})"
        cut = cut_in_c(how.cut, self.point)
        if cut:
            return f"{how.function}_cut(core, {self.transfer.engine}, &(df_cut){cut}, {ends})"
        return f"{how.function}(core, {self.transfer.engine}, {ends})"

    def _window(self) -> tuple[str, str]:
        """Where the reader's window begins at the source, and its bytes."""
        transfer, rates = self.transfer, self.transfer.source_rates
        first = token_offset(self.context, transfer.source, rates, self.tables)
        return _at(f"from_{self.number}", first), window_bytes(self.context, self.tables, rates, transfer.type)

    def _size(self) -> int:
        return self.transfer.piece * self.transfer.type.size_bytes

    def _from(self, j: Expr) -> str:
        t = self.transfer
        return _at(f"from_{self.number}", self._piece(t.source, t.source_rates, t.source_first, j))

    def _to(self, j: Expr) -> str:
        t = self.transfer
        return _at(f"to_{self.number}", self._piece(t.target, t.target_rates, t.target_first, j))

    def _loop(self, window: Window) -> int:
        return self.context.buffer(window).loop

    def _piece(self, window: Window, rates: tuple[int, ...], first: int, j: Expr) -> Expr:
        """Where piece `j` begins, in scalars from the start of the slot."""
        transfer, loop = self.transfer, self._loop(window)
        if not any(rates):
            return scalars(transfer.type, add(mul(j, const(transfer.piece)), const(window.view.base)))
        pieces = self.context.bound_in(loop) * sum(rates) // (len(rates) * transfer.piece)
        place = one_place(window.view, transfer.piece, pieces)
        if place is not None:
            return scalars(transfer.type, place)
        index = add(piece_index(rates, transfer.piece, self.context.index_in(loop), first, self.tables), j)
        return scalars(transfer.type, view_offset(window.view, transfer.piece, index, pieces))


def _at(pointer: str, offset: Expr) -> str:
    return pointer if offset.value == 0 else f"{pointer} + {offset}"


def cleared_margins(frame: Frame, buffer: Buffer, clear: Clear) -> Iterator[Statement]:
    """What slices read as zero around the tokens of a trip."""
    size, slot = buffer.type.size_bytes, add(frame.arena(), frame.slot(buffer))
    yield Comment(f"zeros around {buffer.name}")
    for first, tokens in clear.ranges(buffer.span_tokens):
        if tokens:
            yield Line(f"df_clear({add(slot, const(first * size))}, {tokens * size});")


def tail_move(
    frame: Frame, buffer: Buffer, trips: Expr, tokens_per_iteration: int, objects: ObjectCalls
) -> Iterator[Statement]:
    """Carry a buffer's last tokens to the front of the next slot. `trips`: iterations run in this trip. Slots that
    overlap have them there already, but for the first one."""
    size, arena = buffer.type.size_bytes, frame.arena()
    source = add(add(arena, frame.slot(buffer)), mul(trips, const(tokens_per_iteration * size)))
    target = add(arena, frame.slot(buffer, FUTURE))
    line = Line(f"df_move({target}, {source}, {buffer.history_tokens * size});")
    if buffer.type.objects:
        tokens = f"(df_ref *)({target})", f"(const df_ref *)({source})", str(buffer.history_tokens)
        line = Line(f"{objects.copy(buffer, *tokens)};")
    yield Comment(title_of_tail(buffer.name))
    if buffer.layout is Layout.WRAPPED and buffer.slots > 1:
        yield Compound(f"if ({frame.slot_index(buffer)} == {buffer.slots - 1})", (line,))
    else:
        yield line
