# SPDX-License-Identifier: Apache-2.0
"""The largest ratio of weight to height over all cycles of a graph, exact: policy iteration on integers.

The guess grows. Under a guess every arc is worth its weight less the guess times its height, and the value of a node is
what the best walk from it is worth. Values are found by sweeps over the nodes, each after those that it can reach
without height; every node keeps the arc that gave it its value. If these chosen arcs close a cycle, its ratio is above
the guess and becomes the next one. If a sweep changes nothing, no cycle has a larger ratio.
(Howard 1960; Cochet-Terrasson, Cohen, Gaubert et al. 1998; Dasdan 2004.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dfgen.analysis.throughput.event_graph import EventGraph


@dataclass(frozen=True)
class Ratio:
    """`value` in weight per iteration; None if a cycle has weight but no positive height. `cycle`: its events."""

    value: Fraction | None
    cycle: tuple[int, ...]


def largest_ratio(graph: EventGraph, least: Fraction, tick: Callable[[], None]) -> Ratio:
    """The largest cycle ratio if it is above `least`, else `least` and no cycle."""
    search = _Search(graph)
    if blocked := search.blocked_cycle():
        return Ratio(None, blocked)
    ratio = least / graph.unit
    cycle: tuple[int, ...] = ()
    while True:
        found = search.cycle_above(ratio, tick)
        if not found:
            return Ratio(ratio * graph.unit, cycle)
        weight, height, cycle = found
        if height <= 0:
            return Ratio(None, cycle)
        ratio = Fraction(weight, height)


class _Search:
    """The best walks of a graph, under one guess after the other."""

    def __init__(self, graph: EventGraph) -> None:
        self.graph = graph
        self._blocked: list[int] = []  # nodes that reach a cycle of arcs without height
        self._arcs: list[list[int]] = [[] for _ in range(graph.events)]
        for arc, source in enumerate(graph.sources):
            self._arcs[source].append(arc)
        self._order = self._sweep_order()

    def _sweep_order(self) -> list[int]:
        """Each node after those that its arcs without height reach, as far as such arcs close no cycle."""
        waiting = [0] * self.graph.events
        before: list[list[int]] = [[] for _ in waiting]
        for source, target, height in zip(self.graph.sources, self.graph.targets, self.graph.heights, strict=True):
            if height <= 0:
                waiting[source] += 1
                before[target].append(source)
        order = [node for node, count in enumerate(waiting) if count == 0]
        for node in order:
            for other in before[node]:
                waiting[other] -= 1
                if waiting[other] == 0:
                    order.append(other)
        self._blocked = [node for node, count in enumerate(waiting) if count > 0]
        return order + self._blocked

    def blocked_cycle(self) -> tuple[int, ...]:
        """A cycle that has weight and only arcs without height, if one is found at once."""
        weights, heights, targets = self.graph.weights, self.graph.heights, self.graph.targets
        among = set(self._blocked)
        chosen = [-1] * self.graph.events
        for node in self._blocked:
            chosen[node] = max(
                (arc for arc in self._arcs[node] if heights[arc] <= 0 and targets[arc] in among),
                key=weights.__getitem__,
            )
        found = self._largest_chosen(chosen)
        return found[2] if found and found[0] > 0 else ()

    def cycle_above(self, ratio: Fraction, tick: Callable[[], None]) -> tuple[int, int, tuple[int, ...]] | None:
        """The weight, height and nodes of a cycle above the ratio, one without a positive height before all."""
        weight, height = ratio.denominator, ratio.numerator
        pairs = zip(self.graph.weights, self.graph.heights, strict=True)
        gain = [w * weight - h * height for w, h in pairs]
        targets = self.graph.targets
        worth = [[(gain[arc], targets[arc], arc) for arc in self._arcs[node]] for node in self._order]
        value = [0] * self.graph.events
        chosen = [-1] * self.graph.events
        changed = True
        while changed:
            tick()
            changed = False
            for node, arcs in zip(self._order, worth, strict=True):
                best = value[node]
                for gained, target, arc in arcs:
                    reached = gained + value[target]
                    if reached > best:
                        best = reached
                        chosen[node] = arc
                if best > value[node]:
                    value[node] = best
                    changed = True
            if changed and (found := self._largest_chosen(chosen)):
                return found
        return None

    def _largest_chosen(self, chosen: list[int]) -> tuple[int, int, tuple[int, ...]] | None:
        """Of the cycles that the chosen arcs close, the one with the largest ratio."""
        targets, weights, heights = self.graph.targets, self.graph.weights, self.graph.heights
        best: tuple[int, int, tuple[int, ...]] | None = None
        seen = [-1] * len(chosen)
        for start in range(len(chosen)):
            node = start
            while seen[node] < 0 and chosen[node] >= 0:
                seen[node] = start
                node = targets[chosen[node]]
            if seen[node] != start or chosen[node] < 0:
                continue
            cycle = [node]
            while (node := targets[chosen[cycle[-1]]]) != cycle[0]:
                cycle.append(node)
            weight = sum(weights[chosen[node]] for node in cycle)
            height = sum(heights[chosen[node]] for node in cycle)
            if height <= 0:
                return weight, height, tuple(cycle)
            if best is None or weight * best[1] > best[0] * height:
                best = weight, height, tuple(cycle)
        return best
