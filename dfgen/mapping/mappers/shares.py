# SPDX-License-Identifier: Apache-2.0
"""What all mappers share: whole units, the least loaded core, and levelling by splitting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

from dfgen.mapping.work import Share, Unit


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


def level(loads: Sequence[Fraction], amounts: Sequence[Fraction]) -> tuple[Share, ...]:
    """Shares that fill the cores from their `loads` to one common level with divisible work, all of which takes
    `amounts`, by core."""
    if not all(amounts):
        return whole(min(range(len(loads)), key=lambda core: (loads[core] + amounts[core], core)))
    order = sorted(range(len(loads)), key=lambda core: (loads[core], core))
    top, parts, rates = Fraction(0), Fraction(1), Fraction(0)
    for count, core in enumerate(order, start=1):
        parts += loads[core] / amounts[core]
        rates += 1 / amounts[core]
        top = parts / rates
        if count == len(order) or top <= loads[order[count]]:
            break
    fills = [(core, max(top - load, Fraction(0)) / amounts[core]) for core, load in enumerate(loads)]
    return tuple(Share(core, fill) for core, fill in fills if fill > 0)
