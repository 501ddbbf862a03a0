# SPDX-License-Identifier: Apache-2.0
"""Plans and programs with something taken away, and whether the last check of a compile notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from dfgen.lowering.lower import lower
from dfgen.model.actor import ActorKind
from dfgen.model.graph import Graph
from dfgen.model.plan import Layout, Plan
from dfgen.model.program import THROTTLE, Program, Wait
from dfgen.verify.verify import InvalidProgram, verify

from .mutations import Path, edited, parts

T = TypeVar("T")


def refused(plan: Plan) -> bool:
    return wrong(lower(plan))


def wrong(program: Program) -> bool:
    try:
        verify(program)
    except InvalidProgram:
        return True
    return False


def waits_of(program: Program) -> list[tuple[Path, Wait]]:
    """All waits but those for the throttle, with their paths."""
    found = ((path, part) for path, part in parts(program.agents, ("agents",)) if isinstance(part, Wait))
    return [(path, wait) for path, wait in found if program.counters[wait.counter].about != THROTTLE]


def without(program: Program, path: Path) -> Program:
    """Without the operation at that path."""
    index = path[-1]
    assert isinstance(index, int)
    return edited(program, path[:-1], lambda body: body[:index] + body[index + 1 :])


def with_lag(program: Program, path: Path, change: int) -> Program:
    return edited(program, path, lambda wait: replace(wait, lag=wait.lag + change))


def some(items: Sequence[T], most: int) -> Sequence[T]:
    """No more of them than that, evenly spread."""
    return items if len(items) <= most else [items[index * len(items) // most] for index in range(most)]


def needed_waits(plan: Plan, program: Program) -> list[tuple[Path, Wait]]:
    """Those of the plan's program without which it would be wrong. Two kinds are known to be more than is needed, and
    left out: for tokens that are thrown away, and for space in a linear buffer, where one trip is kept free for tails.
    """
    dropped = set(dropping_ports(plan.graph))
    linear = {m.fifo for m in plan.dependences if plan.buffers[m.buffer].layout is Layout.LINEAR}
    return [
        (path, wait)
        for path, wait in waits_of(program)
        if wait.reason.partition(":")[2] not in dropped and wait.reason.removeprefix("space in ") not in linear
    ]


def needless_waits(plan: Plan, most: int) -> list[Wait]:
    """Of so many waits, those that the program could do without."""
    program = lower(plan)
    return [wait for path, wait in some(needed_waits(plan, program), most) if not wrong(without(program, path))]


def dropping_ports(graph: Graph) -> Iterator[str]:
    """Inputs of routing actors that begin anew with each firing and hand nothing on: what comes in is thrown away."""
    for actor in graph.actors:
        if actor.kind is ActorKind.RESET and actor.phases == 2 and len(actor.outputs) == 1:
            yield f"{actor.name}.in"
