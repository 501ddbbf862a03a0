# SPDX-License-Identifier: Apache-2.0
"""That the bench of live parameters runs; its figures are for who calls it."""

from __future__ import annotations

import pytest

from tests.bench import live


def test_the_bench_of_live_parameters_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BLOCKS", (64,))
    assert live.main(["--rounds", "1", "--samples", "6400"]) == 0
    assert [line.split()[2] for line in capsys.readouterr().out.splitlines()] == ["state", "live", "ratio"]
