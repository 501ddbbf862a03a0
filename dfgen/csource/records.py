# SPDX-License-Identifier: Apache-2.0
"""What libclang knows of the members of structs and unions, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from clang import cindex

from dfgen.csource.declarations import CMember, CRecord, CShape, CType
from dfgen.model.diagnostics import Span

# No pointer of a header that is read leads further; what does is no struct of objects.
POINTERS_MAX = 3


def read_records(
    wanted: Iterable[Any], as_ctype: Callable[[Any], CType], as_span: Callable[[Any], Span]
) -> dict[str, CRecord]:
    """The complete records among the `wanted` types of libclang, and all that they hold or point to."""
    found: dict[str, CRecord] = {}
    waiting = [type.get_canonical() for type in wanted]
    for type in waiting:  # grows
        declaration = type.get_declaration()
        name = as_ctype(type).name
        if type.kind.name != "RECORD" or name in found or type.get_size() < 0:
            continue
        fields = list(type.get_fields())
        found[name] = CRecord(
            name,
            declaration.kind == cindex.CursorKind.UNION_DECL,
            type.get_size(),
            type.get_align(),
            tuple(_member(field, as_ctype) for field in fields),
            as_span(declaration.location),
        )
        waiting += [inner for field in fields for inner in _inner(field.type)]
    return found


def _member(field: Any, as_ctype: Callable[[Any], CType]) -> CMember:
    type, counts = _element(field.type)
    name = "" if "(" in field.spelling else field.spelling
    offset = max(0, field.get_field_offsetof()) // 8
    return CMember(name, offset, _shape(type, as_ctype, POINTERS_MAX), counts, field.is_bitfield())


def _element(type: Any) -> tuple[Any, tuple[int, ...]]:
    """The type of an array's elements through all dimensions, and how many there are in each."""
    type, counts = type.get_canonical(), []
    while type.kind.name in ("CONSTANTARRAY", "INCOMPLETEARRAY"):
        counts.append(type.get_array_size() if type.kind.name == "CONSTANTARRAY" else 0)
        type = type.element_type.get_canonical()
    return type, tuple(counts)


def _shape(type: Any, as_ctype: Callable[[Any], CType], depth: int) -> CShape:
    pointee = None
    if type.kind.name == "POINTER" and depth:
        pointee = _shape(_element(type.get_pointee())[0], as_ctype, depth - 1)
    return CShape(as_ctype(type), max(1, type.get_align()), pointee)


def _inner(type: Any) -> Iterator[Any]:
    """The records in which a member ends, by itself or through pointers."""
    type = _element(type)[0]
    for _ in range(POINTERS_MAX):
        if type.kind.name != "POINTER":
            break
        type = _element(type.get_pointee())[0]
    if type.kind.name == "RECORD":
        yield type
