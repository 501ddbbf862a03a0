# SPDX-License-Identifier: Apache-2.0
"""Which windows are views of a file: of a source whose bytes are in memory before its firings, mapped or read. There a
firing moves the pages of its block to the window, instead of copying their bytes."""

from __future__ import annotations

from dfgen.machine.constants import MAPPED_OF_L2, STAGED_OF_L2
from dfgen.memory.strides import PAGE_BYTES
from dfgen.model.files import Backend
from dfgen.model.graph import Access, Actor, PortRef
from dfgen.model.plan import Layout, Plan
from dfgen.model.platform import Platform

_WRITING = (Access.READ_WRITE, Access.READ_MOSTLY)


def obstacles_to_views(plan: Plan, platform: Platform) -> dict[str, str]:
    """By source whose file is in memory, why its windows are no views of it; nothing where they are."""
    sources = (actor for actor in plan.graph.file_actors if actor.file is not None and actor.file.is_in_memory)
    return {actor.name: _obstacle(plan, actor, platform.l2_bytes) for actor in sources}


def _obstacle(plan: Plan, actor: Actor, l2_bytes: int) -> str:
    is_mapped = actor.file is not None and actor.file.backend is Backend.MMAP
    data, window = actor.port("data"), plan.windows[PortRef(actor.name, "data")]
    buffer = plan.buffers.get(window.buffer)
    block_bytes = data.rate(0) * data.type.size_bytes
    if plan.guard:
        return "a guarded program maps its memory twice"
    if block_bytes % PAGE_BYTES:
        return f"blocks of {block_bytes} bytes are not whole pages"
    if block_bytes < l2_bytes * (MAPPED_OF_L2 if is_mapped else STAGED_OF_L2).value:
        return f"blocks of {block_bytes} bytes are sooner copied than their pages are moved"
    shows = any(how.views for t in plan.transfers if t.source.buffer == window.buffer for how in t.ways)
    if buffer is None or shows or buffer.pages.are_huge:
        return "private views show its blocks"
    places = (buffer.offset_bytes, buffer.stride_bytes, *_steps(plan, actor))
    if buffer.layout is not Layout.SLOTS or any(place % PAGE_BYTES for place in places):
        return "its blocks do not lie on pages of their own"
    writer = _writer(plan, window.buffer)
    # The system copies each page of a mapped file that is written, by a fault; what was read is the program's own.
    if is_mapped and writer is not None:
        return f"{writer} may write to its blocks"
    return ""


def _steps(plan: Plan, actor: Actor) -> tuple[int, ...]:
    """Bytes from the start of a slot to its windows, and from one to the next."""
    view, size_bytes = plan.windows[PortRef(actor.name, "data")].view, actor.port("data").type.size_bytes
    return tuple(step * size_bytes for step in (view.base, view.run, *(stride for _, stride in view.dims)))


def _writer(plan: Plan, buffer: str) -> PortRef | None:
    """An input by which an actor may write to the buffer, or one that an output lies over."""
    over = {overlay.input for overlay in plan.overlays if overlay.is_done}
    for ref, window in plan.windows.items():
        if window.buffer == buffer and plan.graph.port(ref).is_input:
            may_write = plan.graph.port(ref).access in _WRITING and not plan.graph.actor(ref.actor).is_routing
            if may_write or ref in over:
                return ref
    return None
