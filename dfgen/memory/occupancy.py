# SPDX-License-Identifier: Apache-2.0
"""What the buffers of FIFOs hold, beside what they were to hold at most."""

from __future__ import annotations

from dataclasses import replace

from dfgen.analysis.buffers.demand import Demand
from dfgen.model.diagnostics import some_of
from dfgen.model.names import user_name
from dfgen.model.plan import Buffer, FifoOccupancy, Occupancy, Plan

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
    least = (demand.least.tokens, demand.least.bytes) if demand.least else (None, None)
    size_bytes = sum(buffer.slots * buffer.slot_bytes for buffer in counted.values())
    occupancy = Occupancy(demand.goal, tuple(fifos), sum(map(_tokens, counted.values())), size_bytes, *least)
    return replace(plan, occupancy=occupancy, notes=(*plan.notes, *_notes(occupancy)))


def _tokens(buffer: Buffer) -> int:
    return (buffer.slots - buffer.spare_slots) * (buffer.span_tokens + buffer.history_tokens)


def _notes(occupancy: Occupancy) -> list[str]:
    beyond = [fifo for fifo in occupancy.fifos if not fifo.is_kept]
    if not beyond:
        return []
    named = some_of([f"{f.fifo} {f.held_tokens} (not {f.capacity_tokens})" for f in beyond], NAMES_SHOWN)
    return [f"FIFOs hold what passes in a trip of the innermost loop around both ends, more than asked: {named}"]
