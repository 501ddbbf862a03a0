# SPDX-License-Identifier: Apache-2.0
"""The bench of compilations: its graphs are what their names say, and its arithmetic, on made-up times."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from tests.bench.compiling.__main__ import Growth, graph_of, report
from tests.bench.compiling.shapes import SHAPES, Shape

BY_NAME = {shape.name: shape for shape in SHAPES}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_each_shape_is_a_graph_of_any_size(shape: Shape, tmp_path: Path) -> None:
    few, more, many = (load_graph(graph_of(shape, size, tmp_path), {}, None) for size in (2, 16, 32))
    assert len(few.actors) < len(more.actors) < len(many.actors)
    assert len(few.fifos) < len(more.fifos) < len(many.fifos)


@pytest.mark.parametrize(("name", "actors"), [("chain", 18), ("levels", 18), ("butterfly", 34), ("cycles", 34)])
def test_a_size_says_how_much_there_is(name: str, actors: int, tmp_path: Path) -> None:
    assert len(load_graph(graph_of(BY_NAME[name], 16, tmp_path), {}, None).actors) == actors


def test_growth_is_told_of_what_a_graph_takes_beyond_the_smallest() -> None:
    shape = SHAPES[0]
    proportional = Growth(shape, (10, 20, 40), 1.0, (2.0, 3.0, 5.0))
    square = Growth(shape, (10, 20, 40), 1.0, (2.0, 5.0, 17.0))
    unknown = Growth(shape, (10, 20, 40), 1.0, (1.01, 1.0, 1.02))
    assert proportional.exponent == pytest.approx(1)
    assert square.exponent == pytest.approx(2)
    head, *lines = report([proportional, square, unknown])
    assert [line.split()[-1] for line in (head, *lines)] == ["growth", "1.00", "2.00", "-"]
