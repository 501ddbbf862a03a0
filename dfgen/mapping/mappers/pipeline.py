# SPDX-License-Identifier: Apache-2.0
"""Mapper `pipeline`: each core has a stretch of the graph, so that tokens pass from core to core and never back."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dfgen.mapping.mappers.shares import level, whole
from dfgen.mapping.work import Assignment, Share, Unit, Work

# Halving the range of the heaviest stretch so often finds it to a billionth.
HALVINGS = 30


def assign_pipeline(work: Work) -> Assignment:
    """Units that stay whole are cut, in topological order, into stretches of which the heaviest is as light as can be;
    then every splittable unit fills the cores to one level. Units that a core is demanded for stand there."""
    loads = [Fraction(0)] * work.cores
    assignment: dict[str, tuple[Share, ...]] = {}
    free = [unit for unit in work.units if not unit.splittable and len(unit.choices(work.cores)) == work.cores]
    placed = dict(zip((unit.name for unit in free), _stretches(free, work.cores), strict=True))
    for unit in (unit for unit in work.units if not unit.splittable):
        core = placed[unit.name] if unit.name in placed else unit.choices(work.cores)[0]
        loads[core] += unit.weight_ns
        assignment[unit.name] = whole(core)
    soft = [unit for unit in work.units if unit.splittable]
    shares = level(loads, sum((unit.weight_ns for unit in soft), Fraction(0)))
    assignment.update((unit.name, shares) for unit in soft)
    return assignment


def _stretches(units: Sequence[Unit], cores: int) -> list[int]:
    """The core of each unit, rising along the graph."""
    weights = [float(unit.weight_ns) for unit in units]
    low, high = max(weights, default=0.0), sum(weights)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _cut(weights, middle)[-1:] >= [cores]:
            low = middle
        else:
            high = middle
    return _cut(weights, high)


def _cut(weights: Sequence[float], most: float) -> list[int]:
    """Stretches of at most so much, the first as long as can be."""
    found: list[int] = []
    core, load = 0, 0.0
    for weight in weights:
        if load > 0 and load + weight > most * (1 + 1e-9):
            core, load = core + 1, 0.0
        load += weight
        found.append(core)
    return found
