# SPDX-License-Identifier: Apache-2.0
"""Which pointers a function mentions in some of its calls only, as its source says it.

`if (!started) { memset(u, 128, size); started = 1; }` fills `u` once, in memory that is taken to last. So this looks
for arguments that the C mentions, but only in branches. It errs towards finding them, which costs copies and no bytes:

- An `if` or `? :` mentions what its condition does or both of its branches do, a `switch` what its condition does.
- The body of a loop counts as entered, for hardly a function is called with nothing to do.
- A `return` in between ends nothing: nearly all that reads a file returns early where that fails.
- Everything else mentions what any part of it does. So an argument that is first put into another variable is
  mentioned there, whatever becomes of that one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from clang.cindex import CursorKind

from dfgen.csource.bodies import asked_of_bodies
from dfgen.csource.toolchain import Compiler

Places = frozenset[int]
"""Arguments, by their number from 0 on."""

_NONE: Places = frozenset()


def branch_arguments(
    source: Path, functions: Collection[str], include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]
) -> Mapping[str, Places]:
    """Such arguments of those `functions` that `source` defines; of none if libclang does not understand it."""

    def ask(defined: Mapping[str, Any]) -> Mapping[str, Places]:
        return {name: _in_branches_only(function) for name, function in defined.items() if name in functions}

    return asked_of_bodies(ask, {}, source, include_dirs, compiler, cflags)


def _in_branches_only(function: Any) -> Places:
    """Goes through all cursors of the function, those around others first, and joins them from the end."""
    numbers = {argument.hash: number for number, argument in enumerate(function.get_arguments())}
    cursors = [child for child in function.get_children() if child.kind == CursorKind.COMPOUND_STMT]
    inside: list[range] = []
    for cursor in cursors:
        children = list(cursor.get_children())
        inside.append(range(len(cursors), len(cursors) + len(children)))
        cursors += children
    own = [_named(cursor, numbers) for cursor in cursors]
    always = list(own)
    for at in reversed(range(len(cursors))):
        always[at] |= _joined(cursors[at].kind, [always[child] for child in inside[at]])
    return _NONE.union(*own) - (always[0] if always else _NONE)


def _named(cursor: Any, numbers: Mapping[int, int]) -> Places:
    """The argument that this cursor is the name of."""
    target = cursor.referenced if cursor.kind == CursorKind.DECL_REF_EXPR else None
    return frozenset({numbers[target.hash]}) if target is not None and target.hash in numbers else _NONE


def _joined(kind: Any, parts: Sequence[Places]) -> Places:
    """What is always mentioned where a cursor is reached, from what its parts always mention."""
    if kind in (CursorKind.IF_STMT, CursorKind.CONDITIONAL_OPERATOR):
        condition, *branches = parts
        return condition | (branches[0] & branches[1] if len(branches) == 2 else _NONE)
    if kind == CursorKind.SWITCH_STMT:
        return parts[0]
    return _NONE.union(*parts)
