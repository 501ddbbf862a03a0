# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs in C: the descriptions of their structs, their arenas, and what is done with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dfgen.codegen.naming import Names, unique_identifiers
from dfgen.csource.literals import string_literal
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.movement import HowToMove
from dfgen.model.names import told_buffer
from dfgen.model.objects import FieldKind, ObjectField, ObjectType
from dfgen.model.plan import Buffer, Scratch, Transfer
from dfgen.model.port import TokenType
from dfgen.model.program import Memory, Program

_FLEXIBLE = (FieldKind.FLEXIBLE_OBJECTS, FieldKind.FLEXIBLE_REFERENCES, FieldKind.FLEXIBLE_DATA)


@frozen
class FieldEntry:
    """A `df_object_field`; `type` is C."""

    field: ObjectField
    name: str
    type: str


@frozen
class ObjectEntry:
    """A `df_object_type`. `fields`: its pointers, and behind them the flexible member, if `has_flexible`. `c_name` is
    empty where C has no name for it. The masks are C literals, a word each."""

    symbol: str
    name: str
    c_name: str
    number: int
    type: ObjectType
    fields: tuple[FieldEntry, ...]
    has_flexible: bool
    pointer_words: int
    pointer_mask: tuple[str, ...]
    transient_mask: tuple[str, ...]


@frozen
class ArenasEntry:
    """The arenas of a buffer, and how one of its tokens leads to its own: `slots` is whether slots lie apart."""

    function: str
    name: str
    buffer: Buffer
    slots: bool
    tokens: int


@frozen
class ObjectTables:
    types: tuple[ObjectEntry, ...]
    arenas: tuple[ArenasEntry, ...]
    scratch: tuple[Scratch, ...]


def object_tables(program: Program, names: Names) -> ObjectTables | None:
    """All tables of a program; None where no token is an object graph."""
    if not program.graph.object_types:
        return None
    arenas = tuple(_arenas(program.graph, program.memory, names))
    return ObjectTables(tuple(_types(program.graph)), arenas, program.memory.scratch)


def symbols(graph: Graph) -> dict[str, str]:
    """The C object that describes each struct, by the struct's C name."""
    found = unique_identifiers(type.tag for type in graph.object_types)
    return {type.c_name: f"df_struct_{found[type.tag]}" for type in graph.object_types}


def _types(graph: Graph) -> Iterator[ObjectEntry]:
    named = symbols(graph)
    for number, type in enumerate(graph.object_types, 1):
        followed = [f for f in type.fields if f.kind not in (FieldKind.TRANSIENT, FieldKind.EXTERNAL)]
        pointers = [f for f in followed if f.kind not in _FLEXIBLE]
        flexible = [f for f in followed if f.kind in _FLEXIBLE]
        yield ObjectEntry(
            named[type.c_name],
            string_literal(type.c_name),
            type.c_name if type.c_name.removeprefix("struct ").isidentifier() else "",
            number,
            type,
            tuple(_field(f, named) for f in (*pointers, *flexible)),
            bool(flexible),
            sum(f.repeat for f in pointers),
            _mask((place // 8, 1) for f in pointers for place in _places(f)),
            _mask((place, f.bytes) for f in type.fields if f.kind is FieldKind.TRANSIENT for place in _places(f)),
        )


def _field(item: ObjectField, named: Mapping[str, str]) -> FieldEntry:
    return FieldEntry(item, string_literal(item.name), f"&{named[item.type]}" if item.type else "NULL")


def _places(item: ObjectField) -> Iterator[int]:
    return (item.offset + n * item.stride for n in range(item.repeat))


def _mask(runs: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Runs of bits, (first, how many), as words of 64."""
    bits = 0
    for first, count in runs:
        bits |= ((1 << count) - 1) << first
    words = -(-bits.bit_length() // 64)
    return tuple(f"{bits >> 64 * n & (1 << 64) - 1:#x}u" for n in range(words))


def _arenas(graph: Graph, memory: Memory, names: Names) -> Iterator[ArenasEntry]:
    for buffer in memory.by_address:
        if buffer.type.arena is not None:
            apart = buffer.slots > 1 and not buffer.slots_overlap
            tokens = buffer.history_tokens + buffer.span_tokens
            name = string_literal(told_buffer(graph, buffer.name).partition("@")[0])
            yield ArenasEntry(names.arenas(buffer.name), name, buffer, apart, tokens)


# --- in firings -------------------------------------------------------------------------------------------------------


@frozen
class ObjectCalls:
    """What the list of one core does with tokens of objects, as C calls."""

    program: Program
    names: Names
    core: int

    def begin(self, buffer: Buffer, tokens: str, count: str) -> str:
        return f"df_objects_begin(core, {tokens}, {count}, {self.arenas(buffer, tokens)})"

    def hand_on(self, buffer: Buffer, tokens: str, source: str, count: str) -> str:
        return f"df_objects_hand_on(core, {tokens}, {source}, {count}, {self.arenas(buffer, tokens)})"

    def end(self, tokens: str, count: str) -> str:
        return f"df_objects_end(core, {tokens}, {count})"

    def check(self, type: TokenType, tokens: str, count: str) -> str:
        return f"df_objects_check(core, {tokens}, {count}, {self.described(type)})"

    def copy(self, buffer: Buffer, target: str, source: str, count: str) -> str:
        return f"df_objects_copy({target}, {source}, {count}, {self.arenas(buffer, target)})"

    def move(self, transfer: Transfer, buffer: Buffer, target: str, source: str, channel: str = "") -> str:
        """As the strategy of a transfer does it, to a `buffer`, for one piece; what `channel` says if there are several
        to choose from."""
        ways = transfer.candidates or (transfer.how,)
        calls = [self._move_by(way, transfer, buffer, target, source) for way in ways]
        asked = (f"{channel}.strategy == &{way.table} ? {call}" for way, call in zip(ways, calls, strict=True))
        return " : ".join((*list(asked)[:-1], calls[-1]))

    def _move_by(self, way: HowToMove, transfer: Transfer, buffer: Buffer, target: str, source: str) -> str:
        how, type = way.objects, transfer.type
        assert how is not None, "a strategy that serves objects"
        assert type.arena is not None, "objects have arenas once the C is read"
        first = f"core, {transfer.engine}, {way.cut.threshold_bytes}, " if way.by_engine else ""
        more = f", {self.described(type) if self.program.guard else 'NULL'}" if how.is_typed else ""
        more += f", {how.map}" if how.map else ""
        if how.has_messages:
            place = self.program.memory.scratch[self.core].messages_offset_bytes
            more += f", core->arena + {place}, {8 * type.arena.packed_words}"
        return f"{how.function}({first}{target}, {source}, {transfer.piece}, {self.arenas(buffer, target)}{more})"

    def verify(self, fifo: str, type: TokenType, target: str, source: str, count: str) -> str:
        return f"df_objects_verify(core, {fifo}, {target}, {source}, {count}, {self.described(type)})"

    def described(self, type: TokenType) -> str:
        return f"&{symbols(self.program.graph)[type.objects]}"

    def arenas(self, buffer: Buffer, tokens: str) -> str:
        """The first arena of tokens of a buffer, and from one to the next."""
        return f"{self.names.arenas(buffer.name)}(core->arena, {tokens}), {buffer.arena_bytes}"
