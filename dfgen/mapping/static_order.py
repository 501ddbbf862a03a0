# SPDX-License-Identifier: Apache-2.0
"""How long an iteration takes on cores that each do their list in order, pass after pass, and wait for each other.

Equal loads are not enough: a core that has the first and the last stage of a pipeline finishes neither before the cores
between have done theirs, and while it waits it does not begin the next pass.

Each part of a unit waits for those parts before it whose tokens it reads: where a unit is divided, for those that write
the same stretch of the tokens of an iteration. FIFOs are as deep as need be; what units give to units before them
counts for the next iteration. Units of a later stage (`stages.py`) come last in a core's list, and wait for what those
of the stage before did in the pass before.

Units of a loop take turns: what a core does in a loop is one piece of work, and cores that give each other tokens in a
loop go through it together, as none gets ahead by more than a few trips. Where even the units of one trip follow on
each other, each takes as long as the core that has most of it, and the others wait.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import accumulate, pairwise
from math import lcm
from operator import add
from typing import Any, Generic, TypeVar

from dfgen.analysis.throughput.cycle_ratio import largest_ratio
from dfgen.analysis.throughput.event_graph import EventGraph
from dfgen.machine.constants import RHYTHM_STEPS_MAX
from dfgen.mapping.work import Assignment, Share, Unit, Work, parts_of, stages_of

APART = 0.001
"""Rounding: stretches that share less than this part of all tokens are apart, as cuts are rounded to whole firings."""

# Times are floats where many assignments are looked at, and fractions where it matters.
Number = TypeVar("Number", float, Fraction)

# A routing actor, which runs nowhere.
NOWHERE = (Share(-1, Fraction(1)),)


@dataclass(frozen=True)
class _Row:
    """The parts of a unit: their shares, the number of the first one, and where each begins and ends, of 0 to 1."""

    shares: tuple[Share, ...]
    first: int
    cuts: tuple[float, ...]

    def overlapping(self, low: float, high: float) -> range:
        """The numbers of those parts that have more than a little of this stretch."""
        if len(self.shares) == 1:
            return range(self.first, self.first + 1)
        start = bisect_right(self.cuts, low + APART) - 1
        stop = bisect_left(self.cuts, high - APART)
        return range(self.first + start, self.first + stop)


@dataclass(frozen=True)
class Task(Generic[Number]):
    """What one core has of a unit. `waits`: for the numbers of these parts. `earlier`: for these, as they ran in the
    pass before. A routing actor is on core -1. `turn`: the number of its unit, where the units of a trip follow on each
    other; else 0."""

    core: int
    time_ns: Number
    loop: int
    waits: Sequence[int]
    earlier: Sequence[int]
    turn: int = 0


@dataclass(frozen=True)
class _Step(Generic[Number]):
    """What takes so long on all of these cores. `waits` and `earlier` are numbers of steps."""

    cores: Sequence[int]
    time_ns: Number
    waits: Collection[int]
    earlier: Collection[int]


def _rows(work: Work, assignment: Assignment) -> list[_Row]:
    found: list[_Row] = []
    first = 0
    known: dict[int, tuple[float, ...]] = {}  # by identity: the same tuple stands for many units
    for unit in work.units:
        shares = assignment[unit.name] if unit.weight_ns else NOWHERE
        if len(shares) == 1:
            cuts: tuple[float, ...] = (0.0, 1.0)
        elif (cuts := known.get(id(shares), ())) == ():
            cuts = known[id(shares)] = (0.0, *map(float, accumulate(share.fraction for share in shares)))
        found.append(_Row(shares, first, cuts))
        first += len(shares)
    return found


def rounded_ns(unit: Unit, share: Share) -> float:
    """The time of a share, where many assignments are looked at."""
    return unit.time_on(share.core) * share.part


def exact_ns(unit: Unit, share: Share) -> Fraction:
    return unit.weight_on(share.core) * share.fraction


def tasks_by_unit(
    work: Work, assignment: Assignment, time_ns: Callable[[Unit, Share], Number]
) -> dict[str, list[Task[Number]]]:
    """In the order of the cores' lists, in which they are numbered."""
    stages = stages_of(assignment)
    if stages:
        work = replace(work, units=tuple(sorted(work.units, key=lambda unit: stages[unit.name])))
    rows = _rows(work, assignment)
    rank = {unit.name: number for number, unit in enumerate(work.units)}
    before: list[list[int]] = [[] for _ in work.units]
    earlier: list[list[int]] = [[] for _ in work.units]
    for source, target in work.traffic_bytes:
        own, other = rank[target], rank[source]
        passes = stages[target] - stages[source] if stages else 0
        if passes < 2:  # what is older is there
            (before if other < own and not passes else earlier)[own].append(other)
    found: dict[str, list[Task[Number]]] = {}
    for own, (unit, row) in enumerate(zip(work.units, rows)):
        parts = found[unit.name] = []
        turn = own + 1 if unit.in_trip else 0
        for index, share in enumerate(_in_trips(unit, row.shares)):
            low, high = row.cuts[index], row.cuts[index + 1]
            waits, older = (
                [part for s in sources for part in rows[s].overlapping(low, high)]
                for sources in (before[own], earlier[own])
            )
            parts.append(Task(share.core, time_ns(unit, share), unit.loop, waits, older, turn))
    return found


