# SPDX-License-Identifier: Apache-2.0
"""Mappers: which core runs how much of each unit. The table below is all there are.

A mapper is a function from `Work` to an `Assignment` that gives every unit shares adding up to 1, several only to
splittable units, and honours `unit.core` and `unit.cores`. To add one: write a file here with such a function, and a
line in `MAPPERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dfgen.mapping.mappers.auto import assign_auto
from dfgen.mapping.mappers.balance import assign_balance
from dfgen.mapping.mappers.exact import assign_exact
from dfgen.mapping.mappers.fixed import assign_fixed
from dfgen.mapping.mappers.footprint import assign_footprint
from dfgen.mapping.mappers.list import assign_list
from dfgen.mapping.mappers.pipeline import assign_pipeline
from dfgen.mapping.mappers.staged import assign_staged, in_stages
from dfgen.mapping.work import Assignment, Work

MAPPERS: Mapping[str, Callable[[Work], Assignment]] = {
    "auto": assign_auto,
    "balance": in_stages(assign_balance),
    "pipeline": assign_pipeline,
    "staged": assign_staged,
    "footprint": in_stages(assign_footprint),
    "list": in_stages(assign_list),
    "exact": assign_exact,
    "fixed": assign_fixed,
}
