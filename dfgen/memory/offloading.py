# SPDX-License-Identifier: Apache-2.0
"""Copy actors and the engines that do their work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.memory.requests import Request
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.graph import NOWHERE, ActorKind, Graph, TransferRequest
from dfgen.model.movement import HowToMove


def engine_requests(wanted: Mapping[str, Request]) -> dict[str, TransferRequest]:
    """Those of the requests, by FIFO, that need an engine."""
    return {
        fifo: TransferRequest(request.strategy, request.options, request.span or NOWHERE)
        for fifo, request in wanted.items()
        if STRATEGIES[request.strategy].by_engine
    }


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
    for actor in graph.actors:
        if actor.kind is ActorKind.COPY:
            ((_, fifo),) = graph.inputs_of(actor)
            assert fifo.transfer is not None, "a copy actor stands in a FIFO that asks for it"
            yield actor.name, STRATEGIES[fifo.transfer.strategy].how(fifo.transfer.options)
