# SPDX-License-Identifier: Apache-2.0
"""Numbers and strings as C and C++ have them."""

from __future__ import annotations

from ctypes import c_float

_INT_MAX = (1 << 31) - 1


def number_literal(value: int | float) -> str:
    """A literal of at least the size that holds `value`; of a float, the shortest double that is it."""
    if isinstance(value, float):
        return repr(value)
    if value == -(1 << 63):  # which has none
        return "(-9223372036854775807ll - 1)"
    if -_INT_MAX <= value <= _INT_MAX:
        return str(value)
    return f"{value}ll" if value < 1 << 63 else f"{value}ull"


def scalar_literal(value: int | float, c_type: str) -> str:
    """A literal of that type itself where it is `float`, so that no compiler warns of a conversion."""
    if c_type != "float" or not isinstance(value, float):
        return number_literal(value)
    nearest = c_float(value).value
    return f"{value if nearest else nearest!r}f"  # compilers also warn of what is too small for a float


def string_literal(text: str) -> str:
    """A C string literal with the bytes of `text` in UTF-8."""
    out = []
    for byte in text.encode():
        char = chr(byte)
        if char in '"\\?':
            out.append("\\" + char)
        elif 32 <= byte < 127:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'
