# SPDX-License-Identifier: Apache-2.0
"""Mapper `pipeline`: each core has a stretch of the graph, so that tokens pass from core to core and never back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.work import Assignment, Share, Unit, Work

HALVINGS = 30
"""Rounding: halving the range of the heaviest stretch so often finds it to a billionth."""
SLACK = 1e-9
"""Rounding: what floats lose; Fractions would take seconds for some thousand units."""

Pieces = tuple[str, int, list[float]]
"""The name of a unit, into how many equal pieces it can be cut, and the time of each, by core."""


def assign_pipeline(work: Work) -> Assignment:
    """The units, in topological order, are cut into stretches of which the heaviest is as light as can be. A cut may
    go through a splittable unit, between two of its firings. Units that a core is demanded for stand there."""
    wholes = [whole(core) for core in range(work.cores)]
    demanded = {unit.name: unit.choices(work.cores)[0] for unit in work.units if not _is_free(unit, work)}
    loads = [0.0] * work.cores
    for unit in work.units:
        if unit.name in demanded:
            loads[demanded[unit.name]] += float(unit.weight_on(demanded[unit.name]))
    free = [_pieces(unit, work.cores) for unit in work.units if unit.name not in demanded]
    most = sum(max(unit.weight_on(core) for core in range(work.cores)) for unit in work.units)
    low, high = 0.0, float(most) * (1 + SLACK)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _cut(free, loads, middle, wholes) else (middle, high)
    return {
        **{name: wholes[core] for name, core in demanded.items()},
        **(_cut(free, loads, high, wholes) or {}),
    }


def _is_free(unit: Unit, work: Work) -> bool:
    return len(unit.choices(work.cores)) == work.cores


def _pieces(unit: Unit, cores: int) -> Pieces:
    count = unit.firings if unit.splittable else 1
    return unit.name, count, [float(unit.weight_on(core) / count) for core in range(cores)]


def _cut(
    units: Iterable[Pieces], loads: Sequence[float], most: float, wholes: Sequence[tuple[Share, ...]]
) -> Assignment | None:
    """Stretches with which no core has more than `most`, the first as long as can be. `loads`: what cores have already.
    None if there are too few cores for that."""
    found: dict[str, tuple[Share, ...]] = {}
    core, room = 0, most - loads[0]
    for name, count, piece_ns in units:
        if count * piece_ns[core] <= room:
            found[name] = wholes[core]
            room -= count * piece_ns[core]
            continue
        left, shares = count, []
        while left:
            taken = min(left, int(max(room, 0.0) / piece_ns[core])) if piece_ns[core] else left
            if taken:
                shares.append(Share(core, Fraction(taken, count)))
                room -= taken * piece_ns[core]
                left -= taken
            if left:
                core += 1
                if core == len(loads):
                    return None
                room = most - loads[core]
        found[name] = tuple(shares)
    return found
