# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction

from dfgen.analysis.throughput import Conventions, Problem, timed_graph
from dfgen.analysis.throughput.event_graph import EventGraph, event_graph, static_order
from tests.analysis.graphs import build

from .problems import problem


def constraints(some: Problem, periods: list[int]) -> EventGraph:
    return event_graph(some, periods, lambda: None)


def arcs(graph: EventGraph) -> set[tuple[int, int, int, int]]:
    return set(zip(graph.sources, graph.targets, graph.weights, graph.heights, strict=True))


def test_one_event_a_task() -> None:
    """3 firings of b for 2 of a. One firing of a waits for what b has given 6 - 1 tokens before it."""
    graph = constraints(problem([2, 3], [(0, 3, 2, 1, 0), (1, 2, 3, 0, 6)]), [1, 1])
    assert graph.unit == 6
    assert arcs(graph) == {(0, 1, 2, -1), (1, 0, 3, 4)}


def test_all_events_of_an_iteration() -> None:
    graph = constraints(problem([2, 3], [(0, 3, 2, 1, 0), (1, 2, 3, 0, 6)]), [2, 3])
    assert (graph.unit, graph.first, graph.events) == (1, [0, 2], 5)
    order = {(0, 1, 0, 0), (1, 0, 0, 1), (2, 3, 0, 0), (3, 4, 0, 0), (4, 2, 0, 1)}
    given = {(0, 2, 2, 0), (1, 3, 2, 0)}  # the third firing of b waits for no more than the second
    freed = {(3, 0, 3, 1), (4, 1, 3, 1)}
    assert arcs(graph) == order | given | freed
    assert [graph.task_of(event) for event in range(5)] == [0, 0, 1, 1, 1]


def test_a_loop_orders_the_firings_by_itself() -> None:
    graph = constraints(problem([(4, 5)], [(0, 1, 1, 0, 1)]), [1])
    assert arcs(graph) == {(0, 1, 4, 0), (1, 0, 5, 1)}


def test_firings_that_overlap_and_differ_are_ended_in_order() -> None:
    overlapping = problem([(9, 1)], [(0, (0, 2), (1, 1), 0, 2)])
    ended = static_order(overlapping)
    assert [task.durations for task in ended.tasks] == [(9, 1), (0, 0)]
    assert [(c.source, c.target, c.tokens) for c in ended.channels] == [(0, 1, 0), (1, 1, 1), (1, 0, 2)]
    assert ended.cycles == (1, 1)


def test_where_firings_are_alike_or_alone_nothing_needs_ending() -> None:
    for same in (problem([(2, 2)], [(0, 1, 1, 0, 5)]), problem([(2, 3)], [(0, 1, 1, 0, 1)])):
        assert static_order(same) is same


def test_cycles_of_each_connected_part() -> None:
    parts = problem([1, 1, 1], [(0, 4, 6, 1, 0), (2, 5, 5, 2, 5)])
    assert parts.cycles == (3, 2, 1)
    assert parts.components() == [[2]]
    assert Fraction(parts.firings[0], parts.firings[1]) == Fraction(3, 2)


def test_what_never_fires_takes_no_part() -> None:
    graph = build([("main", 0, 1, "debug"), ("main", 1, 2, "out"), ("debug", 1, 1, "dump")])
    problem = timed_graph(graph, Conventions()).problem
    assert [task.name for task in problem.tasks] == ["main", "out"]
    assert [channel.name for channel in problem.channels] == ["main.o1:out.i1"]
