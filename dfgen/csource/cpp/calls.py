# SPDX-License-Identifier: Apache-2.0
"""The calls of a graph that C++ must make, each as what it needs to be written in C++; and the graph with C calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from dfgen.csource.literals import number_literal
from dfgen.model.actor import Actor, Argument, ArgumentKind, Call, InitialTokens, State
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph
from dfgen.model.port import NOWHERE, TokenType

WINDOWS = (ArgumentKind.PORT, ArgumentKind.PORTS, ArgumentKind.STATE)

_CPP_WORDS = {"_Bool": "bool"}


@frozen
class Given:
    """An argument. `type`: of a live parameter, or of a window that of its scalars in C++, of which each phase has
    `counts`.

    `is_read`: a window that is only there to be read, unless C++ says otherwise. `literal`: a value as C++ has it.
    """

    kind: ArgumentKind
    type: str = ""
    counts: tuple[int, ...] = ()
    is_read: bool = False
    literal: str = ""


@frozen
class Construction:
    """A state of C++: `count` objects, each made of these values."""

    type: str
    count: int
    values: tuple[str, ...]


@frozen
class CppCall:
    """A call without its place: who calls the same, calls one function of the generated source. `role`: `init`, `fire`,
    `end` or `fill`. Of a state that is constructed, `init` and `end` may have no `function`."""

    role: str
    function: str
    arguments: tuple[Given, ...]
    state: Construction | None = None


@frozen
class Site:
    """Where the graph has such a call. `call` is None where a state alone is constructed or destroyed."""

    caller: str
    made: CppCall
    call: Call | None
    span: Span


@frozen
class Language:
    """Which of the graph's names are C++: all but the functions and types of `c_functions` and `c_types`."""

    c_functions: Collection[str]
    c_types: Collection[str]

    def has_call(self, call: Call) -> bool:
        return call.function not in self.c_functions

    def has_type(self, type: TokenType) -> bool:
        return not type.objects and type.c_name not in self.c_types

    def is_constructed(self, state: State | None) -> bool:
        return state is not None and (state.construction is not None or self.has_type(state.type))


def cpp_type(c_name: str) -> str:
    return _CPP_WORDS.get(c_name, c_name)


def sites_of(graph: Graph, language: Language) -> Iterator[Site]:
    """All of them, in the order of the graph."""
    live = {parameter.name: parameter.type for parameter in graph.live}
    for actor in graph.actors:
        yield from _sites_of_actor(actor, language, live)
        if actor.reset_tokens is not None:
            yield from _filling(f"reset tokens of '{actor.name}'", actor.reset_tokens, actor.ports[0].type, language)
    for fifo in graph.fifos:
        if fifo.delay is not None:
            about = f"initial tokens of '{fifo.name}'"
            yield from _filling(about, fifo.delay, graph.port(fifo.source).type, language)


def _sites_of_actor(actor: Actor, language: Language, live: Mapping[str, TokenType]) -> Iterator[Site]:
    constructed = _construction(actor.state) if language.is_constructed(actor.state) else None
    for role, call in (("init", actor.init), ("fire", actor.fire), ("end", actor.end)):
        state = constructed if role != "fire" else None
        if state is None and (call is None or not language.has_call(call)):
            continue
        arguments = tuple(_given(argument, actor, live) for argument in call.arguments) if call is not None else ()
        made = CppCall(role, call.function if call is not None else "", arguments, state)
        span = call.span if call is not None else actor.state.span if actor.state is not None else actor.span
        yield Site(f"{role} of actor '{actor.name}'", made, call, span)


def _filling(caller: str, tokens: InitialTokens, type: TokenType, language: Language) -> Iterator[Site]:
    if tokens.init is None or not language.has_call(tokens.init):
        return
    window = Given(ArgumentKind.PORT, cpp_type(type.c_name), (tokens.count_tokens * type.count,))
    arguments = tuple(window if a.kind is ArgumentKind.PORT else _value(a) for a in tokens.init.arguments)
    yield Site(caller, CppCall("fill", tokens.init.function, arguments), tokens.init, tokens.init.span)


def _construction(state: State | None) -> Construction:
    assert state is not None
    values = tuple(map(number_literal, state.construction or ()))
    return Construction(cpp_type(state.type.c_name), state.count * state.type.count, values)


