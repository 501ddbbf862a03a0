# SPDX-License-Identifier: Apache-2.0
"""Where everything stands when a graph is drawn with characters: layers from top to bottom, columns within them, and
the rows on which lines turn between two layers.

Lines that pass a layer go through a place of their own in it. A line that goes against the layers, for it closes a
circle, is drawn like the others but with its arrow at its upper end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from dfgen.model.frozen import frozen

GAP = 3
SWEEPS = 8
COLUMN_SWEEPS = 24
NUDGES_MOST = 200


@frozen
class Line:
    """From node `upper` to a node below. Lines of one `net` may run together. `tags` stand at its ends, `delay` is told
    at the reader's end; `rises`: the reader is the upper one."""

    upper: int
    lower: int
    net: str
    tags: tuple[str, str]
    delay: str
    rises: bool


@dataclass
class Spot:
    """A node's place, or the place where one line passes a layer (`node` is None). Columns count from 0."""

    node: int | None
    width: int
    layer: int
    column: int = 0
    below: dict[str, int] = field(default_factory=dict)
    above: dict[str, int] = field(default_factory=dict)


@frozen
class Hop:
    """A line's way from one layer to the next: out of `upper` at port `out` into `lower` at port `into`. `first` and
    `last` of the line's hops. `line` is its number."""

    line: int
    upper: Spot
    lower: Spot
    out: str
    into: str
    first: bool
    last: bool

    @property
    def start(self) -> int:
        return self.upper.column + self.upper.below[self.out]

    @property
    def end(self) -> int:
        return self.lower.column + self.lower.above[self.into]


@frozen
class Arrangement:
    """`turns[i]`: the row between its two layers on which hop i turns, None if it is straight; `rows` of each gap."""

    layers: tuple[tuple[Spot, ...], ...]
    hops: tuple[Hop, ...]
    turns: tuple[int | None, ...]
    rows: tuple[int, ...]

    @property
    def width(self) -> int:
        return max((spot.column + spot.width for layer in self.layers for spot in layer), default=0)


def layers_of(count: int, links: Iterable[tuple[int, int]]) -> list[int]:
    """The layer of each node: below all that lead to it. Links that close a circle do not count."""
    next_nodes: list[list[int]] = [[] for _ in range(count)]
    for source, target in links:
        if source != target:
            next_nodes[source].append(target)
    order, closing = _depth_first(next_nodes)
    layer = [0] * count
    for node in reversed(order):
        for target in next_nodes[node]:
            if (node, target) not in closing:
                layer[target] = max(layer[target], layer[node] + 1)
    return layer


def _depth_first(next_nodes: Sequence[Sequence[int]]) -> tuple[list[int], set[tuple[int, int]]]:
    """Nodes after all that follow them, and the links that lead back to where one came from."""
    state = [0] * len(next_nodes)
    order: list[int] = []
    closing: set[tuple[int, int]] = set()
    for start in range(len(next_nodes)):
        stack = [(start, 0)] if not state[start] else []
        while stack:
            node, position = stack.pop()
            state[node] = 1
            if position == len(next_nodes[node]):
                state[node] = 2
                order.append(node)
                continue
            stack.append((node, position + 1))
            target = next_nodes[node][position]
            if state[target] == 1:
                closing.add((node, target))
            elif state[target] == 0:
                stack.append((target, 0))
    return order, closing


def arrange(layer: Sequence[int], names: Sequence[int], lines: Sequence[Line]) -> Arrangement | None:
    """Places for nodes in their layers, whose texts are as wide as `names` says. None if lines cannot be untangled."""
    layers: list[list[Spot]] = [[] for _ in range(max(layer, default=0) + 1)]
    spots = [Spot(index, names[index] + 4, layer[index]) for index in range(len(layer))]
    for spot in spots:
        layers[spot.layer].append(spot)
    hops = _hops(spots, layers, lines)
    _sort_layers(layers, hops)
    _place_ports(layers, hops, lines)
    _place_columns(layers, hops)
    for _ in range(NUDGES_MOST):
        found = _turns(layers, hops, lines)
        if isinstance(found, Arrangement):
            return found
        _nudge(layers[found.layer], found)
    return None


