# SPDX-License-Identifier: Apache-2.0
"""What the text of functions tells: which go over their windows once, with no loop in a loop and no call in one.

How long such a function takes follows from the bytes that it touches. Of any other one nothing is guessed from its
text: a loop in a loop may be a filter of three taps or of a thousand. Of those that go once, the ones that do not
branch are plain arithmetic, which a compiler computes for several tokens at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clang.cindex import CursorKind

from dfgen.csource.bodies import asked_of_bodies
from dfgen.csource.kept import only_counts
from dfgen.csource.toolchain import Compiler

_LOOPS = (CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT)
_JUMPS = (CursorKind.GOTO_STMT, CursorKind.INDIRECT_GOTO_STMT)
_BRANCHES = (
    CursorKind.IF_STMT, CursorKind.SWITCH_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.BREAK_STMT,
    CursorKind.CONTINUE_STMT,
)  # fmt: skip


@dataclass(frozen=True)
class Shapes:
    """Of functions by name: those that go over their windows `once`, those that keep what no output needs, and those
    that are plain arithmetic."""

    once: frozenset[str] = frozenset()
    counting: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()

    def with_others(self, more: Shapes) -> Shapes:
        return Shapes(self.once | more.once, self.counting | more.counting, self.plain | more.plain)


def shapes_of_code(
    source: Path, functions: Collection[str], include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]
) -> Shapes:
    """Of such of those `functions` that `source` defines; none if libclang does not understand it."""

    def ask(defined: Mapping[str, Any]) -> Shapes:
        own = [function for name, function in defined.items() if name in functions]
        return Shapes(*(frozenset(f.spelling for f in own if has(f)) for has in (_goes_once, only_counts, _is_plain)))

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


def _inside(cursor: Any, in_loop: bool) -> Iterable[tuple[Any, bool]]:
    return ((child, in_loop) for child in cursor.get_children())
