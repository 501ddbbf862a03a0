# SPDX-License-Identifier: Apache-2.0
"""The assignments that mappers choose from which look for the shortest period."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from dfgen.mapping.mappers.balance import assign_balance
from dfgen.mapping.mappers.footprint import assign_footprint
from dfgen.mapping.mappers.list import assign_list
from dfgen.mapping.mappers.pipeline import assign_pipeline
from dfgen.mapping.work import Assignment, Work

# In order of preference.
SIMPLE: tuple[Callable[[Work], Assignment], ...] = (assign_balance, assign_pipeline, assign_list, assign_footprint)


def candidates(work: Work) -> Iterator[Assignment]:
    """As each mapper gives them, then with all units whole, as cores that share one wait for each other more often."""
    yield from (assign(work) for assign in SIMPLE)
    if any(unit.splittable for unit in work.units):
        whole = replace(work, units=tuple(replace(unit, splittable=False) for unit in work.units))
        yield from (assign(whole) for assign in SIMPLE)
