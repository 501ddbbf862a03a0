# SPDX-License-Identifier: Apache-2.0
"""The smallest buffers that let a network live, keep a period, or run as fast as it can; and all trade-offs between.

The search learns from failures. Capacities that break a limit do so by a cycle of firings; unless one of the lines
whose space that cycle waits for grows, the cycle stays. So each failure gives a clause, which is then made as strong as
it can be: each of its lines grows until one more step would mend it. The cheapest capacities that obey all clauses are
tried next; the first that keep the limit are the smallest. Clauses of a slow limit hold for a faster one too.
(Storage dependencies: Stuijk, Geilen, Basten, DAC 2006 and IEEE TC 2008; learning replaces their exploration.)

A proof needs a clause for each cheaper failure of which no line can grow without mending it. Where FIFOs in a row make
up for each other, these are the ways to share tokens among the FIFOs: their number has no useful bound, so the steps of
a search have one. Beyond it the capacities last tried are made large enough, then each as small as the others allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dfgen.analysis.buffers.cover import Clause, Cover
from dfgen.analysis.buffers.network import Network
from dfgen.analysis.buffers.timing import Cycle, Limit, Timing
from dfgen.model.frozen import frozen

STEPS_MAX = 4_000_000
"""Effort: clauses and firings that the search for one limit looks at, some seconds. Published graphs and the examples
need a tenth at most."""
PASSES_MAX = 1_000
"""Effort: looks at each firing of an iteration, where these are more steps. The same graphs need 400 at most."""

Capacities = Mapping[int, int]
"""Tokens that a line may hold, by its index."""


@frozen
class Point:
    """Capacities that keep a limit.

    `period`: the shortest with these capacities, 0 if nothing limits it.
    `at_least`: no capacities that keep the limit cost less.
    """

    capacities: Capacities
    cost: int
    period: Fraction
    at_least: int

    @property
    def unproven_from(self) -> int | None:
        """The cost from which on it is not known whether cheaper capacities keep the limit; None: none do."""
        return self.at_least if self.at_least < self.cost else None


class _EffortSpent(Exception):
    """The search for the cheapest capacities takes more steps than it may."""


@dataclass
class Search:
    """One search after the other on the same network; what was learnt stays, so limits may only get tighter.

    `tick` is called now and then, and may raise to end the work.
    `steps`: clauses and firings looked at.
    """

    network: Network
    tick: Callable[[], None] = lambda: None
    steps: int = 0
    _steps_max: int | None = None
    _tried: Capacities = field(init=False)
    _timing: Timing = field(init=False)
    _cover: Cover = field(init=False)

    def __post_init__(self) -> None:
        bounded = set(self.network.bounded)
        least = [line.least if index in bounded else 0 for index, line in enumerate(self.network.lines)]
        self._timing = Timing(self.network, self._spend)
        self._cover = Cover([line.weight for line in self.network.lines], least, self._spend)
        self._tried = {index: least[index] for index in self.network.bounded}

    @property
    def cost_at_least(self) -> int:
        """No capacities that keep the last limit asked for cost less, as far as is known."""
        return self._cover.cost

    def best_period(self) -> Fraction:
        """The period with unlimited capacities; 0 if nothing else limits it."""
        return self.period({})

    def period(self, capacities: Capacities) -> Fraction:
        """Of capacities that do not deadlock."""
        cycle = self._timing.slowest(capacities)
        return Fraction(cycle.time, cycle.iterations) if cycle else Fraction(0)

    def smallest(self, limit: Limit | None) -> Point | None:
        """The cheapest capacities that keep the limit (None: that do not deadlock), or where these take too many steps
        some that keep it and of which none can be smaller alone; None if no capacities do."""
        firings = sum(self.network.problem.firings)
        self._steps_max = self.steps + max(STEPS_MAX, PASSES_MAX * firings)
        try:
            return self._cheapest(limit)
        except _EffortSpent:
            pass
        finally:
            self._steps_max = None
        return self._sufficient(limit)

    def _spend(self, steps: int) -> None:
        self.tick()
        self.steps += steps
        if self._steps_max is not None and self.steps > self._steps_max:
            raise _EffortSpent

    def _cheapest(self, limit: Limit | None) -> Point | None:
        while True:
            found = self._cover.cheapest()
            self._tried = capacities = {index: found[index] for index in self.network.bounded}
            cycle = self._failure(capacities, limit)
            if cycle is None:
                return self._point(capacities)
            clause = self._strongest({line: capacities[line] for line in cycle.lines}, limit)
            if not clause:
                return None
            self._cover.learn(clause)

    def front(self) -> Iterator[Point]:
        """All best trade-offs, the cheapest first, up to the best period; without end if that is 0."""
        best = self.best_period()
        limit: Limit | None = None
        last: Point | None = None
        while (point := self._cheapest(limit)) is not None:
            if last is not None and point.cost > last.cost:
                yield last
            last = point
            if point.period == best:
                break
            limit = Limit(point.period, equal_too=True)
        if last is not None:
            yield last

    def _failure(self, capacities: Capacities, limit: Limit | None) -> Cycle | None:
        return self._timing.forbidden(capacities, limit) if limit else self._timing.deadlock(capacities)

    def _point(self, capacities: Capacities) -> Point:
        cost = sum(self.network.lines[line].weight * capacity for line, capacity in capacities.items())
        return Point(capacities, cost, self.period(capacities), self._cover.cost)

    def _sufficient(self, limit: Limit | None) -> Point | None:
        """The capacities last tried, grown until they keep the limit, then made as small as each can be: first those
        that take most beyond what is needed."""
        capacities = self._grown(limit)
        if capacities is None:
            return None
        least, lines = self._cover.least, self.network.lines
        surplus = {line: lines[line].weight * (capacity - least[line]) for line, capacity in capacities.items()}
        for line in sorted(capacities, key=lambda line: -surplus[line]):
            fails = least[line] - lines[line].step
            capacities[line] = self._lowest(capacities, line, fails, limit)
        return self._point(capacities)

    def _grown(self, limit: Limit | None) -> dict[int, int] | None:
        """Each failure raises the lines that it waits for, by twice as much as the one before."""
        capacities, steps = dict(self._tried), 1
        while (cycle := self._failure(capacities, limit)) is not None:
            if not cycle.lines:
                return None
            for line in cycle.lines:
                capacities[line] += steps * self.network.lines[line].step
            steps *= 2
        return capacities

    def _strongest(self, given: Capacities, limit: Limit | None) -> Clause:
        """From capacities that fail, alone, whatever others are: each raised as far as they still fail."""
        for line in sorted(given):
            others = {other: capacity for other, capacity in given.items() if other != line}
            if line not in given:
                continue
            cycle = self._failure(others, limit)
            if cycle is None:
                given = {**given, line: self._raised(given, line, limit)}
            else:
                given = {other: others[other] for other in cycle.lines}
        return {line: capacity + self.network.lines[line].step for line, capacity in given.items()}

    def _raised(self, given: Capacities, line: int, limit: Limit | None) -> int:
        """The largest capacity of `line` with which the others given still fail; without a bound they do not."""
        step = self.network.lines[line].step
        fails, steps = given[line], 1
        while self._failure({**given, line: fails + steps * step}, limit) is not None:
            fails += steps * step
            steps *= 2
        works = {**given, line: fails + steps * step}
        return self._lowest(works, line, fails, limit) - step

    def _lowest(self, given: Capacities, line: int, fails: int, limit: Limit | None) -> int:
        """The smallest capacity of `line` that keeps the limit with the others given: above `fails`, which does not,
        and up to the one given, which does."""
        works, step = given[line], self.network.lines[line].step
        while works - fails > step:
            middle = fails + (works - fails) // step // 2 * step
            if self._failure({**given, line: middle}, limit) is not None:
                fails = middle
            else:
                works = middle
        return works
