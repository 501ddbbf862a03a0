# SPDX-License-Identifier: Apache-2.0
"""Improve an assignment unit by unit, as long as cores that wait for each other come to a shorter period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from dfgen.mapping.in_order import in_order_period_ns
from dfgen.mapping.mappers.shares import level, whole
from dfgen.mapping.work import Assignment, Share, Unit, Work

# A step must be worth so much: times are no better known, and what moves to another core has to be fetched from there.
STEP_GAIN = 1.01
# Units that are looked at in all, for the time this may take: beyond some hundred of them no step is tried.
LOOKS_MAX = 60_000

# The core of each unit; none for those that are divided, all alike.
Places = Mapping[str, int | None]


def improved(work: Work, start: Assignment) -> Assignment:
    """From `start` on, the best step is taken until none is left that pays: a unit to another core, a splittable one to
    be divided or whole; or, where no such step pays, the exchange of two units."""
    places: Places = {name: shares[0].core if len(shares) == 1 else None for name, shares in start.items()}
    best, best_ns = start, in_order_period_ns(work, start)
    looks = LOOKS_MAX
    kinds = [_moves, _exchanges]
    while kinds:
        better = None
        for candidate in kinds[0](work, places):
            looks -= len(work.units)
            if looks < 0:
                return best
            assignment = _assignment(work, candidate)
            period_ns = in_order_period_ns(work, assignment)
            if period_ns * STEP_GAIN < best_ns:
                better, best, best_ns = candidate, assignment, period_ns
        if better is None:
            kinds.pop(0)
        else:
            places, kinds = better, [_moves, _exchanges]
    return best


def _moves(work: Work, places: Places) -> Iterator[Places]:
    for unit in work.units:
        for place in _choices(work, unit) if unit.weight_ns else ():
            if place != places[unit.name]:
                yield {**places, unit.name: place}


def _exchanges(work: Work, places: Places) -> Iterator[Places]:
    for one, other in combinations((unit for unit in work.units if unit.weight_ns), 2):
        here, there = places[one.name], places[other.name]
        if here != there and there in _choices(work, one) and here in _choices(work, other):
            yield {**places, one.name: there, other.name: here}


def _choices(work: Work, unit: Unit) -> tuple[int | None, ...]:
    return (*unit.choices(work.cores), None) if unit.splittable else unit.choices(work.cores)


def _assignment(work: Work, places: Places) -> Assignment:
    """What is divided fills the cores to one level."""
    loads, amount = [Fraction(0)] * work.cores, Fraction(0)
    for unit in work.units:
        core = places[unit.name]
        if core is None:
            amount += unit.weight_ns
        else:
            loads[core] += unit.weight_ns
    shares: tuple[Share, ...] = level(loads, amount)
    return {name: shares if core is None else whole(core) for name, core in places.items()}
