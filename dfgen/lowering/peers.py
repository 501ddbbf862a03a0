# SPDX-License-Identifier: Apache-2.0
"""Finds waits that follow from others of the same core for the same peer, one list of operations at a time.

A peer runs its list in order, trip after trip, so having seen an operation of a trip is having seen all before it;
where the pass has stages, also the later passes of those of earlier stages. What was waited for in the trip before
counts as one trip older, and as one more for each stage that it is later: so long ago was the pass that this stage is
in by then. (What earlier stages wait for in passes to come does not count, as at the end of the program no new passes
are begun.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, groupby

from dfgen.lowering.knowledge import grouped
from dfgen.model.frozen import frozen
from dfgen.model.program import ROOT, Agent, Complete, Loop, Operation, Program, Publish, Wait

Progress = tuple[int, int]
"""Of a peer: a trip, from that of the waiting core on, and a place in the peer's list."""


@frozen
class _Place:
    """Where an operation stands: in the list of a loop, in a stage that is `late` passes behind the first one.

    number: grows along the list of each agent
    """

    agent: int
    loop: int
    late: int
    number: int


@frozen
class _Need:
    """A wait, the number of its group and its own among these, where it stands, and what it tells."""

    group: int
    index: int
    wait: Wait
    place: _Place
    told: _Place

    @property
    def progress(self) -> Progress:
        return self.told.late - self.wait.lag, self.told.number


class _Lists:
    """Where waits stand, in groups numbered in the order of the lists, and where counters are raised."""

    def __init__(self, program: Program) -> None:
        self.groups: list[tuple[_Place, tuple[Wait, ...]]] = []
        self.raised: dict[int, _Place] = {}
        self.numbers = count()
        for agent in program.cores:
            for stage in agent.stages:
                self._read(agent, ROOT, stage.late, stage.body)

    def _read(self, agent: Agent, loop: int, late: int, body: Iterable[Operation]) -> None:
        for part in grouped(body):
            place = _Place(agent.number, loop, late, next(self.numbers))
            if isinstance(part, tuple):
                self.groups.append((place, part))
            elif isinstance(part, (Publish, Complete)):
                self.raised[part.counter] = place
            elif isinstance(part, Loop):
                self._read(agent, part.id, 0, part.body)


class _Seen:
    """How far a peer is known to be, by how many trips the wait looked back that told it: earlier than that it told
    nothing."""

    def __init__(self) -> None:
        self.by_lag: dict[int, Progress] = {}

    def add(self, lag: int, progress: Progress) -> None:
        self.by_lag[lag] = max(progress, self.by_lag.get(lag, progress))

    def tells(self, lag: int, progress: Progress) -> bool:
        return any(seen >= progress for told, seen in self.by_lag.items() if told <= lag)


def needed_of_peers(program: Program, throttle: int) -> list[tuple[Wait, ...]]:
    """What is left of each group of waits, in the order of the lists. `throttle`: the counter by which cores keep to
    the pace of another one, which they need not where they wait for it in any case."""
    lists = _Lists(program)
    needs: dict[tuple[int, int, int], list[_Need]] = {}
    for number, (place, waits) in enumerate(lists.groups):
        for index, wait in enumerate(waits):
            peer = program.counters[wait.counter].agent
            need = _Need(number, index, wait, place, lists.raised[wait.counter])
            needs.setdefault((place.agent, place.loop, peer), []).append(need)
    kept = {(need.group, need.index) for group in needs.values() for need in _needed(group, throttle)}
    return [
        tuple(wait for index, wait in enumerate(waits) if (number, index) in kept)
        for number, (_, waits) in enumerate(lists.groups)
    ]


def _needed(needs: list[_Need], throttle: int) -> Iterator[_Need]:
    """Of the waits of one core for one peer in a list. Those for `throttle` tell nothing of others, as they end with
    the program."""
    needs.sort(key=lambda need: (need.place.number, tuple(-x for x in need.progress)))
    seen = _Seen()
    for late, own in groupby(needs, lambda need: need.place.late):
        for need in (need for need in needs if need.wait.counter != throttle):
            trip, number = need.progress
            ago = 1 + max(0, need.place.late - late)
            seen.add(need.wait.lag + ago, (trip - ago, number))
        for need in own:
            if not seen.tells(need.wait.lag, need.progress):
                if need.wait.counter != throttle:
                    seen.add(need.wait.lag, need.progress)
                yield need
