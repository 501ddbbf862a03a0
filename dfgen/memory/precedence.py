# SPDX-License-Identifier: Apache-2.0
"""Which blocks of a pass are surely over when others begin, by the order of each core and the waits between cores.

Blocks are the nodes of a synchronisation graph (Sriram and Bhattacharyya, Embedded Multiprocessors, ch. 10): those of a
core follow on each other, its first one on its last one of the pass before, and each wait is an edge with a delay, its
lag. A block begins when another one of d passes ago is over if some path leads there with a delay of no more than d.
Passes are those of the cores: a block of a later stage runs in them what one of the first did some passes before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from dfgen.model.plan import StepRef, Wait
from dfgen.model.schedule import Schedule

Block = tuple[int, int]
"""A core, and the child of the root that it runs (a part of)."""


class Precedence:
    def __init__(self, schedule: Schedule, waits: Mapping[StepRef, Sequence[Wait]]) -> None:
        self._after: dict[Block, dict[Block, int]] = {}
        self._found: dict[Block, dict[Block, int]] = {}
        for core in range(schedule.cores):
            own = [(core, child) for child in schedule.children_of(core)]
            for block, following in pairwise(own):
                self._add(block, following, 0)
            if own:
                self._add(own[-1], own[0], 1)
        root = schedule.root.id
        for step, found in waits.items():
            for wait in found if step.loop == root else ():
                if wait.step.loop == root and wait.step.agent.engine is None:
                    later = schedule.stage(root, step.child) - schedule.stage(root, wait.step.child)
                    before = (wait.step.agent.core, wait.step.child)
                    self._add(before, (step.agent.core, step.child), wait.lag + later)

    def alternate(self, some: Collection[Block], others: Collection[Block]) -> bool:
        """Whether in each pass all blocks of the one are over before any of the other begins, and those of the next
        pass begin behind these; whichever comes first."""
        return any(
            all(self._lag(early, late) <= 0 and self._lag(late, early) <= 1 for early in first for late in second)
            for first, second in ((some, others), (others, some))
        )

    def _add(self, block: Block, following: Block, lag: int) -> None:
        known = self._after.setdefault(block, {})
        known[following] = min(lag, known.get(following, lag))

    def _lag(self, before: Block, after: Block) -> float:
        """So many passes ago `before` is over when `after` begins."""
        if before not in self._found:
            self._found[before] = self._least(before)
        return self._found[before].get(after, float("inf"))

    def _least(self, start: Block) -> dict[Block, int]:
        """The least delays of paths from there (Dijkstra 1959)."""
        found: dict[Block, int] = {}
        heap = [(lag, block) for block, lag in self._after.get(start, {}).items()]
        heap.sort()
        while heap:
            lag, block = heappop(heap)
            if block not in found:
                found[block] = lag
                for following, more in self._after.get(block, {}).items():
                    heappush(heap, (lag + more, following))
        return found
