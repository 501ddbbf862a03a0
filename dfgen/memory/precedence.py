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

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate

from dfgen.model.plan import StepRef, Wait
from dfgen.model.schedule import Schedule

Block = tuple[int, int]
"""A core, and the child of the root that it runs (a part of)."""


class Precedence:
    """Blocks are numbered core by core, in the order of each. Where paths lead in a pass are, of each core, all blocks
    from the first one on: that one is looked for."""

    def __init__(self, schedule: Schedule, waits: Mapping[StepRef, Sequence[Wait]]) -> None:
        root = schedule.root.id
        own = [tuple(schedule.children_of(core)) for core in range(schedule.cores)]
        self._ends = list(accumulate(map(len, own)))
        self._cores = [core for core, children in enumerate(own) for _ in children]
        self._stages = [schedule.stage(root, child) for children in own for child in children]
        blocks = ((core, child) for core, children in enumerate(own) for child in children)
        self._numbers: dict[Block, int] = {block: number for number, block in enumerate(blocks)}
        self._waiting: dict[int, list[tuple[int, int]]] = {}
        """For a block, and the lag."""
        for step, found in waits.items():
            for wait in found if step.loop == root else ():
                if wait.step.loop == root and wait.step.agent.engine is None:
                    before = self._numbers[wait.step.agent.core, wait.step.child]
                    waiting = self._numbers[step.agent.core, step.child]
                    self._waiting.setdefault(before, []).append((waiting, wait.lag))
        self._waited_for = sorted(self._waiting)
        self._found: dict[tuple[int, int, int], list[list[int]]] = {}

    def alternate(self, some: Collection[Block], others: Collection[Block]) -> bool:
        """Whether in each pass all blocks of the one are over before any of the other begins, and those of the next
        pass begin behind these; whichever comes first."""
        return any(
            all(self._is_over(early, late, 0) and self._is_over(late, early, 1) for early in first for late in second)
            for first, second in ((some, others), (others, some))
        )

    def _is_over(self, before: Block, after: Block, passes: int) -> bool:
        """Whether `before` of so many passes ago is over when `after` begins."""
        early, late = self._numbers[before], self._numbers[after]
        trips = passes + self._stages[early] - self._stages[late]
        asked = early, passes, trips
        if asked not in self._found:
            self._found[asked] = self._reached(early, passes, trips)
        return any(firsts[after[0]] <= late for firsts in self._found[asked])

    def _reached(self, start: int, passes: int, trips: int) -> list[list[int]]:
        """Where paths lead from there, by waits up to a block whose trip is so many later: for each of so many passes
        the first block of each core, or their end."""
        found = [self._ends.copy() for _ in range(passes + 1)]
        places = [self._next(start, 0), *self._let_go(start, 0, start, trips)]
        while places:
            first, number = places.pop()
            if not 0 <= number <= passes:
                continue
            core = self._cores[first]
            known, end = found[number][core], self._ends[core]
            if first >= known:
                continue
            found[number][core] = first
            if known == end:
                places.append(self._next(end - 1, number))
            for at in range(bisect_left(self._waited_for, first), bisect_left(self._waited_for, known)):
                places += self._let_go(self._waited_for[at], number, start, trips)
        return found

    def _next(self, block: int, number: int) -> tuple[int, int]:
        """What follows on the block's core, and in which pass."""
        core = self._cores[block]
        if block + 1 < self._ends[core]:
            return block + 1, number
        return self._ends[core - 1] if core else 0, number + 1

    def _let_go(self, block: int, number: int, start: int, trips: int) -> Iterator[tuple[int, int]]:
        """What waits for a block of that pass, and in which pass; those that wait do so in `trips` from the one of
        `start`."""
        first, last = min(0, trips), max(0, trips)
        trip = number + self._stages[start] - self._stages[block]
        for other, lag in self._waiting.get(block, ()):
            if first <= trip <= trip + lag <= last:
                yield other, trip + lag - self._stages[start] + self._stages[other]
