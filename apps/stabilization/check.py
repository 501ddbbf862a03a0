# SPDX-License-Identifier: Apache-2.0
"""Check the stabilization application: is the motion right, is each frame drawn as the log says, is the shake gone?

`python apps/stabilization/check.py in.yuv out.yuv --motion motion.txt [--truth truth.txt]`

The motion is held against the truth of the generated scene, where that is given. Every output frame is drawn a second
time from its input frame and the logged poses, in floating point. How much each video still shakes is measured by phase
correlation of parts of neighbouring frames, which knows nothing of blocks, poses or the log.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.uint8]
Reals = npt.NDArray[np.float64]

MOTION_OFF_MAX = 0.5  # pixels, anywhere in the frame
PATH_OFF_MAX = 2.0  # pixels: what the errors of all frames may add up to
GREY_OFF_MAX = 3
SHAKE_LEFT_MAX = 1 / 3
SHAKE_FRAMES = 9  # a shake is what departs from the mean of so many frames
SHAKE_FRAMES_MIN = 24  # in a shorter video the smoothing has hardly begun


@dataclass(frozen=True)
class Size:
    """Pixels of a frame, and by how many per cent the output is drawn closer."""

    width: int
    height: int
    zoom: int

    @property
    def frame_bytes(self) -> int:
        return self.width * self.height * 3 // 2


@dataclass(frozen=True)
class Poses:
    """x and y in pixels and roll in radians, one line a frame."""

    values: Reals

    @classmethod
    def from_columns(cls, columns: Reals) -> Poses:
        return cls(np.column_stack([columns[:, :2], np.radians(columns[:, 2])]))

    def seen_from(self, others: Reals) -> Poses:
        """Each pose as the camera in the other one sees it."""
        away = self.values - others
        cosine, sine = np.cos(others[:, 2]), np.sin(others[:, 2])
        x, y = away[:, 0] * cosine + away[:, 1] * sine, away[:, 1] * cosine - away[:, 0] * sine
        return Poses(np.column_stack([x, y, away[:, 2]]))


def read_numbers(path: Path, columns: int) -> Reals:
    """The numbers of a log, one line a frame, the frame's own number left out."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    numbers = [[float(word) for word in line.split()] for line in lines]
    if any(len(line) != columns + 1 or line[0] != number for number, line in enumerate(numbers)):
        raise ValueError(f"{path}: not one line a frame of {columns + 1} numbers")
    return np.array(numbers, dtype=np.float64).reshape(len(numbers), columns + 1)[:, 1:]


def read_frames(path: Path, size: Size) -> list[bytes]:
    """The frames of a raw YUV 4:2:0 video; ValueError if the last one is cut short."""
    data = path.read_bytes()
    if len(data) % size.frame_bytes != 0:
        raise ValueError(f"{path}: {len(data)} bytes are no whole frames of {size.width}x{size.height}")
    return [data[start : start + size.frame_bytes] for start in range(0, len(data), size.frame_bytes)]


def planes_of(frame: bytes, size: Size) -> Iterator[Plane]:
    """Y, U and V."""
    pixels, start = np.frombuffer(frame, dtype=np.uint8), 0
    for scale in (1, 2, 2):
        lines, columns = size.height // scale, size.width // scale
        yield pixels[start : start + lines * columns].reshape(lines, columns)
        start += lines * columns


def drawn(plane: Plane, pose: Reals, zoom: int) -> Reals:
    """The plane as a camera would see it whose pose, in pixels of the plane, is seen from the plane's own."""
    lines, columns = plane.shape
    across, down = np.meshgrid(np.arange(columns) - (columns - 1) / 2, np.arange(lines) - (lines - 1) / 2)
    cosine, sine = np.cos(pose[2]) / (1 + zoom / 100), np.sin(pose[2]) / (1 + zoom / 100)
    x = np.clip(pose[0] + cosine * across - sine * down + (columns - 1) / 2, 0, columns - 1)
    y = np.clip(pose[1] + sine * across + cosine * down + (lines - 1) / 2, 0, lines - 1)
    left, upper = np.minimum(x.astype(int), columns - 2), np.minimum(y.astype(int), lines - 2)
    right, lower = x - left, y - upper
    above = plane[upper, left] * (1 - right) + plane[upper, left + 1] * right
    below = plane[upper + 1, left] * (1 - right) + plane[upper + 1, left + 1] * right
    result: Reals = above * (1 - lower) + below * lower
    return result


def grey_error(source: bytes, result: bytes, pose: Reals, size: Size) -> float:
    """By how many grey levels an output frame departs at most from the one that its pose asks for."""
    worst = 0.0
    for scale, plane, got in zip((1, 2, 2), planes_of(source, size), planes_of(result, size)):
        wanted = drawn(plane, pose / np.array([scale, scale, 1]), size.zoom)
        worst = max(worst, float(np.max(np.abs(wanted - got))))
    return worst


def shift_between(first: Plane, second: Plane) -> Reals:
    """How far the picture moved, x and y in pixels, by phase correlation of two luma planes."""
    lines, columns = first.shape
    window = np.outer(np.hanning(lines), np.hanning(columns))
    one, two = (np.fft.rfft2((plane - float(np.mean(plane))) * window) for plane in (first, second))
    product = two * np.conj(one)
    # Lower frequencies alone: the highest ones are mostly noise of the interpolation.
    keep = np.hypot(np.fft.fftfreq(lines)[:, None], np.fft.rfftfreq(columns)[None, :]) < 0.25
    surface = np.fft.irfft2(np.where(keep, product / (np.abs(product) + 1e-9), 0), s=(lines, columns))
    y, x = np.unravel_index(int(np.argmax(surface)), surface.shape)

    def refined(before: float, peak: float, after: float) -> float:
        bend = before - 2 * peak + after
        return 0.0 if bend == 0 else (before - after) / (2 * bend)

    dx = x + refined(surface[y, x - 1], surface[y, x], surface[y, (x + 1) % columns])
    dy = y + refined(surface[y - 1, x], surface[y, x], surface[(y + 1) % lines, x])
    return np.array([dx - columns if dx > columns / 2 else dx, dy - lines if dy > lines / 2 else dy])


