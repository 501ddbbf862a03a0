# SPDX-License-Identifier: Apache-2.0
"""Compares each C call of a graph with the prototype that the user's headers give, and learns from `const`.

Every complaint points at the call in the graph file, and in a note at the prototype.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import permutations

from dfgen.csource.cpp.calls import with_other_calls
from dfgen.csource.declarations import CArgument, CType, Declarations, Prototype, TypeKind
from dfgen.model.actor import Actor, Argument, ArgumentKind, Call
from dfgen.model.diagnostics import Diagnostic, Note, Span
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import NOWHERE, Access, Direction, Port, TokenType

_UNSUPPORTED_POINTEES = {TypeKind.POINTER: "a pointer to pointers", TypeKind.FUNCTION: "a pointer to a function"}
ORDERED_MAX = 5
"""Arguments of a call whose orders are tried for one that fits: 120 of them."""
_BY_VALUE = frozenset({TypeKind.BOOL, TypeKind.INTEGER, TypeKind.ENUM, TypeKind.FLOAT, TypeKind.COMPLEX})

_POINTERS = (ArgumentKind.PORT, ArgumentKind.STATE)


@frozen
class CallFacts:
    """What the prototypes say about the graph's calls.

    `proven_const` has each input port of the actors that fire code, by (actor, port): True if `fire` gets its window
    as `const` only, or not at all, so that the actor cannot write there. `constant_states` are the actors whose `fire`
    gets their state, and as `const`; a state that it does not get may hold what dfgen keeps between firings.
    """

    proven_const: dict[tuple[str, str], bool]
    constant_states: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]


@frozen
class _Site:
    """A call, who makes it, and what its arguments may name. `ports` are windows by name.

    `of_project`: of a foreign project, whose FIFOs need not have the types of the C functions. `live`: the types of
    live parameters.
    """

    caller: str
    call: Call
    ports: dict[str, Port]
    state: TokenType | None = None
    phases: int = 1
    of_project: bool = False
    live: Mapping[str, TokenType] = field(default_factory=dict)


@frozen
class _Pair:
    """One argument of a call and its counterpart in the prototype."""

    site: _Site
    number: int
    given: Argument
    expected: CArgument

    def complaint(self, id: str, message: str, hint: str, span: Span | None = None) -> Diagnostic:
        """About the argument, or about `span`, which says something of it."""
        function = self.site.call.shown
        span = span or (self.given.span if self.given.span != NOWHERE else self.site.call.span)
        place = f"argument {self.number} of '{function}'"
        note = Note(f"{place} is declared here as {self.expected}", self.expected.location)
        text = f"{self.site.caller}: {place}, {self.given.text}, {message}"
        return Diagnostic(id, text, span, hint, (note,))


def match_calls(graph: Graph, declarations: Declarations) -> CallFacts:
    """Compare all calls of `graph` with `declarations`; nothing is raised."""
    found = [diagnostic for site in _sites(graph) for diagnostic in _match_call(site, declarations)]
    proven = {
        (actor.name, port.name): _are_const(declarations, actor.fire, port.name)
        for actor in graph.actors
        if actor.fire is not None
        for port in actor.inputs
    }
    states = frozenset(
        actor.name
        for actor in graph.actors
        if actor.fire is not None
        and any(argument.kind is ArgumentKind.STATE for argument in actor.fire.arguments)
        and _are_const(declarations, actor.fire)
    )
    return CallFacts(proven, states, tuple(dict.fromkeys(found)))


def with_retyped_arguments(graph: Graph, declarations: Declarations) -> Graph:
    """Marks the arguments that have another type in the prototypes, as far as C is concerned. All calls match these.

    C has a `long` apart from a `long long` of the same size, and rows of a matrix apart from its elements: it refuses
    to make a pointer to the one of a pointer to the other. It makes a float of a double, but may be told to warn.
    """
    retyped = {
        (site.call.function, pair.number)
        for site in _sites(graph)
        for pair in _pairs(site, site.call.arguments, declarations.functions[site.call.function])
        if not site.of_project and _is_retyped(pair, declarations)
    }

    def marked(_caller: str, call: Call | None, _place: Span) -> Call | None:
        if call is None or not any((call.function, number) in retyped for number in range(1, len(call.arguments) + 1)):
            return call
        arguments = enumerate(call.arguments, start=1)
        return replace(
            call, arguments=tuple(replace(each, retyped=(call.function, n) in retyped) for n, each in arguments)
        )

    return with_other_calls(graph, marked) if retyped else graph


def _is_retyped(pair: _Pair, declarations: Declarations) -> bool:
    pointee, site = pair.expected.pointee, pair.site
    if pair.given.kind is ArgumentKind.PARAMETER:
        return isinstance(pair.given.value, float) and pair.expected.type.name == "float"
    if pointee is None or pointee.kind is TypeKind.VOID or pair.given.kind not in _POINTERS:
        return False
    type = site.state if pair.given.kind is ArgumentKind.STATE else site.ports[pair.given.port].type
    known = declarations.types.get(type.c_name) if type is not None else None
    return pair.expected.leads_to_arrays or (known is not None and known.name != pointee.name)


def called_functions(graph: Graph) -> frozenset[str]:
    """The names of all C functions that the graph calls."""
    return frozenset(site.call.function for site in _sites(graph))


def _sites(graph: Graph) -> Iterator[_Site]:
    live = {parameter.name: parameter.type for parameter in graph.live}
    for actor in graph.actors:
        yield from (replace(site, of_project=graph.project is not None, live=live) for site in _actor_sites(actor))
        if actor.reset_tokens is not None and actor.reset_tokens.init is not None:
            yield _filling_site(f"reset tokens of '{actor.name}'", actor.reset_tokens.init, actor.ports[0].type)
    for fifo in graph.fifos:
        if fifo.delay is not None and fifo.delay.init is not None:
            yield _filling_site(f"initial tokens of '{fifo.name}'", fifo.delay.init, graph.port(fifo.source).type)


def _actor_sites(actor: Actor) -> Iterator[_Site]:
    ports = {port.name: port for port in actor.ports}
    state = actor.state.type if actor.state is not None else None
    for role, call in (("init", actor.init), ("fire", actor.fire), ("end", actor.end)):
        if call is not None:
            yield _Site(f"{role} of actor '{actor.name}'", call, ports, state, actor.phases)


def _filling_site(caller: str, call: Call, type: TokenType) -> _Site:
    """A call that fills initial tokens: whatever port it names stands for the window to write."""
    names = [argument.port for argument in call.arguments if argument.kind is ArgumentKind.PORT]
    return _Site(caller, call, {name: Port(name, Direction.OUTPUT, type, (1,)) for name in names})


def _match_call(site: _Site, declarations: Declarations) -> list[Diagnostic]:
    prototype = declarations.functions.get(site.call.function)
    if prototype is None:
        return [_unknown_function(site, declarations)]
    refusal = _refuse_form(site, prototype)
    if refusal is not None:
        return [refusal]
    pairs = _pairs(site, site.call.arguments, prototype)
    found = [diagnostic for pair in pairs for diagnostic in _match_argument(pair, declarations)]
    order = _matching_order(site, prototype, declarations) if found else None
    if order is not None:
        # One mistake, not one of each argument that is out of its place.
        hint = f"In the prototype's order they fit: {site.call.shown}({', '.join(each.text for each in order)})."
        return [replace(found[0], hint=hint)]
    return [*found, *_match_overlays(pairs)]


def _pairs(site: _Site, arguments: Sequence[Argument], prototype: Prototype) -> list[_Pair]:
    both = enumerate(zip(arguments, prototype.arguments, strict=True), start=1)
    return [_Pair(site, number, given, expected) for number, (given, expected) in both]


def _matching_order(site: _Site, prototype: Prototype, declarations: Declarations) -> Sequence[Argument] | None:
    """Another order of the call's arguments in which all fit: the one in which most have the names that the prototype
    has, or stay in their places."""
    given = site.call.arguments
    if len(given) > ORDERED_MAX:
        return None

    def unlikely(order: Sequence[Argument]) -> tuple[int, int]:
        others = sum(each.text != of_c.name for each, of_c in zip(order, prototype.arguments, strict=True))
        return others, sum(each is not before for each, before in zip(order, given, strict=True))

    def fits(order: Sequence[Argument]) -> bool:
        return not any(_match_argument(pair, declarations) for pair in _pairs(site, order, prototype))

    return next((order for order in sorted(permutations(given), key=unlikely) if fits(order)), None)


def _unknown_function(site: _Site, declarations: Declarations) -> Diagnostic:
    name = site.call.function
    similar = difflib.get_close_matches(name, sorted(declarations.functions), n=3)
    notes = tuple(Note(f"'{each}' is declared here", declarations.functions[each].location) for each in similar)
    hint = "Include the header that declares it; a macro is not a function."
    if similar:
        hint = f"Did you mean {' or '.join(repr(each) for each in similar)}? Else include the header that declares it."
    message = f"{site.caller}: no included header declares the function '{name}'"
    return Diagnostic("call-unknown", message, site.call.span, hint, notes)


def _refuse_form(site: _Site, prototype: Prototype) -> Diagnostic | None:
    """A complaint about the prototype as a whole."""
    name, given, expected = site.call.shown, len(site.call.arguments), len(prototype.arguments)
    notes = (Note(f"'{name}' is declared here", prototype.location),)
    if prototype.is_variadic:
        message = f"{site.caller}: '{name}' takes a variable number of arguments"
        hint = "Call it from a function with fixed arguments, and name that one here."
        return Diagnostic("call-unsupported", message, site.call.span, hint, notes)
    if not prototype.has_prototype and given:
        message = f"{site.caller}: the header declares '{name}' without its arguments"
        hint = f"Write the arguments into the declaration, or '{name}(void)' if it takes none."
        return Diagnostic("call-unsupported", message, site.call.span, hint, notes)
    if given != expected:
        message = f"{site.caller}: '{name}' is called with {_count(given)}, but its prototype has {expected or 'none'}"
        hint = "Give one argument for each of the prototype, in its order: " + (_signature(prototype) or "none") + "."
        return Diagnostic("call-count", message, site.call.span, hint, notes)
    return None


def _count(number: int) -> str:
    return f"{number} argument" + ("s" if number != 1 else "")


def _signature(prototype: Prototype) -> str:
    return ", ".join(str(argument) for argument in prototype.arguments)


def _match_argument(pair: _Pair, declarations: Declarations) -> list[Diagnostic]:
    refusal = _refuse_argument(pair)
    if refusal is not None:
        return [refusal]
    if pair.given.kind in (ArgumentKind.PARAMETER, ArgumentKind.PHASE):
        return _match_value(pair)
    if pair.given.kind is ArgumentKind.LIVE:
        return _match_live(pair, declarations)
    if pair.given.kind is ArgumentKind.STATE:
        return _match_pointer(pair, pair.site.state, declarations)
    if pair.given.kind is ArgumentKind.PORTS:
        return _match_array(pair, declarations)
    port = pair.site.ports[pair.given.port]
    return _match_pointer(pair, port.type, declarations) + _match_const(
        pair, port, is_const=pair.expected.pointee_const
    )


def _refuse_argument(pair: _Pair) -> Diagnostic | None:
    """A complaint if the prototype's argument is of a kind that no graph can give."""
    pointee, type = pair.expected.pointee, pair.expected.type
    is_array = pair.given.kind is ArgumentKind.PORTS and pair.expected.element is not None
    what = _UNSUPPORTED_POINTEES.get(pointee.kind) if pointee and not is_array else None
    if pointee is None and type.kind not in _BY_VALUE:
        what = f"a {type.kind.value} by value"
    if what is None:
        return None
    hint = "Wrap the function in one that takes whole numbers, pointers to windows and a pointer to the state."
    return pair.complaint("call-unsupported", f"meets {what}, which a graph cannot give", hint)