def _given(argument: Argument, actor: Actor, live: Mapping[str, TokenType]) -> Given:
    if argument.kind is ArgumentKind.LIVE:
        return Given(argument.kind, cpp_type(live[argument.parameter].c_name))
    if argument.kind is ArgumentKind.STATE:
        assert actor.state is not None
        return Given(argument.kind, cpp_type(actor.state.type.c_name), (actor.state.count * actor.state.type.count,))
    if argument.kind not in WINDOWS:
        return _value(argument)
    port = actor.port(argument.ports[0])
    counts = tuple(rate * port.type.count for rate in port.rates)
    is_read = port.is_input and not (port.access is not None and port.access.may_write)
    return Given(argument.kind, cpp_type(port.type.c_name), counts, is_read)


def _value(argument: Argument) -> Given:
    is_number = argument.kind is ArgumentKind.PARAMETER
    return Given(argument.kind, literal=number_literal(argument.value) if is_number else "")


def with_c_calls(graph: Graph, names: Mapping[str, str]) -> Graph:
    """The graph in which the callers that `names` has call C functions; the arguments stay as they are."""

    def renamed(caller: str, call: Call | None, span: Span) -> Call | None:
        if caller not in names:
            return call
        if call is None:
            return Call(names[caller], (), span, cpp="the life of its state")
        return replace(call, function=names[caller], cpp=call.function)

    return with_other_calls(graph, renamed)


def with_c_arguments(graph: Graph, made: Mapping[str, CppCall], phased: Collection[str]) -> Graph:
    """The graph whose calls of the functions `made` give what these need from C: windows, and the phase. Values stand
    in the generated source; `phased` need the phase for the size of a window."""

    def rewritten(caller: str, call: Call | None, span: Span) -> Call | None:
        if call is None or call.function not in made:
            return call
        if made[call.function].state is not None:
            live = (a for a in call.arguments if a.kind is ArgumentKind.LIVE)
            return replace(call, arguments=(Argument(ArgumentKind.STATE, "state"), *live))
        kept = [a for a in call.arguments if a.kind is not ArgumentKind.PARAMETER]
        if call.function in phased and all(a.kind is not ArgumentKind.PHASE for a in kept):
            kept.append(Argument(ArgumentKind.PHASE, "phase"))
        return replace(call, arguments=tuple(kept))

    return with_other_calls(graph, rewritten)


def with_other_calls(graph: Graph, changed: Callable[[str, Call | None, Span], Call | None]) -> Graph:
    """The graph with other calls, each made of its caller, itself, and the place of what may need one."""

    def of_actor(actor: Actor) -> Actor:
        place = actor.state.span if actor.state is not None else actor.span
        init, fire, end = (
            changed(f"{role} of actor '{actor.name}'", call, place)
            for role, call in (("init", actor.init), ("fire", actor.fire), ("end", actor.end))
        )
        tokens = actor.reset_tokens and filled(f"reset tokens of '{actor.name}'", actor.reset_tokens)
        return replace(actor, init=init, fire=fire, end=end, reset_tokens=tokens)

    def filled(caller: str, tokens: InitialTokens) -> InitialTokens:
        return replace(tokens, init=changed(caller, tokens.init, tokens.span)) if tokens.init else tokens

    def of_fifo(fifo: Fifo) -> Fifo:
        return replace(fifo, delay=fifo.delay and filled(f"initial tokens of '{fifo.name}'", fifo.delay))

    return replace(graph, actors=tuple(map(of_actor, graph.actors)), fifos=tuple(map(of_fifo, graph.fifos)))


def with_types(graph: Graph, known: Callable[[TokenType], TokenType]) -> Graph:
    """The graph with other types of tokens and states."""

    def of_actor(actor: Actor) -> Actor:
        state = replace(actor.state, type=known(actor.state.type)) if actor.state is not None else None
        return replace(actor, state=state, ports=tuple(replace(p, type=known(p.type)) for p in actor.ports))

    return replace(graph, actors=tuple(map(of_actor, graph.actors)))


def types_of(graph: Graph) -> tuple[Sequence[TokenType], Sequence[TokenType]]:
    """Those of tokens, and those of states."""
    tokens = [port.type for actor in graph.actors for port in actor.ports]
    return tokens, [actor.state.type for actor in graph.actors if actor.state is not None]


def span_of(graph: Graph, type: TokenType) -> Span:
    """The first port or state of a type."""
    for actor in graph.actors:
        for port in actor.ports:
            if port.type.c_name == type.c_name:
                return port.span
        if actor.state is not None and actor.state.type.c_name == type.c_name:
            return actor.state.span
    return NOWHERE
