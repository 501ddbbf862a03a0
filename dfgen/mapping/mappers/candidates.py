# SPDX-License-Identifier: Apache-2.0
"""The assignments that mappers choose from which look for the shortest period."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from dfgen.mapping.mappers.balance import assign_balance
from dfgen.mapping.mappers.footprint import assign_footprint
from dfgen.mapping.mappers.list import assign_list
from dfgen.mapping.mappers.pipeline import assign_pipeline
from dfgen.mapping.mappers.shares import even
from dfgen.mapping.work import Assignment, Work

# In order of preference.
SIMPLE: tuple[Callable[[Work], Assignment], ...] = (assign_balance, assign_pipeline, assign_list, assign_footprint)


def candidates(work: Work) -> Iterator[Assignment]:
    """As each mapper gives them, then with all units whole, as cores that share one wait for each other more often.
    Units that all cores share evenly load them alike: the others are mapped as if these were not there."""
    given = {unit.name: even(work.cores) for unit in work.units if unit.even}
    rest = _without(work, given) if given else work
    yield from ({**assign(rest), **given} for assign in SIMPLE)
    if any(unit.splittable for unit in rest.units):
        whole = replace(rest, units=tuple(replace(unit, splittable=False) for unit in rest.units))
        yield from ({**assign(whole), **given} for assign in SIMPLE)


def _without(work: Work, names: Collection[str]) -> Work:
    units = tuple(unit for unit in work.units if unit.name not in names)
    traffic = {ends: size for ends, size in work.traffic_bytes.items() if not any(end in names for end in ends)}
    return replace(work, units=units, traffic_bytes=traffic)
