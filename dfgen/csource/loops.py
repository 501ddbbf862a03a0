# SPDX-License-Identifier: Apache-2.0
"""What the text of functions tells: which go over their windows once, with no loop in a loop and no call in one.

How long such a function takes follows from the bytes that it touches. Of any other one nothing is guessed from its
text: a loop in a loop may be a filter of three taps or of a thousand. Of those that go once, the ones that do not
branch are plain arithmetic, which a compiler computes for several tokens at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from clang.cindex import CursorKind

from dfgen.csource.bodies import asked_of_bodies
from dfgen.csource.kept import changes, only_counts
from dfgen.csource.toolchain import Compiler
from dfgen.model.frozen import frozen

_LOOPS = (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT)
_JUMPS = (CursorKind.GOTO_STMT, CursorKind.INDIRECT_GOTO_STMT)
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
        return Shapes(*(one | other for one, other in zip(self._sets, more._sets, strict=True)))

    @property
    def _sets(self) -> tuple[frozenset[str], ...]:
        return self.once, self.counting, self.plain, self.tokenwise


def shapes_of_code(
    source: Path, functions: Collection[str], include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]
) -> Shapes:
    """Of such of those `functions` that `source` defines; none if libclang does not understand it."""

    def ask(defined: Mapping[str, Any]) -> Shapes:
        own = [function for name, function in defined.items() if name in functions]
        tests = (_goes_once, only_counts, _is_plain, _is_tokenwise)
        return Shapes(*(frozenset(f.spelling for f in own if has(f)) for has in tests))

    return asked_of_bodies(ask, Shapes(), source, include_dirs, compiler, cflags)


def _goes_once(function: Any) -> bool:
    """By a worklist, as C may nest deeply: each cursor with whether it is in a loop."""
    todo: list[tuple[Any, bool]] = [(function, False)]
    while todo:
        cursor, in_loop = todo.pop()
        if cursor.kind in _JUMPS or cursor.kind == CursorKind.CALL_EXPR:
            return False
        if in_loop and cursor.kind in _LOOPS:
            return False
        todo += _inside(cursor, in_loop or cursor.kind in _LOOPS)
    return True


def _is_plain(function: Any) -> bool:
    return _goes_once(function) and not any(cursor.kind in _BRANCHES for cursor in function.walk_preorder())


def _is_tokenwise(function: Any) -> bool:
    """Whether it is a loop, or some, whose trips do not need each other, as far as that is plain: all that they change
    are variables of their own, and elements that such a variable counts."""
    loops = [cursor for cursor in function.walk_preorder() if cursor.kind in _LOOPS]
    return bool(loops) and _is_plain(function) and not any(_carries(loop) for loop in loops)


def _carries(loop: Any) -> bool:
    inside = list(loop.walk_preorder())
    own = {cursor.spelling for cursor in inside if cursor.kind == CursorKind.VAR_DECL}
    elements = [list(cursor.get_children()) for cursor in inside if cursor.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR]
    changed = [next(cursor.get_children()) for cursor in inside if changes(cursor)]
    arrays = {next(each.get_children()).spelling for each in changed if each.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR}
    others = any(each.kind != CursorKind.ARRAY_SUBSCRIPT_EXPR and each.spelling not in own for each in changed)
    return others or any(array.spelling in arrays and index.spelling not in own for array, index in elements)


def _inside(cursor: Any, in_loop: bool) -> Iterable[tuple[Any, bool]]:
    return ((child, in_loop) for child in cursor.get_children())
