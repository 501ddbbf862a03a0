# SPDX-License-Identifier: Apache-2.0
"""Routing actors as declared (`broadcast`, `fork`, `join`, `roundbuffer`, `slice`) and their shapes."""

from __future__ import annotations

from dfgen.frontend.actors import DeclaredActor, declared
from dfgen.frontend.ports import elaborate_ports
from dfgen.frontend.problems import Problems
from dfgen.frontend.scopes import Scope
from dfgen.frontend.syntax import PortDeclaration, Routing
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Note, Span
from dfgen.model.port import TokenType

_ONE_INPUT = frozenset({ActorKind.BROADCAST, ActorKind.FORK, ActorKind.ROUNDBUFFER, ActorKind.SLICE})
ROUTING_WORDS = frozenset(kind.value for kind in _ONE_INPUT) | {ActorKind.JOIN.value}
_ONE_OUTPUT = frozenset({ActorKind.JOIN, ActorKind.ROUNDBUFFER, ActorKind.SLICE})


def same_type(first: TokenType, second: TokenType) -> bool:
    """Whether tokens of the two types are the same in C."""
    return (first.c_name, first.count, first.objects) == (second.c_name, second.count, second.objects)


def type_text(type: TokenType) -> str:
    if type.objects:
        return f"object {type.objects}"
    text = type.c_name if type.count == 1 else f"{type.c_name}[{type.count}]"
    return f"{type.name} ({text})" if type.name not in (type.c_name, type.c_name.removesuffix("_t")) else type.name


def elaborate_routing(declaration: Routing, scope: Scope) -> DeclaredActor | None:
    """The routing actor; None if it is wrong (which has been reported)."""
    problems, before = scope.problems, len(scope.problems)
    for port_declaration in declaration.ports:
        for mark in port_declaration.marks:
            message = "a routing actor's ports have rates and nothing else: it never runs code"
            problems.add("clause-invalid", message, mark.span, "Remove it.")
    ports = elaborate_ports(declaration.ports, scope)
    if ports is None:
        return None
    actor = Actor(
        declaration.name.text,
        ActorKind(declaration.kind),
        tuple(p.port for p in ports),
        span=declaration.name.span,
    )
    if _has_right_ports(actor, problems):
        _check_rates(actor, declaration.ports, problems)
    return declared(actor, ports) if len(problems) == before else None


def _has_right_ports(actor: Actor, problems: Problems) -> bool:
    """Whether the number of ports, their types and phases suit the kind."""
    inputs = "one input" if actor.kind in _ONE_INPUT else "inputs"
    outputs = "one output" if actor.kind in _ONE_OUTPUT else "outputs"
    wrong = len(actor.inputs) != 1 if actor.kind in _ONE_INPUT else not actor.inputs
    wrong = wrong or (len(actor.outputs) != 1 if actor.kind in _ONE_OUTPUT else not actor.outputs)
    if wrong:
        message = f"a {actor.kind.value} has {inputs} and {outputs}"
        problems.add("routing-shape", message, actor.span, "Check its 'in' and 'out' lines.")
        return False
    first = actor.ports[0]
    for port in actor.ports:
        if len(port.rates) > 1:
            message = f"a {actor.kind.value} has one rate a port, no phases"
            problems.add("routing-shape", message, port.span, "Write one number.")
            return False
        if not same_type(port.type, first.type):
            message = (
                f"port '{port.name}' has tokens of {type_text(port.type)}, '{first.name}' of {type_text(first.type)}"
            )
            hint = f"A {actor.kind.value} only moves tokens: give all ports one type."
            problems.add("routing-shape", message, port.span, hint, [Note("the other port", first.span)])
            return False
    return True


def _check_rates(actor: Actor, declarations: tuple[PortDeclaration, ...], problems: Problems) -> None:
    places = {d.name.text: d.brackets[0].span for d in declarations}
    is_slice = actor.kind is ActorKind.SLICE
    for port in actor.ports:
        if (port.pattern is not None) is not (is_slice and not port.is_input):
            message = (
                "windows belong to the output of a slice" if port.pattern else "a slice says which windows it gives"
            )
            hint = "Write 'type[windows][tokens of a window] from first step distance'."
            problems.add("routing-shape", message, places[port.name], hint)
            return
    if actor.kind in (ActorKind.FORK, ActorKind.JOIN):
        _check_sum(actor, places, problems)
    elif actor.kind is ActorKind.ROUNDBUFFER:
        kept, given = actor.outputs[0].rates[0], actor.inputs[0].rates[0]
        if kept > given:
            message = f"a roundbuffer cannot keep {kept} of {given} tokens"
            problems.add("routing-shape", message, places[actor.outputs[0].name], "Keep at most what comes in.")
    elif is_slice:
        _check_windows(actor, places, problems)


def _check_sum(actor: Actor, places: dict[str, Span], problems: Problems) -> None:
    is_fork = actor.kind is ActorKind.FORK
    whole, parts = (actor.inputs[0], actor.outputs) if is_fork else (actor.outputs[0], actor.inputs)
    total = sum(port.rates[0] for port in parts)
    if total != whole.rates[0]:
        side = "outputs" if is_fork else "inputs"
        message = f"the {side} of this {actor.kind.value} add up to {total} tokens, '{whole.name}' has {whole.rates[0]}"
        problems.add("routing-shape", message, places[whole.name], "The parts must make the whole.")


def _check_windows(actor: Actor, places: dict[str, Span], problems: Problems) -> None:
    source, target = actor.inputs[0], actor.outputs[0]
    pattern = target.pattern
    assert pattern is not None
    first, last = pattern.start_tokens, pattern.start_tokens + (pattern.count - 1) * pattern.step_tokens
    for index, start in ((0, first), (pattern.count - 1, last)):
        if start >= source.rates[0] or start + pattern.length_tokens <= 0:
            message = f"window {index} of this slice lies outside of its input altogether"
            hint = f"It starts at token {start} of {source.rates[0]}: check 'from' and 'step'."
            problems.add("routing-shape", message, places[target.name], hint)
            return
