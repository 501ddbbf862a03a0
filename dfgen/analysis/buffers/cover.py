# SPDX-License-Identifier: Apache-2.0
"""The cheapest capacities that obey what has been learnt of them.

A clause says: one of these lines must hold at least so many tokens. Clauses that have no lines in common are looked at
apart. Clauses only ever come to be, so that costs only ever grow: each search begins at the cost of the one before, and
deepens it as needed (IDA*, Korf 1985).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dfgen.model.frozen import frozen

Clause = Mapping[int, int]
"""By line the capacity that satisfies the clause; one suffices."""


@frozen
class _Part:
    """Clauses that hang together, and the cheapest capacities of their lines, from what these need at least."""

    clauses: Sequence[Clause]
    least: Mapping[int, int]
    cheapest: Mapping[int, int]


@dataclass
class Cover:
    """`weights` of a token of capacity, and the capacities `least` that are known to be needed.

    `spend` is called with the clauses that are about to be looked at, and may raise to end the work.
    """

    weights: Sequence[int]
    least: list[int]
    spend: Callable[[int], None] = lambda steps: None
    clauses: list[Clause] = field(default_factory=list)
    _parts: list[_Part] = field(default_factory=list)

    @property
    def cost(self) -> int:
        """No capacities that obey all clauses cost less."""
        return self._floor(dict(enumerate(self.least)))

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
        parts = [self._solved(clauses) for clauses in split_apart(self.clauses)]
        self._parts = parts
        found = list(self.least)
        for part in parts:
            for line, capacity in part.cheapest.items():
                found[line] = capacity
        return found

    def _solved(self, clauses: list[Clause]) -> _Part:
        """The part of these clauses, the one found before if nothing has changed."""
        least = {line: self.least[line] for clause in clauses for line in clause}
        for part in self._parts:
            if part.least == least and part.clauses == clauses:
                return part
        budget = self._floor(least)
        search = _Search(self.weights, self.spend)
        while True:
            found, missed = search.within(budget, clauses, least, {})
            if found is not None:
                return _Part(clauses, least, found)
            budget = missed

    def _floor(self, least: Mapping[int, int]) -> int:
        """A cost that no capacities of these lines stay below: that of the parts found before which lie inside."""
        cost = sum(self.weights[line] * capacity for line, capacity in least.items())
        for part in self._parts:
            if part.least.keys() <= least.keys():
                held = sum(self.weights[line] * capacity for line, capacity in part.cheapest.items())
                cost += max(0, held - sum(self.weights[line] * least[line] for line in part.least))
        return cost


_NEVER = 1 << 200


@frozen
class _Search:
    weights: Sequence[int]
    spend: Callable[[int], None]

    def within(
        self, budget: int, clauses: Sequence[Clause], given: Mapping[int, int], below: Mapping[int, int]
    ) -> tuple[Mapping[int, int] | None, int]:
        """Capacities from `given` on, each under `below` where that is set, that obey the clauses within the budget; or
        what they would cost at least. Of the clauses still open, the one with the fewest ways out decides."""
        self.spend(len(clauses))
        spent = sum(self.weights[line] * capacity for line, capacity in given.items())
        tightest: list[tuple[int, int, int]] | None = None
        hopeful, touched = spent, set[int]()
        still_open = []
        for clause in clauses:
            if any(given[line] >= capacity for line, capacity in clause.items()):
                continue
            still_open.append(clause)
            ways = sorted(
                (self.weights[line] * (capacity - given[line]), line, capacity)
                for line, capacity in clause.items()
                if line not in below or capacity < below[line]
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
        return (given, spent) if tightest is None else self._branch(budget, still_open, given, below, tightest)

    def _branch(
        self,
        budget: int,
        clauses: Sequence[Clause],
        given: Mapping[int, int],
        below: Mapping[int, int],
        ways: list[tuple[int, int, int]],
    ) -> tuple[Mapping[int, int] | None, int]:
        """Each way out in turn; a later one need not look at what an earlier one has covered."""
        missed = _NEVER
        limits = dict(below)
        for _, line, capacity in ways:
            found, cost = self.within(budget, clauses, {**given, line: capacity}, dict(limits))
            if found is not None:
                return found, cost
            missed = min(missed, cost)
            limits[line] = capacity
        return None, missed


def _implies(clause: Clause, other: Clause) -> bool:
    return all(line in other and other[line] <= capacity for line, capacity in clause.items())


def split_apart(clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Clauses by the lines that they have in common, directly or through others."""
    parts: list[tuple[set[int], list[Clause]]] = []
    for clause in clauses:
        lines, together = set(clause), [clause]
        for part in [part for part in parts if part[0] & lines]:
            parts.remove(part)
            lines |= part[0]
            together = part[1] + together
        parts.append((lines, together))
    return [together for _, together in parts]
