# SPDX-License-Identifier: Apache-2.0
"""What the methods find, and what they tell while they look."""

from __future__ import annotations

from fractions import Fraction

from dfgen.model.frozen import frozen


@frozen
class Found:
    """Of one component: time of its own iteration, and the tasks on a cycle that demands it, in the order of waiting.

    `period` is None for a deadlock, and 0 if no cycle takes time.
    """

    period: Fraction | None
    cycle: tuple[int, ...] = ()


@frozen
class Throughput:
    """Of a whole problem: the shortest time of an iteration, None for a deadlock, 0 for infinite throughput.

    `critical`: names of tasks around a cycle that allows no less; in a deadlock, of tasks that wait for each other.
    """

    period: Fraction | None
    critical: tuple[str, ...] = ()

    @property
    def iterations_per_time(self) -> str:
        """The exact throughput as text: a fraction, `0` or `inf`."""
        if self.period is None:
            return "0"
        return str(1 / self.period) if self.period else "inf"


class TooLarge(Exception):
    """An exact answer would take more memory than is reasonable."""


class Watch:
    """Told of the best bounds so far; a method calls `tick` often, which may raise to end it.

    `upper_if_live` is a bound unless the problem deadlocks, `upper` in any case.
    """

    def __init__(self) -> None:
        self.lower = Fraction(0)
        self.upper: Fraction | None = None
        self.upper_if_live: Fraction | None = None

    def tick(self) -> None:
        """Called between steps that take well under a second in all but very large graphs."""

    def step(self, text: str) -> None:
        """Called when something long begins."""

    def at_least(self, period: Fraction) -> None:
        self.lower = max(self.lower, period)

    def at_most(self, period: Fraction) -> None:
        self.upper = period if self.upper is None else min(self.upper, period)
