# SPDX-License-Identifier: Apache-2.0
"""Who waits for whom, in words: all waits of a program, in the order of its lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum

from dfgen.model.frozen import frozen
from dfgen.model.names import told_fifo
from dfgen.model.program import (
    THROTTLE,
    Agent,
    AgentKind,
    Complete,
    Drain,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Publish,
    Submit,
    Wait,
    operations,
)

A_PASS = "a pass"
SPACE = "space in "
"""How the reasons of waits for free space begin."""


class Hazard(Enum):
    """What would go wrong with a copy by an engine that a core does not wait for (Lee et al., 2018), were it not for a
    wait. Their other two cannot be: no core writes to a source or target before the copy is done, so that none could
    read there what is newer."""

    READ_TARGET = "R-D"
    WRITE_SOURCE = "W-S"
    WRITE_TARGET = "W-D"


@frozen
class ToldWait:
    """`step` waits until `done` has been run `lag` trips ago, because of `reason`."""

    step: str
    done: str
    lag: int
    reason: str
    hazard: Hazard | None = None


def told_waits(program: Program) -> Iterator[ToldWait]:
    bodies = [(agent, body) for agent in program.cores for body in _bodies(agent)]
    engines = _engines_of_copies(program)
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
                hazard = _hazard(program, engines, operation, body[place:])
                yield ToldWait(f"{work} {_by(program, agent.number)}", told, operation.lag, operation.reason, hazard)


def count_hazards(program: Program) -> dict[Hazard, int]:
    """By how many waits of the program each is averted; none where every copy is waited for at once. A core that moves
    a tail waits for the engines that may be writing it."""
    engines = _engines_of_copies(program)
    if not engines:
        return {}
    bodies = [body for agent in program.cores for body in _bodies(agent)]
    tails = sum(isinstance(o, Drain) and o.engine in engines for body in bodies for o in body)
    found = dict.fromkeys(Hazard, 0) | {Hazard.READ_TARGET: tails}
    for wait in told_waits(program):
        if wait.hazard is not None:
            found[wait.hazard] += 1
    return found


def _engines_of_copies(program: Program) -> set[int]:
    bodies = (stage.body for agent in program.cores for stage in agent.stages)
    return {program.agents[submit.queue].engine for body in bodies for submit in _submitted(body)}


def _submitted(body: Iterable[Operation]) -> Iterator[Submit]:
    """The copies that the core does not wait for at once."""
    for operation in operations(body):
        if isinstance(operation, Firings):
            yield from (action for action in operation.body if isinstance(action, Submit) and not action.is_awaited)


def _hazard(program: Program, engines: Collection[int], wait: Wait, behind: Sequence[Operation]) -> Hazard | None:
    """`engines` copy; `behind` is what stands from the wait on in its list."""
    is_for_space = wait.reason.startswith(SPACE)
    done_by = program.agents[program.counters[wait.counter].agent]
    if done_by.kind is AgentKind.QUEUE and done_by.engine in engines:
        return Hazard.WRITE_SOURCE if is_for_space else Hazard.READ_TARGET
    work = next((o for o in behind if isinstance(o, (Firings, Interleaved, Loop))), None)
    given = _submitted((work,)) if work is not None else ()
    fifos = (program.graph.fifo_by_name[submit.transfer.fifo] for submit in given)
    return Hazard.WRITE_TARGET if wait.reason in {SPACE + told_fifo(program.graph, fifo) for fifo in fifos} else None


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
