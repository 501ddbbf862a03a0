# SPDX-License-Identifier: Apache-2.0
"""What the search for buffers knows of a graph: every firing of an iteration, and the tokens that pass between them.

Conventions, those of the literature: a firing claims the space for what it writes as it starts, and frees the space of
what it has read as it ends. FIFOs from an actor to itself are not bounded and not counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import gcd

from dfgen.analysis.throughput.problem import Problem
from dfgen.model.frozen import frozen


@frozen
class Line:
    """Tokens from one actor's firings to another's: `written` and `read` of each firing of one iteration.

    `weight`: what a capacity of one token costs.
    """

    name: str
    source: int
    target: int
    written: tuple[int, ...]
    read: tuple[int, ...]
    tokens: int
    weight: int = 1

    @cached_property
    def step(self) -> int:
        """Capacities are worth comparing in steps of this size from the initial tokens on."""
        return gcd(*self.written, *self.read)

    @cached_property
    def least(self) -> int:
        """The smallest capacity that its two ends alone can live with: the source fires only when the target waits."""
        most = present = self.tokens
        firings = 0
        for tokens in self.written:
            while firings < len(self.read) and present >= self.read[firings]:
                present -= self.read[firings]
                firings += 1
            present += tokens
            most = max(most, present)
        return most

    @cached_property
    def _written_sums(self) -> tuple[int, ...]:
        return 0, *accumulate(self.written)

    @cached_property
    def _read_sums(self) -> tuple[int, ...]:
        return 0, *accumulate(self.read)

    def data_waits(self) -> Iterator[tuple[int, int, int]]:
        """(firing of the target, firing of the source whose end it waits for, how many iterations before)."""
        for firing, total in enumerate(self._read_sums[1:]):
            yield firing, *_firing_reaching(self._written_sums, total - self.tokens)

    def space_waits(self, capacity: int) -> Iterator[tuple[int, int, int]]:
        """(firing of the source, firing of the target whose end it waits for, how many iterations before)."""
        for firing, total in enumerate(self._written_sums[1:]):
            yield firing, *_firing_reaching(self._read_sums, total + self.tokens - capacity)


def _firing_reaching(sums: Sequence[int], tokens: int) -> tuple[int, int]:
    """The firing whose end brings the total to `tokens`, and how many iterations before that is."""
    iterations, rest = divmod(tokens - 1, sums[-1])
    return bisect_left(sums, rest + 1) - 1, -iterations


@frozen
class Network:
    """`weights`: by name of a channel what a capacity of one token costs, 1 if it is not there."""

    problem: Problem
    weights: dict[str, int]

    @cached_property
    def durations(self) -> tuple[tuple[int, ...], ...]:
        """The time of every firing of one iteration, by task."""
        pairs = zip(self.problem.tasks, self.problem.cycles, strict=True)
        return tuple(task.durations * cycles for task, cycles in pairs)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The channels, between other tasks or not, in the order of the problem."""
        cycles = self.problem.cycles
        return tuple(
            Line(
                c.name,
                c.source,
                c.target,
                c.produced * cycles[c.source],
                c.consumed * cycles[c.target],
                c.tokens,
                self.weights.get(c.name, 1),
            )
            for c in self.problem.channels
        )

    @cached_property
    def bounded(self) -> tuple[int, ...]:
        """Indices of the lines that have a capacity."""
        return tuple(index for index, line in enumerate(self.lines) if line.source != line.target)
