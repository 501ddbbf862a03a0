# SPDX-License-Identifier: Apache-2.0
"""What dfgen knows of a C declaration: types with their typedefs resolved, arguments, prototypes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from enum import Enum

from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen


class TypeKind(Enum):
    VOID = "void"
    BOOL = "boolean"
    INTEGER = "integer"
    ENUM = "enumeration"
    FLOAT = "floating-point number"
    COMPLEX = "complex number"
    RECORD = "struct or union"
    POINTER = "pointer"
    FUNCTION = "function"
    OTHER = "other type"


@frozen
class CType:
    """A type behind all its typedefs. `name` has no qualifiers; `size_bytes` is 0 where C gives none.

    `moves`: an assignment copies a value whole, and nothing in it can point at itself. `elements`: of an array, what it
    holds through all its dimensions.
    """

    name: str
    kind: TypeKind
    size_bytes: int = 0
    is_signed: bool = False
    moves: bool = False
    elements: CType | None = None

    @property
    def is_whole_number(self) -> bool:
        return self.kind in (TypeKind.INTEGER, TypeKind.ENUM, TypeKind.BOOL)

    @property
    def is_char_family(self) -> bool:
        return self.kind is TypeKind.INTEGER and self.size_bytes == 1

    @property
    def value_range(self) -> tuple[int, int]:
        """The least and the greatest value of a whole-number type."""
        assert self.is_whole_number, self
        if self.kind is TypeKind.BOOL:
            return 0, 1
        bits = 8 * self.size_bytes
        return (-(1 << bits - 1), (1 << bits - 1) - 1) if self.is_signed else (0, (1 << bits) - 1)


@frozen
class CArgument:
    """One argument. Of a pointer (or array), `pointee` is what it points to, through all array dimensions.

    `element`: of an array of pointers, what these point to. `count`: of an array, its elements; 0 if it does not say.
    `leads_to_arrays`: there is an array between it and what it points to, as in `float m[][4]`.
    """

    name: str
    declared: str
    """The type as the header writes it, for messages."""
    type: CType
    location: Span
    pointee: CType | None = None
    pointee_const: bool = False
    is_restrict: bool = False
    element: CType | None = None
    element_const: bool = False
    count: int = 0
    leads_to_arrays: bool = False

    @property
    def is_pointer(self) -> bool:
        return self.pointee is not None

    def __str__(self) -> str:
        return f"'{self.declared}' {self.name}".rstrip()


@frozen
class Prototype:
    name: str
    arguments: tuple[CArgument, ...]
    location: Span
    returns: CType
    is_variadic: bool = False
    has_prototype: bool = True
    """False for `f()`, which tells nothing about the arguments before C23."""
    is_static: bool = False
    """The header itself must define the function, as in `static inline`."""


@frozen
class CShape:
    """A type with what a pointer leads to: of pointers to pointers, all of them."""

    type: CType
    align_bytes: int
    pointee: CShape | None = None


@frozen
class CMember:
    """A member of a record. `shape` is its type, or of an array that of the elements, of which there are `counts` in
    each dimension; a flexible one has 0. Unnamed structs and unions inside have no `name`."""

    name: str
    offset_bytes: int
    shape: CShape
    counts: tuple[int, ...] = ()
    is_bit_field: bool = False


@frozen
class CRecord:
    """A complete struct or union."""

    name: str
    is_union: bool
    size_bytes: int
    align_bytes: int
    members: tuple[CMember, ...]
    location: Span


@frozen
class Declarations:
    """What the headers declare: functions by name, and types by each name C code can use for them."""

    functions: dict[str, Prototype]
    types: dict[str, CType]
    names: frozenset[str] = frozenset()
    """All that is declared outside of functions, tags and constants of enumerations too."""
    places: Mapping[str, Span] = field(default_factory=dict)
    """Where those are declared that begin like the names of the runtime."""
    records: Mapping[str, CRecord] = field(default_factory=dict)
    """By name, the complete records that were asked for, with all that they hold or point to."""

    def inline_functions(self, names: Collection[str]) -> tuple[str, ...]:
        """Those of `names` that the headers define themselves, in order."""
        return tuple(sorted(name for name in names if name in self.functions and self.functions[name].is_static))
