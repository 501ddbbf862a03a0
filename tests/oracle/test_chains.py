# SPDX-License-Identifier: Apache-2.0
"""Of chains that work in place the programs do: cores share their iterations, and what keeps a state goes round."""

from __future__ import annotations

from pathlib import Path

from dfgen.model.plan import Plan

from .chains import chain_application
from .plans import plans_of

SEEDS, SETTINGS = range(60, 68), 4


def is_shared_in_place(plan: Plan) -> bool:
    over = {overlay.output.actor for overlay in plan.overlays if overlay.is_done}
    return any(len(plan.schedule.cores_of(actor)) > 1 for actor in over)


def takes_turns(plan: Plan) -> bool:
    return any(plan.schedule.ordered_loop(name) is not None for name in plan.schedule.places)


def test_a_fair_share_of_chains_take_turns_in_place(tmp_path: Path) -> None:
    found = [plan for seed in SEEDS for plan in plans_of(chain_application(seed), SETTINGS, tmp_path)]
    shared = [plan for plan in found if is_shared_in_place(plan)]
    assert len(shared) * 10 >= len(found)
    assert any(map(takes_turns, shared))
