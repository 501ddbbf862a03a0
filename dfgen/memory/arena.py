# SPDX-License-Identifier: Apache-2.0
"""Addresses: every buffer's place in the arena.

Buffers that live through a whole trip, or that cores share, have addresses of their own, but for those that lie over
one another in each core's part. The others, each used by one
core, share addresses where the core's order keeps their uses apart: a buffer lives from the first child of its loop
that touches it to the last. Placed largest first, each at the lowest free address (the offset allocation of TVM and
TensorFlow Lite; Pisarchyk and Lee 2020, greedy by size). A buffer that lies over another one gets its address. What
private views show has small pages; it comes last, for around it the system has no huge pages for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from dfgen.memory.buffers import Sized
from dfgen.memory.strides import PAGE_BYTES, align, is_guarded, stride_bytes, unit_of
from dfgen.model.graph import Graph
from dfgen.model.movement import Pages
from dfgen.model.plan import ALIGN_BYTES, Buffer
from dfgen.model.schedule import Loop, Schedule

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Lifetime:
    """Steps [first, last] of the core's order in which a buffer is in use."""

    first: int
    last: int

    def meets(self, other: Lifetime) -> bool:
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True)
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
    below: Mapping[str, str] = NOTHING,
) -> Arena:
    """Place state, pinned buffers and the buffers of each core. In guard mode nothing shares and each slot ends at an
    inaccessible page. `below`: by buffer that lies over another one, that other one."""
    strided = {item.buffer.name: replace(item.buffer, stride_bytes=stride_bytes(item.buffer, guard)) for item in sized}
    state_offsets, state_bytes = place_state(graph, strided)
    buffers = [buffer for buffer in strided.values() if buffer.is_placed]
    end = state_bytes
    lives = _Lives(schedule)
    packed = (item for item in sized if item.buffer.core is not None and not item.buffer.pinned)
    spans = {item.buffer.name: lives.of_buffer(item) for item in packed}
    for name, buffer in private.items():
        buffers.append(replace(buffer, stride_bytes=stride_bytes(buffer, guard)))
        spans[name] = lives.of_actor(buffer.owner)
    if guard:
        return _guarded(buffers, state_offsets, end)
    placed = {name: buffer for name, buffer in strided.items() if not buffer.is_placed}
    alone = piles_of([buffer for buffer in buffers if buffer.name not in spans], below)
    lower = end + sum(map(_size_of, alone))
    end = _place_alone([pile for pile in alone if pile[0].pages is not Pages.SMALL], end, placed)
    for core in range(schedule.cores):
        own = piles_of([b for b in buffers if b.name in spans and b.core == core], below)
        end = align(end, ALIGN_BYTES)
        end = pack(own, spans, end, placed)
        lower += most_alive(own, spans)
    end = _place_alone([pile for pile in alone if pile[0].pages is Pages.SMALL], end, placed)
    unshared = state_bytes + sum(b.size_bytes for b in buffers)
    return Arena(placed, state_offsets, state_bytes, align(end, ALIGN_BYTES), lower, unshared)


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


Pile = tuple[Buffer, ...]
"""Buffers that lie over one another, in the order of their lives, each of which begins where the one before ends."""


def _place_alone(piles: Iterable[Pile], end: int, placed: dict[str, Buffer]) -> int:
    """One behind the other from `end` on; returns the new end."""
    for pile in piles:
        offset = align(end, max(map(unit_of, pile)))
        placed.update((buffer.name, replace(buffer, offset_bytes=offset)) for buffer in pile)
        end = offset + _size_of(pile)
    return end


def piles_of(buffers: Iterable[Buffer], below: Mapping[str, str]) -> list[Pile]:
    found: dict[str, Pile] = {}
    waiting = {b.name: b for b in buffers}
    above = {lower: waiting[upper] for upper, lower in below.items() if upper in waiting}
    for buffer in [b for b in waiting.values() if b.name not in below]:
        pile = [buffer]
        while pile[-1].name in above:
            pile.append(above[pile[-1].name])
        found[buffer.name] = tuple(pile)
    return list(found.values())


def _size_of(pile: Pile) -> int:
    return max(buffer.size_bytes for buffer in pile)


class _Placed:
    """The buffers that have their place, found by when they are in use: each stands in the stretches of steps that its
    life touches."""

    STRETCHES = 256

    def __init__(self, spans: Mapping[str, Lifetime]) -> None:
        self.spans = spans
        self.steps = max((span.last for span in spans.values()), default=0) // self.STRETCHES + 1
        self.stretches: dict[int, list[Buffer]] = {}

    def add(self, buffer: Buffer) -> None:
        for stretch in self._touched(self.spans[buffer.name]):
            self.stretches.setdefault(stretch, []).append(buffer)

    def meeting(self, span: Lifetime) -> Iterable[Buffer]:
        """Those in use at some step of `span`."""
        near = (buffer for stretch in self._touched(span) for buffer in self.stretches.get(stretch, ()))
        return {buffer.name: buffer for buffer in near if self.spans[buffer.name].meets(span)}.values()

    def _touched(self, span: Lifetime) -> range:
        return range(span.first // self.steps, span.last // self.steps + 1)


def pack(piles: Sequence[Pile], spans: Mapping[str, Lifetime], base: int, placed: dict[str, Buffer]) -> int:
    """Place `piles` from `base` on; returns the end."""
    end = base
    done = _Placed(spans)
    for pile in sorted(piles, key=lambda pile: (-_size_of(pile), pile[0].name)):
        # Addresses at which a buffer of the pile would meet one that is placed: all between the two ends.
        taken = sorted(
            (other.offset_bytes - buffer.size_bytes, other.offset_bytes + other.size_bytes)
            for buffer in pile
            for other in done.meeting(spans[buffer.name])
        )
        unit = max(map(unit_of, pile))
        offset = align(base, unit)
        for first, last in taken:
            if first < offset:
                offset = max(offset, align(last, unit))
        for buffer in pile:
            placed[buffer.name] = replace(buffer, offset_bytes=offset)
            done.add(placed[buffer.name])
        end = max(end, offset + _size_of(pile))
    return end


def most_alive(piles: Iterable[Pile], spans: Mapping[str, Lifetime]) -> int:
    """The most bytes in use at any one step: no placement can do with less."""
    change: dict[int, int] = {}
    for first, stop, size_bytes in (part for pile in piles for part in _needs(pile, spans)):
        change[first] = change.get(first, 0) + size_bytes
        change[stop] = change.get(stop, 0) - size_bytes
    most = alive = 0
    for step in sorted(change):
        alive += change[step]
        most = max(most, alive)
    return most


def _needs(pile: Pile, spans: Mapping[str, Lifetime]) -> Iterator[tuple[int, int, int]]:
    """(first step, step after the last, bytes that a pile needs there)."""
    ends = sorted({end for b in pile for end in (spans[b.name].first, spans[b.name].last + 1)})
    for first, stop in pairwise(ends):
        alive = [b.size_bytes for b in pile if spans[b.name].meets(Lifetime(first, stop - 1))]
        yield first, stop, max(alive)
