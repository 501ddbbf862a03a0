# SPDX-License-Identifier: Apache-2.0
"""Check the edges application: compute its whole output again on full frames, without slices, and compare every byte.

`python apps/edges/check.py input.gray output.gray [--width 352] [--height 288]`
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.int64]


def neighbours(plane: Plane) -> dict[tuple[int, int], Plane]:
    """The nine planes shifted by (line, column) in -1..1; what lies outside the frame is zero."""
    height, width = plane.shape
    padded = np.pad(plane, 1)
    steps = (-1, 0, 1)
    return {(dy, dx): padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width] for dy in steps for dx in steps}


def gradient(plane: Plane) -> Plane:
    """Half of |gx| + |gy| of the Sobel operator, at most 255."""
    at = neighbours(plane)
    weights = {-1: 1, 0: 2, 1: 1}
    horizontal = sum(weights[dy] * (at[dy, 1] - at[dy, -1]) for dy in weights)
    vertical = sum(weights[dx] * (at[1, dx] - at[-1, dx]) for dx in weights)
    result: Plane = np.minimum((np.abs(horizontal) + np.abs(vertical)) // 2, 255)
    return result


def closing(plane: Plane) -> Plane:
    """Dilation, then erosion, both by a 3x3 square."""
    wide: Plane = np.max(np.stack(list(neighbours(plane).values())), axis=0)
    narrow: Plane = np.min(np.stack(list(neighbours(wide).values())), axis=0)
    return narrow


def expected_frame(frame: bytes, width: int, height: int) -> bytes:
    """The output frame that belongs to an input frame."""
    plane = np.frombuffer(frame, dtype=np.uint8).reshape(height, width).astype(np.int64)
    return closing(gradient(plane)).astype(np.uint8).tobytes()


def frames(data: bytes, width: int, height: int) -> Iterator[bytes]:
    """The frames of a raw video; the last one may be short."""
    size_bytes = width * height
    for start in range(0, len(data), size_bytes):
        yield data[start : start + size_bytes]


def first_difference(number: int, got: bytes, want: bytes, width: int, height: int) -> str | None:
    """Where one output frame departs from the expected one, in words."""
    if got == want:
        return None
    if len(got) != len(want):
        return f"frame {number}: {len(got)} bytes, expected {len(want)}"
    index = next(i for i, pair in enumerate(zip(got, want)) if pair[0] != pair[1])
    total = sum(a != b for a, b in zip(got, want))
    place = f"line {index // width}, column {index % width}"
    return f"frame {number}, {place}: {got[index]}, expected {want[index]} ({total} bytes differ in this frame)"


def check(input_path: Path, output_path: Path, width: int = 352, height: int = 288) -> list[str]:
    """What is wrong with the output video, one message a frame; empty when every byte is right."""
    sources = list(frames(input_path.read_bytes(), width, height))
    results = list(frames(output_path.read_bytes(), width, height))
    problems = []
    if len(sources) != len(results):
        problems.append(f"{len(results)} frames written, {len(sources)} frames read")
    for number, (source, result) in enumerate(zip(sources, results)):
        expected = expected_frame(source, width, height)
        problem = first_difference(number, result, expected, width, height)
        if problem is not None:
            problems.append(problem)
    return problems


def main(arguments: list[str] | None = None) -> int:
    """Command line: prints the verdict, returns 0 when all bytes are right."""
    parser = argparse.ArgumentParser(description="Check the output of the edges application.")
    parser.add_argument("input", type=Path, help="raw video of bytes that the application read")
    parser.add_argument("output", type=Path, help="raw video that the application wrote")
    parser.add_argument("--width", type=int, default=352, help="pixels a line (default 352)")
    parser.add_argument("--height", type=int, default=288, help="lines a frame (default 288)")
    options = parser.parse_args(arguments)
    try:
        problems = check(options.input, options.output, options.width, options.height)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    for problem in problems[:5]:
        print(f"wrong: {problem}")
    if not problems:
        print(f"right: every byte of {options.output} is as computed on full frames")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
