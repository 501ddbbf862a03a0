# SPDX-License-Identifier: Apache-2.0
"""Mapper `auto`: of the others' assignments the one with which an iteration takes the least time."""

from __future__ import annotations

from collections.abc import Callable

from dfgen.mapping.in_order import in_order_period_ns
from dfgen.mapping.mappers.balance import assign_balance
from dfgen.mapping.mappers.list import assign_list
from dfgen.mapping.mappers.pipeline import assign_pipeline
from dfgen.mapping.work import Assignment, Work

# In order of preference: a later one must be faster by so much, as times are no better known.
CANDIDATES: tuple[Callable[[Work], Assignment], ...] = (assign_balance, assign_pipeline, assign_list)
GAIN = 1.02


def assign_auto(work: Work) -> Assignment:
    """Raises nothing: demands for cores are honoured by all of them."""
    best = CANDIDATES[0](work)
    if work.cores == 1:
        return best
    best_ns = in_order_period_ns(work, best)
    for assign in CANDIDATES[1:]:
        other = assign(work)
        other_ns = in_order_period_ns(work, other)
        if other_ns * GAIN < best_ns:
            best, best_ns = other, other_ns
    return best
