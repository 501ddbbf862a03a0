# SPDX-License-Identifier: Apache-2.0
"""DOT for Graphviz: rates at the ends of the edges, delays in their middle and dashed, refined actors as frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.export.source import Source, Written
from dfgen.frontend.importers.sdf3_numbers import RUN_LENGTH_MIN
from dfgen.frontend.mangling import from_identifier
from dfgen.model.actor import Actor
from dfgen.model.costs import duration
from dfgen.model.graph import Fifo, Graph, PortRef

LABEL_MAX = 30


def write_dot(source: Source, folder: Path) -> Written:
    return Written(dot_text(source.graph))


def dot_text(graph: Graph) -> str:
    width = _longest_rates(graph)
    lines = [
        f"digraph {_quoted(from_identifier(graph.name))} {{",
        f'    graph [rankdir=LR, nodesep=0.5, ranksep={0.6 + 0.15 * width:.2f}, fontname="Helvetica"];',
        '    node [shape=box, style=rounded, fontname="Helvetica"];',
        f'    edge [fontname="Helvetica", fontsize=10, labeldistance={1.4 + 0.2 * width:.1f}, labelangle=20];',
        *_Frame.of(graph).lines(graph, 1),
        *(f"    {_edge(graph, fifo)}" for fifo in graph.fifos),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _longest_rates(graph: Graph) -> int:
    """Characters of the longest rates, for which there must be room between actors."""
    ends = (end for fifo in graph.fifos for end in (fifo.source, fifo.target))
    return min(max((len(_rates(graph, end)) for end in ends), default=1), LABEL_MAX)


@dataclass
class _Frame:
    """What is inside of a refined actor, or of the whole graph."""

    path: str
    actors: list[Actor] = field(default_factory=list)
    frames: dict[str, _Frame] = field(default_factory=dict)

    @staticmethod
    def of(graph: Graph) -> _Frame:
        top = _Frame("")
        for actor in graph.actors:
            frame, path = top, ""
            for part in actor.name.split("/")[:-1]:
                path = f"{path}/{part}" if path else part
                frame = frame.frames.setdefault(part, _Frame(path))
            frame.actors.append(actor)
        return top

    def lines(self, graph: Graph, depth: int) -> Iterator[str]:
        space = "    " * depth
        for actor in self.actors:
            yield space + _node(actor, graph)
        for name, frame in self.frames.items():
            yield f"{space}subgraph {_quoted('cluster_' + frame.path)} {{"
            yield f"{space}    label={_quoted(from_identifier(name))}; style=rounded; color=gray;"
            yield from frame.lines(graph, depth + 1)
            yield f"{space}}}"


def _node(actor: Actor, graph: Graph) -> str:
    name = from_identifier(actor.name.rpartition("/")[2])
    lines = [name]
    if actor.times:
        lines.append(_runs([duration(time) if graph.time_unit else str(time) for time in actor.times]))
    attributes = [f"label={_quoted(*lines)}"]
    if actor.is_routing:
        attributes += ["shape=cds", f"tooltip={_quoted(actor.kind.value)}"]
    return f"{_quoted(actor.name)} [{', '.join(attributes)}];"


def _edge(graph: Graph, fifo: Fifo) -> str:
    ends = (("taillabel", fifo.source), ("headlabel", fifo.target))
    attributes = [f"{label}={_quoted(_rates(graph, end))}" for label, end in ends]
    if fifo.delay_tokens:
        attributes += [f"label={_quoted(str(fifo.delay_tokens))}", "style=dashed"]
    title = fifo.channel or fifo.name
    attributes.append(f"edgetooltip={_quoted(from_identifier(title))}")
    return f"{_quoted(fifo.source.actor)} -> {_quoted(fifo.target.actor)} [{', '.join(attributes)}];"


def _rates(graph: Graph, end: PortRef) -> str:
    return _runs([str(rate) for rate in graph.port(end).rates])


def _runs(values: list[str]) -> str:
    """`1, 0*7`: equal neighbours are counted where they are many."""
    parts: list[tuple[str, int]] = []
    for value in values:
        if parts and parts[-1][0] == value:
            parts[-1] = (value, parts[-1][1] + 1)
        else:
            parts.append((value, 1))
    texts = [[f"{value}*{times}"] if times >= RUN_LENGTH_MIN else [value] * times for value, times in parts]
    return ", ".join(text for run in texts for text in run)


def _quoted(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
