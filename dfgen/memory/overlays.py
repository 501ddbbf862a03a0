# SPDX-License-Identifier: Apache-2.0
"""Outputs that lie over inputs: which of those that may (`out o overlays i`) also can.

Such an output is written where the input is read: one buffer serves both. That is right where nobody needs the
input any more: its buffer and the output's are used by one core, or divided between cores in the same way, each is read
and written by whole trips of one loop, and of all that read the input the actor comes last. Buffers of several cores
have slots for many trips (`rings_in_place.py`). A window of the output must lie exactly over that of the input in every
firing, for an actor that works in place may still not survive windows that are shifted against each other; where the
actor is in a loop within that loop, this is also why a trip of its own writes over nothing but what it has read.

An output that comes back to such an input by a delay needs no memory but that of the delay: one buffer for both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import lcm

from dfgen.memory.binding import Binding
from dfgen.memory.buffers import Users
from dfgen.model.decisions import Overlay
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.names import user_name
from dfgen.model.plan import Buffer, Layout, Transfer, View, When, Window
from dfgen.model.port import Port
from dfgen.model.schedule import Leaf, Loop, Schedule

_NOT_OF_ONE_SIZE = "a trip has several firings, whose windows are not of one size"


def find_overlays(
    graph: Graph,
    schedule: Schedule,
    windows: Mapping[PortRef, Window],
    transfers: Iterable[Transfer],
    buffers: Mapping[str, Buffer],
    users: Users,
    above: Mapping[str, str],
    guard: bool,
) -> tuple[Overlay, ...]:
    """All outputs that may lie over inputs, with the reason for each that does not. `above`: by buffer of a ring in
    which cores work in place, the one that lies over it."""
    moved = frozenset(PortRef(t.actor, t.port) for t in transfers if t.when is When.BEFORE)
    search = _Search(graph, schedule, windows, moved, buffers, users, above, guard)
    return tuple(search.overlays())


def buffers_below(overlays: Iterable[Overlay], windows: Mapping[PortRef, Window]) -> dict[str, str]:
    """By buffer that lies over another one, that other one."""
    pairs = ((windows[o.output].buffer, windows[o.input].buffer) for o in overlays if o.is_done)
    return {above: below for above, below in pairs if above != below}


def loops_in_place(graph: Graph, binding: Binding, moved: Collection[PortRef]) -> set[PortRef]:
    """Inputs by which actors get back what they gave, and that what they give may lie over. `moved`: inputs that have
    windows of their own."""
    found = set()
    for ref, reading in binding.readings.items():
        output = graph.port(reading.fifo.source)
        own = reading.fifo.source.actor == ref.actor and output.overlays == ref.port
        alias = binding.aliases.get(reading.fifo.source)
        if not own or ref in moved or alias is None or not _are_of_one_size(output, reading.port):
            continue
        if alias.same_place(reading.alias) and alias.view == View():
            found.add(ref)
    return found


def _are_of_one_size(output: Port, input: Port) -> bool:
    """Whether the windows of two streams are alike in every firing."""
    phases = range(lcm(len(output.rates), len(input.rates)))
    return all(output.rate(k) * output.type.size_bytes == input.rate(k) * input.type.size_bytes for k in phases)


def lie_alike(schedule: Schedule, actor: str, loop: Loop, output: Port, input: Port) -> bool:
    """Whether the windows of two streams that begin at one address coincide in every firing of a trip of `loop`, or
    there is only one."""
    return schedule.places[actor].firings_per_iteration_of(loop) * loop.chunk == 1 or _are_of_one_size(output, input)


@frozen
class _Search:
    graph: Graph
    schedule: Schedule
    windows: Mapping[PortRef, Window]
    moved: frozenset[PortRef]
    buffers: Mapping[str, Buffer]
    users: Users
    above: Mapping[str, str]
    guard: bool

    def overlays(self) -> Iterator[Overlay]:
        for actor in self.graph.actors:
            for port in actor.outputs:
                if port.overlays:
                    output, input = PortRef(actor.name, port.name), PortRef(actor.name, port.overlays)
                    yield Overlay(output, input, self._why_not(output, input))

    def _why_not(self, output: PortRef, input: PortRef) -> str:
        """Why the output's buffer cannot begin where the input's does; empty if it can."""
        if self.guard:
            return "in a guarded program every window has pages of its own"
        if input in self.moved:
            return f"{input} is copied, or seen through a view"
        if input in self.windows and self.windows[input].buffer == self.windows[output].buffer:
            return self._why_not_back(output, input)
        ends = [self.windows[ref].buffer if ref in self.windows else "" for ref in (input, output)]
        if ends[0] and self.above.get(ends[0]) == ends[1]:
            return ""
        for ref in (input, output):
            obstacle = self._why_not_whole(ref)
            if obstacle:
                return obstacle
        below, above = (self.buffers[self.windows[ref].buffer] for ref in (input, output))
        if below.type.arena != above.type.arena or (below.type.objects and below.span_tokens != above.span_tokens):
            return "the two buffers have other arenas"
        loops = {loop.id: loop for loop in self.schedule.places[output.actor].loops}
        if (
            not isinstance(self.schedule.node(output.actor), Leaf)
            or below.loop != above.loop
            or below.loop not in loops
        ):
            return "the two buffers and the actor do not trip with one loop"
        if (below.divided, below.apart_bytes) != (above.divided, above.apart_bytes):
            return "cores do not divide the two buffers alike"
        ports = self.graph.port(output), self.graph.port(input)
        if not lie_alike(self.schedule, output.actor, loops[below.loop], *ports):
            return _NOT_OF_ONE_SIZE
        return self._why_not_in_order(input, below, above)

    def _why_not_back(self, output: PortRef, input: PortRef) -> str:
        """Why an actor does not write what it gets back over what it got; empty if it does."""
        if not _are_of_one_size(self.graph.port(output), self.graph.port(input)):
            return _NOT_OF_ONE_SIZE
        buffer, window = self.buffers[self.windows[input].buffer], self.windows[input]
        if window.view != View() or buffer.layout is not Layout.SLOTS or window.shift != buffer.slots:
            return f"the buffer of {input} outlives its trip"
        return ""

    def _why_not_whole(self, ref: PortRef) -> str:
        """Why the port's buffer is not the port's alone, all of it, for a part of each trip of one core."""
        window = self.windows.get(ref)
        buffer = self.buffers.get(window.buffer) if window is not None else None
        if window is None or buffer is None:
            return f"nobody reads {ref}"
        if buffer.is_variable:
            return f"{ref} is a variable of a loop, which may end in registers"
        if buffer.file:
            return f"{ref} is a view of a file"
        if buffer.core is None and not buffer.divided:
            return f"several cores use the buffer of {ref}"
        if buffer.pinned or buffer.slots > 1 or buffer.layout is not Layout.SLOTS or window.looks_back:
            return f"the buffer of {ref} outlives its trip"
        if window.view != View():
            return f"{ref} has only a part of a buffer"
        return ""

    def _why_not_in_order(self, input: PortRef, below: Buffer, above: Buffer) -> str:
        """Why the input's actor is not the last who needs the one buffer, and the first who needs the other."""
        loop = self.schedule.loops[below.loop]

        def place(actor: str) -> int:
            return self.schedule.places[actor].child_of(loop)

        own, here = user_name(self.graph, self.graph.fifo_to[input]), place(input.actor)
        for user in self.users.readers[below.name]:
            if user.fifo != own and place(user.actor) >= here:
                return f"{user.fifo} still reads what would be written over"
        if len(self.users.writers[above.name]) > 1:
            return f"others write {above.name} too"
        return ""
