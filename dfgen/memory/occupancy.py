# SPDX-License-Identifier: Apache-2.0
"""What the buffers of FIFOs hold, beside what they were to hold at most."""

from __future__ import annotations

from dataclasses import replace

from dfgen.analysis.buffers.answer import Sizes
from dfgen.analysis.buffers.demand import Demand
from dfgen.model.decisions import FifoOccupancy, Occupancy
from dfgen.model.diagnostics import some_of
from dfgen.model.names import user_name
from dfgen.model.plan import Buffer, Plan

NAMES_SHOWN = 5
"""Shown: FIFOs that a note names."""


def with_occupancy(plan: Plan, demand: Demand) -> Plan:
    """The plan with an account of its FIFOs, if there was a demand, and a note of those that hold more."""
    if not demand.goal and not demand.capacities:
        return plan
    fifos = []
    counted: dict[str, Buffer] = {}
    for fifo in plan.graph.fifos:
        window = plan.windows.get(fifo.source)
        if window is None or window.per_core:
            continue  # what a routing actor gives lies in the buffer of what it takes, or nobody reads it
        buffer = counted.setdefault(window.buffer, plan.buffers[window.buffer])
        capacity = demand.capacities.get(fifo.name)
        fifos.append(FifoOccupancy(user_name(plan.graph, fifo), _tokens(buffer), capacity))
    size_bytes = sum(buffer.slots * buffer.slot_bytes for buffer in counted.values())
    held = sum(map(_tokens, counted.values())), size_bytes
    occupancy = Occupancy(demand.goal, tuple(fifos), *held, *_least(demand.least), _unproven(demand))
    return replace(plan, occupancy=occupancy, notes=(*plan.notes, *_notes(occupancy)))


def _tokens(buffer: Buffer) -> int:
    return (buffer.slots - buffer.spare_slots) * (buffer.span_tokens + buffer.history_tokens)


def _least(sizes: Sizes | None) -> tuple[int | None, int | None]:
    """The tokens and bytes that every schedule needs, as far as is known. Bytes are sought."""
    if sizes is None:
        return None, None
    return (sizes.tokens, sizes.bytes) if sizes.at_least is None else (None, sizes.at_least)


def _unproven(demand: Demand) -> str:
    """What the search left open of the capacities for the goal."""
    sizes = demand.sought
    if sizes is None or sizes.at_least is None:
        return ""
    return (
        f"capacities for {demand.goal} are not proven least: they take {sizes.bytes} bytes, less than {sizes.at_least} "
        "do not suffice, and the search between was too long"
    )


def _notes(occupancy: Occupancy) -> list[str]:
    notes = [occupancy.unproven] if occupancy.unproven else []
    beyond = [fifo for fifo in occupancy.fifos if not fifo.is_kept]
    if beyond:
        named = some_of([f"{f.fifo} {f.held_tokens} (not {f.capacity_tokens})" for f in beyond], NAMES_SHOWN)
        notes.append(
            f"FIFOs hold what passes in a trip of the innermost loop around both ends, more than asked: {named}"
        )
    return notes
