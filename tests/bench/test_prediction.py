# SPDX-License-Identifier: Apache-2.0
"""The bench of predictions: its arithmetic, on made-up times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.copies import APPS
from tests.bench.prediction.__main__ import APPLICATIONS, Case, Outcome, Pair, report


def test_each_prediction_is_compared_with_the_run_behind_it() -> None:
    found = Outcome((Pair(900.0, 1000.0), Pair(500.0, 5000.0), Pair(9000.0, 9100.0)))
    assert found.off == pytest.approx(-0.1)


@pytest.mark.parametrize(("predicted", "verdict"), [(86, "within"), (114, "within"), (84, "beyond"), (116, "beyond")])
def test_a_prediction_holds_within_a_limit(predicted: float, verdict: str) -> None:
    assert Outcome((Pair(predicted, 100.0),)).verdict == verdict


def test_the_report_has_a_line_for_each_case() -> None:
    case = Case(APPLICATIONS[0], 2, Path("g.sdf"))
    head, line = report([case], [Outcome((Pair(9500.0, 10_000.0), Pair(9000.0, 10_000.0), Pair(12_000.0, 10_000.0)))])
    assert "limit 15%" in head
    assert line.split() == ["cd2dat", "on", "2", "9.50", "10.00", "-5.0%", "-10.0%", "to", "+20.0%", "within"]


def test_the_applications_are_there() -> None:
    assert all((APPS / app.name / f"{app.name}.sdf").is_file() for app in APPLICATIONS)
