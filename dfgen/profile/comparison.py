# SPDX-License-Identifier: Apache-2.0
"""Which of two programs is faster, by pairs of runs. Nothing here runs or waits: the same figures, the same verdict.

The two runs of a pair follow each other, so what slows the machine down for a while slows both, and their ratio stands.
A candidate is taken only if the median ratio is surely below 1; less is needed to turn it down.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from enum import Enum
from math import comb

from dfgen.model.frozen import frozen

CONFIDENCE = 0.95
PAIRS_LEAST = 6
"""With fewer, not even the smallest and the largest ratio enclose the median with `CONFIDENCE`."""
PAIRS_MOST = 24
GAIN_LEAST = 0.01
"""Gains below this are not worth a line in a graph file."""
HOPELESS_PAIRS = 3
HOPELESS_RATIO = 1.5


class Verdict(Enum):
    """Of the candidate, against what is there. `OPEN`: more pairs are needed."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "no clear difference"
    OPEN = "undecided"


@frozen
class Estimate:
    """A median, and two samples that enclose it with `CONFIDENCE`; the extremes where samples are too few for that."""

    median: float
    low: float
    high: float


@frozen
class Comparison:
    """Medians of both in ns per iteration; `ratio` is the candidate's time by that of what is there."""

    before_ns: float
    after_ns: float
    ratio: Estimate
    pairs: int
    verdict: Verdict


def estimate(samples: Sequence[float]) -> Estimate:
    """The median and its order-statistics interval, which assumes nothing about how the samples are spread."""
    ordered = sorted(samples)
    outside = _left_out(len(ordered))
    return Estimate(statistics.median(ordered), ordered[outside], ordered[-1 - outside])


def _left_out(count: int) -> int:
    """How many samples at each end may lie outside of the interval."""
    tail, outside = 0.0, -1
    while outside < (count - 1) // 2:
        tail += comb(count, outside + 1) / 2**count
        if 2 * tail > 1 - CONFIDENCE:
            break
        outside += 1
    return max(0, outside)


def decide(pairs: Sequence[tuple[float, float]]) -> Comparison:
    """The verdict by all pairs so far, (what is there, candidate) in ns per iteration."""
    ratios = [after / before for before, after in pairs]
    ratio = estimate(ratios)
    before_ns = statistics.median(before for before, _ in pairs)
    after_ns = statistics.median(after for _, after in pairs)
    return Comparison(before_ns, after_ns, ratio, len(pairs), _verdict(ratio, len(pairs)))


def _verdict(ratio: Estimate, pairs: int) -> Verdict:
    if pairs >= HOPELESS_PAIRS and ratio.low >= HOPELESS_RATIO:
        return Verdict.SLOWER
    if pairs < PAIRS_LEAST:
        return Verdict.OPEN
    if ratio.high < 1 and ratio.median <= 1 - GAIN_LEAST:
        return Verdict.FASTER
    if ratio.low > 1:
        return Verdict.SLOWER
    no_gain = ratio.low > 1 - GAIN_LEAST
    return Verdict.SAME if no_gain or pairs >= PAIRS_MOST else Verdict.OPEN
