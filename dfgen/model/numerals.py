# SPDX-License-Identifier: Apache-2.0
"""What a number looks like, in graph files and in options. Commands read options before the compiler is loaded: this
imports nothing that takes time."""

from __future__ import annotations

# Patterns without groups.
INTEGER = r"(?:0[xX][0-9A-Fa-f]+|[0-9]+)"
DECIMAL = r"(?:[0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)"

DIGITS_MAX = 1000


def is_hexadecimal(number: str) -> bool:
    return number.lstrip("+-")[:2] in ("0x", "0X")


def integer_of(number: str) -> int:
    """Of an `INTEGER`, also with a sign before it, that is not too long."""
    return int(number, 16 if is_hexadecimal(number) else 10)


def too_long(number: str) -> str:
    """Why a number is not read; empty if it is. Reading takes time by the square of the digits."""
    length = len(number)
    return f"this number has {length} digits; at most {DIGITS_MAX} are read" if length > DIGITS_MAX else ""
