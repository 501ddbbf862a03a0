# SPDX-License-Identifier: Apache-2.0
"""Addresses: every buffer's place in the arena.

Buffers that live through a whole trip have addresses of their own, and so do those that cores share, but for those that
lie over one another in each core's part, or that waits keep apart (`between_cores.py`). The others, each used by one
core, share addresses where the core's order keeps their uses apart: a buffer lives from the first child of its loop
that touches it to the last (`packing.py`). A buffer that lies over another one gets its address. What private views
show has small pages; it comes last, for around it the system has no huge pages for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from dfgen.machine.constants import LARGE_BYTES
from dfgen.memory.between_cores import Together, together
from dfgen.memory.buffers import Sized
from dfgen.memory.packing import InPairs, Lifetime, OnOneCore, Pile, most_alive, pack, piles_of, size_of
from dfgen.memory.strides import is_guarded, stride_bytes, unit_of
from dfgen.model.alignment import PAGE_BYTES, align
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.movement import Pages
from dfgen.model.plan import ALIGN_BYTES, Buffer, StepRef, Wait
from dfgen.model.schedule import Loop, Schedule

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@frozen
class Arena:
    buffers: Mapping[str, Buffer]
    state_offsets: Mapping[str, int]
    state_bytes: int
    size_bytes: int
    lower_bound_bytes: int
    unshared_bytes: int


def lay_out(
    graph: Graph,
    schedule: Schedule,
    sized: Sequence[Sized],
    private: Mapping[str, Buffer],
    guard: bool,
    waits: Mapping[StepRef, Sequence[Wait]] = NOTHING,
    below: Mapping[str, str] = NOTHING,
) -> Arena:
    """Place state, pinned buffers and the buffers of each core. In guard mode nothing shares and each slot ends at an
    inaccessible page. `below`: by buffer that lies over another one, that other one."""
    strided = {item.buffer.name: replace(item.buffer, stride_bytes=stride_bytes(item.buffer, guard)) for item in sized}
    state_offsets, state_bytes = place_state(graph, strided)
    buffers = [buffer for buffer in strided.values() if buffer.is_placed]
    lives = _Lives(schedule)
    packed = (item for item in sized if item.buffer.core is not None and not item.buffer.pinned)
    spans = {item.buffer.name: lives.of_buffer(item) for item in packed}
    for name, buffer in private.items():
        buffers.append(replace(buffer, stride_bytes=stride_bytes(buffer, guard)))
        spans[name] = lives.of_actor(buffer.owner)
    if guard:
        return _guarded(buffers, state_offsets, state_bytes)
    alone = piles_of([buffer for buffer in buffers if buffer.name not in spans], below)
    own = [
        piles_of([b for b in buffers if b.name in spans and b.core == core], below) for core in range(schedule.cores)
    ]
    elsewhere = {name: buffer for name, buffer in strided.items() if not buffer.is_placed}
    found = _place(state_bytes, alone, own, spans)
    shared = together(schedule, waits, sized, alone, [pile for piles in own for pile in piles], spans)
    if shared is not None:
        other = _place(state_bytes, alone, own, spans, shared)
        found = other if found.end - other.end >= LARGE_BYTES.value else found
    unshared = state_bytes + sum(b.size_bytes for b in buffers)
    placed = {**elsewhere, **found.buffers}
    return Arena(placed, state_offsets, state_bytes, align(found.end, ALIGN_BYTES), found.least_bytes, unshared)


@frozen
class _Places:
    """`least_bytes`: what no placement of buffers with such lives can do without."""

    buffers: Mapping[str, Buffer]
    end: int
    least_bytes: int


def _place(
    start: int,
    alone: Iterable[Pile],
    own: Iterable[Sequence[Pile]],
    spans: Mapping[str, Lifetime],
    shared: Together | None = None,
) -> _Places:
    """All piles from `start` on: those that stand `alone`, those of all cores that may be `shared`, and what is left of
    each core's `own`."""
    placed: dict[str, Buffer] = {}
    taken = frozenset(buffer.name for pile in shared.piles for buffer in pile) if shared is not None else frozenset()
    alone = [pile for pile in alone if pile[0].name not in taken]
    least = start + sum(map(size_of, alone))
    end = _place_alone([pile for pile in alone if pile[0].pages is not Pages.SMALL], start, placed)
    if shared is not None:
        end = pack(shared.piles, InPairs(shared.meets), align(end, ALIGN_BYTES), placed)
        least += shared.least_bytes()
    for piles in own:
        left = [pile for pile in piles if pile[0].name not in taken]
        end = pack(left, OnOneCore(spans), align(end, ALIGN_BYTES), placed)
        least += most_alive(left, spans)
    return _Places(placed, _place_alone([pile for pile in alone if pile[0].pages is Pages.SMALL], end, placed), least)


