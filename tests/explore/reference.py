# SPDX-License-Identifier: Apache-2.0
"""A model of caches that is as simple as can be, against which the one in C is compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dfgen.model.caches import Cache, Policy

Access = tuple[int, bool]
"""An address, and whether it is written."""


@dataclass
class Line:
    number: int
    dirty: bool = False
    used: bool = False


@dataclass
class Model:
    """One cache. Sets of `lru`, `mru` and `nmru` are lists, the line used last first; others have places."""

    about: Cache
    random: int
    beyond: Model | None = None
    accesses: int = 0
    misses: int = 0
    write_backs: int = 0
    memory: list[int] = field(default_factory=lambda: [0, 0])
    sets: dict[int, list[Line | None]] = field(default_factory=dict)

    def fetch_beyond(self, number: int) -> None:
        if self.beyond is not None:
            self.beyond.access(number)
        else:
            self.memory[0] += 1

    def access(self, number: int, writes: bool = False) -> None:
        """Levels beyond the first write back what goes before they fetch what comes; the first one behind that."""
        lines = self.sets.setdefault(number % self.about.sets, [None] * self.about.ways)
        self.accesses += 1
        found = next((line for line in lines if line is not None and line.number == number), None)
        if found is None:
            self.misses += 1
            place = self._victim(lines)
            gone = lines[place]
            found = lines[place] = Line(number)
            goes = gone is not None and gone.dirty
            if goes and self.about.level > 1:
                self.give_back(gone.number)
            self.fetch_beyond(number)
            if goes and self.about.level == 1:
                self.give_back(gone.number)
        found.dirty |= writes
        self._use(lines, found)

    def give_back(self, number: int) -> None:
        """To the first level that has the line, without a use of it."""
        self.write_backs += 1
        at = self.beyond
        while at is not None:
            for line in at.sets.get(number % at.about.sets, ()):
                if line is not None and line.number == number:
                    line.dirty = True
                    return
            at = at.beyond
        self.memory[1] += 1

    def _use(self, lines: list[Line | None], found: Line) -> None:
        if self.about.policy is Policy.NRU:
            found.used = True
            if all(line is not None and line.used for line in lines):
                for line in lines:
                    line.used = line is found
        elif self.about.policy is not Policy.RANDOM:
            lines.remove(found)
            lines.insert(0, found)

    def _victim(self, lines: list[Line | None]) -> int:
        policy, ways = self.about.policy, self.about.ways
        if None in lines:
            return lines.index(None) if policy in (Policy.NRU, Policy.RANDOM) else ways - 1
        if policy is Policy.LRU or ways == 1:
            return ways - 1
        if policy is Policy.MRU:
            return 0
        if policy is Policy.NMRU:
            return 1 + self._below(ways - 1)
        if policy is Policy.RANDOM:
            return self._below(ways)
        return next((place for place, line in enumerate(lines) if not line.used), ways - 1)

    def _below(self, limit: int) -> int:
        """Xorshift, of 64 bits."""
        mask = (1 << 64) - 1
        self.random ^= self.random << 13 & mask
        self.random ^= self.random >> 7
        self.random ^= self.random << 17 & mask
        return (self.random >> 32) * limit >> 32


def machine(caches: Sequence[Cache], cores: int) -> list[Model]:
    """The L1 of each core, with what is beyond."""
    memory = [0, 0]
    made: dict[tuple[int, int], Model] = {}
    first = []
    for core in range(cores):
        beyond = None
        for cache in reversed(caches):
            key = cache.level, core // cache.shared_by
            if key not in made:
                seed = cache.seed + (64 * (cache.level - 1) if cache.level > 1 else 0) + core // cache.shared_by + 1
                made[key] = Model(cache, seed, beyond, memory=memory)
            beyond = made[key]
        first.append(beyond)
    return first


def run(first: Model, accesses: Iterable[Access], line_bytes: int) -> None:
    for address, writes in accesses:
        first.access(address // line_bytes, writes)
