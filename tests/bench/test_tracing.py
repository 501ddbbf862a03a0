# SPDX-License-Identifier: Apache-2.0
"""The bench of tracing: its arithmetic, on made-up times."""

from __future__ import annotations

from itertools import cycle

import pytest

from dfgen.profile.comparison import Estimate
from tests.bench.tracing.__main__ import APPS, CASES, ratio_of, verdict


def test_the_ratio_is_that_of_pairs_whatever_slows_both() -> None:
    slow = [1.0, 3.0, 1.0, 2.0, 1.0, 1.0, 5.0, 1.0]
    plain, traced = iter(slow), iter(1.02 * s for s in slow)
    ratio = ratio_of(lambda: next(plain), lambda: next(traced), len(slow))
    assert ratio.median == pytest.approx(1.02)


def test_one_runs_first_as_often_as_the_other() -> None:
    order: list[str] = []
    times = cycle([1.0])
    ratio_of(lambda: order.append("plain") or next(times), lambda: order.append("traced") or next(times), 4)
    assert order == ["plain", "traced", "traced", "plain"] * 2


def test_a_verdict_needs_the_whole_interval() -> None:
    assert verdict(Estimate(1.01, 1.0, 1.02)) == "within"
    assert verdict(Estimate(1.05, 1.04, 1.06)) == "beyond"
    assert verdict(Estimate(1.02, 1.0, 1.05)) == "not clear"


def test_the_applications_are_there() -> None:
    assert all((APPS / case.name / f"{case.name}.sdf").is_file() for case in CASES)
