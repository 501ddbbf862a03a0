# SPDX-License-Identifier: Apache-2.0
"""Buffers that need not lie in the arena: of a few bytes, written and read within one turn of an inner loop.

In the arena a C compiler must take any other window to be able to overlap them, so that it fires one after the other.
As a variable of the loop's body such a buffer overlaps nothing, and the firings are vectorised; of one firing, it ends
in registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dfgen.memory.strides import align
from dfgen.model.graph import Actor, ActorKind, Port
from dfgen.model.plan import ALIGN_BYTES, Buffer, Plan

LOCAL_BYTES = 1024
# Of one loop in all: they stand on a thread's stack where the compiler cannot do better.
LOCAL_IN_LOOP_BYTES = 64 * 1024


def local_buffers(plan: Plan, core: int) -> dict[str, Buffer]:
    """By name, those of this core."""
    if plan.guard:
        return {}
    users = _users(plan)
    moved = {move.buffer for move in plan.tail_moves}
    for transfer in plan.transfers:
        moved |= {transfer.source.buffer, transfer.target.buffer}
    possible = (
        buffer
        for name, buffer in plan.buffers.items()
        if buffer.core == core
        and name not in moved
        and name in users
        and _is_of_one_turn(plan, buffer)
        and all(_fills_or_reads(plan, buffer, actor, port) for actor, port in users[name])
    )
    return {buffer.name: buffer for buffer in smallest(possible)}


def smallest(buffers: Iterable[Buffer]) -> Iterator[Buffer]:
    """As many of each loop as it may hold."""
    taken: Counter[int] = Counter()
    for buffer in sorted(buffers, key=lambda buffer: (buffer.slot_bytes, buffer.name)):
        taken[buffer.loop] += align(buffer.slot_bytes, ALIGN_BYTES)
        if taken[buffer.loop] <= LOCAL_IN_LOOP_BYTES:
            yield buffer


def _users(plan: Plan) -> dict[str, list[tuple[Actor, Port]]]:
    users: dict[str, list[tuple[Actor, Port]]] = {}
    for ref, window in plan.windows.items():
        actor = plan.graph.actor(ref.actor)
        users.setdefault(window.buffer, []).append((actor, actor.port(ref.port)))
    return users


def _is_of_one_turn(plan: Plan, buffer: Buffer) -> bool:
    loop = plan.schedule.loops[buffer.loop]
    keeps_nothing = buffer.slots == 1 and not buffer.history_tokens and not buffer.pinned and not buffer.owner
    return loop is not plan.schedule.root and keeps_nothing and buffer.slot_bytes <= LOCAL_BYTES


def _fills_or_reads(plan: Plan, buffer: Buffer, actor: Actor, port: Port) -> bool:
    """Whether the port is of plain code, and writes the whole buffer in a turn if it writes: in the arena, what nobody
    writes reads as zero."""
    if actor.kind is not ActorKind.CODE or port.type != buffer.type or port.kept or len(port.rates) > 1:
        return False
    loop = plan.schedule.loops[buffer.loop]
    firings = plan.schedule.places[actor.name].firings_per_iteration_of(loop) * loop.chunk
    return port.is_input or port.rate(0) * firings == buffer.span_tokens
