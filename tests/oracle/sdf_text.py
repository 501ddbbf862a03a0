# SPDX-License-Identifier: Apache-2.0
"""The graph file of an application. Where the language has several ways to say a thing, the seed decides."""

from __future__ import annotations

import random
from collections.abc import Iterator

from .application import (
    INSTANCES_PER_LEVEL,
    Actor,
    Application,
    Delay,
    Edge,
    End,
    Fill,
    GraphSpec,
    Port,
    StateForm,
    Use,
)
from .c_text import SCRATCH, argument_names, fill_name, function_name, state_pointer
from .object_text import UP_TO, WORDS

ALIASES = {"triple": "uint8[3]", "vector": "float[5]", "seven": "int16[7]", "mixed_t": "struct mixed", "five": "five"}
CLAUSES = {
    Use.CLAIMED: " read_only",
    Use.WRITTEN: " read_write",
    Use.TOUCHED: " read_mostly(written = 2%)",
    Use.UNUSED: " unused",
}


def graph_file(application: Application) -> str:
    rng = random.Random(application.seed)
    text = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// A random application, made from seed {application.seed}.",
        'include "actors.h";',
        'source "actors.c";',
        *(f"type {name} = {meaning};" for name, meaning in ALIASES.items()),
        *([WORDS] if application.has_objects else []),
        *(f"param {live.name} : {live.type} = {live.at(0)} live;" for live in application.live),
    ]
    graphs = list(application.graphs)
    if rng.random() < 0.5:  # the main graph is the one that no other uses, wherever it stands
        graphs.reverse()
    for graph in graphs:
        text += ["", *_graph(rng, application, graph)]
    return "\n".join(text) + "\n"


def _graph(rng: random.Random, application: Application, graph: GraphSpec) -> Iterator[str]:
    main = graph is application.main
    for actor in graph.actors:
        if actor.template:
            yield from _template(rng, graph, actor)
    yield f"graph {graph.name} {{" if main else f"graph {graph.name}(id = 0) {{"
    for interface in graph.interfaces:
        direction = "in " if interface.is_input else "out"
        yield f"    {direction} {interface.name} : {interface.kind.name}[{_product(rng, interface.rate)}];"
    for actor in graph.actors:
        yield from (f"    {line}" for line in _actor(rng, graph, actor, main))
    for edges in _grouped(rng, graph):
        yield f"    {_edges(rng, graph, edges, main)}"
    yield "}"


def _number(number: int, main: bool) -> str:
    return str(number) if main else f"id * {INSTANCES_PER_LEVEL} + {number}"


def _template(rng: random.Random, graph: GraphSpec, actor: Actor) -> Iterator[str]:
    yield f"actor {function_name(graph, actor)}_t(id = 7) {{"
    yield from (f"    {line}" for line in _items(rng, graph, actor, "id"))
    yield "}"
    yield ""


def _actor(rng: random.Random, graph: GraphSpec, actor: Actor, main: bool) -> Iterator[str]:
    number = _number(actor.number, main)
    core = "" if actor.core is None else f" @core({actor.core})"
    if actor.cores:
        core = f" @core({', '.join(map(str, actor.cores))})"
    if actor.file is not None:
        (port,) = actor.ports
        kind = "file_sink" if port.is_input else "file_source"
        yield f"actor {actor.name} = {kind}(block = {port.rates[0]}){core}{actor.file};"
    elif actor.template:
        yield f"actor {actor.name} = {function_name(graph, actor)}_t(id = {number}){core};"
    elif actor.kind == "code":
        yield f"actor {actor.name}{core} {{"
        yield from (f"    {line}" for line in _items(rng, graph, actor, number))
        yield "}"
    elif actor.is_routing:
        yield f"{actor.kind} {actor.name} {{ {' '.join(_port(rng, actor, p) for p in actor.ports)} }}"
    else:
        yield f"actor {actor.name} = {actor.kind}(id = {number}){core};"


