# SPDX-License-Identifier: Apache-2.0
"""Mapper `balance`: equal work on every core (Ghasemi et al. 2021, section 5: balanced work)."""

from __future__ import annotations

from fractions import Fraction

from dfgen.mapping.mappers.shares import amounts_of, level, place_heaviest_first, whole
from dfgen.mapping.work import Assignment, Share, Work


def assign_balance(work: Work) -> Assignment:
    """Whole units by weight, the heaviest first; then every splittable unit fills the cores to one level.

    All splittable units get the same shares, so that a core mostly reads what it wrote itself.
    """
    loads = [Fraction(0)] * work.cores
    rigid = [unit for unit in work.units if not unit.splittable]
    assignment: dict[str, tuple[Share, ...]] = {
        name: whole(core) for name, core in place_heaviest_first(rigid, loads).items()
    }
    soft = [unit for unit in work.units if unit.splittable]
    shares = level(loads, amounts_of(soft, work.cores))
    assignment.update((unit.name, shares) for unit in soft)
    return assignment
