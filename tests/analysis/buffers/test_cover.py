# SPDX-License-Identifier: Apache-2.0
"""The cheapest capacities against trying all."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import pytest

from dfgen.analysis.buffers.cover import Clause, Cover, split_apart


def cheapest_of_all(weights: list[int], least: list[int], clauses: list[Clause], most: int) -> int:
    return min(
        sum(w * c for w, c in zip(weights, capacities, strict=True))
        for capacities in product(*(range(low, most + 1) for low in least))
        if all(any(capacities[line] >= capacity for line, capacity in clause.items()) for clause in clauses)
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_cheapest_is_the_cheapest(seed: int) -> None:
    """Clauses come one after the other, as in a search."""
    random = Random(seed)
    lines, most = random.randint(2, 5), 5
    weights = [random.randint(1, 3) for _ in range(lines)]
    least = [random.randint(0, 2) for _ in range(lines)]
    cover = Cover(weights, list(least))
    clauses: list[Clause] = []
    for _ in range(8):
        some = random.sample(range(lines), random.randint(1, min(3, lines)))
        clause = {line: random.randint(1, most) for line in some}
        clauses.append(clause)
        cover.learn(clause)
        floor = cover.cost
        found = cover.cheapest()
        assert all(any(found[line] >= capacity for line, capacity in c.items()) for c in clauses), f"seed {seed}"
        cost = sum(w * c for w, c in zip(weights, found, strict=True))
        assert floor <= cost == cover.cost
        assert cost == cheapest_of_all(weights, least, clauses, most), f"seed {seed}"


@pytest.mark.parametrize("seed", range(30))
def test_many_clauses_of_few_lines(seed: int) -> None:
    """So many that some branches of the search leave a clause no way out."""
    random = Random(seed)
    lines = 5
    weights = [random.randint(1, 5) for _ in range(lines)]
    clauses: list[Clause] = []
    cover = Cover(weights, [0] * lines)
    for _ in range(14):
        clauses.append({line: random.randint(1, 9) for line in random.sample(range(lines), 2)})
        cover.learn(clauses[-1])
    worth = [sorted({0, *(clause[line] for clause in clauses if line in clause)}) for line in range(lines)]
    expected = min(
        sum(w * c for w, c in zip(weights, capacities, strict=True))
        for capacities in product(*worth)
        if all(any(capacities[line] >= capacity for line, capacity in clause.items()) for clause in clauses)
    )
    assert sum(w * c for w, c in zip(weights, cover.cheapest(), strict=True)) == expected == cover.cost


def random_clauses(random: Random, lines: int, count: int) -> list[Clause]:
    return [
        {line: random.randint(1, 9) for line in random.sample(range(lines), random.randint(2, 3))} for _ in range(count)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_clauses_hang_together_by_their_lines(seed: int) -> None:
    clauses = random_clauses(Random(seed), 20, 9)
    graph: nx.Graph = nx.Graph()
    for clause in clauses:
        nx.add_path(graph, clause)
    parts = split_apart(clauses)
    assert sorted(sorted({line for c in part for line in c}) for part in parts) == sorted(
        map(sorted, nx.connected_components(graph))
    )
    assert sorted(sorted(c.items()) for part in parts for c in part) == sorted(sorted(c.items()) for c in clauses)


def test_clauses_that_say_nothing_new_are_dropped() -> None:
    cover = Cover([1, 1, 1], [0, 0, 0])
    cover.learn({0: 3, 1: 4})
    cover.learn({1: 2, 2: 2})
    cover.learn({0: 4, 1: 4})
    assert cover.clauses == [{1: 2, 2: 2}, {0: 4, 1: 4}]
    cover.learn({1: 2})
    assert (cover.least, cover.clauses) == ([0, 2, 0], [{0: 4, 1: 4}])
    cover.learn({1: 1})
    assert cover.least == [0, 2, 0]


def test_a_search_can_be_ended() -> None:
    def spend(steps: int) -> None:
        raise InterruptedError

    cover = Cover([1, 1], [0, 0], spend)
    cover.learn({0: 1, 1: 1})
    with pytest.raises(InterruptedError):
        cover.cheapest()


def test_what_was_found_is_not_searched_again_and_little_is_tried() -> None:
    """Capacities tried in all searches, and clauses looked at; with any of the bounds and orders left out it would be
    more."""
    tried: list[int] = []
    for seed in range(6):
        random = Random(seed)
        cover = Cover([random.randint(1, 3) for _ in range(12)], [0] * 12, tried.append)
        for clause in random_clauses(random, 12, 24):
            cover.learn(clause)
            cover.cheapest()
            before = len(tried)
            cover.cheapest()
            assert len(tried) == before
    assert len(tried) <= 10_000
    assert sum(tried) <= 80_000
