# SPDX-License-Identifier: Apache-2.0
"""A division of a parameter that loses a remainder is warned of where a rate or size is computed with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.graph import Graph

GRAPH = """graph g(n = 100, m = 8{more}) {{
    param width = {width};
    actor a {{ fire f(width, out); out out : float[{rate}]; }}
    actor b {{ fire f(width, in); in in : float[{other}]; }}
    a.out -> b.in;
}}
"""


def graph_of(folder: Path, width: str, rate: str = "width", other: str = "", more: str = "") -> Graph:
    file = folder / "g.sdf"
    file.write_text(GRAPH.format(width=width, rate=rate, other=other or rate, more=more))
    return load_graph(file, {})


def warned(graph: Graph) -> list[Diagnostic]:
    return [each for each in analyse(graph).warnings if each.id == "division-cut"]


@pytest.mark.parametrize("rate", ["width", "2 * width + 1", "floor(width / 2)", "1, width for 2"])
def test_a_rate_of_a_quotient_that_lost_a_remainder(rate: str, tmp_path: Path) -> None:
    [warning] = warned(graph_of(tmp_path, "n / m", rate))
    assert warning.id == "division-cut"
    assert warning.message == "100 / 8 is cut to 12, and a rate or size is computed with that"
    assert warning.hint == "Write floor(a / b) or ceil(a / b) if a rounded value is meant."
    assert warning.span is not None
    assert (warning.span.line, warning.span.column, warning.span.end_column) == (2, 19, 24)
    assert [(note.message, note.span.line) for note in warning.notes if note.span] == [("used here", 3)]


@pytest.mark.parametrize("width", ["2 * third", "third"])
def test_a_remainder_is_lost_by_way_of_another_parameter(width: str, tmp_path: Path) -> None:
    [warning] = warned(graph_of(tmp_path, width, more=", third = n / 3"))
    assert warning.span is not None
    assert (warning.span.line, warning.span.column) == (1, 33)


MEANT = [
    "n / 4",
    "floor(n / m)",
    "ceil(n / m)",
    "n / m * m",
    "(n + 63) / 64 * 64",
    "(n + 7) / m",
    "(n + m - 1) / m",
    "n / m * m / m",
    "n / 8.0 * m",
    "n % m",
]


@pytest.mark.parametrize("width", MEANT)
def test_what_is_meant_is_not_warned_of(width: str, tmp_path: Path) -> None:
    assert warned(graph_of(tmp_path, width)) == []


def test_a_number_that_only_c_gets_is_none_of_tokens(tmp_path: Path) -> None:
    assert warned(graph_of(tmp_path, "n / m", "n")) == []


def test_an_argument_of_an_instance(tmp_path: Path) -> None:
    file = tmp_path / "g.sdf"
    file.write_text("""actor copy(n) { fire f(n, in, out); in in : float[n]; out out : float[n]; }
graph g(n = 100) {
    actor a { fire f(out); out out : float[33]; }
    actor c = copy(n = n / 3);
    actor d = copy(n = n / 3);
    actor b { fire f(in); in in : float[33]; }
    a.out -> c.in; c.out -> d.in; d.out -> b.in;
}
""")
    places = [each.span.line for each in warned(load_graph(file, {})) if each.span]
    assert places == [4, 5]


def test_rates_that_do_not_balance_name_what_was_cut(tmp_path: Path) -> None:
    file = tmp_path / "g.sdf"
    file.write_text("""graph g(n = 100) {
    param third = n / 3;
    actor a { fire f(out, all); out out : float[third]; out all : float[n]; }
    actor b { fire f(in, all); in in : float[third * 2]; in all : float[n]; }
    a.out -> b.in; a.all -> b.all;
}
""")
    with pytest.raises(UserError) as error:
        analyse(load_graph(file, {}))
    notes = [note.message for note in error.value.diagnostics[0].notes]
    assert "100 / 3 is cut to 33, and a rate or size is computed with that" in notes
