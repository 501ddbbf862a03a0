# SPDX-License-Identifier: Apache-2.0
"""Which cycles of firings keep a network with given capacities from running faster.

Every firing of an iteration is a node; an arc says that a firing waits for the end of another, `behind` iterations
ago. Around a cycle, the sum of durations divided by the iterations is a period below which the network cannot go; the
largest over all cycles is its period (Reiter 1968). A cycle of no iterations is a deadlock. All numbers are integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dfgen.analysis.buffers.network import Network
from dfgen.model.frozen import frozen

DATA, ORDER = -1, -2
"""In place of a line: an arc that no capacity makes. `ORDER` waits for the start of the other firing, not its end."""

# Arcs of capacities tried before that are kept for the next time: some hundred megabytes.
SPACE_ARCS_MAX = 1_000_000

Arc = tuple[int, int, int]
"""(node waited for, iterations behind, line whose capacity makes it or `DATA` or `ORDER`)."""


@frozen
class Cycle:
    """Firings that wait for each other in turn. `lines`: those whose space they wait for."""

    time: int
    iterations: int
    lines: frozenset[int]

    def is_longer_than(self, other: Cycle) -> bool:
        return self.time * other.iterations > other.time * self.iterations


@frozen
class Limit:
    """A cycle is forbidden if its period is above `period`, or also if it is equal to it."""

    period: Fraction
    equal_too: bool

    def cost(self, iterations_max: int) -> tuple[int, int]:
        """Weights for time and for iterations of integer costs that are positive around forbidden cycles only."""
        scale = iterations_max + 1 if self.equal_too else 1
        return self.period.denominator * scale, self.period.numerator * scale - int(self.equal_too)


@dataclass
class Timing:
    """The firing graph of a network, ready to be asked about one set of capacities after the other.

    `spend` is called with the firings that are about to be looked at, and may raise to end the work.
    """

    network: Network
    spend: Callable[[int], None] = lambda steps: None
    _duration: list[int] = field(default_factory=list)
    _first: list[int] = field(default_factory=list)
    _also: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    _fixed: list[list[Arc]] = field(default_factory=list)
    _space_arcs: dict[tuple[int, int], list[tuple[int, Arc]]] = field(default_factory=dict)
    _kept: int = 0

    def __post_init__(self) -> None:
        for durations in self.network.durations:
            self._first.append(len(self._duration))
            self._duration += durations
        self._fixed = [[] for _ in self._duration]
        for actor, task in enumerate(self.network.problem.tasks):
            if task.phases > 1:
                self._order_phases(actor, task.phases)
        for line in self.network.lines:
            for node, arc in self._waits(line.target, line.source, line.data_waits(), DATA):
                self._fixed[node].append(arc)

    def _order_phases(self, actor: int, phases: int) -> None:
        """Firings start in order; and who waits for the end of one also waits for longer ones shortly before it."""
        first, durations = self._first[actor], self.network.durations[actor]
        for firing in range(len(durations)):
            before, behind = (firing - 1, 0) if firing else (len(durations) - 1, 1)
            self._fixed[first + firing].append((first + before, behind, ORDER))
            longest = durations[firing]
            for back in range(1, phases):
                other = (firing - back) % len(durations)
                if durations[other] > longest:
                    longest = durations[other]
                    also = self._also.setdefault(first + firing, [])
                    also.append((first + other, int(back > firing)))

    def _waits(
        self, waiting: int, other: int, waits: Iterable[tuple[int, int, int]], line: int
    ) -> Iterator[tuple[int, Arc]]:
        """Waits between firings of two actors as arcs between nodes."""
        for firing, awaited, behind in waits:
            node = self._first[other] + awaited
            yield self._first[waiting] + firing, (node, behind, line)
            for longer, before in self._also.get(node, ()):
                yield self._first[waiting] + firing, (longer, behind + before, line)

    def _arcs(self, capacities: Mapping[int, int]) -> list[list[Arc]]:
        """What each node waits for. Lines without a capacity have unlimited capacity."""
        self.spend(len(self._fixed))
        found = [list(arcs) for arcs in self._fixed]
        for index, capacity in capacities.items():
            if (index, capacity) not in self._space_arcs:
                line = self.network.lines[index]
                waits = list(self._waits(line.source, line.target, line.space_waits(capacity), index))
                self._kept += len(waits)
                if self._kept > SPACE_ARCS_MAX:
                    self._space_arcs.clear()
                    self._kept = len(waits)
                self._space_arcs[index, capacity] = waits
            for node, arc in self._space_arcs[index, capacity]:
                found[node].append(arc)
        return found

    def deadlock(self, capacities: Mapping[int, int]) -> Cycle | None:
        """A cycle of firings that wait for each other within one iteration."""
        arcs = self._arcs(capacities)
        order = _order(arcs)
        return self._blocked_cycle(arcs, order) if len(order) < len(arcs) else None

    def forbidden(self, capacities: Mapping[int, int], limit: Limit) -> Cycle | None:
        """A cycle that breaks the limit, deadlocks before all."""
        arcs = self._arcs(capacities)
        order = _order(arcs)
        if len(order) < len(arcs):
            return self._blocked_cycle(arcs, order)
        # Only limits that forbid equal periods scale their costs by it, and it looks at all arcs.
        most = sum(max((arc[1] for arc in waits), default=0) for waits in arcs) if limit.equal_too else 0
        return self._positive_cycle(arcs, order, *limit.cost(most))

    def slowest(self, capacities: Mapping[int, int], at_least: Fraction = Fraction(0)) -> Cycle | None:
        """The cycle of the largest period, if any is above `at_least`. The network must be live."""
        arcs = self._arcs(capacities)
        order = _order(arcs)
        found: Cycle | None = None
        period = at_least
        while cycle := self._positive_cycle(arcs, order, *Limit(period, equal_too=False).cost(0)):
            found, period = cycle, Fraction(cycle.time, cycle.iterations)
        return found

    def _positive_cycle(self, arcs: list[list[Arc]], order: Sequence[int], time: int, iterations: int) -> Cycle | None:
        """The longest of the cycles that show first, by relaxation in the order of one iteration."""
        weight = [duration * time for duration in self._duration]
        weighed = [
            [(arc[0], (weight[arc[0]] if arc[2] != ORDER else 0) - arc[1] * iterations, arc) for arc in arcs[v]]
            for v in order
        ]
        reached = [0] * len(arcs)
        chosen: list[Arc | None] = [None] * len(arcs)
        changed = True
        while changed:
            self.spend(len(arcs))
            changed = False
            for v, waits in zip(order, weighed, strict=True):
                best = reached[v]
                for node, cost, arc in waits:
                    if reached[node] + cost > best:
                        best = reached[node] + cost
                        chosen[v] = arc
                if best > reached[v]:
                    reached[v] = best
                    changed = True
            if changed and (found := self._chosen_cycle(chosen)):
                return found
        return None

    def _chosen_cycle(self, chosen: Sequence[Arc | None]) -> Cycle | None:
        """The longest cycle that the chosen arcs close."""
        best: Cycle | None = None
        seen = [-1] * len(chosen)
        for start in range(len(chosen)):
            node = start
            while seen[node] < 0 and (arc := chosen[node]) is not None:
                seen[node] = start
                node = arc[0]
            if seen[node] == start and chosen[node] is not None:
                cycle = self._cycle_through(node, chosen)
                if best is None or cycle.is_longer_than(best):
                    best = cycle
        return best

    def _cycle_through(self, start: int, chosen: Sequence[Arc | None]) -> Cycle:
        node, time, iterations = start, 0, 0
        lines: set[int] = set()
        while not lines or node != start:
            arc = chosen[node]
            assert arc is not None
            node, behind, line = arc
            time += self._duration[node] if line != ORDER else 0
            iterations += behind
            lines.add(line)
        return Cycle(time, iterations, frozenset(lines - {DATA, ORDER}))

    def _blocked_cycle(self, arcs: list[list[Arc]], order: Sequence[int]) -> Cycle:
        free = set(order)
        chosen: list[Arc | None] = [
            None if v in free else next(arc for arc in waits if arc[1] == 0 and arc[0] not in free)
            for v, waits in enumerate(arcs)
        ]
        node = next(v for v in range(len(arcs)) if v not in free)
        seen: set[int] = set()
        while node not in seen:
            seen.add(node)
            arc = chosen[node]
            assert arc is not None
            node = arc[0]
        return self._cycle_through(node, chosen)


def _order(arcs: Sequence[Sequence[Arc]]) -> list[int]:
    """Nodes after all that they wait for in the same iteration; those on cycles or behind them are left out."""
    waiting = [0] * len(arcs)
    followers: list[list[int]] = [[] for _ in arcs]
    for node, waits in enumerate(arcs):
        for other, behind, _ in waits:
            if behind == 0:
                waiting[node] += 1
                followers[other].append(node)
    order = [node for node, count in enumerate(waiting) if count == 0]
    for node in order:
        for follower in followers[node]:
            waiting[follower] -= 1
            if waiting[follower] == 0:
                order.append(follower)
    return order
