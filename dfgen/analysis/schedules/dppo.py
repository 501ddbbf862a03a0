# SPDX-License-Identifier: Apache-2.0
"""DPPO: the loops that need least memory for a given order of actors, by dynamic programming over its sections.

Murthy, Bhattacharyya, Lee: "Joint minimization of code and data for synchronous dataflow programs", 1997. A section
is split where the two halves, in a loop of as many trips as the counts of all its actors allow, need least.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import gcd

from dfgen.analysis.schedules.flow import Flow, LoopedSchedule, nested


def loop_in_file_order(flow: Flow) -> LoopedSchedule:
    """The nodes are numbered in the order of the data, by the file where there is a choice."""
    return loop_in_order(flow, range(len(flow.counts)))


def loop_in_order(flow: Flow, order: Sequence[int]) -> LoopedSchedule:
    """The best schedule for a topological order of the nodes."""
    size = len(order)
    sums = _crossing_costs(flow, order)
    columns = [list(column) for column in zip(*sums, strict=True)]
    within = [sums[place][place] for place in range(size + 1)]  # from the first i nodes to the first i
    trips = [[0] * size for _ in order]
    split = [[0] * size for _ in order]
    best = [[0] * size for _ in order]  # by the first node of a section, then the last
    best_by_last = [[0] * size for _ in order]
    for first in range(size - 1, -1, -1):
        trips[first][first] = flow.counts[order[first]]
        for last in range(first + 1, size):
            common = trips[first][last] = gcd(trips[first][last - 1], flow.counts[order[last]])
            # What passes from first..middle to middle+1..last is a rectangle of the prefix sums.
            ends = sums[first][last + 1]
            costs = [
                left + right + (below - ends - inside + above) // common
                for left, right, below, inside, above in zip(
                    best[first][first:last],
                    best_by_last[last][first + 1 : last + 1],
                    columns[last + 1][first + 1 : last + 1],
                    within[first + 1 : last + 1],
                    sums[first][first + 1 : last + 1],
                    strict=True,
                )
            ]
            least = min(costs)
            best[first][last] = best_by_last[last][first] = least
            split[first][last] = first + costs.index(least)

    def schedule(first: int, last: int) -> LoopedSchedule:
        if first == last:
            return LoopedSchedule(flow.counts[order[first]], order[first])
        middle = split[first][last]
        return nested(trips[first][last], schedule(first, middle), schedule(middle + 1, last))

    return schedule(0, size - 1)


def _crossing_costs(flow: Flow, order: Sequence[int]) -> list[list[int]]:
    """Sums of the costs of arcs from the first i to the first j nodes of the order, at [i][j]."""
    place = {node: index for index, node in enumerate(order)}
    rows = [[0] * len(order) for _ in order]
    for arc in flow.arcs:
        rows[place[arc.source]][place[arc.target]] += arc.cost
    sums = [[0] * (len(order) + 1)]
    for row in rows:
        sums.append([above + along for above, along in zip(sums[-1], [0, *accumulate(row)], strict=True)])
    return sums
