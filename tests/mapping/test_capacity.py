# SPDX-License-Identifier: Apache-2.0
"""Capacities bound nests, blocks and passes; a listing comes nearest to the smallest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.buffers.demand import demand_of
from dfgen.analysis.facts import analyse
from dfgen.mapping.rings import ring_tokens
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.occupancy import with_occupancy
from dfgen.model.graph import Graph
from dfgen.model.plan import Plan
from dfgen.model.schedule import Listing, Loop, Run
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_with_c, planned, prove

CHAIN = """actor a { state; out o : int32[2]; } actor b { state; in i : int32[3]; out o : int32[1]; }
actor c { state; in i : int32[4]; } a.o -> b.i; b.o -> c.i;
"""
# Iterations of 21, 14 and 4 firings.
ODD = """actor a { state; out o : int32[2]; } actor b { state; in i : int32[3]; out o : int32[2]; }
actor c { state; in i : int32[7]; } a.o -> b.i; b.o -> c.i;
"""
FIRST, SECOND = "a.o:b.i", "b.o:c.i"


def plan_of(graph: Graph, capacities: Mapping[str, int], cores: int = 1, *, listed: bool = False) -> Plan:
    plan = planned(graph, cores, MappingOptions(capacities=capacities, listed=listed))
    prove(plan)
    return plan


def held(plan: Plan, capacities: Mapping[str, int] | None = None) -> dict[str, int]:
    demand = replace(demand_of(plan.graph, analyse(plan.graph), None), capacities=capacities or {FIRST: 1})
    capacity = with_occupancy(plan, demand).occupancy
    assert capacity is not None
    return {fifo.fifo: fifo.held_tokens for fifo in capacity.fifos}


def test_without_capacities_blocks_are_long(tmp_path: Path) -> None:
    assert held(plan_of(graph_of(CHAIN, tmp_path), {}))[FIRST] > 1000


def test_wide_capacities_bound_the_iterations_of_a_pass(tmp_path: Path) -> None:
    """An iteration passes 12 and 4 tokens."""
    graph = graph_of(CHAIN, tmp_path)
    for capacity in (12, 24, 120, 125):
        plan = plan_of(graph, {FIRST: capacity})
        assert held(plan)[FIRST] == capacity // 12 * 12
        assert plan.schedule.iterations_per_pass == capacity // 12


def test_passes_overlap_where_there_is_room_for_both(tmp_path: Path) -> None:
    graph = graph_of(CHAIN.replace("actor b {", "actor b @core(1) {"), tmp_path)
    for capacity, passes, iterations in ((12, 1, 1), (23, 1, 1), (24, 2, 1), (100, 2, 4)):
        plan = plan_of(graph, {FIRST: capacity}, 2)
        assert (plan.schedule.depth_passes, plan.schedule.iterations_per_pass) == (passes, iterations), capacity
        assert held(plan)[FIRST] <= capacity


def test_narrow_capacities_ask_for_loops(tmp_path: Path) -> None:
    plan = plan_of(graph_of(CHAIN, tmp_path), {FIRST: 6, SECOND: 4})
    loop, leaf = plan.schedule.root.body
    assert isinstance(loop, Loop)
    assert (loop.count, list(loop.actors), list(leaf.actors)) == (2, ["a", "b"], ["c"])
    assert held(plan) == {FIRST: 6, SECOND: 4}


def test_a_listing_needs_rings_only(tmp_path: Path) -> None:
    """With loops the second FIFO holds all of the 28 tokens of an iteration."""
    graph = graph_of(ODD, tmp_path)
    least = {FIRST: 4, SECOND: 8}
    assert held(plan_of(graph, least)) == {FIRST: 6, SECOND: 28}
    plan = plan_of(graph, least, listed=True)
    (listing,) = plan.schedule.root.body
    assert isinstance(listing, Listing)
    assert held(plan) == {FIRST: 6, SECOND: 14}


def test_what_stops_stays_before_the_listing(tmp_path: Path) -> None:
    fed = ODD.replace("actor a { state;", "actor a { state; in i : int32[1];")
    graph = graph_of(f"actor s {{ state; stops; out o : int32[1]; }} s.o -> a.i; {fed}", tmp_path)
    plan = plan_of(graph, {FIRST: 4, SECOND: 8}, listed=True)
    first, listing = plan.schedule.root.body
    assert list(first.actors) == ["s"]
    assert isinstance(listing, Listing)
    assert held(plan) == {"s.o:a.i": 21, FIRST: 6, SECOND: 14}


def test_what_stops_in_the_middle_keeps_actors_from_being_listed(tmp_path: Path) -> None:
    graph = graph_of(ODD.replace("actor b { state;", "actor b { state; stops;"), tmp_path)
    plan = plan_of(graph, {FIRST: 4, SECOND: 8}, listed=True)
    assert not any(isinstance(child, Listing) for child in plan.schedule.root.body)


def test_a_ring_holds_whole_windows_of_all() -> None:
    runs = (Run("a", 2), Run("b", 1), Run("a", 1), Run("b", 1))
    assert ring_tokens(runs, "a", 2, {"b": 3}) == 6
    assert ring_tokens((Run("a", 5), Run("b", 5)), "a", 1, {"b": 1}) == 5
    assert ring_tokens((Run("a", 1), Run("b", 2), Run("c", 1)) * 3, "a", 4, {"b": 2, "c": 4}) == 4
    assert ring_tokens((Run("a", 1), Run("b", 2), Run("a", 1), Run("b", 2), Run("c", 2)), "a", 4, {"b": 2, "c": 4}) == 8


def test_a_note_names_what_holds_more(tmp_path: Path) -> None:
    graph = graph_of(CHAIN, tmp_path)
    demand = demand_of(graph, analyse(graph), "min")
    plan = with_occupancy(plan_of(graph, demand.capacities), demand)
    assert plan.occupancy is not None
    assert (plan.occupancy.least_tokens, plan.occupancy.least_bytes) == (8, 32)
    assert plan.notes[-1] == (
        "FIFOs hold what passes in a trip of the innermost loop around both ends, more than asked: a.o:b.i 6 (not 4)"
    )


def test_a_plan_that_nobody_bounds_has_no_account(tmp_path: Path) -> None:
    graph = graph_of(CHAIN, tmp_path)
    assert with_occupancy(plan_of(graph, {}), demand_of(graph, analyse(graph), None)).occupancy is None


@pytest.mark.parametrize("seed", range(6))
def test_plans_with_capacities_never_block(seed: int, tmp_path: Path) -> None:
    """`plan_is_live` runs each of them."""
    application = random_application(seed)
    graph = graph_with_c(write(application, tmp_path), {})
    smallest = demand_of(graph, analyse(graph), "min").capacities
    for cores in sorted({application.cores_min, max(2, application.cores_min), 4}):
        for factor in (1, 3, 1000):
            capacities = {name: tokens * factor for name, tokens in smallest.items()}
            plan_of(graph, capacities, cores, listed=cores == 1)


def test_the_converter_of_sample_rates_in_little_memory() -> None:
    """No schedule needs less than 32 tokens, a single appearance of each actor 264; here its source stays outside."""
    graph = graph_with_c(Path(__file__).parents[2] / "apps/cd2dat/cd2dat.sdf", {})
    demand = demand_of(graph, analyse(graph), "min")
    listed = with_occupancy(plan_of(graph, demand.capacities, listed=True), demand).occupancy
    looped = with_occupancy(plan_of(graph, demand.capacities), demand).occupancy
    assert listed is not None
    assert looped is not None
    assert (listed.least_tokens, listed.least_bytes) == (32, 128)
    assert (listed.tokens, listed.bytes) == (147 + 6 + 14 + 56 + 5, 912)
    assert (looped.tokens, looped.bytes) == (147 + 6 + 28 + 224 + 5, 1640)
