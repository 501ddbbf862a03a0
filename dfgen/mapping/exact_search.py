# SPDX-License-Identifier: Apache-2.0
"""The search of the mapper `exact`, by CP-SAT of OR-Tools: import this file only where that is installed.

The starts that are looked for stand for the steady state: a pass does what the one before did, a period later. So for
two units a, b in this order on one core, b starts when a has ended, and the next a, a period after this one, when b
has. An iteration takes a period if there are such starts; if there are none, it takes longer. Times are whole numbers:
exact where the weights allow it, else rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import ceil, lcm
from time import monotonic
from typing import TypeAlias

from ortools.sat.python import cp_model

from dfgen.machine.constants import EXACT_LEAN_S
from dfgen.mapping.parts import APART
from dfgen.mapping.work import Assignment, Share, Unit, Work
from dfgen.model.costs import duration
from dfgen.model.frozen import frozen
from dfgen.model.progress import Tell

TOTAL_MOST = 10**6
"""Rounding: all weights together, in whole numbers."""
ALL = 1 << 34
"""Rounding: all of a FIFO, in whole numbers."""
BYTES_MOST = 100
"""Rounding: the bytes of the heaviest FIFO, in whole numbers."""
LITTLE = round(ALL * APART * 0.9)
"""Rounding: what of a FIFO is too little to wait for."""
WORKERS = 8
"""Effort: strategies of search side by side, also where there are fewer cores: alone most of them are lost. Which of
them is the first to find something is chance, so that not every run comes to the same assignment."""

TELL_S = 2.0
"""Shown: so often the search tells how far it is."""


Term: TypeAlias = "cp_model.LinearExpr | int"
Weights: TypeAlias = "Mapping[str, tuple[int, ...]]"
"""Of each unit, by core."""


@frozen
class Found:
    """No assignment has a period below `bound_ns`."""

    assignment: Assignment
    bound_ns: Fraction


def search(work: Work, start: Assignment, period_ns: Fraction) -> Found:
    """The best that is found in the time of `work.effort`, from `start` on, which has the period `period_ns`."""
    limit_s = work.effort.limit_s
    weights, per_ns, is_exact = _whole_numbers(work)
    slack = 0 if is_exact else len(work.units) * work.cores  # as much as rounding each part may do to a period
    model = _Model(work, weights, ceil(period_ns * per_ns) + slack)
    model.hint(start)
    solver = _solver(limit_s)
    progress = _Progress(work.effort.tell, per_ns, ceil(period_ns * per_ns))
    solver.best_bound_callback = progress.on_bound
    status = solver.solve(model.for_period(), progress)
    bound_ns = max(Fraction(0), (Fraction(ceil(solver.best_objective_bound - 1e-6)) - slack) / per_ns)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Found(start, bound_ns)
    found = model.assignment(solver)
    lean_model = _Model(work, weights, round(solver.objective_value))
    lean_model.hint(found)
    leaner = _solver(EXACT_LEAN_S.value)
    if leaner.solve(lean_model.for_bytes()) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found = lean_model.assignment(leaner)
    return Found(found, bound_ns)


def _solver(limit_s: float) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit_s
    solver.parameters.num_workers = WORKERS
    solver.parameters.catch_sigint_signal = False  # no signal ends it; whoever runs it does
    return solver


def _whole_numbers(work: Work) -> tuple[Weights, Fraction, bool]:
    """The weights of the units, how many of these numbers are a nanosecond, and whether nothing is rounded: shares of
    splittable units are always."""
    exact = {unit.name: [unit.weight_on(core) for core in range(work.cores)] for unit in work.units}
    total = sum(map(max, exact.values()), Fraction(0))
    per_ns = Fraction(lcm(*(weight.denominator for weights in exact.values() for weight in weights)))
    is_exact = total * per_ns <= TOTAL_MOST and not any(unit.splittable for unit in work.units)
    if not is_exact:
        per_ns = TOTAL_MOST / total
    rounded = {n: tuple(max(1, round(w * per_ns)) if w else 0 for w in weights) for n, weights in exact.items()}
    return rounded, per_ns, is_exact


class _Progress(cp_model.CpSolverSolutionCallback):
    """Tells the user now and then how far the search is."""

    def __init__(self, tell: Tell, per_ns: Fraction, best: int) -> None:
        super().__init__()
        self._tell, self._per_ns, self._best, self._bound = tell, per_ns, best, 0
        self._begun = self._told = monotonic()

    def on_solution_callback(self) -> None:
        self._best = round(self.objective_value)
        self._tell_again()

    def on_bound(self, bound: float) -> None:
        self._bound = ceil(bound - 1e-6)
        self._tell_again()

    def _tell_again(self) -> None:
        now = monotonic()
        if now - self._told >= TELL_S:
            self._told = now
            best, bound = (duration(round(value / self._per_ns)) for value in (self._best, self._bound))
            self._tell(f"mapper exact, {now - self._begun:.0f} s: a period of {best}; none is below {bound}")


class _Model:
    """By unit and core: whether it is `on` there, for how long, from when on, and with which part of what it reads and
    writes. `end`: when a unit has ended on all cores. `cut`: of a divided unit, the parts on all cores before this."""

    def __init__(self, work: Work, weights: Weights, most: int) -> None:
        self._work, self._weights, self._cp = work, weights, cp_model.CpModel()
        self._horizon = sum(map(max, weights.values()))
        whole = (min(weights[unit.name]) for unit in work.units if not unit.splittable)
        least = max(sum(map(min, weights.values())) // work.cores, *whole, 0)
        self._period = self._cp.new_int_var(min(least, most), most, "")
        self._on: dict[tuple[str, int], cp_model.IntVar] = {}
        self._amount: dict[tuple[str, int], Term] = {}
        self._start: dict[tuple[str, int], cp_model.IntVar] = {}
        self._part: dict[tuple[str, int], Term] = {}
        self._end: dict[str, Term] = {}
        self._cut: dict[tuple[str, int], Term] = {}
        for unit in work.units:
            (self._add_divisible if unit.splittable and any(weights[unit.name]) else self._add_whole)(unit)
        self._keep_order([unit for unit in work.units if any(weights[unit.name])])
        self._obey_fifos()
        self._number_cores()

    def _places(self, unit: Unit) -> Iterator[tuple[str, int]]:
        for core in unit.choices(self._work.cores):
            yield unit.name, core

    # --- what an assignment is --------------------------------------------------------------------------------------

    def _add_whole(self, unit: Unit) -> None:
        start, weights = self._cp.new_int_var(0, self._horizon, ""), self._weights[unit.name]
        for place in self._places(unit):
            self._on[place], self._start[place] = self._cp.new_bool_var(""), start
            self._amount[place], self._part[place] = weights[place[1]] * self._on[place], ALL * self._on[place]
        self._cp.add_exactly_one(self._on[place] for place in self._places(unit))
        self._end[unit.name] = start + sum(self._amount[place] for place in self._places(unit))

    def _add_divisible(self, unit: Unit) -> None:
        end, whole = self._cp.new_int_var(0, self._horizon, ""), max(self._weights[unit.name])
        shares = []
        for place in self._places(unit):
            on, share = self._cp.new_bool_var(""), self._cp.new_int_var(0, whole, "")
            start = self._cp.new_int_var(0, self._horizon, "")
            amount = self._time_of(share, self._weights[unit.name][place[1]], whole)
            self._cp.add(share >= on)
            self._cp.add(share <= whole * on)
            self._cp.add(start + amount <= end)
            self._on[place], self._start[place] = on, start
            self._amount[place], self._part[place] = amount, -(-ALL // whole) * share
            shares.append(share)
        self._cp.add(sum(shares) == whole)
        self._end[unit.name] = end
        cut: Term = 0
        for core in range(self._work.cores + 1):
            self._cut[unit.name, core] = cut
            cut = cut + self._part.get((unit.name, core), 0)

    def _time_of(self, share: cp_model.IntVar, weight: int, whole: int) -> cp_model.IntVar:
        """What so much of `whole` takes on a core where all of it takes `weight`, rounded up."""
        if weight == whole:
            return share
        amount = self._cp.new_int_var(0, weight, "")
        self._cp.add(whole * amount >= weight * share)
        return amount

    def _keep_order(self, units: list[Unit]) -> None:
        for core in range(self._work.cores):
            here = [(unit.name, core) for unit in units if (unit.name, core) in self._on]
            self._cp.add(sum(self._amount[place] for place in here) <= self._period)
            for one, other in combinations(here, 2):
                both = self._on[one], self._on[other]
                first, last = self._start[one] + self._amount[one], self._start[other] + self._amount[other]
                self._cp.add(self._start[other] >= first).only_enforce_if(*both)
                self._cp.add(self._start[one] + self._period >= last).only_enforce_if(*both)

    def _obey_fifos(self) -> None:
        rank = {unit.name: number for number, unit in enumerate(self._work.units)}
        for source, target in self._work.traffic_bytes:
            back = self._period if rank[source] > rank[target] else 0
            for place in self._places(self._work.units[rank[target]]):
                if (source, 0) in self._cut and (target, 0) in self._cut:
                    self._wait_for_parts(source, place, back)
                else:
                    self._cp.add(self._start[place] + back >= self._end[source])

    def _wait_for_parts(self, source: str, place: tuple[str, int], back: Term) -> None:
        """Of a divided unit, for those on other cores that write what is read here: that do not end before it begins,
        nor begin after it ends. On this core the order sees to it."""
        target, core = place
        for other in (core for core in range(self._work.cores) if core != place[1]):
            ends_before, begins_after = self._cp.new_bool_var(""), self._cp.new_bool_var("")
            stop, start = self._cut[source, other + 1], self._cut[source, other]
            self._cp.add(stop <= self._cut[place] + LITTLE).only_enforce_if(ends_before)
            self._cp.add(start >= self._cut[target, core + 1] - LITTLE).only_enforce_if(begins_after)
            apart = ends_before, begins_after
            both = self._on[place], self._on[source, other]
            done = self._start[source, other] + self._amount[source, other]
            self._cp.add(self._start[place] + back >= done).only_enforce_if(*both, *(~literal for literal in apart))

    def _numbered(self) -> list[str]:
        """Units by which cores are numbered, where all cores are alike."""
        units, cores = self._work.units, self._work.cores
        if any(len(unit.choices(cores)) < cores or len(set(self._weights[unit.name])) > 1 for unit in units):
            return []
        return [unit.name for unit in units if not unit.splittable and any(self._weights[unit.name])]

    def _number_cores(self) -> None:
        """The first unit is on core 0, the next one not beyond core 1, and so on."""
        for number, name in enumerate(self._numbered()):
            for core in range(number + 1, self._work.cores):
                self._cp.add(self._on[name, core] == 0)

    # --- what is asked ----------------------------------------------------------------------------------------------

    def for_period(self) -> cp_model.CpModel:
        self._cp.minimize(self._period)
        return self._cp

    def for_bytes(self) -> cp_model.CpModel:
        """The part of each FIFO that a core reads and did not write, times its bytes."""
        heaviest = max(self._work.traffic_bytes.values(), default=0) or 1
        unit_of, costs = {unit.name: unit for unit in self._work.units}, []
        for (source, target), size_bytes in self._work.traffic_bytes.items():
            for place in self._places(unit_of[target]):
                fetched = self._cp.new_int_var(0, 2 * ALL, "")
                self._cp.add(fetched >= self._part[place] - self._part.get((source, place[1]), 0))
                costs.append(-(-size_bytes * BYTES_MOST // heaviest) * fetched)
        self._cp.minimize(sum(costs))
        return self._cp

    # --- to and from assignments ------------------------------------------------------------------------------------

    def hint(self, assignment: Assignment) -> None:
        """Where to begin."""
        order = [assignment[name][0].core for name in self._numbered()]
        number = {core: index for index, core in enumerate(dict.fromkeys([*order, *range(self._work.cores)]))}
        for unit in self._work.units:
            cores = [share.core for share in assignment[unit.name]]
            chosen = {number[core] if order else core for core in cores}
            for place in self._places(unit):
                self._cp.add_hint(self._on[place], place[1] in chosen)

    def assignment(self, solver: cp_model.CpSolver) -> Assignment:
        found = {}
        for unit in self._work.units:
            part = {core: solver.value(self._part[name, core]) for name, core in self._places(unit)}
            total = sum(part.values())
            found[unit.name] = tuple(Share(core, Fraction(p, total)) for core, p in part.items() if p)
        return found
