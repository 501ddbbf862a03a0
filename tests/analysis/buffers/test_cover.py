# SPDX-License-Identifier: Apache-2.0
"""The cheapest capacities against trying all."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from dfgen.analysis.buffers.cover import Clause, Cover


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
