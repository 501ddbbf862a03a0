# SPDX-License-Identifier: Apache-2.0
"""The largest ratio over all cycles, against looking at every cycle."""

from __future__ import annotations

import random
from fractions import Fraction

import networkx as nx

from dfgen.analysis.throughput.cycle_ratio import Ratio, largest_ratio
from dfgen.analysis.throughput.event_graph import EventGraph

Arc = tuple[int, int, int, int]


def largest(graph: EventGraph, least: Fraction = Fraction(0)) -> Ratio:
    return largest_ratio(graph, least, lambda: None)


def events(nodes: int, arcs: list[Arc], unit: int = 1) -> EventGraph:
    graph = EventGraph(unit, list(range(nodes)), nodes)
    for arc in arcs:
        graph.add(*arc)
    return graph


def random_graph(seed: int) -> tuple[int, list[Arc]]:
    """Strongly connected; heights are such that most, not all, graphs have no cycle without a positive height."""
    rng = random.Random(seed)
    nodes = rng.randint(1, 6)
    lowest = rng.choice((0, 1, -1))
    ends = [(node, (node + 1) % nodes) for node in range(nodes)]
    ends += [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, 6))]
    return nodes, [(*end, rng.choice((0, 1, 2, 5, 9)), rng.randint(lowest, 4)) for end in ends]


def by_enumeration(arcs: list[Arc]) -> Fraction | None:
    best = Fraction(0)
    flow: nx.MultiDiGraph = nx.MultiDiGraph()
    for index, (source, target, _, _) in enumerate(arcs):
        flow.add_node((index,))  # a node for each arc, so that parallel ones make cycles of their own
        flow.add_edge(source, (index,))
        flow.add_edge((index,), target)
    for cycle in nx.simple_cycles(flow):
        around = [arcs[node[0]] for node in cycle if isinstance(node, tuple)]
        weight, height = sum(arc[2] for arc in around), sum(arc[3] for arc in around)
        if height < 0 or (height == 0 and weight > 0):
            return None
        if height:
            best = max(best, Fraction(weight, height))
    return best


def test_random_graphs() -> None:
    kinds = set()
    for seed in range(400):
        nodes, arcs = random_graph(seed)
        expected = by_enumeration(arcs)
        assert largest(events(nodes, arcs)).value == expected, f"random_graph({seed})"
        kinds.add(expected is None)
    assert kinds == {True, False}


def test_the_cycle_has_the_ratio() -> None:
    for seed in range(400):
        nodes, arcs = random_graph(seed)
        found = largest(events(nodes, arcs), Fraction(0))
        if found.value:
            pairs = list(zip(found.cycle, found.cycle[1:] + found.cycle[:1], strict=True))
            around = [arc for arc in arcs if arc[:2] in pairs]
            assert by_enumeration(around) == found.value, f"random_graph({seed})"


def test_the_unit_counts_heights() -> None:
    assert largest(events(1, [(0, 0, 5, 6)], unit=4)).value == Fraction(5 * 4, 6)


def test_nothing_is_told_of_cycles_that_are_not_above_the_least() -> None:
    graph = events(2, [(0, 1, 3, 1), (1, 0, 3, 1), (0, 0, 2, 1)])
    assert largest(graph, Fraction(3)) == Ratio(Fraction(3), ())
    assert set(largest(graph, Fraction(5, 2)).cycle) == {0, 1}


def test_a_cycle_without_weight_and_height_constrains_nothing() -> None:
    assert largest(events(2, [(0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 4, 2)])).value == 2


def test_large_numbers_stay_exact() -> None:
    graph = events(2, [(0, 1, 10**30, 10**20), (1, 0, 1, 10**20 + 1)])
    assert largest(graph).value == Fraction(10**30 + 1, 2 * 10**20 + 1)


def test_a_block_is_seen_at_once() -> None:
    graph = events(3, [(0, 1, 1, 0), (1, 0, 0, 0), (1, 2, 5, 0), (2, 2, 5, 1)])

    def never() -> None:
        raise AssertionError("a sweep")

    assert set(largest_ratio(graph, Fraction(0), never).cycle) == {0, 1}
