# SPDX-License-Identifier: Apache-2.0
"""Plans with something taken away, and whether the last check of a compile notices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dfgen.model.graph import ActorKind, Graph
from dfgen.model.plan import Layout, Plan, StepKey, Wait
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


def needless_waits(plan: Plan) -> list[tuple[StepKey, Wait]]:
    """Those without which the program is right all the same. Two kinds are known to be more than is needed, and left
    out: for tokens that are thrown away, and for room in a linear buffer, of which one turn is kept free for tails.
    """
    dropped = set(dropping_ports(plan.graph))
    linear = {m.fifo for m in plan.meetings if plan.buffers[m.buffer].layout is Layout.LINEAR}
    return [
        (step, wait)
        for step, wait in all_waits(plan)
        if wait.reason.partition(":")[2] not in dropped
        and wait.reason.removeprefix("room in ") not in linear
        and not refused(without(plan, step, wait))
    ]


def dropping_ports(graph: Graph) -> Iterator[str]:
    """Inputs of movers that begin anew with each firing and hand nothing on: what comes in is thrown away."""
    for actor in graph.actors:
        if actor.kind is ActorKind.RESET and actor.phases == 2 and len(actor.outputs) == 1:
            yield f"{actor.name}.in"


def all_waits(plan: Plan) -> Iterator[tuple[StepKey, Wait]]:
    for step, waits in plan.waits.items():
        yield from ((step, wait) for wait in waits)
