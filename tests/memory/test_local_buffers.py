# SPDX-License-Identifier: Apache-2.0
"""Buffers that are variables of a loop's body."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.machine import constants
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.local_buffers import smallest
from dfgen.memory.options import MemoryOptions
from dfgen.model.plan import Plan
from tests.planning import graph_of, planned

LOCAL_BYTES, LOCAL_IN_LOOP_BYTES = constants.LOCAL_BYTES.value, constants.LOCAL_IN_LOOP_BYTES.value

FUSED = MappingOptions(fusion="all")
CHAIN = """@core(0) actor a {{ state; out o : {0}; }} @core(0) actor b {{ in i : {0}; out o : {0}; }}
@core({1}) actor c {{ state; in i : {0}; }} a.o -> b.i{2}; b.o -> c.i;
"""
JOINED = """actor a { state; out o : uint8[2]; } actor b { state; out o : uint8[2]; } join j { in l : uint8[2];
in r : uint8[2]; out o : uint8[4]; } actor c { state; in i : uint8[4]; } a.o -> j.l; b.o -> j.r; j.o -> c.i;
"""


def plan_of(body: str, folder: Path, memory: MemoryOptions | None = None) -> Plan:
    graph = graph_of(body, folder)
    return planned(graph, 2 if "@core(1)" in body else 1, FUSED, memory or MemoryOptions())


def variables(plan: Plan) -> set[str]:
    return {buffer.name for buffer in plan.buffers.values() if buffer.is_variable}


def test_a_loops_own_tokens_are_variables(tmp_path: Path) -> None:
    plan = plan_of(CHAIN.format("uint8[4]", 0, ""), tmp_path)
    assert variables(plan) == {"a.o", "b.o"}
    assert plan.arena_bytes == 0


def test_what_goes_to_another_core_is_not(tmp_path: Path) -> None:
    plan = plan_of(CHAIN.format("uint8[4]", 1, ""), tmp_path)
    assert variables(plan) == {"a.o"}


def test_what_outlives_the_trip_is_not(tmp_path: Path) -> None:
    plan = plan_of(CHAIN.format("uint8[4]", 0, " delay 4"), tmp_path)
    assert variables(plan) == {"b.o"}


@pytest.mark.parametrize(("size", "expected"), [(LOCAL_BYTES, {"a.o", "b.o"}), (LOCAL_BYTES + 1, set())])
def test_large_tokens_are_not(size: int, expected: set[str], tmp_path: Path) -> None:
    plan = plan_of(CHAIN.format(f"uint8[{size}]", 0, ""), tmp_path)
    assert variables(plan) == expected


def test_guard_needs_the_arena(tmp_path: Path) -> None:
    plan = plan_of(CHAIN.format("uint8[4]", 0, ""), tmp_path, MemoryOptions(guard=True))
    assert not variables(plan)


def test_what_several_write_is_not(tmp_path: Path) -> None:
    assert not variables(plan_of(JOINED, tmp_path))


def test_a_loop_has_only_so_much(tmp_path: Path) -> None:
    """The smallest first, and what another loop holds does not count."""
    plan = plan_of(CHAIN.format(f"uint8[{LOCAL_BYTES}]", 0, ""), tmp_path)
    large = plan.buffers["a.o"]
    many = [replace(large, name=f"{number:03}") for number in range(2 * LOCAL_IN_LOOP_BYTES // LOCAL_BYTES)]
    small, elsewhere = replace(large, name="small", span_tokens=large.span_tokens // 2), replace(large, loop=7)
    held = [buffer.name for buffer in smallest([*many, small, elsewhere])]
    assert held[0] == "small"
    assert "a.o" in held
    assert len(held) == 1 + LOCAL_IN_LOOP_BYTES // LOCAL_BYTES
