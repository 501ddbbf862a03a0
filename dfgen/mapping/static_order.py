# SPDX-License-Identifier: Apache-2.0
"""How long an iteration takes on cores that each do their list in order, pass after pass, and wait for each other.

Equal loads are not enough: a core that has the first and the last stage of a pipeline finishes neither before the cores
between have done theirs, and while it waits it does not begin the next pass.

Parts of units wait for each other as `parts.py` says. FIFOs are as deep as need be; what units give to units before
them counts for the next iteration. Units of a later stage (`stages.py`) come last in a core's list, and wait for what
those of the stage before did in the pass before.

Units of a loop take turns: what a core does in a loop is one piece of work, and cores that give each other tokens in a
loop go through it together, as none gets ahead by more than a few trips. Where even the units of one trip follow on
each other, each takes as long as the core that has most of it, and the others wait.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import lcm
from operator import add
from typing import NamedTuple, TypeVar

from dfgen.analysis.throughput.cycle_ratio import largest_ratio
from dfgen.analysis.throughput.event_graph import EventGraph
from dfgen.machine.constants import RHYTHM_STEPS_MAX
from dfgen.mapping.parts import Overlaps, Row, rows_of
from dfgen.mapping.work import Assignment, Order, Share, Unit, Work, stages_of

ALIKE = 1e-12
"""Rounding: sums of times that differ by no greater part are one time."""

# Times are floats where many assignments are looked at, and fractions where it matters.
Number = TypeVar("Number", float, Fraction)

_Turner = tuple[int, int]
"""A loop and what goes through it: a core, or of a routing actor a negative number of its own."""


class _Steps(NamedTuple):
    """What goes on at a time on all of its cores, in the order of the cores' lists: a share of a unit, or all that goes
    through a loop together. By step: its `shares` of units and its `cores`; `waits` are the numbers of the steps that
    it waits for, `earlier` of those that it waits for as they ran in the pass before."""

    shares: list[list[tuple[Unit, Share]]]
    cores: list[Sequence[int]]
    waits: list[Collection[int]]
    earlier: list[Collection[int]]


def rounded_ns(unit: Unit, share: Share) -> float:
    """The time of a share, where many assignments are looked at."""
    return unit.time_on(share.core) * share.part


def exact_ns(unit: Unit, share: Share) -> Fraction:
    return unit.weight_on(share.core) * share.fraction


def _steps(work: Work, assignment: Assignment, time_ns: Callable[[Unit, Share], Number]) -> tuple[_Steps, list[Number]]:
    """And how long each takes."""
    # Much of a mapper's time is spent here.
    order = work.order(stages_of(assignment))
    rows, overlaps = rows_of(order, assignment), Overlaps()
    shares, numbers = _numbered(rows, _going_together(order, rows, overlaps))
    cores = [_cores_of(step) for step in shares]
    times = [time_ns(*step[0]) if len(step) == 1 else _time_of(step, time_ns) for step in shares]
    waits, earlier = (_waits(rows, numbers, others, overlaps, shares) for others in (order.before, order.earlier))
    return _Steps(shares, cores, waits, earlier), times


def _cores_of(shares: Sequence[tuple[Unit, Share]]) -> Sequence[int]:
    if len(shares) == 1:
        core = shares[0][1].core
        return [core] if core >= 0 else []
    return sorted({share.core for _, share in shares if share.core >= 0})


def _numbered(
    rows: Sequence[Row], leaders: Mapping[_Turner, _Turner]
) -> tuple[list[list[tuple[Unit, Share]]], list[Sequence[int]]]:
    """By step its shares, and by row the step of each share, or the one of all."""
    steps: list[list[tuple[Unit, Share]]] = []
    numbers: list[Sequence[int]] = []
    step_of: dict[_Turner, int] = {}
    for rank, (unit, shares, _) in enumerate(rows):
        if not unit.loop:
            numbers.append(range(len(steps), len(steps) + len(shares)))
            steps.extend([(unit, share)] for share in shares)
            continue
        own = []
        for turner, share in zip(_turners(rank, unit, shares), shares):
            number = step_of.setdefault(leaders[turner], len(steps))
            if number == len(steps):
                steps.append([])
            steps[number].append((unit, share))
            own.append(number)
        numbers.append(own[:1] if own.count(own[0]) == len(own) else own)
    return steps, numbers


def _waits(
    rows: Sequence[Row],
    numbers: Sequence[Sequence[int]],
    others: Sequence[Sequence[int]],
    overlaps: Overlaps,
    shares: Sequence[Sequence[tuple[Unit, Share]]],
) -> list[Collection[int]]:
    """By step, those that it waits for. `others`: by row, those whose tokens it reads."""
    found: list[Collection[int]] = [()] * len(shares)
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
        found[number] = waits if len(shares[number]) == 1 else {*waits} - {number}
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


def busiest_ns(work: Work, assignment: Assignment) -> float:
    """How long the core with the most to do works in an iteration."""
    loads = [0.0] * work.cores
    for unit in work.units:
        for share in () if unit.is_routing else assignment[unit.name]:
            loads[share.core] += rounded_ns(unit, share)
    return max(loads)


def static_order_period_ns(work: Work, assignment: Assignment) -> float:
    """Time of an iteration in the long run, as a few passes show it."""
    return _rhythm(assignment, *_steps(work, assignment, rounded_ns), work.cores)[0]


def critical_units(work: Work, assignment: Assignment) -> frozenset[str]:
    """Those on the way back from the end of a pass to what each waited for to the last, around which cores wait for
    each other in each pass: their times make the period, and all others only fill gaps."""
    steps, times = _steps(work, assignment, rounded_ns)
    causes = _rhythm(assignment, steps, times, work.cores)[1]
    way: set[int] = set()
    step = causes[-1]
    while step >= 0 and step not in way:
        way.add(step)
        step = causes[step]
    return frozenset(unit.name for other in way for unit, _ in steps.shares[other])


def _rhythm(assignment: Assignment, steps: _Steps, times: Sequence[float], core_count: int) -> tuple[float, list[int]]:
    """The period; and by step the one that it waited for to the last, or -1, with that of the end as the last."""
    waiting = list(zip(steps.cores, times, steps.waits, steps.earlier, strict=True))
    free = [0.0] * core_count
    last = [-1] * core_count
    done = [0.0] * len(times)
    causes = [-1] * (len(times) + 1)
    latest = max(stages_of(assignment).values(), default=0)
    passes = max(4, min(2 * (core_count + latest) + 4, RHYTHM_STEPS_MAX.value // max(1, len(times))))
    ends = []
    for _ in range(passes):
        before = done.copy()
        for number, (cores, time_ns, waits, earlier) in enumerate(waiting):
            ready, cause = 0.0, -1
            # Plain comparisons, for most of a mapper's time is spent here.
            for other in waits:
                if done[other] > ready:
                    ready, cause = done[other], other
            for other in earlier:
                if before[other] > ready:
                    ready, cause = before[other], other
            for core in cores:
                if free[core] > ready:
                    ready, cause = free[core], last[core]
            if cores:
                ready += time_ns
                for core in cores:
                    free[core] = ready
                    last[core] = number
            done[number] = ready
            causes[number] = cause
        ends.append(max(free))
        causes[-1] = last[free.index(ends[-1])]
        later = [now - then for now, then in zip(done, before)]
        most = max(later, default=0.0)
        if most - min(later, default=0.0) <= ALIKE * most:
            return most, causes  # all is later by one time, and will be so in each pass
    half = passes // 2
    return (ends[-1] - ends[-1 - half]) / half, causes


def exact_period_ns(work: Work, assignment: Assignment) -> Fraction:
    """The same in the longest run: the largest sum of times around a cycle of waits, for each pass that it goes back.

    Takes longer to find: for graphs of some hundred units.
    """
    steps, exact = _steps(work, assignment, exact_ns)
    scale = lcm(*(time_ns.denominator for time_ns in exact))
    times = [int(time_ns * scale) for time_ns in exact]
    hub = len(times)  # joins all by ways back over so many passes that they do not count
    graph = EventGraph(1, [], hub + 1)
    rows: list[list[int]] = [[] for _ in range(work.cores)]
    for number, (cores, waits, earlier) in enumerate(zip(steps.cores, steps.waits, steps.earlier, strict=True)):
        for other in waits:
            graph.add(other, number, times[other], 0)
        for other in earlier:
            graph.add(other, number, times[other], 1)
        graph.add(number, hub, 0, work.cores)
        graph.add(hub, number, 0, work.cores)
        for core in cores:
            rows[core].append(number)
    for row in filter(None, rows):
        for one, following in pairwise(row):
            graph.add(one, following, times[one], 0)
        graph.add(row[-1], row[0], times[row[-1]], 1)
    ratio = largest_ratio(graph, Fraction(0), lambda: None).value
    assert ratio is not None, "every cycle of waits goes back a pass"
    return ratio / scale
