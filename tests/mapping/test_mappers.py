# SPDX-License-Identifier: Apache-2.0
"""Every mapper gives away exactly all work, where it may; and each does what it is for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import count, pairwise

import pytest

from dfgen.mapping.mappers import MAPPERS, improve
from dfgen.mapping.mappers.shares import level, whole
from dfgen.mapping.static_order import static_order_period_ns
from dfgen.mapping.work import Assignment, Unit, Work
from dfgen.model.diagnostics import UserError

FREE = [name for name in MAPPERS if name not in ("exact", "fixed")]  # exact: test_exact.py


def random_work(seed: int) -> Work:
    rng = random.Random(seed)
    cores = rng.randint(1, 5)
    names = [f"u{i}" for i in range(rng.randint(1, 12))]
    units = []
    for name in names:
        core = rng.choice([None, None, None, rng.randrange(cores)])
        splittable = core is None and rng.random() < 0.4
        weight = Fraction(rng.choice([0, rng.randint(1, 1000)]))
        chosen = core is None and not splittable and rng.random() < 0.3
        cores_of = tuple(sorted(rng.sample(range(cores), rng.randint(1, cores)))) if chosen else ()
        units.append(Unit((name,), weight, splittable, core, cores_of, firings=rng.randint(1, 8)))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    traffic = {pair: rng.randint(0, 10_000) for pair in pairs if rng.random() < 0.3}
    return Work(tuple(units), traffic, cores)


def loads_of(work: Work, assignment: Assignment) -> list[Fraction]:
    loads = [Fraction(0)] * work.cores
    for unit in work.units:
        for share in assignment[unit.name]:
            loads[share.core] += share.fraction * unit.weight_ns
    return loads


def units_of(*weights: int, core: int | None = None) -> tuple[Unit, ...]:
    return tuple(Unit((f"u{i}",), Fraction(w), False, core) for i, w in enumerate(weights))


@pytest.mark.parametrize("mapper", FREE)
@pytest.mark.parametrize("seed", range(25))
def test_shares_are_whole_and_obey(mapper: str, seed: int) -> None:
    work = random_work(seed)
    assignment = MAPPERS[mapper](work)
    for unit in work.units:
        shares = assignment[unit.name]
        cores = [share.core for share in shares]
        assert sum(share.fraction for share in shares) == 1
        assert cores == sorted(set(cores))
        assert set(cores) <= set(range(work.cores))
        assert len(shares) == 1 or unit.splittable
        assert unit.core is None or cores == [unit.core]
        assert not unit.cores or set(cores) <= set(unit.cores)


@pytest.mark.parametrize("seed", range(25))
def test_balance_levels_up_to_what_cannot_be_divided(seed: int) -> None:
    work = random_work(seed)
    free = Work(tuple(Unit(u.actors, u.weight_ns, u.splittable, None) for u in work.units), {}, work.cores)
    loads = loads_of(free, MAPPERS["balance"](free))
    rigid = max((u.weight_ns for u in free.units if not u.splittable), default=Fraction(0))
    assert max(loads) - min(loads) <= rigid


def test_level_fills_the_least_loaded_first() -> None:
    loads = [Fraction(5), Fraction(1), Fraction(2)]
    assert [(s.core, s.fraction) for s in level(loads, [Fraction(3)] * 3)] == [(1, Fraction(2, 3)), (2, Fraction(1, 3))]
    assert [(s.core, s.fraction) for s in level(loads, [Fraction(0)] * 3)] == [(1, Fraction(1))]


def test_footprint_keeps_heavy_traffic_on_one_core() -> None:
    traffic = {("u0", "u2"): 1_000_000, ("u1", "u3"): 900_000, ("u0", "u1"): 10, ("u2", "u3"): 10}
    assignment = MAPPERS["footprint"](Work(units_of(10, 10, 10, 10), traffic, 2))
    core = {name: shares[0].core for name, shares in assignment.items()}
    assert core["u0"] == core["u2"] != core["u1"] == core["u3"]


def test_footprint_does_not_join_what_stands_on_two_cores() -> None:
    units = (*units_of(10, core=0), Unit(("u1",), Fraction(10), False, 1))
    assignment = MAPPERS["footprint"](Work(units, {("u0", "u1"): 10**9}, 2))
    assert [shares[0].core for shares in assignment.values()] == [0, 1]


def test_list_stays_where_crossing_costs_more_than_waiting() -> None:
    light = MAPPERS["list"](Work(units_of(50, 50), {("u0", "u1"): 1000}, 2))
    assert light["u0"][0].core == light["u1"][0].core
    doacross = MAPPERS["list"](Work(units_of(5000, 5000), {}, 2))
    assert doacross["u0"][0].core != doacross["u1"][0].core


def test_fixed_wants_a_core_for_all_that_works() -> None:
    placed = (*units_of(5, core=1), Unit(("routing",), Fraction(0), False, None))
    assert MAPPERS["fixed"](Work(placed, {}, 2))["u0"][0].core == 1
    with pytest.raises(UserError) as error:
        MAPPERS["fixed"](Work(units_of(1, 2, 3, 4, 5, 6, 7), {}, 2))
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id == "fixed-without-core"
    assert "u0, u1, u2, u3, u4 and 2 more" in diagnostic.message


def chain(weights: Sequence[int], cores: int) -> Work:
    units = tuple(Unit((f"u{i}",), Fraction(weight), False, None) for i, weight in enumerate(weights))
    return Work(units, {(f"u{i}", f"u{i + 1}"): 64 for i in range(len(units) - 1)}, cores)


def test_a_pipeline_never_goes_back() -> None:
    cores = [
        share.core for shares in MAPPERS["pipeline"](chain([7, 41, 21, 17, 17, 8], 2)).values() for share in shares
    ]
    assert cores == [0, 0, 1, 1, 1, 1]


def test_a_pipeline_is_cut_between_two_firings() -> None:
    start, *rest = chain([10, 80, 30], 3).units
    middle = Unit(("u1",), Fraction(80), True, None, firings=8)
    shares = MAPPERS["pipeline"](Work((start, middle, rest[1]), {}, 3))
    assert [(share.core, share.fraction) for share in shares["u1"]] == [
        (0, Fraction(3, 8)),
        (1, Fraction(4, 8)),
        (2, Fraction(1, 8)),
    ]
    assert loads_of(Work((start, middle, rest[1]), {}, 3), shares) == [40, 40, 40]


def test_equal_loads_that_wait_for_each_other_are_not_taken() -> None:
    """Balanced, the first core has both ends of the chain."""
    work = chain([7, 41, 21, 17, 17, 8], 2)
    balanced, chosen = MAPPERS["balance"](work), MAPPERS["auto"](work)
    assert static_order_period_ns(work, balanced) == pytest.approx(111, rel=0.01)
    assert static_order_period_ns(work, chosen) == pytest.approx(63, rel=0.01)


def test_firings_are_shifted_where_a_core_would_wait() -> None:
    """Both cores finish each of the filters together; what only one of them has before the first is made up for."""
    weights = {"read": 11, "sobel": 64, "cut": 0, "dilate": 32, "cut2": 0, "erode": 28, "write": 2}
    filters = ("sobel", "dilate", "erode")
    units = tuple(
        Unit((name,), Fraction(weight), name in filters, None, firings=4 if name in filters else 1)
        for name, weight in weights.items()
    )
    work = Work(units, dict.fromkeys(pairwise(weights), 64), 2)
    assert static_order_period_ns(work, MAPPERS["balance"](work)) > 75
    assert static_order_period_ns(work, MAPPERS["auto"](work)) < 71


def test_waiting_within_a_pass_is_no_loss_where_the_next_one_can_begin() -> None:
    work = chain([30, 40], 2)
    assert static_order_period_ns(work, MAPPERS["auto"](work)) == pytest.approx(40)


@pytest.mark.parametrize(("cores", "most"), [(8, 3001), (16, 376), (64, 7)])
def test_with_many_cores_fewer_assignments_are_looked_at(
    monkeypatch: pytest.MonkeyPatch, cores: int, most: int
) -> None:
    """Each look then takes longer."""
    looks = count(1)
    monkeypatch.setattr(improve, "busiest_ns", lambda work, shares: 0.0)
    work = Work(units_of(*range(1000, 1020)), {}, cores)
    start = {unit.name: whole(0) for unit in work.units}
    improve.improved(work, start, judge=lambda work, shares: 1000 / next(looks))  # it always pays
    assert most // 2 < next(looks) - 1 <= most


@pytest.mark.parametrize("mapper", ["auto", "staged"])
@pytest.mark.parametrize("others", [(1000, 10), (10, 1000), (300, 300)])
def test_what_takes_an_unknown_time_is_shared_evenly(mapper: str, others: Sequence[int]) -> None:
    """However much else a core has to do, by guesses."""
    first, last = (Unit((name,), Fraction(ns), False, 0) for name, ns in zip("ac", others, strict=True))
    unknown = Unit(("b",), Fraction(100), True, None, firings=8, even=True)
    known = Unit(("d",), Fraction(100), True, None, firings=8)
    traffic = {("a", "b"): 1000, ("b", "c"): 1000, ("a", "d"): 1000}
    work = Work((first, unknown, last, known), traffic, 2, may_stage=True)
    assignment = MAPPERS[mapper](work)
    assert [(share.core, share.fraction) for share in assignment["b"]] == [(0, Fraction(1, 2)), (1, Fraction(1, 2))]
    assert mapper == "staged" or assignment["d"] == whole(1)
