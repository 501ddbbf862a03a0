# SPDX-License-Identifier: Apache-2.0
"""C integer expressions, folded as they are built, with no more parentheses than needed."""

from __future__ import annotations

from dataclasses import dataclass

from dfgen.model.plan import View

_SUM, _PRODUCT, _ATOM = 1, 2, 3


@dataclass(frozen=True)
class Expr:
    """C text of an unsigned 64-bit value; `value` if it is a constant."""

    text: str
    rank: int = _ATOM
    value: int | None = None

    def __str__(self) -> str:
        return self.text

    def within(self, rank: int) -> str:
        return self.text if self.rank >= rank else f"({self.text})"


def const(value: int) -> Expr:
    text = str(value) if value < 1 << 31 else f"{value}u" if value < 1 << 32 else f"{value}ull"
    return Expr(text, _ATOM if value >= 0 else _SUM, value)


def name(text: str) -> Expr:
    return Expr(text)


def add(a: Expr, b: Expr) -> Expr:
    if a.value is not None and b.value is not None:
        return const(a.value + b.value)
    if a.value == 0:
        return b
    if b.value == 0:
        return a
    if b.value is not None and b.value < 0:
        return Expr(f"{a.within(_SUM)} - {const(-b.value)}", _SUM)
    if a.value is not None:
        a, b = b, a
        return add(a, b)
    return Expr(f"{a.within(_SUM)} + {b.within(_SUM)}", _SUM)


def mul(a: Expr, b: Expr) -> Expr:
    if a.value is not None and b.value is not None:
        return const(a.value * b.value)
    if a.value is not None:
        a, b = b, a
    if b.value == 0:
        return const(0)
    if b.value == 1:
        return a
    return Expr(f"{a.within(_PRODUCT)} * {b.within(_ATOM)}", _PRODUCT)


def div(a: Expr, b: int) -> Expr:
    if a.value is not None:
        return const(a.value // b)
    return a if b == 1 else Expr(f"{a.within(_PRODUCT)} / {const(b)}", _PRODUCT)


def mod(a: Expr, b: int) -> Expr:
    if a.value is not None:
        return const(a.value % b)
    return const(0) if b == 1 else Expr(f"{a.within(_PRODUCT)} % {const(b)}", _PRODUCT)


def one_place(view: View, unit: int, bound: int) -> Expr | None:
    """The token offset of every piece, where all of them lie in one place."""
    offset = view_offset(view, unit, name("index"), bound)
    return offset if offset.value is not None else None


def view_offset(view: View, unit: int, index: Expr, bound: int) -> Expr:
    """The token offset of piece `index` of `unit` tokens; `index` stays below `bound` (0: not known)."""
    base = const(view.base)
    if view.run == 0:
        return add(mul(index, const(unit)), base)
    pieces = view.run // unit
    offset = const(0)
    if pieces > 1:
        inside = index if 0 < bound <= pieces else mod(index, pieces)
        offset = mul(inside, const(unit))
        index, bound = div(index, pieces), -(-bound // pieces)
    for count, stride in reversed(view.dims):
        last = count == 0 or 0 < bound <= count
        if bound != 1:
            digit = index if last else mod(index, count)
            offset = add(offset, mul(digit, const(stride)))
        if last:
            break
        index, bound = div(index, count), -(-bound // count)
    return add(offset, base)
