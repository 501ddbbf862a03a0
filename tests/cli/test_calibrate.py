# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.figures import Calibration
from dfgen.build.reporter import Reporter
from dfgen.cli import calibrate
from dfgen.model.calibration import calibration_file
from dfgen.model.costs import SHIPPED
from dfgen.model.platform import load_platform

Dfgen = Callable[..., Any]

MEASURED = Calibration(replace(SHIPPED, sync_ns=123), 5, ("private views",), ("view written",))


@pytest.fixture(autouse=True)
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A machine that is measured at once, and has not been before; gives for how long each time."""
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    asked: list[int] = []

    def measure(seconds: int, reporter: Reporter) -> Calibration:
        asked.append(seconds)
        return replace(MEASURED, costs=replace(SHIPPED, sync_ns=100 + len(asked)))

    monkeypatch.setattr(calibrate, "calibrate", measure)
    return asked


def test_it_measures_once_and_again_when_told(dfgen: Dfgen, measured: list[int]) -> None:
    first = dfgen("calibrate")
    assert first.status == 0
    assert "101 ns  from core to core" in first.out
    assert "private views: not to be measured here, the shipped costs stay" in first.err
    assert "noise was evened out in: view written" in first.err
    again = dfgen("calibrate")
    assert "has been calibrated; --force measures again" in again.err
    assert again.out == first.out
    assert "102 ns  from core to core" in dfgen("calibrate", "--force", "--seconds", "7").out
    assert measured == [20, 7]


def test_what_needs_no_word_gets_none(dfgen: Dfgen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "calibrate", lambda *_: Calibration(SHIPPED, 1, (), ()))
    err = dfgen("calibrate").err
    assert ": 1 round\n" in err
    assert "not to be measured here" not in err
    assert "noise was evened out" not in err


def test_a_folder_alone_is_refused(dfgen: Dfgen, measured: list[int], tmp_path: Path) -> None:
    ended = dfgen("calibrate", "--folder", str(tmp_path))
    assert (ended.status, measured) == (1, [])
    assert "--folder is for measuring between hosts" in ended.err


def test_show_measures_nothing(dfgen: Dfgen, measured: list[int]) -> None:
    ended = dfgen("calibrate", "--show")
    assert "has not been calibrated: these are the shipped costs" in ended.err
    assert "200 ns  from core to core" in ended.out
    assert not measured
    assert not calibration_file().exists()


def test_json_is_a_platform_file(dfgen: Dfgen, tmp_path: Path) -> None:
    for command in (("calibrate", "--json"), ("calibrate", "--show", "--json")):
        text = dfgen(*command).out
        assert json.loads(text)["schema"] == 1
        (tmp_path / "p.json").write_text(text)
        assert load_platform(tmp_path / "p.json").costs == replace(SHIPPED, sync_ns=101)


@pytest.mark.parametrize("seconds", ["0", "56", "x", "-3"])
def test_no_more_than_a_minute(dfgen: Dfgen, seconds: str, measured: list[int]) -> None:
    assert dfgen("calibrate", "--seconds", seconds).status == 2
    assert not measured
