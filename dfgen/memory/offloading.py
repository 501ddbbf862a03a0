# SPDX-License-Identifier: Apache-2.0
"""Copy actors and the engines that do their work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dfgen.memory.requests import Request
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.offload import OFFLOAD
from dfgen.model.graph import NOWHERE, ActorKind, Graph, TransferRequest


@dataclass(frozen=True)
class EngineRequest:
    """What a copy actor asks of which engine. `waits`: its core waits for the engine on the spot."""

    engine: str
    waits: bool
    options: tuple[tuple[str, str], ...]


def engine_request(transfer: TransferRequest) -> EngineRequest:
    given = {name: values[0] for name, values in OFFLOAD.options.items()} | dict(transfer.options)
    return EngineRequest(given["engine"], given["mode"] == "sync", tuple(given.items()))


def engine_requests(wanted: Mapping[str, Request]) -> dict[str, TransferRequest]:
    """Those of the requests, by FIFO, that need an engine."""
    return {
        fifo: TransferRequest(request.strategy, request.options, request.span or NOWHERE)
        for fifo, request in wanted.items()
        if STRATEGIES[request.strategy].engine
    }


def engines_of(graph: Graph) -> tuple[str, ...]:
    """The engines that the graph's copy actors use, each once; a program knows them by their index."""
    return tuple(dict.fromkeys(request.engine for _, request in _requests(graph)))


def asynchronous_copies(graph: Graph) -> dict[str, int]:
    """The engine of each copy actor whose completion its core does not wait for, by name of the actor."""
    engines = engines_of(graph)
    return {name: engines.index(request.engine) for name, request in _requests(graph) if not request.waits}


def _requests(graph: Graph) -> Iterator[tuple[str, EngineRequest]]:
    for actor in graph.actors:
        if actor.kind is ActorKind.COPY:
            ((_, fifo),) = graph.inputs_of(actor)
            assert fifo.transfer is not None, "a copy actor stands in a FIFO that asks for it"
            yield actor.name, engine_request(fifo.transfer)
