# SPDX-License-Identifier: Apache-2.0
"""What a transfer strategy adds to a graph iteration: pure functions of how a FIFO is read and of the platform.

All estimates are in ns and over `shared`, whose reader fetches the writer's bytes where they are. The platform's curves
(`dfgen.model.costs`) were taken in loops of a writer, a transfer and a reader, so they hold what a copy does to the
reader (warm after memcpy that fits the cache, cold after stream) and to the writer's next round. Added here are:

- eviction: what the reader has in its core's cache besides comes back slowly after a copy that took its place;
- faults of a view: each page is touched and, where it is written, taken once, spread over `FAULT_USES` uses;
- the call of a copy for each piece.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from dfgen.memory.strategies.cow import COW
from dfgen.memory.strategies.memcpy import MEMCPY
from dfgen.memory.strategies.shared import SHARED
from dfgen.memory.strategies.stream import STREAM
from dfgen.model.costs import Curve, at
from dfgen.model.platform import Platform

# Of what a use of a view costs, whatever its size: to ask the system whether there were faults. Views that a core uses
# one after the other ask but once.
ASKING = 0.5
# A program is taken to use each page of a view at least so many times.
FAULT_USES = 256
# Calling a copy, and finding out how to copy.
CALL_NS = 4
# Below, the runtime copies in the ordinary way what should go past the caches.
STREAM_BYTES_MIN = 4096
# Shorter ones take longer than memcpy, by the wait until the stores are done. Calibration's loops do not show that:
# what they compare with waits for its stores, too, as it reads at once what it wrote.
STREAM_BYTES_LONG = 16 * 1024
# No smaller window is given a view where a copy would do: what could be gained are microseconds. Where the graph says
# how much of it is written, the estimate is better and a smaller gain more certain.
VIEW_BYTES_MIN = 256 * 1024
VIEW_PAGES_MIN = 16
# From this share of written pages on the runtime gives a view all of its pages at once.
TAKE_ALL_FROM = 0.5
# A strategy must win by more than its estimate may be wrong to be taken in place of the plain one. That of `stream` may
# be by much: copies for several readers follow each other into one place, which memcpy leaves in the cache.
GAIN = {MEMCPY.name: 1.0, STREAM.name: 0.85, COW.name: 0.8}
# Written by a reader that is declared read_mostly without a number, as a share of the pages of its window.
MOSTLY_WRITTEN = 0.1


@dataclass(frozen=True)
class Use:
    """How a reader uses a FIFO.

    `window_bytes` of each of its `firings` of a graph iteration come in pieces of `piece_bytes`. `far`: another core
    wrote them, and they were not read by this one yet. `written`: the share of a window's pages that a firing writes;
    `read`: the share that it reads. `resident_bytes`: what it has in its core's cache besides and wants back.
    `readers`: how many ports on that core read the same bytes. `alone`: in a program of one core.
    """

    window_bytes: int
    firings: int
    piece_bytes: int
    far: bool = False
    written: float = 1.0
    read: float = 1.0
    resident_bytes: int = 0
    readers: int = 1
    alone: bool = False


def estimates_ns(strategies: Iterable[str], use: Use, platform: Platform) -> tuple[tuple[str, int], ...]:
    """Estimates by strategy, in the order given."""
    return tuple((name, estimate_ns(name, use, platform)) for name in strategies)


def estimate_ns(strategy: str, use: Use, platform: Platform) -> int:
    """What `strategy` adds to a graph iteration."""
    if strategy == SHARED.name or use.window_bytes == 0:
        return 0
    a_firing = {MEMCPY.name: _memcpy_ns, STREAM.name: _stream_ns, COW.name: _view_ns}[strategy]
    return round(use.firings * a_firing(use, platform))


def best(estimates: Mapping[str, int], among: Collection[str]) -> str:
    """The strategy to take; a special one must win by what estimates may be wrong."""
    found = MEMCPY.name
    for name in (name for name in GAIN if name in among):
        if estimates[name] < GAIN[name] * estimates[found]:
            found = name
    return found


def _memcpy_ns(use: Use, platform: Platform) -> float:
    costs = platform.costs
    if use.far:
        moved = _blend(costs.memcpy_far_read_ns_per_byte, costs.memcpy_far_unread_ns_per_byte, use)
    else:
        moved = _blend(costs.memcpy_near_read_ns_per_byte, costs.memcpy_near_unread_ns_per_byte, use)
    evicted = (costs.evict_memcpy_near_ns_per_byte, costs.evict_memcpy_far_ns_per_byte)
    return _calls_ns(use) + moved + _evicted_ns(evicted, use, platform)


def _stream_ns(use: Use, platform: Platform) -> float:
    costs = platform.costs
    if use.piece_bytes < STREAM_BYTES_MIN:
        return _memcpy_ns(use, platform)
    if use.far:
        moved = _blend(costs.stream_far_read_ns_per_byte, costs.stream_far_unread_ns_per_byte, use)
    else:
        moved = _blend(costs.stream_near_read_ns_per_byte, costs.stream_near_unread_ns_per_byte, use)
    evicted = (costs.evict_stream_near_ns_per_byte, costs.evict_stream_far_ns_per_byte)
    estimate = _calls_ns(use) + moved + _evicted_ns(evicted, use, platform)
    return estimate if use.piece_bytes >= STREAM_BYTES_LONG else max(estimate, _memcpy_ns(use, platform))


def _view_ns(use: Use, platform: Platform) -> float:
    costs, size = platform.costs, use.window_bytes
    pages = -(-size // platform.page_bytes)
    written = 1.0 if use.written >= TAKE_ALL_FROM else use.written
    use_ns = costs.view_ns * (1 - ASKING + ASKING / use.readers)
    # As in a window of nothing but written pages: the others stay in the cache as they would without a view.
    page = at(costs.view_written_ns_per_byte, round(written * size))
    kept = at(costs.view_clean_ns_per_byte, size) + written * page
    fault_ns = costs.lone_write_fault_ns if use.alone else costs.write_fault_ns
    faults = pages * (costs.read_fault_ns + written * fault_ns) / FAULT_USES
    evicted = (costs.evict_memcpy_near_ns_per_byte, costs.evict_memcpy_far_ns_per_byte)
    return use_ns + kept * size + faults + _evicted_ns(evicted, use, platform, round(written * size))


def _calls_ns(use: Use) -> float:
    return CALL_NS * -(-use.window_bytes // use.piece_bytes)


def _blend(read: Curve, unread: Curve, use: Use) -> float:
    size = use.window_bytes
    return size * (use.read * at(read, size) + (1 - use.read) * at(unread, size))


def _evicted_ns(curves: tuple[Curve, Curve], use: Use, platform: Platform, copied_bytes: int | None = None) -> float:
    """The neighbour is taken to hold as much as the reader. Without `copied_bytes` it is the window that is copied."""
    near, far = (at(curve, copied_bytes if copied_bytes is not None else use.window_bytes) for curve in curves)
    return use.resident_bytes * (near + (far if platform.core_count > 1 else 0))
