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
from collections.abc import Callable, Collection, Iterable, Sequence
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


class Parts(NamedTuple):
    """What cores have of units, numbered in the order of the cores' lists; a routing actor is on core -1. By part:
    `waits` are the parts that it waits for, `earlier` those that it waits for as they ran in the pass before. `own`: by
    unit, its parts. `in_loops`: those whose unit is in a loop."""

    units: list[Unit]
    shares: list[Share]
    waits: list[Sequence[int]]
    earlier: list[Sequence[int]]
    own: dict[str, range]
    in_loops: list[int]


class _Row(NamedTuple):
    """The parts of a unit: their numbers, and where each begins and ends, of 0 to 1."""

    numbers: range
    cuts: tuple[float, ...]

    def overlapping(self, other: _Row) -> list[tuple[int, int]]:
        """By part of this one, the parts of the other, from the first one on, that have more than a little of the same
        stretch."""
        cuts = other.cuts
        return [
            (bisect_right(cuts, low + APART) - 1, bisect_left(cuts, high - APART))
            for low, high in zip(self.cuts, self.cuts[1:])
        ]


class _Steps(NamedTuple):
    """What goes on at a time on all of its cores. By step: `units` and `cores`; `waits` and `earlier` are numbers of
    steps."""

    units: list[Sequence[Unit]]
    cores: list[Sequence[int]]
    waits: list[Collection[int]]
    earlier: list[Collection[int]]


def rounded_ns(unit: Unit, share: Share) -> float:
    """The time of a share, where many assignments are looked at."""
    return unit.time_on(share.core) * share.part


def exact_ns(unit: Unit, share: Share) -> Fraction:
    return unit.weight_on(share.core) * share.fraction


def parts_in_order(work: Work, assignment: Assignment) -> Parts:
    # Much of a mapper's time is spent here: what many units have in common is found once.
    order = work.order(stages_of(assignment))
    found = Parts([], [], [], [], {}, [])
    rows: list[_Row] = []
    cuts: dict[int, tuple[float, ...]] = {}  # by identity: the same tuple stands for many units
    trips: dict[tuple[int, int], tuple[Share, ...]] = {}
    for unit in order.units:
        shares = assignment[unit.name] if unit.weight_ns else NOWHERE
        count, first = len(shares), len(found.units)
        if count > 1 and (key := id(shares)) not in cuts:
            cuts[key] = (0.0, *accumulate(share.part for share in shares))
        numbers = found.own[unit.name] = range(first, first + count)
        rows.append(_Row(numbers, cuts[id(shares)] if count > 1 else (0.0, 1.0)))
        if count > 1 and unit.in_trip:
            key_in_trip = id(shares), unit.in_trip
            shares = trips[key_in_trip] = trips.get(key_in_trip) or _in_trips(unit, shares)
        found.units.extend([unit] * count)
        found.shares.extend(shares)
        if unit.loop:
            found.in_loops.extend(numbers)
    alike: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, before, earlier in zip(rows, order.before, order.earlier):
        found.waits.extend(_waited_for(row, [rows[number] for number in before], alike))
        found.earlier.extend(_waited_for(row, [rows[number] for number in earlier], alike))
    return found


def _waited_for(
    row: _Row, others: Sequence[_Row], alike: dict[tuple[int, int], list[tuple[int, int]]]
) -> Iterable[Sequence[int]]:
    """By part, those of the others that have more than a little of its stretch. `alike`: what is known of such cuts."""
    if not others:
        return [()] * len(row.numbers)
    if len(row.numbers) == 1:
        return [[number for other in others for number in other.numbers]]
    found: list[list[int]] = [[] for _ in row.numbers]
    for other in others:
        numbers = other.numbers
        if len(numbers) == 1:
            for own in found:
                own.append(numbers.start)
            continue
        key = id(row.cuts), id(other.cuts)
        if key not in alike:
            alike[key] = row.overlapping(other)
        for own, (start, stop) in zip(found, alike[key]):
            own += numbers[start:stop]
    return found


