# SPDX-License-Identifier: Apache-2.0
"""Edges from what stops to what has effects."""

from __future__ import annotations

from pathlib import Path

from dfgen.mapping.stopping import stop_edges
from dfgen.model.schedule import StopEdge
from tests.planning import graph_of, scheduled

ACTORS = """actor a {{ fire f(o); {0} state; out o : uint8[1]; }}
actor b {{ fire g(i, o); {1} in i : uint8[1]; out o : uint8[1]; }}
actor c {{ fire h(i); {2} in i : uint8[1]; }}
a.o -> b.i; b.o -> c.i;
"""


def edges_of(folder: Path, a: str = "", b: str = "", c: str = "") -> tuple[StopEdge, ...]:
    return stop_edges(graph_of(ACTORS.format(a, b, c), folder))


def test_nobody_stops(tmp_path: Path) -> None:
    assert edges_of(tmp_path) == ()


def test_sinks_follow_what_stops(tmp_path: Path) -> None:
    assert edges_of(tmp_path, a="stops;") == (StopEdge("a", "c", 0),)


def test_scratch_memory_is_no_output(tmp_path: Path) -> None:
    assert edges_of(tmp_path, a="stops;", c="out work : uint8[4] unused;") == (StopEdge("a", "c", 0),)


def test_effects_before_it_are_one_iteration_late(tmp_path: Path) -> None:
    assert edges_of(tmp_path, a="effect;", c="stops;") == (StopEdge("c", "a", 1),)


def test_an_actor_needs_no_edge_to_itself(tmp_path: Path) -> None:
    assert edges_of(tmp_path, c="stops;") == ()


def test_two_that_stop_each_other_make_no_cycle(tmp_path: Path) -> None:
    body = "actor a { fire f(); stops; state; } actor b { fire g(); stops; state; }"
    assert stop_edges(graph_of(body, tmp_path)) == (StopEdge("a", "b", 0), StopEdge("b", "a", 1))


def test_late_edges_ask_for_passes_of_one_iteration(tmp_path: Path) -> None:
    _, late = scheduled(graph_of(ACTORS.format("effect;", "", "stops;"), tmp_path))
    assert late.root.chunk == 1
    _, early = scheduled(graph_of(ACTORS.format("stops;", "", ""), tmp_path))
    assert early.root.chunk > 1


def test_cycle_with_one_that_stops(tmp_path: Path) -> None:
    body = "actor a { fire f(i, o, p); stops; in i : uint8[1]; out o : uint8[1]; out p : uint8[1]; }\n"
    body += "actor b { fire g(i, o); effect; in i : uint8[1]; out o : uint8[1]; }\n"
    body += "actor c { fire h(i); in i : uint8[1]; }\n"
    graph = graph_of(body + "a.o -> b.i; b.o -> a.i delay 1; a.p -> c.i;", tmp_path)
    assert stop_edges(graph) == (StopEdge("a", "b", 1), StopEdge("a", "c", 0))
