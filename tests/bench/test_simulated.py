# SPDX-License-Identifier: Apache-2.0
"""Predictions for many nodes beside SMPI: nothing here is measured, so the figures are the same each time."""

from __future__ import annotations

import shutil

import pytest

from tests.bench.network.simulated import main


@pytest.mark.skipif(shutil.which("smpirun") is None, reason="smpirun is not installed (libsimgrid-dev)")
def test_predictions_are_those_of_smpi(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--nodes", "2", "5", "--shape", "chain", "tree"]) == 0
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:2] for row in rows] == [["chain", "2"], ["tree", "2"], ["chain", "5"], ["tree", "5"]]
    assert all(" holds " in row for row in rows)
