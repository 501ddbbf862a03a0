# SPDX-License-Identifier: Apache-2.0
"""What surrounds one firing: its windows, the bytes that move before and after, what its outputs hold at first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dfgen.model.actor import Actor, ActorKind
from dfgen.model.graph import PortRef
from dfgen.model.plan import Plan, Transfer, When, Window
from dfgen.model.port import Port
from dfgen.model.program import (
    Acquire,
    Content,
    Fire,
    FiringOperation,
    Move,
    Own,
    Prepare,
    Release,
    Reset,
    Seal,
    Submit,
)


class FiringBody:
    """The operations of one firing of `actor` on `core`, in their order. `queues`: the numbers of those from this core,
    by the index of the engine."""

    def __init__(
        self, plan: Plan, actor: Actor, core: int, transfers: Sequence[Transfer], queues: Mapping[int, int]
    ) -> None:
        self.plan, self.actor, self.core, self.queues = plan, actor, core, queues
        self.transfers = [self._resolved(transfer) for transfer in transfers]

    def __iter__(self) -> Iterator[FiringOperation]:
        yield from self._moves(When.BEFORE)
        yield from self._moves(When.FIRING)
        windows = tuple((port.name, self._window(port)) for port in self._used_ports())
        if self.actor.kind is ActorKind.RESET:
            yield Reset(self.actor.name, windows)
        elif not self.actor.is_routing:
            yield from self._prepared()
            yield Fire(self.actor.name, windows, self._queue())
            yield from self._sealed()
            yield from self._owned()
        for number, transfer in enumerate(self.transfers):
            if hands_out_window(transfer):
                yield Release(transfer, number)
        yield from self._moves(When.AFTER)

    def _moves(self, when: When) -> Iterator[FiringOperation]:
        for number, transfer in enumerate(self.transfers):
            if transfer.when is not when:
                continue
            if hands_out_window(transfer):
                yield Acquire(transfer, number)
            elif self.actor.kind is ActorKind.COPY:
                yield Submit(transfer, number, self.queues[transfer.engine], transfer.how.waits)
            else:
                yield Move(transfer, number)

    def _queue(self) -> int | None:
        if not self.actor.engine:
            return None
        return self.queues[self.plan.engines.index(self.actor.engine)]

    def _sealed(self) -> Iterator[FiringOperation]:
        for port in self._used_ports():
            if port.type.objects and not port.is_input:
                yield Seal(port.name, _objects_of(port))
            elif port.is_persistent:
                yield Seal(port.name)

    def _prepared(self) -> Iterator[FiringOperation]:
        for port in self._used_ports():
            if port.type.objects and not port.is_input:
                yield Prepare(port.name, _objects_of(port))
            elif port.partial:
                yield Prepare(port.name, Content.ZERO)
            elif port.is_persistent:
                yield Prepare(port.name, Content.PERSISTENT)
            elif port.in_place and PortRef(self.actor.name, port.name) not in self.plan.laid_over:
                yield Prepare(port.name, Content.TAKEN)

    def _owned(self) -> Iterator[Own]:
        for port in self._used_ports():
            if PortRef(self.actor.name, port.name) in self.plan.taken_over:
                yield Own(port.name)

    def _used_ports(self) -> Iterator[Port]:
        """Those whose windows are needed; of an actor without code, whatever it may be, all."""
        if self.actor.kind is ActorKind.RESET:
            reads_on = self.actor.phases > 2 or len(self.actor.outputs) > 1
            yield from (port for port in self.actor.ports if reads_on or port.name != "in")
            return
        call = self.actor.fire
        used = call.ports if call else None
        if self.actor.is_routing:
            return
        yield from (port for port in self.actor.ports if used is None or port.name in used)

    def _window(self, port: Port) -> Window:
        return self._on_core(self.plan.windows[PortRef(self.actor.name, port.name)])

    def _resolved(self, transfer: Transfer) -> Transfer:
        return replace(transfer, source=self._on_core(transfer.source), target=self._on_core(transfer.target))

    def _on_core(self, window: Window) -> Window:
        """The window in the buffer of this core."""
        return replace(window, buffer=self.plan.buffer_of(window, self.core).name, per_core=False)


def _objects_of(port: Port) -> Content:
    return Content.HANDED_ON if port.overlays else Content.EMPTY


def hands_out_window(transfer: Transfer) -> bool:
    """Whether it decides where the reader finds its window, which then lies in one piece at the source, too."""
    return any(how.views for how in transfer.ways)
