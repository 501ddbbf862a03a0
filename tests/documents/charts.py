# SPDX-License-Identifier: Apache-2.0
"""Charts as SVG, the same bytes for the same figures: lines over a logarithmic scale, or bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, log10

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 130, 44, 52
NAMES, BAR, GAP = 110, 18, 26
# Told apart also by those who do not see red and green. The first one is dfgen's.
COLOURS = ("#0072b2", "#555555", "#d55e00", "#009e73", "#cc79a7", "#8a6d00")
LABEL_LINES = 15

Series = Mapping[str, Mapping[str, float]]
"""By name: what was measured, by the place on the axis across."""


@dataclass(frozen=True)
class Chart:
    """`bars`: a group of bars for each place, from 0, each with its own scale; else a line for each name."""

    title: str
    across: str
    up: str
    bars: bool = False


def chart_as_svg(chart: Chart, series: Series) -> str:
    places = list(dict.fromkeys(place for points in series.values() for place in points))
    height = TOP + len(places) * (len(series) * BAR + GAP) + 12 if chart.bars else HEIGHT
    body = _bars(chart, series, places) if chart.bars else _drawn_lines(chart, series, places)
    font = 'font-family="sans-serif" font-size="12"'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {font}>',
        f"<title>{escape(chart.title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="16" y="20" font-size="14" font-weight="bold">{escape(chart.title)}</text>',
        _text(16, 38, chart.up, "start", "#555"),
    ]
    return "\n".join([*head, *body, "</svg>"]) + "\n"


def _bars(chart: Chart, series: Series, places: Sequence[str]) -> Iterator[str]:
    for group, place in enumerate(places):
        top = TOP + group * (len(series) * BAR + GAP) + 20
        most = max(points[place] for points in series.values() if place in points)
        yield _text(16, top - 4, f"{chart.across}: {place}", "start", "#555")
        for number, (name, points) in enumerate(series.items()):
            if place not in points:
                continue
            length, up = points[place] / most * (WIDTH - NAMES - 90), top + number * BAR
            colour = COLOURS[number % len(COLOURS)]
            yield _text(NAMES - 8, up + 12, name, "end")
            yield f'<rect x="{NAMES}" y="{up + 2}" width="{length:.1f}" height="{BAR - 4}" fill="{colour}"/>'
            yield _text(NAMES + length + 6, up + 12, f"{points[place]:.3g}", "start")


def _drawn_lines(chart: Chart, series: Series, places: Sequence[str]) -> Iterator[str]:
    values = [value for points in series.values() for value in points.values()]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))

    def x(place: str) -> float:
        return LEFT + 16 + places.index(place) / max(1, len(places) - 1) * (WIDTH - LEFT - RIGHT - 32)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (log10(value) - low) / max(1, high - low) * (HEIGHT - TOP - BOTTOM - 12)

    for decade in range(low, high + 1):
        height = y(10.0**decade)
        yield f'<path d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield _text(LEFT - 8, height + 4, f"{10.0**decade:g}", "end")
    yield from (_text(x(place), HEIGHT - BOTTOM + 18, place, "middle") for place in places)
    yield _text((LEFT + WIDTH - RIGHT) // 2, HEIGHT - 12, chart.across, "middle", "#555")
    yield from _lines(series, x, y)


def _lines(series: Series, x: Callable[[str], float], y: Callable[[float], float]) -> Iterator[str]:
    """Each with its name behind its last point, moved down where another name stands."""
    ends = {name: y(list(points.values())[-1]) for name, points in series.items()}
    labels = dict(sorted(ends.items(), key=lambda end: end[1]))
    for above, below in pairwise(labels):
        labels[below] = max(labels[below], labels[above] + LABEL_LINES)
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        at = [(x(place), y(value)) for place, value in points.items()]
        path = "L".join(f"{across:.1f} {up:.1f}" for across, up in at)
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        yield from (f'<circle cx="{across:.1f}" cy="{up:.1f}" r="3" fill="{colour}"/>' for across, up in at)
        yield _text(at[-1][0] + 10, labels[name] + 4, name, "start", colour)


def _text(across: float, up: float, text: str, anchor: str, colour: str = "black") -> str:
    return f'<text x="{across:.1f}" y="{up:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
