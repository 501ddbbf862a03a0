# SPDX-License-Identifier: Apache-2.0
"""Plans that take less memory and, by the times of the actors, no longer; and blocks in an order that needs less."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.attempts import Given, Tried, last_attempt
from dfgen.less_memory import NAME, with_less_memory
from dfgen.lowering.lower import lower
from dfgen.machine.constants import LARGE_BYTES, OVERLAP_CROSSINGS
from dfgen.mapping.block_order import order_of_less
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.memory.plan_memory import plan_memory
from dfgen.model.platform import Platform, default_platform
from dfgen.model.schedule import Schedule
from dfgen.prediction.predict import Prediction, predict
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_with_c, planned, prove

SMALL = replace(default_platform(), l2_bytes=1 << 20)
LARGE = 4 << 20
# Core 0 does something else before it gives core 1 the next one.
STREAM = """
    actor r @core(0) {{ state; time 5ms; out o : uint8[8]; }}
    actor s @core(0) {{ state; time 5ms; in i : uint8[8]; out o : uint8[{1}]; }}
    actor z @core(1) {{ state; {0} in i : uint8[{1}]; }}
    r.o -> s.i; s.o -> z.i;
"""
# What `b` leaves behind is small; it works on much in between.
BRANCHES = f"""
    actor s @core(0) {{ state; time 1ms; out o : uint8[8]; out p : uint8[8]; }}
    actor a @core(0) {{ state; time 1ms; in i : uint8[8]; out o : uint8[{LARGE}]; }}
    actor b @core(0) {{ state; time 1ms; in i : uint8[8]; out o : uint8[{2 * LARGE}]; }}
    actor c @core(0) {{ state; time 1ms; in i : uint8[{2 * LARGE}]; out o : uint8[8]; }}
    actor z @core(0) {{ state; time 1ms; in i : uint8[{LARGE}]; in j : uint8[8]; }}
    s.o -> a.i; s.p -> b.i; b.o -> c.i; a.o -> z.i; c.o -> z.j;
