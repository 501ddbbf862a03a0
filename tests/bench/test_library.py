# SPDX-License-Identifier: Apache-2.0
"""That the bench of libraries runs; its figures are for who calls it."""

from __future__ import annotations

import pytest

from tests.bench.library import main


def test_the_bench_of_libraries_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rounds", "1"]) == 0
    assert [line.split("  ")[0] for line in capsys.readouterr().out.splitlines()] == [
        "plain call",
        "step",
        "step over call",
        "call from Python",
        "stream / program",
    ]
