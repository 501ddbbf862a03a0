# SPDX-License-Identifier: Apache-2.0
"""The front of buffers and throughput as an SVG picture: steps, for what lies between two points gains nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dfgen.analysis.buffers.answer import Sizes

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 90, 20, 20, 50
TICKS = 5
BLUE = "#1f77b4"

_FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" \
font-size="12">
<title>Buffers and throughput</title>
<rect width="{width}" height="{height}" fill="white"/>
<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="black"/>
{body}
<text x="{middle}" y="{label}" text-anchor="middle">tokens in all FIFOs</text>
<text x="{left}" y="14">iterations per time unit</text>
</svg>
"""


def front_as_svg(front: Sequence[Sizes]) -> str:
    sizes = [point.tokens for point in front]
    speeds = [float(1 / point.period) if point.period else 0.0 for point in front]
    low, high, fastest = min(sizes), max(sizes), max(speeds) or 1.0
    span = max(1, high - low)

    def x(size: float) -> float:
        return LEFT + 12 + (size - low) / span * (WIDTH - LEFT - RIGHT - 24)

    def y(speed: float) -> float:
        return HEIGHT - BOTTOM - speed / fastest * (HEIGHT - TOP - BOTTOM - 12)

    body = []
    for size in sorted({low + span * tick // TICKS for tick in range(TICKS + 1)}):
        body.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{size}</text>')
    for tick in range(TICKS + 1):
        speed = fastest * tick / TICKS
        body.append(f'<text x="{LEFT - 6}" y="{y(speed) + 4:.1f}" text-anchor="end">{speed:.3g}</text>')
    points = [(x(size), y(speed)) for size, speed in zip(sizes, speeds, strict=True)]
    steps = "".join(f"H{across:.1f}V{up:.1f}" for across, up in points[1:])
    body.append(f'<path d="M{points[0][0]:.1f} {points[0][1]:.1f}{steps}" fill="none" stroke="{BLUE}"/>')
    for point, (across, up) in zip(front, points, strict=True):
        tip = f"<title>{point.tokens} tokens, period {point.period}</title>"
        body.append(f'<circle cx="{across:.1f}" cy="{up:.1f}" r="3" fill="{BLUE}">{tip}</circle>')
    return _FRAME.format(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        top=TOP,
        bottom=HEIGHT - BOTTOM,
        right=WIDTH - RIGHT,
        middle=(LEFT + WIDTH - RIGHT) // 2,
        label=HEIGHT - 12,
        body="\n".join(body),
    )
