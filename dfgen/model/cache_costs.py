# SPDX-License-Identifier: Apache-2.0
"""What copies cost on caches that somebody describes: the curves that `dfgen calibrate` would measure there, by where
each line is found when it comes to be used again.

A loop of a writer, a copy and a reader goes over its windows from front to back. How many other bytes are used between
two uses of a line follows from their size; the line is then in the innermost cache of which a core has no less to
itself. As in the replays of `dfgen explore`, an access of 16 bytes takes a cycle, four misses are on their way at a
time, and the lines that come from and go to the memory take no less time than their controller needs, at which all
cores are busy, as they are in calibration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dfgen.model.caches import Cache, Dram
from dfgen.model.costs import SHIPPED, Curve
from dfgen.model.frozen import frozen

OVERLAP = 4
"""Runtime: misses of a core on their way at a time (`runtime/explore/timeline.c`)."""
ACCESS_BYTES = 16
"""Runtime: of an access of a copy (`runtime/explore/read.c`)."""
LEAST_BYTES = 4 << 10
"""Form: of the first point of a curve."""
BEYOND = 4
"""Form: the last point is so many times what the caches hold, where nothing changes any more."""
_PLAIN = SHIPPED.plain_copy.kernel
_GOES_PAST = {copy.kernel: copy.kernel != _PLAIN for copy in SHIPPED.copies}
"""By kernel of the shipped costs, whether what it writes goes past the caches: that of all but the plain one does."""

_COPIES = ("near_read", "near_unread", "far_read", "far_unread")
_VIEWS = "view_written_ns_per_byte"
CURVES_OF_CACHES = frozenset(
    {f"{kernel}_{name}_ns_per_byte" for kernel in _GOES_PAST for name in _COPIES}
    | {f"evict_{kernel}_{name}_ns_per_byte" for kernel in _GOES_PAST for name in ("near", "far")}
    | {_VIEWS}
)
"""The names of what follows from caches, as a table of costs has them."""

Between = tuple[int, int]
"""Bytes that are used between two uses of a line, evenly from the least to the most of them."""


@frozen
class Hierarchy:
    """The caches and the memory, and of how many cores."""

    caches: tuple[Cache, ...]
    dram: Dram
    cores: int
    clock_mhz: int

    @property
    def line_bytes(self) -> int:
        return self.caches[0].line_bytes

    def own_bytes(self, cache: Cache) -> int:
        """What a core has of it to itself while all are busy."""
        return cache.bytes // min(cache.shared_by, self.cores)

    def holding(self, size_bytes: int) -> Cache | None:
        """The innermost cache in which so many bytes stay; none where only the memory has room."""
        return next((cache for cache in self.caches if self.own_bytes(cache) >= size_bytes), None)

    @property
    def line_ns(self) -> float:
        """A core's turn at its controller, for a line."""
        controllers = max(1, self.cores // self.dram.cores_per_controller)
        return self.line_bytes * 1e9 / self.dram.bytes_per_s * self.cores / controllers

    @property
    def memory_byte_ns(self) -> float:
        """A byte that comes from the memory."""
        return max(self.dram.latency_ns / OVERLAP, self.line_ns) / self.line_bytes

    def wait_ns(self, cache: Cache) -> float:
        """For a line that is found there; the L1 is not waited for."""
        return 0.0 if cache.level == 1 else cache.hit_cycles * 1000 / self.clock_mhz / OVERLAP

    @cached_property
    def common(self) -> tuple[Cache, ...]:
        """What a core has in common with its neighbour."""
        return tuple(cache for cache in self.caches if min(cache.shared_by, self.cores) > 1)

    @property
    def copy_ns(self) -> float:
        """The accesses of a copy of a line."""
        return 2 * self.line_bytes / ACCESS_BYTES * 1000 / self.clock_mhz


@dataclass
class _Loop:
    """What a core does for each line of a window: `work_ns`, waits, and lines that come from or go to the memory."""

    of: Hierarchy
    work_ns: float = 0.0
    waits_ns: float = 0.0
    lines: float = field(default=0.0)

    def reach(self, between: Between, caches: Sequence[Cache] | None = None) -> _Loop:
        """A line that was used before; `caches`: where it may be."""
        far = 1.0
        for cache in self.of.caches if caches is None else caches:
            beyond = _share_over(self.of.own_bytes(cache), between)
            self.waits_ns += max(0.0, far - beyond) * self.of.wait_ns(cache)
            far = min(far, beyond)
        self.waits_ns += far * self.of.dram.latency_ns / OVERLAP
        self.lines += far
        return self

    def fetch(self, size: int) -> _Loop:
        """A line that the neighbour has written last: it goes to where both can see it."""
        before = self.lines
        self.reach((size, size), self.of.common)
        self.lines += self.lines - before
        return self

    def written(self, between: Between) -> _Loop:
        """A line goes back to the memory where it leaves all caches meanwhile."""
        self.lines += _share_over(max(map(self.of.own_bytes, self.of.caches)), between)
        return self

    def from_memory(self) -> _Loop:
        self.waits_ns += self.of.dram.latency_ns / OVERLAP
        self.lines += 1
        return self

    def past(self) -> _Loop:
        """A line is written past the caches: nobody waits for it."""
        self.lines += 1
        return self

    @property
    def byte_ns(self) -> float:
        return max(self.work_ns + self.waits_ns, self.lines * self.of.line_ns) / self.of.line_bytes


def _share_over(room: int, between: Between) -> float:
    """Of lines between whose uses there are so many bytes: how many of them do not stay in that room."""
    least, most = between
    return float(most > room) if least == most else min(1.0, max(0.0, (most - room) / (most - least)))


def curves_of_caches(of: Hierarchy) -> Mapping[str, Curve]:
    """By the names of a table of costs."""
    found: dict[str, Curve] = {}
    sizes = _sizes(of)
    for kernel, goes_past in _GOES_PAST.items():
        loops = _past_caches if goes_past else _copied
        for number, name in enumerate(_COPIES):
            found[f"{kernel}_{name}_ns_per_byte"] = _curve((size, loops(of, size)[number]) for size in sizes)
        moved = 1 if goes_past else 2
        for name, caches in (("near", of.caches), ("far", of.common)):
            curve = _curve((size, _evicted_ns(of, moved * size, caches)) for size in sizes)
            found[f"evict_{kernel}_{name}_ns_per_byte"] = curve
    found[_VIEWS] = found[f"{_PLAIN}_near_read_ns_per_byte"]
    return found


def _sizes(of: Hierarchy) -> list[int]:
    most = BEYOND * max(map(of.own_bytes, of.caches))
    return [1 << power for power in range(LEAST_BYTES.bit_length() - 1, max(LEAST_BYTES, most).bit_length() + 1)]


def _curve(points: Iterable[tuple[int, float]]) -> Curve:
    return tuple((size, round(max(0.0, ns), 4)) for size, ns in points)


def _copied(of: Hierarchy, size: int) -> tuple[float, float, float, float]:
    """What a copy adds to a writer and a reader on one core that reads all of it or nothing, and to a reader on another
    core."""
    once, twice, to_twice = (size, size), (2 * size, 2 * size), (size, 2 * size)
    read = _Loop(of, of.copy_ns).reach(twice).reach(to_twice).reach(twice).reach(to_twice)
    unread = _Loop(of, of.copy_ns).reach(to_twice).reach(to_twice).reach(twice)
    far_read = _Loop(of, of.copy_ns).fetch(size).reach(twice).reach(to_twice).written(twice)
    far_unread = _Loop(of, of.copy_ns).fetch(size).reach(twice).written(twice)
    return (
        read.written(twice).written(twice).byte_ns - _Loop(of).reach(once).reach(once).written(once).byte_ns,
        unread.written(to_twice).written(twice).byte_ns - _Loop(of).reach(once).written(once).byte_ns,
        far_read.byte_ns - _Loop(of).fetch(size).byte_ns,
        far_unread.byte_ns,
    )


def _past_caches(of: Hierarchy, size: int) -> tuple[float, float, float, float]:
    """The same of a copy that goes past the caches."""
    once, twice = (size, size), (2 * size, 2 * size)
    read = _Loop(of, of.copy_ns).reach(twice).reach(once).written(twice).past().from_memory()
    unread = _Loop(of, of.copy_ns).reach(once).reach(once).written(once).past()
    far_read = _Loop(of, of.copy_ns).fetch(size).past().from_memory()
    return (
        read.byte_ns - _Loop(of).reach(once).reach(once).written(once).byte_ns,
        unread.byte_ns - _Loop(of).reach(once).written(once).byte_ns,
        far_read.byte_ns - _Loop(of).fetch(size).byte_ns,
        _Loop(of, of.copy_ns).fetch(size).past().byte_ns,
    )


def _evicted_ns(of: Hierarchy, brought: int, caches: Sequence[Cache]) -> float:
    """What comes back of half an L2 into which so many bytes were brought, and how much later; `caches`: those into
    which they were."""
    kept = of.own_bytes(of.caches[min(1, len(of.caches) - 1)]) // 2
    before = _Loop(of).reach((kept, kept))
    holding = of.holding(kept)
    if holding is not None and holding not in caches:
        return 0.0
    return _Loop(of).reach((kept + brought, kept + brought)).byte_ns - before.byte_ns


def where(of: Hierarchy, size_bytes: int) -> str:
    """Where so many bytes lie, or why they lie in no cache."""
    cache = of.holding(size_bytes)
    if cache is not None:
        return f"stay in L{cache.level}, of which a core has {_amount(of.own_bytes(cache))}"
    largest = max(of.caches, key=of.own_bytes)
    room = f"a core has {_amount(of.own_bytes(largest))} of L{largest.level}"
    return f"stay in no cache: {room}, and the memory takes {of.memory_byte_ns:.2g} ns a byte"


def _amount(size_bytes: int) -> str:
    for unit, size in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size_bytes >= size:
            return f"{size_bytes / size:g} {unit}"
    return f"{size_bytes} bytes"
