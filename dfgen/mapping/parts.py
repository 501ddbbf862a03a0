# SPDX-License-Identifier: Apache-2.0
"""Which parts of units wait for which others, where cores share units.

Each part of a unit waits for those parts before it whose tokens it reads: where a unit is divided, for those that write
the same stretch of the tokens of an iteration.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from dfgen.mapping.work import Assignment, Order, Share, Unit, Work, parts_of, stages_of

APART = 0.001
"""Rounding: stretches that share less than this part of all tokens are apart, as cuts are rounded to whole firings."""

# A routing actor, which runs nowhere.
NOWHERE = (Share(-1, Fraction(1)),)

UNCUT = (0.0, 1.0)
"""Form: the cuts of a unit that is on one core."""


class Row(NamedTuple):
    """What cores have of a unit; a routing actor is on core -1. `cuts`: where each share begins and ends, of 0 to 1;
    units that are shared alike have the same tuple."""

    unit: Unit
    shares: tuple[Share, ...]
    cuts: tuple[float, ...]


class Parts(NamedTuple):
    """The shares of all units, numbered in the order of the cores' lists. By part: `cores`, -1 of a routing actor;
    `waits` are the parts that it waits for in the same pass. `own`: by unit, its parts."""

    cores: list[int]
    waits: list[list[int]]
    own: dict[str, range]


class Overlaps:
    """Stretches that two rows have in common. Found once for rows that are shared alike."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], list[range]] = {}

    def between(self, row: Row, other: Row) -> list[range]:
        """By share of the row, the shares of the other one that have more than a little of the same stretch."""
        if len(row.shares) == 1:
            return [range(len(other.shares))]
        if len(other.shares) == 1:
            return [range(1)] * len(row.shares)
        cuts = other.cuts
        key = id(row.cuts), id(cuts)
        if key not in self._found:
            self._found[key] = [
                range(bisect_right(cuts, low + APART) - 1, bisect_left(cuts, high - APART))
                for low, high in zip(row.cuts, row.cuts[1:])
            ]
        return self._found[key]


def rows_of(order: Order, assignment: Assignment) -> list[Row]:
    """In the order of the cores' lists."""
    # Much of a mapper's time is spent here: what many units have in common is found once, by identity.
    cuts: dict[int, tuple[float, ...]] = {}
    trips: dict[tuple[int, int], tuple[Share, ...]] = {}
    found = []
    for unit in order.units:
        shares = NOWHERE if unit.is_routing else assignment[unit.name]
        if len(shares) == 1:
            found.append(Row(unit, shares, UNCUT))
            continue
        key = id(shares)
        if key not in cuts:
            cuts[key] = (0.0, *accumulate(share.part for share in shares))
        if unit.in_trip:
            in_trip = key, unit.in_trip
            shares = trips[in_trip] = trips.get(in_trip) or _in_trips(unit, shares)
        found.append(Row(unit, shares, cuts[key]))
    return found


def _in_trips(unit: Unit, shares: tuple[Share, ...]) -> tuple[Share, ...]:
    """The shares as each trip can be cut."""
    firings = {part.core: part.stop - part.start for part in parts_of(shares, unit.in_trip)}
    return _of_trip(tuple((share.core, firings.get(share.core, 0)) for share in shares), unit.in_trip)


@lru_cache(maxsize=4096)
def _of_trip(firings: tuple[tuple[int, int], ...], in_trip: int) -> tuple[Share, ...]:
    return tuple(Share(core, Fraction(count, in_trip)) for core, count in firings)


def parts_in_order(work: Work, assignment: Assignment) -> Parts:
    order = work.order(stages_of(assignment))
    rows = rows_of(order, assignment)
    overlaps = Overlaps()
    parts = Parts([], [], {})
    for row in rows:
        first = len(parts.cores)
        parts.own[row.unit.name] = range(first, first + len(row.shares))
        parts.cores.extend(share.core for share in row.shares)
    for row, before in zip(rows, order.before):
        waits: list[list[int]] = [[] for _ in row.shares]
        for other in (rows[number] for number in before):
            numbers = parts.own[other.unit.name]
            for own, near in zip(waits, overlaps.between(row, other)):
                own.extend(numbers[near.start : near.stop])
        parts.waits.extend(waits)
    return parts
