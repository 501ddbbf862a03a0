# SPDX-License-Identifier: Apache-2.0
"""The exact throughput by periodic schedules: 1-periodic first, then with longer groups of firings where it matters.

A schedule that repeats groups of K firings gives an upper bound of the period, with a cycle of constraints that is to
blame. Only the tasks on that cycle get longer groups, until the groups are so long that for this cycle nothing was
lost: then the bound is exact. Most graphs get there with few events, however many firings their iterations have.
(Bodin, Munier-Kordon, Dupont de Dinechin: "Optimal and fast throughput evaluation of CSDF", DAC 2016.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

from dfgen.analysis.throughput.answer import Found, TooLarge, Watch
from dfgen.analysis.throughput.cycle_ratio import Ratio, largest_ratio
from dfgen.analysis.throughput.event_graph import event_graph, static_order
from dfgen.analysis.throughput.problem import Problem

ARCS_MAX = 8_000_000  # some gigabytes
ARCS_MANY = 20_000  # from here on a step costs so much that
SHARE_MUCH = 4  # if it has this part of all that there can be, it may as well have all


class PeriodicSearch:
    """The search for one strongly connected problem. `bound` is what no schedule can beat."""

    def __init__(self, problem: Problem, bound: Found, watch: Watch) -> None:
        self.bound = bound
        self._watch = watch
        self._tasks = len(problem.tasks)
        self._problem = static_order(problem)
        self._periods = [1] * len(self._problem.tasks)

    def step(self, least: Fraction) -> tuple[Found, bool]:
        """The period with the present groups, and whether it is exact, or not above `least`.

        If neither, the next step has longer groups. Raises `TooLarge` if it cannot have them.
        """
        if self._arcs(self._periods) > ARCS_MAX:
            firings = zip(self._periods, self._problem.tasks, strict=True)
            raise TooLarge(f"the next step of the search would look at {sum(n * t.phases for n, t in firings)} firings")
        graph = event_graph(self._problem, self._periods, self._watch.tick)
        self._watch.step(f"{graph.events} firings and {len(graph.sources)} constraints")
        ratio = largest_ratio(graph, least, self._watch.tick)
        if not ratio.cycle:
            return Found(least), True
        tasks = [graph.task_of(event) for event in ratio.cycle]
        done = not self._lengthen(tasks)
        return self._found(ratio, tasks), done

    def _found(self, ratio: Ratio, tasks: Sequence[int]) -> Found:
        """Told without the tasks that only end firings, and each task once where it waits for itself."""
        shown: list[int] = []
        for task in tasks:
            if task < self._tasks and shown[-1:] != [task]:
                shown.append(task)
        return Found(ratio.value, tuple(shown[:-1] if len(shown) > 1 and shown[-1] == shown[0] else shown))

    def _lengthen(self, tasks: Iterable[int]) -> bool:
        """Groups so long that a cycle through `tasks` loses nothing. False if they are that long already."""
        cycles = self._problem.cycles
        members = sorted(set(tasks))
        common = gcd(*(cycles[task] for task in members))
        longer = list(self._periods)
        for task in members:
            longer[task] = lcm(longer[task], cycles[task] // common)
        if longer == self._periods:
            return False
        arcs, most = self._arcs(longer), self._arcs(cycles)
        if arcs > max(ARCS_MANY, most // SHARE_MUCH) and most <= ARCS_MAX:
            longer = list(cycles)
        self._periods = longer
        return True

    def _arcs(self, periods: Sequence[int]) -> int:
        """The most constraints that groups of this length can make."""
        total = 0
        for channel in self._problem.channels:
            given = sum(channel.produced) * periods[channel.source]
            taken = sum(channel.consumed) * periods[channel.target]
            starts = periods[channel.source] * len(channel.produced)
            total += periods[channel.target] * len(channel.consumed) * min(starts, given // gcd(given, taken))
        return total


def k_periodic(problem: Problem, bound: Found, watch: Watch) -> Found:
    """The exact period of a strongly connected problem, by itself."""
    if bound.period is None:
        return bound
    search = PeriodicSearch(problem, bound, watch)
    while True:
        found, done = search.step(bound.period)
        if done:
            return found if found.cycle else bound
