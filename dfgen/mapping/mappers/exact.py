# SPDX-License-Identifier: Apache-2.0
"""Mapper `exact`: an assignment of the least period, with the proof that there is none of less.

The period is the one that `auto` compares with (`exact_period_ns` of `dfgen/mapping/static_order.py`). Among the
assignments of that period it takes one where few bytes pass between cores. CP-SAT, a solver of OR-Tools, does the
search: `exact_search.py` tells it what an assignment is.

It is the least for cores that run one pass after the other: stages (`dfgen/mapping/stages.py`) are not searched.

The search knows no loops: to it, units of a loop do all their firings of an iteration one after the other. Where there
are loops its find is taken if it is better all the same, and what is proven is only what the work alone says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from dfgen.machine.constants import EXACT_UNITS_MAX
from dfgen.mapping.mappers.auto import assign_auto
from dfgen.mapping.static_order import exact_period_ns
from dfgen.mapping.work import Assignment, Share, Work
from dfgen.model.diagnostics import fail
from dfgen.model.frozen import frozen
from dfgen.model.progress import Tell
from dfgen.model.schedule import Proof
from dfgen.processes import in_own_process

if TYPE_CHECKING:
    from dfgen.mapping.exact_search import Found


@frozen
class Proven(Mapping[str, tuple[Share, ...]]):
    """An assignment that comes with a proof of how good it is."""

    assignment: Assignment
    proof: Proof

    def __getitem__(self, unit: str) -> tuple[Share, ...]:
        return self.assignment[unit]

    def __iter__(self) -> Iterator[str]:
        return iter(self.assignment)

    def __len__(self) -> int:
        return len(self.assignment)


def assign_exact(work: Work) -> Assignment:
    """Raises `UserError`: exact-missing without the solver, exact-too-large for graphs that it does not get through."""
    heavy = sum(1 for unit in work.units if not unit.is_routing)
    if heavy > EXACT_UNITS_MAX.value:
        raise fail(
            "exact-too-large",
            f"the mapper 'exact' places up to {EXACT_UNITS_MAX.value} actors, and this graph has {heavy} to place",
            None,
            "Take --mapper auto, or make one actor of several that fire after each other.",
        )
    work = replace(work, may_stage=False)
    start = assign_auto(work)
    start_ns = exact_period_ns(work, start)
    if start_ns == 0 or work.cores == 1:
        return Proven(start, Proof(start_ns, start_ns, start_ns))
    flat = replace(work, units=tuple(replace(unit, loop=0) for unit in work.units))
    found = _search()(flat, start, exact_period_ns(flat, start))
    bound_ns = found.bound_ns if flat == work else work.least_period_ns
    period_ns = exact_period_ns(work, found.assignment)
    if period_ns > start_ns:  # by rounding, or by loops
        found, period_ns = replace(found, assignment=start), start_ns
    return Proven(found.assignment, Proof(period_ns, min(bound_ns, period_ns), start_ns))


def _search() -> Callable[[Work, Assignment, Fraction], Found]:
    """The solver is large, and needed by this mapper alone. It listens to no signal while it searches."""
    try:
        from dfgen.mapping.exact_search import search
    except ImportError:
        raise fail(
            "exact-missing",
            "the mapper 'exact' needs the solver of OR-Tools, which is not installed",
            None,
            "Install it with 'pip install ortools', or take another mapper.",
        ) from None

    def search_apart(work: Work, start: Assignment, period_ns: Fraction) -> Found:
        def telling(tell: Tell) -> Work:
            return replace(work, effort=replace(work.effort, tell=tell))

        return in_own_process(lambda tell: search(telling(tell), start, period_ns), work.effort.tell)

    return search_apart
