# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs: what a graph file says of their structs, and the description that copies go by.

A token of objects is a reference (`df_ref`) to a graph of C structs in an arena of its own. The structs come from the
user's headers; the graph file adds what C cannot say (`ObjectWords`). Both together give an `ObjectType` for each
struct that a token can reach.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from dfgen.model.alignment import PAGE_BYTES, align
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen

NOWHERE = Span("", 0, 0)
REFERENCE = "df_ref"
"""The C type of a token of objects."""


@frozen
class FieldWords:
    """What the graph file says of a field: `count` names the field that tells how many elements it leads to; else
    `word` is `transient` (zero for the receiver) or `external` (kept as it is, never followed)."""

    name: str
    word: str = ""
    count: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    count_span: Span = field(default=NOWHERE, compare=False)


@frozen
class ObjectWords:
    """What the graph file says of a struct, which C calls `c_name`."""

    c_name: str
    fields: tuple[FieldWords, ...]
    span: Span = field(default=NOWHERE, compare=False)


class FieldKind(Enum):
    """The values name those of `enum df_field_kind`."""

    OBJECT = "DF_FIELD_OBJECT"
    OBJECTS = "DF_FIELD_OBJECTS"
    REFERENCES = "DF_FIELD_REFERENCES"
    DATA = "DF_FIELD_DATA"
    TRANSIENT = "DF_FIELD_TRANSIENT"
    EXTERNAL = "DF_FIELD_EXTERNAL"
    FLEXIBLE_OBJECTS = "DF_FIELD_FLEXIBLE_OBJECTS"
    FLEXIBLE_REFERENCES = "DF_FIELD_FLEXIBLE_REFERENCES"
    FLEXIBLE_DATA = "DF_FIELD_FLEXIBLE_DATA"


@frozen
class ObjectField:
    """A field that copies must know.

    name: its path in the struct
    bytes, align_bytes: of an element of data; `bytes` of what is transient
    repeat, stride: it stands at `offset`, `offset + stride`, ... `repeat` times
    type: the C name of what it leads to; nothing for data
    count_offset, count_bytes, count_is_signed: the integer that tells how many elements there are
    count_stride: between the counts of a field that repeats; 0 where they have one
    """

    name: str
    kind: FieldKind
    offset: int
    bytes: int
    repeat: int = 1
    stride: int = 0
    type: str = ""
    count_offset: int = 0
    count_bytes: int = 0
    count_is_signed: bool = False
    count_stride: int = 0
    align_bytes: int = 1


@frozen
class ObjectType:
    """A struct that tokens hold. `tag`: what `DF_OBJECT` calls it."""

    c_name: str
    tag: str
    size_bytes: int
    align_bytes: int
    fields: tuple[ObjectField, ...]


ARENA_ALIGN_MAX = 64
HEAD_BYTES = 128
RED_ZONE_BYTES = 64
SCRATCH_BYTES_MIN = 1024
MAP_ENDS_BYTES = 64
"""Of entries before the first and behind the last one."""
CLONE_BYTES = 32
"""Of a map for `df_clone`, for each word of the arena."""
PACKED_HEAD_WORDS = 3
"""Of a token on its way to another node."""
CHECK_BYTES = 16
"""Of a map for checks of tokens and of copies."""


def unit_of_arenas(*, guard: bool) -> int:
    """What arenas, and the objects in them, begin on."""
    return PAGE_BYTES if guard else 64


@frozen
class ObjectCopy:
    """How a strategy copies tokens that are objects: a C function and, of one that asks for it, its `map`.

    is_typed: in guard mode it goes by the descriptions of the structs
    has_messages: it needs memory for two messages of a token's size
    word_bytes: of its map, for each word of the largest arena; `is_power`: of so many words as a power of two
    """

    function: str
    map: str = ""
    is_typed: bool = False
    has_messages: bool = False
    word_bytes: int = 0
    is_power: bool = False


def map_bytes(words: int, word_bytes: int, *, is_power: bool) -> int:
    """Memory for the map of a traversal of an arena of `words`."""
    return word_bytes * (1 << max(0, words - 1).bit_length() if is_power else words) + MAP_ENDS_BYTES


@frozen
class Arena:
    """The memory of a token's objects: `up_to_bytes`, laid on multiples of `align_bytes`, some with `transients`.
    `used_bytes`: of a token in a run, at most; 0 if none is known."""

    up_to_bytes: int
    align_bytes: int
    transients: bool
    used_bytes: int = field(default=0, compare=False)

    def size_bytes(self, *, guard: bool = False) -> int:
        """With its head and bitmaps, as `df/object_type.h` says. In guard mode objects have pages of their own."""
        objects = align(self.up_to_bytes, self.align_bytes)
        maps = 2 * (objects // 512 * 8 + 8) + (objects // 64 * 8 + 8 if self.transients else 0)
        unit = unit_of_arenas(guard=guard)
        return align(HEAD_BYTES + maps, unit) + align(objects + RED_ZONE_BYTES, unit)

    @property
    def packed_words(self) -> int:
        """A token on its way to another node, or as a message, takes so many words of 8 bytes: `df/object_packed.h`."""
        maps = 2 * (self.words // 64 + 1) + (self.words // 8 + 1 if self.transients else 0)
        return PACKED_HEAD_WORDS + self.words + maps

    @property
    def words(self) -> int:
        """How many words of 8 bytes its objects may have."""
        return align(self.up_to_bytes, self.align_bytes) // 8
