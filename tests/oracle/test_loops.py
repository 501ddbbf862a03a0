# SPDX-License-Identifier: Apache-2.0
"""Of loops that read again what they have shown to others the programs do look back to where that lies."""

from __future__ import annotations

from pathlib import Path

from .loops import loop_application
from .plans import plans_of

SEEDS, SETTINGS = range(16), 3


def test_a_fair_share_of_loops_look_back(tmp_path: Path) -> None:
    """In one slot and in several."""
    found = [plan for seed in SEEDS for plan in plans_of(loop_application(seed), SETTINGS, tmp_path)]
    looking = [(plan, window) for plan in found for window in plan.windows.values() if window.trip_tokens]
    assert len(looking) * 6 >= len(found)
    assert len({plan.buffers[window.buffer].slots > 1 for plan, window in looking}) == 2
