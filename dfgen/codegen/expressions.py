# SPDX-License-Identifier: Apache-2.0
"""C integer expressions: sums that are folded as they are built, with no more parentheses than needed."""

from __future__ import annotations

from dfgen.model.frozen import frozen
from dfgen.model.plan import View

_SUM, _PRODUCT, _ATOM = 1, 2, 3
"""Mark: how tight operators bind."""

Term = tuple[str, int, int]
"""A piece of C, its rank, and the number that it stays below (0: not known)."""


@frozen
class Expr:
    """An unsigned 64-bit value as C: the sum of `terms`, each with its factor, and `constant`."""

    terms: tuple[tuple[Term, int], ...]
    constant: int = 0

    @property
    def value(self) -> int | None:
        """If it is known."""
        return None if self.terms else self.constant

    @property
    def text(self) -> str:
        return str(self)

    @property
    def rank(self) -> int:
        if len(self.terms) + (self.constant != 0) > 1 or (not self.terms and self.constant < 0):
            return _SUM
        if not self.terms:
            return _ATOM
        ((_, rank, _), factor) = self.terms[0]
        return rank if factor == 1 else _PRODUCT

    def __str__(self) -> str:
        """What is added comes before what is subtracted."""
        parts = [*self.terms, *([(None, self.constant)] if self.constant or not self.terms else [])]
        added = [_product(term, factor) for term, factor in parts if factor >= 0]
        taken = [_product(term, -factor) for term, factor in parts if factor < 0]
        return " - ".join([" + ".join(added), *taken]) if added else f"-({' + '.join(taken)})"

    def within(self, rank: int) -> str:
        return self.text if self.rank >= rank else f"({self.text})"

    def stays_below(self, bound: int) -> bool:
        """Whether it is known to be in [0, bound)."""
        is_bounded = all(below and factor > 0 for (_, _, below), factor in self.terms)
        return is_bounded and 0 <= self.constant < bound - sum(f * (below - 1) for (_, _, below), f in self.terms)


def _product(term: Term | None, factor: int) -> str:
    if term is None:
        return _literal(factor)
    text, rank, _ = term
    if factor == 1:
        return text
    return f"{text if rank >= _PRODUCT else f'({text})'} * {_literal(factor)}"


def _literal(value: int) -> str:
    return str(value) if value < 1 << 31 else f"{value}u" if value < 1 << 32 else f"{value}ull"


def const(value: int) -> Expr:
    return Expr((), value)


def name(text: str, below: int = 0) -> Expr:
    """`below`: it stays below this number, if that is known."""
    return _term(text, _ATOM, below)


def _term(text: str, rank: int, below: int = 0) -> Expr:
    return Expr((((text, rank, below), 1),))


def add(a: Expr, b: Expr) -> Expr:
    factors = dict(a.terms)
    for term, factor in b.terms:
        factors[term] = factors.get(term, 0) + factor
    return Expr(tuple((term, factor) for term, factor in factors.items() if factor), a.constant + b.constant)


def mul(a: Expr, b: Expr) -> Expr:
    if a.value is not None:
        a, b = b, a
    if b.value is None:
        return _term(f"{a.within(_PRODUCT)} * {b.within(_ATOM)}", _PRODUCT)
    if b.value == 0:
        return const(0)
    return Expr(tuple((term, factor * b.value) for term, factor in a.terms), a.constant * b.value)


def div(a: Expr, b: int) -> Expr:
    whole, rest = _parted(a, b)
    if rest.value is not None:
        return add(whole, const(rest.value // b))
    if rest.stays_below(b):
        return whole
    return add(whole, _term(f"{rest.within(_PRODUCT)} / {_literal(b)}", _PRODUCT))


def mod(a: Expr, b: int) -> Expr:
    _, rest = _parted(a, b)
    if rest.value is not None:
        return const(rest.value % b)
    if rest.stays_below(b):
        return rest
    return _term(f"{rest.within(_PRODUCT)} % {_literal(b)}", _PRODUCT)


def _parted(a: Expr, b: int) -> tuple[Expr, Expr]:
    """Whole multiples of `b`, divided by it, and the rest of the sum, which is not negative if `a` is not."""
    whole = Expr(tuple((term, factor // b) for term, factor in a.terms if factor % b == 0))
    rest = Expr(tuple((term, factor) for term, factor in a.terms if factor % b), a.constant)
    if rest.terms and (rest.constant < 0 or any(factor < 0 for _, factor in rest.terms)):
        return const(0), a
    return whole, rest


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
