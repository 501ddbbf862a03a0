# SPDX-License-Identifier: Apache-2.0
"""The predicted period against what can be worked out by hand, and the books of each core against its blocks."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.analysis.prepare import prepare
from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.offloading import engine_requests
from dfgen.memory.options import MemoryOptions
from dfgen.memory.requests import requested_strategies
from dfgen.model.costs import costs_of
from dfgen.model.names import fifo_name
from dfgen.model.plan import Plan
from dfgen.model.platform import default_platform
from dfgen.prediction.durations import Kind
from dfgen.prediction.mapped import mapped_throughput
from dfgen.prediction.predict import Prediction, predict
from dfgen.prediction.simulation import SPIN_PS
from tests.planning import graph_of, planned, programmed

SYNC_NS = default_platform().costs.sync_ns
TWO_AT_ONCE = MappingOptions(depth=2, single=True)
ONE_BY_ONE = MappingOptions(depth=1, single=True)

# A source on core 0 feeds a sink on core 1.
PAIR = """
@core(0) actor give {{ fire give(out); time {give}ns; state; out out : uint8[1]; }}
@core(1) actor take {{ fire take(in); time {take}ns; in in : uint8[1]; }}
give.out -> take.in;
"""


def pair(folder: Path, give: int, take: int, mapping: MappingOptions = TWO_AT_ONCE) -> Prediction:
    body = PAIR.format(give=give, take=take)
    return predict(programmed(graph_of(body, folder), mapping=mapping), default_platform(2))


def assert_books_balance(prediction: Prediction, cores: int) -> None:
    """What the blocks show is what the figures of each core say, and nothing is done twice at once."""
    for index, core in enumerate(prediction.cores):
        lane = [block for block in prediction.activities if block.lane == index]
        for before, after in pairwise(lane):
            assert before.end_ns <= after.start_ns + 0.01
        spent = sum(block.end_ns - block.start_ns for block in lane if block.kind is not Kind.WAIT)
        assert spent == pytest.approx((core.busy_ns + core.moving_ns) * prediction.span_iterations, abs=1)
        assert core.busy_ns + core.moving_ns + core.waiting_ns == pytest.approx(prediction.period_ns)
    assert len(prediction.cores) == cores


@pytest.mark.parametrize(("give", "take"), [(5000, 1000), (1000, 5000)])
def test_the_slower_core_sets_the_pace(give: int, take: int, tmp_path: Path) -> None:
    prediction = pair(tmp_path, give, take)
    assert prediction.settled
    # Nothing but the longer of the two, as two passes may overlap; crossing hides behind the slower one's work.
    assert 5000 <= prediction.period_ns <= 5000 + 2 * SYNC_NS
    assert_books_balance(prediction, 2)


@pytest.mark.parametrize(("give", "take"), [(5000, 1000), (1000, 5000)])
def test_a_run_begins_or_ends_with_a_core_that_has_nothing_to_do(give: int, take: int, tmp_path: Path) -> None:
    prediction = pair(tmp_path, give, take)
    assert min(give, take) <= prediction.fill_ns <= min(give, take) + 4 * SYNC_NS


def test_one_core_never_has_nothing_to_do(tmp_path: Path) -> None:
    body = "actor a { fire f(out); time 3us; out out : uint8[1] unused; }"
    assert predict(programmed(graph_of(body, tmp_path)), default_platform(1)).fill_ns == 0


def test_passes_that_do_not_overlap_follow_each_other(tmp_path: Path) -> None:
    prediction = pair(tmp_path, 5000, 1000, ONE_BY_ONE)
    assert prediction.period_ns == pytest.approx(5000 + 1000 + 2 * SYNC_NS)
    assert_books_balance(prediction, 2)


def test_a_core_that_waits_long_has_to_be_woken(tmp_path: Path) -> None:
    long_ns = 10 * SPIN_PS // 1000
    prediction = pair(tmp_path, long_ns, 1000)
    waits = [block for block in prediction.activities if block.kind is Kind.WAIT and block.lane == 1]
    assert waits
    assert prediction.period_ns == pytest.approx(long_ns)
    assert sum(b.end_ns - b.start_ns for b in waits) == pytest.approx(prediction.span_ns - 1000)


def test_a_round_trip_between_cores_pays_each_crossing(tmp_path: Path) -> None:
    body = """
    @core(0) actor a { fire f(in, out); time 3us; in in : uint8[1]; out out : uint8[1]; }
    @core(1) actor b { fire f(in, out); time 2us; in in : uint8[1]; out out : uint8[1]; }
    a.out -> b.in; b.out -> a.in delay 1;
    """
    plan = planned(graph_of(body, tmp_path), mapping=TWO_AT_ONCE)
    prediction = predict(lower(plan), default_platform(2))
    assert prediction.settled
    assert prediction.period_ns == pytest.approx(3000 + 2000 + 2 * SYNC_NS)


def test_one_core_does_one_thing_after_the_other(tmp_path: Path) -> None:
    body = """
    actor a { fire f(out); time 3us; out out : uint8[3]; }
    actor b { fire g(in); time 2us; in in : uint8[1]; }
    a.out -> b.in;
    """
    prediction = predict(programmed(graph_of(body, tmp_path), cores=1), default_platform(1))
    assert prediction.period_ns == pytest.approx(3000 + 3 * 2000)
    assert prediction.actors == {"a": pytest.approx(3000), "b": pytest.approx(6000)}
    assert {block.kind for block in prediction.activities} == {Kind.FIRE}
    assert not prediction.guessed


COPYING = """
@core(0) actor a { fire f(out); time 100us; state; out out : uint8[1000000]; }
@core(0) actor b { fire g(in); time 100us; state; in in : uint8[1000000] read_write; }
@core(0) actor c { fire g(in); time 100us; state; in in : uint8[1000000] read_write; }
a.out -> { b.in, c.in };
"""


def copying(folder: Path, transfer: str, cores: int = 1) -> tuple[Plan, Prediction]:
    platform = default_platform(cores)
    memory = MemoryOptions(transfers=(transfer,), platform=platform)
    graph = graph_of(COPYING, folder)
    graph = prepare(graph, engine_requests(requested_strategies(graph, memory.transfers)))[0]
    plan = planned(graph, cores=cores, mapping=TWO_AT_ONCE, memory=memory)
    return plan, predict(lower(plan), platform)


def test_copies_take_what_the_cost_model_says(tmp_path: Path) -> None:
    plan, prediction = copying(tmp_path, "memcpy")
    estimates = {fifo_name(plan.graph, t.fifo): dict(t.estimates_ns)["memcpy"] for t in plan.transfers}
    assert set(prediction.transfers) == set(estimates) == {"a.out:b.in", "a.out:c.in"}
    for fifo, ns in estimates.items():
        assert prediction.transfers[fifo] == pytest.approx(ns)
    assert prediction.period_ns == pytest.approx(300_000 + sum(estimates.values()))
    assert_books_balance(prediction, 1)


def test_an_engine_copies_while_the_core_goes_on(tmp_path: Path) -> None:
    plan, prediction = copying(tmp_path, "offload")
    costs = default_platform().costs
    engine = [block for block in prediction.activities if block.lane >= 1]
    assert {plan.engines[0]} == {"thread"}
    assert prediction.lanes[engine[0].lane] == "thread, core 0"
    assert sum(b.end_ns - b.start_ns for b in engine) == pytest.approx(
        2 * 1_000_000 * costs.engine_ns_per_byte * prediction.span_iterations, rel=0.01
    )
    assert prediction.cores[0].moving_ns == pytest.approx(2 * costs.engine_submit_ns)


def test_an_engine_that_is_waited_for_takes_the_time_of_the_core(tmp_path: Path) -> None:
    plan, prediction = copying(tmp_path, "offload(mode=sync)")
    costs = default_platform().costs
    whole_ns = 2 * (costs.engine_submit_ns + costs.engine_ns + 1_000_000 * costs.engine_ns_per_byte)
    assert plan.engines == ("thread",)
    assert prediction.cores[0].moving_ns == pytest.approx(whole_ns)
    assert prediction.period_ns == pytest.approx(300_000 + whole_ns)
    assert mapped_throughput(lower(plan), default_platform(1)) is None


def test_who_has_no_time_is_named(tmp_path: Path) -> None:
    body = """
    actor a { fire f(out); out out : uint8[1]; }
    actor b { fire g(in); time 2us; in in : uint8[1]; }
    a.out -> b.in;
    """
    prediction = predict(programmed(graph_of(body, tmp_path)), default_platform(2))
    assert (prediction.guessed, prediction.is_guess) == (("a",), False)
    heavier = body.replace("uint8[1]", "uint8[100000]")
    assert predict(programmed(graph_of(heavier, tmp_path)), default_platform(2)).is_guess


def test_of_very_many_trips_a_few_are_run(tmp_path: Path) -> None:
    """The middle of a long loop between two cores is passed over, and the period is still that of the slower core."""
    body = """
    @core(0) actor a { fire f(out); time 10ns; state; out out : uint8[100000]; }
    @core(0) actor b { fire g(in, out); time 10us; state; in in : uint8[1]; out out : uint8[10000]; }
    @core(1) actor c { fire h(in); time 5us; state; in in : uint8[10000]; }
    a.out -> b.in; b.out -> c.in;
    """
    plan = planned(graph_of(body, tmp_path))
    prediction = predict(lower(plan), default_platform(2))
    assert len(prediction.activities) < 20_000
    assert prediction.period_ns == pytest.approx(1e9, rel=0.01)
    assert prediction.actors["c"] == pytest.approx(5e8)


def test_another_machine_takes_another_time(tmp_path: Path) -> None:
    """Costs come from the platform and from nowhere else."""
    plan, prediction = copying(tmp_path, "memcpy")
    far = default_platform(1)
    curve = tuple((size, 10 * ns) for size, ns in far.costs.plain_copy.near_read)
    slow = replace(far, costs=costs_of({"memcpy_near_read_ns_per_byte": curve}, far.costs))
    graph = plan.graph
    again = planned(graph, cores=1, mapping=TWO_AT_ONCE, memory=MemoryOptions(transfers=("memcpy",), platform=slow))
    assert predict(lower(again), slow).period_ns > prediction.period_ns + 400_000
