# SPDX-License-Identifier: Apache-2.0
"""Addresses for buffers of which some are never in use at once: largest first, each at the lowest free address (the
offset allocation of TVM and TensorFlow Lite; Pisarchyk and Lee 2020, greedy by size)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Protocol

from dfgen.memory.strides import unit_of
from dfgen.model.alignment import align
from dfgen.model.frozen import frozen
from dfgen.model.plan import Buffer


@frozen
class Lifetime:
    """Steps [first, last] of the core's order in which a buffer is in use."""

    first: int
    last: int

    def meets(self, other: Lifetime) -> bool:
        return self.first <= other.last and other.first <= self.last


Pile = tuple[Buffer, ...]
"""Buffers that lie over one another, in the order of their lives, each of which begins where the one before ends."""


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


def size_of(pile: Pile) -> int:
    return max(buffer.size_bytes for buffer in pile)


class Placed(Protocol):
    """The buffers that have their place."""

    def add(self, buffer: Buffer) -> None: ...

    def meeting(self, buffer: Buffer) -> Iterable[Buffer]:
        """Those that may be in use while `buffer` is."""


class OnOneCore:
    """Found by when they are in use: by stretch of steps those whose life begins in it, and those that live on from an
    earlier one, so that a long life is not met again in each stretch."""

    STRETCHES = 256

    def __init__(self, spans: Mapping[str, Lifetime]) -> None:
        self.spans = spans
        self.steps = max((span.last for span in spans.values()), default=0) // self.STRETCHES + 1
        self.begun: dict[int, list[Buffer]] = {}
        self.living: dict[int, list[Buffer]] = {}

    def add(self, buffer: Buffer) -> None:
        first, *later = self._touched(self.spans[buffer.name])
        self.begun.setdefault(first, []).append(buffer)
        for stretch in later:
            self.living.setdefault(stretch, []).append(buffer)

    def meeting(self, buffer: Buffer) -> Iterable[Buffer]:
        """Each once, for all of them live in the first stretch or begin later."""
        span = self.spans[buffer.name]
        touched = self._touched(span)
        lists = (self.living.get(touched[0], ()), *(self.begun.get(stretch, ()) for stretch in touched))
        return (other for others in lists for other in others if self.spans[other.name].meets(span))

    def _touched(self, span: Lifetime) -> range:
        return range(span.first // self.steps, span.last // self.steps + 1)


class InPairs:
    """Of which `meets` tells for each pair whether they may be in use at once."""

    def __init__(self, meets: Callable[[Buffer, Buffer], bool]) -> None:
        self.meets = meets
        self.buffers: list[Buffer] = []

    def add(self, buffer: Buffer) -> None:
        self.buffers.append(buffer)

    def meeting(self, buffer: Buffer) -> Iterable[Buffer]:
        return (other for other in self.buffers if self.meets(buffer, other))


def pack(piles: Iterable[Pile], done: Placed, base: int, placed: dict[str, Buffer]) -> int:
    """Place `piles` from `base` on, beside what is `done`; returns the end."""
    end = base
    for pile in sorted(piles, key=lambda pile: (-size_of(pile), pile[0].name)):
        # Addresses at which a buffer of the pile would meet one that is placed: all between the two ends.
        taken = sorted(
            (other.offset_bytes - buffer.size_bytes, other.offset_bytes + other.size_bytes)
            for buffer in pile
            for other in done.meeting(buffer)
        )
        unit = max(map(unit_of, pile))
        offset = align(base, unit)
        for first, last in taken:
            if first < offset:
                offset = max(offset, align(last, unit))
        for buffer in pile:
            placed[buffer.name] = replace(buffer, offset_bytes=offset)
            done.add(placed[buffer.name])
        end = max(end, offset + size_of(pile))
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
