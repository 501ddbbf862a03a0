# SPDX-License-Identifier: Apache-2.0
"""The answers of the search, with the names of the graph: what FIFOs must hold, and what that gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dfgen.analysis.buffers.network import Network
from dfgen.analysis.buffers.search import Point, Search
from dfgen.analysis.buffers.timing import Limit
from dfgen.analysis.throughput.problem import Problem
from dfgen.model.diagnostics import fail
from dfgen.model.frozen import frozen

LIVE, FASTEST = "live", "max-throughput"
FIRINGS_MAX = 500_000  # of an iteration: about a gigabyte


@frozen
class Sizes:
    """Capacities that keep a limit, and what they give.

    `capacities`: in tokens by FIFO.
    `tokens`, `bytes`: of all FIFOs.
    `period`: the shortest with these capacities; 0: nothing takes time.
    `at_least`: None where no smaller ones keep the limit. Else the search was too long to prove that; smaller ones than
    this, in tokens or bytes as they were sought, do not.
    """

    capacities: Mapping[str, int]
    tokens: int
    bytes: int
    period: Fraction
    at_least: int | None = None

    @property
    def throughput(self) -> str:
        return str(1 / self.period) if self.period else "inf"

    def as_json(self) -> dict[str, object]:
        return {
            "tokens": self.tokens,
            "bytes": self.bytes,
            "period": str(self.period),
            "throughput": self.throughput,
            "proven_least": self.at_least is None,
            "capacities": dict(self.capacities),
        }


class EndlessFront(Exception):
    """More capacity gives more throughput without end: nothing but capacities keeps firings apart."""


@dataclass
class Exploration:
    """Questions about the buffers of one problem, and all that was found, also when `tick` ends a search by raising.

    `token_bytes` by FIFO. `in_bytes`: the smallest sum of bytes is sought, not of tokens.
    """

    problem: Problem
    token_bytes: Mapping[str, int]
    in_bytes: bool = False
    tick: Callable[[], None] = lambda: None
    front: list[Sizes] = field(default_factory=list)
    is_complete: bool = False
    _network: Network = field(init=False)
    _search: Search | None = None

    def __post_init__(self) -> None:
        firings = sum(self.problem.firings)
        if firings > FIRINGS_MAX:
            message = f"the search for buffers looks at every firing, and an iteration has {firings}"
            raise fail(
                "buffers-too-many-firings",
                message,
                None,
                f"It looks at {FIRINGS_MAX} at most; give the graph smaller parameters.",
            )
        self._network = Network(self.problem, dict(self.token_bytes) if self.in_bytes else {})

    @property
    def at_least(self) -> int:
        """What an ended search has proven: the answer is not below. In tokens or bytes, as they are sought."""
        return self._search.cost_at_least if self._search else 0

    def smallest_live(self) -> Sizes:
        self._search = Search(self._network, self.tick)
        point = self._search.smallest(None)
        assert point is not None, "the problem deadlocks without any bound"
        return self._sizes(point)

    def smallest_fastest(self) -> Sizes:
        """The smallest with which nothing is slower than with unlimited capacities."""
        self._search = Search(self._network, self.tick)
        point = self._search.smallest(Limit(self._best(), equal_too=False))
        assert point is not None, "the best period is not reached with any capacities"
        return self._sizes(point)

    def smallest_for(self, period: Fraction) -> Sizes | None:
        """None if no buffers are large enough for this period."""
        self._search = Search(self._network, self.tick)
        if period == 0:
            self._best()  # larger buffers may come closer to it without end
        point = self._search.smallest(Limit(period, equal_too=False))
        return None if point is None else self._sizes(point)

    def explore(self) -> Iterator[Sizes]:
        """The front of the best trade-offs, which `front` keeps."""
        self._search = Search(self._network, self.tick)
        self._best()
        for point in self._search.front():
            self.front.append(self._sizes(point))
            yield self.front[-1]
        self.is_complete = True

    def _best(self) -> Fraction:
        assert self._search is not None
        best = self._search.best_period()
        if best == 0 and any(any(task.durations) for task in self.problem.tasks):
            raise EndlessFront
        return best

    def _sizes(self, point: Point) -> Sizes:
        lines = self._network.lines
        capacities = {lines[index].name: tokens for index, tokens in point.capacities.items()}
        size_bytes = sum(tokens * self.token_bytes.get(name, 1) for name, tokens in capacities.items())
        return Sizes(capacities, sum(capacities.values()), size_bytes, point.period, point.unproven_from)
