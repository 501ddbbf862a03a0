# SPDX-License-Identifier: Apache-2.0
"""The machine as the mapping sees it: what it takes of a Platform, in exact numbers.

A token that goes from core to core costs its bytes, which the reader fetches from the writer's cache, and a part of the
crossing of the counter that publishes them. How many bytes are published at a time, how long passes may be and what
stays in a cache follow from the platform and from the table of constants.
"""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from functools import cached_property

from dfgen.machine.constants import (
    BLOCK_OF_L2,
    NEAR_OF_L1,
    OVERLAP_CROSSINGS,
    OWN_OF_L2,
    PUBLISHED_BYTES,
    STREAM_FETCHES,
    STREAMED_L2,
    TRIP_CROSSINGS,
    TURN_OF_L1,
)
from dfgen.model.costs import at
from dfgen.model.frozen import frozen
from dfgen.model.platform import Platform, default_platform

_DENOMINATOR_MAX = 10**9
"""Rounding: costs have three digits."""


@frozen
class Machine:
    """All of one platform; times in ns."""

    platform: Platform = field(default_factory=default_platform)

    def core_type(self, core: int) -> str:
        """By which actors state times; empty where cores are alike."""
        cores = self.platform.cores
        return cores[core].type if core < len(cores) else ""

    @cached_property
    def sync_ns(self) -> Fraction:
        """Until a core sees a counter that another one has changed."""
        return Fraction(self.platform.costs.sync_ns)

    @cached_property
    def publish_bytes(self) -> int:
        """A core publishes at least so much at a time: a power of two, of a line or more, of a block or less."""
        wanted = max(int(self.sync_ns) * PUBLISHED_BYTES.value, self.platform.line_bytes)
        return max(1, min(1 << (wanted - 1).bit_length(), self.block_bytes))

    @cached_property
    def fetch_byte_ns(self) -> Fraction:
        """A byte that comes from another core's cache, in windows of what is published at a time. Readers take over
        lines where they gain by it."""
        costs = self.platform.costs
        per_byte = min(at(c, self.publish_bytes) for c in (costs.fetch_ns_per_byte, costs.fetch_owned_ns_per_byte))
        return Fraction(per_byte).limit_denominator(_DENOMINATOR_MAX)

    @cached_property
    def crossing_byte_ns(self) -> Fraction:
        """The same with its part of the counter."""
        return self.fetch_byte_ns + self.sync_ns / self.publish_bytes

    @cached_property
    def trip_ns(self) -> Fraction:
        """What cores that share a loop need in each trip to see that the others are done."""
        return TRIP_CROSSINGS.value * self.sync_ns

    @cached_property
    def overlap_ns(self) -> Fraction:
        """What overlapping passes may take from first to last."""
        return OVERLAP_CROSSINGS.value * self.sync_ns

    @cached_property
    def stream_byte_ns(self) -> Fraction:
        """Cores that take less for a byte between them, at both ends together, wait for bytes, not for results."""
        return STREAM_FETCHES.value * self.fetch_byte_ns

    @cached_property
    def near_bytes(self) -> int:
        """What stays in a core's nearest cache, beside what else is used."""
        return int(self.platform.l1_bytes * NEAR_OF_L1.value)

    @cached_property
    def turn_bytes(self) -> int:
        """Of an actor's windows in a pass, for each turn in it; those of two turns stay in the nearest cache."""
        return int(self.platform.l1_bytes * TURN_OF_L1.value)

    @cached_property
    def block_bytes(self) -> int:
        """What a FIFO may carry in a block."""
        return int(self.platform.l2_bytes * BLOCK_OF_L2.value)

    @cached_property
    def own_cache_bytes(self) -> int:
        """What stays in a core's own cache until it is read."""
        return int(self.platform.l2_bytes * OWN_OF_L2.value)

    @cached_property
    def streamed_bytes(self) -> int:
        """What all FIFOs between cores may hold, to lie in the cache that cores share."""
        return min(self.platform.l2_bytes * STREAMED_L2.value, max(self.platform.l2_bytes, self.platform.l3_bytes))


DEFAULT = Machine()
"""Of the shipped platform."""
