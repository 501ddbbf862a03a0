# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for actors that have no code, so that a graph without any can be compiled and its schedule be run.

A stand-in reads all bytes of its inputs, writes outputs that depend on every one of them and on nothing else, and then
spins until the firing has taken the time that the graph states. Where data begins and where it ends, an actor keeps a
checksum from firing to firing: an actor without inputs or without outputs, or one actor of a cycle that nothing enters
or leaves. So no two firings write the same, and where data ends the checksum tells of all that came:
`actor checksum firings` is printed at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from hashlib import sha256

from dfgen.analysis.structure import strongly_connected_components
from dfgen.analysis.tokens import carries_tokens
from dfgen.codegen.expressions import name
from dfgen.codegen.firing import variable
from dfgen.codegen.naming import global_prefix, unique_identifiers
from dfgen.codegen.tables import Tables
from dfgen.codegen.templates import render_template
from dfgen.csource.learn import CKnowledge
from dfgen.model.actor import Actor, ActorKind, Argument, ArgumentKind, Call, State
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import Access, Port, TokenType, Trust

HEADER = "stand_ins.h"
SOURCE = "stand_ins.c"
STATE = "seen"
SUM_BYTES, SUM_ALIGN_BYTES = 16, 8
"""Form: of the state of an actor without code."""
TIME_NS_MAX = (1 << 63) - 1
"""Form: what a number of C holds."""
SEED_DIGITS = 16
"""Form: of hexadecimal numbers."""


def actors_without_code(graph: Graph) -> tuple[str, ...]:
    return tuple(a.name for a in graph.actors if a.kind is ActorKind.CODE and a.fire is None and a.file is None)


def with_stand_ins(known: CKnowledge, loaded: Graph) -> CKnowledge:
    """What is known once each actor without code has a stand-in. `loaded` is the graph before C was read: it says
    which access modes somebody has declared."""
    graph = known.graph
    names = actors_without_code(graph)
    functions = unique_identifiers(names)
    prefix = global_prefix(graph.name, known.names)
    sources, sinks = _data_begins_and_ends(graph)

    def with_code(actor: Actor) -> Actor:
        if actor.name not in functions:
            return actor
        declared = {port.name: port.access for port in loaded.actor(actor.name).ports}
        ports = tuple(_proven(port, declared[port.name]) for port in actor.ports)
        actor = replace(actor, ports=ports)
        function = f"{prefix}stands_for_{functions[actor.name]}"
        if actor.name not in sources | sinks:
            return replace(actor, fire=Call(function, tuple(_arguments(actor)), actor.span), state=None)
        sum_type = TokenType(_sum_type(prefix), _sum_type(prefix), SUM_BYTES, SUM_ALIGN_BYTES)
        seen = Argument(ArgumentKind.STATE, STATE)
        fire = Call(function, (*_arguments(actor), seen), actor.span)
        actor = replace(actor, fire=fire, state=State(STATE, sum_type), ordered=True)
        if actor.name not in sinks:
            return actor
        end = Call(f"{prefix}sum_of_{functions[actor.name]}", (seen,), actor.span)
        return replace(actor, end=end, effect=True)

    actors = tuple(with_code(actor) for actor in graph.actors)
    count = len(names)
    notes = (f"{count} {'actor has a stand-in' if count == 1 else 'actors have stand-ins'} for code",) if names else ()
    graph = replace(graph, actors=actors, notes=(*graph.notes, *notes))
    return replace(known, graph=graph, stand_ins=frozenset(names))


def _proven(port: Port, declared: Access | None) -> Port:
    """A port of a stand-in: its inputs it only reads."""
    if not port.is_input or declared not in (None, Access.READ_ONLY):
        return port
    return replace(port, access=Access.READ_ONLY, trust=Trust.PROVEN)


