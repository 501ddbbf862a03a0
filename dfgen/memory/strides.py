# SPDX-License-Identifier: Apache-2.0
"""How far apart the slots of a buffer begin.

Slots on cache lines of their own keep cores from fighting over a line; slots that private views show stand on pages;
in guard mode each ends at a page that belongs to nobody. Where slots are many, as behind a long delay, and small, this
would take many times the memory of the tokens: then they lie close together, one behind the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dfgen.machine.constants import UNITS_BETWEEN
from dfgen.model.alignment import PAGE_BYTES, align
from dfgen.model.diagnostics import some_of
from dfgen.model.movement import Pages
from dfgen.model.plan import ALIGN_BYTES, Buffer, Layout

HUGE_PAGE_BYTES = 2 * 1024**2
"""Runtime: the size of what it calls a huge page."""
GUARDED_SLOTS = 1024
"""Runtime: in guard mode more slots than that have no pages of their own: a process may have some 65000 holes."""
GUARDED_BYTES = 4 * 1024**2
"""Form: so much memory guard mode may take to guard each slot of a stream with a delay."""


def unit_of(buffer: Buffer) -> int:
    """What a buffer begins on."""
    if buffer.pages.are_huge:
        return HUGE_PAGE_BYTES
    return PAGE_BYTES if buffer.pages is Pages.SMALL else ALIGN_BYTES


def stride_bytes(buffer: Buffer, guard: bool) -> int:
    """From the start of one slot to that of the next one."""
    if buffer.file:
        return buffer.slot_bytes
    if guard and is_guarded(buffer):
        return align(buffer.slot_bytes, PAGE_BYTES) + PAGE_BYTES
    if buffer.layout is Layout.WRAPPED:
        return buffer.span_tokens * buffer.type.size_bytes
    for unit in (HUGE_PAGE_BYTES, PAGE_BYTES, ALIGN_BYTES):
        if unit <= unit_of(buffer) and not is_close(buffer.slots, buffer.slot_bytes, unit):
            return align(buffer.slot_bytes, unit)
    return buffer.slot_bytes


def is_close(slots: int, slot_bytes: int, unit: int = ALIGN_BYTES) -> bool:
    """Whether slots do not begin on whole units, as there would be too much room between them."""
    between = (slots - 1) * (align(slot_bytes, unit) - slot_bytes)
    return between > max(UNITS_BETWEEN.value * unit, 2 * slot_bytes)


def is_guarded(buffer: Buffer) -> bool:
    """Whether in guard mode each slot ends at a page of nobody; else only the last one does."""
    return buffer.layout is not Layout.WRAPPED and buffer.slots <= GUARDED_SLOTS


def guards_each(slots: int, slot_bytes: int) -> bool:
    """Whether it pays to guard each of these slots, which other layouts cannot."""
    return slots <= GUARDED_SLOTS and slots * slot_bytes <= GUARDED_BYTES


def guard_notes(buffers: Iterable[Buffer]) -> Iterator[str]:
    """What guard mode does not see."""
    lax = [f"{buffer.name} ({buffer.slots} slots)" for buffer in buffers if not is_guarded(buffer)]
    if lax:
        yield (
            "of these FIFOs only the last slot ends at a page of nobody, as they have too many for a page each: "
            f"{some_of(sorted(lax))}"
        )


def slots_between_lines(slot_bytes: int) -> int:
    """Slots that lie close together between two that share no cache line. Large ones share one of very many."""
    return -(-ALIGN_BYTES // slot_bytes) if 0 < slot_bytes < PAGE_BYTES else 0
