# SPDX-License-Identifier: Apache-2.0
"""How long the operations of a program take on a platform, in picoseconds so that sums are exact.

An actor takes the time that the graph states, or a guess by the bytes it touches. A transfer takes what the cost model
estimates for its strategy. Firings of an actor count the same, though phases of it may differ: a block holds many.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property

from dfgen.machine.constants import FILES_AT_A_TIME, RELOCATED_NS
from dfgen.machine.times import (
    bulk_bytes,
    file_transfer_ns,
    firing_time_ns,
    moved_bytes,
    moved_share,
    objects_in,
)
from dfgen.model.actor import Actor
from dfgen.model.costs import at
from dfgen.model.engine_costs import EngineCost
from dfgen.model.engine_use import EngineUse
from dfgen.model.frozen import frozen
from dfgen.model.names import fifo_name
from dfgen.model.plan import Layout, Transfer
from dfgen.model.platform import Platform
from dfgen.model.program import Acquire, Fire, Firings, Move, Program, Submit

PS_PER_NS = 1000
"""Mark: the unit of what is simulated."""


class Kind(Enum):
    """What a core or an engine does with its time. `LOOP`: firings that take turns with those of other actors, and of
    which only the sum is true. `MORE`: trips of a loop that are like those before, with all that is in them."""

    FIRE = "fire"
    LOOP = "loop"
    MORE = "more"
    MOVE = "move"
    WAIT = "wait"


@frozen
class Durations:
    """Of all that `program` does, per firing of an actor."""

    program: Program
    platform: Platform

    def fire_ps(self, actor: str, core: int) -> float:
        cores = self.platform.cores
        core_type = cores[core].type if core < len(cores) else ""
        return float(firing_time_ns(self.program.graph.actor(actor), core_type)) * PS_PER_NS

    def moves_ps(self, block: Firings) -> list[tuple[str, float]]:
        """The transfers of a firing, by FIFO, as far as the core does them; and what it takes more to read copies that
        lie in a cache of an engine's."""
        found = []
        for operation in block.body:
            if isinstance(operation, (Acquire, Move, Submit)):
                found.append((fifo_name(self.program.graph, operation.transfer.fifo), self._move_ps(operation)))
            elif isinstance(operation, Fire):
                found += self._lost_ps(operation)
        return found

    def engine_ps(self, transfer: Transfer) -> float:
        """What an engine takes for the copy of a firing, with the pointers of objects."""
        bytes_per_firing, cost = self._bytes(transfer), self._engine_cost(transfer)
        ns = (
            bytes_per_firing * self.platform.costs.engine_ns_per_byte
            if cost is None
            else cost.copy_ns(bytes_per_firing)
        )
        return (ns + self._relocated_ns(transfer)) * PS_PER_NS

    def left_to_engine(self, transfer: Transfer) -> float:
        """Of the time until an engine is done with what it has been given, the part that is left where a core that
        waits for it makes what it has not begun."""
        size = max(1, round(self._bytes(transfer)))
        copied_ns = size * at(self.platform.costs.plain_copy.near_unread, size)
        core_ps = (copied_ns + self._relocated_ns(transfer)) * PS_PER_NS
        return core_ps / (core_ps + self.engine_ps(transfer)) if self._engine_cost(transfer) is not None else 1.0

    def queue_ps(self, actor: str) -> float:
        """What an engine takes for the block of a firing: to send or receive it; to write it in bulk operations; or to
        read or write it, and of several in flight some get on at a time."""
        found = self.program.graph.actor(actor)
        if found.network is not None:
            return float(found.network.byte_ns * found.touched_bytes) * PS_PER_NS
        if found.bulk is not None:
            return float(bulk_bytes(found)) * self.platform.costs.engine_ns_per_byte * PS_PER_NS
        return float(file_transfer_ns(found)) * PS_PER_NS / FILES_AT_A_TIME.value

    def engine_seen_ps(self, engine: int) -> int:
        """After so long a copy that is done is seen to be done."""
        cost = self.platform.engine(EngineUse.of(self.program.engines[engine]).name)
        return round((self.platform.costs.engine_ns if cost is None else cost.first_ns) * PS_PER_NS)

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
        cost, size = self._engine_cost(transfer), self._bytes(transfer)
        give_ns = costs.engine_submit_ns if cost is None else cost.give_ns + cost.written_ns(size)
        if not operation.is_awaited:
            return give_ns * PS_PER_NS
        return (give_ns + (costs.engine_ns if cost is None else cost.first_ns)) * PS_PER_NS + self.engine_ps(transfer)

    def _lost_ps(self, fire: Fire) -> Iterator[tuple[str, float]]:
        ports = {port.name: port for port in self.program.graph.actor(fire.actor).ports}
        for name, window in fire.windows:
            transfer, port = self._copied.get(window.buffer), ports.get(name)
            cost = self._engine_cost(transfer) if transfer is not None else None
            if transfer is not None and cost is not None and port is not None and port.is_input:
                size = sum(port.rates) * moved_bytes(port.type) / len(port.rates)
                yield fifo_name(self.program.graph, transfer.fifo), cost.read_ns(size) * PS_PER_NS

    @cached_property
    def _copied(self) -> dict[str, Transfer]:
        """By buffer, the copy by an engine that writes it."""
        return {
            part.transfer.target.buffer: part.transfer
            for blocks in self.program.blocks.values()
            for part in blocks[0].firings.body
            if isinstance(part, Submit)
        }

    def _engine_cost(self, transfer: Transfer) -> EngineCost | None:
        """None where nobody has measured it."""
        return self.platform.engine(EngineUse.of(self.program.engines[transfer.engine]).name)

    def _bytes(self, transfer: Transfer) -> float:
        """Of a firing; of objects those that are in use."""
        moved = transfer.bytes_per_iteration * moved_share(transfer.type)
        return moved / self.firings_per_iteration(transfer.actor)

    def _relocated_ns(self, transfer: Transfer) -> float:
        """Beside the copy of the bytes of a firing: the pointers in its objects."""
        return float(RELOCATED_NS.value) * objects_in(transfer.type, self._bytes(transfer))


def is_timed(actor: Actor) -> bool:
    """Whether the graph states how long the actor takes."""
    return bool(actor.times) or actor.file is not None or actor.boundary is not None
