# SPDX-License-Identifier: Apache-2.0
"""The parts of the methods by themselves: who stands between two nodes, and firings within capacities."""

from __future__ import annotations

from random import Random

import networkx as nx
import pytest

from dfgen.analysis.buffers.answer import Exploration
from dfgen.analysis.schedules.apgan import Draft
from dfgen.analysis.schedules.flow import Arc, Flow
from dfgen.analysis.schedules.minimum import downstream, fire_within
from dfgen.analysis.schedules.rpmc import best_cut, candidates
from dfgen.analysis.throughput.problem import Channel, Problem, Task
from tests.analysis.buffers.problems import random_problem


@pytest.mark.parametrize("seed", range(20))
def test_who_stands_between(seed: int) -> None:
    random = Random(seed)
    size = 7
    pairs = {(a, b) for a in range(size) for b in range(a + 1, size) if random.random() < 0.3}
    draft = Draft(Flow((1,) * size, tuple(Arc(a, b, 5) for a, b in sorted(pairs))))
    for source, target in pairs:
        others: nx.DiGraph = nx.DiGraph(pairs - {(source, target)})
        others.add_nodes_from((source, target))
        assert draft.is_between(source, target) == nx.has_path(others, source, target), (source, target)


def test_arcs_between_the_same_ends_cost_together() -> None:
    draft = Draft(Flow((1, 1, 1), (Arc(0, 1, 5), Arc(0, 1, 7), Arc(1, 2, 1))))
    assert draft.after == {0: {1: 12}, 1: {2: 1}, 2: {}}
    assert draft.before == {0: {}, 1: {0: 12}, 2: {1: 1}}


def random_flow(seed: int) -> Flow:
    random = Random(seed)
    size = random.randint(3, 14)
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size) if random.random() < 0.25]
    return Flow((1,) * size, tuple(Arc(a, b, random.randint(1, 9)) for a, b in pairs))


@pytest.mark.parametrize("seed", range(120))
def test_a_cut_leaves_nothing_better_within_one_step(seed: int) -> None:
    """Nothing flows back over it, no half is too small, and no node on its edge should change sides."""
    flow = random_flow(seed)
    size = len(flow.counts)
    part = list(range(size))
    digraph: nx.DiGraph = nx.DiGraph([(arc.source, arc.target) for arc in flow.arcs])
    digraph.add_nodes_from(part)
    expected = [
        half
        for node in part
        for half in (
            nx.ancestors(digraph, node) | {node},
            set(part) - nx.descendants(digraph, node) - {node},
            set(range(node + 1)),
        )
    ]
    assert list(candidates(flow, part)) == expected

    def cost(left: set[int]) -> int:
        return sum(arc.cost for arc in flow.arcs if arc.source in left and arc.target not in left)

    def is_cut(left: set[int]) -> bool:
        most = max(2 * size // 3, (size + 1) // 2)
        flows_back = any(arc.target in left and arc.source not in left for arc in flow.arcs)
        return not flows_back and size - most <= len(left) <= most

    left = best_cut(flow, part)
    assert is_cut(left)
    tied = {end for arc in flow.arcs for end in (arc.source, arc.target)}
    others = [half for half in (left ^ {node} for node in tied) if is_cut(half)]
    others += [half for half in expected if is_cut(half)]
    assert all(cost(left) <= cost(other) for other in others)


def completes(problem: Problem, capacities: dict[int, int], order: list[int]) -> bool:
    """Fire one at a time whoever can; `order` settles who comes first, which must not matter."""
    tokens = [channel.tokens for channel in problem.channels]
    fired = [0] * len(problem.tasks)
    progress = True
    while progress:
        progress = False
        for task in order:
            taken = [c.consumed[fired[task] % len(c.consumed)] * (c.target == task) for c in problem.channels]
            given = [c.produced[fired[task] % len(c.produced)] * (c.source == task) for c in problem.channels]
            has = all(there >= some for there, some in zip(tokens, taken, strict=True))
            fits = all(tokens[i] + given[i] <= most for i, most in capacities.items() if given[i])
            if fired[task] < problem.firings[task] and has and fits:
                tokens = [t - a + b for t, a, b in zip(tokens, taken, given, strict=True)]
                fired[task] += 1
                progress = True
    return fired == list(problem.firings)


@pytest.mark.parametrize("seed", range(60))
def test_firings_of_phases_keep_to_capacities(seed: int) -> None:
    """With the least that lives, and with less on one channel."""
    problem = random_problem(Random(seed))
    index = {channel.name: place for place, channel in enumerate(problem.channels)}
    live = {index[name]: tokens for name, tokens in Exploration(problem, {}).smallest_live().capacities.items()}
    for capacities in (live, *({**live, line: live[line] - 1} for line in live)):
        found = fire_within(problem, capacities, problem.firings)
        expected = completes(problem, capacities, list(range(len(problem.tasks))))
        assert (found is not None) == expected, f"seed {seed}"
        if found is None:
            continue
        tokens = [channel.tokens for channel in problem.channels]
        fired = [0] * len(problem.tasks)
        for run in found:
            for _ in range(run.count):
                for i, c in enumerate(problem.channels):
                    tokens[i] -= c.consumed[fired[run.task] % len(c.consumed)] * (c.target == run.task)
                    assert tokens[i] >= 0
                for i, c in enumerate(problem.channels):
                    tokens[i] += c.produced[fired[run.task] % len(c.produced)] * (c.source == run.task)
                    assert tokens[i] <= capacities.get(i, tokens[i])
                fired[run.task] += 1
        assert fired == list(problem.firings)
    assert fire_within(problem, live, problem.firings) is not None


@pytest.mark.parametrize("seed", range(20))
def test_downstream_is_where_data_without_tokens_flows(seed: int) -> None:
    random = Random(seed)
    size = 6
    names = list(range(size))
    random.shuffle(names)
    links = [(names[a], names[b], random.choice([0, 0, 2])) for a in range(size) for b in range(a, size)
             if random.random() < 0.5]  # fmt: skip
    channels = tuple(Channel(f"{a}{b}", a, b, (1,), (1,), tokens) for a, b, tokens in links)
    order = downstream(Problem(tuple(Task(str(i), (1,)) for i in range(size)), channels))
    assert sorted(order) == list(range(size))
    assert all(order.index(a) < order.index(b) for a, b, tokens in links if not tokens and a != b)
