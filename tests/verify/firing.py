# SPDX-License-Identifier: Apache-2.0
"""All the bytes that one firing has: what it must find in them as it begins and as it ends, and what it leaves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dfgen.model.actor import Actor, ActorKind
from dfgen.model.graph import PortRef
from dfgen.model.plan import Window
from dfgen.model.port import Access, Port

from .streams import SPOILED, TAG_BYTES, WRITING, ZERO, Streams, tag, tokens_before
from .world import Place, Wrong, state_of

if TYPE_CHECKING:
    from .blocks import Block


class PortUse:
    """A port with its window in the firings of a block. `tags` are those of its whole stream."""

    def __init__(self, streams: Streams, actor: Actor, port: Port, window: Window) -> None:
        ref = PortRef(actor.name, port.name)
        self.port, self.name, self.window, self.actor = port, port.name, window, actor
        self.tags = (streams.seen if port.is_input else streams.written).get(ref, b"")
        size = port.type.size_bytes * TAG_BYTES
        self.size = port.type.size_bytes
        self.starts = [tokens_before(port.rates, phase) * size for phase in range(len(port.rates) + 1)]
        self.is_read = port.is_input and port.access is not Access.UNUSED
        may_write = port.access is None or port.access.may_write
        self.may_write = port.is_input and may_write and actor.kind is ActorKind.CODE

    def expected(self, firing: int) -> bytes:
        """The tags of the firing's window."""
        cycles, phase = divmod(firing, len(self.starts) - 1)
        before = cycles * self.starts[-1]
        return self.tags[before + self.starts[phase] : before + self.starts[phase + 1]]

    def passes_by(self, phase: int) -> bool:
        """Of a reset routing actor: its last input is read only for who gets it."""
        actor = self.actor
        last = phase == actor.phases - 1
        return last and actor.kind is ActorKind.RESET and self.name == "in" and len(actor.outputs) == 1


class FiringWindows:
    """All the bytes that one firing has."""

    def __init__(self, block: Block, uses: Iterable[PortUse], k: int, number: int) -> None:
        self.block, self.actor, self.number = block, block.actor, number
        self.streams = block.world.streams
        phase = number % self.actor.phases
        self.reads: list[tuple[PortUse, Place, bytes]] = []
        self.spoils: list[tuple[PortUse, Place]] = []
        self.writes: list[tuple[PortUse, Place, bytes]] = []
        for use in uses:
            if use.passes_by(phase):
                continue
            place = block.acquired.get(use.name) or block.window_of(use.window, use.port.rates, use.size, k)
            if not use.port.is_input:
                self.writes.append((use, place, use.expected(number)))
            elif use.is_read:
                self.reads.append((use, place, use.expected(number)))
            if use.may_write and use.name not in block.private:
                self.spoils.append((use, place))
        self.state: Place | None = None
        if self.actor.state is not None and not any(port.is_persistent for port in self.actor.outputs):
            self.state = state_of(block.world, self.actor)

    def begin(self) -> None:
        self._check_reads("begins")
        if self.actor.reset_tokens is not None:
            initial = self.streams.initial_of_reset(self.actor)
            self._check("the memory of initial tokens", state_of(self.block.world, self.actor), initial, "begins")
        if self.state is not None:
            self._check("its state", self.state, self._state(self.number), "begins")
            if self._own_state():
                self.state.fill(WRITING)
        for use, place, _ in self.writes:
            if use.port.partial or (use.port.is_persistent and self.number == 0):
                self._check(use.name, place, ZERO * ((place.last - place.first) // TAG_BYTES), "begins")
            elif use.port.is_persistent:
                self._check(use.name, place, use.expected(self.number - 1), "begins")
        for _, place in self.spoils:
            place.fill(WRITING)
        for _, place, _ in self.writes:
            place.fill(WRITING)

    def _state(self, firing: int) -> bytes:
        """The tags of the state before a firing. One that no firing writes stays as it was."""
        assert self.state is not None
        count = (self.state.last - self.state.first) // TAG_BYTES
        if firing == 0 or not self._own_state():
            return ZERO * count
        return tag(self.streams.state_tags[self.actor.name] + firing) * count

    def _own_state(self) -> list[tuple[str, Place]]:
        """What the firing writes of it."""
        writes = self.actor.state is not None and not self.actor.state.is_read_only
        return [("its state", self.state)] if self.state is not None and writes else []

    def _check_reads(self, when: str) -> None:
        for use, place, tags in self.reads:
            self._check(use.name, place, tags, when)

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
        spoiled = {use.name for use, _ in self.spoils}
        own = [(use.port.overlays, place) for use, place, _ in self.writes if use.port.overlays]
        for use, place, tags in self.reads:
            over = any(name == use.name and o.memory is place.memory and o.first == place.first for name, o in own)
            if use.name not in spoiled and not over:
                self._check(use.name, place, tags, "ends")
        marked = [*self.spoils, *((use, place) for use, place, _ in self.writes)]
        for name, place in [*((use.name, place) for use, place in marked), *self._own_state()]:
            if not place.is_all(WRITING):
                raise Wrong(f"{self.actor.name} ends firing {self.number}: others wrote to {name} meanwhile ({place})")
        for _, place in self._own_state():
            place.write(self._state(self.number + 1))
        for _, place in self.spoils:
            place.fill(SPOILED)
        for _, place, tags in self.writes:
            place.write(tags)
