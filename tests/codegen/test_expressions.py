# SPDX-License-Identifier: Apache-2.0
"""C arithmetic: the text means what the model means."""

from __future__ import annotations

import random

import pytest

from dfgen.codegen.expressions import Expr, add, const, div, mod, mul, name, view_offset
from tests.memory.test_views import random_view

WIDTH = 1 << 64


def value_of(expression: Expr, **variables: int) -> int:
    """The text as 64-bit unsigned C would have it."""
    text = expression.text.replace("ull", "").replace("u", "").replace("/", "//")
    return int(eval(text, {"__builtins__": {}}, variables)) % WIDTH


@pytest.mark.parametrize("seed", range(300))
def test_view_offset_is_the_views_offset(seed: int) -> None:
    rng = random.Random(seed)
    view, passed = random_view(rng)
    units = [unit for unit in range(1, passed + 1) if view.holds(unit)] if view.run else [rng.randint(1, 9)]
    unit = rng.choice(units)
    bound = rng.choice([0, rng.randint(1, 40)])
    expression = view_offset(view, unit, name("k"), bound)
    for k in range(bound or 40):
        assert value_of(expression, k=k) == view.offset(k * unit) % WIDTH, (view, unit, bound, expression.text)


@pytest.mark.parametrize("seed", range(300))
def test_folding_keeps_the_value(seed: int) -> None:
    """Whatever is built from two variables evaluates to what the same steps give for numbers."""
    rng = random.Random(seed)
    values = {"x": rng.randint(0, 1000), "y": rng.randint(0, 1000)}
    made: list[tuple[Expr, int]] = [(name(n), v) for n, v in values.items()]
    made += [(const(c), c) for c in (0, 1, 2, 3, 5, 1 << 31, 1 << 32)]
    for _ in range(8):
        (a, va), (b, vb) = rng.choice(made), rng.choice(made)
        number = rng.randint(1, 9)
        made.append(
            rng.choice(
                [
                    (add(a, b), va + vb),
                    (mul(a, b), va * vb),
                    (div(a, number), va // number),
                    (mod(a, number), va % number),
                ]
            )
        )
        if made[-1][1] >= WIDTH:
            made.pop()
    for expression, expected in made:
        assert value_of(expression, **values) == expected, expression.text


def test_constants_are_wide_enough() -> None:
    assert [str(const(v)) for v in ((1 << 31) - 1, 1 << 31, 1 << 32)] == ["2147483647", "2147483648u", "4294967296ull"]


def test_subtracting_reads_well() -> None:
    assert str(add(name("k"), const(-3))) == "k - 3"
    assert str(add(const(-3), name("k"))) == "k - 3"


def test_constants_are_computed_here() -> None:
    j, k = name("j"), name("k")
    assert str(mul(add(mul(k, const(4)), const(2)), const(3))) == "k * 12 + 6"
    assert str(add(add(k, const(2)), add(k, const(3)))) == "k * 2 + 5"
    assert str(div(add(mul(k, const(6)), j), 3)) == "k * 2 + j / 3"
    assert str(mod(add(mul(k, const(6)), j), 3)) == "j % 3"
    assert str(add(mul(div(k, 2), const(4)), mod(k, 2))) == "k / 2 * 4 + k % 2"
    assert add(k, mul(k, const(-1))).value == 0


def test_what_stays_below_a_divisor_is_the_remainder() -> None:
    index = add(mul(name("k"), const(4)), name("j", 4))
    assert str(mod(index, 4)) == "j"
    assert str(div(index, 4)) == "k"
    assert str(mod(add(index, const(1)), 4)) == "(j + 1) % 4"
    assert str(mod(mul(name("j", 4), const(2)), 7)) == "j * 2"
    assert str(div(mul(name("j", 4), const(2)), 6)) == "j * 2 / 6"


def test_no_parentheses_more_than_needed() -> None:
    assert str(mul(add(name("a"), const(1)), name("b"))) == "(a + 1) * b"
    assert str(add(mul(name("a"), const(2)), const(1))) == "a * 2 + 1"
    assert str(mul(name("a"), div(name("b"), 3))) == "a * (b / 3)"
    assert str(div(add(name("a"), name("b")), 4)) == "(a + b) / 4"
