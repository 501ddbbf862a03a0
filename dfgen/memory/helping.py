# SPDX-License-Identifier: Apache-2.0
"""Which firings cores that wait run for others, as far as memory goes: they run at the same time, each in windows that
no other firing of the block writes, which all cores can reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from dfgen.model.actor import Actor, ArgumentKind
from dfgen.model.decisions import Helped, Overlay
from dfgen.model.graph import Graph, PortRef
from dfgen.model.plan import Buffer, Transfer, Window
from dfgen.model.schedule import Schedule


def find_helped(
    graph: Graph,
    schedule: Schedule,
    windows: Mapping[PortRef, Window],
    transfers: Iterable[Transfer],
    buffers: Mapping[str, Buffer],
    overlays: Iterable[Overlay],
    guard: bool,
) -> tuple[Helped, ...]:
    """All actors with several firings in a row. `buffers`: without those of single ports."""
    moving = {transfer.actor for transfer in transfers}
    written = {overlay.output.actor for overlay in overlays if overlay.is_done}

    def why_not(actor: Actor) -> str:
        if guard:
            return "in a guarded program each core has windows of its own"
        if actor.engine or actor.bulk is not None:
            return "an engine does its work"
        if any(argument.kind is ArgumentKind.LIVE for argument in (actor.fire.arguments if actor.fire else ())):
            return "it reads parameters that may change while the program runs"
        if any(port.type.objects for port in actor.ports):
            return "its tokens are objects"
        if any(port.is_persistent for port in actor.outputs):
            return "an output begins as the firing before left it"
        if actor.name in moving:
            return "bytes are moved before or after its firings"
        if actor.name in written:
            return "an output lies over an input"
        return _why_unreachable(actor, windows, buffers)

    found = schedule.unhelped.items()
    return tuple(Helped(name, reason or why_not(graph.actor(name))) for name, reason in found)


def _why_unreachable(actor: Actor, windows: Mapping[PortRef, Window], buffers: Mapping[str, Buffer]) -> str:
    for window in _windows(actor, windows):
        buffer = buffers.get(window.buffer)
        if buffer is None or window.per_core:
            return "a port has memory of its own, which all firings use"
        if not buffer.is_placed:
            return "its tokens are no memory that all cores share"
    return ""


def _windows(actor: Actor, windows: Mapping[PortRef, Window]) -> Iterator[Window]:
    refs: Collection[PortRef] = [PortRef(actor.name, port.name) for port in actor.ports]
    yield from (windows[ref] for ref in refs if ref in windows)
