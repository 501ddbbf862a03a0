# SPDX-License-Identifier: Apache-2.0
"""The functions of PREESM's expressions, on doubles as there.

A function raises `ValueError` with what is wrong with its arguments; what leaves the numbers raises as Python does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from dfgen.model.frozen import frozen

TERMS_MAX = 1_000_000
CHOICES_MAX = 100_000


@frozen
class Function:
    """`most` is None where there may be any number of arguments from `least` on."""

    compute: Callable[..., float]
    least: int = 1
    most: int | None = 1

    def takes(self, count: int) -> bool:
        return self.least <= count and (self.most is None or count <= self.most)

    @property
    def wanted(self) -> str:
        """How many arguments it takes, in words."""
        if self.most is None:
            return f"{self.least} or more arguments"
        return f"{self.least} argument" + ("" if self.least == 1 else "s")


def remainder(dividend: float, divisor: float) -> float:
    """With the sign of the dividend, as in C and Java."""
    return math.fmod(dividend, divisor)


def power(base: float, exponent: float) -> float:
    if base < 0 and exponent != int(exponent):
        raise ValueError("a negative number to a fractional power is not a real number")
    return math.pow(base, exponent)


def _geometric_sum(first: float, ratio: float, count: float) -> float:
    """The sum of `count` terms, each `ratio` times the one before; term by term where it shrinks."""
    terms = int(count)
    if terms < 1:
        raise ValueError("geo_sum adds up one term or more")
    if ratio == 1:
        return first * terms
    if abs(ratio) > 1:
        return (first - first * math.pow(ratio, terms)) / (1 - ratio)
    if ratio == -1:
        return first if terms % 2 else 0.0
    if ratio == 0:
        return 0.0  # not the first term: so PREESM has it
    if terms > TERMS_MAX:
        raise ValueError(f"geo_sum adds up at most {TERMS_MAX} terms that shrink")
    total, term = first, first * ratio
    for _ in range(terms - 1):
        if term == 0:
            break
        total, term = total + term, term * ratio
    return total


def _largest_power(base: float, number: float) -> float:
    """The largest p for which base to the power of p divides the number."""
    divisor, rest = int(base), int(number)
    if divisor < 2:
        raise ValueError("pow_div_max needs a base greater than 1")
    if rest == 0:
        raise ValueError("every power divides 0")
    count = 0
    while rest % divisor == 0:
        rest //= divisor
        count += 1
    return float(count)


def _binomial(total: float, chosen: float) -> float:
    n, k = int(total), int(chosen)
    if not 0 <= k <= n <= CHOICES_MAX:
        raise ValueError(f"binom needs whole numbers with 0 <= k <= n <= {CHOICES_MAX}")
    return float(math.comb(n, k))


def _sum(*numbers: float) -> float:
    total = 0.0
    for number in numbers:
        total += number
    return total


FUNCTIONS: Mapping[str, Function] = {
    **{name: Function(getattr(math, name)) for name in ("sin", "cos", "tan", "asin", "acos", "atan")},
    **{name: Function(getattr(math, name)) for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh")},
    **{name: Function(getattr(math, name)) for name in ("exp", "sqrt")},
    "atan2": Function(math.atan2, 2, 2),
    "ln": Function(math.log),
    "log": Function(math.log10),
    "abs": Function(abs),
    "floor": Function(lambda number: float(math.floor(number))),
    "ceil": Function(lambda number: float(math.ceil(number))),
    "round": Function(lambda number: float(round(number))),
    "mod": Function(remainder, 2, 2),
    "pow": Function(power, 2, 2),
    "binom": Function(_binomial, 2, 2),
    "min": Function(min, 2, None),
    "max": Function(max, 2, None),
    "sum": Function(_sum, 1, None),
    "geo_sum": Function(_geometric_sum, 3, 3),
    "pow_div_max": Function(_largest_power, 2, 2),
}
"""`if` is not here: it evaluates one of its branches only."""

CONSTANTS: Mapping[str, float] = {"pi": math.pi, "e": math.e}
