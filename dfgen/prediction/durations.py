# SPDX-License-Identifier: Apache-2.0
"""How long the parts of a plan take on a platform, in picoseconds so that sums are exact.

An actor takes the time that the graph states, or a guess by the bytes it touches. A transfer takes what the cost model
estimates for its strategy. Firings of an actor count the same, though phases of it may differ: a block holds many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from dfgen.mapping.work import firing_time_ns
from dfgen.memory.offloading import asynchronous_copies
from dfgen.model.costs import at
from dfgen.model.graph import Actor, ActorKind
from dfgen.model.plan import Layout, Plan, TailMove, Transfer
from dfgen.model.platform import Platform

PS_PER_NS = 1000


class Kind(Enum):
    """What a core or an engine does with its time. `LOOP`: firings that take turns with those of other actors, and of
    which only the sum is true. `MORE`: turns of a loop that are like those before, with all that is in them."""

    FIRE = "fire"
    LOOP = "loop"
    MORE = "more"
    MOVE = "move"
    WAIT = "wait"


@dataclass(frozen=True)
class Copy:
    """What a firing of a copy actor gives to an engine: `engine_ps` of work that is seen to be done `seen_ps` later."""

    engine: int
    engine_ps: float
    seen_ps: int


@dataclass(frozen=True)
class Durations:
    """Of all that `plan` does, per firing of an actor."""

    plan: Plan
    platform: Platform

    def fire_ps(self, actor: str) -> float:
        return float(firing_time_ns(self.plan.graph.actor(actor))) * PS_PER_NS

    def moves_ps(self, actor: str) -> list[tuple[str, float]]:
        """The transfers of a firing, by FIFO, as far as the core does them."""
        if actor in self._asynchronous:
            return [(fifo, self.platform.costs.engine_submit_ns * PS_PER_NS) for fifo, _ in self._engine_bytes(actor)]
        found = []
        for transfer in self._transfers.get(actor, ()):
            ns = self._transfer_ns(transfer) / self.firings_per_iteration(actor)
            found.append((self.plan.fifo_name(transfer), ns * PS_PER_NS))
        return found

    def copies(self, actor: str) -> list[Copy]:
        """What a firing gives to engines and does not wait for."""
        if actor not in self._asynchronous:
            return []
        costs, engine = self.platform.costs, self._asynchronous[actor]
        seen_ps = costs.engine_ns * PS_PER_NS
        return [
            Copy(engine, size_bytes * costs.engine_ns_per_byte * PS_PER_NS, seen_ps)
            for _, size_bytes in self._engine_bytes(actor)
        ]

    def tail_ps(self, move: TailMove) -> float:
        """Moving the tail of a buffer at the end of a turn; of a wrapped one each time that its slots come round."""
        buffer = self.plan.buffers[move.buffer]
        size_bytes = buffer.history_tokens * buffer.type.size_bytes
        turns = buffer.slots if buffer.layout is Layout.WRAPPED else 1
        return size_bytes * at(self.platform.costs.memcpy_near_read_ns_per_byte, max(1, size_bytes)) * PS_PER_NS / turns

    def firings_per_iteration(self, actor: str) -> int:
        return self.plan.schedule.places[actor].firings_per_iteration_of(self.plan.schedule.root)

    def guessed(self) -> Iterator[str]:
        """Actors whose time nobody has stated."""
        for actor in self.plan.graph.actors:
            if not actor.is_mover and not is_timed(actor) and actor.name in self.plan.schedule.places:
                yield actor.name

    def _transfer_ns(self, transfer: Transfer) -> float:
        """Of a graph iteration: what the planner has estimated, or all that an engine takes which is waited for."""
        if self.plan.graph.actor(transfer.actor).kind is not ActorKind.COPY:
            return dict(transfer.estimates_ns)[transfer.strategy]
        costs, firings = self.platform.costs, self.firings_per_iteration(transfer.actor)
        submitted_ns = firings * (costs.engine_submit_ns + costs.engine_ns)
        return submitted_ns + transfer.bytes_per_iteration * costs.engine_ns_per_byte

    def _engine_bytes(self, actor: str) -> Iterator[tuple[str, float]]:
        for transfer in self._transfers.get(actor, ()):
            yield self.plan.fifo_name(transfer), transfer.bytes_per_iteration / self.firings_per_iteration(actor)

    @cached_property
    def _asynchronous(self) -> dict[str, int]:
        return asynchronous_copies(self.plan.graph)

    @cached_property
    def _transfers(self) -> dict[str, list[Transfer]]:
        found: dict[str, list[Transfer]] = {}
        for transfer in self.plan.transfers:
            found.setdefault(transfer.actor, []).append(transfer)
        return found


def is_timed(actor: Actor) -> bool:
    """Whether the graph states how long the actor takes."""
    return bool(actor.times)
