# SPDX-License-Identifier: Apache-2.0
"""What all mappers share: whole units, the least loaded core, and levelling by splitting."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dfgen.mapping.work import Share, Unit


def whole(core: int) -> tuple[Share, ...]:
    return (Share(core, Fraction(1)),)


def even(cores: int) -> tuple[Share, ...]:
    return tuple(Share(core, Fraction(1, cores)) for core in range(cores))


def least_loaded(loads: list[Fraction], choices: Iterable[int] | None = None) -> int:
    return min(range(len(loads)) if choices is None else choices, key=lambda core: (loads[core], core))


def place_heaviest_first(units: Iterable[Unit], loads: list[Fraction]) -> dict[str, int]:
    """Longest processing time first (Graham 1969): each unit, the heaviest first, on the least loaded core."""
    placed: dict[str, int] = {}
    for unit in sorted(units, key=lambda u: -u.weight_ns):
        core = least_loaded(loads, unit.choices(len(loads)))
        loads[core] += unit.weight_ns
        placed[unit.name] = core
    return placed


def level(loads: list[Fraction], amount: Fraction) -> tuple[Share, ...]:
    """Shares that fill the cores from their `loads` to one common level with `amount` of divisible work."""
    if amount == 0:
        return whole(least_loaded(loads))
    by_load = sorted(loads)
    top = Fraction(0)
    for count in range(1, len(by_load) + 1):
        top = (sum(by_load[:count]) + amount) / count
        if count == len(by_load) or top <= by_load[count]:
            break
    fills = [(core, max(top - load, Fraction(0))) for core, load in enumerate(loads)]
    return tuple(Share(core, fill / amount) for core, fill in fills if fill > 0)
