# SPDX-License-Identifier: Apache-2.0
"""Stages as stable text, for `--dump` and for tests."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.model.facts import Facts
from dfgen.model.graph import Graph, Port
from dfgen.model.schedule import Leaf, Listing, Node, Part, Schedule


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
    over = f" overlays {port.overlays}" if port.overlays else " kept" if port.kept else ""
    return f"{port.direction.value} {port.name} : {port.type.name}[{', '.join(map(str, port.rates))}]{access}{over}"


def dump_facts(facts: Facts) -> str:
    return "".join(f"{name}: {facts.firings[name]} firings in {facts.cycles[name]} cycles\n" for name in facts.order)


def dump_schedule(schedule: Schedule) -> str:
    lines = [
        f"{schedule.cores} cores, mapper {schedule.mapper}, {schedule.iterations_per_pass} iterations a pass, "
        f"{schedule.depth_passes} passes overlap"
    ]
    for index, child in enumerate(schedule.root.body):
        first, *below = _node(child, 1)
        late = schedule.stage(schedule.root.id, index)
        behind = f"  {late} pass{'es' if late > 1 else ''} late" if late else ""
        lines += [first + behind, *below]
    for edge in schedule.stop_edges:
        lines.append(f"{edge.source} may stop {edge.target}" + (", one iteration later" if edge.delay else ""))
    return "\n".join(lines) + "\n"


def _node(node: Node, depth: int) -> Iterator[str]:
    space = "    " * depth
    if isinstance(node, Leaf):
        yield f"{space}{node.actor} x{node.firings}  {_parts(node.parts)}"
    elif isinstance(node, Listing):
        yield f"{space}core {node.core}: {' '.join(f'{run.actor}*{run.count}' for run in node.runs)}"
    else:
        relayed = f", relayed  {_parts(node.parts)}" if node.parts else ""
        yield f"{space}loop {node.count} times, {node.chunk} at a time{relayed}"
        for child in node.body:
            yield from _node(child, depth + 1)


def _parts(parts: tuple[Part, ...]) -> str:
    return ", ".join(f"core {part.core}: {part.start}..{part.stop - 1}" for part in parts)
