# SPDX-License-Identifier: Apache-2.0
"""What the estimates of strategies are made of: pure functions of how a FIFO is read and of the platform.

All estimates are in ns and over a reader that fetches the writer's bytes where they are. The platform's curves
(`dfgen.model.costs`) were taken in loops of a writer, a transfer and a reader, so they hold what a copy does to the
reader (warm after one that fits the cache, cold after one past it) and to the writer's next round. Added here are:

- eviction: what the reader has in its core's cache besides comes back slowly after a copy that took its place;
- the call of a copy for each piece.
"""

from __future__ import annotations

from dfgen.machine.constants import COPY_CALL_NS
from dfgen.model.costs import CopyCost, Curve, at
from dfgen.model.frozen import frozen
from dfgen.model.platform import Platform


@frozen
class Use:
    """How a reader uses a FIFO.

    `window_bytes` of each of its `firings` of a graph iteration come in pieces of `piece_bytes`. `far`: another core
    wrote them, and they were not read by this one yet. `written`: the share of a window's pages that a firing writes;
    `read`: the share that it reads. `resident_bytes`: what it has in its core's cache besides and wants back.
    `readers`: how many ports on that core read the same bytes. `alone`: in a program of one core. `objects`: so many
    are in a window whose tokens are object graphs, else 0.
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
    objects: int = 0


def copy_ns(use: Use, cost: CopyCost, platform: Platform) -> float:
    """A copy of a window by a kernel."""
    read, unread = (cost.far_read, cost.far_unread) if use.far else (cost.near_read, cost.near_unread)
    calls_ns = COPY_CALL_NS.value * -(-use.window_bytes // use.piece_bytes)
    return calls_ns + _blend(read, unread, use) + evicted_ns(use, cost, platform, use.window_bytes)


def evicted_ns(use: Use, cost: CopyCost, platform: Platform, copied_bytes: int) -> float:
    """The neighbour is taken to hold as much as the reader."""
    near, far = (at(curve, copied_bytes) for curve in (cost.evict_near, cost.evict_far))
    return use.resident_bytes * (near + (far if platform.core_count > 1 else 0))


def _blend(read: Curve, unread: Curve, use: Use) -> float:
    size = use.window_bytes
    return size * (use.read * at(read, size) + (1 - use.read) * at(unread, size))
