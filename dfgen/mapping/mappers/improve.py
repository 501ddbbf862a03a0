# SPDX-License-Identifier: Apache-2.0
"""Improve an assignment unit by unit, as long as cores that wait for each other come to a shorter period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from fractions import Fraction
from itertools import combinations

from dfgen.mapping.in_order import in_order_period_ns
from dfgen.mapping.mappers.shares import even, level, whole
from dfgen.mapping.work import Assignment, Share, Unit, Work

# A step must be worth so much: times are no better known, and what moves to another core has to be fetched from there.
STEP_GAIN = 1.01
# Units that are looked at in all, for the time this may take: beyond some hundred of them no step is tried.
LOOKS_MAX = 60_000

Places = Mapping[str, int | None]
"""The core of each unit; none for those that are divided."""


class Level(Enum):
    """How cores share the divided units of a loop: so that all cores do equally much in an iteration, or already in
    that loop, or equally much of these units."""

    ITERATION = auto()
    LOOP = auto()
    EVEN = auto()


@dataclass(frozen=True)
class _Plan:
    """`levels` by loop: what is not there goes by the iteration."""

    places: Places
    levels: Mapping[int, Level] = field(default_factory=dict)


def improved(work: Work, start: Assignment) -> Assignment:
    """From `start` on, the best step is taken until none is left that pays: a unit to another core, a splittable one to
    be divided or whole; or the divided units of a loop to be shared in another way; or, where no such step pays, the
    exchange of two units."""
    plan = _Plan({name: shares[0].core if len(shares) == 1 else None for name, shares in start.items()})
    best, best_ns = start, in_order_period_ns(work, start)
    looks = LOOKS_MAX
    kinds = [_moves, _levellings, _exchanges]
    while kinds:
        better = None
        for candidate in kinds[0](work, plan):
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
            plan, kinds = better, [_moves, _levellings, _exchanges]
    return best


def _moves(work: Work, plan: _Plan) -> Iterator[_Plan]:
    for unit in work.units:
        for place in _choices(work, unit) if unit.weight_ns else ():
            if place != plan.places[unit.name]:
                yield replace(plan, places={**plan.places, unit.name: place})


def _levellings(work: Work, plan: _Plan) -> Iterator[_Plan]:
    for loop in sorted({unit.loop for unit in work.units if plan.places[unit.name] is None}):
        for kind in Level:
            if kind is not plan.levels.get(loop, Level.ITERATION):
                yield replace(plan, levels={**plan.levels, loop: kind})


def _exchanges(work: Work, plan: _Plan) -> Iterator[_Plan]:
    places = plan.places
    for one, other in combinations((unit for unit in work.units if unit.weight_ns), 2):
        here, there = places[one.name], places[other.name]
        if here != there and there in _choices(work, one) and here in _choices(work, other):
            yield replace(plan, places={**places, one.name: there, other.name: here})


def _choices(work: Work, unit: Unit) -> tuple[int | None, ...]:
    return (*unit.choices(work.cores), None) if unit.splittable else unit.choices(work.cores)


def _assignment(work: Work, plan: _Plan) -> Assignment:
    """Loops of their own level first: the others' units then fill the cores to one level for the iteration."""
    shares_of: dict[int, tuple[Share, ...]] = {}
    loads, amounts = _loads(work, plan.places)
    total = [sum((of_loop[core] for of_loop in loads.values()), Fraction(0)) for core in range(work.cores)]
    for loop, amount in amounts.items():
        kind = plan.levels.get(loop, Level.ITERATION)
        if kind is not Level.ITERATION:
            shares_of[loop] = level(loads[loop], amount) if kind is Level.LOOP else even(work.cores)
            for share in shares_of[loop]:
                total[share.core] += share.fraction * amount
    left = sum((amount for loop, amount in amounts.items() if loop not in shares_of), Fraction(0))
    others = level(total, left)
    loops = {unit.name: unit.loop for unit in work.units}
    return {
        name: shares_of.get(loops[name], others) if core is None else whole(core) for name, core in plan.places.items()
    }


def _loads(work: Work, places: Places) -> tuple[dict[int, list[Fraction]], dict[int, Fraction]]:
    """By loop, what its whole units take of each core, and what its divided units take in all."""
    loads: dict[int, list[Fraction]] = {}
    amounts: dict[int, Fraction] = {}
    for unit in work.units:
        core = places[unit.name]
        of_loop = loads.setdefault(unit.loop, [Fraction(0)] * work.cores)
        if core is None:
            amounts[unit.loop] = amounts.get(unit.loop, Fraction(0)) + unit.weight_ns
        else:
            of_loop[core] += unit.weight_ns
    return loads, amounts
