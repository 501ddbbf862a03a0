# SPDX-License-Identifier: Apache-2.0
"""Mapper `auto`: of the others' assignments the one with which an iteration takes the least time, improved; software
pipelined where cores would else wait for each other in the middle of each pass."""

from __future__ import annotations

from dfgen.machine.constants import MAPPER_GAIN, STAGES_GAIN
from dfgen.mapping.mappers.candidates import candidates
from dfgen.mapping.mappers.improve import improved
from dfgen.mapping.mappers.staged import assign_cut, assign_staged_at_price, cost_ns, price_ns
from dfgen.mapping.static_order import static_order_period_ns
from dfgen.mapping.work import Assignment, Work


def assign_auto(work: Work) -> Assignment:
    """Raises nothing: demands for cores are honoured by all of them."""
    best = _in_order(work)
    if work.cores == 1 or not work.may_stage:
        return best
    best_ns = cost_ns(work, best)
    if best_ns <= float(work.least_period_ns) * STAGES_GAIN.value:
        return best
    other = min((assign_staged_at_price(work), assign_cut(work, best)), key=lambda each: price_ns(work, each))
    return other if price_ns(work, other) * STAGES_GAIN.value < best_ns else best


def _in_order(work: Work) -> Assignment:
    """The best for cores that run one pass after the other."""
    best, best_ns = next(candidates(work)), float("inf")
    if work.cores == 1:
        return best
    least_ns = float(work.least_period_ns)
    for other in candidates(work):
        other_ns = static_order_period_ns(work, other)
        if other_ns * MAPPER_GAIN.value < best_ns:
            best, best_ns = other, other_ns
        if best_ns <= least_ns * MAPPER_GAIN.value:
            return best
    other = improved(work, best)
    return other if static_order_period_ns(work, other) * MAPPER_GAIN.value < best_ns else best
