# SPDX-License-Identifier: Apache-2.0
"""Buffers between cores in which actors work in place: one ring of slots for a whole chain of outputs over inputs.

A slot is written by the first actor of the chain, and each further one writes over what it read there, on whichever
core it runs. So a core touches one window in each pass and not two. Nor do two caches have what it hands on: a line
that another core has only read is slow to be written again, as nothing fetches it ahead of the writing.

Every buffer of the chain keeps its own slots, all of one number at one address. Cores keep their order by the waits of
the streams: each actor reads what the one before it has written. What is added is the wait for space: the first one
waits until the last readers have left the slot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from dfgen.memory.buffers import Sized, Users
from dfgen.memory.overlays import lie_alike
from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.plan import BufferAccess, Layout, Transfer, View, Window
from dfgen.model.schedule import Leaf, Schedule

Chain = Sequence[str]
"""Buffers, each of which lies over the one before."""


def rings_in_place(
    graph: Graph,
    schedule: Schedule,
    windows: Mapping[PortRef, Window],
    transfers: Iterable[Transfer],
    sized: Mapping[str, Sized],
    users: Users,
    enough: Mapping[str, int],
) -> tuple[dict[str, Sized], dict[str, str]]:
    """The same buffers, where those of a chain of which several cores use one have slots alike; and by buffer of such a
    chain the one that lies over it. `enough`: by buffer, slots that suffice between cores."""
    moved = {window.buffer for transfer in transfers for window in (transfer.source, transfer.target)}
    search = _Search(graph, schedule, windows, moved, sized, users)
    found, above = dict(sized), dict[str, str]()
    for chain in _chains(dict(search.links())):
        if any(search.crosses(name) for name in chain):
            found.update(_ring(schedule, [sized[name] for name in chain], enough))
            above.update(pairwise(chain))
    return found, above


def _chains(above: Mapping[str, str]) -> Iterator[Chain]:
    """`above`: by buffer, the one that may lie over it."""
    for first in [name for name in above if name not in above.values()]:
        chain = [first]
        while chain[-1] in above:
            chain.append(above[chain[-1]])
        yield chain


def _ring(schedule: Schedule, chain: Sequence[Sized], enough: Mapping[str, int]) -> Iterator[tuple[str, Sized]]:
    """With as many slots as passes may overlap in any of the buffers, and one for each stage from the first actor to
    the last readers, whom the first actor waits for."""
    most = max(chain, key=lambda item: item.buffer.slots - _stages(schedule, (item,)))
    free = most.buffer.slots - most.buffer.spare_slots - _stages(schedule, (most,)) + _stages(schedule, chain)
    known = [enough[item.buffer.name] for item in chain if item.buffer.name in enough]
    free = min(free, max([*known, 1 + _stages(schedule, chain)])) if known else free
    for item in chain:
        slots, spare = free + most.buffer.spare_slots, most.buffer.spare_slots
        buffer = replace(item.buffer, slots=slots, spare_slots=spare, core=None, pinned=True, divided=(), apart_bytes=0)
        dependences = tuple(replace(d, reuse_distance=free) for d in item.dependences)
        if item is chain[0]:
            writers = {dependence.writer: dependence for dependence in dependences}
            readers = {dependence.reader: dependence for dependence in chain[-1].dependences}
            dependences += tuple(
                replace(first, reader=last.reader, reuse_distance=free, fifo=last.fifo)
                for first in writers.values()
                for last in readers.values()
            )
        yield buffer.name, replace(item, buffer=buffer, dependences=dependences)


def _stages(schedule: Schedule, chain: Sequence[Sized]) -> int:
    """How many stages the last readers are later than the first writer."""

    def stage(access: BufferAccess) -> int:
        return schedule.stage(schedule.root.id, access.child)

    first = stage(chain[0].dependences[0].writer)
    return max(stage(dependence.reader) for dependence in chain[-1].dependences) - first


@frozen
class _Search:
    """`moved`: buffers whose bytes also move otherwise than by what actors write and read."""

    graph: Graph
    schedule: Schedule
    windows: Mapping[PortRef, Window]
    moved: Collection[str]
    sized: Mapping[str, Sized]
    users: Users

    def links(self) -> Iterator[tuple[str, str]]:
        """Pairs of a buffer and one that may lie over it, slot by slot."""
        for actor in self.graph.actors:
            for port in actor.outputs:
                ends = [self.windows.get(PortRef(actor.name, name)) for name in (port.overlays, port.name)]
                below, above = ends
                if below is None or above is None or below.buffer == above.buffer:
                    continue
                is_last = [user.actor for user in self.users.readers.get(below.buffer, ())] == [actor.name]
                inner = self.schedule.places[actor.name].loops[-1]
                alike = lie_alike(self.schedule, actor.name, inner, port, actor.port(port.overlays))
                if (
                    is_last
                    and alike
                    and self._is_whole(below)
                    and self._is_whole(above)
                    and self._are_alike(below, above)
                ):
                    yield below.buffer, above.buffer

    def crosses(self, name: str) -> bool:
        """Whether several cores use it."""
        return any(dependence.crosses for dependence in self.sized[name].dependences)

    def _are_alike(self, below: Window, above: Window) -> bool:
        one, other = (self.sized[window.buffer].buffer for window in (below, above))
        return one.loop == other.loop and one.slot_bytes == other.slot_bytes

    def _is_whole(self, window: Window) -> bool:
        """Whether the port sees all of a slot, which one actor fills in each pass and others read there."""
        item = self.sized.get(window.buffer)
        if item is None or window.view != View() or window.looks_back or item.ring or window.buffer in self.moved:
            return False
        buffer, writers = item.buffer, self.users.writers[window.buffer]
        plain = buffer.layout is Layout.SLOTS and buffer.is_placed and not buffer.type.objects
        if not plain or buffer.loop != self.schedule.root.id or len(writers) != 1 or not item.dependences:
            return False
        ends = [access for d in item.dependences for access in (d.writer, d.reader)]
        is_now = all(d.distance == 0 and not d.spans for d in item.dependences)
        return is_now and all(map(self._is_plain, ends))

    def _is_plain(self, access: BufferAccess) -> bool:
        """Whether cores do all that the actor does with the buffer, as it fires; of several each its own firings."""
        actor = self.graph.actor(access.actor)
        is_leaf = isinstance(self.schedule.node(actor.name), Leaf)
        in_pass = self.schedule.places[actor.name].loops[-1] is self.schedule.root
        return is_leaf and in_pass and access.engine is None and _is_code(actor)


def _is_code(actor: Actor) -> bool:
    """Whether nothing else than the user's code touches its windows, also before and behind its firings."""
    return actor.is_code_alone and not any(port.is_persistent or port.partial for port in actor.ports)
