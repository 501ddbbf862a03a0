# SPDX-License-Identifier: Apache-2.0
"""The acyclic graph that a single-appearance schedule orders, and how graphs with cycles come down to it.

A channel whose tokens last for a whole iteration orders nothing in it. Actors that still lie on cycles are scheduled
alone, for the smallest iteration of theirs, and stand as one node in what is around them. A component in which no
channel lasts that long has no single-appearance schedule (Bhattacharyya, Murthy, Lee: loose interdependence, 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import gcd

import networkx as nx

from dfgen.analysis.schedules.looped import Firings, Loop, Term, looped, opened
from dfgen.analysis.throughput.problem import Channel, Problem
from dfgen.model.frozen import frozen


@frozen
class Arc:
    """`cost`: what the tokens of one iteration weigh; they are divided by the trips of the loop around both ends."""

    source: int
    target: int
    cost: int


@frozen
class Flow:
    """Nodes 0..n-1, topologically numbered; node i fires `counts[i]` times in an iteration."""

    counts: tuple[int, ...]
    arcs: tuple[Arc, ...]

    @cached_property
    def after(self) -> list[list[int]]:
        return [sorted({arc.target for arc in self.arcs if arc.source == node}) for node in range(len(self.counts))]


@frozen
class LoopedSchedule:
    """A schedule of a flow: `count` trips, in an iteration, of some parts in a row, or of one node."""

    count: int
    parts: tuple[LoopedSchedule, ...] | int


def nested(count: int, first: LoopedSchedule, second: LoopedSchedule) -> LoopedSchedule:
    """The two in a row. What repeats as often needs no loop of its own, so that schedules stay flat."""
    parts: list[LoopedSchedule] = []
    for schedule in (first, second):
        parts.extend((schedule,) if isinstance(schedule.parts, int) or schedule.count != count else schedule.parts)
    return LoopedSchedule(count, tuple(parts))


Method = Callable[[Flow], LoopedSchedule]


class NoSingleAppearance(Exception):
    """`tasks`, by number, wait for each other so that each of them must appear more than once."""

    def __init__(self, tasks: Sequence[int]) -> None:
        super().__init__(tasks)
        self.tasks = tasks


def single_appearance(problem: Problem, weights: Mapping[str, int], method: Method) -> Term:
    """The looped schedule of a live problem in which every task appears once."""
    return _scheduled(problem, weights, method, tuple(range(len(problem.tasks))), problem.cycles)


def _scheduled(
    problem: Problem, weights: Mapping[str, int], method: Method, tasks: Sequence[int], cycles: Sequence[int]
) -> Term:
    """`cycles`: of all tasks, in one trip of the loop around these."""
    inside = set(tasks)
    ordering = [
        channel
        for channel in problem.channels
        if {channel.source, channel.target} <= inside
        and not channel.is_loop
        and channel.tokens < cycles[channel.target] * sum(channel.consumed)
    ]
    digraph: nx.DiGraph = nx.DiGraph()
    digraph.add_nodes_from(tasks)
    digraph.add_edges_from((channel.source, channel.target) for channel in ordering)
    parts = [tuple(sorted(part)) for part in nx.strongly_connected_components(digraph)]
    if len(parts) == 1 and len(tasks) > 1:
        raise NoSingleAppearance(tasks)
    parts = _in_order(digraph, parts)
    counts = [gcd(*(cycles[task] for task in part)) for part in parts]
    terms: list[Term] = []
    for part, count in zip(parts, counts, strict=True):
        if len(part) == 1:
            terms.append(Firings(part[0], problem.tasks[part[0]].phases))
            continue
        inner = list(cycles)
        for task in part:
            inner[task] //= count
        terms.append(_scheduled(problem, weights, method, part, inner))
    return _term(method(_flow(parts, counts, ordering, cycles, weights)), 1, terms)


def _in_order(digraph: nx.DiGraph, parts: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Topologically, by the smallest number where there is a choice."""
    home = {task: index for index, part in enumerate(parts) for task in part}
    quotient: nx.DiGraph = nx.DiGraph()
    quotient.add_nodes_from(range(len(parts)))
    quotient.add_edges_from((home[a], home[b]) for a, b in digraph.edges() if home[a] != home[b])
    return [parts[index] for index in nx.lexicographical_topological_sort(quotient, key=lambda index: parts[index][0])]


def _flow(
    parts: Sequence[tuple[int, ...]],
    counts: Sequence[int],
    ordering: Sequence[Channel],
    cycles: Sequence[int],
    weights: Mapping[str, int],
) -> Flow:
    home = {task: index for index, part in enumerate(parts) for task in part}
    costs: dict[tuple[int, int], int] = {}
    for channel in ordering:
        ends = home[channel.source], home[channel.target]
        if ends[0] != ends[1]:
            cost = cycles[channel.source] * sum(channel.produced) * weights.get(channel.name, 1)
            costs[ends] = costs.get(ends, 0) + cost
    return Flow(tuple(counts), tuple(Arc(*ends, cost) for ends, cost in sorted(costs.items())))


def _term(schedule: LoopedSchedule, trips: int, terms: Sequence[Term]) -> Term:
    """`schedule` in a loop of `trips` trips in an iteration."""
    count = schedule.count // trips
    if isinstance(schedule.parts, int):
        return looped(count, [terms[schedule.parts]])
    body = [term for part in schedule.parts for term in opened(_term(part, schedule.count, terms))]
    return Loop(count, tuple(body))