def place_state(graph: Graph, buffers: Mapping[str, Buffer]) -> tuple[dict[str, int], int]:
    offsets: dict[str, int] = {}
    end = 0
    for name, size_bytes in _lasting(graph, buffers):
        offsets[name] = end
        end = align(end + size_bytes, ALIGN_BYTES)
    return offsets, end


def _lasting(graph: Graph, buffers: Mapping[str, Buffer]) -> Iterator[tuple[str, int]]:
    """Memory that is no FIFO's: the state of actors, and initial tokens that are kept, or made by a function which
    cannot write them where they are read."""
    for actor in graph.actors:
        if actor.state is not None:
            yield actor.name, actor.state.type.size_bytes * actor.state.count
        if actor.reset_tokens is not None:
            yield actor.name, actor.reset_tokens.count_tokens * actor.outputs[0].type.size_bytes
    for fifo in graph.fifos:
        made = fifo.delay is not None and fifo.delay.init is not None
        if made and not buffers[str(fifo.source)].holds_in_one_piece(fifo.delay_tokens):
            yield fifo.name, fifo.delay_tokens * graph.port(fifo.source).type.size_bytes


def _guarded(buffers: Iterable[Buffer], state_offsets: Mapping[str, int], state_bytes: int) -> Arena:
    """Each slot ends exactly at a page's end, or all of a buffer do; the page behind it belongs to nobody."""
    placed: dict[str, Buffer] = {}
    total = state_bytes
    end = align(state_bytes, PAGE_BYTES) + PAGE_BYTES
    for buffer in buffers:
        last = buffer.slot_bytes if is_guarded(buffer) else buffer.size_bytes
        placed[buffer.name] = replace(buffer, offset_bytes=align(end + last, PAGE_BYTES) - last)
        end = placed[buffer.name].offset_bytes + buffer.size_bytes + PAGE_BYTES
        total += buffer.slots * buffer.slot_bytes
    return Arena(placed, state_offsets, state_bytes, end, total, total)


class _Lives:
    """Lifetimes in steps: the children of all loops, numbered in the order in which a core meets them."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.spans: dict[tuple[int, int], Lifetime] = {}
        self._number(schedule.root, 0)

    def _number(self, loop: Loop, step: int) -> int:
        for index, child in enumerate(loop.body):
            first = step
            step = self._number(child, step) if isinstance(child, Loop) else step + 1
            self.spans[loop.id, index] = Lifetime(first, step - 1)
        return step

    def of_buffer(self, item: Sized) -> Lifetime:
        return self._join([self.spans[item.buffer.loop, child] for child in item.children])

    def of_actor(self, actor: str) -> Lifetime:
        place = self.schedule.places[actor]
        return self.spans[place.loops[-1].id, place.indices[-1]]

    @staticmethod
    def _join(spans: list[Lifetime]) -> Lifetime:
        return Lifetime(min(s.first for s in spans), max(s.last for s in spans))


def _place_alone(piles: Iterable[Pile], end: int, placed: dict[str, Buffer]) -> int:
    """One behind the other from `end` on; returns the new end."""
    for pile in piles:
        offset = align(end, max(map(unit_of, pile)))
        placed.update((buffer.name, replace(buffer, offset_bytes=offset)) for buffer in pile)
        end = offset + size_of(pile)
    return end
