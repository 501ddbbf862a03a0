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
from dfgen.model.numerals import DECIMAL, INTEGER, integer_of, is_hexadecimal, too_long

DECIMAL_EXPONENT_MAX = 400
TOO_LONG_HINT = "No value has more than 64 bits."

_NUMBER = re.compile(f"{DECIMAL}|{INTEGER}")


def parts_of(quantity: str) -> tuple[str, str]:
    """The number that a quantity begins with, and the rest, which should be a unit."""
    found = _NUMBER.match(quantity)
    number = found[0] if found is not None else ""
    return number, quantity[len(number) :]


def has_exponent(number: str) -> bool:
    return not is_hexadecimal(number) and "e" in number.lower()


def exact_number(number: str, span: Span) -> Fraction:
    """What a number stands for; raises `Rejected` for one that nobody means."""
    if message := too_long(number):
        raise reject("number-too-large", message, span, TOO_LONG_HINT)
    if is_hexadecimal(number):
        return Fraction(integer_of(number))
    mantissa, _, exponent = number.lower().partition("e")
    if len(exponent) > 6 or abs(int(exponent or 0)) > DECIMAL_EXPONENT_MAX:
        hint = f"Exponents go from -{DECIMAL_EXPONENT_MAX} to {DECIMAL_EXPONENT_MAX}."
        raise reject("number-too-large", f"the exponent of '{number}' is too large", span, hint)
    return Fraction(mantissa.rstrip(".")) * Fraction(10) ** int(exponent or 0)
