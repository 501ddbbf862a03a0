# SPDX-License-Identifier: Apache-2.0
"""Delayed outputs of broadcasts that need no memory of their own: their readers look back to where the tokens lie.

In a loop the reader finds what was written some trips before in the slot of the pass or, in the first trips, in the
slot of the pass before. Nobody writes there meanwhile: the writer is in the same loop on the same core, and comes to a
place again only after the reader. Initial tokens that are zero lie there as the program begins.

Where one of these conditions fails, the tokens are copied to a buffer of the output's own; and where the buffer would
have no other reason to be kept from pass to pass, and so takes more memory in all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from dfgen.memory.binding import Binding
from dfgen.memory.buffers import Stream, tokens_per_trip
from dfgen.memory.choice import Choice
from dfgen.memory.views import overlaps_itself
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.port import Access, Port, Trust
from dfgen.model.schedule import Leaf, Schedule

Obstacles = Mapping[PortRef, str]
"""By delayed output of a broadcast, why its readers cannot look back; nothing where they can."""


def obstacles_to_look_back(graph: Graph, schedule: Schedule, asked: Collection[str]) -> Obstacles:
    """As far as the schedule tells. `asked`: the FIFOs whose bytes move as the user has asked for."""
    search = _Search(graph, schedule, asked)
    delayed = (fifo for fifo in graph.fifos if fifo.delay_tokens)
    broadcasts = (f.source for f in delayed if graph.actor(f.source.actor).kind is ActorKind.BROADCAST)
    return {ref: next(search.obstacles(ref), "") for ref in dict.fromkeys(broadcasts)}


def obstacles_of_buffers(
    graph: Graph,
    binding: Binding,
    choices: Mapping[PortRef, Choice],
    streams: Mapping[str, Stream],
    known: Obstacles,
) -> Obstacles:
    """Those that are left where readers look back, as `known` has it, once it is known where the tokens lie."""
    found = {}
    for ref in (ref for ref, obstacle in known.items() if not obstacle):
        stream = streams[binding.aliases[ref].root]
        if stream.loop.id != stream.schedule.root.id:
            found[ref] = "its buffer is of a loop"
        elif stream.root.delayed or stream.lead_and_trail:
            found[ref] = "its buffer carries other tokens on"
        elif overlaps_itself(binding.aliases[ref].view):
            found[ref] = "its tokens lie over one another"
        elif any(choices[fifo.target].how.moves for fifo in graph.fifos_from[ref]):
            found[ref] = "its reader does not get them in place"
    return found


@frozen
class _Search:
    graph: Graph
    schedule: Schedule
    asked: Collection[str]

    def obstacles(self, ref: PortRef) -> Iterator[str]:
        router, port = self.graph.actor(ref.actor), self.graph.port(ref)
        writer = self._writer(router, port)
        if writer is None:
            yield "its input is not handed on as it is"
            return
        if port.type.objects:
            yield "its tokens are objects"
        for fifo in self.graph.fifos_from[ref]:
            yield from self._of_reader(fifo, writer)

    def _writer(self, router: Actor, output: Port) -> Actor | None:
        """The actor whose code has written what a broadcast hands on, behind others that hand it on as it is."""
        ((port, fifo),) = self.graph.inputs_of(router)
        if port.rates != output.rates or fifo.delay_tokens or fifo.name in self.asked:
            return None
        source = self.graph.actor(fifo.source.actor)
        if source.kind is ActorKind.BROADCAST:
            return self._writer(source, source.port(fifo.source.port))
        return source if source.is_code_alone else None

    def _of_reader(self, fifo: Fifo, writer: Actor) -> Iterator[str]:
        reader, port = self.graph.actor(fifo.target.actor), self.graph.port(fifo.target)
        if not fifo.delay_tokens:
            yield "others read it without a delay"
        elif fifo.delay is not None and fifo.delay.is_filled:
            yield "its initial tokens are not zero"
        elif not reader.is_code_alone:
            yield "no function alone reads it"
        elif fifo.name in self.asked:
            yield "a copy was asked for"
        elif port.access not in (Access.READ_ONLY, Access.UNUSED) or port.trust is not Trust.PROVEN:
            yield f"{fifo.target} may be written by its reader"
        elif not self._is_before(reader, writer):
            yield f"{reader.name} does not fire before {writer.name} in one loop of one core"
        elif not self._is_of_whole_trips(fifo, port, reader is writer):
            yield "it is not one of whole trips within a pass"

    def _is_before(self, reader: Actor, writer: Actor) -> bool:
        """Whether, in one loop in a pass, one core alone fires both, the reader first unless they are one."""
        nodes = [self.schedule.node(actor.name) for actor in (reader, writer)]
        cores = {core for actor in (reader, writer) for core in self.schedule.cores_of(actor.name)}
        first, second = (self.schedule.places[actor.name] for actor in (reader, writer))
        loop = first.loops[-1]
        if len(cores) > 1 or not all(isinstance(node, Leaf) for node in nodes) or loop.id == self.schedule.root.id:
            return False
        if loop.id != second.loops[-1].id or loop.parts:
            return False
        return reader is writer or first.child_of(loop) < second.child_of(loop)

    def _is_of_whole_trips(self, fifo: Fifo, port: Port, is_own: bool) -> bool:
        """Whether all firings of a trip look to one slot, and none further back than to the pass before, nor to where
        its own actor writes (`is_own`)."""
        place = self.schedule.places[fifo.target.actor]
        in_trip = tokens_per_trip(self.graph, self.schedule, fifo.target, place.loops[-1])
        in_pass = tokens_per_trip(self.graph, self.schedule, fifo.target, self.schedule.root)
        is_even = len(port.rates) == 1 and in_trip > 0 and in_pass % in_trip == 0
        most = in_pass - in_trip if is_own else in_pass
        return is_even and fifo.delay_tokens % in_trip == 0 and fifo.delay_tokens <= most
