# SPDX-License-Identifier: Apache-2.0
"""What there is to spread over cores: units of work with their weights, and the bytes that pass between them.

A unit is what must stay together: one actor, or all actors of a cycle. Its weight is the time of all its firings in
one graph iteration.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

import networkx as nx

from dfgen.machine.machine import DEFAULT, Machine
from dfgen.model.frozen import frozen
from dfgen.model.progress import Effort
from dfgen.model.schedule import Part


@frozen
class Share:
    """`fraction` of a unit's firings go to `core`. The fractions of a unit add up to 1, in order of the cores."""

    core: int
    fraction: Fraction

    @cached_property
    def part(self) -> float:
        """The fraction, for where very many assignments are looked at."""
        return float(self.fraction)


UNMOVED: Mapping[int, Fraction] = MappingProxyType({})


def parts_of(shares: Sequence[Share], firings: int, shifts: Mapping[int, Fraction] = UNMOVED) -> tuple[Part, ...]:
    """Cut [0, firings) at the shares, rounded to whole firings; a share that rounds to nothing is left out. `shifts`:
    by core, how much of all firings it shall have beyond its share."""
    parts: list[Part] = []
    filled, start = Fraction(0), 0
    for share in shares:
        filled += share.fraction
        if share.core in shifts:
            filled += shifts[share.core]
        stop = firings if share is shares[-1] else max(start, min(round(filled * firings), firings))
        if stop > start:
            parts.append(Part(share.core, start, stop))
        start = stop
    return tuple(parts)


Assignment = Mapping[str, tuple[Share, ...]]


class Staged(dict[str, tuple[Share, ...]]):
    """An assignment whose units have stages: those of stage s run the pass s before that of stage 0."""

    def __init__(self, shares: Assignment, stages: Mapping[str, int]) -> None:
        super().__init__(shares)
        self.stages = stages


def stages_of(assignment: Assignment) -> Mapping[str, int]:
    """By unit; nothing where there are none."""
    return assignment.stages if isinstance(assignment, Staged) else {}


@frozen
class Unit:
    """`weight_ns` is the time of one graph iteration's firings of all `actors`.

    `by_core_ns`: the same on each core, where cores are not alike.
    `core`: the one that must run them; or, where it must be one of several, `cores`. `loop`: units with the same number
    take turns in a loop; those with 0 are in none. `firings`: into so many equal pieces a splittable one can be cut.
    `in_trip`: of a loop whose units follow on each other in each trip, into so many each trip can be cut; else 0.
    `even`: all cores do equally much of it, for how long it takes is not known.
    """

    actors: tuple[str, ...]
    weight_ns: Fraction
    splittable: bool
    core: int | None
    cores: tuple[int, ...] = ()
    loop: int = 0
    firings: int = 1
    by_core_ns: tuple[Fraction, ...] = ()
    in_trip: int = 0
    even: bool = False

    @property
    def least_ns(self) -> Fraction:
        """On the core that is best at it."""
        return min(self.by_core_ns) if self.by_core_ns else self.weight_ns

    def weight_on(self, core: int) -> Fraction:
        """On that core; -1 is none."""
        return self.by_core_ns[core] if self.by_core_ns and core >= 0 else self.weight_ns

    def time_on(self, core: int) -> float:
        """The same in ns, for where very many assignments are looked at."""
        return self._times[core] if self.by_core_ns and core >= 0 else self._time

    @cached_property
    def _time(self) -> float:
        return float(self.weight_ns)

    @cached_property
    def _times(self) -> tuple[float, ...]:
        return tuple(map(float, self.by_core_ns))

    @cached_property
    def name(self) -> str:
        return self.actors[0]

    @cached_property
    def is_routing(self) -> bool:
        """It takes no time, and runs nowhere. Asked for where very many assignments are looked at."""
        return not self.weight_ns

    def choices(self, count: int) -> tuple[int, ...]:
        """The cores of `count` that may run it."""
        return (self.core,) if self.core is not None else self.cores or tuple(range(count))


class Frame(NamedTuple):
    """The steps of assignments that share the same units alike, as in `steps.py`, whatever these take. By step: its
    shares as the numbers of units in the order and of a unit's share, and the steps that it waits for."""

    members: Sequence[Sequence[tuple[int, int]]]
    waits: Sequence[Collection[int]]
    earlier: Sequence[Collection[int]]


