# SPDX-License-Identifier: Apache-2.0
"""RPMC: the graph is cut in two where the fewest tokens pass, the halves again; DPPO then loops the order found.

Murthy, Bhattacharyya, Lee, 1997. All arcs cross a cut forward, and neither half gets more than two thirds of the nodes
where that is possible. Cuts are sought after what comes before each node, and before what comes after it, and then
mended by moving single nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dfgen.analysis.schedules.dppo import loop_in_order
from dfgen.analysis.schedules.flow import Flow, LoopedSchedule


def partition(flow: Flow) -> LoopedSchedule:
    return loop_in_order(flow, _ordered(flow, list(range(len(flow.counts)))))


def _ordered(flow: Flow, nodes: Sequence[int]) -> list[int]:
    """`nodes` in the order that the cuts give. `nodes` are in a topological order."""
    order: list[int] = []
    todo = [list(nodes)]
    while todo:
        part = todo.pop()
        if len(part) <= 2:
            order += part
            continue
        left = best_cut(flow, part)
        todo += [[node for node in part if node not in left], [node for node in part if node in left]]
    return order


def best_cut(flow: Flow, part: Sequence[int]) -> set[int]:
    inside = set(part)
    arcs = [(arc.source, arc.target, arc.cost) for arc in flow.arcs if {arc.source, arc.target} <= inside]
    most = max(2 * len(part) // 3, (len(part) + 1) // 2)
    cuts = [left for left in candidates(flow, part) if len(part) - most <= len(left) <= most]
    cuts = cuts or [set(part[: len(part) // 2])]

    def cost(left: set[int]) -> int:
        return sum(cost for source, target, cost in arcs if source in left and target not in left)

    best = min(cuts, key=lambda left: (cost(left), sorted(left)))
    return _mended(best, arcs, len(part), most)


def candidates(flow: Flow, part: Sequence[int]) -> Iterator[set[int]]:
    """Left halves: what comes before a node and the node, what does not come after it, and beginnings of the order."""
    inside = set(part)
    after = {node: inside.intersection(flow.after[node]) for node in part}
    below: dict[int, set[int]] = {}
    for node in reversed(part):
        below[node] = {node}.union(*(below[other] for other in after[node]))
    for index, node in enumerate(part):
        yield {other for other in part if node in below[other]}
        yield inside - below[node]
        yield set(part[: index + 1])


def _mended(left: set[int], arcs: Sequence[tuple[int, int, int]], size: int, most: int) -> set[int]:
    """Nodes on the edge change sides while that lets fewer tokens cross."""
    while True:
        gains: list[tuple[int, int]] = []
        for node in sorted({node for source, target, _ in arcs for node in (source, target)}):
            is_left = node in left
            wrong = (
                any(source == node and target in left for source, target, _ in arcs)
                if is_left
                else any(target == node and source not in left for source, target, _ in arcs)
            )
            new_size = len(left) + (-1 if is_left else 1)
            if wrong or not size - most <= new_size <= most:
                continue
            forward = sum(cost for source, target, cost in arcs if source == node and target not in left)
            backward = sum(cost for source, target, cost in arcs if target == node and source in left)
            gains.append((forward - backward if is_left else backward - forward, -node))
        if not gains or max(gains)[0] <= 0:
            return left
        left = left ^ {-max(gains)[1]}