"""


def tried(body: str, folder: Path, platform: Platform = SMALL, mapping: MappingOptions | None = None) -> Tried:
    graph = graph_of(body, folder)
    options = replace(mapping or MappingOptions(latency=2), platform=platform)
    return last_attempt(Given(graph, analyse(graph), 2), options, MemoryOptions())


def why_not(first: Tried) -> str:
    """Of a plan that is left as it is."""
    found = with_less_memory(first)
    assert found.plan.buffers == first.plan.buffers
    (reason,) = [each.reason for each in found.plan.schedule.unapplied if each.optimisation == NAME]
    return reason


def period_ns(tried: Tried) -> float:
    return predict(lower(tried.plan), SMALL).period_ns


def names(schedule: Schedule) -> Sequence[str]:
    return [name for child in schedule.root.body for name in child.actors]


@pytest.mark.parametrize(("time", "slots"), [("time 4ms;", 1), ("time 6ms;", 2)])
def test_one_slot_where_the_reader_is_done_before_the_writer_comes_to_it(time: str, slots: int, tmp_path: Path) -> None:
    first = tried(STREAM.format(time, LARGE), tmp_path)
    found = with_less_memory(first)
    prove(found.plan)
    assert first.plan.buffers["s.o"].slots == 2
    assert found.plan.buffers["s.o"].slots == slots
    assert period_ns(found) == period_ns(first)


def test_the_plan_says_so(tmp_path: Path) -> None:
    (attempt,) = with_less_memory(tried(STREAM.format("time 4ms;", LARGE), tmp_path)).plan.attempts
    reason = "no iteration takes longer, by the times of the actors, where buffers have fewer slots: s.o 1 and not 2"
    assert (attempt.name, attempt.reason) == (NAME, reason)


@pytest.mark.parametrize("size", [SMALL.l2_bytes // 2, SMALL.l2_bytes])
def test_what_a_cache_holds_is_left_alone(size: int, tmp_path: Path) -> None:
    first = tried(STREAM.format("time 4ms;", size), tmp_path)
    assert (with_less_memory(first) is first) == (size < SMALL.l2_bytes)


def test_nothing_is_concluded_from_guesses(tmp_path: Path) -> None:
    first = tried(STREAM.format("", LARGE).replace("time 5ms;", ""), tmp_path)
    assert first.plan.buffers["s.o"].slots == 2
    assert why_not(first) == "how long its actors take is not known"


def test_what_was_asked_for_stays(tmp_path: Path) -> None:
    first = tried(STREAM.format("time 4ms;", LARGE), tmp_path, mapping=MappingOptions(depth=2))
    assert why_not(first) == "how many passes overlap, or what FIFOs hold, was asked for"
    capacities = MappingOptions(latency=2, capacities={"s.o:z.i": LARGE})
    first = tried(STREAM.format("time 4ms;", LARGE), tmp_path, mapping=capacities)
    assert with_less_memory(first).plan.buffers == first.plan.buffers


def test_passes_that_are_over_in_a_hiccup_keep_their_slots(tmp_path: Path) -> None:
    first = tried(STREAM.format("time 4us;", LARGE).replace("5ms", "5us"), tmp_path)
    assert first.plan.buffers["s.o"].slots == 2
    assert why_not(first) == "a pass takes no longer than the system may keep a core from its work"


def test_slots_stay_where_an_iteration_would_take_longer(tmp_path: Path) -> None:
    reason = "with fewer slots an iteration would take longer, or little be saved"
    assert why_not(tried(STREAM.format("time 6ms;", LARGE), tmp_path)) == reason


def test_a_graph_of_many_actors_is_not_planned_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tried(STREAM.format("time 4ms;", LARGE), tmp_path)
    monkeypatch.setattr("dfgen.less_memory.ACTORS_PLANNED_MAX", 2)
    assert why_not(first) == "the graph has too many actors to be planned again"


# --- the order of blocks ----------------------------------------------------------------------------------------------


def test_the_branch_that_leaves_little_comes_first(tmp_path: Path) -> None:
    first = planned(graph_of(BRANCHES, tmp_path), 1, MappingOptions(latency=1))
    assert names(first.schedule) == ["s", "a", "b", "c", "z"]
    other = order_of_less(first, analyse(first.graph), LARGE)
    assert other is not None
    assert names(other) == ["s", "b", "c", "a", "z"]
    plan = plan_memory(first.graph, analyse(first.graph), other, MemoryOptions())
    prove(plan)
    assert plan.arena_bytes < first.arena_bytes - LARGE // 2


def test_orders_are_looked_at_no_longer_than_that_may_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of a wide graph may come at most places: the steps grow with the cube of its width."""
    first = planned(graph_of(BRANCHES, tmp_path), 1, MappingOptions(latency=1))
    monkeypatch.setattr("dfgen.mapping.block_order.STEPS_MAX", 10)
    assert order_of_less(first, analyse(first.graph), LARGE) is None


def test_small_buffers_do_not_move_blocks(tmp_path: Path) -> None:
    first = planned(graph_of(BRANCHES, tmp_path), 1, MappingOptions(latency=1))
    assert order_of_less(first, analyse(first.graph), 4 * LARGE) is None


@pytest.mark.parametrize("seed", [*range(10), 15, 20, 22, 38])
def test_random_plans_are_proven_and_take_no_longer(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a world without caches and hiccups, whose guesses hold."""
    graph = graph_with_c(write(random_application(seed), tmp_path), {})
    cores = max(2 + seed % 2, 1 + max((actor.core or 0 for actor in graph.actors), default=0))
    monkeypatch.setattr(LARGE_BYTES, "value", 1)
    monkeypatch.setattr(OVERLAP_CROSSINGS, "value", 0)
    monkeypatch.setattr(Prediction, "is_guess", False)
    mapping = MappingOptions("list", platform=replace(default_platform(), l2_bytes=1))
    first = last_attempt(Given(graph, analyse(graph), cores), mapping, MemoryOptions())
    found = with_less_memory(first)
    prove(found.plan)
    assert found.plan.needed_bytes <= first.plan.needed_bytes
    assert period_ns(found) <= period_ns(first)


@pytest.mark.parametrize("seed", range(40))
def test_random_orders_are_proven(seed: int, tmp_path: Path) -> None:
    graph = graph_with_c(write(random_application(seed), tmp_path), {})
    cores = max(2, 1 + max((actor.core or 0 for actor in graph.actors), default=0))
    first = planned(graph, cores, MappingOptions(latency=1))
    other = order_of_less(first, analyse(first.graph), 1)
    if other is not None:
        prove(plan_memory(first.graph, analyse(first.graph), other, MemoryOptions()))
