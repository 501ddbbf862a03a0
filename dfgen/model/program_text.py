# SPDX-License-Identifier: Apache-2.0
"""The program as stable text, for `--dump program` and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.model.dumps import counted
from dfgen.model.plan import Buffer, Transfer, View, Window
from dfgen.model.program import (
    ROOT,
    Acquire,
    CarryTail,
    Clear,
    Complete,
    Counter,
    Drain,
    Fire,
    FiringOperation,
    Firings,
    Interleaved,
    Loop,
    Move,
    Operation,
    Own,
    Prepare,
    Program,
    Publish,
    ReadEnd,
    Release,
    Seal,
    Submit,
    Wait,
)

INDENT = "    "


def dump_program(program: Program) -> str:
    return "\n".join(_lines(program)) + "\n"


def _lines(program: Program) -> Iterator[str]:
    yield f"program {program.graph.name}: {counted(program.chunk, 'iteration')} a pass, {_overlap(program)}"
    memory = program.memory
    yield f"memory {memory.name}, host {memory.host}: {memory.size_bytes} bytes"
    for actor, offset in memory.states.items():
        yield f"{INDENT}{offset:>12} what lasts of {actor}"
    for buffer in memory.by_address:
        yield f"{INDENT}{_buffer(buffer)}"
    for buffer in memory.buffers.values():
        if not buffer.is_placed:
            yield f"{INDENT}{_buffer(buffer)}"
    for number, counter in enumerate(program.counters):
        yield f"counter {number}: {_counter(program, counter)}"
    for agent in program.agents:
        yield program.name_of(agent.number) + ("" if agent.stages else ", as it is told")
        for stage in agent.stages:
            space = INDENT
            if len(agent.stages) > 1 or stage.late:
                yield f"{INDENT}stage, {counted(stage.late, 'pass', 'passes')} late"
                space += INDENT
            for operation in stage.body:
                yield from (space + line for line in _operation(program, operation))


def _overlap(program: Program) -> str:
    return f"{program.depth_passes} passes overlap" if program.depth_passes > 1 else "one after the other"


def _buffer(buffer: Buffer) -> str:
    where = "variable" if buffer.is_variable else "file" if buffer.file else str(buffer.offset_bytes)
    stride = f" every {buffer.stride_bytes}" if buffer.slots > 1 else ""
    tail = f", {buffer.history_tokens} tokens of the trip before" if buffer.history_tokens else ""
    trips = "pass" if buffer.loop == ROOT else f"trip of loop {buffer.loop}"
    arenas = f", arenas at {buffer.arenas_offset_bytes} every {buffer.arena_bytes}" if buffer.type.arena else ""
    return f"{where:>12} {buffer.slots} x {buffer.slot_bytes}{stride}, a slot each {trips}{tail}{arenas}  {buffer.name}"


def _counter(program: Program, counter: Counter) -> str:
    trips = "passes" if counter.loop == ROOT else f"trips of loop {counter.loop}"
    readers = ", ".join(program.name_of(agent) for agent in counter.waiters)
    return f"{trips} of {counter.about}, by {program.name_of(counter.agent)} for {readers}"


def _operation(program: Program, operation: Operation) -> Iterator[str]:
    if isinstance(operation, Wait):
        back = f" {counted(operation.lag, 'trip')} back" if operation.lag else ""
        yield f"wait {operation.counter}{back}  ({operation.reason})"
    elif isinstance(operation, Publish):
        yield f"publish {operation.counter}"
    elif isinstance(operation, Complete):
        yield f"complete {operation.counter} by engine {program.engines[operation.engine]}"
    elif isinstance(operation, Drain):
        yield f"drain engine {program.engines[operation.engine]}"
    elif isinstance(operation, ReadEnd):
        yield "read end"
    elif isinstance(operation, CarryTail):
        yield f"carry tail of {operation.buffer}"
    elif isinstance(operation, Clear):
        around = f"{operation.lead_tokens} tokens before and {operation.trail_tokens} behind"
        yield f"clear {around} those of {operation.buffer}"
    elif isinstance(operation, Firings):
        yield from _firings(operation)
    elif isinstance(operation, Interleaved):
        yield f"interleaved {' '.join(f'{actor}*{count}' for actor, count in operation.runs)}"
        for block in operation.blocks:
            yield from (INDENT + line for line in _firings(block))
    else:
        yield from _loop(program, operation)


def _loop(program: Program, loop: Loop) -> Iterator[str]:
    share = loop.share
    ordered = f", in order: {share.start}..{share.stop - 1} of {share.of}" if share else ""
    at_once = f", {loop.chunk} a trip" if loop.chunk > 1 else ""
    yield f"loop {loop.id} x{loop.count}{at_once}{ordered}"
    for operation in loop.body:
        yield from (INDENT + line for line in _operation(program, operation))


def _firings(block: Firings) -> Iterator[str]:
    ends = ", each if the program has not ended" if block.reads_end else ""
    helped = ", helped by cores that wait" if block.helped else ""
    yield f"firings {block.actor} {block.start}..{block.stop - 1}, {block.per_iteration} an iteration{ends}{helped}"
    for operation in block.body:
        yield INDENT + _firing_operation(operation)


def _firing_operation(operation: FiringOperation) -> str:
    if isinstance(operation, Prepare):
        return f"prepare {operation.port}: {operation.content.value}"
    if isinstance(operation, Own):
        return f"own {operation.port}"
    if isinstance(operation, Seal):
        return f"seal {operation.port}"
    if isinstance(operation, Acquire):
        return f"acquire {operation.transfer.port} {_transfer(operation.transfer)}"
    if isinstance(operation, Release):
        return f"release {operation.transfer.port}"
    if isinstance(operation, Move):
        return f"move {operation.transfer.when.value} {_transfer(operation.transfer)}"
    if isinstance(operation, Submit):
        awaited = ", awaited" if operation.is_awaited else ""
        return f"submit to {operation.queue} {_transfer(operation.transfer)}{awaited}"
    windows = ", ".join(f"{port} = {_window(window)}" for port, window in operation.windows)
    verb = "fire" if isinstance(operation, Fire) else "reset"
    queue = f" by {operation.queue}" if isinstance(operation, Fire) and operation.queue is not None else ""
    return f"{verb}({windows}){queue}"


def _transfer(transfer: Transfer) -> str:
    others = "".join(f" or {how.strategy}" for how in transfer.candidates if how != transfer.how)
    rates = ", ".join(map(str, transfer.rates))
    some = f", firings {transfer.skip}..{transfer.period - 1} of {transfer.period}" if transfer.skip else ""
    ends = _end(transfer.source, transfer.source_first)
    if transfer.target != transfer.source:
        ends += f" -> {_end(transfer.target, transfer.target_first)}"
    return f"[{rates}] by {transfer.piece}: {ends}{some}  ({transfer.how.strategy}{others})"


def _end(window: Window, first: int) -> str:
    return _window(window) + (f" from {first}" if first else "")


def _window(window: Window) -> str:
    back = f"[-{window.shift}]" if window.shift else ""
    behind = f" behind {window.delay_tokens} of {window.trip_tokens} tokens" if window.trip_tokens else ""
    return f"{window.buffer}{back}{_view(window.view)}{behind}"


def _view(view: View) -> str:
    base = f" + {view.base}" if view.base else ""
    if view.run == 0:
        return base
    runs = "".join(f" x{count or ''}/{stride}" for count, stride in view.dims)
    return f"{base} in runs of {view.run}{runs}"
