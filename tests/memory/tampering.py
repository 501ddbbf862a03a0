# SPDX-License-Identifier: Apache-2.0
"""Plans with something taken away, and whether the last check of a compile notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dfgen.model.plan import Plan, StepKey, Wait
from dfgen.verify.verify import InvalidProgram
from tests.planning import prove


def refused(plan: Plan) -> bool:
    try:
        prove(plan)
    except InvalidProgram:
        return True
    return False


def without(plan: Plan, step: StepKey, wait: Wait) -> Plan:
    left = tuple(w for w in plan.waits[step] if w != wait)
    return replace(plan, waits={**plan.waits, step: left})


def all_waits(plan: Plan) -> Iterator[tuple[StepKey, Wait]]:
    for step, waits in plan.waits.items():
        yield from ((step, wait) for wait in waits)
