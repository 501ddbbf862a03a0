# SPDX-License-Identifier: Apache-2.0
"""Slots that nobody would ever be waiting for: buffers get only as many as the other waits leave use for.

A buffer between cores has a slot for each pass that may overlap. But where its writer waits anyway for something that
comes after the reading, in every trip, it finds the slots behind it empty: with fewer of them no core would wait any
longer, and what is written next may still be in the cache. A run of the program's counters tells how far the reading is
known to be done as the writing begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dfgen.lowering.knowledge import Clock, Mark, Run, lists_of
from dfgen.lowering.lower import translated
from dfgen.lowering.resynchronise import of_peers_alone
from dfgen.machine.constants import LARGE_BYTES
from dfgen.model.alignment import PAGE_BYTES
from dfgen.model.plan import Dependence, Layout, Plan
from dfgen.model.program import Agent, AgentKind, Firings, Operation, Program, operations

_PASSES_MOST = 4096
"""Effort: that may overlap where a run is worth its time, which grows with them."""

_Use = tuple[int, int, str]
"""The firings of an actor on a core in the trips of a loop."""


def slots_that_suffice(plan: Plan) -> Mapping[str, int]:
    """By buffer that can do with fewer slots than it has, in the order of the plan: how many it needs. None where that
    saves little in all, or to find out takes long."""
    if plan.schedule.depth_passes > _PASSES_MOST:
        return {}
    paged = {
        name
        for name, buffer in plan.buffers.items()
        if buffer.layout is not Layout.LINEAR and buffer.slots > 1 and buffer.slot_bytes >= PAGE_BYTES
    }
    dependences = [m for m in plan.dependences if m.buffer in paged and m.crosses]
    crossing = {dependence.buffer for dependence in dependences}
    if _saved_bytes(plan, dict.fromkeys(crossing, 1)) < LARGE_BYTES.value:
        return {}
    needed = _needed(of_peers_alone(translated(plan)), dependences)
    needed = {name: max(needed[other] for other in _beside(plan, name, needed)) for name in needed}
    found = {
        name: needed[name]
        for name, buffer in plan.buffers.items()
        if name in needed and needed[name] < buffer.slots - buffer.spare_slots
    }
    return found if _saved_bytes(plan, found) >= LARGE_BYTES.value else {}


def _saved_bytes(plan: Plan, slots: Mapping[str, int]) -> int:
    buffers = ((plan.buffers[name], count) for name, count in slots.items())
    return sum((buffer.slots - count) * buffer.slot_bytes for buffer, count in buffers)


def _beside(plan: Plan, name: str, among: Iterable[str]) -> Iterator[str]:
    """Buffers that lie in the same slots, as each lies over the one before it."""
    place = plan.buffers[name].offset_bytes
    return (other for other in among if plan.buffers[other].offset_bytes == place)


def _needed(program: Program, dependences: Sequence[Dependence]) -> dict[str, int]:
    watch = _Watch(program, dependences)
    lists = lists_of(program, watch.uses)
    watch.run = Run(lists, lists.trips_to_run()[-1], program.chunk, on_mark=watch)
    watch.run.run()
    return watch.needed


class _Watch:
    """Looks, as each writing begins, how many trips ago the last reading was that is known to be done."""

    run: Run

    def __init__(self, program: Program, dependences: Sequence[Dependence]) -> None:
        self.numbers = {(agent.kind, agent.core, agent.engine): agent.number for agent in program.agents}
        self.needed: dict[str, int] = {}
        self.writings: dict[_Use, list[Dependence]] = {}
        # By reading and by the agent that does it, how far that is then, trip by trip: a core's next publication tells.
        self.done: dict[_Use, dict[int, list[int]]] = {}
        self.trips: Counter[_Use] = Counter()
        for m in dependences:
            self.writings.setdefault((m.loop, m.writer.core, m.writer.actor), []).append(m)
            self.done.setdefault((m.loop, m.reader.core, m.reader.actor), {})[self._finisher(m)] = []

    def _finisher(self, dependence: Dependence) -> int:
        """The number of the agent that tells that the reading is done."""
        core, engine = dependence.reader.finisher
        return self.numbers[(AgentKind.CORE, core, 0) if engine is None else (AgentKind.QUEUE, core, engine)]

    def uses(self, agent: Agent, loop: int, operation: Operation) -> frozenset[_Use] | None:
        found = (o.actor for o in operations((operation,)) if isinstance(o, Firings))
        watched = ((loop, agent.core, actor) for actor in found)
        return frozenset(use for use in watched if use in self.writings or use in self.done) or None

    def __call__(self, mark: Mark, clock: Clock) -> None:
        assert isinstance(mark.place, frozenset)
        for use in mark.place:
            if mark.begins:
                for dependence in self.writings.get(use, ()):
                    self._begins(use, dependence, clock)
            else:
                self.trips[use] += 1
                for agent, trips in self.done.get(use, {}).items():
                    queue = self.run.queue_clocks.get(agent)
                    trips.append(queue[agent] if queue else clock[agent] + 1)

    def _begins(self, use: _Use, dependence: Dependence, clock: Clock) -> None:
        finisher = self._finisher(dependence)
        reading = self.done[dependence.loop, dependence.reader.core, dependence.reader.actor][finisher]
        if dependence.reader.engine is None and dependence.reader.core == dependence.writer.core:
            read = len(reading)  # the core itself has done it, before it goes on
        else:
            read = sum(done <= clock[finisher] for done in reading)
        free = max(1, self.trips[use] + 1 - read)
        needed = free + dependence.distance + dependence.spans
        self.needed[dependence.buffer] = max(self.needed.get(dependence.buffer, 1), needed)
