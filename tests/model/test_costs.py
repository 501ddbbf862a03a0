# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
import json
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.model.calibration import calibrated, calibration_file
from dfgen.model.costs import SHIPPED, at, costs_of, duration
from dfgen.model.diagnostics import UserError
from dfgen.model.platform import default_platform, host_platform, load_platform
from dfgen.model.platform_error import PlatformError

CURVE = ((1 << 10, 1.0), (1 << 12, 3.0))


def test_a_curve_between_and_beyond_its_points() -> None:
    sizes = (1, 1 << 10, 1 << 11, 1 << 12, 1 << 40)
    assert [at(CURVE, size) for size in sizes] == [1.0, 1.0, 2.0, 3.0, 3.0]


def test_shipped_curves_are_sane() -> None:
    """A larger copy never takes less time than a smaller one."""
    for name, curve in SHIPPED.to_json().items():
        if name.startswith(("memcpy", "stream")):
            assert all(a * cost_a <= b * cost_b for (a, cost_a), (b, cost_b) in pairwise(curve)), name


def test_a_table_and_back() -> None:
    assert costs_of(json.loads(json.dumps(SHIPPED.to_json()))) == SHIPPED
    changed = costs_of({"sync_ns": 7, "memcpy_near_read_ns_per_byte": [[1024, 1], [4096, 3.0]]})
    assert (changed.sync_ns, changed.copy("memcpy").near_read) == (7, CURVE)
    assert changed.copy("memcpy").near_unread == SHIPPED.copy("memcpy").near_unread
    assert changed.copy("stream") == SHIPPED.copy("stream")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (3, "a table"),
        ({"sync": 3}, "Did you mean 'sync_ns'"),
        ({"sync_ns": 1.5}, "a whole number"),
        ({"sync_ns": -1}, "from 0 on"),
        ({"sync_ns": True}, "a whole number"),
        ({"engine_ns_per_byte": float("nan")}, "a number"),
        ({"memcpy_near_read_ns_per_byte": []}, "at least one"),
        ({"memcpy_near_read_ns_per_byte": 3}, "list of pairs"),
        ({"memcpy_near_read_ns_per_byte": [[4096, 1], [1024, 1]]}, "rising bytes"),
        ({"memcpy_near_read_ns_per_byte": [[0, 1]]}, "rising bytes"),
        ({"memcpy_near_read_ns_per_byte": [[1.5, 1]]}, "list of pairs"),
        ({"memcpy_near_read_ns_per_byte": [[4096]]}, "list of pairs"),
        ({"memcpy_near_read_ns_per_byte": [[4096, -1]]}, "from 0 on"),
        ({"memcpy_near_read_ns_per_byte": [[4096, float("inf")]]}, "from 0 on"),
    ],
)
def test_mistakes_in_a_table(table: object, message: str) -> None:
    with pytest.raises(PlatformError, match=r"cost|must") as caught:
        costs_of(table)
    assert message in f"{caught.value}: {caught.value.hint}"
    assert caught.value.hint


def test_a_platform_file_carries_costs(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("[costs]\nview_ns = 9\nstream_near_read_ns_per_byte = [[4096, 0.5]]\n")
    assert load_platform(file).costs == costs_of({"view_ns": 9, "stream_near_read_ns_per_byte": [(4096, 0.5)]})
    file.write_text("[costs]\nview = 9\n")
    with pytest.raises(UserError) as caught:
        load_platform(file)
    (found,) = caught.value.diagnostics
    assert (found.message, found.hint) == ("there is no cost 'view'", "Did you mean 'view_ns'?")


def test_the_host_has_what_was_measured_and_the_shipped_platform_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path))
    file = calibration_file()
    assert calibrated(host_platform()) == host_platform()
    file.parent.mkdir(parents=True)
    file.write_text('{"schema": 1, "calibration": {"rounds": 3}, "costs": {"view_ns": 11}}')
    assert calibrated(host_platform()) == dataclasses.replace(
        host_platform(), costs=dataclasses.replace(SHIPPED, view_ns=11)
    )
    assert default_platform().costs == SHIPPED
    file.write_text('{"schema": 1, "costs": {"view_ns": "x"}}')
    with pytest.raises(UserError) as caught:
        calibrated(host_platform())
    assert str(file) in str(caught.value.diagnostics[0].span)


def test_another_machine_has_another_file(tmp_path: Path) -> None:
    files = set()
    for name in ("one", "two"):
        (tmp_path / name / "etc").mkdir(parents=True)
        (tmp_path / name / "etc/machine-id").write_text(name)
        files.add(calibration_file(tmp_path / name))
    assert len(files | {calibration_file()}) == 3
    assert calibration_file(tmp_path / "one") in files


@pytest.mark.parametrize(
    ("ns", "text"), [(0, "0 ns"), (999, "999 ns"), (1234, "1.23 us"), (5_600_000, "5.6 ms"), (71 * 10**9, "71 s")]
)
def test_durations(ns: int, text: str) -> None:
    assert duration(ns) == text
