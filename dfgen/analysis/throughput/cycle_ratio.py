# SPDX-License-Identifier: Apache-2.0
"""The largest ratio of weight to height over all cycles of a graph, exact: Howard's policy iteration on integers.

Under a guess of the ratio every arc is worth its weight less the guess times its height. Every node has one chosen arc.
The chosen arcs close cycles; if one of these has a larger ratio, that is the new guess. Then each node gets its value:
what the way along chosen arcs to the best of these cycles is worth. Sweeps over the nodes choose better arcs where
there are any; if there are none, no cycle has a larger ratio. A sweep takes each node after those that it reaches
without height, so that what is better far away is known to all others at once, and looks only at nodes that may change.
(Howard 1960; Cochet-Terrasson, Cohen, Gaubert et al. 1998; Dasdan 2004.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from dfgen.analysis.throughput.event_graph import EventGraph
from dfgen.model.frozen import frozen


@frozen
class Ratio:
    """`value` in weight per iteration; None if a cycle has weight but no positive height. `cycle`: its events."""

    value: Fraction | None
    cycle: tuple[int, ...]


@frozen
class _Cycle:
    weight: int
    height: int
    nodes: tuple[int, ...]

    @property
    def is_endless(self) -> bool:
        """No time suffices for it."""
        return self.height < 0 or (self.height == 0 and self.weight > 0)

    def is_above(self, weight: int, height: int) -> bool:
        return self.weight * height > weight * self.height


def largest_ratio(graph: EventGraph, least: Fraction, tick: Callable[[], None]) -> Ratio:
    """The largest cycle ratio of a strongly connected graph if it is above `least`, else `least` and no cycle."""
    search = _Search(graph, least / graph.unit)
    endless = search.blocked_cycle()
    while endless is None:
        tick()
        if not search.improve():
            return Ratio(search.ratio * graph.unit, search.named(search.cycle))
        endless = search.evaluate()
    return Ratio(None, search.named(endless.nodes))


class _Search:
    """`ratio` is the guess, that of `cycle` unless it is empty: then it is the least. Nodes have the numbers of their
    places in a sweep."""

    def __init__(self, graph: EventGraph, least: Fraction) -> None:
        self.ratio = least
        self.cycle: tuple[int, ...] = ()
        self._events, self._unblocked = _sweep_order(graph)
        place = [0] * graph.events
        for node, event in enumerate(self._events):
            place[event] = node
        self._weights, self._heights = graph.weights, graph.heights
        self._targets = [place[event] for event in graph.targets]
        self._arcs: list[list[tuple[int, int]]] = [[] for _ in self._events]
        self._before: list[list[int]] = [[] for _ in self._events]
        for arc, (event, target) in enumerate(zip(graph.sources, self._targets, strict=True)):
            self._arcs[place[event]].append((arc, target))
            self._before[target].append(place[event])
        self._value = [0] * graph.events
        self._changed = bytearray(graph.events)
        self._gain: list[int] = []
        self._weigh()
        self._chosen = [max((arc for arc, _ in arcs), key=self._gain.__getitem__) for arcs in self._arcs]

    def named(self, nodes: Sequence[int]) -> tuple[int, ...]:
        return tuple(self._events[node] for node in nodes)

    def blocked_cycle(self) -> _Cycle | None:
        """An endless cycle that has only arcs without height, if one is found at once."""
        chosen = [-1] * len(self._arcs)
        for node in range(self._unblocked, len(self._arcs)):
            arcs = (arc for arc, target in self._arcs[node] if self._heights[arc] <= 0 and target >= self._unblocked)
            chosen[node] = max(arcs, key=self._weights.__getitem__)
        return next((cycle for cycle in self._cycles(chosen) if cycle.is_endless), None)

    def improve(self) -> bool:
        """Choose better arcs until as many nodes as there are have been looked at. False if nothing is better."""
        value, chosen, gain, changed = self._value, self._chosen, self._gain, self._changed
        seen, goal = 0, len(value)
        while (node := changed.find(1)) >= 0:
            if seen >= goal:
                return True
            while node >= 0:
                changed[node] = 0
                seen += 1
                best = value[node]
                for arc, target in self._arcs[node]:
                    reached = gain[arc] + value[target]
                    if reached > best:
                        best = reached
                        chosen[node] = arc
                if best > value[node]:
                    value[node] = best
                    for other in self._before[node]:
                        changed[other] = 1
                node = changed.find(1, node + 1)
        return False

    def evaluate(self) -> _Cycle | None:
        """Take the best of the chosen cycles as the guess, and give all nodes their values. Or an endless cycle."""
        cycles = list(self._cycles(self._chosen))
        main = cycles[0]
        for cycle in cycles:
            if cycle.is_endless:
                return cycle
            if main.height == 0 or cycle.is_above(main.weight, main.height):
                main = cycle
        if main.is_above(self.ratio.numerator, self.ratio.denominator):
            self.ratio, self.cycle = Fraction(main.weight, main.height), main.nodes
            self._weigh()
        low = -sum(map(abs, self._gain)) - 1
        self._give_values([(cycle.nodes[0], 0 if cycle is main else low) for cycle in cycles])
        return None

    def _weigh(self) -> None:
        """What each arc is worth under the present guess. All nodes may change."""
        weight, height = self.ratio.denominator, self.ratio.numerator
        pairs = zip(self._weights, self._heights, strict=True)
        self._gain = [w * weight - h * height for w, h in pairs]
        self._changed[:] = b"\1" * len(self._value)

    def _give_values(self, roots: list[tuple[int, int]]) -> None:
        """The value of each node: what the way of chosen arcs to a root is worth, and the value there."""
        before: list[list[int]] = [[] for _ in self._arcs]
        for node, arc in enumerate(self._chosen):
            before[self._targets[arc]].append(node)
        for root, start in roots:
            self._set(root, start)
            todo = [root]
            for node in todo:
                base = self._value[node]
                for other in before[node]:
                    if other != root:
                        self._set(other, base + self._gain[self._chosen[other]])
                        todo.append(other)

    def _set(self, node: int, value: int) -> None:
        if self._value[node] != value:
            self._value[node] = value
            self._changed[node] = 1
            for other in self._before[node]:
                self._changed[other] = 1

    def _cycles(self, chosen: Sequence[int]) -> Iterator[_Cycle]:
        """The cycles that chosen arcs close; -1 is no arc."""
        seen = [-1] * len(chosen)
        for start in range(len(chosen)):
            node = start
            while seen[node] < 0 and chosen[node] >= 0:
                seen[node] = start
                node = self._targets[chosen[node]]
            if seen[node] != start or chosen[node] < 0:
                continue
            nodes = [node]
            while (node := self._targets[chosen[nodes[-1]]]) != nodes[0]:
                nodes.append(node)
            arcs = [chosen[node] for node in nodes]
            weight, height = sum(self._weights[arc] for arc in arcs), sum(self._heights[arc] for arc in arcs)
            yield _Cycle(weight, height, tuple(nodes))


def _sweep_order(graph: EventGraph) -> tuple[list[int], int]:
    """Each event after those that its arcs without height reach, and where those begin that reach a cycle of them."""
    waiting = [0] * graph.events
    before: list[list[int]] = [[] for _ in waiting]
    for source, target, height in zip(graph.sources, graph.targets, graph.heights, strict=True):
        if height <= 0:
            waiting[source] += 1
            before[target].append(source)
    order = [event for event, count in enumerate(waiting) if count == 0]
    for event in order:
        for other in before[event]:
            waiting[other] -= 1
            if waiting[other] == 0:
                order.append(other)
    return order + [event for event, count in enumerate(waiting) if count > 0], len(order)
