# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Dfgen = Callable[..., Any]


def test_the_table_fits_eighty_columns(dfgen: Dfgen) -> None:
    ended = dfgen("doctor")
    assert ended.status == 0
    assert all(len(line) <= 80 for line in ended.out.splitlines())
    for name in ("C compiler", "caches", "PAGEMAP_SCAN", "hardware counters"):
        assert name in ended.out


def test_json(dfgen: Dfgen) -> None:
    content = json.loads(dfgen("doctor", "--json").out)
    assert content["schema"] == 1
    assert {"area", "name", "present", "value", "meaning", "essential"} == content["findings"][0].keys()


def test_a_machine_that_cannot_build_ends_with_1(dfgen: Dfgen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ended = dfgen("doctor")
    assert ended.status == 1
    assert "absent" in ended.out
