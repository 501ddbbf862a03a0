# SPDX-License-Identifier: Apache-2.0
"""Mapper `footprint`: actors that share bytes share a core (Ghasemi et al. 2021, section 5: memory footprint)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from dfgen.machine.constants import GROUP_SLACK
from dfgen.mapping.mappers.shares import amounts_of, place_heaviest_first, whole
from dfgen.mapping.work import Assignment, Unit, Work


@dataclass
class _Groups:
    """Disjoint sets of units with their weight and the cores that may run them."""

    leader: dict[str, str]
    weight_ns: dict[str, Fraction]
    choices: dict[str, frozenset[int]]
    by_core_ns: dict[str, list[Fraction]]

    def find(self, name: str) -> str:
        while self.leader[name] != name:
            self.leader[name] = self.leader[self.leader[name]]
            name = self.leader[name]
        return name

    def join(self, a: str, b: str) -> None:
        self.leader[b] = a
        self.weight_ns[a] += self.weight_ns[b]
        self.choices[a] &= self.choices[b]
        self.by_core_ns[a] = [one + other for one, other in zip(self.by_core_ns[a], self.by_core_ns[b], strict=True)]


def assign_footprint(work: Work) -> Assignment:
    """Join units along the heaviest traffic until a group fills a core, then place the groups by weight."""
    total = sum((unit.weight_ns for unit in work.units), Fraction(0))
    limit = GROUP_SLACK.value * total / work.cores
    groups = _Groups(
        {u.name: u.name for u in work.units},
        {u.name: u.weight_ns for u in work.units},
        {u.name: frozenset(u.choices(work.cores)) for u in work.units},
        {u.name: amounts_of([u], work.cores) for u in work.units},
    )
    for (source, target), _ in sorted(work.traffic_bytes.items(), key=lambda item: (-item[1], item[0])):
        a, b = groups.find(source), groups.find(target)
        agree = groups.choices[a] & groups.choices[b]
        if a != b and agree and groups.weight_ns[a] + groups.weight_ns[b] <= limit:
            groups.join(a, b)
    leaders = [_as_unit(unit, groups) for unit in work.units if groups.find(unit.name) == unit.name]
    placed = place_heaviest_first(leaders, [Fraction(0)] * work.cores)
    return {unit.name: whole(placed[groups.find(unit.name)]) for unit in work.units}


def _as_unit(unit: Unit, groups: _Groups) -> Unit:
    return replace(
        unit,
        weight_ns=groups.weight_ns[unit.name],
        by_core_ns=tuple(groups.by_core_ns[unit.name]),
        core=None,
        cores=tuple(sorted(groups.choices[unit.name])),
    )
