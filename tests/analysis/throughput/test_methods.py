# SPDX-License-Identifier: Apache-2.0
"""The two methods against each other and against answers that can be found by hand."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

from dfgen.analysis.throughput import METHODS, Problem, Throughput, TooLarge, Watch, throughput
from dfgen.analysis.throughput.bound import quick_bound

from .problems import Edge, large_problem, problem, random_problem

SEEDS = int(os.environ.get("DFGEN_THROUGHPUT_SEEDS", "1000"))  # more of them: as many more random problems
SEEDS_AT_ONCE = 100


@pytest.mark.parametrize("first", range(0, SEEDS, SEEDS_AT_ONCE))
def test_the_methods_agree_on_random_problems(first: int) -> None:
    for seed in range(first, first + SEEDS_AT_ONCE):
        some = random_problem(seed)
        periods = {name: method(some, Watch()).period for name, method in METHODS.items()}
        assert len(set(periods.values())) == 1, f"random_problem({seed}): {periods}"


def test_random_problems_are_of_all_kinds() -> None:
    periods = [throughput(random_problem(seed)).period for seed in range(200)]
    assert periods.count(None) > 10
    assert periods.count(Fraction(0)) > 5
    assert sum(period is not None and period.denominator > 1 for period in periods) > 5


def test_the_critical_cycle_takes_the_whole_period() -> None:
    """Alone, the tasks on it are as slow as all together."""
    for seed in range(300):
        whole = random_problem(seed)
        found = throughput(whole)
        names = [task.name for task in whole.tasks]
        members = [names.index(name) for name in found.critical]
        assert bool(members) == (found.period != 0), f"random_problem({seed})"
        if found.period:
            part = whole.part(set(members))
            turns = whole.cycles[min(members)] // part.cycles[0]
            alone = throughput(part).period
            assert alone is not None, f"random_problem({seed})"
            assert alone * turns == found.period, f"random_problem({seed})"


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize(
    ("durations", "edges", "period"),
    [
        ([5], [], 0),  # nothing waits for anything
        ([5, 7], [(0, 1, 1, 1, 0)], 0),  # firings overlap without bound
        ([5], [(0, 1, 1, 0, 1)], 5),
        ([5], [(0, 1, 1, 0, 2)], Fraction(5, 2)),
        ([5], [(0, 1, 1, 0, 0)], None),
        ([0], [(0, 1, 1, 0, 0)], None),  # a deadlock takes no time
        ([0], [(0, 1, 1, 0, 1)], 0),
        ([5, 7], [(0, 1, 1, 1, 0), (1, 1, 1, 0, 1)], 12),
        ([5, 7], [(0, 1, 1, 1, 0), (1, 1, 1, 0, 3), (1, 1, 1, 1, 1)], 7),
        ([2, 3], [(0, 3, 2, 1, 0), (1, 2, 3, 0, 6)], Fraction(5)),  # 2 firings of a, 3 of b
        ([2, 3], [(0, 3, 2, 1, 0), (1, 2, 3, 0, 5)], 10),  # one token less: a waits for the last b
        ([2, 3], [(0, 3, 2, 1, 0), (1, 2, 3, 0, 1)], None),
        ([(1, 4)], [(0, 1, 1, 0, 1)], 5),  # two phases, one after the other
        ([(1, 4)], [(0, (0, 1), (1, 0), 0, 1)], 4),  # the second phase may start with the first
        ([(4, 1)], [(0, (0, 1), (1, 0), 0, 1)], 4),  # and gives nothing before the first has ended
        ([1, 1], [(0, 1, 1, 0, 1), (0, 1, 4, 1, 0)], 4),  # 4 firings of a an iteration
        ([1, 9], [(0, 1, 1, 0, 1), (1, 1, 1, 1, 1)], 9),  # two graphs side by side
    ],
)
def test_known_answers(
    name: str, durations: list[int | tuple[int, ...]], edges: list[Edge], period: Fraction | int | None
) -> None:
    assert METHODS[name](problem(durations, edges), Watch()).period == period


def test_bounds_hold_the_answer_between_them() -> None:
    for seed in range(300):
        whole = random_problem(seed)
        watch = Watch()
        period = METHODS["periodic"](whole, watch).period
        assert period is None or watch.lower <= period, f"random_problem({seed})"
        assert watch.upper is None or (period is not None and period <= watch.upper), f"random_problem({seed})"
        assert period is None or (watch.upper_if_live or 0) >= period, f"random_problem({seed})"


def test_the_quick_bound_is_one() -> None:
    for seed in range(300):
        whole = random_problem(seed)
        for tasks in whole.components():
            part = whole.part(tasks)
            bound, exact = quick_bound(part, lambda: None).period, throughput(part).period
            assert exact is None or (bound is not None and bound <= exact), f"random_problem({seed})"


def test_a_watch_can_end_the_search() -> None:
    class Impatient(Watch):
        def tick(self) -> None:
            raise TimeoutError

    for method in METHODS.values():
        with pytest.raises(TimeoutError):
            method(problem([5], [(0, 1, 1, 0, 1)]), Impatient())


def test_what_is_too_large_is_said() -> None:
    """10^18 firings of b at once are no periodic schedule, and too many to be looked at one by one."""
    most = 10**18
    watch = Watch()
    with pytest.raises(TooLarge, match="1000000000000000001 firings"):
        METHODS["periodic"](problem([3, 1], [(0, most, 1, 1, 0), (1, 1, most, 0, 2 * most)]), watch)
    assert watch.lower == 2
    assert watch.upper is not None
    assert 2 < watch.upper <= 4


@pytest.mark.parametrize("occupancy", [False, True])
def test_an_iteration_of_many_firings(occupancy: bool) -> None:
    whole = large_problem(seed=1, count=30, firings=20_000, occupancy=occupancy)
    assert sum(whole.firings) > 15_000
    period = throughput(whole).period
    bound = quick_bound(whole, lambda: None).period
    assert period is not None
    assert bound is not None
    assert bound <= period == METHODS["self-timed"](whole, Watch()).period


def test_a_thousand_tasks() -> None:
    whole = large_problem(seed=2, count=1_000, firings=1)
    found = throughput(whole)
    assert found.period == METHODS["self-timed"](whole, Watch()).period


def test_numbers_beyond_any_execution() -> None:
    """10^18 firings an iteration, of which one after the other is looked at."""
    most = 10**18
    whole = problem([3, 1], [(0, most, 1, 1, 0), (1, 1, most, 0, 2 * most), (1, 1, 1, 1, 1)])
    assert whole.firings == (1, most)
    assert throughput(whole) == Throughput(Fraction(most), ("b",))


def test_no_two_firings_at_once() -> None:
    free: Problem = problem([5, 7], [(0, 1, 1, 1, 0), (1, 1, 1, 0, 3)])
    assert throughput(free).period == 4
    assert throughput(free.one_at_a_time()).period == 7
    assert free.one_at_a_time().one_at_a_time() == free.one_at_a_time()
