# SPDX-License-Identifier: Apache-2.0
"""Whether a program names only what there is, and counts from where it must: the rest of the proof relies on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from dfgen.model.plan import Transfer, Window
from dfgen.model.program import (
    Acquire,
    AgentKind,
    CarryTail,
    Clear,
    Complete,
    Drain,
    Fire,
    FiringOperation,
    Firings,
    Loop,
    Move,
    Operation,
    Own,
    Prepare,
    Program,
    Publish,
    Release,
    Reset,
    Seal,
    Submit,
    Wait,
    operations,
)
from dfgen.verify.steps import queue_of

Ports = Mapping[str, Collection[str]]
"""Their names, by actor."""


def structure_problems(program: Program) -> Iterator[str]:
    yield from _agents(program)
    yield from _counters(program)
    yield from _buffers(program)
    if program.chunk < 1:
        yield f"a pass has {program.chunk} iterations"
    ports = {actor.name: {port.name for port in actor.ports} for actor in program.graph.actors}
    queues = {(agent.core, agent.engine) for agent in program.agents if agent.kind is AgentKind.QUEUE}
    for agent in program.agents:
        for stage in agent.stages:
            for operation in operations(stage.body):
                yield from _operation(program, operation, ports)
                if isinstance(operation, (Complete, Drain)) and (agent.core, operation.engine) not in queues:
                    yield f"core {agent.core} waits for engine {operation.engine}, to which it has no queue"


def _agents(program: Program) -> Iterator[str]:
    for index, agent in enumerate(program.agents):
        is_core = agent.kind is AgentKind.CORE
        if agent.number != index or is_core != (index < len(program.cores)) or (is_core and agent.core != index):
            yield f"agent {agent.number} stands in the place of another one"
        elif not is_core and (agent.core >= len(program.cores) or agent.engine not in range(len(program.engines))):
            yield f"agent {agent.number} leads from a core or to an engine that there is not"


def _counters(program: Program) -> Iterator[str]:
    for number, counter in enumerate(program.counters):
        if not {counter.agent, *counter.waiters} <= set(range(len(program.agents))):
            yield f"counter {number} belongs to an agent that there is not"


def _buffers(program: Program) -> Iterator[str]:
    bodies = [stage.body for agent in program.agents for stage in agent.stages]
    loops = [operation for body in bodies for operation in operations(body) if isinstance(operation, Loop)]
    variables = {name for loop in loops for name in loop.locals}
    for name, buffer in program.memory.buffers.items():
        if buffer.name != name:
            yield f"{name} is also called {buffer.name}"
        if buffer.is_variable != (name in variables):
            has = "neither memory nor" if buffer.is_variable else "both memory and"
            yield f"{name} has {has} a loop of which it is a variable"
        if buffer.slots < 1 or buffer.span_tokens < 1 or buffer.history_tokens < 0:
            yield f"{name} has no room for tokens"
    for name in sorted(variables - program.memory.buffers.keys()):
        yield f"a loop has {name} as a variable, which is not a buffer"


def _operation(program: Program, operation: Operation, ports: Ports) -> Iterator[str]:
    match operation:
        case Wait() | Publish() | Complete():
            if operation.counter not in range(len(program.counters)):
                yield f"there is no counter {operation.counter}"
        case CarryTail(buffer):
            if buffer not in program.memory.buffers:
                yield f"the tail of {buffer} is carried on, which is not a buffer"
        case Clear(buffer, lead, trail):
            known = program.memory.buffers.get(buffer)
            if known is None or min(lead, trail) < 0 or lead + trail > known.span_tokens:
                yield f"so much is cleared around the tokens of {buffer}, which it does not have"
        case Loop():
            if operation.count < 1 or operation.chunk < 1:
                yield f"loop {operation.id} has no trips"
        case Firings():
            yield from _firings(program, operation, ports)


def _firings(program: Program, block: Firings, ports: Ports) -> Iterator[str]:
    if block.actor not in ports:
        yield f"there is no actor {block.actor}"
        return
    if block.per_iteration < 1:
        yield f"{block.actor} has a block without firings"
    for operation in block.body:
        for port, window in _named(operation):
            if port not in ports[block.actor]:
                yield f"{block.actor} has no port {port}"
            if window is not None and window.buffer not in program.memory.buffers:
                yield f"{block.actor}.{port} uses {window.buffer}, which is not a buffer"
        if isinstance(operation, (Acquire, Release, Move, Submit)) and not _has_rates(operation.transfer):
            yield f"what is moved for {block.actor}.{operation.transfer.port} has no rates"
        queue = queue_of(operation)
        if queue is not None and queue not in range(len(program.agents)):
            yield f"{block.actor} gives work to queue {queue}, which there is not"


def _named(operation: FiringOperation) -> Iterator[tuple[str, Window | None]]:
    """The ports that an operation names, with their windows, if it has any."""
    match operation:
        case Fire() | Reset():
            yield from operation.windows
        case Prepare() | Seal() | Own():
            yield operation.port, None
        case _:
            transfer = operation.transfer
            yield from ((transfer.port, window) for window in (transfer.source, transfer.target))


def _has_rates(transfer: Transfer) -> bool:
    return bool(transfer.rates and transfer.source_rates and transfer.target_rates) and transfer.period > 0
