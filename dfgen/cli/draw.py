# SPDX-License-Identifier: Apache-2.0
"""A small graph drawn with characters: actors as boxes from top to bottom, FIFOs as lines with rates at their ends.

`●n` on a line are n initial tokens, a box with round corners is a routing actor, `↺` a FIFO from an actor to itself.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from rich.text import Text

from dfgen.cli.console import Console
from dfgen.cli.draw_layers import Arrangement, Hop, Line, Spot, arrange, layers_of
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph
from dfgen.model.port import Port

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
NODES_MOST = 60
RATE_MOST = 10
COLUMNS_IN_FILES = 120


@frozen
class Signs:
    """`lines` by the directions in which they go, `corners` of boxes (square, then round) clockwise from top left."""

    lines: Mapping[int, str]
    corners: tuple[str, str]
    across: str
    along: str
    down: str
    up: str
    token: str
    circle: str
    times: str
    more: str


UNICODE = Signs(
    dict(zip(range(16), " │─└││┌├─┘─┴┐┤┬┼")), ("┌┐┘└", "╭╮╯╰"), "─", "│", "▼", "▲", "●", "↺", "×", "…"
)  # fmt: skip
ASCII = Signs(
    dict(zip(range(16), " |-+||++-+-+++++")), ("++++", "...."), "-", "|", "v", "^", "*", "@", "x", "~"
)  # fmt: skip


class TooLarge(Exception):
    """The drawing would not fit. The message says why."""


@dataclass
class _Page:
    """Characters by row and column, and which of them are to stand out."""

    signs: Signs
    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    strokes: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    bold: set[tuple[int, int]] = field(default_factory=set)

    def write(self, row: int, column: int, text: str, bold: bool = False) -> None:
        for index, char in enumerate(text):
            self.cells[row, column + index] = char
            if bold:
                self.bold.add((row, column + index))

    def stroke(self, row: int, column: int, directions: int, net: str) -> None:
        """Lines of one net join; of two that cross, the one that goes down is seen."""
        nets = self.strokes.setdefault((row, column), {})
        nets[net] = nets.get(net, 0) | directions

    def text(self) -> Text:
        for place, nets in self.strokes.items():
            directions = next(iter(nets.values())) if len(nets) == 1 else UP | DOWN
            self.cells.setdefault(place, self.signs.lines[directions])
        height = max((row for row, _ in self.cells), default=-1) + 1
        lines = []
        for row in range(height):
            columns = [column for at, column in self.cells if at == row]
            line = Text()
            places = [(row, column) for column in range(max(columns, default=-1) + 1)]
            for bold, run in groupby(places, self.bold.__contains__):
                line.append("".join(self.cells.get(place, " ") for place in run), "bold" if bold else "")
            lines.append(line)
        return Text("\n").join(lines)


def draw_graph(graph: Graph, firings: Mapping[str, int], width: int, signs: Signs = UNICODE) -> Text:
    """The drawing; `TooLarge` if it is wider than `width` or has more boxes than anybody can follow."""
    if len(graph.actors) > NODES_MOST:
        raise TooLarge(f"it has {len(graph.actors)} actors, more than the {NODES_MOST} that can be told apart")
    index = {actor.name: position for position, actor in enumerate(graph.actors)}
    links = [(index[fifo.source.actor], index[fifo.target.actor]) for fifo in graph.fifos]
    forward = [link for link, fifo in zip(links, graph.fifos) if not fifo.delay_tokens]
    layer = layers_of(len(graph.actors), [*forward, *links])
    texts = [_texts(graph, position, firings, signs) for position in range(len(graph.actors))]
    lines = list(_lines(graph, index, layer, signs))
    found = arrange(layer, [max(map(len, text)) for text in texts], lines)
    if found is None:
        raise TooLarge("its lines cannot be kept apart")
    if found.width > width:
        raise TooLarge(f"it would be {found.width} columns wide, {width} fit")
    return _paint(graph, found, lines, texts, signs)


def _texts(graph: Graph, position: int, firings: Mapping[str, int], signs: Signs) -> tuple[str, str]:
    """What stands in a box: the name; how often it fires, and the FIFOs that lead back to it."""
    actor = graph.actors[position]
    count = firings[actor.name]
    own = [f for f in graph.fifos if f.source.actor == f.target.actor == actor.name]
    parts = [f"{signs.times}{count}"] if count != 1 else []
    parts += [f"{signs.circle}{signs.token}{fifo.delay_tokens}" for fifo in own]
    return actor.name, " ".join(parts)


def _lines(graph: Graph, index: Mapping[str, int], layer: list[int], signs: Signs) -> Iterable[Line]:
    for number, fifo in enumerate(graph.fifos):
        source, target = index[fifo.source.actor], index[fifo.target.actor]
        if source == target:
            continue
        rates = _rate(graph.port(fifo.source), signs), _rate(graph.port(fifo.target), signs)
        delay = f"{signs.token}{fifo.delay_tokens}" if fifo.delay_tokens else ""
        if layer[source] < layer[target]:
            yield Line(source, target, _net(fifo), rates, delay, rises=False)
        else:
            yield Line(target, source, f"fifo {number}", rates[::-1], delay, rises=True)


def _net(fifo: Fifo) -> str:
    return f"port {fifo.source}"


def _rate(port: Port, signs: Signs) -> str:
    shown = ",".join(map(str, port.rates))
    return shown if len(shown) <= RATE_MOST else shown[: RATE_MOST - 1] + signs.more


def show_drawing(graph: Graph, firings: Mapping[str, int], console: Console) -> None:
    """Draws on the standard output as wide as its terminal is; where that does not do, says so."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else COLUMNS_IN_FILES
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    try:
        drawing = draw_graph(graph, firings, width, UNICODE if encoding == "utf8" else ASCII)
    except TooLarge as too_large:
        console.note(f"{graph.name} is not drawn here: {too_large}; 'dfgen report' draws it on a page")
    else:
        console.styled_result(drawing) if is_terminal else console.result(drawing.plain)


