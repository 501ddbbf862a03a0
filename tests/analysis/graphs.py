# SPDX-License-Identifier: Apache-2.0
"""Graphs for the tests of this folder, built from short tables, and a naive execution to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dfgen.model.actor import Actor, ActorKind, InitialTokens
from dfgen.model.diagnostics import Span
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.port import Direction, Port, TokenType

BYTE = TokenType("uint8", "uint8_t", 1, 1)
Rates = int | Sequence[int]
Edge = tuple[str, Rates, Rates, str] | tuple[str, Rates, Rates, str, int]


def build(edges: Iterable[Edge], names: Iterable[str] = ()) -> Graph:
    """Edges are (source, rates written, rates read, target[, delay]); port k of an edge is `o<k>` and `i<k>`.

    FIFO k has line k + 1 of `graph.sdf` as its place.
    """
    ports: dict[str, list[Port]] = {name: [] for name in names}
    fifos = []
    for k, edge in enumerate(edges):
        source, written, read, target = edge[:4]
        delay = edge[4] if len(edge) == 5 else 0
        place = Span("graph.sdf", k + 1, 1)
        ports.setdefault(source, []).append(Port(f"o{k}", Direction.OUTPUT, BYTE, _rates(written)))
        ports.setdefault(target, []).append(Port(f"i{k}", Direction.INPUT, BYTE, _rates(read)))
        tokens = InitialTokens(delay, span=place) if delay else None
        fifos.append(Fifo(PortRef(source, f"o{k}"), PortRef(target, f"i{k}"), tokens, span=place))
    actors = tuple(Actor(name, ActorKind.CODE, tuple(found)) for name, found in ports.items())
    return Graph("test", (), actors, tuple(fifos), file="graph.sdf")


def _rates(rates: Rates) -> tuple[int, ...]:
    return (rates,) if isinstance(rates, int) else tuple(rates)


def runs_one_iteration(graph: Graph, firings: dict[str, int]) -> bool:
    """Fire actors one at a time, in any order, until the iteration is complete or nothing can fire."""
    tokens = {fifo.name: fifo.delay_tokens for fifo in graph.fifos}
    fired = dict.fromkeys(firings, 0)
    progress = True
    while progress:
        progress = False
        for actor in graph.actors:
            phase = fired[actor.name]
            ready = all(tokens[f.name] >= p.rate(phase) for p, f in graph.inputs_of(actor))
            if phase < firings[actor.name] and ready:
                for port, fifo in graph.inputs_of(actor):
                    tokens[fifo.name] -= port.rate(phase)
                for port, fifo in graph.outputs_of(actor):
                    tokens[fifo.name] += port.rate(phase)
                fired[actor.name] += 1
                progress = True
    return fired == firings
