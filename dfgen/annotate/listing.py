# SPDX-License-Identifier: Apache-2.0
"""What the plan does with each FIFO, under the names of the user's graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from dfgen.frontend.elaborate import load_graph
from dfgen.model.graph import Access, Graph, Trust
from dfgen.model.names import user_name
from dfgen.model.plan import FifoChoice
from dfgen.pipeline import CompileOptions, plan_graph


@dataclass(frozen=True)
class FifoLine:
    """One FIFO of the plan. `access` of its reader is None where that is a mover; `known` says how it is known."""

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
    plan = plan_graph(load_graph(path, options.parameters), options).plan
    lines: dict[str, FifoLine] = {}
    for choice in plan.choices:
        line = _line(plan.graph, choice)
        lines[line.name] = _joined(lines[line.name], line) if line.name in lines else line
    return tuple(lines.values())


def _line(graph: Graph, choice: FifoChoice) -> FifoLine:
    fifo = graph.fifo_by_name[choice.fifo]
    reader, port = graph.actor(fifo.target.actor), graph.port(fifo.target)
    access = None if reader.is_mover else port.access
    # Read-write without a proof is no claim of anybody: it is what is assumed where nothing is said.
    assumed = access is Access.READ_WRITE and port.trust is Trust.CLAIMED
    return FifoLine(
        name=user_name(graph, fifo),
        reader=reader.kind.value,
        access=access,
        known="" if access is None else "assumed" if assumed else port.trust.value,
        strategy=choice.strategy,
        reason=choice.reason,
        bytes_per_iteration=choice.bytes_per_iteration,
        moved_bytes_per_iteration=choice.moved_bytes_per_iteration,
    )


def _joined(first: FifoLine, second: FifoLine) -> FifoLine:
    """One line for the two parts of a FIFO on both sides of a mover of dfgen's; the user's actor reads the second."""
    telling = max(second, first, key=lambda line: line.moved_bytes_per_iteration)
    moved = first.moved_bytes_per_iteration + second.moved_bytes_per_iteration
    return replace(second, strategy=telling.strategy, reason=telling.reason, moved_bytes_per_iteration=moved)
