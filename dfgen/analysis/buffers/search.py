# SPDX-License-Identifier: Apache-2.0
"""The smallest buffers that let a network live, keep a period, or run as fast as it can; and all trade-offs between.

The search learns from failures. Capacities that break a limit do so by a cycle of firings; unless one of the lines
whose space that cycle waits for grows, the cycle stays. So each failure gives a clause, which is then made as strong as
it can be: each of its lines grows until one more step would mend it. The cheapest capacities that obey all clauses are
tried next; the first that keep the limit are the smallest. Clauses of a slow limit hold for a faster one too.
(Storage dependencies: Stuijk, Geilen, Basten, DAC 2006 and IEEE TC 2008; learning replaces their exploration.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dfgen.analysis.buffers.cover import Clause, Cover
from dfgen.analysis.buffers.network import Network
from dfgen.analysis.buffers.timing import Cycle, Limit, Timing

Capacities = Mapping[int, int]
"""Tokens that a line may hold, by its index."""


@dataclass(frozen=True)
class Point:
    """`period` is the shortest with these capacities, 0 if nothing limits it."""

    capacities: Capacities
    cost: int
    period: Fraction


@dataclass
class Search:
    """One search after the other on the same network; what was learnt stays, so limits may only get tighter.

    `tick` is called now and then, and may raise to end the work.
    """

    network: Network
    tick: Callable[[], None] = lambda: None
    evaluations: int = 0
    _timing: Timing = field(init=False)
    _cover: Cover = field(init=False)

    def __post_init__(self) -> None:
        bounded = set(self.network.bounded)
        least = [line.least if index in bounded else 0 for index, line in enumerate(self.network.lines)]
        self._timing = Timing(self.network, self.tick)
        self._cover = Cover([line.weight for line in self.network.lines], least, self.tick)

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
        """The cheapest capacities that keep the limit (None: that do not deadlock); None if no capacities do."""
        while True:
            found = self._cover.cheapest()
            capacities = {index: found[index] for index in self.network.bounded}
            cycle = self._failure(capacities, limit)
            if cycle is None:
                return Point(capacities, self._cover.cost, self.period(capacities))
            clause = self._strongest({line: capacities[line] for line in cycle.lines}, limit)
            if not clause:
                return None
            self._cover.learn(clause)

    def front(self) -> Iterator[Point]:
        """All best trade-offs, the cheapest first, up to the best period; without end if that is 0."""
        best = self.best_period()
        limit: Limit | None = None
        last: Point | None = None
        while (point := self.smallest(limit)) is not None:
            if last is not None and point.cost > last.cost:
                yield last
            last = point
            if point.period == best:
                break
            limit = Limit(point.period, equal_too=True)
        if last is not None:
            yield last

    def _failure(self, capacities: Capacities, limit: Limit | None) -> Cycle | None:
        self.evaluations += 1
        self.tick()
        return self._timing.forbidden(capacities, limit) if limit else self._timing.deadlock(capacities)

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
        works = fails + steps * step
        while works - fails > step:
            middle = fails + (works - fails) // step // 2 * step
            if self._failure({**given, line: middle}, limit) is not None:
                fails = middle
            else:
                works = middle
        return fails
