# SPDX-License-Identifier: Apache-2.0
"""PREESM's expressions, against what Python computes with the same doubles."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dfgen.frontend.importers.preesm.expressions import EXACT_MAX, Expression, parse_expression, rounded
from dfgen.frontend.problems import Problems, Rejected
from dfgen.model.diagnostics import Span

PLACE = Span("g.pi", 3, 4)
VALUES = {"a": 3, "b": 0.5, "big_one": 1_000_000, "zero": 0}


def expression(text: str) -> Expression:
    return parse_expression(text, PLACE)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("2 + 3*4", 14),
        ("(2 + 3)*4", 20),
        ("7/2", 3.5),
        ("7/2*2", 7),
        ("2 - 3 - 4", -5),
        ("-2^2", -4),
        ("2^3^2", 512),
        ("2^-1", 0.5),
        ("--3", 3),
        ("!0 + !3", 1),
        ("-7 % 4", -3),
        ("7.5 % 2", 1.5),
        (".5 + 1. + 1e1", 11.5),
        ("1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 3 || 1 == 1 && 1 != 1", 0),
        ("1 || 0 && 0", 1),
        ("2 > 1 == 1", 1),
        ("if(a > 2, 10, 1/0)", 10),
        ("if(0, 1/0, 20)", 20),
        ("if(-1, 1, 2, 3) + if(0, 1, 2, 3)*10", 32),
        ("a*b", 1.5),
        ("floor(7/2) + ceil(7/2)*10", 43),
        ("round(2.5) + round(3.5)", 6),
        ("min(3, a, 1) + max(2, 9)", 10),
        ("sum(1, 2, 3.5)", 6.5),
        ("geo_sum(3, 1/2, 4)", 5.625),
        ("geo_sum(3, 2, 4)", 45),
        ("geo_sum(3, 0, 4)", 0),
        ("geo_sum(3, 1e-200, 1000)", 3),
        ("geo_sum(3, 1, 4) + geo_sum(3, -1, 4) + geo_sum(3, -1, 3)", 15),
        ("pow_div_max(2, 72)", 3),
        ("pow(2, 10) + mod(7, 4)", 1027),
        ("binom(5, 2)", 10),
        ("sqrt(16) + abs(-3)", 7),
        ("ln(e) + log(1000)", 4),
        ("sin(pi/2) + cos(0) + tan(0) + atan2(0, 1)", 2),
    ],
)
def test_values(text: str, value: float) -> None:
    assert expression(text).value(VALUES) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("number", "nearest"), [(2.5, 3), (-2.5, -2), (2.4999, 2), (0.49999999999999994, 0), (7, 7), (-0.5, 0)]
)
def test_rates_are_rounded_half_up(number: float, nearest: int) -> None:
    assert rounded(number) == nearest


def test_whole_numbers_stand_for_themselves_up_to_64_bits() -> None:
    assert expression("1000000000000000001").integer({}) == 1000000000000000001
    assert expression("n").integer({"n": 1000000000000000001}) == 1000000000000000001
    assert expression(f"{EXACT_MAX - 1} + 1").integer({}) == EXACT_MAX


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("9223372036854775808", "number-too-large"),
        (f"{EXACT_MAX} * 2", "number-too-large"),
        ("2^5000", "number-too-large"),
        ("exp(1e6)", "number-too-large"),
        ("3 % zero", "division-by-zero"),
        ("(-8)^(1/3)", "function-arguments"),
        ("sqrt(-1)", "function-arguments"),
        ("pow_div_max(1, 8)", "function-arguments"),
        ("pow_div_max(2, 0)", "function-arguments"),
        ("geo_sum(1, 2, 0)", "function-arguments"),
        ("geo_sum(1, 0.5, 1e9)", "function-arguments"),
        ("binom(2, 5)", "function-arguments"),
        ("acos(2)", "function-arguments"),
        ("none + 1", "name-unknown"),
    ],
)
def test_what_has_no_value(text: str, id: str) -> None:
    with pytest.raises(Rejected) as rejected:
        expression(text).value(VALUES)
    diagnostic = rejected.value.diagnostic
    assert diagnostic is not None
    assert (diagnostic.id, diagnostic.span) == (id, PLACE)


@pytest.mark.parametrize(
    "text", ["", "1 +", "(1", "1)", "a b", "f(", "floor()", "if(1)", "1 = 1", "a[1]", "'x'", "1 !"]
)
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(Rejected):
        expression(text)


# --- random expressions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Computed:
    """A text and what Python computes for it."""

    text: str
    value: float


def _binary(sign: str, compute: Callable[[float, float], float]) -> Callable[[Computed, Computed], Computed]:
    return lambda left, right: Computed(f"({left.text} {sign} {right.text})", compute(left.value, right.value))


def _quotient(left: Computed, right: Computed) -> Computed:
    divisor = Computed(f"(abs({right.text}) + 1)", abs(right.value) + 1)
    return Computed(f"{left.text} / {divisor.text}", left.value / divisor.value)


def _remainder(left: Computed, right: Computed) -> Computed:
    divisor = abs(right.value) + 1
    return Computed(f"({left.text} % (abs({right.text}) + 1))", math.fmod(left.value, divisor))


def _condition(test: Computed, then: Computed, other: Computed) -> Computed:
    text = f"if({test.text} > 0, {then.text}, {other.text})"
    return Computed(text, then.value if test.value > 0 else other.value)


ATOMS = (
    st.integers(0, 1000).map(lambda n: Computed(str(n), float(n)))
    | st.floats(0, 100, allow_nan=False).map(lambda x: Computed(f"{x:.3f}", float(f"{x:.3f}")))
    | st.sampled_from(sorted(VALUES)).map(lambda name: Computed(name, float(VALUES[name])))
)


def _larger(parts: st.SearchStrategy[Computed]) -> st.SearchStrategy[Computed]:
    return (
        st.builds(_binary("+", lambda x, y: x + y), parts, parts)
        | st.builds(_binary("-", lambda x, y: x - y), parts, parts)
        | st.builds(_binary("<", lambda x, y: float(x < y)), parts, parts)
        | st.builds(_binary("&&", lambda x, y: float(x != 0 and y != 0)), parts, parts)
        | st.builds(_quotient, parts, parts)
        | st.builds(_remainder, parts, parts)
        | st.builds(_condition, parts, parts, parts)
        | st.builds(lambda x: Computed(f"-({x.text})", -x.value), parts)
        | st.builds(lambda x: Computed(f"floor({x.text})", float(math.floor(x.value))), parts)
        | st.builds(lambda x, y: Computed(f"max({x.text}, {y.text})", max(x.value, y.value)), parts, parts)
    )


@given(st.recursive(ATOMS, _larger, max_leaves=12))
def test_random_expressions(computed: Computed) -> None:
    assert float(expression(computed.text).value(VALUES)) == computed.value


@given(st.text("12.+-*/%^()<>=!&|, abef_$\u00e9", max_size=40))
def test_any_text_is_an_expression_or_refused(text: str) -> None:
    problems = Problems()
    value: float = math.nan
    with problems.caught():
        value = expression(text).value({"a": 1, "b": 2})
    assert math.isfinite(value) == (len(problems) == 0)
