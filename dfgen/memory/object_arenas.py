# SPDX-License-Identifier: Apache-2.0
"""Memory for tokens that are object graphs: an arena for each token of each slot, and the maps of copies.

Arenas belong to slots: whoever writes a token into a slot has its arena, and it lives as long as the slot's bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dfgen.model.actor import Actor
from dfgen.model.alignment import align
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.objects import CHECK_BYTES, CLONE_BYTES, SCRATCH_BYTES_MIN, map_bytes, unit_of_arenas
from dfgen.model.plan import Buffer, Scratch, Transfer
from dfgen.model.schedule import Schedule


@frozen
class ObjectMemory:
    """`buffers`: all, those of objects with their arenas; `scratch` by core, if there are any objects."""

    buffers: Mapping[str, Buffer]
    scratch: tuple[Scratch, ...]
    end: int


def place_objects(
    graph: Graph,
    schedule: Schedule,
    buffers: Mapping[str, Buffer],
    transfers: Iterable[Transfer],
    below: Mapping[str, str],
    end: int,
    *,
    guard: bool,
) -> ObjectMemory:
    """Arenas and maps behind all other memory, which ends at `end`. `below`: by buffer that lies over another one, that
    other one; the two have the same arenas."""
    if not graph.object_types:
        return ObjectMemory(buffers, (), end)
    placed = dict(buffers)
    for name, buffer in sorted(buffers.items(), key=lambda item: (item[0] in below, item[1].offset_bytes, item[0])):
        if buffer.type.arena is None:
            continue
        size = buffer.type.arena.size_bytes(guard=guard)
        start = align(end, unit_of_arenas(guard=guard))
        if name not in below:
            placed[name] = replace(buffer, arenas_offset_bytes=start, arena_bytes=size)
            end = start + buffer.arenas * size
    for name in below:
        if placed[name].type.arena is not None:
            base = placed[_bottom(name, below)]
            placed[name] = replace(
                placed[name], arenas_offset_bytes=base.arenas_offset_bytes, arena_bytes=base.arena_bytes
            )
    scratch = []
    for core in range(schedule.cores):
        start = align(end, unit_of_arenas(guard=guard))
        scratch.append(Scratch(start, *_scratch_of(graph, schedule, transfers, core, guard=guard)))
        end = start + scratch[-1].size_bytes + scratch[-1].message_bytes
    return ObjectMemory(placed, tuple(scratch), align(end, unit_of_arenas(guard=guard)))


def _bottom(name: str, below: Mapping[str, str]) -> str:
    while name in below:
        name = below[name]
    return name


def _scratch_of(
    graph: Graph, schedule: Schedule, transfers: Iterable[Transfer], core: int, *, guard: bool
) -> tuple[int, int]:
    """The largest map that a core needs, and its memory for messages."""
    fired = [actor for actor in graph.actors if actor.name in schedule.places and core in schedule.cores_of(actor.name)]
    names = {actor.name for actor in fired}
    maps, messages = [0], [0]
    for actor in fired:
        maps += _of_actor(actor, guard=guard)
    for transfer in transfers:
        arena = transfer.type.arena
        for how in (way.objects for way in transfer.ways):
            if arena is None or how is None or transfer.actor not in names:
                continue
            if how.word_bytes:
                maps.append(map_bytes(arena.words, how.word_bytes, is_power=how.is_power))
            maps.append(map_bytes(arena.words, CHECK_BYTES, is_power=False))  # verified
            messages.append(2 * 8 * arena.packed_words if how.has_messages else 0)
    size = max(maps)
    return (max(size, SCRATCH_BYTES_MIN) if size else 0), max(messages)


def _of_actor(actor: Actor, *, guard: bool) -> Iterator[int]:
    for port in actor.outputs:
        if port.type.arena is not None and actor.clones:
            yield map_bytes(port.type.arena.words, CLONE_BYTES, is_power=True)
        if port.type.arena is not None and guard:
            yield map_bytes(port.type.arena.words, CHECK_BYTES, is_power=False)
