# SPDX-License-Identifier: Apache-2.0
"""Mapper `list`: earliest finish first, counting what it costs to cross a core (HEFT: Topcuoglu, Hariri, Wu 2002)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.work import Assignment, Unit, Work


def assign_list(work: Work) -> Assignment:
    """Units in order of upward rank, each where it finishes first."""
    after: dict[str, list[tuple[str, Fraction]]] = {unit.name: [] for unit in work.units}
    before: dict[str, list[tuple[str, Fraction]]] = {unit.name: [] for unit in work.units}
    for (source, target), size_bytes in work.traffic_bytes.items():
        cost = work.machine.sync_ns + work.machine.fetch_byte_ns * size_bytes
        after[source].append((target, cost))
        before[target].append((source, cost))
    rank = _upward_ranks(work, after)
    free_at = [Fraction(0)] * work.cores
    finish: dict[str, Fraction] = {}
    core_of: dict[str, int] = {}
    index = {unit.name: i for i, unit in enumerate(work.units)}
    for unit in sorted(work.units, key=lambda u: (-rank[u.name], index[u.name])):
        core, end = _best_core(unit, before[unit.name], free_at, finish, core_of)
        core_of[unit.name], finish[unit.name], free_at[core] = core, end, end
    return {name: whole(core) for name, core in core_of.items()}


def _upward_ranks(work: Work, after: Mapping[str, list[tuple[str, Fraction]]]) -> dict[str, Fraction]:
    """Longest way to the end, in time, crossings included. Units stand in topological order."""
    rank: dict[str, Fraction] = {}
    for unit in reversed(work.units):
        tail = max((cost + rank.get(name, Fraction(0)) for name, cost in after[unit.name]), default=Fraction(0))
        rank[unit.name] = unit.weight_ns + tail
    return rank


def _best_core(
    unit: Unit,
    before: list[tuple[str, Fraction]],
    free_at: list[Fraction],
    finish: Mapping[str, Fraction],
    core_of: Mapping[str, int],
) -> tuple[int, Fraction]:
    ends = []
    for core in unit.choices(len(free_at)):
        inputs = [finish[n] + (cost if core_of[n] != core else 0) for n, cost in before if n in finish]
        start = max([free_at[core], *inputs])
        ends.append((start + unit.weight_on(core), core))
    end, core = min(ends)
    return core, end