# --- painting -------------------------------------------------------------------------------------------------------


def _paint(graph: Graph, found: Arrangement, lines: list[Line], texts: list[tuple[str, str]], signs: Signs) -> Text:
    page = _Page(signs)
    top = 0
    for depth, layer in enumerate(found.layers):
        has_more = any(texts[spot.node][1] for spot in layer if spot.node is not None)
        rows = 4 if has_more else 3
        for spot in layer:
            if spot.node is None:
                (net,) = {lines[hop.line].net for hop in found.hops if hop.lower is spot}
                for row in range(top, top + rows):
                    page.stroke(row, spot.column, UP | DOWN, net)
            else:
                _box(page, spot, (top, rows), texts[spot.node], graph.actors[spot.node].is_routing)
        top += rows
        if depth < len(found.rows):
            top = _gap(page, found, depth, top, lines)
    return page.text()


def _box(page: _Page, spot: Spot, place: tuple[int, int], texts: tuple[str, str], is_routing: bool) -> None:
    """`place`: its first row, and how many it has."""
    signs, right = page.signs, spot.column + spot.width - 1
    top, rows = place
    corners = signs.corners[is_routing]
    bar = signs.across * (spot.width - 2)
    page.write(top, spot.column, corners[0] + bar + corners[1])
    for row, text in enumerate(texts[: rows - 2], 1):
        page.write(top + row, spot.column, signs.along)
        page.write(top + row, right, signs.along)
        page.write(top + row, spot.column + (spot.width - len(text)) // 2, text, bold=row == 1)
    page.write(top + rows - 1, spot.column, corners[3] + bar + corners[2])
    for offset in spot.below.values():
        page.write(top + rows - 1, spot.column + offset, signs.lines[LEFT | RIGHT | DOWN])


def _gap(page: _Page, found: Arrangement, depth: int, top: int, lines: list[Line]) -> int:
    """The lines between two layers; gives the row below them. First comes a row for the texts of the upper ends, then
    those on which lines turn, then one for the lower ends; rows of delays where there are any."""
    hops = [(hop, turn) for hop, turn in zip(found.hops, found.turns) if hop.upper.layer == depth]
    rising = any(hop.first and lines[hop.line].rises and lines[hop.line].delay for hop, _ in hops)
    falling = any(hop.last and not lines[hop.line].rises and lines[hop.line].delay for hop, _ in hops)
    turning = top + 1 + rising
    bottom = turning + found.rows[depth] + falling
    for hop, turn in hops:
        _line(page, hop, lines[hop.line], (top, turning + (turn or 0), bottom))
    for hop, _ in hops:
        _ends(page, hop, lines[hop.line], top, bottom)
    return bottom + 1


def _line(page: _Page, hop: Hop, line: Line, rows: tuple[int, int, int]) -> None:
    top, turn, bottom = rows
    if hop.start == hop.end:
        for row in range(top, bottom + 1):
            page.stroke(row, hop.start, UP | DOWN, line.net)
        return
    for row in range(top, turn):
        page.stroke(row, hop.start, UP | DOWN, line.net)
    for row in range(turn + 1, bottom + 1):
        page.stroke(row, hop.end, UP | DOWN, line.net)
    ahead, back = (RIGHT, LEFT) if hop.end > hop.start else (LEFT, RIGHT)
    page.stroke(turn, hop.start, UP | ahead, line.net)
    page.stroke(turn, hop.end, DOWN | back, line.net)
    for column in range(min(hop.start, hop.end) + 1, max(hop.start, hop.end)):
        page.stroke(turn, column, LEFT | RIGHT, line.net)


def _ends(page: _Page, hop: Hop, line: Line, top: int, bottom: int) -> None:
    signs = page.signs
    if hop.first:
        page.write(top, hop.start, (signs.up if line.rises else signs.along) + line.tags[0])
        if line.rises and line.delay:
            page.write(top + 1, hop.start, line.delay)
    if hop.last:
        page.write(bottom, hop.end, (signs.along if line.rises else signs.down) + line.tags[1])
        if not line.rises and line.delay:
            page.write(bottom - 1, hop.end, line.delay)
