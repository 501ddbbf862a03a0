# SPDX-License-Identifier: Apache-2.0
"""Software pipelining: who is a stage later, what that makes of the period, and what the schedule does with it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.machine.constants import STAGES_MAX
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.stages import growth, staged
from dfgen.mapping.static_order import exact_period_ns, static_order_period_ns
from dfgen.mapping.work import Assignment, Share, Staged, Unit, Work, stages_of
from dfgen.model.actor import Actor, State
from dfgen.model.plan import Plan
from dfgen.model.platform import default_platform
from dfgen.model.port import TokenType
from dfgen.prediction.mapped import mapped_throughput
from dfgen.prediction.predict import predict
from dfgen.verify.verify import InvalidProgram
from tests.planning import graph_of, planned, prove, scheduled

HALVES = (Share(0, Fraction(1, 2)), Share(1, Fraction(1, 2)))


def chain(*weights: int, splittable: Sequence[int] = (), cores: int = 2) -> Work:
    names = [f"u{index}" for index in range(len(weights))]
    given = enumerate(zip(names, weights, strict=True))
    units = tuple(Unit((name,), Fraction(weight), index in splittable, None) for index, (name, weight) in given)
    return Work(units, dict.fromkeys(pairwise(names), 1), cores, may_stage=True)


def on(work: Work, *cores: int | None) -> Assignment:
    return {unit.name: HALVES if core is None else whole(core) for unit, core in zip(work.units, cores, strict=True)}


def test_what_comes_back_to_a_core_is_a_stage_later() -> None:
    work = chain(3, 2, 3, 1)
    assert stages_of(staged(work, on(work, 0, 1, 0, 0))) == {"u0": 0, "u1": 0, "u2": 1, "u3": 1}
    assert stages_of(staged(work, on(work, 0, 1, 0, 1))) == {"u0": 0, "u1": 0, "u2": 1, "u3": 1}
    assert stages_of(staged(work, on(work, 0, 1, 1, 0))) == {"u0": 0, "u1": 0, "u2": 0, "u3": 1}


def test_what_goes_forward_only_needs_no_stages() -> None:
    work = chain(3, 2, 3, 1)
    for cores in ((0, 0, 1, 1), (1, 1, 1, 0), (0, 0, 0, 0)):
        assert staged(work, on(work, *cores)) == on(work, *cores)
        assert not stages_of(staged(work, on(work, *cores)))


def test_cores_that_each_go_on_with_what_they_have_need_no_stages() -> None:
    work = chain(1, 4, 4, splittable=(1, 2))
    assert not stages_of(staged(work, on(work, 0, None, None)))
    assert stages_of(staged(chain(1, 4, 4, 1, splittable=(1, 2)), on(chain(1, 4, 4, 1), 0, None, None, 0)))["u3"] == 1


def test_a_routing_actor_brings_tokens_back_for_others() -> None:
    work = chain(3, 0, 2, 0, 3)
    assert stages_of(staged(work, on(work, 0, 0, 1, 1, 0))) == {"u0": 0, "u1": 0, "u2": 0, "u3": 0, "u4": 1}


def test_units_with_a_delay_between_them_stay_in_one_stage() -> None:
    work = replace(chain(3, 2, 3, 1), joined=(("u1", "u3"),))
    stages = stages_of(staged(work, on(work, 0, 1, 0, 0)))
    assert stages["u1"] == stages["u3"] >= stages["u0"]
    assert list(stages.values()) == sorted(stages.values())


def test_who_may_end_the_program_comes_in_no_later_stage_than_who_must_end_with_it() -> None:
    work = chain(3, 2, 3, 1)
    units = (*work.units, Unit(("sink",), Fraction(1), False, None))
    work = replace(
        work, units=units, ordered=(("u2", "sink"),), traffic_bytes={**work.traffic_bytes, ("u0", "sink"): 1}
    )
    assert stages_of(staged(work, on(work, 0, 1, 0, 0, 0))) == {"u0": 0, "u1": 0, "u2": 1, "u3": 1, "sink": 1}


def test_units_of_a_loop_stay_in_one_stage() -> None:
    work = chain(3, 2, 3, 1)
    work = replace(work, units=tuple(replace(u, loop=1) if u.name in ("u1", "u2") else u for u in work.units))
    stages = stages_of(staged(work, on(work, 0, 1, 0, 0)))
    assert stages["u1"] == stages["u2"]


def test_there_are_not_ever_more_stages() -> None:
    work = chain(*[1] * (2 * STAGES_MAX.value + 4))
    assert not stages_of(staged(work, on(work, *[0, 1] * (STAGES_MAX.value + 2))))
    assert not stages_of(staged(replace(chain(3, 2, 3), may_stage=False), on(chain(3, 2, 3), 0, 1, 0)))


def test_stages_take_the_waiting_out_of_the_period() -> None:
    work = chain(3, 2, 3)
    unmerged = on(work, 0, 1, 0)
    assert static_order_period_ns(work, unmerged) == exact_period_ns(work, unmerged) == 8
    assert static_order_period_ns(work, staged(work, unmerged)) == exact_period_ns(work, staged(work, unmerged)) == 6
    balanced = chain(3, 4, 1)
    assert exact_period_ns(balanced, staged(balanced, on(balanced, 0, 1, 0))) == 4
    assert stages_of(MAPPERS["auto"](balanced))
    assert exact_period_ns(balanced, MAPPERS["auto"](balanced)) == 4


@pytest.mark.parametrize("mapper", ["balance", "footprint"])
def test_mappers_that_only_say_who_has_what_take_turns_in_stages(mapper: str) -> None:
    """Six equal actors by turns: without stages a pass is as long as all of them."""
    work = chain(*[400] * 6)
    found = MAPPERS[mapper](work)
    assert exact_period_ns(work, found) == 1200
    assert bool(stages_of(found)) == (exact_period_ns(work, dict(found)) > 1200)
    assert not stages_of(MAPPERS[mapper](replace(work, may_stage=False)))


def test_auto_does_without_stages_where_they_gain_little() -> None:
    even = chain(4, 4)
    assert not stages_of(MAPPERS["auto"](even))
    assert not stages_of(MAPPERS["auto"](replace(chain(3, 4, 1), may_stage=False)))


@pytest.mark.parametrize(("scale", "gains"), [(1, False), (100, True)])
def test_stages_pay_if_equal_loads_are_worth_that_twice_as_many_bytes_come_and_go(scale: int, gains: bool) -> None:
    """Windows of 16 KiB along a chain that stages can share evenly, and that else is cut once, five parts to three."""
    work = chain(*(scale * weight for weight in (340, 680, 680, 680, 340)))
    work = replace(work, traffic_bytes=dict.fromkeys(work.traffic_bytes, 16384))
    assert bool(stages_of(MAPPERS["auto"](work))) == gains


MS = 10**6


def pictures(read_bytes: int) -> Work:
    """A source that others wait for, and then turns that two cores share."""
    units = (
        Unit(("read",), Fraction(37 * MS), False, None),
        Unit(("weigh",), Fraction(20 * MS), True, None, firings=10),
        Unit(("sum",), Fraction(140 * MS), True, None, loop=1, firings=64),
        Unit(("select",), Fraction(20 * MS), False, None, loop=1, firings=64),
        Unit(("write",), Fraction(4 * MS), False, None),
    )
    traffic = {("read", "weigh"): read_bytes, ("weigh", "sum"): 2**24, ("sum", "select"): 2**26, ("select", "write"): 8}
    return Work(units, traffic, 2, may_stage=True)


def test_a_core_that_gives_others_what_they_wait_for_does_so_a_pass_ahead() -> None:
    work = pictures(2**20)
    found = MAPPERS["auto"](work)
    assert stages_of(found) == {"read": 0, "weigh": 1, "sum": 1, "select": 1, "write": 1}
    assert static_order_period_ns(work, found) * 1.05 < static_order_period_ns(
        work, MAPPERS["auto"](replace(work, may_stage=False))
    )


def test_stages_that_take_much_memory_are_not_worth_a_little_time() -> None:
    assert not stages_of(MAPPERS["auto"](pictures(2**26)))


def test_what_stages_take() -> None:
    work = pictures(2**26)
    assert growth(work, on(work, *[0] * 5)) == 1
    stages = {"read": 0, "weigh": 1, "sum": 1, "select": 1, "write": 1}
    assert growth(work, Staged(on(work, *[0] * 5), stages)) == pytest.approx(1 + (2**26 - 2**20) / (2**26 + 2**24 + 8))
    assert growth(pictures(2**10), Staged(on(work, *[0] * 5), stages)) == 1


def test_what_routing_actors_show_is_held_once_until_its_last_reader_is_done() -> None:
    units = (
        Unit(("read",), Fraction(MS), False, None),
        Unit(("share",), Fraction(0), False, None),
        *(Unit((name,), Fraction(MS), False, None) for name in ("early", "late")),
    )
    traffic = {("read", "share"): 2**24, ("share", "early"): 2**30, ("share", "late"): 2**24}
    work = Work(units, traffic, 2, may_stage=True)
    stages = {"read": 0, "share": 0, "early": 0, "late": 1}
    assert growth(work, Staged(on(work, 0, 0, 1, 0), stages)) == 1 + (2**24 - 2**20) / 2**24


def test_the_times_of_few_passes_are_those_in_the_long_run() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        work = chain(*(rng.randint(1, 40) for _ in range(rng.randint(3, 8))), cores=rng.randint(2, 3))
        found = staged(work, {unit.name: whole(rng.randrange(work.cores)) for unit in work.units})
        assert static_order_period_ns(work, found) == pytest.approx(float(exact_period_ns(work, found)), rel=0.02), seed


# --- in a schedule --------------------------------------------------------------------------------------------

STAGED = MappingOptions(mapper="staged")
CHAIN = """
actor a { fire give(out); state; time 30us; out out : uint8[4096]; }
actor b { fire pass(in, out); state; time 40us; in in : uint8[4096]; out out : uint8[4096]; }
actor c { fire pass(in, out); state; time 10us; in in : uint8[4096]; out out : uint8[4096]; }
actor d { fire take(in); io; time 1us; in in : uint8[4096]; }
a.out -> b.in; b.out -> c.in; c.out -> d.in;
"""


def plan_of(folder: Path, body: str = CHAIN, options: MappingOptions = STAGED) -> Plan:
    return planned(graph_of(body, folder), 2, options)


def stages_in(plan: Plan) -> dict[str, int]:
    schedule = plan.schedule
    return {actor: schedule.stage(0, place.indices[0]) for actor, place in schedule.places.items()}


def test_children_stand_in_the_order_of_their_stages(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    assert list(plan.schedule.stages) == sorted(plan.schedule.stages)
    assert stages_in(plan)["a"] < stages_in(plan)["c"]
    prove(plan)


def test_what_an_actor_finds_in_its_outputs_is_its_own_and_goes_with_it_into_any_stage(tmp_path: Path) -> None:
    """It is brought back before each firing from where no buffer lies, so passes on their way do not matter to it."""
    graph = graph_of(CHAIN, tmp_path)

    def keeping(actor: Actor) -> Actor:
        ports = tuple(replace(port, is_persistent=not port.is_input) for port in actor.ports)
        size = actor.port("out").type.size_bytes * actor.port("out").rate(0)
        return replace(actor, ports=ports, state=State("kept", TokenType("uint8", "uint8_t", 1, 1), size, actor.span))

    actors = tuple(keeping(actor) if actor.name == "b" else actor for actor in graph.actors)
    plan = planned(replace(graph, actors=actors), 2, STAGED)
    assert stages_in(plan) == stages_in(plan_of(tmp_path))
    assert max(plan.schedule.stages) > 0
    prove(plan)


def test_buffers_between_stages_hold_a_pass_more_and_lie_alone(tmp_path: Path) -> None:
    body = CHAIN + "actor e { fire swap(a, b, c, d); state; time 8us; in a : uint8[4096]; in b : uint8[4096]; "
    body = body.replace("c.out -> d.in;", "c.out -> { d.in, e.b }; a.out -> e.a;")
    body += "out c : uint8[64] unused; out d : uint8[64] unused; }\n"
    plan = plan_of(tmp_path, body.replace("a.out -> b.in;", "").replace("a.out -> e.a", "a.out -> { b.in, e.a }"))
    late = max(plan.schedule.stages)
    assert late > 0
    assert plan.schedule.depth_passes > late
    for dependence in plan.dependences:
        apart = plan.schedule.stage(0, dependence.reader.child) - plan.schedule.stage(0, dependence.writer.child)
        assert dependence.reuse_distance >= apart
        if apart:
            assert plan.buffers[dependence.buffer].core is None


def test_a_plan_whose_stages_do_not_fit_its_buffers_is_refused(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    turned = replace(plan.schedule, stages=tuple(reversed(plan.schedule.stages)))
    with pytest.raises(InvalidProgram):
        prove(replace(plan, schedule=turned))


@pytest.mark.parametrize(
    "options",
    [
        MappingOptions(mapper="staged", depth=2),
        MappingOptions(mapper="staged", latency=1),
        MappingOptions(mapper="staged", latency_ns=10**6),
        MappingOptions(mapper="staged", single=True),
        MappingOptions(mapper="staged", capacities={"a.out:b.in": 8192}),
    ],
    ids=["depth", "latency", "latency in time", "guard", "capacities"],
)
def test_bounds_on_what_is_on_its_way_leave_no_stages(options: MappingOptions, tmp_path: Path) -> None:
    assert not plan_of(tmp_path, options=options).schedule.stages


def test_both_predictions_see_the_stages(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    found = predict(lower(plan), default_platform(2))
    mapped = mapped_throughput(lower(plan), default_platform(2))
    assert mapped is not None
    assert found.period_ns == pytest.approx(float(mapped.period_ns), rel=0.01)
    assert found.period_ns < 46_000  # 81 us of work; one pass after the other takes 51 us, however it is spread


def test_shares_of_a_staged_assignment_are_those_it_was_made_of() -> None:
    work = chain(3, 2, 3)
    found = staged(work, on(work, 0, 1, 0))
    assert isinstance(found, Staged)
    assert dict(found) == on(work, 0, 1, 0)


def test_actors_that_end_each_other_have_one_stage(tmp_path: Path) -> None:
    """A reader and two displays: who shows what was read hears of the end an iteration late. The displays come a pass
    later all the same, so that the reader, which others wait for, need not wait for them."""
    body = """
    actor read { fire r(o, p); state; time 3ms; out o : uint8[1]; out p : uint8[1]; }
    actor work { fire w(i, o); state; time 9ms; in i : uint8[1]; out o : uint8[1]; }
    actor left { fire l(i); state; stops; time 4ms; in i : uint8[1]; }
    actor right { fire m(i); state; stops; time 4ms; in i : uint8[1]; }
    read.o -> work.i; read.p -> left.i; work.o -> right.i;
    """
    _, schedule = scheduled(graph_of(body, tmp_path))
    assert [edge.delay for edge in schedule.stop_edges] == [0, 1]
    stages = {name: schedule.stages[schedule.places[name].indices[0]] for name in ("read", "work", "left", "right")}
    assert stages["left"] == stages["right"] > stages["read"]
