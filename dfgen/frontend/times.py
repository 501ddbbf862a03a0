# SPDX-License-Identifier: Apache-2.0
"""How long firings take, as a file states it: `time 2us;`, one time a phase, or numbers that have no unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dfgen.frontend.expressions import Division, evaluate_integer
from dfgen.frontend.numbers import exact_number, has_exponent
from dfgen.frontend.ports import FEWER_PHASES, PHASES_MAX, PHASES_OF_ONE
from dfgen.frontend.problems import Problems, reject
from dfgen.frontend.scopes import Scope, shown
from dfgen.frontend.syntax import (
    ActorDeclaration,
    ActorItem,
    Duration,
    FileItem,
    GraphDeclaration,
    PeriodItem,
    TimeItem,
)
from dfgen.model.diagnostics import Note, Span

NANOSECONDS = {"ns": 1, "us": 1000, "ms": 1000**2, "s": 1000**3}
TIME_MAX = (1 << 62) - 1


def time_unit_of(items: Iterable[FileItem], problems: Problems) -> str | None:
    """The unit of all times; None if they have none. Times with and without a unit are not mixed."""
    durations = list(_durations(items))
    with_unit = next((d for d in durations if d.unit), None)
    without = next((d for d in durations if not d.unit), None)
    if with_unit is not None and without is not None:
        note = Note("a time with a unit", with_unit.span)
        hint = "Write ns, us, ms or s behind every time, or behind none."
        message = "this time has no unit, and others have one"
        problems.add("time-unit", message, without.span, hint, [note])
    return None if without is not None else "ns"


def _durations(items: Iterable[FileItem]) -> Iterator[Duration]:
    for item in items:
        for inner in item.statements if isinstance(item, GraphDeclaration) else (item,):
            if isinstance(inner, ActorDeclaration):
                for each in inner.items:
                    if isinstance(each, TimeItem):
                        yield from each.durations
                    elif isinstance(each, PeriodItem):
                        yield each.duration


def elaborate_times(items: Iterable[ActorItem], scope: Scope) -> tuple[int, ...]:
    """The times of an actor's phases; empty if it states none, or a wrong one (which is reported)."""
    for item in items:
        if isinstance(item, TimeItem):
            with scope.problems.caught():
                return _times(item, scope)
    return ()


def elaborate_core_times(items: Iterable[ActorItem]) -> tuple[tuple[str, int], ...]:
    """The time of a firing by type of core, where it differs."""
    found = (item for item in items if isinstance(item, TimeItem))
    return tuple((type, _value(duration)) for item in found for type, duration in item.by_type)


def elaborate_period(items: Iterable[ActorItem], scope: Scope) -> int:
    """The time between the starts of an actor's firings; 0 if it states none, or a wrong one (which is reported)."""
    for item in items:
        if isinstance(item, PeriodItem):
            with scope.problems.caught():
                return _period(item.duration)
    return 0


def _period(duration: Duration) -> int:
    if duration.phases is not None:
        hint = "Write one duration: 'period 40ms;'."
        raise reject("clause-invalid", "an actor has one period for all of its phases", duration.span, hint)
    period = _value(duration)
    if period == 0:
        hint = "Leave it out: firings then wait for nothing."
        raise reject("size-invalid", "a period is 1 ns or more", duration.span, hint)
    return period


def _times(item: TimeItem, scope: Scope) -> tuple[int, ...]:
    times: list[int] = []
    for duration in item.durations:
        count = 1
        if duration.phases is not None:
            count = evaluate_integer(duration.phases, scope.values, Division.STRICT)
            if not 1 <= count <= PHASES_MAX:
                raise reject(
                    "size-invalid", f"a time cannot hold for {shown(count)} phases", duration.phases.span, PHASES_OF_ONE
                )
        if len(times) + count > PHASES_MAX:
            raise reject("phases-too-many", f"an actor has at most {PHASES_MAX} phases", duration.span, FEWER_PHASES)
        times += [_value(duration)] * count
    return tuple(times)


def time_of(value: object, span: Span) -> int | None:
    """The nanoseconds of a text such as "12.3us"; None for what is none. Raises as an item of a graph file does."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?([A-Za-z]+)", value, re.ASCII) if isinstance(value, str) else None
    return _value(Duration(found[1], found[2], span=span)) if found else None


def _value(duration: Duration) -> int:
    """In ns, or without a unit as the file has it."""
    if duration.unit and duration.unit not in NANOSECONDS:
        hint = "Write ns, us, ms or s: 'time 30us;'."
        raise reject("time-unit", f"'{duration.unit}' is not a unit of time", duration.span, hint)
    if has_exponent(duration.number):
        raise reject(
            "number-too-large",
            "this time is not written as digits with a point",
            duration.span,
            "Write one such as 'time 1500us;'.",
        )
    number = exact_number(duration.number, duration.span)
    if not duration.unit and number.denominator != 1:
        message = f"a time without a unit is a whole number, not {duration.number}"
        raise reject("number-not-integer", message, duration.span, "Multiply all times by the same number.")
    value = round(number * NANOSECONDS.get(duration.unit, 1))
    if value > TIME_MAX:
        raise reject("number-too-large", "this time is too long", duration.span, f"It is at most {TIME_MAX} ns.")
    return value