def _hops(spots: Sequence[Spot], layers: list[list[Spot]], lines: Sequence[Line]) -> list[Hop]:
    """Every line cut at each layer that it passes. Lines of a net pass a layer together."""
    hops: list[Hop] = []
    passing: dict[tuple[str, int], Spot] = {}
    for number, line in enumerate(lines):
        upper, out = spots[line.upper], line.net
        for depth in range(upper.layer + 1, spots[line.lower].layer):
            spot = passing.get((line.net, depth))
            if spot is None:
                spot = passing[line.net, depth] = Spot(None, 1, depth)
                layers[depth].append(spot)
                hops.append(Hop(number, upper, spot, out, line.net, upper.node is not None, last=False))
            upper = spot
        hops.append(Hop(number, upper, spots[line.lower], out, f"line {number}", upper.node is not None, last=True))
    return hops


def _sort_layers(layers: list[list[Spot]], hops: Sequence[Hop]) -> None:
    """Puts spots near those that they are joined with, by the mean of their places, to and fro."""
    near: dict[int, list[Spot]] = {}
    for hop in hops:
        near.setdefault(id(hop.upper), []).append(hop.lower)
        near.setdefault(id(hop.lower), []).append(hop.upper)
    place = {id(spot): float(index) for layer in layers for index, spot in enumerate(layer)}
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            back = -1 if sweep % 2 == 0 else 1
            wanted = {}
            for spot in layer:
                joined = [place[id(other)] for other in near.get(id(spot), ()) if other.layer == spot.layer + back]
                wanted[id(spot)] = sum(joined) / len(joined) if joined else place[id(spot)]
            layer.sort(key=lambda spot: wanted[id(spot)])
            place.update({id(spot): float(index) for index, spot in enumerate(layer)})


def _place_ports(layers: Sequence[Sequence[Spot]], hops: Sequence[Hop], lines: Sequence[Line]) -> None:
    """Ports side by side in the order of what they lead to, each with room for its text; boxes as wide as they need."""
    position = {id(spot): index for layer in layers for index, spot in enumerate(layer)}
    outs: dict[int, dict[str, tuple[int, int]]] = {}
    ins: dict[int, dict[str, tuple[int, int]]] = {}
    for hop in hops:
        line = lines[hop.line]
        outs.setdefault(id(hop.upper), {})[hop.out] = (position[id(hop.lower)], len(line.tags[0] if hop.first else ""))
        room = len(line.delay) if hop.last and not line.rises else 0
        room = max(room, len(line.tags[1]) if hop.last else 0)
        ins.setdefault(id(hop.lower), {})[hop.into] = (position[id(hop.upper)], room)
        if line.rises and hop.first:
            order, width = outs[id(hop.upper)][hop.out]
            outs[id(hop.upper)][hop.out] = (order, max(width, len(line.delay)))
    for spot in (spot for layer in layers for spot in layer):
        below, above = _in_a_row(outs.get(id(spot), {})), _in_a_row(ins.get(id(spot), {}))
        if spot.node is not None:
            spot.width = max(spot.width, _span(below) + 2, _span(above) + 2)
        spot.below, spot.above = _centred(below, spot.width), _centred(above, spot.width)


def _in_a_row(ports: Mapping[str, tuple[int, int]]) -> list[tuple[str, int]]:
    """(port, room that it takes) from left to right."""
    return [(port, ports[port][1] + 2) for port in sorted(ports, key=lambda port: (ports[port][0], port))]


def _span(ports: Sequence[tuple[str, int]]) -> int:
    return sum(room for _, room in ports)