def _in_trips(unit: Unit, shares: tuple[Share, ...]) -> tuple[Share, ...]:
    """The shares as each trip can be cut, where that matters."""
    if not unit.in_trip or len(shares) == 1:
        return shares
    firings = {part.core: part.stop - part.start for part in parts_of(shares, unit.in_trip)}
    return tuple(Share(share.core, Fraction(firings.get(share.core, 0), unit.in_trip)) for share in shares)


def _steps(work: Work, assignment: Assignment, time_ns: Callable[[Unit, Share], Number]) -> list[_Step[Number]]:
    """Parts, of which those that go through a loop together are one step. In the order of the cores' lists."""
    parts = [part for own in tasks_by_unit(work, assignment, time_ns).values() for part in own]
    if not any(unit.loop for unit in work.units):
        return [_Step((p.core,) if p.core >= 0 else (), p.time_ns, p.waits, p.earlier) for p in parts]
    leaders = _leaders(parts)
    members: dict[int, list[Task[Number]]] = {}
    for part, leader in zip(parts, leaders, strict=True):
        members.setdefault(leader, []).append(part)
    place = {leader: index for index, leader in enumerate(members)}
    steps = [place[leader] for leader in leaders]
    return [_step(index, together, steps) for index, together in enumerate(members.values())]


def _step(own: int, together: Sequence[Task[Number]], steps: Sequence[int]) -> _Step[Number]:
    """The step with the number `own` of these parts. `steps`: of each part."""
    busy: dict[int, Number] = {}
    turns: dict[int, Number] = {}
    for part in together:
        busy[part.core] = busy[part.core] + part.time_ns if part.core in busy else part.time_ns
        if part.turn:
            turns[part.turn] = max(turns.get(part.turn, part.time_ns), part.time_ns)
    waits = {steps[other] for part in together for other in part.waits} - {own}
    earlier = {steps[other] for part in together for other in part.earlier} - {own}
    time_ns = reduce(add, turns.values()) if turns else max(busy.values())
    return _Step([core for core in busy if core >= 0], time_ns, waits, earlier)


def _leaders(parts: Sequence[Task[Any]]) -> list[int]:
    """For each part the first one of those that go through a loop together with it."""
    leaders = list(range(len(parts)))

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    first: dict[tuple[int, int], int] = {}
    for number, part in enumerate(parts):
        if not part.loop:
            continue
        near = [other for other in (*part.waits, *part.earlier) if parts[other].loop == part.loop]
        if part.core >= 0:
            near.append(first.setdefault((part.loop, part.core), number))
        for other in near:
            one, two = sorted((leader(number), leader(other)))
            leaders[two] = one
    return [leader(number) for number in range(len(parts))]


def busiest_ns(work: Work, assignment: Assignment) -> float:
    """How long the core with the most to do works in an iteration."""
    loads = [0.0] * work.cores
    for unit in work.units:
        for share in assignment[unit.name] if unit.weight_ns else ():
            loads[share.core] += rounded_ns(unit, share)
    return max(loads)


def static_order_period_ns(work: Work, assignment: Assignment) -> float:
    """Time of an iteration in the long run, as a few passes show it."""
    steps = [(s.cores, s.time_ns, s.waits, s.earlier) for s in _steps(work, assignment, rounded_ns)]
    free = [0.0] * work.cores
    done = [0.0] * len(steps)
    latest = max(stages_of(assignment).values(), default=0)
    passes = max(4, min(2 * (work.cores + latest) + 4, RHYTHM_STEPS_MAX.value // max(1, len(steps))))
    ends = []
    for _ in range(passes):
        before = done.copy()
        for number, (cores, time_ns, waits, earlier) in enumerate(steps):
            ready = 0.0
            # Plain comparisons, for most of a mapper's time is spent here.
            for other in waits:
                if done[other] > ready:
                    ready = done[other]
            for other in earlier:
                if before[other] > ready:
                    ready = before[other]
            for core in cores:
                if free[core] > ready:
                    ready = free[core]
            if cores:
                ready += time_ns
                for core in cores:
                    free[core] = ready
            done[number] = ready
        ends.append(max(free))
    half = passes // 2
    return (ends[-1] - ends[-1 - half]) / half


def exact_period_ns(work: Work, assignment: Assignment) -> Fraction:
    """The same in the longest run: the largest sum of times around a cycle of waits, for each pass that it goes back.

    Takes longer to find: for graphs of some hundred units.
    """
    steps = _steps(work, assignment, exact_ns)
    scale = lcm(*(step.time_ns.denominator for step in steps))
    times = [int(step.time_ns * scale) for step in steps]
    hub = len(steps)  # joins all by ways back over so many passes that they do not count
    graph = EventGraph(1, [], hub + 1)
    rows: list[list[int]] = [[] for _ in range(work.cores)]
    for number, step in enumerate(steps):
        for other in step.waits:
            graph.add(other, number, times[other], 0)
        for other in step.earlier:
            graph.add(other, number, times[other], 1)
        graph.add(number, hub, 0, work.cores)
        graph.add(hub, number, 0, work.cores)
        for core in step.cores:
            rows[core].append(number)
    for row in filter(None, rows):
        for one, following in pairwise(row):
            graph.add(one, following, times[one], 0)
        graph.add(row[-1], row[0], times[row[-1]], 1)
    ratio = largest_ratio(graph, Fraction(0), lambda: None).value
    assert ratio is not None, "every cycle of waits goes back a pass"
    return ratio / scale
