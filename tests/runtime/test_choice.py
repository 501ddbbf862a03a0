# SPDX-License-Identifier: Apache-2.0
"""Cores that take over lines find out whether they gain by it, and notice when that changes."""

from __future__ import annotations

import pytest

from tests.runtime.toolchains import Built

LEAST_PERCENT = {
    "far": 95, "near": 95, "short": 95, "short near": 95, "many cores": 98, "moves": 85, "late": 90, "late near": 90,
    "fickle": 78, "fickle later": 80,
}  # fmt: skip


@pytest.fixture
def shares(built: Built) -> dict[str, int]:
    """By case, how many percent of what the faster way would have done."""
    result = built.run("choice")
    assert result.returncode == 0, result.stderr
    found = (line.rsplit(": ", 1) for line in result.stdout.splitlines())
    return {name: int(share) for name, share in found}


def test_nearly_all_passes_go_the_faster_way(shares: dict[str, int]) -> None:
    assert shares.keys() == LEAST_PERCENT.keys()
    assert {name: share for name, share in shares.items() if share < LEAST_PERCENT[name]} == {}