def _match_value(pair: _Pair) -> list[Diagnostic]:
    type = pair.expected.type
    if pair.expected.is_pointer:
        hint = "Name a port or the state here, or take the value by value in C."
        return [pair.complaint("call-kind", "is a value, but the prototype has a pointer", hint)]
    if not type.is_whole_number:
        return []  # C converts whole numbers to floating point
    least, greatest = type.value_range
    is_phase = pair.given.kind is ArgumentKind.PHASE
    value = pair.site.phases - 1 if is_phase else pair.given.value
    if isinstance(value, float) and not value.is_integer():
        told = "" if pair.given.text == str(value) else f"is {value}, which "
        hint = "Take a float or a double in C, or round the value, with floor(...) or ceil(...)."
        return [
            pair.complaint("call-type", f"{told}is not a whole number, and '{pair.expected.declared}' takes one", hint)
        ]
    if least <= value <= greatest:
        return []
    told = "" if pair.given.text == str(value) else f"is {value}, which "
    message = f"{told}does not fit '{pair.expected.declared}' ({least} to {greatest})"
    return [pair.complaint("call-range", message, "Use a wider type in C, or a value within these bounds.")]


def _match_live(pair: _Pair, declarations: Declarations) -> list[Diagnostic]:
    """The prototype's type holds all values that the parameter may be set to."""
    given, expected = pair.site.live[pair.given.parameter], pair.expected.type
    if pair.expected.is_pointer:
        hint = "Name a port or the state here, or take the value by value in C."
        return [pair.complaint("call-kind", "is a value, but the prototype has a pointer", hint)]
    known = declarations.types.get(given.c_name)
    if known is None:
        message = f"has the type '{given.name}', which is unknown in C"
        return [pair.complaint("c-type", message, "Include the header that defines it.")]
    if _holds(expected, known):
        return []
    message = f"is a live {given.name}, and not all of its values fit '{pair.expected.declared}'"
    return [pair.complaint("call-type", message, f"Take a '{given.c_name}' in C, or give the parameter another type.")]


