# SPDX-License-Identifier: Apache-2.0
"""Schedules and plans of a few graphs as text. When a change to them is meant, `--update-golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.lowering.lower import lower
from dfgen.model.dumps import dump_schedule
from dfgen.model.plan_text import plan_as_text
from dfgen.verify.verify import verify
from tests.planning import graph_without_c, planned

STAGES = Path(__file__).resolve().parent / "golden" / "stages"


@pytest.mark.whole
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("graph", sorted(STAGES.glob("*.sdf")), ids=lambda path: path.stem)
def test_stages(graph: Path, cores: int, update_golden: bool) -> None:
    flat = graph_without_c(graph)
    plan, facts = planned(flat, cores), analyse(flat)
    program = lower(plan)
    verify(program)
    text = f"--- schedule\n{dump_schedule(plan.schedule)}\n--- plan\n{plan_as_text(plan, program, facts)}"
    golden = graph.with_name(f"{graph.stem}.{cores}.txt")
    if update_golden:
        golden.write_text(text)
    assert text == golden.read_text()
