# SPDX-License-Identifier: Apache-2.0
"""The facts of a graph: repetition vector, tokens, cycles, order, and warnings for the user."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from dfgen.analysis.liveness import check_live
from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.analysis.structure import strongly_connected_components, topological_order
from dfgen.analysis.tokens import tokens_written_per_cycle
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph, PortRef


def analyse(graph: Graph) -> Facts:
    """The facts, or a `UserError` if the rates do not balance or the initial tokens do not suffice."""
    cycles = repetition_vector(graph)
    components = strongly_connected_components(graph)
    check_live(graph, cycles, components)
    tokens = {f.name: cycles[f.source.actor] * tokens_written_per_cycle(graph, f) for f in graph.fifos}
    return Facts(
        cycles=MappingProxyType(cycles),
        firings=MappingProxyType(firings_per_iteration(graph, cycles)),
        tokens=MappingProxyType(tokens),
        components=components,
        order=topological_order(graph, components),
        warnings=tuple(_warnings(graph, cycles)),
    )


def _warnings(graph: Graph, cycles: Mapping[str, int]) -> Iterator[Diagnostic]:
    yield from graph.warnings
    for actor in graph.actors:
        if cycles[actor.name] == 0:
            yield Diagnostic("actor-never-fires", _never_fires(graph, actor.name), actor.span)
    for actor in graph.actors:
        for port in actor.ports:
            if port.tokens_per_phases == 0:
                message = f"port {PortRef(actor.name, port.name)} never passes a token: its rate is always 0"
                yield Diagnostic("port-dead", message, port.span)
    for fifo in graph.fifos:
        if fifo.delay is not None and fifo.delay_tokens > 0 and _never_read(graph, cycles, fifo):
            message = f"the {fifo.delay_tokens} initial tokens of {fifo.name} are never read"
            yield Diagnostic("delay-unread", message, fifo.delay.span)


def _never_read(graph: Graph, cycles: Mapping[str, int], fifo: Fifo) -> bool:
    return cycles[fifo.target.actor] == 0 or graph.port(fifo.target).tokens_per_phases == 0


def _never_fires(graph: Graph, name: str) -> str:
    for port, fifo in graph.inputs_of(graph.actor(name)):
        if port.tokens_per_phases > 0 and graph.port(fifo.source).tokens_per_phases == 0:
            return f"actor '{name}' never fires: it reads from {fifo.source}, which never writes"
    return f"actor '{name}' never fires: it must keep pace with an actor that never fires"
