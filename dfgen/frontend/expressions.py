# SPDX-License-Identifier: Apache-2.0
"""Evaluates expressions exactly.

Integers have arbitrary precision. `/` truncates toward zero as in C, except where a remainder would lose tokens
(`Division.STRICT`: rates and sizes), and inside of `floor` and `ceil`, which see the exact fraction. A number with a
point or an exponent is a `Fraction`, also where it is whole, and so is what is computed with one: 1 / 2 is 0, 1 / 2.0 a
half. It is rounded to a double when C gets it (`in_c`), and not before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from math import ceil, floor

from dfgen.frontend.numbers import exact_number
from dfgen.frontend.problems import Rejected, listed, reject
from dfgen.frontend.syntax import Binary, Decimal, Expression, FunctionUse, Integer, NameUse, Unary
from dfgen.model.diagnostics import Diagnostic, Note, Span
from dfgen.model.frozen import frozen
from dfgen.model.graph import LiveParameter
from dfgen.model.likeness import suggestion

BITS_MAX = 4096
INT64_MIN, INT64_MAX = -(1 << 63), (1 << 63) - 1
DOUBLE_MAX = Fraction(sys.float_info.max)

CHECK_PARAMETERS = "Check the parameters that it is computed from."
"""What to do about a value that cannot be."""
_TRUTHS = {"true": 1, "false": 0}

_ROUND = "Round it, with floor(...) or ceil(...)."
_ROUND_QUOTIENT = "Write floor(a / b) or ceil(a / b) if a rounded value is meant."

Number = int | Fraction
Value = Number | LiveParameter | None
Values = Mapping[str, Value]
"""What names stand for; None for one whose own value was rejected."""


Warn = Callable[[Diagnostic], None]


@frozen
class _Lost:
    """A quotient that has lost its remainder: what became of it, and where."""

    message: str
    span: Span


class _Cut(int):
    """A parameter whose value a lost remainder went into. Where tokens are counted with it, they may be too few, which
    is told."""

    lost: _Lost
    warn: Warn

    def count_tokens(self, place: Span) -> None:
        """Something at `place` is as large as this says."""
        message = f"{self.lost.message}, and a rate or size is computed with that"
        notes = (Note("used here", place),)
        self.warn(Diagnostic("division-cut", message, self.lost.span, _ROUND_QUOTIENT, notes))


class Division(Enum):
    TRUNCATE = "as C divides"
    STRICT = "a remainder is an error"
    EXACT = "fractions"


def evaluate_integer(expression: Expression, values: Values, division: Division = Division.TRUNCATE) -> int:
    """The value of `expression`; raises `Rejected` with the place of what is wrong."""
    evaluator = _Evaluator(values, counts_tokens=division is Division.STRICT)
    return whole_number(evaluator.value(expression, division), expression.span)


def evaluate_exact(expression: Expression, values: Values) -> Fraction:
    """The value of `expression` as a fraction."""
    return Fraction(_Evaluator(values).value(expression, Division.EXACT))


def evaluate_int64(expression: Expression, values: Values) -> int:
    """The value of `expression`, which is whole and has at most 64 bits."""
    return _within_64_bits(evaluate_integer(expression, values), expression)


def evaluate_number(expression: Expression, values: Values, warn: Warn | None = None) -> Number:
    """The value of a parameter: 64 bits, or a fraction within the range of a double. `warn` is told if it has lost a
    remainder, once a rate or size is computed with it."""
    evaluator = _Evaluator(values)
    value = evaluator.value(expression, Division.TRUNCATE)
    if isinstance(value, int):
        value = _within_64_bits(value, expression)
        if warn is not None and evaluator.lost is not None:
            value = _Cut(value)
            value.lost, value.warn = evaluator.lost, warn
        return value
    if abs(value) > DOUBLE_MAX:
        message = "this value is too large for a double"
        raise reject("number-too-large", message, expression.span, CHECK_PARAMETERS)
    return value


def in_c(number: Number) -> int | float:
    """The number as C gets it: fractions rounded to the nearest double."""
    return int(number) if isinstance(number, int) else float(number)


def as_written(number: int | float) -> Number:
    """The number that decimal digits stand for: of a float, the shortest that are it."""
    return number if isinstance(number, int) else Fraction(repr(number))


def _within_64_bits(value: int, expression: Expression) -> int:
    if not INT64_MIN <= value <= INT64_MAX:
        raise reject("number-too-large", "this value does not fit into 64 bits", expression.span, CHECK_PARAMETERS)
    return value


def whole_number(value: Number, span: Span) -> int:
    """The value as an integer; raises `Rejected` if it is none."""
    if value.denominator != 1:
        raise reject("number-not-integer", f"this is {_short(value)}, not a whole number", span, _ROUND)
    return int(value)


def _short(value: Number) -> str:
    """For a message: in decimal digits where a few do."""
    if value.numerator.bit_length() + value.denominator.bit_length() >= 200:
        return "a fraction"
    digits = repr(in_c(value))
    return digits if Fraction(digits) == value else str(value)


class _Evaluator:
    """`counts_tokens`: of a rate or size. `lost`: the first remainder that is lost, and not on purpose."""

    def __init__(self, values: Values, *, counts_tokens: bool = False) -> None:
        self.lost: _Lost | None = None
        self._values = values
        self._counts_tokens = counts_tokens

    def value(self, expression: Expression, division: Division) -> Number:
        if isinstance(expression, Integer):
            return expression.value
        if isinstance(expression, NameUse):
            return self._name(expression)
        if isinstance(expression, Unary):
            value = self.value(expression.operand, division)
            return -value if expression.operator == "-" else value
        if isinstance(expression, Binary):
            return self._binary(expression, division)
        if isinstance(expression, Decimal):
            return exact_number(expression.text, expression.span)
        return self._function(expression, division)

    def _name(self, use: NameUse) -> Number:
        try:
            value = self._values[use.text]
        except KeyError:
            hint = suggestion(use.text, self._values, f"Known here: {listed(self._values)}.")
            if use.text in _TRUTHS:
                hint = f"Write {_TRUTHS[use.text]} for it."
            raise reject("name-unknown", f"there is no parameter '{use.text}' here", use.span, hint) from None
        if value is None:
            raise Rejected(None)
        if isinstance(value, LiveParameter):
            message = f"'{use.text}' may be set while the program runs, and what stands here must be constant"
            hint = "Hand it over to 'fire' as it is, or make the parameter constant: no type, no 'live'."
            raise reject("live-constant", message, use.span, hint, [Note("declared here", value.span)])
        if isinstance(value, _Cut):
            self.lost = self.lost or value.lost
            if self._counts_tokens:
                value.count_tokens(use.span)
        return value

    def _binary(self, expression: Binary, division: Division) -> Number:
        lost = self.lost
        left, right = self.value(expression.left, division), self.value(expression.right, division)
        sign = expression.operator
        if _is_multiple(expression):
            self.lost = lost
        if sign == "+":
            return left + right
        if sign == "-":
            return left - right
        if sign == "*":
            return self._limited(left * right, expression)
        if sign == "**":
            return self._power(left, right, expression)
        if right == 0:
            raise reject("division-by-zero", "this divides by zero", expression.right.span, CHECK_PARAMETERS)
        return self._quotient(left, right, expression, division)

    def _quotient(self, left: Number, right: Number, expression: Binary, division: Division) -> Number:
        exact = Fraction(left) / right
        if expression.operator == "%":
            return left - right * _truncated(exact)
        if division is Division.EXACT or isinstance(left, Fraction) or isinstance(right, Fraction):
            return self._limited(exact, expression)
        if division is Division.STRICT and exact.denominator != 1:
            message = f"{_short(right)} does not divide {_short(left)}"
            raise reject("division-remainder", message, expression.span, _ROUND_QUOTIENT)
        quotient = _truncated(exact)
        if exact != quotient and self.lost is None and not self._is_rounded_up(expression.left, right):
            message = f"{_short(left)} / {_short(right)} is cut to {_short(quotient)}"
            self.lost = _Lost(message, expression.span)
        return quotient

    def _is_rounded_up(self, dividend: Expression, divisor: Number) -> bool:
        """`(n + 7) / 8` and `(n + m - 1) / m`, which are how C writes ceil."""
        less: Number = 0
        if isinstance(dividend, Binary) and dividend.operator == "-":
            less, dividend = self.value(dividend.right, Division.TRUNCATE), dividend.left
        if not isinstance(dividend, Binary) or dividend.operator != "+":
            return False
        return self.value(dividend.right, Division.TRUNCATE) - less == divisor - 1

    def _power(self, base: Number, exponent: Number, expression: Binary) -> Number:
        count = whole_number(exponent, expression.right.span)
        if count < 0:
            hint = "Write 1 / (a ** b) inside of floor or ceil."
            raise reject("number-not-integer", "the exponent is negative", expression.right.span, hint)
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if bits > 1 and bits * count > 2 * BITS_MAX:
            raise self._too_large(expression.span)
        if base in (-1, 0, 1):  # whatever the exponent
            return type(base)(1) if count == 0 or (base == -1 and count % 2 == 0) else base
        return self._limited(base**count, expression)

    def _limited(self, value: Number, expression: Expression) -> Number:
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS_MAX:
            raise self._too_large(expression.span)
        return value

    def _too_large(self, span: Span) -> Rejected:
        return reject("number-too-large", f"this value has more than {BITS_MAX} bits", span, CHECK_PARAMETERS)

    def _function(self, use: FunctionUse, division: Division) -> Number:
        name = use.function.text
        if name not in _FUNCTIONS:
            hint = suggestion(name, _FUNCTIONS, f"Valid here: {listed(sorted(_FUNCTIONS))}.")
            raise reject("function-unknown", f"there is no function '{name}'", use.function.span, hint)
        least, most, function = _FUNCTIONS[name]
        if not least <= len(use.arguments) <= most:
            wanted = f"{least} arguments" if least == most == 2 else "one argument" if most == 1 else "arguments"
            raise reject("function-arguments", f"'{name}' takes {wanted}, not {len(use.arguments)}", use.span)
        return function(self, use, division)

    def _extreme(self, use: FunctionUse, division: Division) -> Number:
        choose = min if use.function.text == "min" else max
        numbers = [self.value(argument, division) for argument in use.arguments]
        is_fraction = any(isinstance(number, Fraction) for number in numbers)
        return Fraction(choose(numbers)) if is_fraction else choose(numbers)

    def _rounded(self, use: FunctionUse, division: Division) -> Number:
        """`floor` or `ceil`; of a logarithm exactly, without ever computing a rounded one."""
        down, inner = use.function.text == "floor", use.arguments[0]
        if isinstance(inner, FunctionUse) and inner.function.text == "log2" and len(inner.arguments) == 1:
            value = self._positive(inner, Division.EXACT)
            power = _floor_log2(value)
            return power if down or Fraction(2) ** power == value else power + 1
        value = self.value(inner, Division.EXACT)
        return floor(value) if down else ceil(value)

    def _log2(self, use: FunctionUse, division: Division) -> Number:
        value = self._positive(use, division)
        power = _floor_log2(value)
        if Fraction(2) ** power != value:
            hint = "Write floor(log2(n)) or ceil(log2(n))."
            raise reject("number-not-integer", f"{_short(value)} is not a power of two", use.span, hint)
        return power

    def _positive(self, use: FunctionUse, division: Division) -> Number:
        value = self.value(use.arguments[0], division)
        if value <= 0:
            raise reject(
                "function-arguments", f"{_short(value)} has no logarithm", use.arguments[0].span, CHECK_PARAMETERS
            )
        return value

    def _mod(self, use: FunctionUse, division: Division) -> Number:
        left, right = (self.value(argument, division) for argument in use.arguments)
        if right == 0:
            raise reject("division-by-zero", "this divides by zero", use.arguments[1].span, CHECK_PARAMETERS)
        return left - right * floor(Fraction(left) / right)


def _is_multiple(expression: Binary) -> bool:
    """`n / 8 * 8` drops what is beyond a multiple of 8 on purpose."""
    left = expression.left
    if expression.operator != "*" or not isinstance(left, Binary):
        return False
    return left.operator == "/" and left.right == expression.right


def _truncated(value: Number) -> int:
    return floor(value) if value >= 0 else ceil(value)


def _floor_log2(value: Number) -> int:
    power = value.numerator.bit_length() - value.denominator.bit_length()
    return power if Fraction(2) ** power <= value else power - 1


_Function = Callable[[_Evaluator, FunctionUse, Division], Number]

_FUNCTIONS: dict[str, tuple[int, int, _Function]] = {
    "min": (1, 1000, _Evaluator._extreme),
    "max": (1, 1000, _Evaluator._extreme),
    "floor": (1, 1, _Evaluator._rounded),
    "ceil": (1, 1, _Evaluator._rounded),
    "log2": (1, 1, _Evaluator._log2),
    "mod": (2, 2, _Evaluator._mod),
}
"""Name: fewest and most arguments, what computes it."""
