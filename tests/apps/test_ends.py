# SPDX-License-Identifier: Apache-2.0
"""How many iterations every sink sees, whoever ends the program, on any number of cores at any depth."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.apps.harness import Workbench
from tests.apps.promised import FEEDBACK, SEVERAL, UPSTREAM, Shape, ended, expected

CHOSEN = (
    Shape(1, 1), Shape(1, 3, 1), Shape(2, 1), Shape(2, 2, 1), Shape(2, 4, None, "footprint"), Shape(3, 2),
    Shape(3, 3, 1), Shape(4, 1, 1), Shape(4, 4), Shape(4, 3, None, "list"),
    Shape(2, None, None, "staged"), Shape(3, None, None, "staged"),
)  # fmt: skip
EVERY = [Shape(*parts) for parts in itertools.product((1, 2, 3, 4), (1, 2, 3, 4), (None, 1), ("balance", "list"))]
SHAPES = [
    *(pytest.param(shape, id=str(shape)) for shape in CHOSEN),
    *(pytest.param(shape, id=str(shape), marks=pytest.mark.sweep) for shape in EVERY if shape not in CHOSEN),
]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("graph", [SEVERAL, UPSTREAM, FEEDBACK], ids=lambda graph: graph.stem)
def test_n_counts_iterations_at_every_sink(graph: Path, shape: Shape, bench: Workbench) -> None:
    for iterations in (0, 1, 5, 1023, 1024, 1025, 2500):
        result, contents = ended(bench, graph, shape, "-n", str(iterations))
        assert (result.returncode, result.stderr) == (0, "")
        assert contents == expected(graph, iterations), iterations


def wrong_ends(bench: Workbench, graph: Path, shape: Shape, actor: int, firings: int) -> Iterator[str]:
    """`firings` of the ending actor make an iteration. All that does not end as promised, in words."""
    for what, at in itertools.product(("stop", "end"), (0, 1, 6, 37, 2047, 2048, 2049)):
        arguments = (f"who={actor}", f"what={what}", f"at={at}")
        result, contents = ended(bench, graph, shape, "-n", "5000", *arguments)
        wanted = expected(graph, at // firings + (what == "stop"))
        lengths = {number: len(tokens) for number, tokens in contents.items()}
        if (result.returncode, result.stderr) != (0, ""):
            yield f"{arguments}: status {result.returncode}, {result.stderr}"
        elif contents != wanted:
            yield f"{arguments}: {lengths} tokens, not {[len(tokens) for tokens in wanted.values()]}"


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("actor", "firings"), [(1, 1), (2, 2)], ids=["source", "middle"])
def test_stop_keeps_and_end_of_input_drops_the_iteration(
    actor: int, firings: int, shape: Shape, bench: Workbench
) -> None:
    assert list(wrong_ends(bench, SEVERAL, shape, actor, firings)) == []


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("at", [0, 1, 36, 37, 2047, 2048])
def test_a_sink_may_end_the_program(at: int, shape: Shape, bench: Workbench) -> None:
    result, contents = ended(bench, SEVERAL, shape, "-n", "5000", "who=5", "what=stop", f"at={at}")
    assert (result.returncode, result.stderr) == (0, "")
    assert contents == expected(SEVERAL, at // 2 + 1)
    result, contents = ended(bench, SEVERAL, shape, "-n", "5000", "who=5", "what=end", f"at={at}")
    assert (result.returncode, result.stderr) == (0, "")
    # What it has done itself before it asked cannot be undone; the others never see the iteration.
    own = contents.pop(5)
    wanted = expected(SEVERAL, at // 2)
    assert own == expected(SEVERAL, at // 2 + 1)[5][: at + 1]
    assert contents == {4: wanted[4], 6: wanted[6]}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("graph", [UPSTREAM, FEEDBACK], ids=lambda graph: graph.stem)
def test_effects_before_the_actor_that_ends(graph: Path, shape: Shape, bench: Workbench) -> None:
    for at in (0, 1, 2, 37, 1024):
        result, contents = ended(bench, graph, shape, "-n", "5000", "who=2", "what=stop", f"at={at}")
        assert (result.returncode, result.stderr) == (0, "")
        assert contents == expected(graph, at + 1)


@pytest.mark.parametrize("graph", [UPSTREAM, FEEDBACK], ids=lambda graph: graph.stem)
def test_end_of_input_is_refused_where_effects_cannot_be_taken_back(graph: Path, bench: Workbench) -> None:
    result, contents = ended(bench, graph, Shape(2, 2), "-n", "50", "who=2", "what=end", "at=7")
    assert result.returncode == 1
    assert "actor 'middle' " in result.stderr
    assert "firing 7: df_end_of_input() cannot take back this iteration" in result.stderr
    assert_prefixes(graph, contents, 8)


def test_the_first_of_two_ends_counts(bench: Workbench) -> None:
    # The source runs ahead and ends at its iteration 40; -n ends earlier.
    result, contents = ended(bench, SEVERAL, Shape(2, 4), "-n", "20", "who=1", "what=stop", "at=40")
    assert (result.returncode, contents) == (0, expected(SEVERAL, 20))


@pytest.mark.parametrize("shape", CHOSEN, ids=str)
@pytest.mark.parametrize(("actor", "firings"), [(1, 1), (2, 2), (5, 2)], ids=["source", "middle", "sink"])
def test_a_failure_leaves_prefixes(actor: int, firings: int, shape: Shape, bench: Workbench) -> None:
    names = {1: "source", 2: "middle", 5: "stopping_sink"}
    for at in (0, 37, 2100):
        result, contents = ended(bench, SEVERAL, shape, "-n", "5000", f"who={actor}", "what=fail", f"at={at}")
        assert result.returncode == 1
        line = next(
            number for number, text in enumerate(SEVERAL.read_text(encoding="utf-8").splitlines(), 1)
            if f"actor {names[actor]} " in text
        )  # fmt: skip
        place = f"several.sdf:{line}:11"
        assert result.stderr == f"error: actor '{names[actor]}' ({place}), firing {at}: told to fail in {actor}\n"
        assert_prefixes(SEVERAL, contents, 5000)
        assert len(contents[5]) <= 2 * (at // firings + 1)
        ends = [int(line.split()[1]) for line in result.stdout.splitlines() if line.startswith("end ")]
        assert sorted(ends) == [1, 2, 4, 5, 6]


def assert_prefixes(graph: Path, contents: dict[int, list[int]], iterations: int) -> None:
    for number, tokens in expected(graph, iterations).items():
        assert contents[number] == tokens[: len(contents[number])]
