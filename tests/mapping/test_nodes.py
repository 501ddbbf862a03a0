# SPDX-License-Identifier: Apache-2.0
"""Which node runs which actor: against all ways that there are, and what cannot be apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.mapping import nodes
from dfgen.mapping.nodes import Group, NodeWork, Stream, assign, map_to_nodes, node_work
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.network import Network, Node
from dfgen.model.platform import Platform, default_platform, with_nodes
from dfgen.pipeline import Compiled
from tests.planning import graph_of

Refusal = Callable[..., Diagnostic]
Compile = Callable[..., Compiled]

NEVER_FAR = 1.25
"""Times the best: so near the moves of single groups come, from cuts in the order of the data."""


def drawn(seed: int) -> NodeWork:
    rng = random.Random(seed)
    size, count = rng.randint(3, 7), rng.randint(2, 3)
    groups = [
        Group((str(i),), Fraction(rng.randint(1, 100_000)), Fraction(0), rng.choice([None] * 6 + [0, 1]))
        for i in range(size)
    ]
    streams = [
        Stream(i, tuple(rng.sample(range(i + 1, size), rng.randint(1, min(2, size - i - 1)))), rng.randint(1, 5000))
        for i in range(size - 1)
    ]
    cores = tuple(rng.randint(1, 2) for _ in range(count))
    return NodeWork(tuple(groups), tuple(streams), cores, tuple(Node(str(i)) for i in range(count)), Network())


def period_by_definition(work: NodeWork, places: tuple[int, ...]) -> float:
    """The busiest of all that work at the same time."""
    busy = []
    byte_ns = float(work.network.byte_ns)
    for node in range(len(work.nodes)):
        own = [group for group, place in zip(work.groups, places, strict=True) if place == node]
        busy.append(sum(float(group.weight_ns) for group in own) / work.cores[node])
        crossing = [
            (stream, {places[reader] for reader in stream.readers} - {places[stream.source]}) for stream in work.streams
        ]
        busy.append(byte_ns * sum(s.size_bytes * len(to) for s, to in crossing if places[s.source] == node))
        busy.append(byte_ns * sum(s.size_bytes for s, to in crossing if node in to))
    return max(busy)


def best(work: NodeWork) -> float:
    count = len(work.nodes)
    choices = [range(count) if group.node is None else (group.node,) for group in work.groups]
    full = [places for places in product(*choices) if len(set(places)) == count]
    return min(period_by_definition(work, places) for places in full or product(*choices))


@pytest.mark.parametrize("seed", range(60))
def test_few_groups_are_mapped_as_well_as_can_be(seed: int) -> None:
    work = drawn(seed)
    found = assign(work, len(work.nodes))
    assert work.period_ns(found) == pytest.approx(period_by_definition(work, found))
    assert work.period_ns(found) == pytest.approx(best(work))


def test_many_groups_are_mapped_nearly_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodes, "TRIED_MOST", 0)
    ratios = []
    for seed in range(60):
        work = drawn(seed)
        found = assign(work, len(work.nodes))
        assert all(group.node in (None, place) for group, place in zip(work.groups, found, strict=True))
        ratios.append(work.period_ns(found) / best(work))
    assert sorted(ratios)[len(ratios) // 2] == pytest.approx(1)
    assert sum(ratios) / len(ratios) < NEVER_FAR


def platform(count: int, bytes_per_s: int = 10**9) -> Platform:
    return replace(with_nodes(default_platform(1), count), network=Network(bytes_per_s=bytes_per_s))


CHAIN = """\
actor a { fire give(o); out o : uint8[1000]; time 1ms; }
actor b { fire pass(i, o); in i : uint8[1000]; out o : uint8[1000]; time 1ms; }
actor c { fire take(i); in i : uint8[1000]; time 1ms; }
a.o -> b.i; b.o -> c.i;
"""


def test_more_nodes_are_taken_where_that_is_faster(tmp_path: Path) -> None:
    graph = graph_of(CHAIN, tmp_path)
    facts = analyse(graph)
    assert len(set(map_to_nodes(graph, facts, platform(4)).values())) == 3
    assert len(set(map_to_nodes(graph, facts, platform(4, bytes_per_s=1000)).values())) == 1
    assert len(set(map_to_nodes(graph, facts, platform(4, bytes_per_s=1000), 2).values())) == 2


def test_more_nodes_than_parts_are_the_first_ones(tmp_path: Path) -> None:
    """Their names count from 0: a platform that nobody has described has none that is better than another."""
    graph = graph_of(CHAIN, tmp_path)
    assert set(map_to_nodes(graph, analyse(graph), platform(99), 99).values()) == {0, 1, 2}


def test_a_cycle_stays_on_one_node(tmp_path: Path) -> None:
    ring = CHAIN.replace("pass(i, o); in i", "pass(i, j, o); in j : uint8[1]; in i")
    ring = ring.replace("actor c { fire take(i);", "actor c { fire pass(i, o); out o : uint8[1];")
    graph = graph_of(f"{ring}c.o -> b.j delay 1;\n", tmp_path)
    groups = {group.actors for group in node_work(graph, analyse(graph), platform(3)).groups}
    assert groups == {("a",), ("b", "c")}


PINNED = """\
actor a @node({0}) {{ fire give(o); out o : uint8[1]; }}
actor b @node({1}) {{ fire take(i); in i : uint8[1]; }}
a.o -> b.i;
"""
LOOP = """\
actor give { fire give(o); out o : uint8[1]; }
actor a @node(0) { fire swap(i, j, o, p); in i : uint8[1]; in j : uint8[1]; out o : uint8[1]; out p : uint8[1]; }
actor b @node(1) { fire pass(i, o); in i : uint8[1]; out o : uint8[1]; }
actor take { fire take(i); in i : uint8[1]; }
give.o -> a.i; a.o -> b.i; b.o -> a.j delay 1; a.p -> take.i;
"""


def test_a_node_that_does_not_exist(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(PINNED.format(0, 2), nodes=2)
    assert (found.id, found.span and found.span.line) == ("node-unknown", 3 + 1)
    assert found.message == "actor 'b' is to run on node number 2, which the platform does not have"
    found = refusal(PINNED.format('"here"', 0), nodes=2)
    assert found.message == "actor 'a' is to run on node 'here', which the platform does not have"
    assert found.hint == "It has 2 nodes: node0, node1."
    assert "nodes" in compile_text(PINNED.format('"node1"', 0), nodes=2).plan


def test_nodes_of_an_annotation_count_only_where_there_are_some(compile_text: Compile) -> None:
    assert "nodes" not in compile_text(PINNED.format(0, 1)).plan


def test_a_cycle_on_two_nodes(refusal: Refusal) -> None:
    found = refusal(LOOP, nodes=2)
    assert (found.id, found.span and found.span.line) == ("node-conflict", 4)
    assert found.message.endswith("they are in one cycle, which one node must run")
    assert [note.message for note in found.notes] == ["'b' is here"]


def test_who_stops_the_program_stays_with_effects_before_it(refusal: Refusal) -> None:
    text = """\
actor a @node(0) { fire give(o); effect; out o : uint8[1]; }
actor b @node(1) { fire take(i); stops; in i : uint8[1]; }
a.o -> b.i;
"""
    found = refusal(text, nodes=2)
    assert found.id == "node-conflict"
    assert "'b' may stop the program after it, and reads what comes from it" in found.message


@pytest.mark.parametrize(("sink", "node"), [("write", 0), ("write @node(1)", 1)])
def test_files_that_nothing_pins_are_on_the_first_node(sink: str, node: int, tmp_path: Path) -> None:
    text = f"""\
actor read = file_source(block = 1);
actor a @node(0) {{ fire pass(i, o); in i : uint8[1]; out o : uint8[1]; time 1ms; }}
actor b @node(1) {{ fire pass(i, o); in i : uint8[1]; out o : uint8[1]; time 1us; }}
actor {sink} = file_sink(block = 1);
read.data -> a.i; a.o -> b.i; b.o -> write.data;
"""
    graph = graph_of(text, tmp_path)
    found = map_to_nodes(graph, analyse(graph), platform(2))
    assert (found["read"], found["write"]) == (0, node)
