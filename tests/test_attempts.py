# SPDX-License-Identifier: Apache-2.0
"""What follows on an attempt whose plan does not fit, or could be better, and that there is an end to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.attempts import CHANGES, Change, Next, Tried, attempts_max
from dfgen.lowering.lower import lower
from dfgen.machine.constants import LARGE_BYTES
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.memory.serialized_loops import serialized_loops
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from dfgen.model.plan import Plan
from dfgen.model.plan_text import plan_as_text
from dfgen.model.schedule import Leaf
from tests.memory.test_serialized_loops import SHOWN
from tests.planning import OF_ONE_MAPPING, SHORT, graph_of, planned, scheduled

STREAM = """actor a @core(0) { state; time 1us; out o : uint8[64]; }
actor b @core(1) { state; time 1us; in i : uint8[64]; } a.o -> b.i;
"""
FEWER = f"""
actor s @core(0) {{ state; out o : uint8[{LARGE_BYTES.value}]; }}
actor a @core(1) {{ state; in i : uint8[{LARGE_BYTES.value}]; out o : uint8[{LARGE_BYTES.value}]; }}
actor z @core(0) {{ state; in i : uint8[{LARGE_BYTES.value}]; }}
s.o -> a.i; a.o -> z.i;
"""
VIEWED = """actor a { out o : uint8[65536]; } actor x { in i : uint8[65536] read_only; }
actor y { in i : uint8[65536] read_only; } actor z { in i : uint8[65536]; }
a.o -> { x.i, y.i, z.i };
"""


def names_of(plan: Plan) -> list[str]:
    return [attempt.name for attempt in plan.attempts]


def within(graph: Graph, cores: int, mapping: MappingOptions, limit_bytes: int) -> Plan:
    return planned(graph, cores, mapping, MemoryOptions(limit_bytes=limit_bytes), CHANGES)


def test_the_first_attempt_is_the_last_where_nothing_is_in_its_way(tmp_path: Path) -> None:
    plan = planned(graph_of(STREAM, tmp_path), 2, changes=CHANGES)
    assert plan.attempts == ()


def test_slots_that_nobody_waits_for_are_a_second_attempt(tmp_path: Path) -> None:
    graph = graph_of(FEWER, tmp_path)
    plan = planned(graph, 2, MappingOptions(depth=2), changes=CHANGES)
    (attempt,) = plan.attempts
    assert attempt.name == "fewer slots"
    assert attempt.reason == "no core waits longer where buffers have fewer slots: a.o 1 and not 2, s.o 1 and not 2"
    facts, _ = scheduled(graph, 2, MappingOptions(depth=2))
    assert f"planned anew, fewer slots: {attempt.reason}\n" in plan_as_text(plan, lower(plan), facts)


def test_views_are_given_up_first(tmp_path: Path) -> None:
    graph = graph_of(VIEWED, tmp_path)
    free = planned(graph, 1, SHORT)
    plan = within(graph, 1, SHORT, free.needed_bytes - 1)
    assert names_of(plan) == ["copies for views"]
    assert plan.attempts[0].reason == f"{free.needed_bytes} bytes are needed, {free.needed_bytes - 1} are allowed"


@pytest.mark.parametrize("share", [2, 5, 50])
def test_passes_are_halved_until_they_fit(share: int, tmp_path: Path) -> None:
    graph = graph_of(STREAM, tmp_path)
    free = planned(graph, 2)
    limit = free.needed_bytes // share
    plan = within(graph, 2, MappingOptions(), limit)
    assert plan.needed_bytes <= limit
    assert set(names_of(plan)) == {"shorter passes"}
    assert plan.schedule.iterations_per_pass == free.schedule.iterations_per_pass >> len(plan.attempts)
    assert plan.schedule.depth_passes > 1  # else the cores take turns


def test_one_iteration_at_a_time_is_the_least(tmp_path: Path) -> None:
    graph = graph_of(STREAM, tmp_path)
    plan = within(graph, 2, MappingOptions(), 64)
    assert names_of(plan)[-1] == "one pass at a time"
    assert (plan.schedule.iterations_per_pass, plan.schedule.depth_passes) == (1, 1)
    with pytest.raises(UserError, match="the plan needs 64 bytes, 63 are allowed") as caught:
        within(graph, 2, MappingOptions(), 63)
    assert caught.value.diagnostics[0].id == "memory-exceeded"


def test_a_depth_that_was_asked_for_is_kept(tmp_path: Path) -> None:
    graph, mapping = graph_of(STREAM, tmp_path), MappingOptions(depth=4, longest_pass=1)
    with pytest.raises(UserError, match="the plan needs 256 bytes") as caught:
        within(graph, 2, mapping, 255)
    assert caught.value.diagnostics[0].hint.endswith("or lower --depth.")


@pytest.mark.parametrize("left_out", ["", "no serialized loops"])
def test_torn_loops_are_taken_apart(left_out: str, tmp_path: Path) -> None:
    """By the last row for certain."""
    changes = [change for change in CHANGES if change.name != left_out]
    plan = planned(graph_of(SHOWN, tmp_path), 2, MappingOptions("balance"), changes=changes)
    assert names_of(plan) == ["no loops" if left_out else "no serialized loops", "fewer slots"]
    reason = "each core would wait for another one's whole loop of make, show, use"
    assert plan.attempts[0].reason == reason
    assert f"{reason}, so that they stand in none" in plan.notes
    assert serialized_loops(plan) == frozenset()
    assert all(isinstance(child, Leaf) for child in plan.schedule.root.body)


def test_no_row_applies_more_often_than_it_says(tmp_path: Path) -> None:
    def again(tried: Tried) -> Next:
        return Next(replace(tried.options, too_long=0), "always")

    changes = [Change("plan", 2, again), Change("map", 3, again, maps=True)]
    plan = planned(graph_of(STREAM, tmp_path), 2, changes=changes)
    assert names_of(plan) == ["plan", "plan", "map"] * 3 + ["plan", "plan"]
    assert len(plan.attempts) == attempts_max(changes) - 1


def test_the_table_is_bounded() -> None:
    assert attempts_max(CHANGES) == 33 * 5
    assert attempts_max(OF_ONE_MAPPING) == 5
    assert len({change.name for change in CHANGES}) == len(CHANGES)
