# SPDX-License-Identifier: Apache-2.0
"""The facts in one piece: orders, warnings, and that large graphs pass."""

from __future__ import annotations

import random

import pytest

from dfgen.analysis.facts import analyse
from dfgen.analysis.structure import strongly_connected_components
from dfgen.model.diagnostics import UserError

from .graphs import Edge, build


def test_everything_of_a_small_graph() -> None:
    graph = build([("read", 4, 2, "work"), ("work", (1, 1), (0, 2), "work", 1), ("work", (3, 1), 8, "write")])
    facts = analyse(graph)
    assert dict(facts.cycles) == {"read": 2, "work": 2, "write": 1}
    assert facts.order == ("read", "work", "write")
    assert facts.components == (("read",), ("work",), ("write",))
    assert facts.warnings == ()


def test_tokens_of_an_iteration() -> None:
    facts = analyse(build([("a", 2, 3, "b"), ("b", (1, 1), 4, "c")]))
    assert dict(facts.cycles) == {"a": 6, "b": 2, "c": 1}
    assert dict(facts.firings) == {"a": 6, "b": 4, "c": 1}
    assert dict(facts.tokens) == {"a.o0:b.i0": 12, "b.o1:c.i1": 4}


def test_order_follows_data_then_the_file() -> None:
    edges: list[Edge] = [("late", 1, 1, "sink"), ("z", 1, 1, "sink"), ("first", 1, 1, "z"), ("b", 1, 1, "sink")]
    facts = analyse(build(edges, names=["sink", "z", "b"]))
    assert facts.order == ("b", "late", "first", "z", "sink")


def test_components_in_the_order_of_the_data() -> None:
    graph = build([("c", 1, 1, "d"), ("d", 1, 1, "c", 1), ("a", 1, 1, "b"), ("b", 1, 1, "a", 1), ("b", 1, 1, "d")])
    assert strongly_connected_components(graph) == (("a", "b"), ("c", "d"))


def test_order_in_a_cycle_starts_after_its_delay() -> None:
    facts = analyse(build([("x", 1, 1, "y", 1), ("y", 1, 1, "z"), ("z", 1, 1, "x")]))
    assert facts.order == ("y", "z", "x")


def test_order_in_a_cycle_with_delays_shorter_than_needed_for_one_break() -> None:
    # phases let both FIFOs be without delay, although they close a cycle
    facts = analyse(build([("x", (1, 0), (1, 0), "y"), ("y", (1, 0), (0, 1), "x")]))
    assert facts.order == ("x", "y")


def test_warnings() -> None:
    graph = build(
        [
            ("main", 0, 1, "debug", 2),
            ("debug", 4, 2, "dump"),
            ("main", 2, 2, "out"),
            ("main", (0, 0), 0, "out", 5),
        ]
    )
    found = [(d.id, d.message) for d in analyse(graph).warnings]
    assert found == [
        ("actor-never-fires", "actor 'debug' never fires: it reads from main.o0, which never writes"),
        ("actor-never-fires", "actor 'dump' never fires: it must keep pace with an actor that never fires"),
        ("port-dead", "port main.o0 never passes a token: its rate is always 0"),
        ("port-dead", "port main.o3 never passes a token: its rate is always 0"),
        ("port-dead", "port out.i3 never passes a token: its rate is always 0"),
        ("delay-unread", "the 2 initial tokens of main.o0:debug.i0 are never read"),
        ("delay-unread", "the 5 initial tokens of main.o3:out.i3 are never read"),
    ]


def test_only_who_starves_an_actor_is_blamed() -> None:
    """Nothing passes from x to b either, but b does not wait for that."""
    graph = build([("x", 0, 0, "b"), ("a", 1, 1, "x"), ("x", 0, 2, "b")])
    messages = [d.message for d in analyse(graph).warnings if d.id == "actor-never-fires"]
    assert messages == ["actor 'b' never fires: it reads from x.o2, which never writes"]


def test_mistakes_come_in_the_order_of_the_stages() -> None:
    with pytest.raises(UserError) as caught:
        analyse(build([("a", 1, 1, "a"), ("a", 1, 1, "b"), ("a", 2, 1, "b")]))
    assert [d.id for d in caught.value.diagnostics] == ["inconsistent"]


def test_facts_cannot_be_changed() -> None:
    facts = analyse(build([("a", 1, 1, "b")]))
    with pytest.raises(TypeError):
        facts.cycles["a"] = 3  # type: ignore[index]


def test_large_graphs_pass() -> None:
    rng = random.Random(1)
    count = 20_000
    cycles = [rng.choice([1, 2, 3, 4, 6]) for _ in range(count)]
    edges: list[Edge] = []
    for target in range(1, count):
        for source in {target - 1, rng.randrange(target)}:
            edges.append((f"n{source}", cycles[target], cycles[source], f"n{target}"))
        if target % 10 == 0:
            edges.append((f"n{target}", cycles[target - 9], cycles[target], f"n{target - 9}", 200))
    facts = analyse(build(edges))
    assert len(facts.order) == count
    assert list(facts.cycles.values()) == cycles
