# SPDX-License-Identifier: Apache-2.0
"""Mapper `staged`: software pipelining, so that cores may share the graph in any way and do not wait within a pass."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from dfgen.machine.constants import CUT_UNITS_MAX, CUTS_MAX, CUTS_TRIED, LOOKS_MAX, STAGES_GAIN
from dfgen.mapping.core_count import fetching_ns
from dfgen.mapping.mappers.candidates import candidates
from dfgen.mapping.mappers.improve import improved
from dfgen.mapping.stages import cuts, growth, staged
from dfgen.mapping.static_order import static_order_period_ns
from dfgen.mapping.work import Assignment, Staged, Work, stages_of


def assign_staged(work: Work) -> Assignment:
    """Of the others' assignments, with stages, the one with which an iteration takes the least time, improved. Where
    none can have stages, the first of them."""
    best = _best_in_stages(work, cost_ns)
    return min(best, improved(work, best, staged), key=lambda each: cost_ns(work, each))


def assign_staged_at_price(work: Work) -> Assignment:
    """The same by price, looked at as briefly as a cut: more hardly ever wins."""
    best = _best_in_stages(work, price_ns)
    looks = LOOKS_MAX.value // CUTS_TRIED.value
    other = improved(work, best, staged, looks, judge=_priced_period_ns)
    return min(best, other, key=lambda each: price_ns(work, each))


def _best_in_stages(work: Work, judge: Callable[[Work, Assignment], float]) -> Assignment:
    found = [staged(work, each) for each in candidates(work)]
    found = [each for each in found if stages_of(each)] or found[:1]
    return min(found, key=lambda each: judge(work, each))


def in_stages(assign: Callable[[Work], Assignment]) -> Callable[[Work], Assignment]:
    """A mapper that says who has what, with stages where cores would else take turns within a pass, as those do that
    have every other actor of a chain."""

    def assign_in_stages(work: Work) -> Assignment:
        found = assign(work)
        other = staged(work, found)
        return other if price_ns(work, other) * STAGES_GAIN.value < cost_ns(work, found) else found

    return assign_in_stages


def assign_cut(work: Work, start: Assignment) -> Assignment:
    """The assignment with stages where a core that gives others what they wait for should do so a pass ahead: cut by
    cut, of the most promising ones that which is the best when improved, as long as that pays."""
    best = start
    later_units = list(cuts(work)) if len(work.units) < CUT_UNITS_MAX.value else []
    for _ in range(CUTS_MAX.value):
        tried = [_improved(work, each, looks) for each, looks in _promising(work, best, later_units)]
        other = min(tried, key=lambda each: price_ns(work, each), default=best)
        if price_ns(work, other) * STAGES_GAIN.value > price_ns(work, best):
            return best
        best = other
    return best


def _promising(
    work: Work, start: Assignment, later_units: Sequence[Collection[str]]
) -> Iterator[tuple[Assignment, int]]:
    """The best cuts as they are, in the order of the units, and how much may be looked at to improve each."""
    found = [_cut(work, start, later) for later in later_units]
    prices = [price_ns(work, each) for each in found]
    for index in sorted(sorted(range(len(found)), key=prices.__getitem__)[: CUTS_TRIED.value]):
        yield found[index], LOOKS_MAX.value // min(len(found), CUTS_TRIED.value)


def _cut(work: Work, start: Assignment, later: Collection[str]) -> Assignment:
    before = stages_of(start)
    return Staged(start, {unit.name: before.get(unit.name, 0) + (unit.name in later) for unit in work.units})


def _improved(work: Work, start: Assignment, looks: int) -> Assignment:
    return improved(work, start, lambda _, shares: Staged(shares, stages_of(start)), looks, exchanges=False)


def price_ns(work: Work, assignment: Assignment) -> float:
    """The time of an iteration, longer by the part by which stages make the memory larger."""
    return cost_ns(work, assignment) * growth(work, assignment)


def _priced_period_ns(work: Work, assignment: Assignment) -> float:
    """Without what is fetched, for where very many assignments are looked at."""
    return static_order_period_ns(work, assignment) * growth(work, assignment)


def cost_ns(work: Work, assignment: Assignment) -> float:
    """The period, with what the busiest core fetches from others: stages let more tokens go from core to core."""
    return static_order_period_ns(work, assignment) + float(max(fetching_ns(work, assignment)))
