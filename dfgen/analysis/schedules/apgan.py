# SPDX-License-Identifier: Apache-2.0
"""APGAN: the pair of neighbours that can share a loop of most trips is nested first, and is one node from then on.

Bhattacharyya, Murthy, Lee: "APGAN and RPMC: complementary heuristics for translating DSP block diagrams into efficient
software implementations", 1997. A pair is not nested where a third node lies between the two.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import gcd

from dfgen.analysis.schedules.flow import Flow, LoopedSchedule, nested


class Draft:
    """The flow while it shrinks: what nodes hold, and the costs of the arcs between them."""

    def __init__(self, flow: Flow) -> None:
        self.schedules = {node: LoopedSchedule(count, node) for node, count in enumerate(flow.counts)}
        self.after: dict[int, dict[int, int]] = {node: {} for node in self.schedules}
        self.before: dict[int, dict[int, int]] = {node: {} for node in self.schedules}
        for arc in flow.arcs:
            self.connect(arc.source, arc.target, arc.cost)

    def connect(self, source: int, target: int, cost: int) -> None:
        cost += self.after[source].get(target, 0)
        self.after[source][target] = self.before[target][source] = cost

    def is_between(self, source: int, target: int) -> bool:
        """Whether another way leads from `source` to `target`. Node numbers are topological until pairs are nested."""
        todo = [node for node in self.after[source] if node != target]
        seen = set(todo)
        while todo:
            for node in self.after[todo.pop()]:
                if node == target:
                    return True
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return False

    def merge(self, source: int, target: int) -> None:
        """The pair stands where `source` stood."""
        count = gcd(self.schedules[source].count, self.schedules[target].count)
        self.schedules[source] = nested(count, self.schedules[source], self.schedules.pop(target))
        for node, cost in self.after.pop(target).items():
            del self.before[node][target]
            self.connect(source, node, cost)
        for node, cost in self.before.pop(target).items():
            del self.after[node][target]
            if node != source:
                self.connect(node, source, cost)


def cluster_pairs(flow: Flow) -> LoopedSchedule:
    draft = Draft(flow)
    heap = [_rank(draft, arc.source, arc.target) for arc in flow.arcs]
    heapify(heap)
    while heap:
        offered = heappop(heap)
        source, target = offered[2:]
        if target not in draft.after.get(source, {}) or offered != _rank(draft, source, target):
            continue
        if draft.is_between(source, target):
            continue
        draft.merge(source, target)
        for node in draft.after[source]:
            heappush(heap, _rank(draft, source, node))
        for node in draft.before[source]:
            heappush(heap, _rank(draft, node, source))
    return _in_a_row(draft)


def _rank(draft: Draft, source: int, target: int) -> tuple[int, int, int, int]:
    """Most trips first, then the most tokens."""
    trips = gcd(draft.schedules[source].count, draft.schedules[target].count)
    return -trips, -draft.after[source][target], source, target


def _in_a_row(draft: Draft) -> LoopedSchedule:
    """Parts that no arc joins, one after the other."""
    first, *rest = (draft.schedules[node] for node in sorted(draft.schedules))
    for schedule in rest:
        first = nested(gcd(first.count, schedule.count), first, schedule)
    return first
