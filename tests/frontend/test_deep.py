# SPDX-License-Identifier: Apache-2.0
"""Expressions, loops and hierarchy are as deep as memory allows; what is deeper is told, and nothing crashes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend import deep
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import print_file
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph

N = 2000


def load(folder: Path, text: str) -> Graph:
    file = folder / "test.sdf"
    file.write_text(text, "utf-8")
    return load_graph(file, {})


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(" * N + "1" + ")" * N, 1),
        ("1" + " + 1" * N, N + 1),
        ("2" + " ** 1" * N, 2),
        ("-" * N + "1", 1),
        ("max(" * N + "1" + ")" * N, 1),
        ("1 - (" * N + "1" + ")" * N, 1),
    ],
    ids=["brackets", "sum", "powers", "signs", "functions", "differences"],
)
def test_deep_expressions(expression: str, value: int, tmp_path: Path) -> None:
    text = f"graph g {{ param n = {expression}; actor a {{ fire f({expression}, o); out o : int8[n] unused; }} }}"
    actor = load(tmp_path, text).actor("a")
    assert actor.port("o").rates == (value,)
    assert actor.fire is not None
    assert actor.fire.arguments[0].value == value
    printed = print_file(parse_text(text))
    assert print_file(parse_text(printed)) == printed


def test_deep_hierarchy(tmp_path: Path) -> None:
    depth = 300
    graphs = [f"graph g{level} {{ actor a = g{level + 1}(); }}" for level in range(depth)]
    graph = load(tmp_path, "\n".join([*graphs, f"graph g{depth} {{ actor a {{ out o : int8[1] unused; }} }}"]))
    assert graph.actors[0].name == "/".join(["a"] * (depth + 1))


def test_deep_loops(tmp_path: Path) -> None:
    text = "graph g { actor a { out o : int8[1]; } actor b { in i : int8[1]; } "
    text += "for k in 0..1 {" * 300 + "a.o -> b.i;" + "}" * 300 + "}"
    assert len(load(tmp_path, text).fifos) == 1


def test_deeper_than_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep, "FRAMES_MAX", 3000)
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g { param n = " + "(" * N + "1" + ")" * N + "; actor a { } }")
    assert [d.id for d in error.value.diagnostics] == ["graph-too-large"]


def test_deep_error_is_found_soon(tmp_path: Path) -> None:
    """To go on behind an error in so many brackets would take minutes."""
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g {\n param n = " + "(" * N + ";\n actor a { } }")
    (told,) = error.value.diagnostics
    assert told.span is not None
    assert (told.id, told.span.line) == ("syntax", 2)
