# SPDX-License-Identifier: Apache-2.0
"""Alternated runs: the order in which variants take turns, ratios of pairs, and what their spread allows to say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from dfgen.profile.comparison import PAIRS_LEAST, Estimate, estimate

SAME = Estimate(1.0, 1.0, 1.0)
"""The ratio of a program to itself."""


class Verdict(Enum):
    """Whether a ratio keeps to a limit, if the interval of its median lies on one side of it."""

    WITHIN = "within"
    BEYOND = "beyond"
    UNCLEAR = "unclear"


def against(ratio: Estimate, limit: float) -> Verdict:
    if ratio.high <= limit:
        return Verdict.WITHIN
    return Verdict.BEYOND if ratio.low > limit else Verdict.UNCLEAR


def paired(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """The ratio of values that were taken in turns."""
    return estimate([a / b for a, b in zip(above, below, strict=True)])


def rounds(names: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """The order of the variants in each round: there and back again, so that a drift favours nobody."""
    for number in range(count):
        yield tuple(names) if number % 2 == 0 else tuple(reversed(names))


def alternate(
    variants: Mapping[str, Callable[[], float]], repeats: int, budget_s: float, each_s: Mapping[str, float]
) -> dict[str, tuple[float, ...]]:
    """Values of every variant, taken in turns, `repeats` times each.

    Where a round takes so long (`each_s`, by variant) that this would exceed the budget, fewer times, but not fewer
    than an interval needs.
    """
    round_s = max(sum(each_s[name] for name in variants), 1e-9)
    count = min(repeats, max(PAIRS_LEAST, int(budget_s / round_s)))
    values: dict[str, list[float]] = {name: [] for name in variants}
    for order in rounds(tuple(variants), count):
        for name in order:
            values[name].append(variants[name]())
    return {name: tuple(taken) for name, taken in values.items()}
