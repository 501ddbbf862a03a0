# SPDX-License-Identifier: Apache-2.0
"""What the mapper `exact` gives is the best of all assignments, and what it says of them is true."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

from dfgen.lowering.lower import lower
from dfgen.machine.constants import EXACT_UNITS_MAX
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.mappers.auto import assign_auto
from dfgen.mapping.mappers.exact import Proven, assign_exact
from dfgen.mapping.mappers.improve import improved
from dfgen.mapping.mappers.shares import even, whole
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.static_order import critical_units, exact_period_ns, static_order_period_ns
from dfgen.mapping.work import Assignment, Share, Unit, Work
from dfgen.model.diagnostics import UserError
from dfgen.model.plan_text import plan_as_json, plan_as_text
from dfgen.model.platform import default_platform
from dfgen.model.progress import Effort
from dfgen.model.schedule import Proof
from tests.planning import graph_of, planned, scheduled

QUARTERS = tuple(Fraction(n, 4) for n in range(5))


@pytest.fixture
def solver() -> None:
    pytest.importorskip("ortools", reason="the mapper 'exact' needs the package ortools")


def small_work(seed: int, *, divisible: bool) -> Work:
    """Units in a row or a tangle, some of which hand something on to the next iteration or ask for a core. In every
    third one, cores are not alike."""
    rng = random.Random(seed)
    cores, count = (2, 4) if divisible else rng.choice([(2, 6), (3, 5)])
    units = []
    for number in range(count):
        splittable = divisible and rng.random() < 0.6
        core = rng.randrange(cores) if not splittable and rng.random() < 0.15 else None
        weight = Fraction(0 if rng.random() < 0.1 else rng.randint(1, 60), rng.choice([1, 1, 3]))
        times = tuple(weight * rng.choice([1, 2, Fraction(5, 2)]) for _ in range(cores)) if seed % 3 == 2 else ()
        units.append(Unit((f"u{number}",), times[0] if times else weight, splittable, core, by_core_ns=times))
    traffic = {(a.name, b.name): rng.randint(1, 5000) for a, b in combinations(units, 2) if rng.random() < 0.5}
    if rng.random() < 0.4:
        traffic[units[-1].name, units[0].name] = 8
    return Work(tuple(units), traffic, cores, Effort(limit_s=20))


def all_assignments(work: Work) -> Iterator[Assignment]:
    """Splittable units in quarters."""
    choices: list[list[tuple[Share, ...]]] = []
    for unit in work.units:
        ways = [whole(core) for core in unit.choices(work.cores)]
        if unit.splittable:
            ways += [(Share(0, part), Share(1, 1 - part)) for part in QUARTERS if 0 < part < 1]
        choices.append(ways)
    for chosen in product(*choices):
        yield dict(zip((unit.name for unit in work.units), chosen))


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("seed", range(24))
def test_no_assignment_is_better(seed: int) -> None:
    work = small_work(seed, divisible=False)
    found = assign_exact(work)
    assert isinstance(found, Proven)
    best = min(exact_period_ns(work, assignment) for assignment in all_assignments(work))
    assert found.proof.period_ns == exact_period_ns(work, found) == best
    assert found.proof.is_best
    assert found.proof.bound_ns == best
    assert found.proof.auto_ns == exact_period_ns(work, assign_auto(replace(work)))


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("seed", range(24))
def test_no_assignment_in_quarters_is_better(seed: int) -> None:
    work = small_work(seed, divisible=True)
    found = assign_exact(work)
    assert isinstance(found, Proven)
    best = min(exact_period_ns(work, assignment) for assignment in all_assignments(work))
    assert found.proof.is_best
    assert found.proof.period_ns <= best * Fraction(10_005, 10_000)
    assert found.proof.bound_ns <= best


@pytest.mark.usefixtures("solver")
@pytest.mark.parametrize("seed", range(24))
def test_units_are_given_away_whole_and_where_they_may_be(seed: int) -> None:
    work = small_work(seed, divisible=seed % 2 == 0)
    found = assign_exact(work)
    assert set(found) == {unit.name for unit in work.units}
    assert len(found) == len(work.units)
    for unit in work.units:
        cores = [share.core for share in found[unit.name]]
        assert sum(share.fraction for share in found[unit.name]) == 1
        assert cores == sorted(set(cores))
        assert set(cores) <= set(unit.choices(work.cores))
        assert len(cores) == 1 or unit.splittable


@pytest.mark.usefixtures("solver")
def test_of_equal_periods_that_with_few_bytes_between_cores_is_taken() -> None:
    units = tuple(Unit((f"u{n}",), Fraction(10), False, None) for n in range(4))
    work = Work(units, {("u0", "u2"): 1000, ("u1", "u3"): 1000, ("u0", "u1"): 8, ("u2", "u3"): 8}, 2)
    found = assign_exact(work)
    assert found["u0"] == found["u2"] != found["u1"] == found["u3"]


def heavy_work(count: int) -> Work:
    """Of odd weights, so that a bound is not enough for a proof."""
    rng = random.Random(3)
    units = tuple(Unit((f"u{n}",), Fraction(rng.randint(1000, 9999)), False, None) for n in range(count))
    return Work(units, {(f"u{n}", f"u{n + 3}"): 64 for n in range(count - 3)}, 3)


@pytest.mark.usefixtures("solver")
def test_what_was_found_in_the_time_is_taken_with_a_bound() -> None:
    work = replace(heavy_work(30), effort=Effort(limit_s=0.001))
    found = assign_exact(work)
    assert isinstance(found, Proven)
    assert found.proof.bound_ns <= found.proof.period_ns <= found.proof.auto_ns


@pytest.mark.usefixtures("solver")
def test_the_user_hears_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from dfgen.mapping import exact_search

    heard: list[str] = []
    monkeypatch.setattr(exact_search, "TELL_S", 0.0)
    assign_exact(replace(heavy_work(8), effort=Effort(limit_s=20, tell=heard.append)))
    assert heard
    assert all(text.startswith("mapper exact, 0 s: a period of") for text in heard if " 0 s" in text)
    assert "; none is below " in heard[-1]


def test_graphs_that_the_solver_does_not_get_through_are_refused() -> None:
    with pytest.raises(UserError) as raised:
        assign_exact(heavy_work(EXACT_UNITS_MAX.value + 1))
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.id == "exact-too-large"
    assert "41 to place" in diagnostic.message


def test_without_the_solver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dfgen.mapping.exact_search", None)
    with pytest.raises(UserError) as raised:
        assign_exact(heavy_work(4))
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.id == "exact-missing"
    assert "pip install ortools" in diagnostic.hint


def test_one_core_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dfgen.mapping.exact_search", None)
    work = replace(heavy_work(4), cores=1)
    found = assign_exact(work)
    assert isinstance(found, Proven)
    assert found.proof == Proof(*[sum(unit.weight_ns for unit in work.units)] * 3)


CHAIN = """actor a { state; time 7us; out o : uint8[64]; }
actor b { state; time 6us; in i : uint8[64]; out o : uint8[64]; }
actor c { state; time 5us; in i : uint8[64]; out o : uint8[64]; }
actor d { state; time 4us; in i : uint8[64]; } a.o -> b.i; b.o -> c.i; c.o -> d.i;
"""


@pytest.mark.usefixtures("solver")
def test_the_plan_tells_the_proof(tmp_path: Path) -> None:
    graph = graph_of(CHAIN, tmp_path)
    plan, (facts, _) = planned(graph, 2, MappingOptions("exact")), scheduled(graph)
    assert "period by the times of the actors: 13 us, the least that there is; of auto: 13 us\n" in plan_as_text(
        plan, lower(plan), facts
    )
    proof = plan_as_json(plan, lower(plan), facts, default_platform(2))["proof"]
    assert proof == {"period_ns": 13000.0, "bound_ns": 13000.0, "auto_period_ns": 13000.0}


def test_a_plan_tells_what_is_not_proven(tmp_path: Path) -> None:
    graph = graph_of(CHAIN, tmp_path)
    plan, (facts, _) = planned(graph, 2, MappingOptions("auto")), scheduled(graph)
    assert "proof" not in plan_as_json(plan, lower(plan), facts, default_platform(2))
    proof = Proof(Fraction(500), Fraction(300), Fraction(600))
    plan = replace(plan, schedule=replace(plan.schedule, proof=proof))
    assert "500 ns, and none can be below 300 ns; of auto: 600 ns (20.0% longer)" in plan_as_text(
        plan, lower(plan), facts
    )


def with_loop(work: Work, seed: int) -> Work:
    """A row of units that take turns, somewhere."""
    first, last = sorted(random.Random(seed).choices(range(len(work.units)), k=2))
    units = (replace(unit, loop=int(first <= n <= last)) for n, unit in enumerate(work.units))
    return replace(work, units=tuple(units))


@pytest.mark.parametrize("seed", range(60))
def test_the_period_of_a_few_passes_is_that_of_many(seed: int) -> None:
    """But for some, in which cores find their rhythm slowly."""
    work = small_work(seed, divisible=seed % 2 == 0)
    work = with_loop(work, seed) if seed % 3 else work
    for name in ("balance", "pipeline", "list", "footprint"):
        assignment = MAPPERS[name](work)
        exact = exact_period_ns(work, assignment)
        assert static_order_period_ns(work, assignment) == pytest.approx(float(exact), rel=0.02)


def test_parts_wait_only_for_those_whose_tokens_they_read() -> None:
    """Two stages, both halved: no core needs the other one. If the second is cut elsewhere, one does."""
    units = tuple(Unit((f"u{n}",), Fraction(100), True, None) for n in range(2))
    work = Work((*units, Unit(("end",), Fraction(100), False, None)), {("u0", "u1"): 64}, 2)
    halves = (Share(0, Fraction(1, 2)), Share(1, Fraction(1, 2)))
    quarters = (Share(0, Fraction(3, 4)), Share(1, Fraction(1, 4)))
    unmerged = {"u0": halves, "u1": halves, "end": whole(0)}
    assert exact_period_ns(work, unmerged) == 200
    uneven = {"u0": whole(1), "u1": quarters, "end": whole(0)}
    assert exact_period_ns(work, uneven) == 175
    assert exact_period_ns(replace(work, traffic_bytes={**work.traffic_bytes, ("end", "u0"): 8}), uneven) == 275


def test_cores_that_share_a_loop_go_through_it_together() -> None:
    """The last unit is fed trip by trip: it need not wait for all that comes before it in the iteration."""
    first = Unit(("read",), Fraction(30), False, None)
    trips = (Unit(("many",), Fraction(100), True, None, loop=2), Unit(("one",), Fraction(40), False, None, loop=2))
    work = Work((first, *trips), {("read", "many"): 8, ("many", "one"): 8}, 2)
    halves = {"read": whole(1), "many": even(2), "one": whole(0)}
    assert exact_period_ns(work, halves) == static_order_period_ns(work, halves) == 30 + 50 + 40
    level = {**halves, "many": (Share(0, Fraction(3, 10)), Share(1, Fraction(7, 10)))}
    assert exact_period_ns(work, level) == static_order_period_ns(work, level) == 30 + 70
    assert static_order_period_ns(work, improved(work, halves)) == 30 + 70
    found = MAPPERS["exact"](work)
    assert isinstance(found, Proven)
    assert (found.proof.period_ns, found.proof.bound_ns) == (100, 85)


def test_cores_that_give_each_other_nothing_in_a_loop_go_through_it_alone() -> None:
    units = (
        Unit(("read",), Fraction(30), False, None), Unit(("a",), Fraction(60), True, None, loop=2),
        Unit(("b",), Fraction(60), True, None, loop=2), Unit(("write",), Fraction(50), False, None),
    )  # fmt: skip
    work = Work(units, {("read", "a"): 8, ("a", "b"): 8, ("b", "write"): 8}, 2)
    shares = (Share(0, Fraction(5, 12)), Share(1, Fraction(7, 12)))
    assert exact_period_ns(work, {"read": whole(1), "a": shares, "b": shares, "write": whole(0)}) == 100


@pytest.mark.parametrize("seed", range(30))
def test_improving_never_makes_it_worse(seed: int) -> None:
    work = with_loop(small_work(seed, divisible=seed % 2 == 0), seed)
    for name in ("balance", "list"):
        start = MAPPERS[name](work)
        better = improved(work, start)
        assert static_order_period_ns(work, better) <= static_order_period_ns(work, start)
        for unit in work.units:
            assert unit.core is None or better[unit.name] == whole(unit.core)


@pytest.mark.parametrize("seed", range(30))
def test_no_move_of_another_than_a_critical_unit_makes_the_period_shorter(seed: int) -> None:
    """Where none is divided and there are no loops: then `improved` need not look at these moves."""
    work = small_work(seed, divisible=False)
    start = MAPPERS["balance"](work)
    before = exact_period_ns(work, start)
    critical = critical_units(work, start)
    moved = [unit for unit in work.units if unit.weight_ns and unit.core is None and unit.name not in critical]
    for unit, core in product(moved, range(work.cores)):
        assert exact_period_ns(work, {**start, unit.name: whole(core)}) >= before


def test_critical_units_are_those_around_which_cores_wait_for_each_other() -> None:
    """Tokens go to the second core and back in each pass, and what else that has to do is done meanwhile."""
    names = ("give", "change", "take", "other")
    work = Work(
        tuple(Unit((name,), Fraction(ns), False, None) for name, ns in zip(names, (30, 50, 40, 20), strict=True)),
        {("give", "change"): 8, ("change", "take"): 8},
        2,
    )
    on = {"give": whole(0), "change": whole(1), "take": whole(0), "other": whole(1)}
    assert static_order_period_ns(work, on) == 120
    assert critical_units(work, on) == {"give", "change", "take"}


def test_improving_exchanges_units_where_no_move_helps() -> None:
    units = tuple(Unit((f"u{n}",), Fraction(weight), False, None) for n, weight in enumerate([6, 5, 4, 3]))
    start = {"u0": whole(0), "u1": whole(0), "u2": whole(1), "u3": whole(1)}
    work = Work(units, {}, 2)
    assert static_order_period_ns(work, start) == 11
    assert static_order_period_ns(work, improved(work, start)) == 9


def test_improving_large_graphs_ends_soon() -> None:
    work = heavy_work(2000)
    start = {unit.name: whole(0) for unit in work.units}
    assert static_order_period_ns(work, improved(work, start)) <= static_order_period_ns(work, start)