def _holds(wanted: CType, given: CType) -> bool:
    if wanted.kind is TypeKind.FLOAT:
        return given.kind is not TypeKind.FLOAT or given.size_bytes <= wanted.size_bytes
    if not wanted.is_whole_number or not given.is_whole_number:
        return False
    (least, greatest), (given_least, given_greatest) = wanted.value_range, given.value_range
    return least <= given_least and given_greatest <= greatest


def _match_pointer(pair: _Pair, type: TokenType | None, declarations: Declarations) -> list[Diagnostic]:
    what = "state" if pair.given.kind is ArgumentKind.STATE else "port"
    pointee = pair.expected.pointee
    if pointee is None:
        hint = f"Take the {what} as a pointer in C, or give a parameter here."
        return [pair.complaint("call-kind", f"is a pointer to the {what}, but the prototype has a value", hint)]
    if type is None or pointee.kind is TypeKind.VOID:
        return []
    known = declarations.types.get(type.c_name)
    if known is None:
        hint = "Include the header that defines it."
        return [pair.complaint("c-type", f"has the type '{type.name}', which is unknown in C", hint)]
    if pair.site.of_project or _are_compatible(known.elements or known, pointee):
        return []
    message = f"points to '{type.name}' ({_described(known)}), but the prototype wants '{pointee.name}'"
    message += f" ({_described(pointee)})"
    return [pair.complaint("call-type", message, f"Make the {what} and the C argument agree on the type.")]


