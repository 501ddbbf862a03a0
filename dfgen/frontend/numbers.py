# SPDX-License-Identifier: Apache-2.0
"""Numbers as a graph file writes them: digits with or without a point and an exponent, hexadecimal digits, and
quantities, which are a number and a unit in one word.

A word of the scanner is no number yet: in a quantity such as `1a5us` letters and digits alternate as they please.
"""

from __future__ import annotations

import re
from fractions import Fraction

from dfgen.frontend.problems import reject
from dfgen.model.diagnostics import Span

DIGITS_MAX = 1000
DECIMAL_EXPONENT_MAX = 400
TOO_LONG_HINT = "No value has more than 64 bits."

_NUMBER = re.compile(r"0[xX][0-9A-Fa-f]+|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?")


def parts_of(quantity: str) -> tuple[str, str]:
    """The number that a quantity begins with, and the rest, which should be a unit."""
    found = _NUMBER.match(quantity)
    number = found[0] if found is not None else ""
    return number, quantity[len(number) :]


def has_exponent(number: str) -> bool:
    return not is_hexadecimal(number) and "e" in number.lower()


def is_hexadecimal(number: str) -> bool:
    return number[:2] in ("0x", "0X")


def too_long(number: str) -> str:
    """Why a number is not read; empty if it is. Reading takes time by the square of the digits."""
    length = len(number)
    return f"this number has {length} digits; at most {DIGITS_MAX} are read" if length > DIGITS_MAX else ""


def exact_number(number: str, span: Span) -> Fraction:
    """What a number stands for; raises `Rejected` for one that nobody means."""
    if message := too_long(number):
        raise reject("number-too-large", message, span, TOO_LONG_HINT)
    if is_hexadecimal(number):
        return Fraction(int(number, 16))
    mantissa, _, exponent = number.lower().partition("e")
    if len(exponent) > 6 or abs(int(exponent or 0)) > DECIMAL_EXPONENT_MAX:
        hint = f"Exponents go from -{DECIMAL_EXPONENT_MAX} to {DECIMAL_EXPONENT_MAX}."
        raise reject("number-too-large", f"the exponent of '{number}' is too large", span, hint)
    return Fraction(mantissa.rstrip(".")) * Fraction(10) ** int(exponent or 0)
