# SPDX-License-Identifier: Apache-2.0
"""The answers of the search by name, in tokens and bytes, and how far an ended one came."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dfgen.analysis.buffers.answer import EndlessFront, Exploration, Sizes
from dfgen.analysis.buffers.demand import demand_of
from dfgen.analysis.facts import analyse
from dfgen.analysis.schedules.answer import by_method, of_least_memory
from dfgen.analysis.throughput import Throughput
from dfgen.model.port import TokenType
from tests.analysis.buffers.problems import bounded_steps, bypass, problem, samplerate
from tests.analysis.graphs import build

BYTES = {"a:b": 4, "b:c": 2}


def small() -> Exploration:
    """Both FIFOs need one token to live, and two to run at once."""
    return Exploration(problem({"a": 3, "b": 1, "c": 3}, [("a", 1, 1, "b"), ("b", 1, 1, "c")], "a b c"), BYTES)


def test_the_front_and_its_ends() -> None:
    exploration = small()
    assert (exploration.at_least, exploration.is_complete) == (0, False)
    points = list(exploration.explore())
    assert points == exploration.front
    assert exploration.is_complete
    assert points[0] == small().smallest_live() == Sizes({"a:b": 1, "b:c": 1}, 2, 6, Fraction(4))
    assert points[-1] == small().smallest_fastest()
    assert exploration.at_least == points[-1].tokens
    assert points[-1].period == 3
    assert small().smallest_for(Fraction(4)) == points[0]
    assert small().smallest_for(Fraction(5, 2)) is None


def test_an_exploration_that_was_left_is_not_complete() -> None:
    exploration = small()
    next(exploration.explore())
    assert not exploration.is_complete
    assert len(exploration.front) == 1


def test_answers_as_json() -> None:
    found = Sizes({"a:b": 1}, 1, 4, Fraction(4, 3))
    assert found.as_json() == {
        "tokens": 1, "bytes": 4, "period": "4/3", "throughput": "3/4", "proven_least": True, "capacities": {"a:b": 1},
    }  # fmt: skip
    assert replace(found, period=Fraction(0)).throughput == "inf"
    assert [Throughput(period).iterations_per_time for period in (None, Fraction(0), Fraction(2, 3))] == [
        "0", "inf", "3/2",
    ]  # fmt: skip


def test_bytes_are_sought_where_they_are_asked_for() -> None:
    """One token of room in either FIFO is enough to be faster: the cheaper one gets it."""
    given = samplerate()
    dear = {"a:b": 100}
    tokens = Exploration(given, dear).smallest_live()
    assert tokens.bytes == sum(count * dear.get(name, 1) for name, count in tokens.capacities.items())
    sought = Exploration(given, dear, in_bytes=True)
    sought.smallest_live()
    assert sought.at_least == tokens.bytes


def test_room_alone_may_keep_firings_apart() -> None:
    """Nobody waits for himself, so that more room is always faster; without times there is nothing to wait for."""
    with pytest.raises(EndlessFront):
        Exploration(problem({"a": 1, "b": 1}, [("a", 1, 1, "b")]), {}).smallest_fastest()
    timeless = Exploration(problem({"a": 0, "b": 0}, [("a", 1, 1, "b")]), {}).smallest_fastest()
    assert (timeless.tokens, timeless.throughput) == (1, "inf")


def test_no_buffers_let_firings_that_take_time_pass_at_once() -> None:
    assert small().smallest_for(Fraction(0)) is None
    with pytest.raises(EndlessFront):
        Exploration(problem({"a": 1, "b": 1}, [("a", 1, 1, "b")]), {}).smallest_for(Fraction(0))


@pytest.mark.parametrize("in_bytes", [False, True])
def test_sizes_that_are_not_proven_least_say_so(monkeypatch: pytest.MonkeyPatch, in_bytes: bool) -> None:
    proven = Exploration(bypass(3, 5), {"start:row0": 9}, in_bytes).smallest_fastest()
    assert (proven.at_least, proven.as_json()["proven_least"]) == (None, True)
    bounded_steps(monkeypatch, 1000)
    found = Exploration(bypass(3, 5), {"start:row0": 9}, in_bytes).smallest_fastest()
    assert found.at_least is not None
    least, size = (proven.bytes, found.bytes) if in_bytes else (proven.tokens, found.tokens)
    assert found.at_least <= least <= size
    assert (found.period, found.as_json()["proven_least"]) == (proven.period, False)


def test_demands_count_each_type_by_its_bytes() -> None:
    """A token of nothing counts as one byte, others as what they have."""
    graph = build([("a", 2, 3, "b"), ("b", 1, 1, "c")])
    wide = TokenType("int32", "int32_t", 4, 4)

    def typed(name: str, type_: TokenType) -> None:
        nonlocal graph
        actors = (
            replace(a, ports=tuple(replace(p, type=type_) if p.name.endswith(name) else p for p in a.ports))
            for a in graph.actors
        )
        graph = replace(graph, actors=tuple(actors))

    typed("0", wide)
    typed("1", TokenType("void", "void", 0, 1))
    least = demand_of(graph, analyse(graph), "min").least
    assert least is not None
    assert (least.tokens, least.bytes) == (4 + 1, 4 * 4 + 1)


def test_schedules_as_json() -> None:
    given = problem({"a": 1, "b": 1}, [("a", 2, 3, "b")])
    found = of_least_memory(given, {"a:b": 4})
    assert found.as_json({"a:b": 4}) == {
        "method": found.method, "tokens": 4, "bytes": 16, "appearances": found.appearances,
        "schedule": found.schedule, "held": {"a:b": 4},
    }  # fmt: skip
    blocked = by_method(problem({"a": 1, "b": 1}, [("a", 1, 1, "b"), ("b", 1, 1, "a", 1)]), {}, "apgan")
    assert blocked.as_json({})["method"] == "apgan"
