# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs: what a graph file says of their structs, and the description that copies go by.

A token of objects is a reference (`df_ref`) to a graph of C structs in an arena of its own. The structs come from the
user's headers; the graph file adds what C cannot say (`ObjectWords`). Both together give an `ObjectType` for each
struct that a token can reach.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from dfgen.model.diagnostics import Span

NOWHERE = Span("", 0, 0)
REFERENCE = "df_ref"
"""The C type of a token of objects."""


@dataclass(frozen=True)
class FieldWords:
    """What the graph file says of a field: `count` names the field that tells how many elements it leads to; else
    `word` is `transient` (zero for the receiver) or `external` (kept as it is, never followed)."""

    name: str
    word: str = ""
    count: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    count_span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class ObjectField:
    """A field that copies must know.

    name: its path in the struct
    bytes: of an element, or of what is transient
    repeat, stride: it stands at `offset`, `offset + stride`, ... `repeat` times
    type: the C name of what it leads to; nothing for data
    count_offset, count_bytes, count_is_signed: the integer that tells how many elements there are
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


@dataclass(frozen=True)
class ObjectType:
    """A struct that tokens hold. `tag`: what `DF_OBJECT` calls it."""

    c_name: str
    tag: str
    size_bytes: int
    align_bytes: int
    fields: tuple[ObjectField, ...]
