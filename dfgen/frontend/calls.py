# SPDX-License-Identifier: Apache-2.0
"""Calls of C functions: what each argument stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field

from dfgen.frontend.cpp_names import cpp_text
from dfgen.frontend.expressions import Values, evaluate_number, in_c
from dfgen.frontend.printer import print_expression
from dfgen.frontend.problems import listed, reject
from dfgen.frontend.scopes import C_KEYWORDS
from dfgen.frontend.syntax import Binary, CallText, Expression, FunctionUse, NameUse, Unary
from dfgen.model.actor import Argument, ArgumentKind, Call
from dfgen.model.frozen import frozen
from dfgen.model.graph import LiveParameter
from dfgen.model.likeness import suggestion
from dfgen.model.port import AFTER

PHASE = "phase"


@frozen
class CallScope:
    """What a bare name may mean in a call.

    origins: which names stand for parameters of the main graph, and for which
    absent: things that exist but have no meaning here, and why
    arrays: arrays of ports, with the names of their elements
    may_be_live: live parameters may be handed over
    in_place: ports that are input and output
    """

    values: Values
    origins: Mapping[str, str]
    ports: Collection[str] = ()
    state: str | None = None
    has_phase: bool = False
    absent: Mapping[str, str] = field(default_factory=dict)
    arrays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    may_be_live: bool = False
    in_place: Collection[str] = ()


def elaborate_call(text: CallText, scope: CallScope) -> Call:
    function = text.function
    if function.text in C_KEYWORDS:
        message = f"'{function.text}' is a word of C, so no function can have that name"
        raise reject("name-invalid", message, function.span, "Name the function as your C does.")
    name = function.text if text.cpp is None else cpp_text(text.cpp, scope.values)
    return Call(name, tuple(_argument(e, scope) for e in text.arguments), text.span)


def _argument(expression: Expression, scope: CallScope) -> Argument:
    text, parameter = print_expression(expression), ""
    if isinstance(expression, NameUse):
        kind = _kind_of_name(expression, scope)
        if kind is not ArgumentKind.PARAMETER:
            port = expression.text if kind is ArgumentKind.PORT else ""
            elements = scope.arrays[expression.text] if kind is ArgumentKind.PORTS else ()
            if port in scope.in_place:
                port, elements = port + AFTER, (port,)
            return Argument(kind, text, port=port, span=expression.span, elements=elements)
        live = scope.values[expression.text]
        if isinstance(live, LiveParameter) and scope.may_be_live:
            return Argument(ArgumentKind.LIVE, text, parameter=live.name, span=expression.span)
        parameter = scope.origins.get(expression.text, "")
    else:
        _refuse_windows(expression, scope)
    value = in_c(evaluate_number(expression, scope.values))
    return Argument(ArgumentKind.PARAMETER, text, value, parameter=parameter, span=expression.span)


def _kind_of_name(use: NameUse, scope: CallScope) -> ArgumentKind:
    name = use.text
    if name in scope.absent:
        raise reject("argument-invalid", f"'{name}' cannot be used here: {scope.absent[name]}", use.span)
    kinds = [ArgumentKind.PORT] if name in scope.ports else []
    kinds += [ArgumentKind.PORTS] if name in scope.arrays else []
    kinds += [ArgumentKind.STATE] if name == scope.state else []
    kinds += [ArgumentKind.PARAMETER] if name in scope.values else []
    if name == PHASE and scope.has_phase:
        return ArgumentKind.PHASE
    if len(kinds) > 1:
        both = f"both a {kinds[0].value} and a {kinds[1].value}"
        raise reject("name-ambiguous", f"'{name}' is {both} here", use.span, "Rename one of them.")
    if not kinds:
        known = [*scope.ports, *scope.arrays, *([scope.state] if scope.state else []), *scope.values]
        hint = suggestion(name, known, f"Known here: {listed(known)}.")
        message = f"'{name}' is not a parameter, port or state of this actor"
        raise reject("argument-invalid", message, use.span, hint)
    return kinds[0]


def _refuse_windows(expression: Expression, scope: CallScope) -> None:
    """Only numbers can be computed with."""
    for use in names_in(expression):
        if use.text in scope.values:
            continue
        if use.text in scope.ports or use.text in scope.arrays or use.text == scope.state or use.text == PHASE:
            message = f"'{use.text}' can only stand alone as an argument"
            raise reject("argument-invalid", message, use.span, "Compute inside of the C function.")


def names_in(expression: Expression) -> list[NameUse]:
    """The names that an expression uses, from left to right."""
    found, waiting = [], [expression]
    while waiting:
        next_one = waiting.pop()
        if isinstance(next_one, NameUse):
            found.append(next_one)
        elif isinstance(next_one, Unary):
            waiting.append(next_one.operand)
        elif isinstance(next_one, Binary):
            waiting += (next_one.right, next_one.left)
        elif isinstance(next_one, FunctionUse):
            waiting += reversed(next_one.arguments)
    return found
