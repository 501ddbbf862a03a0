# SPDX-License-Identifier: Apache-2.0
"""What can be a library and what must be a program."""

from __future__ import annotations

from dataclasses import replace

from dfgen.csource.boundary_calls import headers_of_ports
from dfgen.csource.learn import CKnowledge
from dfgen.csource.reserved import SYSTEM_NAMES, WORDS_OF_C
from dfgen.model.diagnostics import Diagnostic, UserError, fail, raise_if_any
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.port import DATA
from dfgen.model.program import Program

OWN_NAMES = (
    *("_open", "_open_abi", "_close", "_step", "_stop", "_error", "_warning", "_block", "_flush"),
    *(f"_{how}{verb}" for how in ("", "try_", "timed_") for verb in ("push", "pull")),
)
"""The functions of a library, each behind the name of its graph."""


def require_whole_ports(graph: Graph, facts: Facts) -> None:
    """Raise `UserError` unless a port of the main graph carries its tokens once in an iteration: its caller hands over
    the windows of one."""
    wrong = []
    for actor in graph.boundary_actors:
        firings, data = facts.firings[actor.name], actor.port(DATA)
        if firings != 1:
            tokens = firings * data.rate(0)
            message = f"an iteration takes {tokens} tokens through '{actor.name}', whose rate is {data.rate(0)}"
            wrong.append(Diagnostic("graph-interface", message, actor.span, f"Give it the rate {tokens}."))
    raise_if_any(wrong)


def with_free_ports(graph: Graph) -> Graph:
    """The graph whose ports are served by any core, as no caller is one; what comes in ends the stream."""
    actors = (a if a.boundary is None else replace(a, core=None, stops=not a.port(DATA).is_input) for a in graph.actors)
    return replace(graph, actors=tuple(actors))


def refuse_pipelined_program() -> UserError:
    hint = "Add --library, or leave it out: a program is pipelined as its memory allows."
    return fail("library-needed", "--pipelined is for libraries, and this is to be a program", None, hint)


def refuse_as_program(graph: Graph) -> UserError:
    """A graph with ports has nobody to call it."""
    actor = graph.boundary_actors[0]
    message = f"graph '{graph.name}' has ports, which a program has nobody to connect with"
    hint = "Compile it with --library, or put actors in their places."
    return fail("library-needed", message, actor.span, hint)


def refuse_for_library(known: CKnowledge, options: object, *, pipelined: bool) -> None:
    """Raise `UserError` for what only a program can have, which owns its process."""
    wrong = [
        Diagnostic("library-option", f"a library cannot be compiled with --{option}", None, why)
        for option, field, why in _PROGRAM_OPTIONS
        if getattr(options, field)
    ]
    graph = known.graph
    hint = "Give the graph a port in its place."
    wrong += [
        Diagnostic("library-actor", f"'{actor.name}' is a file actor, which only programs have", actor.span, hint)
        for actor in graph.file_actors
    ]
    if pipelined and not graph.boundary_actors:
        message = f"graph '{graph.name}' has no ports, so that nothing could be pushed or pulled"
        wrong.append(Diagnostic("library-option", message, graph.span, "Leave out --pipelined, or give it ports."))
    wrong += [
        Diagnostic("library-actor", f"'{actor.name}' has a period, which only programs keep", actor.span, _PACED)
        for actor in graph.actors
        if actor.period
    ]
    if graph.project is not None or graph.object_types:
        what = "a PREESM project" if graph.project is not None else "a graph whose tokens are objects"
        wrong.append(Diagnostic("library-actor", f"{what} cannot be a library", graph.span, "Compile it as a program."))
    if graph.name in WORDS_OF_C | SYSTEM_NAMES:
        message = f"in C and C++, '{graph.name}' and what begins with it mean something else"
        wrong.append(Diagnostic("library-name", message, graph.span, "Give the graph another name."))
    if f"{graph.name}.h" in headers_of_ports(graph):
        message = f"the library has a header '{graph.name}.h', and so has the graph, for types of its ports"
        wrong.append(Diagnostic("library-name", message, graph.span, "Give one of the two another name."))
    setters = (f"_set_{parameter.name}" for parameter in graph.live)
    for suffix in (*OWN_NAMES, *(("_set", "_live", *setters) if graph.live else ())):
        name = f"{graph.name}{suffix}"
        if name in known.names:
            message = f"the library has a function '{name}', and so has the C of the actors"
            wrong.append(Diagnostic("library-name", message, graph.span, "Give the graph another name."))
    raise_if_any(wrong)


_GUARD = "It explains bad accesses from a signal handler, and a library has none: check the actors in a program."
_PACED = "Leave 'period' out: who calls the library says when."
_OWN_OUTPUT = "A library prints and writes nothing of its own."
_PROGRAM_OPTIONS = (
    ("guard", "guard", _GUARD),
    ("trace", "trace", _OWN_OUTPUT),
    ("watchdog", "watchdog_ns", _OWN_OUTPUT),
    ("verify-transfers", "verify_transfers", _OWN_OUTPUT),
    ("nodes", "nodes", "A library is a part of one process."),
    ("transfer-candidates", "candidates", "It has no start at which a strategy could be chosen."),
)


def refuse_in_library(program: Program) -> None:
    """Raise `UserError` for transfers that a library cannot do."""
    if program.engines:
        message = f"a library has no copy engines, and {', '.join(program.engines)} is asked for"
        raise fail("library-transfer", message, None, "Ask for another strategy, or leave it to dfgen.")


def static_data_of(known: CKnowledge) -> str:
    """What instances would have in common: functions with data of static storage, as a sentence; or nothing."""
    return "; ".join(f"'{function}' {reason}" for function, reason in known.static_data.items())