def _items(rng: random.Random, graph: GraphSpec, actor: Actor, number: str) -> Iterator[str]:
    function = function_name(graph, actor)
    if state_pointer(actor):
        yield f"state s : {_state_type(actor)};"
    elif actor.state is StateForm.STATIC:
        yield "state;"
    if actor.initialised:
        yield f"init {function}_init({number}, s);"
    yield f"fire {function}({', '.join(number if name == 'id' else name for name in argument_names(actor))});"
    if actor.records:
        yield f"end {function}_end(s);"
    words = {
        "io": actor.io or actor.records, "stops": actor.stop is not None, "effect": actor.effect,
        "stateless": actor.stateless,
    }  # fmt: skip
    yield from (f"{word};" for word, said in words.items() if said)
    short = rng.choice(["3us", "250ns", "0.01ms", "1.5us"]) if rng.random() < 0.2 else ""
    if actor.time or short:
        yield f"time {actor.time or short};"
    if actor.period:
        yield f"period {actor.period};"
    for port in actor.declared:
        yield _port(rng, actor, port)
    if actor.scratch is not None:
        yield f"out {SCRATCH} : {actor.scratch.kind.name}[{actor.scratch.rate}] unused;"


def _state_type(actor: Actor) -> str:
    if actor.records:
        return "struct record"
    return "uint64[2]" if actor.state is StateForm.ARRAY else "struct memory"


def _port(rng: random.Random, actor: Actor, port: Port) -> str:
    if actor.slice is not None and not port.is_input:
        pattern = actor.slice
        rates = f"[{pattern.count}][{_product(rng, pattern.length)}] from {pattern.start} step {pattern.step}"
    else:
        rates = f"[{_rates(rng, port.rates)}]"
    clauses = CLAUSES.get(port.use, "") if port.is_input else ""
    if port.is_input and port.use is Use.CONST and rng.random() < 0.2 and actor.kind == "code":
        clauses = " read_only"
    if port.partial:
        clauses += " partial"
    if port.kind.objects and not port.is_input and actor.kind == "code":
        clauses += f" up to {UP_TO}"
    if port.overlays and not port.is_merged:
        clauses += f" overlays {port.overlays}"
    way = "inout" if port.is_merged else "in" if port.is_input else "out"
    name = f"{port.stem}[{actor.length(port)}]" if port.array else port.word
    return f"{way} {name} : {port.kind.name}{rates}{clauses}{port.bulk.annotation};"


def _rates(rng: random.Random, rates: tuple[int, ...]) -> str:
    if len(rates) == 1:
        return _product(rng, rates[0])
    if len(set(rates)) == 1 and rng.random() < 0.5:
        return f"{rates[0]} for {len(rates)}"
    return ", ".join(map(str, rates))


def _product(rng: random.Random, number: int) -> str:
    divisors = [d for d in range(2, number) if number % d == 0]
    if divisors and rng.random() < 0.2:
        divisor = rng.choice(divisors)
        return f"{divisor} * {number // divisor}"
    return str(number)


def _grouped(rng: random.Random, graph: GraphSpec) -> list[list[Edge]]:
    """Edges that one statement can say: the same source and nothing else said."""
    groups: dict[End, list[Edge]] = {}
    alone: list[list[Edge]] = []
    for edge in graph.edges:
        if edge.delay is None and not edge.annotation and rng.random() < 0.8:
            groups.setdefault(edge.source, []).append(edge)
        else:
            alone.append([edge])
    return [*groups.values(), *alone]


def _edges(rng: random.Random, graph: GraphSpec, edges: list[Edge], main: bool) -> str:
    targets = [_end(edge.target) for edge in edges]
    text = f"{_end(edges[0].source)} -> {targets[0] if len(targets) == 1 else '{ ' + ', '.join(targets) + ' }'}"
    if edges[0].delay is not None:
        text += _delay(rng, graph, edges[0].delay, main)
    return text + edges[0].annotation + ";"


def _end(end: End) -> str:
    return end.port if end.actor is None else f"{end.actor}.{end.port.removesuffix('+')}"


def _delay(rng: random.Random, graph: GraphSpec, delay: Delay, main: bool) -> str:
    text = f" delay {delay.tokens}"
    if delay.fill is Fill.SAME:
        text += f" = {delay.values[0]}"
    elif delay.fill is Fill.LIST:
        text += f" = {{{', '.join(map(str, delay.values))}}}"
    elif delay.fill is Fill.FUNCTION:
        text += f" = init {fill_name(graph, delay.number)}({_number(delay.number, main)}, tokens)"
    if delay.reset:
        text += f" reset from {_end(delay.setter)}" if delay.setter is not None else " reset"
        return text + (f" to {_end(delay.getter)}" if delay.getter is not None else "")
    return text + (" keep" if not main and rng.random() < 0.3 else "")
