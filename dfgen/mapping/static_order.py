# SPDX-License-Identifier: Apache-2.0
"""How long an iteration takes on cores that each do their list in order, pass after pass, and wait for each other.

Equal loads are not enough: a core that has the first and the last stage of a pipeline finishes neither before the cores
between have done theirs, and while it waits it does not begin the next pass.

Steps of their lists wait for each other as `steps.py` says. FIFOs are as deep as need be; what units give to units
before them counts for the next iteration. Units of a later stage (`stages.py`) come last in a core's list, and wait for
what those of the stage before did in the pass before.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from dfgen.analysis.throughput.cycle_ratio import largest_ratio
from dfgen.analysis.throughput.event_graph import EventGraph
from dfgen.machine.constants import RHYTHM_STEPS_MAX
from dfgen.mapping.steps import Steps, steps_of
from dfgen.mapping.work import Assignment, Share, Unit, Work, stages_of

ALIKE = 1e-12
"""Rounding: sums of times that differ by no greater part are one time."""


def rounded_ns(unit: Unit, share: Share) -> float:
    """The time of a share, where many assignments are looked at."""
    return unit.time_on(share.core) * share.part


def exact_ns(unit: Unit, share: Share) -> Fraction:
    return unit.weight_on(share.core) * share.fraction


def busiest_ns(work: Work, assignment: Assignment) -> float:
    """How long the core with the most to do works in an iteration."""
    loads = [0.0] * work.cores
    for unit in work.units:
        for share in () if unit.is_routing else assignment[unit.name]:
            loads[share.core] += rounded_ns(unit, share)
    return max(loads)


def static_order_period_ns(work: Work, assignment: Assignment) -> float:
    """Time of an iteration in the long run, as a few passes show it."""
    return _rhythm(assignment, *steps_of(work, assignment, rounded_ns), work.cores)[0]


def critical_units(work: Work, assignment: Assignment) -> frozenset[str]:
    """Those on the way back from the end of a pass to what each waited for to the last, around which cores wait for
    each other in each pass: their times make the period, and all others only fill gaps."""
    steps, times = steps_of(work, assignment, rounded_ns)
    causes = _rhythm(assignment, steps, times, work.cores)[1]
    way: set[int] = set()
    step = causes[-1]
    while step >= 0 and step not in way:
        way.add(step)
        step = causes[step]
    return frozenset(unit.name for other in way for unit, _ in steps.shares[other])


def _rhythm(assignment: Assignment, steps: Steps, times: Sequence[float], core_count: int) -> tuple[float, list[int]]:
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
    steps, exact = steps_of(work, assignment, exact_ns)
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
