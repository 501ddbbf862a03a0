# SPDX-License-Identifier: Apache-2.0
"""Drawings are read back: whoever follows the lines gets from each actor to those that its FIFOs lead to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dfgen.analysis.facts import analyse
from dfgen.cli.draw import ASCII, NODES_MOST, UNICODE, Signs, TooLarge, draw_graph
from dfgen.cli.main import main
from dfgen.frontend.elaborate import load_graph
from dfgen.model.graph import Graph
from tests.oracle.generator import random_application, write
from tests.planning import graph_of

UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
WAYS = {
    "│": (UP, DOWN), "▼": (UP, DOWN), "▲": (UP, DOWN), "●": (UP, DOWN), "─": (LEFT, RIGHT), "└": (UP, RIGHT),
    "┘": (UP, LEFT), "┌": (DOWN, RIGHT), "┐": (DOWN, LEFT), "├": (UP, DOWN, RIGHT), "┤": (UP, DOWN, LEFT),
    "┬": (LEFT, RIGHT, DOWN), "┴": (LEFT, RIGHT, UP), "┼": (UP, DOWN, LEFT, RIGHT),
}  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """The rows of a drawing, and its boxes: (top, left, right, bottom) by the name inside."""

    rows: tuple[str, ...]
    boxes: dict[str, tuple[int, int, int, int]]

    def at(self, row: int, column: int) -> str:
        return self.rows[row][column] if row < len(self.rows) and 0 <= column < len(self.rows[row]) else " "

    def followed(self) -> Counter[tuple[str, str]]:
        """(box above, box below) for each end that a line from the lower edge of a box comes to."""
        found: Counter[tuple[str, str]] = Counter()
        for name, (_, left, right, bottom) in self.boxes.items():
            for column in range(left + 1, right):
                if self.at(bottom, column) == "┬":
                    found.update((name, below) for below in self.ends(name, bottom + 1, column))
        return found

    def ends(self, name: str, row: int, column: int) -> Iterator[str]:
        todo, seen = [(row, column, DOWN)], set()
        while todo:
            row, column, way = todo.pop()
            if (row, column, way) in seen:
                continue
            seen.add((row, column, way))
            above, below = self.boxes_around(row, column)
            if way == DOWN and below:
                yield below
                continue
            if way == UP and row == self.boxes[name][3]:
                continue
            assert not (way == UP and above), f"a line of {name} leads up into {above}"
            ways = WAYS[self.at(row, column)]
            if way in (LEFT, RIGHT) and ways == (UP, DOWN):
                ways = (LEFT, RIGHT)  # it passes below another line
            back = (-way[0], -way[1])
            assert back in ways, f"a line breaks off in row {row}, column {column}"
            todo.extend((row + r, column + c, (r, c)) for r, c in ways if (r, c) != back)

    def boxes_around(self, row: int, column: int) -> tuple[str, str]:
        """The box in whose lower edge the place is, and the one just below it."""
        here = [(name, top, bottom) for name, (top, a, b, bottom) in self.boxes.items() if a < column < b]
        above = next((name for name, _, bottom in here if bottom == row), "")
        return above, next((name for name, top, _ in here if top == row + 1), "")


def read(text: str) -> Drawn:
    rows = tuple(text.split("\n"))
    boxes = {}
    for top, row in enumerate(rows):
        for found in re.finditer(r"[┌╭]─+[┐╮]", row):
            left, right = found.start(), found.end() - 1
            inside = rows[top + 1][left + 1 : right] if top + 1 < len(rows) else ""
            if re.fullmatch(r" +[\w/\[\]]+ +", inside) and rows[top + 1][left] == rows[top + 1][right] == "│":
                bottom = next(r for r in range(top + 1, len(rows)) if rows[r][left] in "└╰")
                boxes[inside.strip()] = (top, left, right, bottom)
    return Drawn(rows, boxes)


def drawing(graph: Graph, width: int = 10_000, signs: Signs = UNICODE) -> str:
    return draw_graph(graph, analyse(graph).firings, width, signs).plain


def links(graph: Graph, drawn: Drawn) -> Counter[tuple[str, str]]:
    """What the lines must show: the upper actor first, whichever way the tokens go."""
    ends = [(f.source.actor, f.target.actor) for f in graph.fifos if f.source.actor != f.target.actor]
    return Counter((a, b) if drawn.boxes[a] < drawn.boxes[b] else (b, a) for a, b in ends)


def assert_faithful(graph: Graph) -> None:
    drawn = read(drawing(graph))
    assert drawn.boxes.keys() == {actor.name for actor in graph.actors}
    assert drawn.followed() == links(graph, drawn)


@pytest.mark.parametrize("seed", range(60))
def test_lines_lead_where_fifos_lead(seed: int, tmp_path: Path) -> None:
    graph = load_graph(write(random_application(seed), tmp_path), {})
    if len(graph.actors) <= NODES_MOST:
        assert_faithful(graph)


def test_the_applications(repository: Path) -> None:
    for path in sorted((repository / "apps").glob("*/*.sdf")):
        assert_faithful(load_graph(path, {}))


LOOP = """
actor a { fire a(i, s, o, t); in i : uint8[3]; in s : uint8[2]; out o : uint8[3]; out t : uint8[2]; }
actor b { fire b(i, o); in i : uint8[1]; out o : uint8[1]; }
broadcast both { in in : uint8[3]; out x : uint8[3]; out y : uint8[3]; }
actor end { fire end(x, y); in x : uint8[6]; in y : uint8[6]; }
a.o -> b.i; a.t -> a.s delay 2; b.o -> both.in; both.x -> end.x; both.x -> a.i delay 9; both.y -> end.y;
"""


def test_rates_delays_and_counts(tmp_path: Path) -> None:
    assert drawing(graph_of(LOOP, tmp_path)) == "\n".join(EXPECTED)


EXPECTED = (
    "┌────────┐",
    "│   a    │",
    "│ ×2 ↺●2 │",
    "└─┬──┬───┘",
    "  │3 ▲3",
    "  │  ●9",
    "  │  └───┐",
    "  ▼1     │",
    "┌────┐   │",
    "│ b  │   │",
    "│ ×6 │   │",
    "└─┬──┘   │",
    "  │1     │",
    "  └─┐  ┌─┘",
    "    ▼3 │3",
    "   ╭──────╮",
    "   │ both │",
    "   │  ×2  │",
    "   ╰┬──┬──╯",
    "    │3 │3",
    "    ▼6 ▼6",
    "   ┌──────┐",
    "   │ end  │",
    "   └──────┘",
)


def test_nothing_but_ascii_where_that_is_all_there_is(tmp_path: Path) -> None:
    graph = graph_of(LOOP, tmp_path)
    plain = drawing(graph, signs=ASCII)
    assert plain.isascii()
    assert [len(row) for row in plain.split("\n")] == [len(row) for row in drawing(graph).split("\n")]


def test_lines_that_cannot_be_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dfgen.cli.draw_layers.NUDGES_MOST", 0)
    graph = graph_of("actor a { out o : int8[1]; } actor b { in i : int8[1]; } a.o -> b.i;", tmp_path)
    with pytest.raises(TooLarge, match="its lines cannot be kept apart"):
        draw_graph(graph, analyse(graph).firings, 80)


def test_what_is_too_wide_or_too_much_is_refused(tmp_path: Path) -> None:
    body = "".join(f"actor a{i} {{ fire f(o); out o : uint8[1] unused; }}" for i in range(61))
    with pytest.raises(TooLarge, match="61 actors"):
        drawing(graph_of(body, tmp_path))
    body = "".join(f"actor a{i} {{ fire f(o); out o : uint8[1] unused; }}" for i in range(20))
    with pytest.raises(TooLarge, match="columns wide, 120 fit"):
        drawing(graph_of(body, tmp_path), width=120)


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.fixture
def graph_file(tmp_path: Path) -> Callable[[str], str]:
    def make(body: str) -> str:
        (tmp_path / "g.sdf").write_text(f"graph g {{ {body} }}")
        return str(tmp_path / "g.sdf")

    return make


def test_check_draws_before_its_table(graph_file: Callable[[str], str], capsys: Any) -> None:
    path = graph_file("actor a { fire a(o); out o : uint8[1]; } actor b { fire b(i); in i : uint8[1]; } a.o -> b.i;")
    assert main(["check", path, "--draw"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("┌───┐\n│ a │\n")
    assert "\nactor  kind" in out
    assert "\x1b" not in out
    assert err == ""


def test_check_says_why_it_does_not_draw(graph_file: Callable[[str], str], capsys: Any) -> None:
    path = graph_file("".join(f"actor a{i} {{ fire f(o); out o : uint8[1] unused; }}" for i in range(20)))
    assert main(["check", path, "--draw"]) == 0
    out, err = capsys.readouterr()
    assert out.lstrip().startswith("actor  kind")
    assert "g is not drawn here: it would be" in err
    assert "dfgen report" in err