def _centred(ports: Sequence[tuple[str, int]], width: int) -> dict[str, int]:
    offset = max(0, (width - _span(ports) + 1) // 2) if width > 1 else 0
    found = {}
    for port, room in ports:
        found[port] = min(offset, width - 1)
        offset += room
    return found


def _place_columns(layers: Sequence[Sequence[Spot]], hops: Sequence[Hop]) -> None:
    """From left to right, each spot as near to where its lines come from, or go to, as its neighbours let it."""
    for layer in layers:
        column = 0
        for spot in layer:
            spot.column, column = column, column + spot.width + GAP
    into: dict[int, list[Hop]] = {}
    out: dict[int, list[Hop]] = {}
    for hop in hops:
        into.setdefault(id(hop.lower), []).append(hop)
        out.setdefault(id(hop.upper), []).append(hop)
    for sweep in range(COLUMN_SWEEPS):
        downwards = sweep % 2 == 0
        for layer in layers if downwards else reversed(layers):
            wanted = []
            for spot in layer:
                joined = into.get(id(spot), []) if downwards else out.get(id(spot), [])
                moves = [hop.start - hop.end if downwards else hop.end - hop.start for hop in joined]
                wanted.append(spot.column + (sorted(moves)[(len(moves) - 1) // 2] if moves else 0))
            _settle(layer, wanted)
    least = min((spot.column for layer in layers for spot in layer), default=0)
    for spot in (spot for layer in layers for spot in layer):
        spot.column -= least


def _settle(layer: Sequence[Spot], wanted: Sequence[int]) -> None:
    """Columns near the wanted ones without overlaps: the mean of pushing to the right and pushing to the left."""
    right: list[int] = []
    least = wanted[0] if wanted else 0
    for spot, column in zip(layer, wanted):
        right.append(max(column, least))
        least = right[-1] + spot.width + GAP
    left: list[int] = []
    for spot, column in zip(reversed(layer), reversed(wanted)):
        most = left[-1] - GAP - spot.width if left else column
        left.append(min(column, most))
    for spot, low, high in zip(layer, reversed(left), right):
        spot.column = (low + high) // 2
    for before, spot in pairwise(layer):
        spot.column = max(spot.column, before.column + before.width + GAP)


def _nudge(layer: Sequence[Spot], spot: Spot) -> None:
    """Moves a spot and all to its right."""
    for other in layer[layer.index(spot) :]:
        other.column += 1


def _turns(layers: Sequence[Sequence[Spot]], hops: Sequence[Hop], lines: Sequence[Line]) -> Arrangement | Spot:
    """Rows for all turns; or a spot that must move because lines wait for each other in a circle."""
    turns: list[int | None] = [None] * len(hops)
    rows = []
    for depth in range(len(layers) - 1):
        numbers = [index for index, hop in enumerate(hops) if hop.upper.layer == depth]
        stuck = _turns_between(numbers, hops, lines, turns)
        if stuck is not None:
            return hops[stuck].lower
        rows.append(max((turn + 1 for turn in (turns[i] for i in numbers) if turn is not None), default=0))
    return Arrangement(tuple(map(tuple, layers)), tuple(hops), tuple(turns), tuple(rows))


def _turns_between(
    numbers: Sequence[int], hops: Sequence[Hop], lines: Sequence[Line], turns: list[int | None]
) -> int | None:
    """A hop that starts in the column where another one ends must turn before that one does."""
    bent = [i for i in numbers if hops[i].start != hops[i].end]
    nets = {i: lines[hops[i].line].net for i in numbers}
    first = {i: {j for j in bent if hops[j].start == hops[i].end and nets[i] != nets[j]} for i in bent}
    taken: list[tuple[int, int, int, str]] = []
    rest = sorted(bent, key=lambda i: (abs(hops[i].start - hops[i].end), i))
    while rest:
        ready = next((i for i in rest if all(turns[j] is not None for j in first[i])), None)
        if ready is None:
            return rest[0]
        rest.remove(ready)
        row = max((turns[j] or 0 for j in first[ready]), default=-1) + 1
        low, high = sorted((hops[ready].start, hops[ready].end))
        while any(t == row and a <= high and low <= b and net != nets[ready] for t, a, b, net in taken):
            row += 1
        taken.append((row, low, high, nets[ready]))
        turns[ready] = row
    return None
