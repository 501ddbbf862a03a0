# SPDX-License-Identifier: Apache-2.0
"""Mapper `fixed`: every actor runs where `@core` says."""

from __future__ import annotations

from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.work import Assignment, Work
from dfgen.model.diagnostics import UserError, fail, some_of
from dfgen.model.network import COPIER, PACKER


def assign_fixed(work: Work) -> Assignment:
    """Raises `UserError` (fixed-without-core) if a unit has no core; routing actors follow their neighbours. What dfgen
    sets in at links between nodes is on core 0."""
    own = (unit for unit in work.units if not unit.name.endswith((COPIER, PACKER)))
    missing = [unit.name for unit in own if unit.core is None and unit.weight_ns > 0]
    if missing:
        raise _missing(missing)
    return {unit.name: whole(unit.core or 0) for unit in work.units}


def _missing(names: list[str]) -> UserError:
    return fail(
        "fixed-without-core",
        f"the mapper 'fixed' needs @core on every actor; without one: {some_of(names)}",
        None,
        "Add @core(n) to them, or take another mapper for the rest: --mapper balance honours @core as well.",
    )
