# SPDX-License-Identifier: Apache-2.0
"""Buffers that need not lie in the arena: of a few bytes, written and read within one trip of an inner loop.

In the arena a C compiler must take any other window to be able to overlap them, so that it fires one after the other.
As a variable of the loop's body such a buffer overlaps nothing, and the firings are vectorised; of one firing, it ends
in registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from dfgen.machine.constants import LOCAL_BYTES, LOCAL_IN_LOOP_BYTES
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.alignment import align
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.plan import ALIGN_BYTES, Buffer, Window
from dfgen.model.port import Port
from dfgen.model.schedule import Schedule


def local_buffers(
    graph: Graph,
    schedule: Schedule,
    windows: Mapping[PortRef, Window],
    buffers: Iterable[Buffer],
    moved: Collection[str],
) -> frozenset[str]:
    """Their names. `moved`: buffers whose bytes also move otherwise than by what actors write and read."""
    users: dict[str, list[tuple[Actor, Port]]] = {}
    for ref, window in windows.items():
        actor = graph.actor(ref.actor)
        users.setdefault(window.buffer, []).append((actor, actor.port(ref.port)))
    found = _Locals(graph, schedule)
    possible = [
        buffer
        for buffer in buffers
        if buffer.core is not None
        and buffer.name not in moved
        and buffer.name in users
        and found.is_of_one_trip(buffer)
        and all(found.fills_or_reads(buffer, actor, port) for actor, port in users[buffer.name])
    ]
    cores = sorted({buffer.core for buffer in possible if buffer.core is not None})
    return frozenset(b.name for core in cores for b in smallest(b for b in possible if b.core == core))


def smallest(buffers: Iterable[Buffer]) -> Iterator[Buffer]:
    """As many of each loop as it may hold."""
    taken: Counter[int] = Counter()
    for buffer in sorted(buffers, key=lambda buffer: (buffer.slot_bytes, buffer.name)):
        taken[buffer.loop] += align(buffer.slot_bytes, ALIGN_BYTES)
        if taken[buffer.loop] <= LOCAL_IN_LOOP_BYTES.value:
            yield buffer


@frozen
class _Locals:
    graph: Graph
    schedule: Schedule

    def is_of_one_trip(self, buffer: Buffer) -> bool:
        loop = self.schedule.loops[buffer.loop]
        keeps_nothing = buffer.slots == 1 and not buffer.history_tokens and not buffer.pinned and not buffer.owner
        return loop is not self.schedule.root and keeps_nothing and buffer.slot_bytes <= LOCAL_BYTES.value

    def fills_or_reads(self, buffer: Buffer, actor: Actor, port: Port) -> bool:
        """Whether the port is of plain code, and writes the whole buffer in a trip if it writes: in the arena, what
        nobody writes reads as zero."""
        if actor.kind is not ActorKind.CODE or port.type != buffer.type or port.is_persistent or len(port.rates) > 1:
            return False
        if port.type.objects:
            return False
        loop = self.schedule.loops[buffer.loop]
        firings = self.schedule.places[actor.name].firings_per_iteration_of(loop) * loop.chunk
        return port.is_input or port.rate(0) * firings == buffer.span_tokens
