# SPDX-License-Identifier: Apache-2.0
"""Who leaves work to engines: copy actors, file actors, and actors whose bulk operations an engine does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches

from dfgen.analysis.structure import strongly_connected_components
from dfgen.memory.requests import Request
from dfgen.memory.strategies import FALLBACK, STRATEGIES
from dfgen.memory.strategies.engines import ENGINES
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Diagnostic, Note, raise_if_any, some_of
from dfgen.model.graph import Fifo, Graph, TransferRequest
from dfgen.model.movement import Cut, HowToMove
from dfgen.model.names import user_name
from dfgen.model.port import NOWHERE, Port


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
        if port.type.objects and how.cut != Cut(how.cut.threshold_bytes):
            message = f"{fifo.source} writes objects, which are copied whole, each by itself"
            hint = "Leave out chunk, target and stride."
            yield Diagnostic("transfer-option", message, asked.span, hint)
        elif _is_below_threshold(port, how):
            name, window_bytes = user_name(graph, fifo), _window_bytes(port)
            message = f"no copy of {name} reaches the threshold: its windows have {window_bytes} bytes"
            hint = f"Set a threshold of at most {window_bytes}, or ask for {FALLBACK.name}."
            yield Diagnostic("transfer-option", message, asked.span, hint)


def threshold_notes(graph: Graph, wanted: Mapping[str, Request]) -> Iterator[str]:
    """The FIFOs with copy actors that a demand for all FIFOs leaves to the cores after all, by threshold."""
    below: dict[int, list[str]] = {}
    for copy, fifo, request in _requests_met(graph):
        asked = wanted.get(f"{fifo.source}:{copy.name}")
        how, port = _how(request), copy.port("in")
        if asked is not None and not asked.explicit and _is_below_threshold(port, how):
            told = f"{user_name(graph, fifo)} ({_window_bytes(port)} bytes)"
            below.setdefault(how.cut.threshold_bytes, []).append(told)
    for threshold_bytes, names in below.items():
        yield f"cores copy windows below the threshold of {threshold_bytes} bytes themselves: {some_of(names)}"


def _is_below_threshold(port: Port, how: HowToMove) -> bool:
    """Whether no window that arrives there is large enough for the engine; of objects, only a run tells."""
    return not port.type.objects and how.cut.threshold_bytes > _window_bytes(port)


def _window_bytes(port: Port) -> int:
    return max(port.rates) * port.type.size_bytes


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


# --- bulk operations --------------------------------------------------------------------------------------------------


def with_bulk_engines(graph: Graph) -> Graph:
    """The graph in which outputs `@by` an engine know what that needs. Raises `UserError` (bulk-engine, bulk-illegal)
    where there is no such engine, or it cannot write the output."""
    engines = _engines_by_name()
    published = [(actor, port) for actor in graph.actors for port in actor.outputs if port.by is not None]
    if not published:
        return graph
    on_cycles = _on_cycles(graph)
    raise_if_any(fault for actor, port in published for fault in _faults(actor, port, engines, on_cycles))
    return _with_ports(
        graph,
        lambda port: replace(port, by=replace(port.by, runtime_files=engines[port.by.engine])) if port.by else port,
    )


def without_bulk_engines(graph: Graph, actors: Collection[str]) -> Graph:
    """The graph in which cores do the bulk operations of these actors."""
    return _with_ports(graph, lambda port: replace(port, by=None), actors)


def _with_ports(graph: Graph, change: Callable[[Port], Port], actors: Collection[str] | None = None) -> Graph:
    def changed(actor: Actor) -> Actor:
        if actor.bulk is None or (actors is not None and actor.name not in actors):
            return actor
        return replace(actor, ports=tuple(map(change, actor.ports)))

    return replace(graph, actors=tuple(map(changed, graph.actors)))


def _engines_by_name() -> dict[str, tuple[str, ...]]:
    """Those of all strategies, with their files of the runtime."""
    strategies = (strategy for strategy in STRATEGIES.values() if strategy.by_engine)
    return {name: s.how((("engine", name),)).runtime_files for s in strategies for name in ENGINES}


def _on_cycles(graph: Graph) -> set[str]:
    loops = {fifo.source.actor for fifo in graph.fifos if fifo.source.actor == fifo.target.actor}
    components = strongly_connected_components(graph)
    return loops.union(*(component for component in components if len(component) > 1))


def _faults(actor: Actor, port: Port, engines: Collection[str], on_cycles: Collection[str]) -> Iterator[Diagnostic]:
    by, first, name = port.by, actor.bulk, f"{actor.name}.{port.name}"
    assert by is not None
    assert first is not None
    if by.engine not in engines:
        near = get_close_matches(by.engine, engines, 1)
        hint = f"Did you mean '{near[0]}'?" if near else f"Valid here: {', '.join(engines)}."
        yield Diagnostic("bulk-engine", f"there is no copy engine '{by.engine}'", by.span, hint)
    elif (by.engine, by.threshold_bytes) != (first.engine, first.threshold_bytes):
        message = f"the outputs of '{actor.name}' are written by one engine, from one threshold on"
        yield Diagnostic("bulk-engine", message, by.span, "Say the same of both.", (Note("the first", first.span),))
    obstacle = _obstacle(actor, port, on_cycles)
    if obstacle:
        yield Diagnostic("bulk-illegal", f"{name} cannot be written by an engine: {obstacle}", by.span, _WITHOUT)


_WITHOUT = "Without '@by' the core does the bulk operations."


def _obstacle(actor: Actor, port: Port, on_cycles: Collection[str]) -> str:
    """Why no engine can write an output after the firing; nothing if one can."""
    if actor.name in on_cycles:
        return "its actor lies on a cycle, whose firings follow each other"
    if port.type.objects:
        return "its tokens are object graphs, which are made ready as the firing ends"
    if port.is_persistent:
        return "each firing finds there what the one before has left"
    return f"it overlays the input '{port.overlays}', which would be read and written at once" if port.overlays else ""


# --- engines ----------------------------------------------------------------------------------------------------------


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
