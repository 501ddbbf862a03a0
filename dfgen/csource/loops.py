# SPDX-License-Identifier: Apache-2.0
"""What the text of functions tells: which go over their windows once, with no loop in a loop and no call in one.

How long such a function takes follows from the bytes that it touches. Of any other one nothing is guessed from its
text: a loop in a loop may be a filter of three taps or of a thousand. Of those that go once, the ones that do not
branch are plain arithmetic, which a compiler computes for several tokens at once. Functions of the same source count as
if their text stood where they are called. Copies and fillings of memory are
loops themselves, or, of so few bytes that a register holds them, how C reads a value as another type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from clang.cindex import CursorKind

from dfgen.csource.bodies import asked_of_bodies
from dfgen.csource.kept import changes, only_counts
from dfgen.csource.toolchain import Compiler
from dfgen.model.frozen import frozen

_LOOPS = (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT)
_JUMPS = (CursorKind.GOTO_STMT, CursorKind.INDIRECT_GOTO_STMT)
_MEMORY = ("memcpy", "memmove", "memset")
_REGISTER_BYTES = 16
_BRANCHES = (
    CursorKind.IF_STMT, CursorKind.SWITCH_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.BREAK_STMT,
    CursorKind.CONTINUE_STMT,
)  # fmt: skip


@frozen
class Shapes:
    """Of functions by name: those that go over their windows `once`, those that keep what no output needs, those that
    are `plain` arithmetic, and of these the ones that are so token by token."""

    once: frozenset[str] = frozenset()
    counting: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()
    tokenwise: frozenset[str] = frozenset()

    def with_others(self, more: Shapes) -> Shapes:
        return Shapes(*(one | other for one, other in zip(self.sets, more.sets, strict=True)))

    @property
    def sets(self) -> tuple[frozenset[str], ...]:
        """In the order of the fields."""
        return self.once, self.counting, self.plain, self.tokenwise


def shapes_of_code(
    source: Path, functions: Collection[str], include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]
) -> Shapes | None:
    """Of such of those `functions` that `source` defines; None if libclang does not understand it."""

    def ask(defined: Mapping[str, Any]) -> Shapes | None:
        own = (_shapes_of(function) for name, function in defined.items() if name in functions)
        return reduce(Shapes.with_others, own, Shapes())

    return asked_of_bodies(ask, None, source, include_dirs, compiler, cflags)


def _shapes_of(function: Any) -> Shapes:
    """Of one."""
    inside = _once(function)
    is_plain = bool(inside) and not any(each.kind in _BRANCHES or _moves_much(each) for each in inside)
    answers = (bool(inside), only_counts(function), is_plain, is_plain and _is_tokenwise(inside))
    return Shapes(*(frozenset({function.spelling} if has else ()) for has in answers))


@frozen
class _Place:
    """A cursor of `function`."""

    cursor: Any
    in_loop: bool
    function: str


def _once(function: Any) -> list[Any]:
    """The cursors of a function that goes over its windows once, and of all that it calls; of any other one, none.

    By a worklist, as C may nest deeply. What is called several times is looked at once.
    """
    found: list[Any] = []
    seen: set[tuple[str, bool]] = set()
    calls: dict[str, set[str]] = {}
    todo = [_Place(function, False, function.spelling)]
    while todo:
        place = todo.pop()
        cursor, in_loop = place.cursor, place.in_loop
        if cursor.kind in _JUMPS or (in_loop and (cursor.kind in _LOOPS or _moves_much(cursor))):
            return []
        found.append(cursor)
        goes_on = in_loop or cursor.kind in _LOOPS
        todo += (_Place(child, goes_on, place.function) for child in cursor.get_children())
        if cursor.kind != CursorKind.CALL_EXPR or cursor.spelling in _MEMORY:
            continue
        called = cursor.get_definition()
        if called is None or called.kind != CursorKind.FUNCTION_DECL:
            return []
        calls.setdefault(place.function, set()).add(called.spelling)
        if (called.spelling, in_loop) not in seen:
            seen.add((called.spelling, in_loop))
            todo.append(_Place(called, in_loop, called.spelling))
    return [] if _has_cycle(calls) else found


def _has_cycle(calls: Mapping[str, Collection[str]]) -> bool:
    """Whether a function may call itself, by way of others or not."""
    try:
        TopologicalSorter(calls).prepare()
    except CycleError:
        return True
    return False


def _moves_much(cursor: Any) -> bool:
    """Whether it moves more bytes than a register has, or an unknown number."""
    if cursor.kind != CursorKind.CALL_EXPR or cursor.spelling not in _MEMORY:
        return False
    *_, size = cursor.get_arguments()
    return not 0 < _constant(size) <= _REGISTER_BYTES


def _constant(size: Any) -> int:
    """A plain decimal number, or the `sizeof` of a value or type; 0 for all else."""
    *_, last = size.walk_preorder()
    if last.kind == CursorKind.INTEGER_LITERAL and size.kind in (CursorKind.UNEXPOSED_EXPR, last.kind):
        text = next((token.spelling for token in last.get_tokens()), "").rstrip("uUlL")
        return int(text) if text.isdecimal() else 0
    if size.kind != CursorKind.CXX_UNARY_EXPR:
        return 0
    of = next(size.get_children(), None)
    return of.type.get_size() if of is not None else _REGISTER_BYTES  # the name of one of C's own types


def _is_tokenwise(inside: Sequence[Any]) -> bool:
    """Whether plain arithmetic is a loop, or some, whose trips do not need each other, as far as that is plain: all
    that they change are variables of their own, and elements that such a variable counts."""
    loops = [cursor for cursor in inside if cursor.kind in _LOOPS]
    calls = any(cursor.kind == CursorKind.CALL_EXPR for cursor in inside)
    return bool(loops) and not calls and not any(_carries(loop) for loop in loops)


def _carries(loop: Any) -> bool:
    inside = list(loop.walk_preorder())
    own = {cursor.spelling for cursor in inside if cursor.kind == CursorKind.VAR_DECL}
    elements = [list(cursor.get_children()) for cursor in inside if cursor.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR]
    changed = [next(cursor.get_children()) for cursor in inside if changes(cursor)]
    arrays = {next(each.get_children()).spelling for each in changed if each.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR}
    others = any(each.kind != CursorKind.ARRAY_SUBSCRIPT_EXPR and each.spelling not in own for each in changed)
    return others or any(array.spelling in arrays and index.spelling not in own for array, index in elements)
