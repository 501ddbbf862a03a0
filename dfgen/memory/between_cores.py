# SPDX-License-Identifier: Apache-2.0
"""Buffers of several cores that are never in use at once: they may share addresses, with one another and with what one
core has for itself.

So much is known from the order of each core and from the waits that there are (`precedence.py`); none are added. It is
the memory exclusion graph of Desnos, Pelcat, Nezan and Aridhi (Pre- and post-scheduling memory allocation strategies on
MPSoCs, ESLsyn 2013), of which the schedule has taken away exclusions, but for passes that overlap: each use must also
be over before that of the next pass which follows on it in the same memory.

Small buffers stay out of it: where cores take turns with a line of the cache, each has to fetch it anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from dfgen.memory.buffers import Sized
from dfgen.memory.packing import Lifetime, Pile, most_alive, size_of
from dfgen.memory.precedence import Block, Precedence
from dfgen.model.alignment import PAGE_BYTES
from dfgen.model.frozen import frozen
from dfgen.model.plan import Buffer, StepRef, Wait
from dfgen.model.schedule import Schedule

PILES_MOST = 256
"""Effort: of the largest, which are compared with one another."""


@frozen
class Together:
    """Piles of all cores that lie in one part of the arena. `blocks`: all that may use a buffer; `cores`: those that
    do. `spans`: of what one core has for itself, in its order."""

    piles: Sequence[Pile]
    blocks: Mapping[str, frozenset[Block]]
    cores: Mapping[str, frozenset[int]]
    spans: Mapping[str, Lifetime]
    precedence: Precedence

    def meets(self, one: Buffer, other: Buffer) -> bool:
        """Whether both may be in use at once."""
        if one.name in self.spans and other.name in self.spans and one.core == other.core:
            return self.spans[one.name].meets(self.spans[other.name])
        # A core that uses both gives the order of their turns, by which the program is proven.
        if self.cores[one.name].isdisjoint(self.cores[other.name]):
            return True
        return not self.precedence.alternate(self.blocks[one.name], self.blocks[other.name])

    def least_bytes(self) -> int:
        """No placement can do with less: those of a core at the step with most of them, on all cores together, or piles
        that all meet each other."""
        cores = {pile[0].core for pile in self.piles if pile[0].name in self.spans}
        own = ([pile for pile in self.piles if pile[0].name in self.spans and pile[0].core == core] for core in cores)
        return max(sum(most_alive(piles, self.spans) for piles in own), sum(map(size_of, self._meeting())))

    def _meeting(self) -> Sequence[Pile]:
        """Some that all meet, the largest first."""
        found: list[Pile] = []
        for pile in sorted(self.piles, key=lambda pile: (-size_of(pile), pile[0].name)):
            if all(any(self.meets(a, b) for a in pile for b in other) for other in found):
                found.append(pile)
        return found


def together(
    schedule: Schedule,
    waits: Mapping[StepRef, Sequence[Wait]],
    sized: Iterable[Sized],
    alone: Sequence[Pile],
    own: Iterable[Pile],
    spans: Mapping[str, Lifetime],
) -> Together | None:
    """Those of the piles that nobody else's memory could be used for so far (`alone`), and of each core's `own`, that
    may share addresses; None if that would be the same as without."""
    if schedule.cores == 1:
        return None
    items = {item.buffer.name: item for item in sized}
    free = [pile for pile in alone if len(pile) == 1 and _is_free(items.get(pile[0].name))]
    large = [pile for pile in (*free, *own) if size_of(pile) >= PAGE_BYTES]
    large = sorted(large, key=lambda pile: (-size_of(pile), pile[0].name))[:PILES_MOST]
    blocks = {buffer.name: _blocks(schedule, buffer, items.get(buffer.name)) for pile in large for buffer in pile}
    cores = {buffer.name: _cores(buffer, items.get(buffer.name)) for pile in large for buffer in pile}
    found = Together(large, blocks, cores, spans, Precedence(schedule, waits))
    return found if any(_gain(found, free)) else None


def _is_free(item: Sized | None) -> bool:
    return item is not None and item.is_of_a_pass and item.buffer.core is None and not item.buffer.divided


def _gain(found: Together, free: Collection[Pile]) -> Iterator[bool]:
    """Whether those that cores share need not meet the others."""
    between = [pile[0] for pile in found.piles if pile in free]
    for pile in found.piles:
        yield from (not any(found.meets(buffer, b) for b in pile) for buffer in between if buffer is not pile[0])


def _cores(buffer: Buffer, item: Sized | None) -> frozenset[int]:
    """Those that surely use it, and may take turns with others. Not so where margins are cleared before the turn."""
    if item is not None and any(item.margins):
        return frozenset()
    if buffer.core is not None or item is None:
        return frozenset(() if buffer.core is None else (buffer.core,))
    return frozenset(access.core for each in item.dependences for access in (each.writer, each.reader))


def _blocks(schedule: Schedule, buffer: Buffer, item: Sized | None) -> frozenset[Block]:
    """All that may use it; `item` is None of a window that one actor has for itself."""
    root = schedule.root
    if buffer.owner:
        children: Collection[int] = {schedule.places[buffer.owner].indices[0]}
    elif buffer.loop == root.id:
        assert item is not None
        children = item.children
    else:
        children = {schedule.places[next(schedule.loops[buffer.loop].actors)].indices[0]}
    cores = (buffer.core,) if buffer.core is not None else range(schedule.cores)
    return frozenset((core, child) for child in children for core in cores if core in root.body[child].cores)
