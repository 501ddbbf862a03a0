# SPDX-License-Identifier: Apache-2.0
"""Smallest buffers and fronts: published numbers, and random problems against trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from dfgen.analysis.buffers import search as search_module
from dfgen.analysis.buffers import timing
from dfgen.analysis.buffers.network import Network
from dfgen.analysis.buffers.search import Point, Search
from dfgen.analysis.buffers.timing import Limit
from dfgen.analysis.throughput.problem import Problem
from tests.analysis.buffers.problems import (
    bounded_period,
    bounded_steps,
    bypass,
    problem,
    random_problem,
    samplerate,
    video_decoder,
    video_encoder,
)


def search(given: Problem) -> Search:
    return Search(Network(given, {}))


def sizes(points: list[Point]) -> list[int]:
    return [point.cost for point in points]


def test_the_front_of_the_sample_rate_converter() -> None:
    points = list(search(samplerate()).front())
    assert [(p.cost, p.period) for p in points] == [(32, 1088), (33, 1029), (34, 960)]


def test_the_front_of_the_video_encoder() -> None:
    points = list(search(video_encoder()).front())
    assert len(points) == 19
    assert (points[0].cost, points[0].period) == (299, 1649379)
    assert (points[-1].cost, points[-1].period) == (397, 211425)


def test_the_front_of_the_video_decoder() -> None:
    points = list(search(video_decoder()).front())
    assert sizes(points) == list(range(1189, 1225))
    assert points[-1].period == 594 * 559


def test_the_smallest_for_a_period() -> None:
    found = search(samplerate())
    between = found.smallest(Limit(Fraction(1000), equal_too=False))
    assert between is not None
    assert (between.cost, between.period) == (34, 960)
    assert found.smallest(Limit(Fraction(960), equal_too=True)) is None


def test_what_is_kept_of_earlier_capacities_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "SPACE_ARCS_MAX", 1)
    assert sizes(list(search(samplerate()).front())) == [32, 33, 34]


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_the_smallest_for_a_period_is_that_of_the_front(seed: int) -> None:
    """Also where the first capacities that are looked at deadlock."""
    last = list(islice(search(random_problem(Random(seed))).front(), 30))[-1]
    alone = search(random_problem(Random(seed))).smallest(Limit(last.period, equal_too=False))
    assert alone is not None
    assert (alone.cost, alone.period <= last.period) == (last.cost, True)


def test_room_costs_what_its_tokens_weigh() -> None:
    given = problem({"a": 3, "b": 1, "c": 3}, [("a", 1, 1, "b"), ("b", 1, 1, "c")], "a b c")
    dear = Search(Network(given, {"a:b": 10}))
    cheap = dear.smallest(None)
    assert cheap is not None
    assert (cheap.cost, dict(cheap.capacities)) == (11, {0: 1, 1: 1})


def test_an_actor_alone_needs_no_room() -> None:
    points = list(search(problem({"a": 3}, [], "a")).front())
    assert [(p.cost, p.period) for p in points] == [(0, 3)]


def test_the_end_of_patience_leaves_a_bound() -> None:
    class Enough(Exception):
        pass

    points = []

    def tick() -> None:
        if given.steps > 312_000:
            raise Enough

    given = Search(Network(video_decoder(), {}), tick)
    with pytest.raises(Enough):
        points.extend(given.front())
    assert given.cost_at_least >= 1189


def fastest(given: Problem) -> tuple[Search, Point]:
    found = search(given)
    point = found.smallest(Limit(found.best_period(), equal_too=False))
    assert point is not None
    return found, point


@pytest.mark.parametrize(("row", "late"), [(3, 10), (4, 60)])
def test_a_search_beyond_its_bound_ends_with_capacities_that_suffice(
    monkeypatch: pytest.MonkeyPatch, row: int, late: int
) -> None:
    """Of a row of FIFOs none can be smaller alone; to prove that there are no better ones takes ever more steps."""
    bounded_steps(monkeypatch, 20_000)
    given = bypass(row, late)
    found, point = fastest(given)
    assert found.steps < 30_000
    assert point.at_least == found.cost_at_least < point.cost
    assert bounded_period(given, dict(point.capacities)) == point.period == 1
    for line, capacity in point.capacities.items():
        period = bounded_period(given, {**point.capacities, line: capacity - 1})
        assert period is None or period > 1
    assert fastest(given)[1] == point


def test_the_bound_changes_nothing_where_the_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    given = bypass(3, 10)
    found, point = fastest(given)
    assert (point.cost, point.unproven_from) == (37, None)
    assert dict(point.capacities) == {0: 3, 1: 8, 2: 2, 3: 2, 4: 11, 5: 11}
    first = search(given)
    first.best_period()
    needed = found.steps - first.steps
    bounded_steps(monkeypatch, needed)
    assert fastest(given)[1] == point
    bounded_steps(monkeypatch, needed // 2)
    beyond = fastest(given)[1]
    assert beyond.unproven_from is not None
    assert beyond.unproven_from < point.cost <= beyond.cost


def test_a_front_has_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who explores sees how far it is, and ends it."""
    bounded_steps(monkeypatch, 0)
    assert [point.cost for point in search(samplerate()).front()] == [32, 33, 34]


def test_large_graphs_have_more_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "STEPS_MAX", 0)
    assert fastest(samplerate())[1].unproven_from is None


@pytest.mark.parametrize("seed", range(40))
def test_beyond_the_bound_limits_are_kept_or_known_to_be_out_of_reach(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    given = random_problem(Random(seed))
    live = search(given).smallest(None)
    assert live is not None
    bounded_steps(monkeypatch, 0)
    beyond = search(given).smallest(None)
    assert beyond is not None
    assert beyond.at_least <= live.cost <= beyond.cost
    assert bounded_period(given, dict(beyond.capacities)) == beyond.period
    found = search(given)
    best = found.best_period()
    if best:
        assert found.smallest(Limit(best / 2, equal_too=False)) is None


def everything(given: Problem, least: dict[int, int], occupancy: int) -> Iterator[tuple[int, dict[int, int]]]:
    """All capacities that have up to `occupancy` tokens of room beyond the least, the smallest first."""

    def spread(lines: list[int], rest: int) -> Iterator[dict[int, int]]:
        if not lines:
            if rest == 0:
                yield {}
            return
        for more in range(rest + 1) if len(lines) > 1 else (rest,):
            for others in spread(lines[1:], rest - more):
                yield {lines[0]: least[lines[0]] + more, **others}

    for more in range(occupancy + 1):
        for capacities in spread(list(least), more):
            yield sum(capacities.values()), capacities


@pytest.mark.parametrize("seed", range(40))
def test_fronts_agree_with_trying_everything(seed: int) -> None:
    given = random_problem(Random(seed))
    occupancy = 5
    bounded = [index for index, channel in enumerate(given.channels) if not channel.is_loop]
    expected: list[tuple[int, Fraction]] = []
    for size, capacities in everything(given, {i: given.channels[i].tokens for i in bounded}, occupancy + 8):
        period = bounded_period(given, capacities)
        if period is not None and (not expected or period < expected[-1][1]):
            expected = [known for known in expected if known[0] < size] + [(size, period)]
    found = search(given)
    largest = sum(given.channels[i].tokens for i in bounded) + occupancy + 8
    points: list[tuple[int, Fraction]] = []
    for point in found.front():
        if point.cost > largest:
            break
        points.append((point.cost, point.period))
        assert bounded_period(given, dict(point.capacities)) == point.period, f"seed {seed}"
    assert points == expected, f"seed {seed}"
