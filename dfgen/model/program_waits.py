# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom, in words: all waits of a program, in the order of its lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dfgen.model.program import (
    THROTTLE,
    Agent,
    Complete,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Publish,
    Wait,
    operations,
)

A_PASS = "a pass"


@dataclass(frozen=True)
class ToldWait:
    """`step` waits until `done` has been run `lag` trips ago, because of `reason`."""

    step: str
    done: str
    lag: int
    reason: str


def told_waits(program: Program) -> Iterator[ToldWait]:
    bodies = [(agent, body) for agent in program.cores for body in _bodies(agent)]
    done: dict[int, str] = {}
    for _, body in bodies:
        for place, operation in enumerate(body):
            if isinstance(operation, (Publish, Complete)):
                counter = program.counters[operation.counter]
                about = _title(reversed(body[:place])) or counter.about
                done[operation.counter] = f"{about} {_by(program, counter.agent)}"
    for agent, body in bodies:
        for place, operation in enumerate(body):
            if isinstance(operation, Wait):
                is_throttle = program.counters[operation.counter].about == THROTTLE
                work = A_PASS if is_throttle else _title(body[place:]) or A_PASS
                told = f"{A_PASS} {_by(program, 0)}" if is_throttle else done[operation.counter]
                yield ToldWait(f"{work} {_by(program, agent.number)}", told, operation.lag, operation.reason)


def _bodies(agent: Agent) -> Iterator[Sequence[Operation]]:
    """Every list of the agent, with those of its loops."""
    for stage in agent.stages:
        yield stage.body
        yield from (operation.body for operation in operations(stage.body) if isinstance(operation, Loop))


def _title(body: Iterable[Operation]) -> str:
    """Of the first work in a list: an actor, or a loop by its first and last."""
    work = next((o for o in body if isinstance(o, (Firings, Interleaved, Loop))), None)
    if work is None:
        return ""
    names = list(dict.fromkeys(o.actor for o in operations((work,)) if isinstance(o, Firings)))
    return names[0] if len(names) == 1 else f"loop of {names[0]} to {names[-1]}"


def _by(program: Program, agent: int) -> str:
    """`on core 1`, or `by engine thread for core 1`."""
    name = program.name_of(agent)
    return f"on {name}" if agent < len(program.cores) else f"by {name}"
