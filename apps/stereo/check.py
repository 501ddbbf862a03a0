# SPDX-License-Identifier: Apache-2.0
"""Checks a disparity map: the share of pixels that are off by more than a threshold.

    python apps/stereo/check.py disparity.pfm [truth.pfm] [--most PERCENT]

Without a truth file the map is held against the built-in scene, whose geometry is written down here a second time,
so that a mistake in the C code of the scene does not go unseen.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class FloatMap:
    """One float per pixel, row by row from the top."""

    width: int
    height: int
    values: array[float]


def read_pfm(path: str | Path) -> FloatMap:
    """Read a grey PFM file; raises ValueError if it is none."""
    content = Path(path).read_bytes()
    header = re.match(rb"Pf\s+(\d+)\s+(\d+)\s+(-?[0-9.]+)\s", content)
    if header is None:
        raise ValueError(f"{path} is not a grey PFM file (it does not start with Pf, width, height and scale)")
    width, height, is_little_endian = int(header[1]), int(header[2]), header[3].startswith(b"-")
    pixels = content[header.end() : header.end() + 4 * width * height]
    if not pixels or len(pixels) != 4 * width * height:
        raise ValueError(f"{path} ends after {len(pixels)} of {4 * width * height} bytes of pixels")
    values = array("f", pixels)
    if is_little_endian != (sys.byteorder == "little"):
        values.byteswap()
    rows = [values[y * width : (y + 1) * width] for y in reversed(range(height))]
    return FloatMap(width, height, array("f", [value for row in rows for value in row]))


def _everywhere(u: float, v: float) -> bool:
    return True


def _rectangle(left: float, top: float, right: float, bottom: float) -> Callable[[float, float], bool]:
    return lambda u, v: left <= u < right and top <= v < bottom


def _disc(left: float, top: float, right: float, bottom: float) -> Callable[[float, float], bool]:
    def covers(u: float, v: float) -> bool:
        across = (2 * u - left - right) / (right - left)
        down = (2 * v - top - bottom) / (bottom - top)
        return across * across + down * down < 1

    return covers


# Outline, then the share of the disparity range: constant, per width, per height. The largest disparity is seen.
_SCENE: tuple[tuple[Callable[[float, float], bool], float, float, float], ...] = (
    (_everywhere, 0.10, 0.08, 0.00),
    (_rectangle(0, 0.62, 1, 1), -0.98, 0.00, 1.82),
    (_rectangle(0.07, 0.16, 0.36, 0.66), 0.26, 0.35, 0.00),
    (_disc(0.46, 0.14, 0.72, 0.56), 0.36, 0.00, 0.22),
    (_rectangle(0.43, 0.06, 0.462, 0.92), 0.74, 0.00, 0.00),
    (_rectangle(0.74, 0.44, 0.93, 0.84), 0.80, -0.20, 0.00),
)


def scene_truth(width: int, height: int, disparities: int = 64, min_disparity: int = 0) -> FloatMap:
    """Return the true disparity of the built-in scene, in pixels."""

    def at(u: float, v: float) -> float:
        share = max(constant + per_u * u + per_v * v for covers, constant, per_u, per_v in _SCENE if covers(u, v))
        return min_disparity + (disparities - 1) * share

    values = array("f", (at(x / width, y / height) for y in range(height) for x in range(width)))
    return FloatMap(width, height, values)


def share_of_wrong_pixels(
    path: str | Path,
    truth_path: str | Path | None = None,
    threshold: float = 2.0,
    disparities: int = 64,
    min_disparity: int = 0,
) -> float:
    """Return the share (0 to 1) of the pixels with a finite truth that are off by more than `threshold` pixels.

    `disparities` and `min_disparity` matter for the built-in scene only, which is taken if there is no `truth_path`.
    """
    found = read_pfm(path)
    if truth_path is None:
        truth = scene_truth(found.width, found.height, disparities, min_disparity)
    else:
        truth = read_pfm(truth_path)
    if (found.width, found.height) != (truth.width, truth.height):
        raise ValueError(
            f"{path} is {found.width}x{found.height}, the truth {truth.width}x{truth.height}: they must be alike"
        )
    known = [(value, true) for value, true in zip(found.values, truth.values) if math.isfinite(true)]
    if not known:
        raise ValueError(f"{truth_path} has no finite pixel")
    return sum(not abs(value - true) <= threshold for value, true in known) / len(known)


def main() -> int:
    """Print the share; exit with 1 if it is above --most or a file cannot be read."""
    parser = argparse.ArgumentParser(description="share of wrong pixels of a disparity map")
    parser.add_argument("disparity", help="map to check, .pfm")
    parser.add_argument("truth", nargs="?", help="true disparity, .pfm (default: the built-in scene)")
    parser.add_argument("--threshold", type=float, default=2.0, help="pixels off that are still right (default 2)")
    parser.add_argument("--most", type=float, default=15.0, help="percent of wrong pixels allowed (default 15)")
    parser.add_argument("--disparities", type=int, default=64, help="as the graph was compiled (default 64)")
    parser.add_argument("--min-disparity", type=int, default=0, help="as the graph was compiled (default 0)")
    options = parser.parse_args()
    try:
        share = share_of_wrong_pixels(
            options.disparity, options.truth, options.threshold, options.disparities, options.min_disparity
        )
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{100 * share:.2f} % of the pixels are off by more than {options.threshold:g}")
    return 0 if 100 * share <= options.most else 1


if __name__ == "__main__":
    sys.exit(main())
