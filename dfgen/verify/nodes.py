# SPDX-License-Identifier: Apache-2.0
"""Whether the programs of several nodes ever wait for each other for ever: an abstract run of the lists of all cores of
all nodes, with the messages between them.

A message is over once its sender and its receiver have both given it: before that the sender has no credit. A link has
as many messages on their way as both ends have slots. What else a core waits for is in its own node, where the proof of
its program knows more of it; here counters only count. The lists are the same in every pass, and every wait looks back
a bounded number of them, so that a deadlock would show in so many passes and some more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dfgen.model.frozen import frozen
from dfgen.model.network import CONTROL_SLOTS
from dfgen.model.program import (
    Complete,
    Drain,
    Fire,
    Firings,
    Interleaved,
    Loop,
    Operation,
    Program,
    Publish,
    Wait,
    operations,
)
from dfgen.verify.steps import lengths_of_trips

PASSES_MORE = 3
"""Than anybody waits back: one that nothing comes before, one that all comes before, and one like it."""


class Stuck(str):
    """What is wrong with programs of which some wait for each other for ever."""


@dataclass
class _Link:
    """What both ends have given of a link, by direction; how many messages are over, and for how many there is room."""

    given: list[int] = field(default_factory=lambda: [0, 0])
    slots: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def over(self) -> int:
        return min(self.given)

    def has_place(self, end: int) -> bool:
        return self.given[end] - self.over < self.slots[end]


@frozen
class _Give:
    link: int
    end: int


Event = Wait | Publish | Complete | Drain | _Give


def node_problems(programs: Sequence[Program]) -> Iterator[str]:
    waits = (o for program in programs for o in _all(program) if isinstance(o, Wait))
    depth = max(program.depth_passes for program in programs)
    latest = max(stage.late for program in programs for agent in program.cores for stage in agent.stages)
    most = max([depth + 1, latest, *(wait.lag for wait in waits)]) + PASSES_MORE
    for passes in (1, 2, most):
        run = _Run(programs, passes)
        if stuck := run.stuck():
            yield Stuck(stuck)
            return
        yield from run.unfinished()


def _all(program: Program) -> Iterator[Operation]:
    for agent in program.cores:
        for stage in agent.stages:
            yield from operations(stage.body)


@dataclass
class _Core:
    """A core in the run, and what it does next."""

    node: int
    index: int
    events: Iterator[tuple[Event, int]]
    pending: tuple[Event, int] | None = None
    is_done: bool = False


class _Run:
    def __init__(self, programs: Sequence[Program], passes: int) -> None:
        self.programs, self.passes = programs, passes
        self.links: dict[int, _Link] = {}
        self.ends: list[dict[int, _Give]] = []
        for program in programs:
            self.ends.append(dict(self._ends_of(program)))
        self.told: list[dict[int, int]] = [{} for _ in programs]
        self.linked: list[dict[int, int]] = [{} for _ in programs]
        """By counter that tells of messages: the link."""
        self.cores = [
            _Core(node, agent.core, self._events_of(node, agent.core))
            for node, program in enumerate(programs)
            for agent in program.cores
        ]

    def _ends_of(self, program: Program) -> Iterator[tuple[int, _Give]]:
        """By engine."""
        for actor in program.link_ends:
            end = actor.network
            assert end is not None
            direction = int(end.receives)
            blocks = program.blocks.get(actor.name, ())
            windows = [w for b in blocks for o in b.firings.body if isinstance(o, Fire) for _, w in o.windows]
            slots = program.memory.buffers[windows[0].buffer].slots if windows else CONTROL_SLOTS
            self.links.setdefault(end.link, _Link()).slots[direction] = slots
            yield program.engines.index(actor.engine), _Give(end.link, direction)

    # --- lists ------------------------------------------------------------------------------------------------------

    def _events_of(self, node: int, core: int) -> Iterator[tuple[Event, int]]:
        program = self.programs[node]
        stages = program.cores[core].stages
        trips: dict[int, int] = {}
        for begun in range(self.passes + max((stage.late for stage in stages), default=0)):
            for stage in stages:
                if 0 <= begun - stage.late < self.passes:
                    yield from self._trip(node, stage.body, begun - stage.late, trips, program.chunk)

    def _trip(
        self, node: int, body: Iterable[Operation], trip: int, trips: dict[int, int], iterations: int
    ) -> Iterator[tuple[Event, int]]:
        for operation in body:
            if isinstance(operation, (Wait, Publish, Complete, Drain)):
                yield operation, trip
            elif isinstance(operation, Loop):
                for length in lengths_of_trips(operation, iterations, self.passes):
                    inner = trips.get(operation.id, 0)
                    yield from self._trip(node, operation.body, inner, trips, length)
                    trips[operation.id] = inner + 1
            else:
                yield from ((give, trip) for give in self._gives(node, operation))

    def _gives(self, node: int, operation: Operation) -> Iterator[_Give]:
        blocks = operation.blocks if isinstance(operation, Interleaved) else (operation,)
        for block in blocks:
            if isinstance(block, Firings):
                actor = self.programs[node].graph.actor(block.actor)
                if actor.network is not None:
                    yield self.ends[node][self.programs[node].engines.index(actor.engine)]

    # --- the run ----------------------------------------------------------------------------------------------------

    def stuck(self) -> str:
        """What waits for ever, if anything does."""
        waiting = self.cores
        while waiting:
            moved = [core for core in waiting if self._advance(core)]
            if not moved:
                return f"nodes wait for each other: {', '.join(map(self._told_of, waiting[:3]))}"
            waiting = [core for core in waiting if not core.is_done]
        return ""

    def unfinished(self) -> Iterator[str]:
        """Links of which one end gives more messages than the other."""
        for number, link in self.links.items():
            if link.given[0] != link.given[1]:
                yield f"link {number} sends {link.given[0]} messages and receives {link.given[1]}"

    def _advance(self, core: _Core) -> bool:
        moved = False
        while not core.is_done:
            if core.pending is None:
                core.pending = next(core.events, None)
                core.is_done = core.pending is None
                moved = moved or core.is_done
                continue
            if not self._happens(core, *core.pending):
                return moved
            core.pending, moved = None, True
        return moved

    def _happens(self, core: _Core, event: Event, trip: int) -> bool:
        told, linked = self.told[core.node], self.linked[core.node]
        match event:
            case Wait(counter, lag):
                reached = told.get(counter, 0)
                if counter in linked:
                    reached = min(reached, self.links[linked[counter]].over)
                return reached > trip - lag
            case Publish(counter):
                told[counter] = told.get(counter, 0) + 1
            case Complete(counter, engine):
                told[counter] = told.get(counter, 0) + 1
                if engine in self.ends[core.node]:
                    linked[counter] = self.ends[core.node][engine].link
            case Drain(engine) if engine in self.ends[core.node]:
                own = self.ends[core.node][engine]
                return self.links[own.link].over == self.links[own.link].given[own.end]
            case _Give(link, end):
                if not self.links[link].has_place(end):
                    return False
                self.links[link].given[end] += 1
        return True

    def _told_of(self, core: _Core) -> str:
        assert core.pending is not None
        event, trip = core.pending
        reason = event.reason if isinstance(event, Wait) else str(event)
        return f"core {core.index} of node {core.node} in pass {trip} for {reason}"
