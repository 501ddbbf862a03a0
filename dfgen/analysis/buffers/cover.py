# SPDX-License-Identifier: Apache-2.0
"""The cheapest capacities that obey what has been learnt of them.

A clause says: one of these lines must hold at least so many tokens. Clauses only ever come to be, so the cheapest
cost only ever grows: each search begins at the cost of the one before and deepens it as needed (IDA*, Korf 1985).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Clause = Mapping[int, int]
"""By line the capacity that satisfies the clause; one suffices."""


@dataclass
class Cover:
    """`weights` of a token of room, and the capacities `least` that are known to be needed."""

    weights: Sequence[int]
    least: list[int]
    tick: Callable[[], None] = lambda: None
    clauses: list[Clause] = field(default_factory=list)
    _cost: int = 0

    @property
    def cost(self) -> int:
        """No capacities that obey all clauses cost less."""
        return max(self._cost, self._cost_of(self.least))

    def learn(self, clause: Clause) -> None:
        """Clauses that the new one implies are dropped. One of a single line raises what is known to be needed."""
        if len(clause) == 1:
            ((line, capacity),) = clause.items()
            self.least[line] = max(self.least[line], capacity)
            self.clauses = [c for c in self.clauses if not any(self.least[i] >= v for i, v in c.items())]
            return
        self.clauses = [c for c in self.clauses if not _implies(clause, c)]
        self.clauses.append(clause)

    def cheapest(self) -> list[int]:
        while True:
            found, missed = self._search(list(self.least), [-1] * len(self.least), self.cost)
            if found is not None:
                return found
            self._cost = missed

    def _cost_of(self, capacities: Sequence[int]) -> int:
        return sum(weight * capacity for weight, capacity in zip(self.weights, capacities, strict=True))

    def _search(self, given: list[int], below: list[int], budget: int) -> tuple[list[int] | None, int]:
        """Capacities from `given` on, each under `below` where that is set, within the budget; or what they would cost
        at least. Of the clauses still open, the one with the fewest ways out decides."""
        self.tick()
        spent = self._cost_of(given)
        tightest: list[tuple[int, int, int]] | None = None
        hopeful, touched = spent, set[int]()
        for clause in self.clauses:
            if any(given[line] >= capacity for line, capacity in clause.items()):
                continue
            ways = sorted(
                (self.weights[line] * (capacity - given[line]), line, capacity)
                for line, capacity in clause.items()
                if below[line] < 0 or capacity < below[line]
            )
            if not ways:
                return None, _NEVER
            if spent + ways[0][0] > budget:
                return None, spent + ways[0][0]
            if tightest is None or len(ways) < len(tightest):
                tightest = ways
            if not touched & clause.keys():
                touched |= clause.keys()
                hopeful += ways[0][0]
        if hopeful > budget:
            return None, hopeful
        return (given, spent) if tightest is None else self._branch(given, below, budget, tightest)

    def _branch(
        self, given: list[int], below: list[int], budget: int, ways: list[tuple[int, int, int]]
    ) -> tuple[list[int] | None, int]:
        """Each way out in turn; a later one need not look at what an earlier one has covered."""
        missed = _NEVER
        limits = list(below)
        for _, line, capacity in ways:
            raised = list(given)
            raised[line] = capacity
            found, cost = self._search(raised, limits, budget)
            if found is not None:
                return found, cost
            missed = min(missed, cost)
            limits = list(limits)
            limits[line] = capacity
        return None, missed


_NEVER = 1 << 200


def _implies(clause: Clause, other: Clause) -> bool:
    return all(line in other and other[line] <= capacity for line, capacity in clause.items())
