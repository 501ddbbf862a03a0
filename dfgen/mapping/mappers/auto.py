# SPDX-License-Identifier: Apache-2.0
"""Mapper `auto`: of the others' assignments the one with which an iteration takes the least time, improved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

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
    best, best_ns = CANDIDATES[0](work), float("inf")
    if work.cores == 1:
        return best
    least_ns = float(least_period_ns(work))
    for other in _candidates(work):
        other_ns = in_order_period_ns(work, other)
        if other_ns * GAIN < best_ns:
            best, best_ns = other, other_ns
        if best_ns <= least_ns * GAIN:
            return best
    other = improved(work, best)
    return other if in_order_period_ns(work, other) * GAIN < best_ns else best


def _candidates(work: Work) -> Iterator[Assignment]:
    """As each mapper gives them, then with all units whole, as cores that share one wait for each other more often."""
    yield from (assign(work) for assign in CANDIDATES)
    if any(unit.splittable for unit in work.units):
        whole = replace(work, units=tuple(replace(unit, splittable=False) for unit in work.units))
        yield from (assign(whole) for assign in CANDIDATES)


def least_period_ns(work: Work) -> Fraction:
    """No assignment can have less."""
    total = sum((unit.weight_ns for unit in work.units), Fraction(0))
    return max(total / work.cores, *(unit.weight_ns for unit in work.units if not unit.splittable), Fraction(0))
