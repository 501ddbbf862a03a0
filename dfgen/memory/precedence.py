# SPDX-License-Identifier: Apache-2.0
"""Which blocks of a pass are surely over when others begin, by the order of each core and the waits between cores.

Blocks are the nodes of a synchronisation graph (Sriram and Bhattacharyya, Embedded Multiprocessors, ch. 10): those of a
core follow on each other, its first one on its last one of the pass before, and each wait is an edge with a delay, its
lag. A block begins when another one of d passes ago is over if some path leads there with a delay of no more than d.
Passes are those of the cores: a block of a later stage runs in them what one of the first did some passes before. As
the program begins and ends, cores run the blocks of some stages only, and nobody waits for the others: of a path, the
waits count that are of trips between those of its two ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from dfgen.model.plan import StepRef, Wait
from dfgen.model.schedule import Schedule

Block = tuple[int, int]
"""A core, and the child of the root that it runs (a part of)."""


class Precedence:
    def __init__(self, schedule: Schedule, waits: Mapping[StepRef, Sequence[Wait]]) -> None:
        self._schedule = schedule
        self._next: dict[Block, tuple[Block, int]] = {}
        """In the order of the core, and how many passes later."""
        self._waiting: dict[Block, list[tuple[Block, int]]] = {}
        """For the block, and the lag."""
        self._found: dict[tuple[Block, int, int], frozenset[Block]] = {}
        for core in range(schedule.cores):
            own = [(core, child) for child in schedule.children_of(core)]
            self._next.update((block, (following, 0)) for block, following in pairwise(own))
            if own:
                self._next[own[-1]] = own[0], 1
        root = schedule.root.id
        for step, found in waits.items():
            for wait in found if step.loop == root else ():
                if wait.step.loop == root and wait.step.agent.engine is None:
                    before = (wait.step.agent.core, wait.step.child)
                    self._waiting.setdefault(before, []).append(((step.agent.core, step.child), wait.lag))

    def alternate(self, some: Collection[Block], others: Collection[Block]) -> bool:
        """Whether in each pass all blocks of the one are over before any of the other begins, and those of the next
        pass begin behind these; whichever comes first."""
        return any(
            all(self._is_over(early, late, 0) and self._is_over(late, early, 1) for early in first for late in second)
            for first, second in ((some, others), (others, some))
        )

    def _stage(self, block: Block) -> int:
        return self._schedule.stage(self._schedule.root.id, block[1])

    def _is_over(self, before: Block, after: Block, passes: int) -> bool:
        """Whether `before` of so many passes ago is over when `after` begins."""
        trips = passes + self._stage(before) - self._stage(after)
        asked = before, passes, trips
        if asked not in self._found:
            self._found[asked] = self._reached(before, passes, trips)
        return after in self._found[asked]

    def _reached(self, start: Block, passes: int, trips: int) -> frozenset[Block]:
        """Where paths lead from there in so many passes, by waits up to a block whose trip is so many later."""
        places = [(start, 0)]
        found: dict[tuple[Block, int], None] = {}
        for place in places:
            for following in self._following(place, self._stage(start), sorted((0, trips))):
                if 0 <= following[1] <= passes and following not in found:
                    found[following] = None
                    places.append(following)
        return frozenset(block for block, _ in found)

    def _following(self, place: tuple[Block, int], stage: int, trips: Sequence[int]) -> Iterator[tuple[Block, int]]:
        """What begins when a block is over, that many passes after the first one, which is of a `stage`; those that
        wait do so in `trips` from the first one's."""
        block, passes = place
        following, more = self._next[block]
        yield following, passes + more
        first, last = trips
        trip = passes + stage - self._stage(block)
        for other, lag in self._waiting.get(block, ()):
            if first <= trip <= trip + lag <= last:
                yield other, trip + lag - stage + self._stage(other)
