# SPDX-License-Identifier: Apache-2.0
"""Copy actors and the engines that do their work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.memory.requests import Request
from dfgen.memory.strategies import FALLBACK, STRATEGIES
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.graph import NOWHERE, Actor, ActorKind, Fifo, Graph, TransferRequest
from dfgen.model.movement import Cut, HowToMove


def engine_requests(wanted: Mapping[str, Request]) -> dict[str, TransferRequest]:
    """Those of the requests, by FIFO, that need an engine."""
    return {
        fifo: TransferRequest(request.strategy, request.options, request.span or NOWHERE)
        for fifo, request in wanted.items()
        if STRATEGIES[request.strategy].by_engine
    }


def misfits(graph: Graph, wanted: Mapping[str, Request]) -> Iterator[Diagnostic]:
    """Options of engines that do not go with what a FIFO carries that was asked for by name and has its copy actor."""
    for copy, fifo, request in _requests_met(graph):
        asked = wanted.get(f"{fifo.source}:{copy.name}")
        if asked is None or not asked.explicit:
            continue
        how, port = _how(request), copy.port("in")
        window_bytes = max(port.rates) * port.type.size_bytes
        if port.type.objects and how.cut != Cut():
            message = f"{fifo.source} writes objects, which are copied whole, each by itself"
            hint = "Leave out threshold, chunk, target and stride."
            yield Diagnostic("transfer-option", message, asked.span, hint)
        elif how.cut.threshold_bytes > window_bytes:
            message = f"no copy of this FIFO reaches the threshold: its windows have {window_bytes} bytes"
            hint = f"Set a threshold of at most {window_bytes}, or ask for {FALLBACK.name}."
            yield Diagnostic("transfer-option", message, asked.span, hint)


def engines_of(graph: Graph) -> tuple[str, ...]:
    """The engines that the graph's copy and file actors use, each once, and behind them those of links; a program
    knows them by their index."""
    moving = (*(how.engine for _, how in _copies(graph)), *(engine for _, engine in _actors(graph)))
    links = {actor.engine for actor in graph.network_ends}
    return tuple(sorted(dict.fromkeys(moving), key=links.__contains__))


def asynchronous_copies(graph: Graph) -> dict[str, int]:
    """The engine of each copy or file actor whose completion its core does not wait for, by name of the actor."""
    engines = engines_of(graph)
    copies = {name: engines.index(how.engine) for name, how in _copies(graph) if not how.waits}
    return copies | {name: engines.index(engine) for name, engine in _actors(graph)}


def _actors(graph: Graph) -> Iterator[tuple[str, str]]:
    return ((actor.name, actor.engine) for actor in graph.actors if actor.engine)


def _copies(graph: Graph) -> Iterator[tuple[str, HowToMove]]:
    return ((copy.name, _how(request)) for copy, _, request in _requests_met(graph))


def _requests_met(graph: Graph) -> Iterator[tuple[Actor, Fifo, TransferRequest]]:
    """Each copy actor with the FIFO before it, and what was asked of that."""
    for actor in graph.actors:
        if actor.kind is ActorKind.COPY:
            ((_, fifo),) = graph.inputs_of(actor)
            assert fifo.transfer is not None, "a copy actor stands in a FIFO that asks for it"
            yield actor, fifo, fifo.transfer


def _how(request: TransferRequest) -> HowToMove:
    return STRATEGIES[request.strategy].how(request.options)
