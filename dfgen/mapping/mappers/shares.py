# SPDX-License-Identifier: Apache-2.0
"""What all mappers share: whole units, the least loaded core, and levelling by splitting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from dfgen.mapping.work import Share, Unit

Exact = int | Fraction


@cache
def whole(core: int) -> tuple[Share, ...]:
    return (Share(core, Fraction(1)),)


def even(cores: int) -> tuple[Share, ...]:
    return tuple(Share(core, Fraction(1, cores)) for core in range(cores))


def place_heaviest_first(units: Iterable[Unit], loads: list[Fraction]) -> dict[str, int]:
    """Longest processing time first (Graham 1969): each unit, the heaviest first, on the core that is done first."""
    placed: dict[str, int] = {}
    for unit in sorted(units, key=lambda u: -u.weight_ns):
        core = min(unit.choices(len(loads)), key=lambda core: (loads[core] + unit.weight_on(core), core))
        loads[core] += unit.weight_on(core)
        placed[unit.name] = core
    return placed


def amounts_of(units: Iterable[Unit], cores: int) -> list[Fraction]:
    """By core, how long it would take for all of these."""
    units = list(units)
    return [sum((unit.weight_on(core) for unit in units), Fraction(0)) for core in range(cores)]


def level(loads: Sequence[Exact], amounts: Sequence[Exact]) -> tuple[Share, ...]:
    """Shares that fill the cores from their `loads` to one common level with divisible work, all of which takes
    `amounts`, by core."""
    if not all(amounts):
        return whole(min(range(len(loads)), key=lambda core: (loads[core] + amounts[core], core)))
    order = sorted(range(len(loads)), key=lambda core: (loads[core], core))
    # Cores that are alike have the speed 1, a whole number: sums of fractions would take most of the time.
    speeds = [1 if amount == amounts[0] else Fraction(amounts[0]) / amount for amount in amounts]
    filled: Exact = amounts[0]
    speed: Exact = 0
    for count, core in enumerate(order, start=1):
        filled += loads[core] * speeds[core]
        speed += speeds[core]
        if count == len(order) or filled <= loads[order[count]] * speed:
            break  # the level is filled / speed
    missing = [(core, filled - load * speed) for core, load in enumerate(loads)]
    return tuple(Share(core, Fraction(lack, speed * amounts[core])) for core, lack in missing if lack > 0)
