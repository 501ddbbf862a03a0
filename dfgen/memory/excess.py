# SPDX-License-Identifier: Apache-2.0
"""Whether a plan fits into the memory that is allowed, and what to tell of one that does not."""

from __future__ import annotations

from dfgen.model.diagnostics import Diagnostic
from dfgen.model.frozen import frozen
from dfgen.model.names import fifo_name, told_buffer
from dfgen.model.plan import Plan
from dfgen.model.platform import Platform


@frozen
class Excess:
    """What a plan needs beyond the `allowed_bytes`, and the diagnostic for the user if no other plan needs less."""

    needed_bytes: int
    allowed_bytes: int
    diagnostic: Diagnostic

    def __str__(self) -> str:
        return f"{self.needed_bytes} bytes are needed, {self.allowed_bytes} are allowed"


def excess_of(plan: Plan, allowed_bytes: int, machine: Platform, *, lower_depth: bool) -> Excess | None:
    """None for a plan that fits. `lower_depth`: the user asked for a depth, and may ask for less."""
    if plan.needed_bytes <= allowed_bytes:
        return None
    ends = plan.graph.network_ends
    where = f"the plan of node '{machine.name}'" if ends else "the plan"
    message = f"{where} needs {plan.needed_bytes} bytes, {allowed_bytes} are allowed; {_largest(plan)}"
    lower = ", or lower --depth" if lower_depth else ""
    more = "its 'memory_bytes' in the platform file, or --memory" if ends else "--memory"
    hint = f"Allow more with {more}, or {_less(plan)}{lower}."
    return Excess(plan.needed_bytes, allowed_bytes, Diagnostic("memory-exceeded", message, machine.span, hint))


def _less(plan: Plan) -> str:
    """What may need less memory."""
    if plan.graph.network_ends:
        return "put fewer actors there (@node)"
    if plan.schedule.cores > 1:
        return "use fewer cores"
    return "give the graph smaller rates, or keep FIFOs small with --buffers min"


def _largest(plan: Plan) -> str:
    """What asks for most of it."""
    largest = max(plan.buffers.values(), key=lambda b: b.footprint_bytes, default=None)
    if largest is None or largest.footprint_bytes < plan.state_bytes:
        most = f"the state of the actors takes {plan.state_bytes} bytes"
    else:
        slots = f" in {largest.slots} slots" if largest.slots > 1 else ""
        most = (
            f"the largest buffer is {told_buffer(plan.graph, largest.name)} with {largest.footprint_bytes} bytes{slots}"
        )
        most += f", for it has {largest.arenas} arenas of objects" if largest.arenas else ""
    viewed = next((t for t in plan.transfers if t.how.views), None)
    if viewed is None:
        return most
    return f"{most}; private views take up to {plan.cow_worst_bytes}, among them {fifo_name(plan.graph, viewed.fifo)}'s"
