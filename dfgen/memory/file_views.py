# SPDX-License-Identifier: Apache-2.0
"""Which windows are views of a file: of a source whose bytes are in memory before its firings, mapped or read. Its
buffer then lies in that memory, where the slots of all trips lie side by side, and no byte is copied."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from dfgen.csource.file_calls import with_shown_blocks
from dfgen.model.actor import Actor
from dfgen.model.files import Backend
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.plan import Buffer, Layout, Transfer, Window
from dfgen.model.port import Access
from dfgen.model.schedule import Schedule

_WRITING = (Access.READ_WRITE, Access.READ_MOSTLY)


@frozen
class FileViews:
    """buffers: by name, the source in whose file it lies
    obstacles: by source, why its windows are no views
    """

    buffers: Mapping[str, str]
    obstacles: Mapping[str, str]

    def told(self, graph: Graph, buffers: Mapping[str, Buffer]) -> Graph:
        """The graph whose file actors say so."""
        shown = {file: (buffers[name].slots, buffers[name].slot_bytes) for name, file in self.buffers.items()}
        return with_shown_blocks(graph, shown, self.obstacles)


def views_of_files(found: Found) -> FileViews:
    """Of all sources of the graph."""
    buffers: dict[str, str] = {}
    obstacles: dict[str, str] = {}
    for actor in found.graph.file_actors:
        if actor.file is not None and actor.file.is_in_memory:
            why = found.obstacle(actor)
            if why:
                obstacles[actor.name] = why
            else:
                buffers[found.windows[PortRef(actor.name, "data")].buffer] = actor.name
    return FileViews(buffers, obstacles)


@frozen
class Found:
    """What is known of a plan before its buffers have places."""

    graph: Graph
    schedule: Schedule
    buffers: Mapping[str, Buffer]
    windows: Mapping[PortRef, Window]
    transfers: tuple[Transfer, ...]
    guard: bool

    def obstacle(self, source: Actor) -> str:
        """Why a source's windows are no views of its file; empty if they are."""
        buffer = self.buffers.get(self.windows[PortRef(source.name, "data")].buffer)
        if self.guard:
            return "in a guarded program every window has pages of its own"
        moving = [how for t in self.transfers if buffer and t.source.buffer == buffer.name for how in t.ways]
        if any(how.views for how in moving):
            return "private views show its blocks"
        if any(how.by_engine for how in moving):
            return "an engine copies its blocks"
        if buffer is None or not self._is_whole(source, buffer):
            return "blocks do not lie in their FIFO as they do in the file"
        if not self._trips_are_full(source, buffer):
            return "a loop of the plan has trips of unequal length"
        return self._reader(source, buffer.name)

    def _is_whole(self, source: Actor, buffer: Buffer) -> bool:
        """Whether a slot is what the source writes in a trip, and nothing else."""
        window = self.windows[PortRef(source.name, "data")]
        loop, rate = self.schedule.loops[buffer.loop], source.port("data").rate(0)
        firings = self.schedule.places[source.name].firings_per_iteration_of(loop) * loop.chunk
        is_plain = buffer.layout is Layout.SLOTS and not buffer.history_tokens and window.view.holds(rate)
        shifts = any(other.looks_back for other in self.windows.values() if other.buffer == buffer.name)
        behind = any(t.source.looks_back for t in self.transfers if t.source.buffer == buffer.name)
        in_order = all(window.view.offset(k * rate) == k * rate for k in range(firings))
        filled = any(t.target.buffer == buffer.name for t in self.transfers)
        return (
            is_plain
            and in_order
            and buffer.span_tokens == firings * rate
            and not (shifts or behind or filled or buffer.is_variable)
        )

    def _trips_are_full(self, source: Actor, buffer: Buffer) -> bool:
        """But for the last one of the program."""
        place = self.schedule.places[source.name]
        around = place.loops[: place.level(buffer.loop) + 1]
        return all(outer.chunk * loop.count % loop.chunk == 0 for outer, loop in pairwise(around))

    def _reader(self, source: Actor, buffer: str) -> str:
        """What a reader of the buffer does that must not be done to a file."""
        is_mapped = source.file is not None and source.file.backend is Backend.MMAP
        for ref, window in self.windows.items():
            port, actor = self.graph.port(ref), self.graph.actor(ref.actor)
            if window.buffer != buffer or not port.is_input:
                continue
            if actor.is_by_engine:
                return f"an engine reads the blocks of {ref}"
            # Each page of a mapped file that is written is copied, by a fault; what was read is the program's own.
            if is_mapped and port.access in _WRITING and not actor.is_routing:
                return f"{ref} may write to its blocks"
        return ""
