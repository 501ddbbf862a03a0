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
from fractions import Fraction
from functools import reduce
from itertools import accumulate, pairwise
from math import lcm
from operator import add
from typing import NamedTuple, TypeVar

from dfgen.analysis.throughput.cycle_ratio import largest_ratio
from dfgen.analysis.throughput.event_graph import EventGraph
from dfgen.machine.constants import RHYTHM_STEPS_MAX
from dfgen.mapping.work import Assignment, Share, Unit, Work, parts_of, stages_of

APART = 0.001
"""Rounding: stretches that share less than this part of all tokens are apart, as cuts are rounded to whole firings."""

ALIKE = 1e-12
"""Rounding: sums of times that differ by no greater part are one time."""

# Times are floats where many assignments are looked at, and fractions where it matters.
Number = TypeVar("Number", float, Fraction)

# A routing actor, which runs nowhere.
NOWHERE = (Share(-1, Fraction(1)),)


class _Row(NamedTuple):
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


class Task(NamedTuple):
    """What one core has of a unit; a routing actor is on core -1. `waits`: for the numbers of these parts. `earlier`:
    for these, as they ran in the pass before."""

    unit: Unit
    share: Share
    waits: Sequence[int]
    earlier: Sequence[int]


class _Step(NamedTuple):
    """What goes on at a time on all of these cores. `waits` and `earlier` are numbers of steps."""

    cores: frozenset[int]
    waits: Collection[int]
    earlier: Collection[int]


def _rows(units: Sequence[Unit], assignment: Assignment) -> list[_Row]:
    found: list[_Row] = []
    first = 0
    known: dict[int, tuple[float, ...]] = {}  # by identity: the same tuple stands for many units
    for unit in units:
        shares = assignment[unit.name] if unit.weight_ns else NOWHERE
        if len(shares) == 1:
            cuts: tuple[float, ...] = (0.0, 1.0)
        elif (cuts := known.get(id(shares), ())) == ():
            cuts = known[id(shares)] = (0.0, *accumulate(share.part for share in shares))
        found.append(_Row(shares, first, cuts))
        first += len(shares)
    return found


def rounded_ns(unit: Unit, share: Share) -> float:
    """The time of a share, where many assignments are looked at."""
    return unit.time_on(share.core) * share.part


def exact_ns(unit: Unit, share: Share) -> Fraction:
    return unit.weight_on(share.core) * share.fraction


def tasks_by_unit(work: Work, assignment: Assignment) -> dict[str, list[Task]]:
    """In the order of the cores' lists, in which they are numbered."""
    order = work.order(stages_of(assignment))
    rows = _rows(order.units, assignment)
    trips: dict[tuple[int, int], tuple[Share, ...]] = {}  # by identity, as in the rows
    found: dict[str, list[Task]] = {}
    for unit, (shares, _, cuts), before, earlier in zip(order.units, rows, order.before, order.earlier):
        if unit.in_trip and len(shares) > 1:
            key = id(shares), unit.in_trip
            shares = trips[key] = trips.get(key) or _in_trips(unit, shares)
        found[unit.name] = [
            Task(unit, share, _parts(rows, before, low, high), _parts(rows, earlier, low, high))
            for share, low, high in zip(shares, cuts, cuts[1:])
        ]
    return found


def _parts(rows: Sequence[_Row], units: Sequence[int], low: float, high: float) -> list[int]:
    """The numbers of the parts of these units that have more than a little of this stretch."""
    found: list[int] = []
    for unit in units:
        row = rows[unit]
        if len(row.shares) == 1:
            found.append(row.first)
        else:
            found += row.overlapping(low, high)
    return found


def _in_trips(unit: Unit, shares: tuple[Share, ...]) -> tuple[Share, ...]:
    """The shares as each trip can be cut."""
    firings = {part.core: part.stop - part.start for part in parts_of(shares, unit.in_trip)}
    return tuple(Share(share.core, Fraction(firings.get(share.core, 0), unit.in_trip)) for share in shares)


def _steps(
    work: Work, assignment: Assignment, time_ns: Callable[[Unit, Share], Number]
) -> tuple[list[_Step], list[Number]]:
    """Parts, of which those that go through a loop together are one step, and how long each takes. In the order of the
    cores' lists."""
    parts = [part for own in tasks_by_unit(work, assignment).values() for part in own]
    times = [time_ns(part.unit, part.share) for part in parts]
    if not any(unit.loop for unit in work.units):
        return [_Step(_cores_of([part]), part.waits, part.earlier) for part in parts], times
    members: dict[int, list[int]] = {}
    for number, leader in enumerate(leaders := _leaders(parts)):
        members.setdefault(leader, []).append(number)
    place = {leader: index for index, leader in enumerate(members)}
    steps = [place[leader] for leader in leaders]
    found = [_step(index, [parts[number] for number in own], steps) for index, own in enumerate(members.values())]
    return found, [times[own[0]] if len(own) == 1 else _time_of(parts, times, own) for own in members.values()]


