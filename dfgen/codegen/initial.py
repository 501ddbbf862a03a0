# SPDX-License-Identifier: Apache-2.0
"""Initial tokens in C: what the arena holds before the first firing. It is zeroed, so zeros need no code."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.codegen.code import Block, Comment, Line, Statement
from dfgen.codegen.firing import call_text, integer_literal
from dfgen.model.graph import Actor, ActorKind, InitialTokens, TokenType
from dfgen.model.plan import Layout, Plan


def fill_statements(plan: Plan) -> tuple[Statement, ...]:
    """The body of the generated `fill(char *arena)`."""
    return tuple(_fills(plan))


def _fills(plan: Plan) -> Iterator[Statement]:
    for fifo in plan.graph.fifos:
        if fifo.delay is not None:
            owner = plan.graph.actor(fifo.source.actor)
            type_ = plan.graph.port(fifo.source).type
            pieces = list(_pieces(plan, str(fifo.source), fifo.delay.count_tokens))
            yield from _fill(plan, owner, fifo.name, fifo.delay, type_, pieces)
    for actor in plan.graph.actors:
        if actor.kind is ActorKind.RESET and actor.reset_tokens is not None:
            place = [(plan.state_offsets[actor.name], 0, actor.reset_tokens.count_tokens)]
            yield from _fill(plan, actor, actor.name, actor.reset_tokens, actor.outputs[0].type, place)


def _pieces(plan: Plan, name: str, count: int) -> Iterator[tuple[int, int, int]]:
    """(arena offset, first token, tokens) of the pieces in which `count` initial tokens lie."""
    buffer = plan.buffers[name]
    if buffer.layout is Layout.LINEAR:
        yield buffer.offset_bytes + (buffer.history_tokens - count) * buffer.type.size_bytes, 0, count
        return
    turns = count // buffer.span_tokens
    for turn in range(turns):
        slot = (turn - turns) % buffer.slots
        yield buffer.offset_bytes + slot * buffer.stride_bytes, turn * buffer.span_tokens, buffer.span_tokens


def _fill(
    plan: Plan, owner: Actor, name: str, tokens: InitialTokens, type_: TokenType, pieces: list[tuple[int, int, int]]
) -> Iterator[Statement]:
    if tokens.init is None and not any(tokens.values):
        return
    yield Comment(f"{tokens.span.file.rpartition('/')[2]}:{tokens.span.line}  initial tokens of {name}")
    body: list[Statement] = []
    if tokens.init is not None:
        offset = plan.state_offsets[name]
        target = f"({type_.c_name} *)(arena + {offset})"
        body.append(Line(f"{call_text(plan, owner, tokens.init, 'arena', lambda _: target)};"))
        source = f"arena + {offset}"
    elif len(tokens.values) > 1:
        values = ", ".join(_literal(v) for v in tokens.values)
        body.append(Line(f"static const {type_.c_name} tokens[] = {{{values}}};"))
        source = "(const char *)tokens"
    else:
        source = ""
    for offset, first, count in pieces:
        body.extend(_piece(type_, tokens, source, offset, first, count))
    yield Block("", tuple(body))


def _piece(
    type_: TokenType, tokens: InitialTokens, source: str, offset: int, first: int, count: int
) -> Iterator[Statement]:
    if source:
        size = type_.size_bytes
        yield Line(f"df_move(arena + {offset}, {source} + {first * size}, {count * size});")
        return
    loop = f"for (size_t i = 0; i < {count * type_.count}; i++)"
    yield Block(loop, (Line(f"(({type_.c_name} *)(arena + {offset}))[i] = {_literal(tokens.values[0])};"),))


def _literal(value: int | float) -> str:
    return repr(value) if isinstance(value, float) else integer_literal(value)
