# SPDX-License-Identifier: Apache-2.0
"""Values of expressions, checked against Python's own arithmetic and by hand."""

from __future__ import annotations

import pytest

from dfgen.frontend.expressions import Division, evaluate_exact, evaluate_integer
from dfgen.frontend.parse import parse_text
from dfgen.frontend.problems import Rejected
from dfgen.frontend.syntax import Expression, Parameter


def expression(text: str) -> Expression:
    item = parse_text(f"param x = {text};").items[0]
    assert isinstance(item, Parameter)
    return item.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("10 - 4 - 3", 3),
        ("-2 ** 2", -4),
        ("(-2) ** 3", -8),
        ("2 ** 3 ** 2", 512),
        ("-7 / 2", -3),
        ("7 / -2", -3),
        ("-7 % 3", -1),
        ("mod(-7, 3)", 2),
        ("floor(-7 / 2)", -4),
        ("ceil(7 / 2)", 4),
        ("ceil(7 / 2 / 2) + 7 / 2 / 2", 3),
        ("min(3, n, 9) + max(n)", 4),
        ("log2(2 ** 40)", 40),
        ("ceil(log2(5)) * 10 + floor(log2(5))", 32),
        ("floor(log2(1 / 3))", -2),
        ("0x1F + 1", 32),
        ("(-1) ** 2 ** 200", 1),
        ("0 ** 0", 1),
        ("--n", 2),
    ],
)
def test_integers(text: str, value: int) -> None:
    assert evaluate_integer(expression(text), {"n": 2}) == value


def test_strict_division() -> None:
    assert evaluate_integer(expression("8 / 2"), {}, Division.STRICT) == 4
    assert evaluate_integer(expression("floor(9 / 2)"), {}, Division.STRICT) == 4
    with pytest.raises(Rejected, match="2 does not divide 9"):
        evaluate_integer(expression("9 / 2"), {}, Division.STRICT)


def test_exact_decimals() -> None:
    assert evaluate_exact(expression("0.1 + 0.2"), {}) * 10 == 3
    assert evaluate_exact(expression("-2.5e-1"), {}) * 4 == -1


def test_place_and_suggestion() -> None:
    with pytest.raises(Rejected) as error:
        evaluate_integer(expression("4 * widht"), {"width": 1})
    diagnostic = error.value.diagnostic
    assert diagnostic is not None
    assert diagnostic.span is not None
    assert (diagnostic.span.column, diagnostic.span.end_column) == (15, 20)
    assert diagnostic.hint == "Did you mean 'width'?"


def test_a_rejected_value_is_not_reported_again() -> None:
    with pytest.raises(Rejected) as error:
        evaluate_integer(expression("n + 1"), {"n": None})
    assert error.value.diagnostic is None
