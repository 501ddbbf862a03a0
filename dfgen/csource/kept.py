# SPDX-License-Identifier: Apache-2.0
"""Which functions keep only what their outputs do not need, as their source says it: counts, sums, the last value.

A function that writes some members of the structures that it is given, and reads none of these but to write it anew,
computes the same outputs whatever it kept of earlier inputs. Several of its firings may then be computed at once; a
filter's may not. Only the order of loops hangs on the answer, so whatever is not plainly so counts as needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from clang.cindex import CursorKind, SourceRange, TokenKind, TypeKind

_STEPS = ("++", "--")
_VALUES = ("+", "-", "!", "~")


def only_counts(function: Any) -> bool:
    """Whether nothing that `function`, a definition, writes in structures is read there by anything else."""
    structures = {p.spelling for p in function.get_arguments() if _is_structure(p.type)}
    written: set[str] = set()
    read: set[str] = set()
    for way in _ways(function, structures):
        use = _use(way)
        if use is _Use.UNCLEAR:
            return False
        (written if use is _Use.WRITTEN else read).add(way[-1].spelling)
    return bool(written) and not written & read


class _Use(Enum):
    WRITTEN = "changed by a statement that does not look at it"
    READ = "read"
    UNCLEAR = "perhaps both"


def _is_structure(type: Any) -> bool:
    return bool(type.kind == TypeKind.POINTER and type.get_pointee().get_canonical().kind == TypeKind.RECORD)


def _ways(function: Any, names: set[str]) -> Iterator[list[Any]]:
    """By use of a name: the cursors around it, from the function's body down, without those that stand for it."""
    todo: list[list[Any]] = [[child] for child in function.get_children() if child.kind == CursorKind.COMPOUND_STMT]
    while todo:
        way = todo.pop()
        last = way[-1]
        if last.kind == CursorKind.DECL_REF_EXPR and last.spelling in names:
            yield [cursor for cursor in way[:-1] if cursor.kind != CursorKind.UNEXPOSED_EXPR]
        todo += [[*way, child] for child in last.get_children()]


def _use(way: list[Any]) -> _Use:
    """What is done with the member that stands last, or with a part of it."""
    outer = list(way)
    while outer[-1].kind == CursorKind.MEMBER_REF_EXPR:
        member = outer.pop()
    if len(outer) == len(way):
        return _Use.UNCLEAR  # the structure as a whole
    is_whole, around = len(outer) == len(way) - 1, outer[-1]
    is_statement = len(outer) > 1 and outer[-2].kind == CursorKind.COMPOUND_STMT
    if around.kind == CursorKind.UNARY_OPERATOR and _operator(around) not in _VALUES:
        return _Use.WRITTEN if is_whole and is_statement and changes(around) else _Use.UNCLEAR
    if around.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
        return _Use.UNCLEAR
    if _assigns(around) and next(around.get_children()).extent == member.extent:
        return _Use.WRITTEN if is_whole and is_statement else _Use.UNCLEAR
    return _Use.READ


def changes(cursor: Any) -> bool:
    """Whether it writes its first operand."""
    return _assigns(cursor) or (cursor.kind == CursorKind.UNARY_OPERATOR and _operator(cursor) in _STEPS)


def _assigns(cursor: Any) -> bool:
    is_equal = cursor.kind == CursorKind.BINARY_OPERATOR and _operator(cursor) == "="
    return is_equal or cursor.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR


def _operator(cursor: Any) -> str:
    """What stands before an only operand or behind the first one."""
    operands = [child.extent for child in cursor.get_children()]
    words = [
        (token.extent.start.offset, token.spelling)
        for token in _tokens_around(operands, cursor)
        if token.kind != TokenKind.COMMENT
    ]
    if len(operands) == 1 and words and words[0][0] < operands[0].start.offset:
        return str(words[0][1])
    return next((str(word) for start, word in words if start >= operands[0].end.offset), "")


def _tokens_around(operands: Sequence[Any], cursor: Any) -> list[Any]:
    """Those between two operands, as far as these stand apart: their own would be read anew for each term of a sum. Of
    what macros make, and of other cursors, all."""
    if len(operands) == 2 and operands[0].end.offset < operands[1].start.offset:
        between = SourceRange.from_locations(operands[0].end, operands[1].start)
        found = list(cursor.translation_unit.get_tokens(extent=between))
        if found:
            return found
    return list(cursor.get_tokens())
