# SPDX-License-Identifier: Apache-2.0
"""What cores do one after the other with an assignment, and what each of these steps waits for.

Parts of units wait for each other as `parts.py` says. Units of a loop take turns: what a core does in a loop is one
piece of work, and cores that give each other tokens in a loop go through it together, as none gets ahead by more than a
few trips. Where even the units of one trip follow on each other, each takes as long as the core that has most of it,
and the others wait.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple, TypeVar

from dfgen.mapping.parts import UNCUT, Overlaps, Row, rows_of
from dfgen.mapping.work import Assignment, Frame, Order, Share, Unit, Work, stages_of

# Times are floats where many assignments are looked at, and fractions where it matters.
Number = TypeVar("Number", float, Fraction)

_Turner = tuple[int, int]
"""A loop and what goes through it: a core, or of a routing actor a negative number of its own."""


class Steps(NamedTuple):
    """What goes on at a time on all of its cores, in the order of the cores' lists: a share of a unit, or all that goes
    through a loop together. By step: its `shares` of units and its `cores`; `waits` are the numbers of the steps that
    it waits for, `earlier` of those that it waits for as they ran in the pass before."""

    shares: list[list[tuple[Unit, Share]]]
    cores: list[Sequence[int]]
    waits: Sequence[Collection[int]]
    earlier: Sequence[Collection[int]]


def steps_of(
    work: Work, assignment: Assignment, time_ns: Callable[[Unit, Share], Number]
) -> tuple[Steps, list[Number]]:
    """And how long each takes."""
    # Much of a mapper's time is spent here.
    order = work.order(stages_of(assignment))
    rows = rows_of(order, assignment)
    frame = _frame_of(order, rows)
    shares = [[(rows[rank].unit, rows[rank].shares[number]) for rank, number in step] for step in frame.members]
    cores = [_cores_of(step) for step in shares]
    times = [time_ns(*step[0]) if len(step) == 1 else _time_of(step, time_ns) for step in shares]
    return Steps(shares, cores, frame.waits, frame.earlier), times


def _cores_of(shares: Sequence[tuple[Unit, Share]]) -> Sequence[int]:
    if len(shares) == 1:
        core = shares[0][1].core
        return [core] if core >= 0 else []
    return sorted({share.core for _, share in shares if share.core >= 0})


def _time_of(shares: Sequence[tuple[Unit, Share]], time_ns: Callable[[Unit, Share], Number]) -> Number:
    """Of these together: as long as the core works that has most of them; or, where units follow on each other in each
    trip, as long as for each of these in turn the core that has most of it."""
    busy: dict[int, Number] = {}
    turns: dict[str, Number] = {}
    for unit, share in shares:
        taken_ns = time_ns(unit, share)
        busy[share.core] = busy[share.core] + taken_ns if share.core in busy else taken_ns
        if unit.in_trip:
            turns[unit.name] = max(turns.get(unit.name, taken_ns), taken_ns)
    return reduce(add, turns.values()) if turns else max(busy.values())


def _frame_of(order: Order, rows: Sequence[Row]) -> Frame:
    """Found once for all assignments that share the same units, and cut them so that the same parts meet: as most do of
    which one is a step from the other."""
    overlaps = Overlaps()
    key = _likeness(rows, overlaps)
    frame = order.frames.get(key)
    if frame is None:
        members, numbers = _numbered(rows, _going_together(order, rows, overlaps))
        waits, earlier = (_waits(rows, numbers, others, overlaps, members) for others in (order.before, order.earlier))
        frame = order.frames[key] = Frame(members, waits, earlier)
    return frame


def _likeness(rows: Sequence[Row], overlaps: Overlaps) -> Hashable:
    """The same of rows that have one frame: by row, which others are cut as it is, and in loops who has a share; of
    each two ways to cut, which parts meet."""
    kinds = {id(UNCUT): 0}
    first: list[Row] = []
    key: list[Hashable] = []
    for row in rows:
        kind = kinds.setdefault(id(row.cuts), len(kinds))
        if kind > len(first):
            first.append(row)
        key.append((kind, *[share.core for share in row.shares]) if row.unit.loop else kind)
    meeting = [tuple(overlaps.between(one, other)) for one in first for other in first]
    return tuple(key), tuple(meeting)


def _numbered(
    rows: Sequence[Row], leaders: Mapping[_Turner, _Turner]
) -> tuple[list[list[tuple[int, int]]], list[Sequence[int]]]:
    """By step, its shares as the numbers of the row and in the row; and by row the step of each share, or the one of
    all."""
    steps: list[list[tuple[int, int]]] = []
    numbers: list[Sequence[int]] = []
    step_of: dict[_Turner, int] = {}
    for rank, (unit, shares, _) in enumerate(rows):
        if not unit.loop:
            numbers.append(range(len(steps), len(steps) + len(shares)))
            steps.extend([(rank, place)] for place in range(len(shares)))
            continue
        own = []
        for place, turner in enumerate(_turners(rank, unit, shares)):
            number = step_of.setdefault(leaders[turner], len(steps))
            if number == len(steps):
                steps.append([])
            steps[number].append((rank, place))
            own.append(number)
        numbers.append(own[:1] if own.count(own[0]) == len(own) else own)
    return steps, numbers


def _waits(
    rows: Sequence[Row],
    numbers: Sequence[Sequence[int]],
    others: Sequence[Sequence[int]],
    overlaps: Overlaps,
    members: Sequence[Sequence[tuple[int, int]]],
) -> list[Collection[int]]:
    """By step, those that it waits for. `others`: by row, those whose tokens it reads."""
    found: list[Collection[int]] = [()] * len(members)
    lists: dict[int, list[int]] = {}
    for row, own, before in zip(rows, numbers, others):
        for other in before:
            there = numbers[other]
            if len(own) == 1 or len(there) == 1:
                for number in own:
                    lists.setdefault(number, []).extend(there)
                continue
            for number, near in zip(own, overlaps.between(row, rows[other])):
                lists.setdefault(number, []).extend(there[near.start : near.stop])
    for number, waits in lists.items():
        # What goes through a loop together does not wait for itself, nor several times for another.
        found[number] = waits if len(members[number]) == 1 else {*waits} - {number}
    return found


def _turners(rank: int, unit: Unit, shares: Sequence[Share]) -> list[_Turner]:
    return [(unit.loop, share.core if share.core >= 0 else -1 - rank) for share in shares]


def _going_together(order: Order, rows: Sequence[Row], overlaps: Overlaps) -> Mapping[_Turner, _Turner]:
    """By turner of a loop, one that stands for all that go through it together, as they give each other tokens."""
    leaders: dict[_Turner, _Turner] = {}

    def leader(turner: _Turner) -> _Turner:
        while leaders[turner] != turner:
            leaders[turner] = turner = leaders[leaders[turner]]
        return turner

    turners = [_turners(rank, row.unit, row.shares) if row.unit.loop else [] for rank, row in enumerate(rows)]
    for own in turners:
        leaders.update((turner, turner) for turner in own)
    for row, own, before, earlier in zip(rows, turners, order.before, order.earlier):
        for number in (*before, *earlier) if own else ():
            other = rows[number]
            if other.unit.loop != row.unit.loop or (other.cuts is row.cuts and len(own) > 1):
                continue  # cores that share both alike read what they have written
            for turner, near in zip(own, overlaps.between(row, other)):
                for place in near:
                    leaders[leader(turner)] = leader(turners[number][place])
    return {turner: leader(turner) for turner in leaders}