def _match_array(pair: _Pair, declarations: Declarations) -> list[Diagnostic]:
    """An array of ports meets an array of pointers to exactly its type: C converts single pointers only."""
    ports, expected = [pair.site.ports[name] for name in pair.given.ports], pair.expected
    port = ports[0]
    known = declarations.types.get(port.type.c_name)
    const = "const " if port.is_input else ""
    form = f"'{const}{port.type.c_name} *const {expected.name or pair.given.text}[{len(ports)}]'"
    hint = f"Declare it in C as {form}."
    if known is None:
        message = f"has the type '{port.type.name}', which is unknown in C"
        return [pair.complaint("c-type", message, "Include the header that defines it.")]
    if expected.element is None:
        return [pair.complaint("call-kind", "is an array of ports, but the prototype has none of pointers", hint)]
    if expected.element.name != known.name:
        message = f"has ports of '{port.type.name}', but the prototype's pointers lead to '{expected.element.name}'"
        return [pair.complaint("call-type", message, hint)]
    if expected.count not in (0, len(ports)):
        message = f"has {len(ports)} ports, but the prototype's array has {expected.count}"
        return [pair.complaint("call-type", message, hint)]
    if [argument.text for argument in pair.site.call.arguments].count(pair.given.text) > 1:
        return [pair.complaint("call-kind", "is handed over twice", "Hand over an array of ports once.")]
    return _match_const(pair, port, is_const=expected.element_const)


