# SPDX-License-Identifier: Apache-2.0
"""Mapper `auto`: of the others' assignments the one with which an iteration takes the least time, improved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from dfgen.mapping.in_order import in_order_period_ns
from dfgen.mapping.mappers.balance import assign_balance
from dfgen.mapping.mappers.footprint import assign_footprint
from dfgen.mapping.mappers.improve import improved
from dfgen.mapping.mappers.list import assign_list
from dfgen.mapping.mappers.pipeline import assign_pipeline
from dfgen.mapping.work import Assignment, Work

# In order of preference: a later one must be faster by so much, as times are no better known.
CANDIDATES: tuple[Callable[[Work], Assignment], ...] = (assign_balance, assign_pipeline, assign_list, assign_footprint)
GAIN = 1.02


def assign_auto(work: Work) -> Assignment:
    """Raises nothing: demands for cores are honoured by all of them."""
    if work.cores == 1:
        return CANDIDATES[0](work)
    undivided = replace(work, units=tuple(replace(unit, splittable=False) for unit in work.units))
    best = _first_of_the_best(work, (assign(of) for of in (work, undivided) for assign in CANDIDATES))
    return _first_of_the_best(work, (best, improved(work, best)))


def _first_of_the_best(work: Work, assignments: Iterable[Assignment]) -> Assignment:
    best, best_ns = None, 0.0
    for assignment in assignments:
        period_ns = in_order_period_ns(work, assignment)
        if best is None or period_ns * GAIN < best_ns:
            best, best_ns = assignment, period_ns
    assert best is not None
    return best