def _arguments(actor: Actor) -> Iterator[Argument]:
    if actor.phases > 1:
        yield Argument(ArgumentKind.PHASE, "phase")
    for port in (*actor.inputs, *actor.outputs):
        if port.access is not Access.UNUSED:
            yield Argument(ArgumentKind.PORT, port.name, port=port.name)


def _data_begins_and_ends(graph: Graph) -> tuple[frozenset[str], frozenset[str]]:
    """One actor of each part of the graph that no data enters, and one of each that no data leaves."""
    without_code = set(actors_without_code(graph))
    flow = {(f.source.actor, f.target.actor) for f in graph.fifos if carries_tokens(graph, f)}
    components = strongly_connected_components(graph)
    home = {name: index for index, component in enumerate(components) for name in component}
    between = [(home[source], home[target]) for source, target in flow if home[source] != home[target]]

    def one_of_each(others: set[int]) -> frozenset[str]:
        chosen = ([n for n in c if n in without_code] for i, c in enumerate(components) if i not in others)
        return frozenset(names[0] for names in chosen if names)

    return one_of_each({target for _, target in between}), one_of_each({source for source, _ in between})


def _sum_type(prefix: str) -> str:
    return f"{prefix}sum"


@frozen
class _Window:
    name: str
    size_bytes: str


@frozen
class _StandIn:
    """A stand-in's function in C. `keeps`: it has a checksum; `end` is the function that prints it, if one does."""

    name: str
    function: str
    end: str
    parameters: str
    has_phase: bool
    keeps: bool
    seed: str
    inputs: tuple[_Window, ...]
    outputs: tuple[_Window, ...]
    time_ns: str


def stand_in_files(graph: Graph, names: Collection[str], prefix: str) -> dict[str, bytes]:
    """The header and the source of the stand-ins called `names`, by their names. `prefix` is the program's."""
    tables = Tables(f"{prefix}stand_in_")
    actors = [_stand_in(actor, _sum_type(prefix), tables) for actor in graph.actors if actor.name in names]
    values = {
        "prefix": prefix,
        "graph_file": graph.file.rpartition("/")[2],
        "sum_type": _sum_type(prefix),
        "actors": actors,
        "reads": any(each.inputs for each in actors),
        "writes": any(each.outputs for each in actors),
        "takes_time": any(each.time_ns for each in actors),
        "prints": any(each.end for each in actors),
        "tables": list(tables.definitions()),
    }
    return {name: render_template(f"{name}.j2", **values) for name in (HEADER, SOURCE)}


def _stand_in(actor: Actor, sum_type: str, tables: Tables) -> _StandIn:
    assert actor.fire is not None
    has_phase = actor.phases > 1
    seed = sha256(actor.name.encode()).hexdigest()[:SEED_DIGITS]
    used = {argument.port for argument in actor.fire.arguments}
    windows = {port.name: _window(port, tables) for port in actor.ports if port.name in used}
    inputs = tuple(windows[port.name] for port in actor.inputs if port.name in windows)
    outputs = tuple(windows[port.name] for port in actor.outputs if port.name in windows)
    parameters = ["uint64_t phase"] if has_phase else []
    parameters += [f"const void *{window.name}" for window in inputs]
    parameters += [f"void *{window.name}" for window in outputs]
    keeps = any(argument.kind is ArgumentKind.STATE for argument in actor.fire.arguments)
    parameters += [f"{sum_type} *{STATE}"] if keeps else []
    times = tuple(min(time, TIME_NS_MAX) for time in actor.times)
    return _StandIn(
        actor.name,
        actor.fire.function,
        actor.end.function if actor.end is not None else "",
        ", ".join(parameters) or "void",
        has_phase,
        keeps,
        f"UINT64_C(0x{seed})",
        inputs,
        outputs,
        tables.at(times, name("phase")).text if any(times) else "",
    )


def _window(port: Port, tables: Tables) -> _Window:
    sizes = tuple(rate * port.type.size_bytes for rate in port.rates)
    return _Window(variable(port), tables.at(sizes, name("phase")).text)
