# SPDX-License-Identifier: Apache-2.0
"""Looped schedules: they fire all, never lack a token, hold what is said, and meet published numbers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from dfgen.analysis.buffers.answer import Exploration
from dfgen.analysis.schedules import SINGLE_APPEARANCE
from dfgen.analysis.schedules.answer import by_all_methods, by_method, of_least_memory
from dfgen.analysis.schedules.looped import (
    Firings,
    Loop,
    Term,
    appearances,
    compressed,
    peaks,
    runs,
    text,
)
from dfgen.analysis.throughput.problem import Channel, Problem, Task


def untimed(links: Sequence[tuple[str, int, int, str] | tuple[str, int, int, str, int]]) -> Problem:
    """Links are (source, tokens written, tokens read, target[, initial tokens])."""
    names = list(dict.fromkeys(name for link in links for name in (link[0], link[3])))
    channels = (
        Channel(f"{a}{b}", names.index(a), names.index(b), (w,), (r,), rest[0] if rest else 0)
        for a, w, r, b, *rest in links
    )
    return Problem(tuple(Task(name, (1,)) for name in names), tuple(channels))


CD2DAT = untimed([("A", 1, 1, "B"), ("B", 2, 3, "C"), ("C", 2, 7, "D"), ("D", 8, 7, "E"), ("E", 5, 1, "F")])


def live(problem: Problem) -> dict[str, int]:
    return dict(Exploration(problem, {}).smallest_live().capacities)


def walked(problem: Problem, term: Term) -> tuple[dict[int, int], dict[int, int]]:
    """The most and the fewest tokens, one firing after the other."""
    tokens = [channel.tokens for channel in problem.channels]
    most, least = list(tokens), list(tokens)
    fired = [0] * len(problem.tasks)
    for run in runs(term):
        for _ in range(run.count):
            for index, channel in enumerate(problem.channels):
                tokens[index] -= channel.consumed[fired[run.task] % len(channel.consumed)] * (
                    channel.target == run.task
                )
                least[index] = min(least[index], tokens[index])
            for index, channel in enumerate(problem.channels):
                tokens[index] += channel.produced[fired[run.task] % len(channel.produced)] * (
                    channel.source == run.task
                )
                most[index] = max(most[index], tokens[index])
            fired[run.task] += 1
    assert fired == list(problem.firings)
    assert tokens == [channel.tokens for channel in problem.channels]
    return dict(enumerate(most)), dict(enumerate(least))


@pytest.mark.parametrize("method", SINGLE_APPEARANCE)
def test_the_converter_of_sample_rates_needs_264_tokens_when_each_actor_appears_once(method: str) -> None:
    found = by_method(CD2DAT, {}, method)
    assert found.held is not None
    assert (sum(found.held.values()), found.appearances) == (264, 6)


def test_the_converter_of_sample_rates_needs_32_tokens_at_least() -> None:
    found = of_least_memory(CD2DAT, live(CD2DAT))
    assert found.held is not None
    assert sum(found.held.values()) == 32
    assert found.held == {"AB": 1, "BC": 4, "CD": 8, "DE": 14, "EF": 5}


def test_schedules_are_written_with_loops() -> None:
    found = by_method(untimed([("A", 2, 1, "B"), ("B", 1, 3, "C")]), {}, "apgan")
    assert found.schedule == "(3 A (2 B)) (2 C)"
    assert text(Loop(3, (Firings(0, 2), Firings(1, 1))), "AB") == "(3 (2 A) B)"


def test_weights_decide_what_is_kept_small() -> None:
    """One of the two FIFOs can share a loop with the middle actor, not both."""
    problem = untimed([("A", 1, 2, "B"), ("B", 3, 1, "C"), ("C", 1, 6, "D")])
    equal, dear = by_method(problem, {}, "dppo"), by_method(problem, {"AB": 100}, "dppo")
    assert equal.held is not None
    assert dear.held is not None
    assert dear.held["AB"] == 2
    assert sum(equal.held.values()) <= sum(dear.held.values())


def test_initial_tokens_that_last_an_iteration_order_nothing() -> None:
    found = by_method(untimed([("A", 1, 2, "B"), ("B", 2, 1, "A", 2)]), {}, "apgan")
    assert found.schedule == "(2 A) B"


def test_a_cycle_inside_is_scheduled_for_its_own_smallest_iteration() -> None:
    problem = untimed([("S", 4, 1, "A"), ("A", 1, 2, "B"), ("B", 2, 1, "A", 2)])
    for method in SINGLE_APPEARANCE:
        assert by_method(problem, {}, method).schedule == "S (2 (2 A) B)", method


def test_a_tight_cycle_is_refused_by_name() -> None:
    problem = untimed([("A", 2, 3, "B"), ("B", 3, 2, "A", 4)])
    found = by_method(problem, {}, "apgan")
    assert found.term is None
    assert found.obstacle == "the cycle through A and 1 more has no schedule with one appearance each"
    least = of_least_memory(problem, live(problem))
    assert least.held is not None
    assert least.schedule == "(2 A) B A B"


def test_repetitions_are_folded() -> None:
    sequence = [Firings(0, 2), Firings(1, 1), Firings(0, 2), Firings(1, 1), Firings(2, 1)] * 3
    term = compressed(sequence)
    assert text(term, "abc") == "(3 (2 (2 a) b) c)"
    assert list(runs(term)) == sequence


def random_tree(random: Random) -> Problem:
    """Up to six tasks in a tree, with one or two phases, and some initial tokens."""
    size = random.randint(2, 6)
    tasks = [Task(f"t{i}", (1,) * random.choice((1, 1, 1, 2))) for i in range(size)]
    channels = []
    for i in range(1, size):
        a, b = random.choice(((random.randrange(i), i), (i, random.randrange(i))))
        rates = [tuple(random.randint(1, 6) for _ in range(tasks[end].phases)) for end in (a, b)]
        channels.append(Channel(f"c{i}", a, b, rates[0], rates[1], random.choice((0, 0, 3))))
    return Problem(tuple(tasks), tuple(channels))


@pytest.mark.parametrize("seed", range(60))
def test_schedules_run_and_hold_what_they_say(seed: int) -> None:
    problem = random_tree(Random(seed))
    if sum(problem.firings) > 20_000:
        pytest.skip("too many firings to walk")
    least = live(problem)
    found = list(by_all_methods(problem, {}, least))
    assert [one.method for one in found] == [*SINGLE_APPEARANCE, "minimum"]
    for one in found:
        assert one.term is not None, one.obstacle
        most, fewest = walked(problem, one.term)
        assert peaks(problem, one.term) == most, f"seed {seed}: {one.schedule}"
        assert min(fewest.values()) >= 0, f"seed {seed}: {one.schedule} cannot run"
        if one.method in SINGLE_APPEARANCE:
            assert appearances(one.term) == len(problem.tasks)
    assert found[-1].held is not None
    assert sum(found[-1].held.values()) <= sum(least.values())
    assert all(sum(one.held.values()) >= sum(found[-1].held.values()) for one in found if one.held is not None)


def brute_force(counts: Sequence[int], costs: dict[tuple[int, int], int]) -> int:
    """The least memory of a chain's order, by trying all ways to schedule it."""
    from functools import cache
    from math import gcd

    @cache
    def best(first: int, last: int) -> int:
        if first == last:
            return 0
        trips = gcd(*counts[first : last + 1])
        return min(
            best(first, middle)
            + best(middle + 1, last)
            + sum(c for (a, b), c in costs.items() if first <= a <= middle < b <= last) // trips
            for middle in range(first, last)
        )

    return best(0, len(counts) - 1)


@pytest.mark.parametrize("seed", range(20))
def test_dppo_is_the_best_for_its_order(seed: int) -> None:
    random = Random(seed)
    links = [(chr(65 + i), random.randint(1, 9), random.randint(1, 9), chr(66 + i)) for i in range(6)]
    problem = untimed(links)
    costs = {(i, i + 1): problem.cycles[i] * c.produced[0] for i, c in enumerate(problem.channels)}
    found = by_method(problem, {}, "dppo")
    assert found.held is not None
    assert sum(found.held.values()) == brute_force(problem.cycles, costs), f"seed {seed}"
