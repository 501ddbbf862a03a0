# SPDX-License-Identifier: Apache-2.0
"""Verdicts on made-up samples: what is clear, what is not, and when it is decided."""

from __future__ import annotations

import itertools
import random
from math import comb

import pytest

from dfgen.profile.comparison import CONFIDENCE, PAIRS_LEAST, PAIRS_MOST, Verdict, decide, estimate


def pairs(*ratios: float) -> list[tuple[float, float]]:
    return [(100.0, 100.0 * ratio) for ratio in ratios]


def verdict(*ratios: float) -> Verdict:
    return decide(pairs(*ratios)).verdict


@pytest.mark.parametrize("count", range(1, 61))
def test_the_interval_is_the_smallest_that_encloses_the_median_surely_enough(count: int) -> None:
    found = estimate(random.Random(count).sample(range(count), count))
    outside = int(found.low)
    assert (found.low, found.high) == (outside, count - 1 - outside)
    assert found.median == (count - 1) / 2

    def missed(left_out: int) -> float:
        """How probable it is that the median lies among `left_out` samples at an end, or beyond."""
        return 2 * sum(comb(count, i) for i in range(left_out + 1)) / float(2**count)

    assert outside == 0 or missed(outside) <= 1 - CONFIDENCE
    assert outside == (count - 1) // 2 or missed(outside + 1) > 1 - CONFIDENCE
    assert (missed(0) <= 1 - CONFIDENCE) == (count >= PAIRS_LEAST)


def test_medians_and_ratio() -> None:
    found = decide([(100.0, 50.0), (200.0, 110.0), (300.0, 120.0)])
    assert (found.before_ns, found.after_ns, found.pairs) == (200, 110, 3)
    assert (found.ratio.low, found.ratio.median, found.ratio.high) == (0.4, 0.5, 0.55)


def test_a_clear_gain_takes_six_pairs() -> None:
    assert verdict(*[0.5] * 5) is Verdict.OPEN
    assert verdict(*[0.5] * 6) is Verdict.FASTER


def test_one_disturbed_run_does_not_hide_a_gain_for_long() -> None:
    ratios = [0.8, 0.82, 3.0, 0.79, 0.81, 0.8]
    assert verdict(*ratios) is Verdict.OPEN
    assert verdict(*ratios, 0.8, 0.8, 0.81) is Verdict.FASTER


def test_a_hopeless_candidate_is_dismissed_early_but_never_taken_early() -> None:
    assert verdict(2.0, 2.0) is Verdict.OPEN
    assert verdict(2.0, 1.6, 30.0) is Verdict.SLOWER
    assert verdict(2.0, 1.4, 30.0) is Verdict.OPEN
    assert verdict(0.01, 0.01, 0.01) is Verdict.OPEN


def test_a_slower_candidate() -> None:
    assert verdict(1.05, 1.04, 1.06, 1.05, 1.03, 1.08) is Verdict.SLOWER


def test_a_gain_that_is_not_worth_a_line_counts_as_none() -> None:
    assert verdict(*[0.995] * 6) is Verdict.SAME
    assert verdict(*[0.999, 1.001] * 3) is Verdict.SAME


def test_noise_stays_open_until_the_pairs_are_used_up() -> None:
    noise = [0.8, 1.2, 0.9, 1.1, 0.7, 1.3]
    ratios = list(itertools.islice(itertools.cycle(noise), PAIRS_MOST))
    assert [verdict(*ratios[: count + 1]) for count in range(PAIRS_MOST - 1)] == [Verdict.OPEN] * (PAIRS_MOST - 1)
    assert verdict(*ratios) is Verdict.SAME


@pytest.mark.parametrize("seed", range(20))
def test_every_comparison_comes_to_an_end(seed: int) -> None:
    source = random.Random(seed)
    ratios = [source.lognormvariate(0, 0.3) for _ in range(PAIRS_MOST)]
    assert verdict(*ratios) is not Verdict.OPEN


def test_the_order_of_pairs_does_not_matter() -> None:
    ratios = [0.8, 0.9, 1.1, 0.7, 0.95, 0.85, 0.9]
    assert len({decide(pairs(*order)).ratio for order in itertools.permutations(ratios)}) == 1
