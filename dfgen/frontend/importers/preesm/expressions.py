# SPDX-License-Identifier: Apache-2.0
"""Expressions of PREESM files: parsed once, evaluated for each instance, with doubles and real division as PREESM does.

Operators from loose to tight: `||`, `&&`, `== !=`, `< > <= >=`, `+ -`, `* / %`, signs and `!`, `^` (to the right).
Truth is 1 or 0. A whole number stands for itself up to 64 bits; what is computed is refused beyond 2^53, where doubles
have gaps. A rate or size is the result rounded to the nearest whole number, halves upwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction

from dfgen.frontend.expressions import CHECK_PARAMETERS
from dfgen.frontend.importers.preesm.functions import CONSTANTS, FUNCTIONS, power, remainder
from dfgen.frontend.problems import listed, reject
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion

EXACT_MAX = 1 << 53
INT64_MAX = (1 << 63) - 1
LENGTH_MAX = 20_000
DEPTH_MAX = 40

Number = int | float

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9.]*)"
    r"|(?P<sign>\|\||&&|==|!=|<=|>=|[-+*/%^<>!(),]))"
)
_BINARY = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))
"""The binary operators but for `^`, the loosest first."""


@frozen
class _Literal:
    value: Number


@frozen
class _Name:
    text: str


@frozen
class _Operation:
    """`first` and what is applied to it, one after the other."""

    first: _Node
    rest: tuple[tuple[str, _Node], ...]


@frozen
class _Sign:
    sign: str
    operand: _Node


@frozen
class _Use:
    function: str
    arguments: tuple[_Node, ...]


_Node = _Literal | _Name | _Operation | _Sign | _Use


@frozen
class Expression:
    """A parsed expression, its text, where it stands, and the names that it uses."""

    text: str
    span: Span = field(compare=False)
    names: tuple[str, ...] = field(compare=False)
    _root: _Node = field(compare=False)

    def value(self, values: Mapping[str, Number]) -> Number:
        """Its value, `values` being what names stand for; raises `Rejected`."""
        try:
            result = _value(self._root, values, self)
        except OverflowError:
            message = f"'{self.text}' is larger than any number"
            raise reject("number-too-large", message, self.span, CHECK_PARAMETERS) from None
        except ZeroDivisionError:
            message = f"'{self.text}' divides by zero"
            raise reject("division-by-zero", message, self.span, CHECK_PARAMETERS) from None
        except ValueError as error:
            reason = str(error) if "math domain" not in str(error) else "a function is not defined there"
            message = f"'{self.text}': {reason}"
            raise reject("function-arguments", message, self.span, CHECK_PARAMETERS) from None
        return self._checked(result)

    def integer(self, values: Mapping[str, Number]) -> int:
        """Its value, rounded."""
        return rounded(self.value(values))

    def _checked(self, result: Number) -> Number:
        if isinstance(result, float) and not math.isfinite(result):
            message = f"'{self.text}' is not a finite number"
            raise reject("number-too-large", message, self.span, CHECK_PARAMETERS)
        limit = INT64_MAX if isinstance(result, int) else EXACT_MAX
        if abs(result) > limit and isinstance(self._root, _Literal):
            message = f"'{self.text}' has more than 64 bits"
            raise reject("number-too-large", message, self.span, "The largest number is 2^63 - 1.")
        if abs(result) > limit:
            message = f"'{self.text}' is {result}, and whole numbers are computed up to 2^53 only"
            raise reject("number-too-large", message, self.span, "Write larger ones as digits, or check the factors.")
        return result


def rounded(number: Number) -> int:
    """To the nearest whole number, halves upwards."""
    return number if isinstance(number, int) else math.floor(Fraction(number) + Fraction(1, 2))


def parse_expression(text: str, span: Span) -> Expression:
    """Raises `Rejected` for what is no expression."""
    if not text.strip():
        raise reject("syntax", "an expression is missing", span, "Write a number, or a computation with parameters.")
    if len(text) > LENGTH_MAX:
        raise reject("syntax", f"an expression has at most {LENGTH_MAX} characters", span, "Use more parameters.")
    parser = _Parser(text, span)
    root = parser.parse()
    return Expression(text.strip(), span, tuple(dict.fromkeys(parser.names)), root)


class _Parser:
    def __init__(self, text: str, span: Span) -> None:
        self.names: list[str] = []
        self._text, self._span = text, span
        self._tokens = self._scan(text.rstrip())
        self._at = 0
        self._depth = 0

    def _scan(self, text: str) -> list[tuple[str, str]]:
        tokens, position = [], 0
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None or found.lastgroup is None:
                raise self._unexpected(text[position:].lstrip()[:1])
            tokens.append((found.lastgroup, found[found.lastgroup]))
            position = found.end()
        return [*tokens, ("end", "")]

    def _unexpected(self, text: str) -> Exception:
        what = f"'{text}' has no place" if text else "something is missing at the end"
        message = f"'{self._text.strip()[:80]}' is not an expression: {what}"
        return reject("syntax", message, self._span, "There are + - * / % ^, comparisons, && || ! and functions.")

    def parse(self) -> _Node:
        root = self._binary(0)
        if self._tokens[self._at][0] != "end":
            raise self._unexpected(self._tokens[self._at][1])
        return root

    def _accept(self, *signs: str) -> str:
        kind, text = self._tokens[self._at]
        if kind != "sign" or text not in signs:
            return ""
        self._at += 1
        return text

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            raise self._unexpected(self._tokens[self._at][1])

    def _binary(self, rank: int) -> _Node:
        if rank == len(_BINARY):
            return self._unary()
        first = self._binary(rank + 1)
        rest = []
        while sign := self._accept(*_BINARY[rank]):
            rest.append((sign, self._binary(rank + 1)))
        return _Operation(first, tuple(rest)) if rest else first

    def _unary(self) -> _Node:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise reject("syntax", f"an expression is nested more than {DEPTH_MAX} deep", self._span, "Use parameters.")
        sign = self._accept("+", "-", "!")
        node: _Node
        if sign:
            node = _Sign(sign, self._unary())
        else:
            node = self._primary()
            if self._accept("^"):
                node = _Operation(node, (("^", self._unary()),))
        self._depth -= 1
        return node

    def _primary(self) -> _Node:
        kind, text = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            return _Literal(int(text) if text.isdigit() and len(text) < 20 else float(text))
        if kind == "name":
            if self._accept("("):
                return self._use(text)
            self.names.append(text)
            return _Name(text)
        if text == "(":
            node = self._binary(0)
            self._expect(")")
            return node
        raise self._unexpected(text)

    def _use(self, function: str) -> _Node:
        arguments = []
        if not self._accept(")"):
            arguments.append(self._binary(0))
            while self._accept(","):
                arguments.append(self._binary(0))
            self._expect(")")
        self._check_use(function, len(arguments))
        return _Use(function, tuple(arguments))

    def _check_use(self, function: str, count: int) -> None:
        if function == "if":
            fits, wanted = count in (3, 4), "a condition and 2 values"
        elif function in FUNCTIONS:
            fits, wanted = FUNCTIONS[function].takes(count), FUNCTIONS[function].wanted
        else:
            hint = suggestion(function, FUNCTIONS, f"Valid here: if, {', '.join(FUNCTIONS)}.")
            raise reject("function-unknown", f"there is no function '{function}'", self._span, hint)
        if not fits:
            message = f"'{function}' has {count} arguments here"
            raise reject("function-arguments", message, self._span, f"It takes {wanted}.")


def _value(node: _Node, values: Mapping[str, Number], whole: Expression) -> Number:
    if isinstance(node, _Literal):
        return node.value
    if isinstance(node, _Name):
        return _named(node.text, values, whole)
    if isinstance(node, _Sign):
        operand = _value(node.operand, values, whole)
        return float(operand == 0) if node.sign == "!" else -operand if node.sign == "-" else operand
    if isinstance(node, _Operation):
        result = _value(node.first, values, whole)
        for sign, right in node.rest:
            result = _apply(sign, float(result), float(_value(right, values, whole)))
        return result
    if node.function == "if":
        return _chosen(node.arguments, values, whole)
    return float(FUNCTIONS[node.function].compute(*(float(_value(a, values, whole)) for a in node.arguments)))


def _named(name: str, values: Mapping[str, Number], whole: Expression) -> Number:
    if name in values:
        return values[name]
    if name in CONSTANTS:
        return CONSTANTS[name]
    hint = suggestion(name, values, f"Known here: {listed(values)}.")
    raise reject("name-unknown", f"'{whole.text}': there is no '{name}' here", whole.span, hint)


def _apply(sign: str, left: float, right: float) -> float:
    if sign == "/":
        return left / right
    if sign == "%":
        if right == 0:
            raise ZeroDivisionError
        return remainder(left, right)
    return _SIMPLE[sign](left, right)


_SIMPLE: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "^": power,
    "||": lambda left, right: float(left != 0 or right != 0),
    "&&": lambda left, right: float(left != 0 and right != 0),
    "==": lambda left, right: float(left == right),
    "!=": lambda left, right: float(left != right),
    "<": lambda left, right: float(left < right),
    ">": lambda left, right: float(left > right),
    "<=": lambda left, right: float(left <= right),
    ">=": lambda left, right: float(left >= right),
}


def _chosen(arguments: tuple[_Node, ...], values: Mapping[str, Number], whole: Expression) -> Number:
    """`if(condition, positive, otherwise)` or `if(condition, positive, negative, zero)`."""
    condition = _value(arguments[0], values, whole)
    if condition > 0:
        return _value(arguments[1], values, whole)
    return _value(arguments[3 if len(arguments) == 4 and condition == 0 else 2], values, whole)
