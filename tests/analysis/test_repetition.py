# SPDX-License-Identifier: Apache-2.0
"""The repetition vector: known graphs, what it must satisfy on random ones, and what users are told of bad rates."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from math import gcd, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.model.diagnostics import Diagnostic, Span, UserError
from dfgen.model.graph import Graph

from .graphs import build

CD_TO_DAT = [("cd", 1, 1, "a"), ("a", 2, 3, "b"), ("b", 2, 7, "c"), ("c", 8, 7, "d"), ("d", 5, 1, "dat")]


def diagnostics_of(graph: Graph) -> tuple[Diagnostic, ...]:
    with pytest.raises(UserError) as caught:
        repetition_vector(graph)
    return caught.value.diagnostics


def test_sample_rate_converter() -> None:
    assert list(repetition_vector(build(CD_TO_DAT)).values()) == [147, 147, 98, 28, 32, 160]


def test_receiver_with_two_branches_that_meet() -> None:
    graph = build(
        [
            ("sample", 1, 4, "low"),
            ("sample", 1, 4, "high"),
            ("low", 1, 11, "coarse"),
            ("high", 1, 11, "fine"),
            ("coarse", 10, 240, "join"),
            ("fine", 10, 240, "join"),
            ("join", 240, 1, "out"),
        ]
    )
    assert repetition_vector(graph) == {
        "sample": 1056,
        "low": 264,
        "high": 264,
        "coarse": 24,
        "fine": 24,
        "join": 1,
        "out": 240,
    }


def test_modem_with_feedback() -> None:
    graph = build(
        [
            ("in", 1, 8, "filter"),
            ("filter", 2, 1, "mix"),
            ("mix", 1, 2, "equal"),
            ("equal", 2, 2, "decide"),
            ("decide", 2, 2, "equal", 2),
            ("decide", 4, 16, "out"),
        ]
    )
    assert repetition_vector(graph) == {"in": 32, "filter": 4, "mix": 8, "equal": 4, "decide": 4, "out": 1}


def test_cyclostatic_actors_count_cycles_and_firings() -> None:
    graph = build([("a", (1, 0, 2), (2, 1, 1), "b"), ("b", (1, 1, 1, 0), 2, "c")])
    cycles = repetition_vector(graph)
    # b has 12 phases: its input repeats 4 times in them (16 tokens), its output 3 times (9 tokens)
    assert cycles == {"a": 32, "b": 6, "c": 27}
    assert firings_per_iteration(graph, cycles) == {"a": 96, "b": 72, "c": 27}


def test_each_component_has_its_own_smallest_iteration() -> None:
    graph = build([("a", 2, 4, "b"), ("x", 6, 9, "y"), ("x", 2, 3, "y")], names=["alone", "b"])
    assert repetition_vector(graph) == {"alone": 1, "b": 1, "a": 2, "x": 3, "y": 2}


def test_order_of_the_result_is_the_order_of_the_file() -> None:
    assert list(repetition_vector(build(CD_TO_DAT, names=["dat", "b"]))) == ["dat", "b", "cd", "a", "c", "d"]


def test_huge_rates_stay_exact() -> None:
    graph = build([("a", 2**61 - 1, 2**60 + 7, "b"), ("b", 3 * (2**60 + 7), 3 * (2**61 - 1), "c")])
    assert repetition_vector(graph) == {"a": 2**60 + 7, "b": 2**61 - 1, "c": 2**60 + 7}


def test_no_actors() -> None:
    assert repetition_vector(build([])) == {}


def test_contradicting_cycle_is_told_with_its_rates() -> None:
    graph = build([("a", 1, 1, "b"), ("b", 3, 2, "c"), ("c", 1, 1, "d"), ("a", 1, 1, "d"), ("d", 1, 5, "e")])
    (found,) = diagnostics_of(graph)
    assert found.id == "inconsistent"
    assert "b.o1 produces 3, c.i1 consumes 2" in found.message
    assert "d.o4" not in found.message
    assert "multiply to 2/3, not 1" in found.message or "multiply to 3/2, not 1" in found.message
    assert sorted(note.span.line for note in found.notes if note.span) == [1, 2, 3, 4]


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 4), st.integers(1, 4)), min_size=3, max_size=6))
def test_a_told_contradiction_is_one(links: list[tuple[bool, int, int]]) -> None:
    """Around the cycle, in the direction told, the ratios multiply to what is told."""
    size = len(links)
    ratios: dict[tuple[str, str], Fraction] = {}
    edges = []
    for place, (forward, written, read) in enumerate(links):
        here, there = f"n{place}", f"n{(place + 1) % size}"
        edges.append((here, written, read, there) if forward else (there, written, read, here))
        source, target = edges[-1][0], edges[-1][3]
        ratios[source, target], ratios[target, source] = Fraction(written, read), Fraction(read, written)
    if prod(ratios[f"n{i}", f"n{(i + 1) % size}"] for i in range(size)) == 1:
        return
    (found,) = diagnostics_of(build(edges))
    told = re.search(r"along (.*) the ratios multiply to (\S+), not 1", found.message)
    assert told is not None
    names = told[1].split(" -> ")
    assert names[0] == names[-1]
    assert sorted(names[1:]) == sorted(f"n{i}" for i in range(size))
    assert prod(ratios[pair] for pair in pairwise(names)) == Fraction(told[2])
    repeated = re.search(r"out out : uint8\[(\d+)\]", found.hint)
    if repeated is None:
        assert found.hint.endswith(f"'{names[0]}' would have to fire {told[2]} times as often as itself.")
        return
    place = next(place for place, edge in enumerate(edges) if (edge[0], edge[3]) == (names[0], names[1]))
    source, _, read, target = edges[place]
    edges[place] = (source, int(repeated[1]), read, target)
    assert repetition_vector(build(edges))


def test_shortest_contradiction_is_told() -> None:
    chain = [(f"n{i}", 1, 1, f"n{i + 1}") for i in range(20)]
    graph = build([*chain, ("n0", 2, 1, "n20"), ("n7", 5, 1, "n8")])
    (found,) = diagnostics_of(graph)
    assert len(found.notes) == 2
    assert "n7.o21 produces 5, n8.i21 consumes 1" in found.message


def test_of_a_long_contradiction_the_rates_that_differ_are_told() -> None:
    chain = [(f"n{i}", 1, 3 if i == 50 else 1, f"n{i + 1}") for i in range(60)]
    chain += [(f"n{i}", 1 + i % 2, 1 + (i + 1) % 2, f"n{i + 1}") for i in range(60, 100)]
    (found,) = diagnostics_of(build([*chain, ("n0", 1, 1, "n100")]))
    assert found.message.startswith("the rates do not balance: n50.o50 produces 1, n51.i50 consumes 3; ")
    assert "; and 33 more FIFOs; along " in found.message
    assert "(71 more)" in found.message
    assert found.notes[0].span == found.span
    assert len(found.notes) == 8


def test_every_component_is_told() -> None:
    graph = build([("a", 1, 1, "b"), ("a", 2, 1, "b"), ("x", 1, 1, "y"), ("x", 3, 1, "y")])
    assert [d.id for d in diagnostics_of(graph)] == ["inconsistent", "inconsistent"]


def test_loop_of_one_actor_must_balance() -> None:
    (found,) = diagnostics_of(build([("a", 3, 2, "a", 5)]))
    assert "a.o0 produces 3, a.i0 consumes 2; what an actor sends to itself must balance" in found.message


def test_rates_of_phases_are_told_as_such() -> None:
    (found,) = diagnostics_of(build([("a", (1, 2), 3, "b"), ("a", (1, 1), 3, "b")]))
    assert "a.o1 produces 2 in 2 phases, b.i1 consumes 3" in found.message


def test_actor_without_input_tokens_never_fires_and_stops_nobody_else() -> None:
    graph = build([("main", 0, 1, "debug"), ("debug", 4, 2, "dump"), ("main", 2, 3, "out")])
    assert repetition_vector(graph) == {"main": 3, "debug": 0, "dump": 0, "out": 2}


def test_port_that_is_never_read_piles_up() -> None:
    (found,) = diagnostics_of(build([("a", 2, 0, "b"), ("a", 1, 1, "b")]))
    assert found.id == "inconsistent"
    assert "tokens would pile up" in found.message
    assert found.span == Span("graph.sdf", 1, 1)


def test_two_dead_ends_tie_nothing() -> None:
    assert repetition_vector(build([("a", 0, 0, "b"), ("a", 1, 3, "c")])) == {"a": 3, "b": 1, "c": 1}


@pytest.mark.parametrize(
    "edges",
    [
        [(f"n{i}", 2, 1, f"n{i + 1}") for i in range(3000)],
        [(f"n{i}", 1, 3, f"n{i + 1}") for i in range(3000)],
        [("hub", 1, p, f"leaf{p}") for p in (2**31 - 1, 2**19 - 1, 2**17 - 1, 2**13 - 1)],
        [("a", 1, [1] * 7 + [2**61] * 4, "b"), ("b", 1, 2**59, "c")],
        [(f"n{i}", 2, 1, f"n{i + 1}") for i in range(63)],
        [("a", 2**62, 1, "b")],
        [("a", 2**60, [1, 0, 0, 0], "b")],
    ],
)
def test_iteration_beyond_counters_is_refused(edges: list[tuple[str, int, int, str]]) -> None:
    assert {d.id for d in diagnostics_of(build(edges))} == {"iteration-too-long"}


def test_iterations_as_long_as_counters_can_hold() -> None:
    assert repetition_vector(build([("a", 2**62 - 1, 1, "b")])) == {"a": 1, "b": 2**62 - 1}
    assert repetition_vector(build([("a", 2**60 - 1, [1, 0, 0, 0], "b")])) == {"a": 1, "b": 2**60 - 1}


def test_nothing_piles_up_where_nobody_writes() -> None:
    graph = build([("main", 0, 1, "debug"), ("debug", 2, 0, "dump"), ("main", 1, 1, "dump")])
    assert repetition_vector(graph) == {"main": 1, "debug": 0, "dump": 1}


@given(st.data())
def test_smallest_solution_of_random_trees(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    rate = st.lists(st.integers(0, 6), min_size=1, max_size=3).filter(any)
    edges = []
    for i in range(1, count):
        other = f"n{data.draw(st.integers(0, i - 1))}"
        ends = [f"n{i}", other] if data.draw(st.booleans()) else [other, f"n{i}"]
        edges.append((ends[0], data.draw(rate), data.draw(rate), ends[1]))
    graph = build(edges, names=["n0"])
    cycles = repetition_vector(graph)
    for fifo in graph.fifos:
        source, target = graph.actor(fifo.source.actor), graph.actor(fifo.target.actor)
        written = source.tokens_per_cycle(source.port(fifo.source.port))
        read = target.tokens_per_cycle(target.port(fifo.target.port))
        assert cycles[source.name] * written == cycles[target.name] * read
    assert min(cycles.values()) > 0
    assert gcd(*cycles.values()) == 1


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=8))
def test_random_rings_balance_exactly_when_their_ratios_multiply_to_one(rates: list[tuple[int, int]]) -> None:
    size = len(rates)
    graph = build([(f"n{i}", written, read, f"n{(i + 1) % size}") for i, (written, read) in enumerate(rates)])
    written_product = read_product = 1
    for written, read in rates:
        written_product *= written
        read_product *= read
    if written_product == read_product:
        assert min(repetition_vector(graph).values()) >= 1
    else:
        assert len(diagnostics_of(graph)[0].notes) == size
