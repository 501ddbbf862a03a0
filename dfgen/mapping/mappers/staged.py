# SPDX-License-Identifier: Apache-2.0
"""Mapper `staged`: software pipelining, so that cores may share the graph in any way and do not wait within a pass."""

from __future__ import annotations

from dfgen.mapping.in_order import in_order_period_ns
from dfgen.mapping.mappers.candidates import candidates
from dfgen.mapping.mappers.improve import improved
from dfgen.mapping.paying import fetching_ns
from dfgen.mapping.stages import staged
from dfgen.mapping.work import Assignment, Work, stages_of


def assign_staged(work: Work) -> Assignment:
    """Of the others' assignments, with stages, the one with which an iteration takes the least time, improved. Where
    none can have stages, the first of them."""
    found = [staged(work, each) for each in candidates(work)]
    found = [each for each in found if stages_of(each)] or found[:1]
    best = min(found, key=lambda each: cost_ns(work, each))
    return min(best, improved(work, best, staged), key=lambda each: cost_ns(work, each))


def cost_ns(work: Work, assignment: Assignment) -> float:
    """The period, with what the busiest core fetches from others: stages let more tokens go from core to core."""
    return in_order_period_ns(work, assignment) + float(max(fetching_ns(work, assignment)))
