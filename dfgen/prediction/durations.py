# SPDX-License-Identifier: Apache-2.0
"""How long the operations of a program take on a platform, in picoseconds so that sums are exact.

An actor takes the time that the graph states, or a guess by the bytes it touches. A transfer takes what the cost model
estimates for its strategy. Firings of an actor count the same, though phases of it may differ: a block holds many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from dfgen.machine.constants import FILES_AT_A_TIME
from dfgen.machine.times import bulk_bytes, file_transfer_ns, firing_time_ns, touched_bytes
from dfgen.model.costs import at
from dfgen.model.graph import Actor
from dfgen.model.plan import Layout, Transfer
from dfgen.model.platform import Platform
from dfgen.model.program import Acquire, Fire, Firings, Move, Program, Submit

PS_PER_NS = 1000


class Kind(Enum):
    """What a core or an engine does with its time. `LOOP`: firings that take turns with those of other actors, and of
    which only the sum is true. `MORE`: trips of a loop that are like those before, with all that is in them."""

    FIRE = "fire"
    LOOP = "loop"
    MORE = "more"
    MOVE = "move"
    WAIT = "wait"


@dataclass(frozen=True)
class Durations:
    """Of all that `program` does, per firing of an actor."""

    program: Program
    platform: Platform

    def fire_ps(self, actor: str, core: int) -> float:
        cores = self.platform.cores
        core_type = cores[core].type if core < len(cores) else ""
        return float(firing_time_ns(self.program.graph.actor(actor), core_type)) * PS_PER_NS

    def moves_ps(self, block: Firings) -> list[tuple[str, float]]:
        """The transfers of a firing, by FIFO, as far as the core does them."""
        return [
            (self.program.fifo_name(operation.transfer), self._move_ps(operation))
            for operation in block.body
            if isinstance(operation, (Acquire, Move, Submit))
        ]

    def engine_ps(self, transfer: Transfer) -> float:
        """What an engine takes for the copy of a firing."""
        bytes_per_firing = transfer.bytes_per_iteration / self.firings_per_iteration(transfer.actor)
        return bytes_per_firing * self.platform.costs.engine_ns_per_byte * PS_PER_NS

    def queue_ps(self, actor: str) -> float:
        """What an engine takes for the block of a firing: to send or receive it; to write it in bulk operations; or to
        read or write it, and of several in flight some get on at a time."""
        found = self.program.graph.actor(actor)
        if found.network is not None:
            return float(found.network.byte_ns * touched_bytes(found)) * PS_PER_NS
        if found.bulk is not None:
            return float(bulk_bytes(found)) * self.platform.costs.engine_ns_per_byte * PS_PER_NS
        return float(file_transfer_ns(found)) * PS_PER_NS / FILES_AT_A_TIME.value

    @property
    def engine_seen_ps(self) -> int:
        """After so long a copy that is done is seen to be done."""
        return round(self.platform.costs.engine_ns * PS_PER_NS)

    def tail_ps(self, name: str) -> float:
        """Moving the tail of a buffer at the end of a trip; of a wrapped one each time that its slots come round."""
        buffer = self.program.memory.buffers[name]
        size_bytes = buffer.history_tokens * buffer.type.footprint_bytes
        trips = buffer.slots if buffer.layout is Layout.WRAPPED else 1
        return size_bytes * at(self.platform.costs.plain_copy.near_read, max(1, size_bytes)) * PS_PER_NS / trips

    def firings_per_iteration(self, actor: str) -> int:
        return self.program.blocks[actor][0].firings_per_iteration

    def guessed(self) -> Iterator[str]:
        """Actors whose time nobody has stated."""
        for actor, blocks in self.program.blocks.items():
            fires = any(isinstance(operation, Fire) for operation in blocks[0].firings.body)
            known = self.program.graph.actor(actor)
            if fires and not is_timed(known) and not known.is_at_link:
                yield actor

    def _move_ps(self, operation: Acquire | Move | Submit) -> float:
        """Of a firing: what the planner has estimated; of an engine's copy what giving it takes, or all of it where the
        core waits for it."""
        transfer, costs = operation.transfer, self.platform.costs
        if not isinstance(operation, Submit):
            ns = dict(transfer.estimates_ns)[transfer.how.strategy] / self.firings_per_iteration(transfer.actor)
            return ns * PS_PER_NS
        if not operation.is_awaited:
            return costs.engine_submit_ns * PS_PER_NS
        return (costs.engine_submit_ns + costs.engine_ns) * PS_PER_NS + self.engine_ps(transfer)


def is_timed(actor: Actor) -> bool:
    """Whether the graph states how long the actor takes."""
    return bool(actor.times) or actor.file is not None or actor.boundary is not None
