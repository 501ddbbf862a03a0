# SPDX-License-Identifier: Apache-2.0
"""Initial tokens in C: what the arena holds before the first firing. It is zeroed, so zeros need no code.

They lie in one piece, or in a row of slots with room between them, which one loop fills.
"""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.codegen.code import Comment, Compound, Line, Statement
from dfgen.codegen.expressions import Expr, add, const, mul, name
from dfgen.codegen.firing import call_text, state_pointer
from dfgen.codegen.naming import Names
from dfgen.codegen.objects import ObjectCalls
from dfgen.csource.literals import scalar_literal
from dfgen.model.actor import Actor, ActorKind, InitialTokens
from dfgen.model.frozen import frozen
from dfgen.model.plan import Buffer, Layout
from dfgen.model.port import TokenType
from dfgen.model.program import Program


@frozen
class _Slots:
    """`slots` times `count` tokens, of which the first lie at C expression `place` and those of the next slot
    `stride_bytes` behind."""

    place: Expr
    count: int
    slots: int = 1
    stride_bytes: int = 0


def fill_statements(program: Program, names: Names) -> tuple[Statement, ...]:
    """The body of the generated `fill(char *arena)`."""
    statements = (*_fills(program, names), *_first_tails(program, names))
    if statements and program.graph.object_types:
        core = "static df_core filling;", "df_core *const core = &filling;", "core->arena = arena;"
        return (*map(Line, core), *statements)
    return statements


def _first_tails(program: Program, names: Names) -> Iterator[Statement]:
    """What precedes the first slots of wrapped buffers: tokens that lie in their last ones."""
    fifos, buffers = program.graph.fifos, program.memory.buffers
    filled = {str(fifo.source) for fifo in fifos if fifo.delay is not None and fifo.delay.is_filled}
    for buffer in (buffers[root] for root in sorted(filled)):
        if buffer.layout is Layout.WRAPPED:
            tail = buffer.history_tokens * buffer.type.size_bytes
            source, target = (_at(names.offset(buffer.name), more) for more in (buffer.size_bytes - tail, 0))
            if buffer.type.objects:
                copy = ObjectCalls(program, names, 0).copy
                tokens = f"(df_ref *)({target})", f"(const df_ref *)({source})"
                yield Line(f"{copy(buffer, *tokens, str(buffer.history_tokens))};")
            else:
                yield Line(f"df_copy_disjoint({target}, {source}, {tail});")


def _fills(program: Program, names: Names) -> Iterator[Statement]:
    graph = program.graph
    for fifo in graph.fifos:
        if fifo.delay is not None and fifo.delay.is_filled:
            owner = graph.actor(fifo.source.actor)
            type_ = graph.port(fifo.source).type
            buffer = program.memory.buffers[str(fifo.source)]
            slots = _slots(buffer, names, fifo.delay.count_tokens)
            objects = _Objects(ObjectCalls(program, names, 0), buffer, slots) if type_.objects else None
            yield from _fill(names, owner, fifo.name, fifo.delay, type_, slots, objects)
    for actor in graph.actors:
        if actor.kind is ActorKind.RESET and actor.reset_tokens is not None:
            whole = _Slots(_at(names.offset(actor.name), 0), actor.reset_tokens.count_tokens)
            yield from _fill(names, actor, actor.name, actor.reset_tokens, actor.outputs[0].type, whole)


@frozen
class _Objects:
    """Initial tokens that are objects: before they are filled they get the arenas of where they will lie."""

    calls: ObjectCalls
    buffer: Buffer
    slots: _Slots

    def begin(self, window: str) -> Statement:
        slots, count = self.slots, str(self.slots.count)
        if slots.slots == 1:
            return Line(f"{self.calls.begin(self.buffer, window, count)};")
        place = add(slots.place, mul(name("slot"), const(slots.stride_bytes)))
        arenas = self.calls.arenas(self.buffer, str(place))
        line = Line(f"df_objects_begin(core, {window} + slot * {count}, {count}, {arenas});")
        return Compound(f"for (size_t slot = 0; slot < {slots.slots}; slot++)", (line,))

    def end(self, window: str) -> Statement:
        return Line(f"{self.calls.end(window, str(self.slots.count * self.slots.slots))};")


def _at(offset: str, more: int) -> Expr:
    return add(add(name("arena"), name(offset)), const(more))


def _slots(buffer: Buffer, names: Names, count: int) -> _Slots:
    """Where `count` initial tokens of a buffer lie: those of the last trips before the first one."""
    offset, size_bytes = names.offset(buffer.name), buffer.type.size_bytes
    if buffer.layout is Layout.LINEAR:
        return _Slots(_at(offset, (buffer.history_tokens - count) * size_bytes), count)
    if buffer.layout is Layout.WRAPPED:
        return _Slots(_at(offset, buffer.size_bytes - count * size_bytes), count)
    trips = count // buffer.span_tokens
    place = _at(offset, (buffer.slots - trips) % buffer.slots * buffer.stride_bytes)
    if buffer.holds_in_one_piece(count):
        return _Slots(place, count)
    return _Slots(place, buffer.span_tokens, trips, buffer.stride_bytes)


def _fill(
    names: Names,
    owner: Actor,
    what: str,
    tokens: InitialTokens,
    type_: TokenType,
    slots: _Slots,
    objects: _Objects | None = None,
) -> Iterator[Statement]:
    if not tokens.is_filled:
        return
    yield Comment(f"{tokens.span.file.rpartition('/')[2]}:{tokens.span.line}  initial tokens of {what}")
    body: list[Statement] = []
    source = ""
    if tokens.init is not None:
        source = slots.place.text if slots.slots == 1 else f"arena + {names.offset(what)}"
        window = f"({type_.c_name} *)({source})"
        state = state_pointer(names, owner, name("arena"))
        body += [objects.begin(window)] if objects is not None else []
        body.append(Line(f"{call_text(names, tokens.init, state, lambda _: window)};"))
        body += [objects.end(window)] if objects is not None else []
    elif len(tokens.values) > 1:
        values = ", ".join(scalar_literal(v, type_.c_name) for v in tokens.values)
        body.append(Line(f"static const {type_.c_name} tokens[] = {{{values}}};"))
        source = "(const char *)tokens"
    if slots.slots > 1:
        body.append(
            Compound(f"for (size_t slot = 0; slot < {slots.slots}; slot++)", (_filled(type_, tokens, source, slots),))
        )
    elif slots.place.text != source:
        body.append(_filled(type_, tokens, source, slots))
    yield Compound("", tuple(body))


def _filled(type_: TokenType, tokens: InitialTokens, source: str, slots: _Slots) -> Statement:
    """One slot: in a loop the one with the number `slot`."""
    size_bytes = slots.count * type_.size_bytes
    turning = slots.slots > 1
    place = add(slots.place, mul(name("slot"), const(slots.stride_bytes))) if turning else slots.place
    if source:
        origin = add(name(source), mul(name("slot"), const(size_bytes))) if turning else name(source)
        return Line(f"df_copy_disjoint({place}, {origin}, {size_bytes});")
    value = scalar_literal(tokens.values[0], type_.c_name)
    store = Line(f"(({type_.c_name} *)({place}))[i] = {value};")
    return Compound(f"for (size_t i = 0; i < {slots.count * type_.count}; i++)", (store,))
