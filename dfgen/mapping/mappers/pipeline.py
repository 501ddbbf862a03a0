# SPDX-License-Identifier: Apache-2.0
"""Mapper `pipeline`: each core has a stretch of the graph, so that tokens pass from core to core and never back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.work import Assignment, Share, Unit, Work

# Halving the range of the heaviest stretch so often finds it to a billionth.
HALVINGS = 30


def assign_pipeline(work: Work) -> Assignment:
    """The units, in topological order, are cut into stretches of which the heaviest is as light as can be. A cut may
    go through a splittable unit, between two of its firings. Units that a core is demanded for stand there."""
    demanded = {unit.name: unit.choices(work.cores)[0] for unit in work.units if not _is_free(unit, work)}
    loads = [Fraction(0)] * work.cores
    for unit in work.units:
        if unit.name in demanded:
            loads[demanded[unit.name]] += unit.weight_ns
    free = [unit for unit in work.units if unit.name not in demanded]
    low, high = Fraction(0), sum((unit.weight_ns for unit in work.units), Fraction(0))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _cut(free, loads, middle) else (middle, high)
    return {**{name: whole(core) for name, core in demanded.items()}, **(_cut(free, loads, high) or {})}


def _is_free(unit: Unit, work: Work) -> bool:
    return len(unit.choices(work.cores)) == work.cores


def _cut(units: Iterable[Unit], loads: Sequence[Fraction], most: Fraction) -> Assignment | None:
    """Stretches with which no core has more than `most`, the first as long as can be. `loads`: what cores have already.
    None if there are too few cores for that."""
    rooms = [(core, most - load) for core, load in enumerate(loads)]
    found: dict[str, tuple[Share, ...]] = {}
    for unit in units:
        pieces = unit.firings if unit.splittable else 1
        left, shares = pieces, []
        while left and rooms:
            core, room = rooms[0]
            taken = min(left, room * pieces // unit.weight_ns) if unit.weight_ns else left
            if taken > 0:
                shares.append(Share(core, Fraction(taken, pieces)))
                rooms[0] = core, room - taken * unit.weight_ns / pieces
                left -= taken
            if left:
                rooms.pop(0)
        if left:
            return None
        found[unit.name] = tuple(shares)
    return found
