# SPDX-License-Identifier: Apache-2.0
"""Problems made of graphs: who takes part, what takes how long, and what keeps firings apart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dfgen.analysis.facts import analyse
from dfgen.analysis.throughput import Channel, Conventions, Problem, Task, timed_problem
from dfgen.analysis.throughput.solve import one_after_the_other
from dfgen.model.actor import Actor, ActorKind, State
from dfgen.model.graph import Graph
from tests.analysis.graphs import BYTE, build

FREE = Conventions(auto_concurrency=True)
GRAPH = build([("a", 2, 3, "b"), ("b", (1, 2), 3, "c", 4), ("quiet", 0, 1, "idle")])


def with_actor(graph: Graph, name: str, **more: object) -> Graph:
    def changed(actor: Actor) -> Actor:
        return replace(actor, **more) if actor.name == name else actor  # type: ignore[arg-type]

    return replace(graph, actors=tuple(map(changed, graph.actors)))


def problem_of(graph: Graph, conventions: Conventions = FREE) -> Problem:
    return timed_problem(graph, analyse(graph).cycles, conventions)


def loops(problem: Problem) -> list[str]:
    return [channel.name for channel in problem.channels if channel.is_loop]


def test_all_that_fires_takes_part() -> None:
    """Also who fires once an iteration; what passes no token ties nobody."""
    problem = problem_of(GRAPH)
    assert problem.tasks == (Task("a", (1,)), Task("b", (1, 1)), Task("c", (1,)), Task("quiet", (1,)))
    first, second = (fifo.name for fifo in GRAPH.fifos[:2])
    assert problem.channels == (Channel(first, 0, 1, (2,), (3, 3), 0), Channel(second, 1, 2, (1, 2), (3,), 4))
    assert problem.cycles == (3, 1, 1, 1)
    assert problem.firings == (3, 2, 1, 1)


@pytest.mark.parametrize("more", [{"ordered": True}, {"state": State("s", BYTE, 1)}])
def test_ordered_actors_and_those_with_a_state_fire_one_at_a_time(more: dict[str, object]) -> None:
    assert loops(problem_of(GRAPH)) == []
    assert loops(problem_of(with_actor(GRAPH, "b", **more))) == ["b:b"]
    assert len(loops(problem_of(with_actor(GRAPH, "b", **more), Conventions(auto_concurrency=False)))) == 4


def test_times_are_those_stated_or_one_and_routing_actors_take_none() -> None:
    router = with_actor(GRAPH, "b", kind=ActorKind.FORK)
    assert [task.durations for task in problem_of(router).tasks[:3]] == [(1,), (0, 0), (1,)]
    timed = with_actor(GRAPH, "b", times=(5, 7))
    assert [task.durations for task in problem_of(timed).tasks[:3]] == [(0,), (5, 7), (0,)]


def test_capacities_are_channels_back_where_they_count() -> None:
    bounded = replace(GRAPH, fifos=(GRAPH.fifos[0], replace(GRAPH.fifos[1], capacity_tokens=9), GRAPH.fifos[2]))
    name = f"space of {GRAPH.fifos[1].name}"
    rooms = [c for c in problem_of(bounded, replace(FREE, capacities=True)).channels if c.name == name]
    assert rooms == [Channel(name, 2, 1, (3,), (1, 2), 5)]
    assert len(problem_of(bounded, replace(FREE, capacities=False)).channels) == 2


def test_one_after_the_other_is_as_slow_as_the_slowest_part() -> None:
    tasks = (Task("a", (2,)), Task("b", (3, 4)), Task("c", (50,)))
    loop = (Channel("l", 0, 0, (1,), (1,), 1), Channel("m", 1, 1, (1, 1), (1, 1), 1))
    apart = Problem(tasks, (*loop, Channel("x", 0, 1, (1,), (2, 3), 0)))
    assert one_after_the_other(apart) == max(5 * 2, 7) == Fraction(10)
    assert one_after_the_other(Problem(tasks, ())) == 0