def _are_compatible(token: CType, pointee: CType) -> bool:
    """Same size and kind: `long` for `long long` where both have 64 bits, and each sort of char for the others."""
    if token.name == pointee.name or (token.is_char_family and pointee.is_char_family):
        return True
    kinds = {token.kind, pointee.kind}
    if token.size_bytes != pointee.size_bytes:
        return False
    if kinds == {TypeKind.INTEGER, TypeKind.ENUM}:
        return True
    return kinds in ({TypeKind.INTEGER}, {TypeKind.FLOAT}) and token.is_signed == pointee.is_signed


def _described(type: CType) -> str:
    sign = ("signed " if type.is_signed else "unsigned ") if type.kind is TypeKind.INTEGER else ""
    size = f"{type.size_bytes} bytes" if type.size_bytes else "size unknown"
    return f"{sign}{type.kind.value}, {size}"


def _match_const(pair: _Pair, port: Port, *, is_const: bool) -> list[Diagnostic]:
    if not is_const:
        return []
    if not port.is_input:
        hint = "Remove the const in C, or make the port an input."
        return [pair.complaint("call-const", "is an output, but the prototype's const forbids to write it", hint)]
    if port.access is not None and port.access.may_write:
        hint = f"Remove the const in C, or declare the port {Access.READ_ONLY.value}."
        message = f"is declared {port.access.value}, but the prototype's const forbids to write it"
        return [pair.complaint("call-const", message, hint, port.access_span)]
    return []


def _match_overlays(pairs: Sequence[_Pair]) -> Iterator[Diagnostic]:
    """An output over an input's window is reached by two pointers, which `restrict` on either forbids (C11 6.7.3.1)."""
    windows = {pair.given.port: pair for pair in pairs if pair.given.kind is ArgumentKind.PORT}
    for pair in windows.values():
        under = windows.get(pair.site.ports[pair.given.port].overlays)
        if under is not None and (pair.expected.is_restrict or under.expected.is_restrict):
            message = f"may lie over '{under.given.port}', but restrict promises that nothing else reaches its bytes"
            hint = "Remove the restrict of both in C, or the 'overlays' of the port."
            yield pair.complaint("call-restrict", message, hint)


def _are_const(declarations: Declarations, fire: Call, port: str = "") -> bool:
    """Whether each pointer to that port's window that `fire` hands over is const; without a port, to the state."""
    prototype = declarations.functions.get(fire.function)
    if prototype is None or len(prototype.arguments) != len(fire.arguments):
        return False
    pairs = zip(fire.arguments, prototype.arguments, strict=True)
    if not port:
        return all(expected.pointee_const for given, expected in pairs if given.kind is ArgumentKind.STATE)
    # Of a port that goes both ways, the pointer is the output's.
    handed_over = [
        (given, expected)
        for given, expected in pairs
        if given.port == port or (given.kind is ArgumentKind.PORTS and port in given.ports)
    ]
    return all(
        expected.element_const if given.kind is ArgumentKind.PORTS else expected.pointee_const
        for given, expected in handed_over
    )
