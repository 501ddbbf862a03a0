# SPDX-License-Identifier: Apache-2.0
"""Initial tokens in C: what the arena holds before the first firing. It is zeroed, so zeros need no code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dfgen.codegen.code import Block, Comment, Line, Statement
from dfgen.codegen.expressions import Expr, add, const, name
from dfgen.codegen.firing import call_text, integer_literal, state_pointer
from dfgen.codegen.naming import Names
from dfgen.model.graph import Actor, ActorKind, InitialTokens, TokenType
from dfgen.model.plan import Layout, Plan


@dataclass(frozen=True)
class _Piece:
    """`count` tokens from token `first` on lie at C expression `place`."""

    place: Expr
    first: int
    count: int


def fill_statements(plan: Plan, names: Names) -> tuple[Statement, ...]:
    """The body of the generated `fill(char *arena)`."""
    return tuple(_fills(plan, names))


def _fills(plan: Plan, names: Names) -> Iterator[Statement]:
    for fifo in plan.graph.fifos:
        if fifo.delay is not None:
            owner = plan.graph.actor(fifo.source.actor)
            type_ = plan.graph.port(fifo.source).type
            pieces = tuple(_pieces(plan, names, str(fifo.source), fifo.delay.count_tokens))
            yield from _fill(names, owner, fifo.name, fifo.delay, type_, pieces)
    for actor in plan.graph.actors:
        if actor.kind is ActorKind.RESET and actor.reset_tokens is not None:
            whole = _Piece(_at(names.offset(actor.name), 0), 0, actor.reset_tokens.count_tokens)
            yield from _fill(names, actor, actor.name, actor.reset_tokens, actor.outputs[0].type, (whole,))


def _at(offset: str, more: int) -> Expr:
    return add(add(name("arena"), name(offset)), const(more))


def _pieces(plan: Plan, names: Names, root: str, count: int) -> Iterator[_Piece]:
    """The pieces in which `count` initial tokens of buffer `root` lie."""
    buffer = plan.buffers[root]
    if buffer.layout is Layout.LINEAR:
        yield _Piece(_at(names.offset(root), (buffer.history_tokens - count) * buffer.type.size_bytes), 0, count)
        return
    turns = count // buffer.span_tokens
    for turn in range(turns):
        slot = (turn - turns) % buffer.slots
        yield _Piece(_at(names.offset(root), slot * buffer.stride_bytes), turn * buffer.span_tokens, buffer.span_tokens)


def _fill(
    names: Names, owner: Actor, what: str, tokens: InitialTokens, type_: TokenType, pieces: tuple[_Piece, ...]
) -> Iterator[Statement]:
    if tokens.init is None and not any(tokens.values):
        return
    yield Comment(f"{tokens.span.file.rpartition('/')[2]}:{tokens.span.line}  initial tokens of {what}")
    body: list[Statement] = []
    source = ""
    if tokens.init is not None:
        source = f"arena + {names.offset(what)}"
        window = f"({type_.c_name} *)({source})"
        body.append(Line(f"{call_text(names, tokens.init, state_pointer(names, owner), lambda _: window)};"))
    elif len(tokens.values) > 1:
        values = ", ".join(_literal(v) for v in tokens.values)
        body.append(Line(f"static const {type_.c_name} tokens[] = {{{values}}};"))
        source = "(const char *)tokens"
    for piece in pieces:
        if piece.place.text != source:
            body.append(_piece_text(type_, tokens, source, piece))
    yield Block("", tuple(body))


def _piece_text(type_: TokenType, tokens: InitialTokens, source: str, piece: _Piece) -> Statement:
    if source:
        first, size = piece.first * type_.size_bytes, piece.count * type_.size_bytes
        return Line(f"df_copy_disjoint({piece.place}, {add(name(source), const(first))}, {size});")
    store = Line(f"(({type_.c_name} *)({piece.place}))[i] = {_literal(tokens.values[0])};")
    return Block(f"for (size_t i = 0; i < {piece.count * type_.count}; i++)", (store,))


def _literal(value: int | float) -> str:
    return repr(value) if isinstance(value, float) else integer_literal(value)