def _step(own: int, together: Sequence[Task], steps: Sequence[int]) -> _Step:
    """The step with the number `own` of these parts. `steps`: of each part."""
    if len(together) == 1:
        _, _, waits, earlier = together[0]
        return _Step(_cores_of(together), [steps[other] for other in waits], [steps[other] for other in earlier])
    all_waits = {steps[other] for part in together for other in part.waits} - {own}
    all_earlier = {steps[other] for part in together for other in part.earlier} - {own}
    return _Step(_cores_of(together), all_waits, all_earlier)


def _cores_of(parts: Sequence[Task]) -> frozenset[int]:
    return frozenset([part.share.core for part in parts if part.share.core >= 0])


def _time_of(parts: Sequence[Task], times: Sequence[Number], together: Sequence[int]) -> Number:
    """Of these parts: as long as the core works that has most of them; or, where units follow on each other in each
    trip, as long as for each of these in turn the core that has most of it."""
    busy: dict[int, Number] = {}
    turns: dict[str, Number] = {}
    for number in together:
        core, unit, time_ns = parts[number].share.core, parts[number].unit, times[number]
        busy[core] = busy[core] + time_ns if core in busy else time_ns
        if unit.in_trip:
            turns[unit.name] = max(turns.get(unit.name, time_ns), time_ns)
    return reduce(add, turns.values()) if turns else max(busy.values())


def _leaders(parts: Sequence[Task]) -> list[int]:
    """For each part the first one of those that go through a loop together with it."""
    leaders = list(range(len(parts)))

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    first: dict[tuple[int, int], int] = {}
    for number, (unit, share, waits, earlier) in enumerate(parts):
        if not unit.loop:
            continue
        near = [other for other in (*waits, *earlier) if parts[other].unit.loop == unit.loop]
        if share.core >= 0:
            near.append(first.setdefault((unit.loop, share.core), number))
        for other in near:
            one, two = sorted((leader(number), leader(other)))
            leaders[two] = one
    return [leader(number) if part.unit.loop else number for number, part in enumerate(parts)]


def busiest_ns(work: Work, assignment: Assignment) -> float:
    """How long the core with the most to do works in an iteration."""
    loads = [0.0] * work.cores
    for unit in work.units:
        for share in assignment[unit.name] if unit.weight_ns else ():
            loads[share.core] += rounded_ns(unit, share)
    return max(loads)


def static_order_period_ns(work: Work, assignment: Assignment) -> float:
    """Time of an iteration in the long run, as a few passes show it."""
    steps, times = _steps(work, assignment, rounded_ns)
    waiting = [(s.cores, t, *_for_others(steps, s)) for s, t in zip(steps, times, strict=True)]
    free = [0.0] * work.cores
    done = [0.0] * len(steps)
    latest = max(stages_of(assignment).values(), default=0)
    passes = max(4, min(2 * (work.cores + latest) + 4, RHYTHM_STEPS_MAX.value // max(1, len(steps))))
    ends = []
    for _ in range(passes):
        before = done.copy()
        for number, (cores, time_ns, waits, earlier) in enumerate(waiting):
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
        later = [now - then for now, then in zip(done, before)]
        most = max(later, default=0.0)
        if most - min(later, default=0.0) <= ALIKE * most:
            return most  # all is later by one time, and will be so in each pass
    half = passes // 2
    return (ends[-1] - ends[-1 - half]) / half


def _for_others(steps: Sequence[_Step], step: _Step) -> tuple[list[int], list[int]]:
    """What the step waits for, in this pass and in the one before, but for what one of its own cores is through with
    when it comes to the step."""
    is_apart = step.cores.isdisjoint
    waits = [other for other in step.waits if is_apart(steps[other].cores)]
    return waits, [other for other in step.earlier if is_apart(steps[other].cores)]


def exact_period_ns(work: Work, assignment: Assignment) -> Fraction:
    """The same in the longest run: the largest sum of times around a cycle of waits, for each pass that it goes back.

    Takes longer to find: for graphs of some hundred units.
    """
    steps, exact = _steps(work, assignment, exact_ns)
    scale = lcm(*(time_ns.denominator for time_ns in exact))
    times = [int(time_ns * scale) for time_ns in exact]
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
