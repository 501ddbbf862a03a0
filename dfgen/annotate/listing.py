# SPDX-License-Identifier: Apache-2.0
"""What the plan does with each FIFO, under the names of the user's graph."""

from __future__ import annotations

from pathlib import Path

from dfgen.frontend.elaborate import load_graph
from dfgen.model.decisions import FifoChoice
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import Access, Trust
from dfgen.pipeline import CompileOptions, plan_graph


@frozen
class FifoLine:
    """One FIFO of the plan. `access` of its reader is None where that is a routing actor; `known` says how it is
    known."""

    name: str
    reader: str
    access: Access | None
    known: str
    strategy: str
    reason: str
    bytes_per_iteration: int
    moved_bytes_per_iteration: int


def list_fifos(path: Path, options: CompileOptions) -> tuple[FifoLine, ...]:
    """All FIFOs that carry tokens, as the plan has them. Raises `UserError` as compiling does."""
    plan = plan_graph(load_graph(path, options.parameters, options.time_unit_ns), options).plan
    return tuple(_line(plan.graph, choice) for choice in plan.choices)


def _line(graph: Graph, choice: FifoChoice) -> FifoLine:
    reader, port = graph.actor(choice.target.actor), graph.port(choice.target)
    access = None if reader.is_routing else port.access
    # Read-write without a proof is no claim of anybody: it is what is assumed where nothing is said.
    assumed = access is Access.READ_WRITE and port.trust is Trust.CLAIMED
    return FifoLine(
        name=choice.fifo,
        reader=reader.kind.value,
        access=access,
        known="" if access is None else "assumed" if assumed else port.trust.value,
        strategy=choice.strategy,
        reason=choice.reason,
        bytes_per_iteration=choice.bytes_per_iteration,
        moved_bytes_per_iteration=choice.moved_bytes_per_iteration,
    )
