# SPDX-License-Identifier: Apache-2.0
"""Delays of edges: how many initial tokens, and what they hold."""

from __future__ import annotations

from fractions import Fraction

from dfgen.frontend.calls import CallScope, elaborate_call
from dfgen.frontend.expressions import CHECK_PARAMETERS, Division, evaluate_exact, evaluate_integer
from dfgen.frontend.problems import reject
from dfgen.frontend.scopes import Scope, shown
from dfgen.frontend.syntax import Delay, Expression, Fill, InitCall, ValueList
from dfgen.model.actor import ArgumentKind, InitialTokens
from dfgen.model.port import TokenType

BYTES_MAX = 1 << 40
TOKENS = "tokens"
"""What stands for the window of all initial tokens in the call of an init function."""

_FLOAT_MAX = {"float": (2 - Fraction(1, 1 << 23)) * (1 << 127), "double": (2 - Fraction(1, 1 << 52)) * (1 << 1023)}


def _integer_ranges() -> dict[str, tuple[int, int]]:
    ranges = {"bool": (0, 1), "_Bool": (0, 1), "unsigned char": (0, 255)}
    ranges |= dict.fromkeys(("char", "signed char"), (-128, 127))
    for bits in (8, 16, 32, 64):
        ranges[f"int{bits}_t"] = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        ranges[f"uint{bits}_t"] = (0, (1 << bits) - 1)
    return ranges


_INTEGER_RANGES = _integer_ranges()
_ANOTHER = "Write another value, or give the tokens or the parameter a type that has it."


def elaborate_delay(delay: Delay, type: TokenType, scope: Scope) -> InitialTokens | None:
    """The initial tokens, None for a delay of 0; raises `Rejected` for what cannot be."""
    count = evaluate_integer(delay.count, scope.values, Division.STRICT)
    if count < 0:
        message = f"a delay of {shown(count)} tokens is negative"
        raise reject("delay-size", message, delay.count.span, CHECK_PARAMETERS)
    if count * max(type.size_bytes, type.count) > BYTES_MAX:
        message = f"a delay of {shown(count)} tokens needs more than {BYTES_MAX >> 30} GiB"
        raise reject("delay-size", message, delay.count.span, CHECK_PARAMETERS)
    if isinstance(delay.initial, InitCall):
        if type.objects and delay.policy == "reset":
            message = "a function makes its objects once, and this delay is reset again and again"
            raise reject("clause-invalid", message, delay.initial.span, "Leave out the function: the tokens are null.")
        return _filled_by_function(count, delay, delay.initial, scope)
    values = _values(count, delay.initial, type, scope)
    return InitialTokens(count, values, span=delay.span) if count else None


def _filled_by_function(count: int, delay: Delay, initial: InitCall, scope: Scope) -> InitialTokens | None:
    call = elaborate_call(initial.call, CallScope(scope.values, scope.origins, (TOKENS,)))
    if not any(argument.kind is ArgumentKind.PORT for argument in call.arguments):
        message = f"'{call.function}' does not get the tokens that it is to fill"
        raise reject("argument-invalid", message, initial.call.span, f"Name '{TOKENS}' in its arguments.")
    return InitialTokens(count, init=call, span=delay.span) if count else None


def _values(count: int, initial: Fill | ValueList | None, type: TokenType, scope: Scope) -> tuple[int | float, ...]:
    if initial is None:
        return ()
    if isinstance(initial, Fill):
        return _scalars((initial.value,), type, scope)
    wanted = count * type.count
    if len(initial.values) != wanted:
        of = f" of {type.count} scalars" if type.count > 1 else ""
        message = f"{count} tokens{of} need {wanted} values, here are {len(initial.values)}"
        raise reject("initial-count", message, initial.span, "One value without braces fills them all.")
    return _scalars(initial.values, type, scope)


def _scalars(expressions: tuple[Expression, ...], type: TokenType, scope: Scope) -> tuple[int | float, ...]:
    values = tuple(scalar_value(expression, type, scope) for expression in expressions)
    return values if type.c_name in _INTEGER_RANGES or type.c_name in _FLOAT_MAX else ()


def scalar_value(expression: Expression, type: TokenType, scope: Scope) -> int | float:
    """The value of a scalar of that type; raises `Rejected` if it has no such value."""
    if type.c_name in _FLOAT_MAX:
        exact = evaluate_exact(expression, scope.values)
        if abs(exact) > _FLOAT_MAX[type.c_name]:
            message = f"this value is too large for a {type.c_name}"
            raise reject("initial-range", message, expression.span, _ANOTHER)
        return float(exact)
    value = evaluate_integer(expression, scope.values)
    if type.c_name not in _INTEGER_RANGES:
        if value == 0:
            return 0
        hint = f"Fill them with a function: '= init f({TOKENS})'."
        if type.objects:
            raise reject("initial-range", "tokens of objects can only start as null", expression.span, hint)
        raise reject("initial-range", f"tokens of '{type.name}' can only start as zero bytes", expression.span, hint)
    least, greatest = _INTEGER_RANGES[type.c_name]
    if not least <= value <= greatest:
        message = f"{shown(value)} does not fit into {type.c_name} ({least} to {greatest})"
        raise reject("initial-range", message, expression.span, _ANOTHER)
    return value