def motion_between(first: Plane, second: Plane) -> Reals:
    """The median shift of nine parts of the picture that overlap: what moves on its own fills only a few of them."""
    lines, columns = (length // 2 for length in first.shape)
    corners = [(y * lines // 2, x * columns // 2) for y in range(3) for x in range(3)]
    parts = [tuple(plane[y : y + lines, x : x + columns] for plane in (first, second)) for y, x in corners]
    result: Reals = np.median(np.array([shift_between(*part) for part in parts]), axis=0)
    return result


def shake(frames: list[bytes], size: Size) -> float:
    """Root mean square, in pixels, of how far the picture is from where it was on average around each frame."""
    lumas = [next(planes_of(frame, size)) for frame in frames]
    steps = [motion_between(first, second) for first, second in itertools.pairwise(lumas)]
    path = np.cumsum(np.array([np.zeros(2), *steps]), axis=0)
    mean = np.column_stack([np.convolve(path[:, k], np.ones(SHAKE_FRAMES) / SHAKE_FRAMES, "valid") for k in (0, 1)])
    half = SHAKE_FRAMES // 2
    return float(np.sqrt(np.mean(np.sum((path[half:-half] - mean) ** 2, axis=1))))


def farthest(one: Reals, other: Reals, size: Size) -> float:
    """By how many pixels two lists of poses differ at most, anywhere in the frame."""
    away = np.abs(one - other)
    return float(np.max(np.hypot(away[:, 0], away[:, 1]) + away[:, 2] * np.hypot(size.width, size.height) / 2))


def check_motion(motion: Reals, truth: Reals, size: Size) -> Iterator[tuple[bool, str]]:
    """What is said of the estimated motion, and whether it is right."""
    true = Poses.from_columns(truth)
    steps = Poses(true.values[1:]).seen_from(true.values[:-1])
    off = farthest(Poses.from_columns(motion[1:, :3]).values, steps.values, size) if len(motion) > 1 else 0.0
    yield off <= MOTION_OFF_MAX, f"motion: at most {off:.2f} pixels from the truth"
    path = true.seen_from(np.broadcast_to(true.values[0], true.values.shape))
    drift = farthest(Poses.from_columns(motion[:, 3:6]).values, path.values, size)
    yield drift <= PATH_OFF_MAX, f"path: at most {drift:.2f} pixels from the truth"


def check_frames(sources: list[bytes], results: list[bytes], motion: Reals, size: Size) -> Iterator[tuple[bool, str]]:
    """What is said of the frames as they were drawn, and whether it is right."""
    path, smoothed = Poses.from_columns(motion[:, 3:6]), Poses.from_columns(motion[:, 6:9])
    poses = smoothed.seen_from(path.values).values
    errors = [grey_error(*parts, size) for parts in zip(sources, results, poses)]
    worst = int(np.argmax(errors))
    yield errors[worst] <= GREY_OFF_MAX, f"frames: at most {errors[worst]:.1f} grey levels off, in frame {worst}"
    if len(sources) < SHAKE_FRAMES_MIN:
        return
    before, after = shake(sources, size), shake(results, size)
    yield after <= SHAKE_LEFT_MAX * before, f"shake: {after:.2f} pixels, {before:.2f} in the input"


def check(source: Path, result: Path, motion: Path, truth: Path | None, size: Size) -> Iterator[tuple[bool, str]]:
    """All findings, each with whether it is right; ValueError if a file is not what it should be."""
    sources, results, log = read_frames(source, size), read_frames(result, size), read_numbers(motion, 9)
    counts = f"{len(sources)} frames read, {len(results)} written, {len(log)} logged"
    is_complete = len(sources) == len(results) == len(log)
    yield is_complete, counts
    if not is_complete or not sources:
        return
    if truth is not None:
        true = read_numbers(truth, 3)
        if len(true) != len(log):
            yield False, f"{len(true)} frames in {truth}"
            return
        yield from check_motion(log, true, size)
    yield from check_frames(sources, results, log, size)


def main(arguments: list[str] | None = None) -> int:
    """Command line: prints the findings, returns 0 when all are right."""
    parser = argparse.ArgumentParser(description="Check the output of the stabilization application.")
    parser.add_argument("input", type=Path, help="raw YUV 4:2:0 video the application read (or save_input=)")
    parser.add_argument("output", type=Path, help="raw YUV 4:2:0 video the application wrote")
    parser.add_argument("--motion", type=Path, required=True, help="what it wrote for motion=")
    parser.add_argument("--truth", type=Path, help="what it wrote for truth=")
    parser.add_argument("--width", type=int, default=320, help="as the graph was compiled (default 320)")
    parser.add_argument("--height", type=int, default=224, help="as the graph was compiled (default 224)")
    parser.add_argument("--zoom", type=int, default=10, help="as the graph was compiled (default 10)")
    options = parser.parse_args(arguments)
    size = Size(options.width, options.height, options.zoom)
    try:
        findings = list(check(options.input, options.output, options.motion, options.truth, size))
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for is_right, text in findings:
        print(f"{'right' if is_right else 'wrong'}: {text}")
    return 0 if all(is_right for is_right, _ in findings) else 1


if __name__ == "__main__":
    sys.exit(main())
