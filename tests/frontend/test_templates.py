# SPDX-License-Identifier: Apache-2.0
"""Templates: where the values of their parameters come from, and templates inside of graphs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import print_file
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph

SOURCE = "actor source(block, step = 2, taps) { fire source(block, step, taps, out); out out : int8[block] unused; }\n"


def load(folder: Path, text: str, **parameters: int) -> Graph:
    file = folder / "test.sdf"
    file.write_text(text, "utf-8")
    return load_graph(file, parameters)


def arguments(graph: Graph, actor: str) -> tuple[int, ...]:
    fire = graph.actor(actor).fire
    assert fire is not None
    return tuple(argument.value for argument in fire.arguments[:3])


def test_argument_then_default_then_parameter_of_the_graph(tmp_path: Path) -> None:
    text = SOURCE + "graph g(block = 8, step = 5) { param taps = 3; actor a = source(); actor b = source(block = 4); }"
    graph = load(tmp_path, text)
    assert arguments(graph, "a") == (8, 2, 3), "a default comes before the graph's parameter"
    assert arguments(graph, "b") == (4, 2, 3)


def test_inherited_parameter_is_that_of_the_main_graph(tmp_path: Path) -> None:
    """It can be set as the program starts, as one that is handed over by name."""
    graph = load(tmp_path, SOURCE + "graph g(block = 8, taps = 1) { actor a = source(); }")
    fire = graph.actor("a").fire
    assert fire is not None
    assert [argument.parameter for argument in fire.arguments] == ["block", "", "taps", ""]


def test_inherited_through_a_refined_graph(tmp_path: Path) -> None:
    inner = "graph inner(block) { param taps = 7; actor a = source(); }\n"
    graph = load(tmp_path, SOURCE + inner + "graph g(block = 8) { actor part = inner(); }", block=9)
    assert arguments(graph, "part/a") == (9, 2, 7)


def test_all_that_is_missing_is_told_once(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, SOURCE + "graph g { actor a = source(); actor b = source(taps = 1, block = 1); }")
    (told,) = error.value.diagnostics
    assert told.id == "parameter-missing"
    assert "'block' and 'taps'" in told.message
    assert told.notes[0].span is not None
    assert told.notes[0].span.line == 1


def test_main_graph_gets_what_it_lacks(tmp_path: Path) -> None:
    text = "graph g(n) { actor a { out o : int8[n] unused; } }"
    assert load(tmp_path, text, n=4).actor("a").port("o").rates == (4,)
    with pytest.raises(UserError) as error:
        load(tmp_path, text)
    assert "-p n=VALUE" in error.value.diagnostics[0].hint


def test_template_inside_of_a_graph(tmp_path: Path) -> None:
    text = """graph g(n = 4, factor = 3) {
        actor twice(n, gain = 1) { fire f(n, gain, factor, o); out o : int8[n] unused; }
        actor a = twice();
        actor b = twice(n = 5, gain = n);
    }"""
    graph = load(tmp_path, text)
    assert [actor.name for actor in graph.actors] == ["a", "b"]
    assert arguments(graph, "a") == (4, 1, 3)
    assert arguments(graph, "b") == (5, 4, 3)


def test_template_inside_hides_one_of_the_file(tmp_path: Path) -> None:
    text = SOURCE + "graph g { actor source(n = 6) { out o : int8[n] unused; } actor a = source(); }"
    assert load(tmp_path, text).actor("a").port("o").rates == (6,)


def test_a_routing_actor_is_no_template(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g { actor f = fork(n = 2); }")
    (told,) = error.value.diagnostics
    assert (told.id, told.hint) == (
        "template-unknown",
        "It has ports of its own each time: write 'fork NAME { ... }'.",
    )


def test_parameter_without_default_is_printed(tmp_path: Path) -> None:
    tree = parse_text(SOURCE + "graph g(n, m = 1) { actor a = source(); }")
    assert parse_text(print_file(tree)) == tree
