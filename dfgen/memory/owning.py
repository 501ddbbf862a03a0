# SPDX-License-Identifier: Apache-2.0
"""Inputs whose lines the reader's cache takes over.

What a core only reads stays in two caches, and the core that writes the next tokens there has to ask for each line
anew. Where caches are far apart it gets a line that another core has written sooner than one that another core has
read: so a reader may write back a byte of each line that it has read. Where that gains, the program finds out as it
runs (`runtime/src/own.c`). Nobody else may use the tokens meanwhile: the inputs that read them must be on one core,
where the last one takes them over, and they must lie one behind the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from dfgen.memory.binding import fires_code
from dfgen.memory.buffers import User, Users
from dfgen.model.actor import Actor
from dfgen.model.decisions import Helped, Overlay, Owned
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.plan import Buffer, Transfer, When, Window
from dfgen.model.port import Access, Port
from dfgen.model.schedule import Schedule


def find_owned(
    graph: Graph,
    schedule: Schedule,
    windows: Mapping[PortRef, Window],
    transfers: Iterable[Transfer],
    buffers: Mapping[str, Buffer],
    users: Users,
    overlays: Iterable[Overlay],
    helped: Iterable[Helped],
    guard: bool,
) -> tuple[Owned, ...]:
    """All inputs that read where only other cores write, but for those in whose windows an output is written."""
    moved = frozenset(PortRef(t.actor, t.port) for t in transfers if t.when is When.BEFORE)
    written = frozenset(overlay.input for overlay in overlays if overlay.is_done)
    shared = frozenset(each.actor for each in helped if each.is_done)
    search = _Search(graph, schedule, windows, moved, written, buffers, users, shared, guard)
    return tuple(search.owned())


@frozen
class _Search:
    graph: Graph
    schedule: Schedule
    windows: Mapping[PortRef, Window]
    moved: frozenset[PortRef]
    written: frozenset[PortRef]
    buffers: Mapping[str, Buffer]
    users: Users
    helped: frozenset[str]
    guard: bool

    def owned(self) -> Iterator[Owned]:
        for actor in self.graph.actors:
            for port in actor.inputs if fires_code(actor) else ():
                input = PortRef(actor.name, port.name)
                buffer = self._buffer(input)
                if buffer is not None and self._comes_from_others(actor, buffer):
                    yield Owned(input, self._why_not(actor, port, buffer))

    def _buffer(self, input: PortRef) -> Buffer | None:
        """Where the tokens are written that the input reads in place, if nobody writes over them."""
        if input in self.written or input in self.moved or input not in self.windows:
            return None
        return self.buffers.get(self.windows[input].buffer)

    def _comes_from_others(self, actor: Actor, buffer: Buffer) -> bool:
        writers: Collection[str] = [user.actor for user in self.users.writers.get(buffer.name, ())]
        cores = self.schedule.cores_of(actor.name)
        return bool(writers) and not any(cores & self.schedule.cores_of(writer) for writer in writers)

    def _why_not(self, actor: Actor, port: Port, buffer: Buffer) -> str:
        input = PortRef(actor.name, port.name)
        window = self.windows[input]
        if self.guard:
            return "in a guarded program its windows are read-only"
        if not buffer.is_placed:
            return "they lie in a file"
        if port.type.objects:
            return "its tokens are objects, which lie elsewhere"
        if actor.engine or actor.bulk is not None:
            return "an engine reads them"
        if actor.name in self.helped:
            return "cores that wait help with its firings"
        if port.access is Access.UNUSED:
            return "its code does not look at them"
        if window.view.run or window.trip_tokens or buffer.history_tokens or len(set(port.rates)) > 1:
            return "its windows do not lie one behind the other"
        return self._why_not_last(actor, buffer)

    def _why_not_last(self, actor: Actor, buffer: Buffer) -> str:
        users = self.users.readers[buffer.name]
        if len(users) == 1:
            return ""
        places = {user.actor: self.schedule.places[user.actor].indices for user in users}
        if len(frozenset[int]().union(*map(self.schedule.cores_of, places))) > 1:
            return "other cores read the same buffer"
        if len(set(places.values())) < len(users) or not all(self._is_in_time(user, buffer) for user in users):
            return "several inputs read them, in no certain order"
        last = max(places, key=places.__getitem__)
        return "" if last == actor.name else f"{last} reads them later"

    def _is_in_time(self, user: User, buffer: Buffer) -> bool:
        """Whether it reads each token once, in the trip in which it comes, and is done with it behind its firing."""
        actor = self.graph.actor(user.actor)
        if not fires_code(actor) or actor.is_by_engine or actor.is_at_link or actor.boundary is not None:
            return False
        inputs = (PortRef(actor.name, port.name) for port in actor.inputs)
        return not (user.delay_tokens or user.view.run) and any(self._buffer(input) is buffer for input in inputs)
