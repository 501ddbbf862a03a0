# SPDX-License-Identifier: Apache-2.0
"""Parameters with a decimal point: exact until C gets them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.annotate.parameters import plan_parameters
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.expressions import Number, evaluate_number
from dfgen.frontend.parse import parse_text
from dfgen.frontend.problems import Rejected
from dfgen.frontend.syntax import Expression, Parameter
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph


def expression(text: str) -> Expression:
    item = parse_text(f"param x = {text};").items[0]
    assert isinstance(item, Parameter)
    assert item.value is not None
    return item.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 / 2", 0),
        ("1 / 2.0", Fraction(1, 2)),
        ("0.1 * 3 - 0.3", Fraction(0)),
        ("half / 2", Fraction(1, 4)),
        ("2.0", Fraction(2)),
        ("4 * 0.25", Fraction(1)),
        ("max(1, 0.5) / 2", Fraction(1, 2)),
        ("floor(7 * half) / 2", 1),
        ("1.5 ** 2", Fraction(9, 4)),
        ("2 ** 3 / 16", 0),
        ("-7.5 % 2", Fraction(-3, 2)),
        ("mod(-7.5, 2)", Fraction(1, 2)),
        ("log2(half)", -1),
        ("1e-3", Fraction(1, 1000)),
    ],
)
def test_what_is_computed_with_a_fraction_is_one(text: str, value: Number) -> None:
    found = evaluate_number(expression(text), {"half": Fraction(1, 2)})
    assert (type(found), found) == (type(value), value)


def test_numbers_beyond_what_c_has() -> None:
    with pytest.raises(Rejected, match="too large for a double"):
        evaluate_number(expression("-1e308 * 2"), {})
    with pytest.raises(Rejected, match="does not fit into 64 bits"):
        evaluate_number(expression("2 ** 63"), {})
    assert evaluate_number(expression("2.0 ** 63"), {}) == 2**63


def load(folder: Path, text: str, **parameters: int | float) -> Graph:
    (folder / "g.sdf").write_text(text)
    return load_graph(folder / "g.sdf", parameters)


def given(graph: Graph, actor: str) -> list[int | float]:
    fire = graph.actor(actor).fire
    assert fire is not None
    return [argument.value for argument in fire.arguments[1:]]


GRAPH = """
graph inner(k) { out o : int8[1]; actor give { fire give(out, k / 4); out out : int8[1]; } give.out -> o; }
actor take(n = 1, by = 1.0) { fire take(in, n, by / 4); in in : int8[1]; }
graph g(gain = 0.1, n = 3) {
    actor whole = inner(k = 2);
    actor point = inner(k = 2.0);
    actor one = take(n = n, by = gain);
    actor two = take(n = 2, by = 2);
    whole.o -> one.in;
    point.o -> two.in;
}
"""


def test_two_and_two_point_nothing_are_two_values(tmp_path: Path) -> None:
    """Also to the memory of graphs that are used as actors."""
    graph = load(tmp_path, GRAPH)
    assert given(graph, "whole/give") == [0]
    assert given(graph, "point/give") == [0.5]
    assert given(graph, "one") == [3, 0.025]
    assert dict(graph.parameters) == {"gain": 0.1, "n": 3}


def test_a_whole_number_for_a_fraction_is_divided_as_one(tmp_path: Path) -> None:
    graph = load(tmp_path, GRAPH, gain=1)
    assert given(graph, "two") == [2, 0.5]
    assert given(graph, "one") == [3, 0.25]


def test_given_values_are_what_their_digits_say(tmp_path: Path) -> None:
    """0.7 is seven tenths, and not the double next to it, of which 30 are no whole number."""
    text = "graph g(part = 0.1) { actor a { fire a(out); out out : int8[30 * part] unused; } }"
    assert load(tmp_path, text, part=0.7).actor("a").outputs[0].rates == (21,)


FILES = (
    "graph g(size = {}) {{ actor r = file_source(block = size); actor k = file_sink(block = size); r.data -> k.data; }}"
)


def test_blocks_of_files_are_whole(tmp_path: Path) -> None:
    assert len(load(tmp_path, FILES.format("64.0")).actors) == 2
    with pytest.raises(UserError, match=r"this is 2\.5, not a whole number"):
        load(tmp_path, FILES.format("2.5"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("float[n]", "this is 2.5, not a whole number"),
        ("float[n / 3]", "this is 5/6, not a whole number"),
        ("lists<n>", "this is 2.5, not a whole number"),
    ],
)
def test_what_must_be_whole_names_the_fraction(text: str, told: str, tmp_path: Path) -> None:
    wrong = f"graph g(n = 2.5) {{ actor a {{ fire a(o); out o : {text}[1] unused; }} }}".replace("][1]", "]")
    with pytest.raises(UserError) as error:
        load(tmp_path, wrong)
    assert [diagnostic.message for diagnostic in error.value.diagnostics] == [told]
    assert error.value.diagnostics[0].hint == "Round it, with floor(...) or ceil(...)."


def test_what_is_written_as_default_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "g.sdf").write_text(GRAPH)
    edit = plan_parameters(tmp_path / "g.sdf", {"gain": 1e-7, "n": 4})
    assert "graph g(gain = 1e-07, n = 4) {" in edit.after.decode()
    assert dict(load(tmp_path, edit.after.decode()).parameters) == {"gain": 1e-7, "n": 4}
