# SPDX-License-Identifier: Apache-2.0
"""All the bytes that one firing has: what it must find in them as it begins and as it ends, and what it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dfgen.model.graph import Access, ActorKind, Port, PortRef
from dfgen.model.plan import Window

from .streams import SPOILED, TAG_BYTES, WRITING, ZERO, tag
from .world import Place, Wrong, state_of

if TYPE_CHECKING:
    from .blocks import Block


class FiringWindows:
    """All the bytes that one firing has."""

    def __init__(self, block: Block, windows: dict[str, Window], k: int, number: int) -> None:
        self.block, self.actor, self.number = block, block.actor, number
        self.streams = block.world.streams
        phase = number % self.actor.phases
        self.reads: list[tuple[Port, Place, bytes]] = []
        self.spoils: list[tuple[Port, Place]] = []
        self.writes: list[tuple[Port, Place, bytes]] = []
        for name, window in windows.items():
            port = self.actor.port(name)
            if self._passes_by(port, phase):
                continue
            place = block.acquired.get(name) or block.window(window, port, k)
            if not port.is_input:
                self.writes.append((port, place, self._stream(port, self.streams.written)))
            elif port.access is not Access.UNUSED:
                self.reads.append((port, place, self._stream(port, self.streams.seen)))
            may_write = port.access is None or port.access.may_write
            if port.is_input and may_write and name not in block.private and self.actor.kind is ActorKind.CODE:
                self.spoils.append((port, place))
        self.state: Place | None = None
        if self.actor.state is not None and not any(port.kept for port in self.actor.outputs):
            self.state = state_of(block.world, self.actor)

    def _passes_by(self, port: Port, phase: int) -> bool:
        """Of a reset mover: its last input is read only for who gets it."""
        last = phase == self.actor.phases - 1
        return self.actor.kind is ActorKind.RESET and port.name == "in" and last and len(self.actor.outputs) == 1

    def _stream(self, port: Port, streams: Mapping[PortRef, bytes]) -> bytes:
        first, last = self.streams.bounds(self.actor.name, port, self.number)
        found = streams.get(PortRef(self.actor.name, port.name), b"")
        return found[first:last]

    def begin(self) -> None:
        self._check_reads("begins")
        if self.actor.reset_tokens is not None:
            initial = self.streams.initial_of_reset(self.actor)
            self._check("the memory of initial tokens", state_of(self.block.world, self.actor), initial, "begins")
        if self.state is not None:
            self._check("its state", self.state, self._state(self.number), "begins")
            self.state.fill(WRITING)
        for port, place, _ in self.writes:
            if port.partial:
                self._check(port.name, place, ZERO * ((place.last - place.first) // TAG_BYTES), "begins")
            elif port.kept:
                self._check(port.name, place, self._before(port, place), "begins")
        for _, place in self.spoils:
            place.fill(WRITING)
        for _, place, _ in self.writes:
            place.fill(WRITING)

    def _state(self, firing: int) -> bytes:
        """The tags of the state before a firing."""
        assert self.state is not None
        count = (self.state.last - self.state.first) // TAG_BYTES
        if firing == 0:
            return ZERO * count
        return tag(self.streams.state_tags[self.actor.name] + firing) * count

    def _own_state(self) -> list[tuple[str, Place]]:
        return [("its state", self.state)] if self.state is not None else []

    def _before(self, port: Port, place: Place) -> bytes:
        """What the firing before left there."""
        if self.number == 0:
            return ZERO * ((place.last - place.first) // TAG_BYTES)
        first, last = self.streams.bounds(self.actor.name, port, self.number - 1)
        return self.streams.written[PortRef(self.actor.name, port.name)][first:last]

    def _check_reads(self, when: str) -> None:
        for port, place, tags in self.reads:
            self._check(port.name, place, tags, when)

    def _check(self, what: str, place: Place, tags: bytes, when: str) -> None:
        found = place.read()
        if found == tags:
            return
        if len(found) != len(tags):
            raise Wrong(f"{self.actor.name} {when} firing {self.number}: {what} has another size ({place})")
        at = next(i for i in range(0, len(tags), TAG_BYTES) if found[i : i + TAG_BYTES] != tags[i : i + TAG_BYTES])
        name = self.streams.tags.name
        seen, wanted = name(bytes(found[at : at + TAG_BYTES])), name(tags[at : at + TAG_BYTES])
        raise Wrong(f"{self.actor.name} {when} firing {self.number}: {what} holds {seen} at byte {at // TAG_BYTES}, "
                    f"not {wanted} ({place})")  # fmt: skip

    def end(self) -> None:
        spoiled = {port.name for port, _ in self.spoils}
        own = [(port.overlays, place) for port, place, _ in self.writes if port.overlays]
        for port, place, tags in self.reads:
            over = any(name == port.name and o.memory is place.memory and o.first == place.first for name, o in own)
            if port.name not in spoiled and not over:
                self._check(port.name, place, tags, "ends")
        marked = [*self.spoils, *((port, place) for port, place, _ in self.writes)]
        for name, place in [*((port.name, place) for port, place in marked), *self._own_state()]:
            if not place.is_all(WRITING):
                raise Wrong(f"{self.actor.name} ends firing {self.number}: others wrote to {name} meanwhile ({place})")
        for _, place in self._own_state():
            place.write(self._state(self.number + 1))
        for _, place in self.spoils:
            place.fill(SPOILED)
        for _, place, tags in self.writes:
            place.write(tags)
