# SPDX-License-Identifier: Apache-2.0
"""The bench of predictions: its arithmetic, on made-up times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.prediction.__main__ import APPLICATIONS, APPS, Case, Outcome, outcome_of, report


def test_the_median_of_all_runs_counts() -> None:
    found = outcome_of([Outcome(900.0, (1000.0,)), Outcome(900.0, (5000.0,)), Outcome(900.0, (990.0,))])
    assert found.measured_ns == 1000
    assert found.off == pytest.approx(-0.1)


@pytest.mark.parametrize(("predicted", "verdict"), [(86, "within"), (114, "within"), (84, "beyond"), (116, "beyond")])
def test_a_prediction_holds_within_a_limit(predicted: float, verdict: str) -> None:
    assert Outcome(predicted, (100.0,)).verdict == verdict


def test_the_report_has_a_line_for_each_case() -> None:
    case = Case(APPLICATIONS[0], 2, Path("g.sdf"))
    head, line = report([case], [Outcome(9500.0, (9000.0, 10_000.0, 12_000.0))])
    assert "limit 15%" in head
    assert line.split() == ["cd2dat", "on", "2", "9.50", "10.00", "9", "to", "12", "-5.0%", "within"]


def test_the_applications_are_there() -> None:
    assert all((APPS / app.name / f"{app.name}.sdf").is_file() for app in APPLICATIONS)
