# SPDX-License-Identifier: Apache-2.0
"""The throughput of a whole problem: that of its slowest component, measured in iterations of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dfgen.analysis.throughput.answer import Found, Throughput, Watch
from dfgen.analysis.throughput.bound import quick_bound
from dfgen.analysis.throughput.periodic import PeriodicSearch, k_periodic
from dfgen.analysis.throughput.problem import Problem, Task
from dfgen.analysis.throughput.self_timed import self_timed


@dataclass
class _Part:
    """A component: its tasks in the whole, how often its iteration fits into that of the whole, and its search."""

    tasks: Sequence[int]
    turns: int
    search: PeriodicSearch
    upper: Fraction | None = None  # of the whole's iteration; None: not known yet

    def lower(self) -> Fraction:
        assert self.search.bound.period is not None
        return self.search.bound.period * self.turns


def by_schedules(problem: Problem, watch: Watch) -> Throughput:
    """The exact throughput by periodic schedules; fast however many firings an iteration has."""
    parts = []
    watch.upper_if_live = one_after_the_other(problem)
    for tasks in problem.components():
        part = problem.part(tasks)
        bound = _dead_without_time(part, watch) or quick_bound(part, watch.tick)
        if bound.period is None:
            return Throughput(None, _names(problem, tasks, bound))
        turns = problem.cycles[tasks[0]] // part.cycles[0]
        parts.append(_Part(tasks, turns, PeriodicSearch(part, bound, watch)))
        watch.at_least(parts[-1].lower())
    return _slowest(problem, parts, watch)


def _slowest(problem: Problem, parts: list[_Part], watch: Watch) -> Throughput:
    """Look on at the part that may be the slowest, until it is known to be."""
    best = Throughput(Fraction(0))
    for part in sorted(parts, key=_Part.lower):
        if part.lower() > 0:
            best = Throughput(part.lower(), _names(problem, part.tasks, part.search.bound))
    least = best.period or Fraction(0)
    while parts:
        part = max(parts, key=lambda p: (p.upper is None, p.upper or 0))
        found, done = part.search.step(least / part.turns)
        part.upper = None if found.period is None else found.period * part.turns
        if done:
            parts.remove(part)
            if found.period is None:
                return Throughput(None, _names(problem, part.tasks, found))
            if found.cycle:
                least = found.period * part.turns
                best = Throughput(least, _names(problem, part.tasks, found))
                watch.at_least(least)
        uppers = [p.upper for p in parts]
        if None not in uppers:
            watch.at_most(max([least, *(upper for upper in uppers if upper is not None)]))
    return best


def by_execution(problem: Problem, watch: Watch) -> Throughput:
    """The exact throughput by self-timed execution; slow where an iteration has many firings. Names no cycle."""
    period = Fraction(0)
    watch.upper_if_live = one_after_the_other(problem)
    for tasks in problem.components():
        part = problem.part(tasks)
        found = self_timed(part, watch.tick)
        if found.period is None:
            return Throughput(None)
        period = max(period, found.period * (problem.cycles[tasks[0]] // part.cycles[0]))
        watch.at_least(period)
    return Throughput(period)


def one_after_the_other(problem: Problem) -> Fraction:
    """The period if in each component one firing runs at a time."""
    work = [cycles * sum(task.durations) for cycles, task in zip(problem.cycles, problem.tasks, strict=True)]
    return Fraction(max((sum(work[task] for task in tasks) for tasks in problem.components()), default=0))


def _names(problem: Problem, tasks: Sequence[int], found: Found) -> tuple[str, ...]:
    """Around the cycle, from the first task of the problem on."""
    start = found.cycle.index(min(found.cycle)) if found.cycle else 0
    return tuple(problem.tasks[tasks[task]].name for task in found.cycle[start:] + found.cycle[:start])


def _dead_without_time(part: Problem, watch: Watch) -> Found | None:
    """A deadlock among tasks some of whose firings take no time: only such cycles need no time to be in vain."""
    quick = [index for index, task in enumerate(part.tasks) if 0 in task.durations]
    rest = part.part(quick)
    for tasks in rest.components():
        smaller = rest.part(tasks)
        timed = Problem(tuple(Task(task.name, (1,) * task.phases) for task in smaller.tasks), smaller.channels)
        found = k_periodic(timed, quick_bound(timed, watch.tick), watch)
        if found.period is None:
            return Found(None, tuple(quick[tasks[task]] for task in found.cycle))
    return None
