# SPDX-License-Identifier: Apache-2.0
"""Edits the times of actors inside the text of a graph file; every byte that an edit does not mean stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from dfgen.frontend.edit import Replacement
from dfgen.frontend.numbers import exact_number
from dfgen.frontend.syntax import (
    ActorDeclaration,
    ActorItem,
    CallItem,
    Duration,
    GraphDeclaration,
    GraphFile,
    PortDeclaration,
    TimeItem,
)
from dfgen.frontend.times import NANOSECONDS
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.positions import Positions, usual_line_end

DIGITS = 3


@frozen
class NewTime:
    """The mean time of an actor's firings in ns, and what the file says it is."""

    time_ns: Fraction
    before_ns: Fraction | None


def edit_times(text: str, file: GraphFile, changes: Mapping[Span, NewTime]) -> Iterator[Replacement]:
    """`changes`: new times by the span of the name in an actor's declaration. An actor that has a time for each phase
    keeps their proportions."""
    positions = Positions(text)
    for declaration in actor_declarations(file):
        wanted = changes.get(declaration.name.span)
        if wanted is None or not declaration.items:
            continue
        known = next((item for item in declaration.items if isinstance(item, TimeItem)), None)
        if known is None:
            yield _inserted(text, positions, declaration, wanted.time_ns)
        else:
            yield from _replaced(text, positions, known, wanted)


def time_text(time_ns: Fraction) -> str:
    """A time as a graph file has it: three digits tell as much as a measurement does."""
    rounded = max(1, round(time_ns))
    if rounded >= 10**DIGITS:
        step = 10 ** (len(str(rounded)) - DIGITS)
        rounded = round(Fraction(rounded, step)) * step
    unit, scale = next((u, s) for u, s in sorted(NANOSECONDS.items(), key=lambda e: -e[1]) if rounded >= s)
    whole, rest = divmod(rounded, scale)
    digits = f"{rest:0{len(str(scale)) - 1}d}".rstrip("0") if rest else ""
    return f"{whole}{'.' + digits if digits else ''}{unit}"


def actor_declarations(file: GraphFile) -> Iterator[ActorDeclaration]:
    for item in file.items:
        statements = item.statements if isinstance(item, GraphDeclaration) else (item,)
        yield from (statement for statement in statements if isinstance(statement, ActorDeclaration))


def _replaced(text: str, positions: Positions, item: TimeItem, wanted: NewTime) -> Iterator[Replacement]:
    """Each duration in its place, longer or shorter by the same factor."""
    for duration in item.durations:
        scaled = wanted.time_ns
        if wanted.before_ns:
            scaled *= _value(duration) / wanted.before_ns
        yield Replacement(*_number(text, positions, duration), time_text(scaled) if scaled else "0ns")


def _value(duration: Duration) -> Fraction:
    return exact_number(duration.number, duration.span) * NANOSECONDS.get(duration.unit, 1)


def _number(text: str, positions: Positions, duration: Duration) -> tuple[int, int]:
    """The characters of number and unit, without the phases that it holds for; a unit may stand apart."""
    start, end = positions.range(duration.span)
    if duration.phases is None:
        return start, end
    return start, text.index(duration.unit, start + len(duration.number)) + len(duration.unit)


def _inserted(text: str, positions: Positions, declaration: ActorDeclaration, wanted: Fraction) -> Replacement:
    """Behind `fire`, else behind the last item that is no port, or the last; on a line of its own like that one."""
    before = _neighbour(declaration.items)
    start, end = positions.range(before.span)
    line = text.rfind("\n", 0, start) + 1
    indent = text[line:start]
    if indent.strip():
        return Replacement(end, end, f" time {time_text(wanted)};")
    end = _behind_comment(text, end)
    return Replacement(end, end, f"{usual_line_end(text)}{indent}time {time_text(wanted)};")


def _behind_comment(text: str, end: int) -> int:
    """A comment that fills the rest of the line is of what stands before it."""
    rest = text[end:].split("\n", 1)[0].rstrip("\r")
    comment = rest.strip()
    is_whole = comment.startswith("//") or (comment.startswith("/*") and comment.find("*/") == len(comment) - 2)
    return end + len(rest) if is_whole else end


def _neighbour(items: tuple[ActorItem, ...]) -> ActorItem:
    fires = [item for item in items if isinstance(item, CallItem) and item.word == "fire"]
    others = [item for item in items if not isinstance(item, PortDeclaration)]
    return (fires or others or list(items))[-1]
