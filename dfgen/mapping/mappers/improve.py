# SPDX-License-Identifier: Apache-2.0
"""Improve an assignment unit by unit, as long as cores that wait for each other come to a shorter period."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain, combinations
from operator import add

from dfgen.machine.constants import FEW_CORES, FINENESS, LOOKS_MAX, STEP_GAIN
from dfgen.mapping.mappers.shares import Exact, even, level, whole
from dfgen.mapping.static_order import busiest_ns, critical_units, static_order_period_ns
from dfgen.mapping.work import Assignment, Share, Unit, Work
from dfgen.model.frozen import frozen

Places = Mapping[str, int | None]
"""The core of each unit; none for those that are divided."""


class Level(Enum):
    """How cores share the divided units of a loop: so that all cores do equally much in an iteration, or already in
    that loop, or equally much of these units."""

    ITERATION = auto()
    LOOP = auto()
    EVEN = auto()


@frozen
class _Plan:
    """`levels` by loop: what is not there goes by the iteration. `cuts`: units of which each core has so many firings,
    whatever the level."""

    places: Places
    levels: Mapping[int, Level] = field(default_factory=dict)
    cuts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def improved(
    work: Work,
    start: Assignment,
    arrange: Callable[[Work, Assignment], Assignment] = lambda work, shares: shares,
    looks: int = LOOKS_MAX.value,
    judge: Callable[[Work, Assignment], float] = static_order_period_ns,
    *,
    exchanges: bool = True,
) -> Assignment:
    """From `start` on, the best step is taken until none is left that pays: a critical unit to another core, a
    splittable one to be divided or whole; or the divided units of a loop to be shared in another way; or some firings
    of a divided unit to the next core; or, with `exchanges`, where no such step pays, that of a critical unit with
    another. `arrange` gives each the stages with which it is judged and given back. `looks`: at units, before it ends
    with what it has found. `judge`: the period, or what is never less."""
    cuts = {unit.name: (1,) * work.cores for unit in work.units if unit.even}
    plan = _Plan({name: shares[0].core if len(shares) == 1 else None for name, shares in start.items()}, cuts=cuts)
    best, best_ns = start, judge(work, start)
    every = (_steps, _exchanges) if exchanges else (_steps,)
    kinds = [*every]
    while kinds:
        better = None
        for candidate in kinds[0](work, plan, critical_units(work, best)):
            looks -= len(work.units) * max(1, work.cores // FEW_CORES.value) ** 3
            if looks < 0:
                return best
            shares = _assignment(work, candidate)
            # An iteration takes at least as long as its busiest core works, which is found sooner.
            if busiest_ns(work, shares) * STEP_GAIN.value >= best_ns:
                continue
            assignment = arrange(work, shares)
            judged_ns = judge(work, assignment)
            if judged_ns * STEP_GAIN.value < best_ns:
                better, best, best_ns = candidate, assignment, judged_ns
        if better is None:
            kinds.pop(0)
        else:
            plan, kinds = better, [*every]
    return best


def _steps(work: Work, plan: _Plan, critical: Collection[str]) -> Iterator[_Plan]:
    return chain(_moves(work, plan, critical), _levellings(work, plan), _shifts(work, plan))


def _moves(work: Work, plan: _Plan, critical: Collection[str]) -> Iterator[_Plan]:
    """Of critical units alone: as long as these stay, the period is theirs, but where divided units are levelled."""
    for unit in work.units:
        for place in _choices(work, unit) if unit.name in critical and not unit.is_routing else ():
            if place != plan.places[unit.name]:
                cuts = {name: cut for name, cut in plan.cuts.items() if name != unit.name}
                yield replace(plan, places={**plan.places, unit.name: place}, cuts=cuts)


def _levellings(work: Work, plan: _Plan) -> Iterator[_Plan]:
    for loop in sorted({unit.loop for unit in work.units if plan.places[unit.name] is None and not unit.even}):
        for kind in Level:
            if kind is not plan.levels.get(loop, Level.ITERATION):
                yield replace(plan, levels={**plan.levels, loop: kind})


def _shifts(work: Work, plan: _Plan) -> Iterator[_Plan]:
    """Not in loops, whose trips decide where units can be cut."""
    divided = [u for u in work.units if plan.places[u.name] is None and not (u.loop or u.even)]
    shares = _assignment(work, plan) if divided else {}
    for unit in divided:
        cut = plan.cuts.get(unit.name) or _firings(unit, shares[unit.name], work.cores)
        step = max(1, unit.firings // (FINENESS.value * work.cores))
        for low in range(work.cores - 1):
            for source, target in ((low, low + 1), (low + 1, low)):
                if cut[source] >= step:
                    moved = {source: cut[source] - step, target: cut[target] + step}
                    after = tuple(moved.get(core, count) for core, count in enumerate(cut))
                    yield replace(plan, cuts={**plan.cuts, unit.name: after})


def _firings(unit: Unit, shares: Sequence[Share], cores: int) -> tuple[int, ...]:
    """Of each core, rounded."""
    ends = [round(end * unit.firings) for end in accumulate(share.fraction for share in shares)]
    counts = {share.core: end - start for share, start, end in zip(shares, [0, *ends], ends)}
    return tuple(counts.get(core, 0) for core in range(cores))


def _exchanges(work: Work, plan: _Plan, critical: Collection[str]) -> Iterator[_Plan]:
    places = plan.places
    for one, other in combinations((unit for unit in work.units if not unit.is_routing), 2):
        here, there = places[one.name], places[other.name]
        if here == there or not (one.name in critical or other.name in critical):
            continue
        if there in _choices(work, one) and here in _choices(work, other):
            yield replace(plan, places={**places, one.name: there, other.name: here})


def _choices(work: Work, unit: Unit) -> tuple[int | None, ...]:
    if unit.even:
        return (None,)
    return (*unit.choices(work.cores), None) if unit.splittable else unit.choices(work.cores)


def _assignment(work: Work, plan: _Plan) -> Assignment:
    """Loops of their own level first: the others' units then fill the cores to one level for the iteration."""
    shares_of: dict[int, tuple[Share, ...]] = {}
    loads, amounts = _loads(work, plan)
    total: list[Exact] = list(map(sum, zip(*loads.values(), strict=True)))
    for loop, amount in amounts.items():
        kind = plan.levels.get(loop, Level.ITERATION)
        if kind is not Level.ITERATION:
            shares_of[loop] = level(loads[loop], amount) if kind is Level.LOOP else even(work.cores)
            for share in shares_of[loop]:
                total[share.core] += share.fraction * amount[share.core]
    left = [amount for loop, amount in amounts.items() if loop not in shares_of]
    others = level(total, list(map(sum, zip(*left, strict=True))) if left else [0] * work.cores)
    loops = {unit.name: unit.loop for unit in work.units}
    cut = {name: _shares(counts) for name, counts in plan.cuts.items()}
    return {
        name: cut.get(name) or shares_of.get(loops[name], others) if core is None else whole(core)
        for name, core in plan.places.items()
    }


@lru_cache(maxsize=4096)
def _shares(counts: tuple[int, ...]) -> tuple[Share, ...]:
    return tuple(Share(core, Fraction(count, sum(counts))) for core, count in enumerate(counts) if count)


def _loads(work: Work, plan: _Plan) -> tuple[dict[int, list[Exact]], dict[int, list[int]]]:
    """By loop, what its whole and its cut units take of each core, and what all its other divided units would take; in
    the unit of time of `whole_weights`."""
    loads: dict[int, list[Exact]] = {}
    amounts: dict[int, list[int]] = {}
    for unit in work.units:
        core, weights = plan.places[unit.name], work.whole_weights[unit.name]
        of_loop = loads.setdefault(unit.loop, [0] * work.cores)
        if unit.name in plan.cuts:
            for share in _shares(plan.cuts[unit.name]):
                of_loop[share.core] += share.fraction * weights[share.core]
        elif core is None:
            amounts[unit.loop] = list(map(add, amounts.get(unit.loop) or [0] * work.cores, weights))
        else:
            of_loop[core] += weights[core]
    return loads, amounts
