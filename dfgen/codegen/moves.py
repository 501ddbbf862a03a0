# SPDX-License-Identifier: Apache-2.0
"""Transfers and tail moves in C."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.codegen.code import Block, Line, Statement, comment_text
from dfgen.codegen.expressions import Expr, add, const, mod, mul, name, view_offset
from dfgen.codegen.naming import Names
from dfgen.codegen.tables import Tables
from dfgen.codegen.windows import Context, piece_index, scalars, slot_address, slot_pointer
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.plan import Plan, TailMove, Transfer, Window


def transfer_pointers(context: Context, transfer: Transfer, number: int) -> Iterator[Statement]:
    """Declarations of the slots that a transfer reads and writes, before the loop of firings."""
    type_ = transfer.type.c_name
    source = slot_pointer(context, transfer.source, is_const=True, writable=False)
    target = slot_pointer(context, transfer.target, is_const=False, writable=True)
    yield Line(f"const {type_} *const from_{number} = {source};")
    yield Line(f"{type_} *const to_{number} = {target};")


def transfer_firing(context: Context, transfer: Transfer, number: int, tables: Tables) -> Statement:
    """What moves in one firing."""
    counts = [rate // transfer.piece for rate in transfer.rates]
    one = counts == [1]
    j = const(0) if one else name("j")
    source = _piece(context, transfer.source, transfer.source_rates, transfer.source_first, transfer, j, tables)
    target = _piece(context, transfer.target, transfer.target_rates, transfer.target_first, transfer, j, tables)
    size = transfer.piece * transfer.type.size_bytes
    function = STRATEGIES[transfer.strategy].function
    move: Statement = Line(f"{function}({_at(f'to_{number}', target)}, {_at(f'from_{number}', source)}, {size});")
    if not one:
        k = context.index_in(context.plan.buffer_of(transfer.source, context.core).loop)
        limit = counts[0] if len(counts) == 1 else f"{tables.values(tuple(counts))}[{mod(k, len(counts))}]"
        move = Block(f"for (uint64_t j = 0; j < {limit}; j++)", (move,))
    if transfer.skip:
        k = context.index_in(context.plan.buffer_of(transfer.target, context.core).loop)
        move = Block(f"if ({mod(k, transfer.period)} >= {transfer.skip})", (move,))
    return move


def _at(pointer: str, offset: Expr) -> str:
    return pointer if offset.value == 0 else f"{pointer} + {offset}"


def _piece(
    context: Context, window: Window, rates: tuple[int, ...], first: int, transfer: Transfer, j: Expr, tables: Tables
) -> Expr:
    buffer = context.plan.buffer_of(window, context.core)
    if not any(rates):
        return scalars(transfer.type, add(mul(j, const(transfer.piece)), const(window.view.base)))
    table = tables.starts(rates) if len(rates) > 1 else ""
    index = add(piece_index(rates, transfer.piece, context.index_in(buffer.loop), first, table), j)
    pieces = context.bound_in(buffer.loop) * sum(rates) // (len(rates) * transfer.piece)
    return scalars(transfer.type, view_offset(window.view, transfer.piece, index, pieces))


def tail_move(plan: Plan, names: Names, move: TailMove, turns: Expr, tokens_per_iteration: int) -> Statement:
    """Carry a linear buffer's last tokens to the front of the next slot. `turns`: iterations run in this turn."""
    buffer = plan.buffers[move.buffer]
    turn = name(names.turn(buffer.loop))
    size = buffer.type.size_bytes
    source = add(slot_address(names, buffer, turn), mul(turns, const(tokens_per_iteration * size)))
    target = slot_address(names, buffer, add(turn, const(1)))
    text = f"df_move({add(name('arena'), target)}, {add(name('arena'), source)}, {buffer.history_tokens * size});"
    return Line(f"{text} /* what the next turn needs of {comment_text(buffer.name)} */")