def _in_trips(unit: Unit, shares: tuple[Share, ...]) -> tuple[Share, ...]:
    """The shares as each trip can be cut."""
    firings = {part.core: part.stop - part.start for part in parts_of(shares, unit.in_trip)}
    return tuple(Share(share.core, Fraction(firings.get(share.core, 0), unit.in_trip)) for share in shares)


def _steps(work: Work, assignment: Assignment, time_ns: Callable[[Unit, Share], Number]) -> tuple[_Steps, list[Number]]:
    """Parts, of which those that go through a loop together are one step, and how long each takes. In the order of the
    cores' lists."""
    parts: Parts = parts_in_order(work, assignment)
    times = [time_ns(unit, share) for unit, share in zip(parts.units, parts.shares, strict=True)]
    cores: list[Sequence[int]] = [[share.core] if share.core >= 0 else [] for share in parts.shares]
    waits: list[Collection[int]] = [*parts.waits]
    earlier: list[Collection[int]] = [*parts.earlier]
    units: list[Sequence[Unit]] = [[unit] for unit in parts.units]
    if parts.in_loops:
        together = _together(parts)
        steps = [0] * len(times)
        for index, own in enumerate(together):
            for number in own:
                steps[number] = index
        units = [[parts.units[number] for number in own] for own in together]
        cores = [sorted(set().union(*(cores[number] for number in own))) for own in together]
        waits = [_of_all(waits, steps, own) for own in together]
        earlier = [_of_all(earlier, steps, own) for own in together]
        times = [times[own[0]] if len(own) == 1 else _time_of(parts, times, own) for own in together]
    return _Steps(units, cores, waits, earlier), times


def _of_all(waits: Sequence[Collection[int]], steps: Sequence[int], together: Sequence[int]) -> Collection[int]:
    """The steps that a step of these parts waits for. `waits`: by part. `steps`: of each part."""
    if len(together) == 1:
        return [steps[other] for other in waits[together[0]]]
    return {steps[other] for number in together for other in waits[number]} - {steps[together[0]]}


def _time_of(parts: Parts, times: Sequence[Number], together: Sequence[int]) -> Number:
    """Of these parts: as long as the core works that has most of them; or, where units follow on each other in each
    trip, as long as for each of these in turn the core that has most of it."""
    busy: dict[int, Number] = {}
    turns: dict[str, Number] = {}
    for number in together:
        core, unit, time_ns = parts.shares[number].core, parts.units[number], times[number]
        busy[core] = busy[core] + time_ns if core in busy else time_ns
        if unit.in_trip:
            turns[unit.name] = max(turns.get(unit.name, time_ns), time_ns)
    return reduce(add, turns.values()) if turns else max(busy.values())


def _together(parts: Parts) -> list[list[int]]:
    """The numbers of those parts that go through a loop together, each other part alone, in the order of the first."""
    leaders = list(range(len(parts.units)))
    loops = [unit.loop for unit in parts.units]

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    first: dict[tuple[int, int], int] = {}
    for number in parts.in_loops:
        loop, core = loops[number], parts.shares[number].core
        near = [other for other in (*parts.waits[number], *parts.earlier[number]) if loops[other] == loop]
        if core >= 0:
            near.append(first.setdefault((loop, core), number))
        for other in near:
            one, two = leader(number), leader(other)
            leaders[max(one, two)] = min(one, two)
    found: dict[int, list[int]] = {}
    for number in range(len(leaders)):
        found.setdefault(leader(number), []).append(number)
    return list(found.values())


def busiest_ns(work: Work, assignment: Assignment) -> float:
    """How long the core with the most to do works in an iteration."""
    loads = [0.0] * work.cores
    for unit in work.units:
        for share in assignment[unit.name] if unit.weight_ns else ():
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
    return frozenset(unit.name for other in way for unit in steps.units[other])


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
