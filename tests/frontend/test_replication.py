# SPDX-License-Identifier: Apache-2.0
"""Actors, ports and edges that one statement declares: their names, numbers and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import print_file
from dfgen.model.actor import Argument, ArgumentKind
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph

BAND = """\
actor fir(k, taps = 3) { fire fir(k, taps, x, y); in x : float[4]; out y : float[4]; }
graph g(n = 3) {
    actor split { fire split(n, y); out y[n] : float[4]; }
    @core(index % 2) actor band[n] = fir(k = 10 * index);
    actor join { fire join(n, x); in x[n] : float[4]; }
    for i in 0..n { split.y[i] -> band[i].x; band[i].y -> join.x[i] delay 4 * i; }
}
"""


def load(folder: Path, text: str, **parameters: int) -> Graph:
    file = folder / "test.sdf"
    file.write_text(text, "utf-8")
    return load_graph(file, parameters)


def errors(folder: Path, text: str) -> list[tuple[str, str]]:
    with pytest.raises(UserError) as error:
        load(folder, text)
    return [(d.id, f"{d.span.line}:{d.span.column}" if d.span else "") for d in error.value.diagnostics]


def test_names_and_numbers(tmp_path: Path) -> None:
    graph = load(tmp_path, BAND)
    assert [actor.name for actor in graph.actors] == ["split", "band[0]", "band[1]", "band[2]", "join"]
    assert [fifo.name for fifo in graph.fifos][-2:] == ["split.y[2]:band[2].x", "band[2].y:join.x[2]"]
    calls = [graph.actor(f"band[{k}]").fire for k in range(3)]
    assert [call.arguments[0].value for call in calls if call is not None] == [0, 10, 20]
    assert [graph.actor(f"band[{k}]").core for k in range(3)] == [0, 1, 0]
    delays = {fifo.name: fifo.delay.count_tokens for fifo in graph.fifos if fifo.delay is not None}
    assert delays == {"band[1].y:join.x[1]": 4, "band[2].y:join.x[2]": 8}


def test_as_many_as_a_parameter_says(tmp_path: Path) -> None:
    assert len(load(tmp_path, BAND, n=7).actors) == 9


def test_array_of_ports_is_one_argument(tmp_path: Path) -> None:
    fire = load(tmp_path, BAND).actor("join").fire
    assert fire is not None
    assert fire.arguments[1] == Argument(ArgumentKind.PORTS, "x", elements=("x[0]", "x[1]", "x[2]"))
    assert fire.arguments[1].ports == ("x[0]", "x[1]", "x[2]")


@pytest.mark.parametrize("bounds", ["0..n", "0 ..n", "0.. n", "0 .. n", "(0)..n", "n - n..2 * n - n"])
def test_bounds_with_and_without_spaces(bounds: str, tmp_path: Path) -> None:
    assert load(tmp_path, BAND.replace("0..n", bounds)) == load(tmp_path, BAND)


def test_loops_in_loops(tmp_path: Path) -> None:
    text = """graph g(rows = 2, columns = 3) {
        actor a[rows * columns] { out o : int8[1]; in i : int8[1]; }
        for r in 0..rows {
            for c in 0..columns { a[r * columns + c].o -> a[r * columns + (c + 1) % columns].i delay 1; }
        }
    }"""
    names = {fifo.name for fifo in load(tmp_path, text).fifos}
    assert len(names) == 6
    assert "a[5].o:a[3].i" in names


def test_declarations_of_all_sorts(tmp_path: Path) -> None:
    """Actors without template see `index`; routing actors and refined graphs are replicated, too."""
    text = """graph part(n) {
        in x[n] : int8[1]; out y : int8[n];
        actor gather { fire f(x, y); in x[n] : int8[1]; out y : int8[n]; }
        for i in 0..n { x[i] -> gather.x[i]; }
        gather.y -> y;
    }
    graph g(n = 2) {
        actor a[2] { fire f(index, o); out o : int8[index + 1]; }
        broadcast b[2] { in i : int8[index + 1]; out o : int8[n * (index + 1)]; }
        actor p[2] = part();
        actor z[2] { in i : int8[n]; }
        for k in 0..2 { a[k].o -> b[k].i; b[k].o -> { p[k].x[0], p[k].x[1] }; p[k].y -> z[k].i; }
    }"""
    graph = load(tmp_path, text)
    assert [actor.name for actor in graph.actors][:6] == ["a[0]", "a[1]", "b[0]", "b[1]", "p[0]/gather", "p[1]/gather"]
    assert graph.actor("a[1]").port("o").rates == (2,)
    assert "b[1].o:p[1]/gather.x[1]" in graph.fifo_by_name


def test_no_word_is_reserved(tmp_path: Path) -> None:
    text = """graph g(index = 5) {
        actor for { fire f(index, in); out in : int8[1]; }
        actor in[2] = of(k = index);
        actor of(k) { fire f(k, index, for); in for : int8[1]; }
        for in in 0..2 { for.in -> in[in].for; }
    }"""
    graph = load(tmp_path, text)
    values = [[a.value for a in call.arguments] for actor in graph.actors if (call := actor.fire) is not None]
    assert values == [[5, 0], [0, 5, 0], [1, 5, 0]]


def test_file_actors_take_their_types_from_loops(tmp_path: Path) -> None:
    text = """graph g {
        actor read[2] = file_source(block = 4);
        actor a { fire f(x); in x[2] : float[4]; }
        for i in 0..2 { read[i].data -> a.x[i]; }
    }"""
    assert load(tmp_path, text).actor("read[1]").port("data").type.name == "float"


def test_one_wrong_trip_stands_for_all(tmp_path: Path) -> None:
    assert errors(tmp_path, BAND.replace("0..n", "0..n + 2000")) == [
        ("port-unknown", "6:34"), ("actor-unknown", "6:42"), ("port-unknown", "6:71"),
    ]  # fmt: skip


def test_one_wrong_element_stands_for_all(tmp_path: Path) -> None:
    assert errors(tmp_path, BAND.replace("k = 10 * index", "k = 10 / (index - 1)")) == [("division-by-zero", "4:52")]
    assert errors(tmp_path, BAND.replace("band[i].y -> join.x[i] delay 4 * i;", "")) == [
        ("port-unconnected", "1:72"), ("port-unconnected", "5:38"),
    ]  # fmt: skip


def test_numbers_that_there_are_not_are_hinted_at(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, BAND.replace("{ split.y[i] ->", "{ split.y ->"))
    assert error.value.diagnostics[0].hint == "There are 'y[0]' to 'y[2]'."


def test_loops_stay_in_print() -> None:
    tree = parse_text(BAND)
    printed = print_file(tree)
    assert parse_text(printed) == tree
    assert "for i in 0..n {\n" in printed
    assert "actor band[n] = fir(k = 10 * index);" in printed


def test_a_number_where_there_is_one_of_that_name(tmp_path: Path) -> None:
    """As somebody writes it who takes the brackets of an edge for rates."""
    (tmp_path / "g.sdf").write_text("""graph g {
        actor a { fire f(o); out o : float[4]; }
        actor b { fire f(i); in i : float[4]; }
        a.o[4] -> b.i;
    }""")
    with pytest.raises(UserError) as error:
        load_graph(tmp_path / "g.sdf", {})
    assert [each.hint for each in error.value.diagnostics] == ["There is one 'o', without a number in brackets."]
