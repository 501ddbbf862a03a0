# SPDX-License-Identifier: Apache-2.0
"""Of loops that read again what they have shown to others the programs do look back to where that lies."""

from __future__ import annotations

from pathlib import Path

from dfgen.frontend.elaborate import load_graph
from dfgen.model.plan import Plan
from dfgen.reading import read_code
from dfgen.stages import plan_known
from tests.campaign.cases import configuration_of

from .generator import write
from .loops import loop_application
from .settings import compile_obeying

SEEDS, SETTINGS = range(16), 3


def plans(seed: int, folder: Path) -> list[Plan]:
    application, found = loop_application(seed), list[Plan]()
    graph = load_graph(write(application, folder), {})
    known = read_code(graph)
    for index in range(SETTINGS):
        setting = configuration_of(application, index, [fifo.name for fifo in graph.fifos]).setting
        planned, _ = compile_obeying(setting, lambda options: plan_known(known, options))  # type: ignore[arg-type, return-value]
        found.append(planned.plan)  # type: ignore[attr-defined]
    return found


def test_a_fair_share_of_loops_look_back(tmp_path: Path) -> None:
    """In one slot and in several."""
    found = [plan for seed in SEEDS for plan in plans(seed, tmp_path)]
    looking = [(plan, window) for plan in found for window in plan.windows.values() if window.trip_tokens]
    assert len(looking) * 6 >= len(found)
    assert len({plan.buffers[window.buffer].slots > 1 for plan, window in looking}) == 2