@frozen
class Order:
    """Units as the cores' lists have them. By unit: `before` are the numbers of those whose tokens it reads in the same
    pass, `earlier` of those whose tokens of the pass before it reads."""

    units: tuple[Unit, ...]
    before: tuple[tuple[int, ...], ...]
    earlier: tuple[tuple[int, ...], ...]

    @cached_property
    def frames(self) -> dict[Hashable, Frame]:
        """Those that were found. No more than mappers look at assignments."""
        return {}


USUAL_EFFORT = Effort()


@frozen
class Work:
    """Units in topological order; `traffic_bytes[a, b]` passes from unit a to unit b in one graph iteration. `machine`
    says what that costs between cores.

    `may_stage`: units may run different passes at a time (`stages.py`). The two of a pair in `joined` run the same one;
    the second of a pair in `ordered` runs none that the first has not run."""

    units: tuple[Unit, ...]
    traffic_bytes: Mapping[tuple[str, str], int]
    cores: int
    effort: Effort = USUAL_EFFORT
    may_stage: bool = False
    joined: tuple[tuple[str, str], ...] = ()
    ordered: tuple[tuple[str, str], ...] = ()
    machine: Machine = DEFAULT

    def order(self, stages: Mapping[str, int]) -> Order:
        """With these stages by unit, or none. Found once, as many assignments have the same."""
        key = tuple(stages[unit.name] for unit in self.units) if stages else ()
        if key not in self._orders:
            self._orders[key] = self._order(stages)
        return self._orders[key]

    @cached_property
    def _orders(self) -> dict[tuple[int, ...], Order]:
        return {}

    def _order(self, stages: Mapping[str, int]) -> Order:
        """Units of a later stage come last, and wait for what those of the stage before did in the pass before."""
        units = tuple(sorted(self.units, key=lambda unit: stages[unit.name])) if stages else self.units
        rank = {unit.name: number for number, unit in enumerate(units)}
        before: list[list[int]] = [[] for _ in units]
        earlier: list[list[int]] = [[] for _ in units]
        for source, target in self.traffic_bytes:
            own, other = rank[target], rank[source]
            passes = stages[target] - stages[source] if stages else 0
            if passes < 2:  # what is older is there
                (before if other < own and not passes else earlier)[own].append(other)
        return Order(units, tuple(map(tuple, before)), tuple(map(tuple, earlier)))

    @cached_property
    def least_period_ns(self) -> Fraction:
        """No assignment can have less."""
        total = sum((unit.least_ns for unit in self.units), Fraction(0))
        return max(total / self.cores, *(unit.least_ns for unit in self.units if not unit.splittable), Fraction(0))

    @cached_property
    def whole_weights(self) -> Mapping[str, tuple[int, ...]]:
        """By unit, its time on each core in whole numbers of a time that all of them share: these add up fast."""
        exact = {unit.name: [unit.weight_on(core) for core in range(self.cores)] for unit in self.units}
        scale = lcm(*(weight.denominator for weights in exact.values() for weight in weights))
        return {name: tuple(int(weight * scale) for weight in weights) for name, weights in exact.items()}

    @cached_property
    def ways(self) -> nx.DiGraph[str]:
        """From each unit to those that come in no earlier stage; to and fro between units that must have one stage."""
        rank = {unit.name: index for index, unit in enumerate(self.units)}
        ways: nx.DiGraph[str] = nx.DiGraph()
        ways.add_nodes_from(rank)
        ways.add_edges_from((source, target) for source, target in self.traffic_bytes if rank[source] < rank[target])
        ways.add_edges_from(self.ordered)
        loops: dict[int, str] = {}
        turning = [(loops.setdefault(unit.loop, unit.name), unit.name) for unit in self.units if unit.loop]
        ways.add_edges_from(way for one, other in (*self.joined, *turning) for way in ((one, other), (other, one)))
        return ways

    @cached_property
    def clusters(self) -> list[list[str]]:
        """Units that must have one stage, in topological order: those that take turns in a loop, those that a delay
        lies between, those that end each other, and what lies on a way between them."""
        if not self.joined and not self.ordered and not any(unit.loop for unit in self.units):
            return [[unit.name] for unit in self.units]
        rank = {unit.name: index for index, unit in enumerate(self.units)}
        whole = nx.condensation(self.ways)
        return [sorted(whole.nodes[key]["members"], key=rank.__getitem__) for key in nx.topological_sort(whole)]
