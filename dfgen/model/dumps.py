# SPDX-License-Identifier: Apache-2.0
"""Stages as stable text, for `--dump` and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.port import Port
from dfgen.model.schedule import Leaf, Listing, Node, Part, Schedule


def counted(number: int, what: str, several: str = "") -> str:
    """`1 core`, `2 cores`; `several` where an s is not enough."""
    return f"{number} {what if number == 1 else several or what + 's'}"


def dump_graph(graph: Graph) -> str:
    lines = [f"graph {graph.name}({', '.join(f'{n} = {v}' for n, v in graph.parameters)})"]
    for actor in graph.actors:
        lines.append(f"{actor.kind.value} {actor.name}")
        lines.extend(f"    {_port(port)}" for port in actor.ports)
    for fifo in graph.fifos:
        delay = f" delay {fifo.delay_tokens}" if fifo.delay_tokens else ""
        lines.append(f"{fifo.source} -> {fifo.target}{delay}")
    return "\n".join(lines) + "\n"


def _port(port: Port) -> str:
    access = f" {port.access.value} ({port.trust.value})" if port.access else ""
    over = f" overlays {port.overlays}" if port.overlays else " persistent" if port.is_persistent else ""
    by = f" by {port.by.engine}" if port.by is not None else ""
    return f"{port.direction.value} {port.name} : {port.type.name}[{', '.join(map(str, port.rates))}]{access}{over}{by}"


def dump_facts(facts: Facts) -> str:
    return "".join(f"{name}: {facts.firings[name]} firings in {facts.cycles[name]} cycles\n" for name in facts.order)


def dump_schedule(schedule: Schedule) -> str:
    length = counted(schedule.iterations_per_pass, "iteration")
    depth = f"{schedule.depth_passes} passes overlap" if schedule.depth_passes > 1 else "1 pass at a time"
    lines = [f"{counted(schedule.cores, 'core')}, mapper {schedule.mapper}, {length} a pass, {depth}"]
    for index, child in enumerate(schedule.root.body):
        first, *below = _node(child, 1)
        late = schedule.stage(schedule.root.id, index)
        behind = f"  {counted(late, 'pass', 'passes')} late" if late else ""
        lines += [first + behind, *below]
    for edge in schedule.stop_edges:
        told = (
            f"{edge.target} comes after {edge.source}: {edge.why}"
            if edge.reason
            else f"{edge.source} may stop {edge.target}"
        )
        lines.append(told + (", one iteration later" if edge.delay else ""))
    return "\n".join(lines) + "\n"


def _node(node: Node, depth: int) -> Iterator[str]:
    space = "    " * depth
    if isinstance(node, Leaf):
        yield f"{space}{node.actor} x{node.firings}  {_parts(node.parts)}"
    elif isinstance(node, Listing):
        yield f"{space}core {node.core}: {' '.join(f'{run.actor}*{run.count}' for run in node.runs)}"
    else:
        ordered = f", ordered  {_parts(node.parts)}" if node.parts else ""
        times = "once" if node.count == 1 else f"{node.count} times"
        yield f"{space}loop {times}, {node.chunk} at a time{ordered}"
        for child in node.body:
            yield from _node(child, depth + 1)


def _parts(parts: tuple[Part, ...]) -> str:
    """Whose firings are whose; a core that has all of them has no range."""
    if len(parts) == 1:
        return f"core {parts[0].core}"
    return ", ".join(f"core {part.core}: {_range(part)}" for part in parts)


def _range(part: Part) -> str:
    return str(part.start) if part.stop == part.start + 1 else f"{part.start}..{part.stop - 1}"
