# SPDX-License-Identifier: Apache-2.0
"""Slots that nobody would wait for: large buffers go without them, and no core waits any longer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.lowering.slots import slots_that_suffice
from dfgen.machine.constants import LARGE_BYTES
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.platform import default_platform
from dfgen.prediction.predict import predict
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_with_c, planned, prove

PIPELINE = """
    actor s @core(0) {{ state; out o : uint8[{0}]; }}
    actor a @core(1) {{ state; in i : uint8[{0}]; out o : uint8[{0}]; }}
    actor z @core({1}) {{ state; in i : uint8[{0}]; }}
    s.o -> a.i; a.o -> z.i;
"""


def counts(body: str, folder: Path) -> dict[str, int]:
    plan = planned(graph_of(body, folder), 2, MappingOptions(depth=2))
    prove(plan)
    return {name: buffer.slots for name, buffer in plan.buffers.items()}


@pytest.mark.parametrize(("last", "expected"), [(1, [2, 1]), (0, [1, 1])])
def test_a_slot_for_each_pass_where_cores_work_on_two(last: int, expected: list[int], tmp_path: Path) -> None:
    """With the sink on its core, the source begins an iteration when all of the last one is done."""
    assert list(counts(PIPELINE.format(LARGE_BYTES.value, last), tmp_path).values()) == expected


@pytest.mark.parametrize(("part", "expected"), [(2, [1, 1]), (4, [2, 2])])
def test_little_memory_in_all_is_no_reason(part: int, expected: list[int], tmp_path: Path) -> None:
    assert list(counts(PIPELINE.format(LARGE_BYTES.value // part, 0), tmp_path).values()) == expected


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("cores", [3, 4])
def test_no_core_waits_longer(seed: int, cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_with_c(write(random_application(seed), tmp_path), {})
    mapping = MappingOptions("list", depth=3)
    monkeypatch.setattr(LARGE_BYTES, "value", 1)
    lean = planned(graph, cores, mapping)
    prove(lean)
    wide = planned(graph, cores, mapping, changes=())
    assert lean.arena_bytes <= wide.arena_bytes
    lean_ns, wide_ns = (predict(lower(plan), default_platform(cores)).period_ns for plan in (lean, wide))
    assert lean_ns == pytest.approx(wide_ns, rel=0.01)


def test_the_plan_is_the_same_whatever_the_order_of_sets(tmp_path: Path) -> None:
    """Two buffers that actors of one loop write need fewer slots, and the plan names them."""
    graph = write(random_application(25), tmp_path)
    command = [sys.executable, "-m", "dfgen", "compile", str(graph), "--cores", "4", "--transfer", "offload", "-q"]
    texts = set()
    for seed in range(1, 5):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        subprocess.run([*command, "-o", str(tmp_path / str(seed))], env=environment, capture_output=True, check=True)
        texts.add((tmp_path / str(seed) / "plan.txt").read_text())
    (text,) = texts
    assert "a7.o1 1 and not 2, a8.o1 1 and not 2, a8.o2 1 and not 2" in text


def test_where_very_many_passes_overlap_nobody_looks(tmp_path: Path) -> None:
    """Each of them would take its time, and nothing else of such a plan takes more for more of them."""
    plan = planned(graph_of(PIPELINE.format(4096, 1), tmp_path), 2, MappingOptions(depth=10**9))
    assert not slots_that_suffice(plan)
