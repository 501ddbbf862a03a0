# SPDX-License-Identifier: Apache-2.0
"""Video stabilization: right motion, right frames, the same bytes however it is compiled, and what it says to mistakes.

Short videos that are made here have a motion that is known to the pixel.
"""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.applications import STABILIZATION, App
from tests.apps.harness import Workbench, run

Plane = npt.NDArray[np.uint8]

WIDTH, HEIGHT = STABILIZATION.parameters["width"], STABILIZATION.parameters["height"]
FULL = App("stabilization", STABILIZATION.arguments[:-1], STABILIZATION.outputs, STABILIZATION.checker_arguments[:6])


@pytest.fixture(scope="module")
def reference(bench: Workbench) -> dict[str, bytes]:
    """The outputs with one core, no overlap, and every byte copied."""
    program = bench.program(STABILIZATION.graph, STABILIZATION.options(cores=1, depth=1, transfers=("memcpy",)))
    assert run(program, *STABILIZATION.arguments).returncode == 0
    return STABILIZATION.written(program.parent)


def test_full_size_is_as_the_checker_wants_it(bench: Workbench, tmp_path: Path) -> None:
    program = bench.program(FULL.graph, FULL.options(cores=2))
    ended = run(program, *FULL.arguments)
    assert (ended.returncode, ended.stdout) == (0, "stabilization: 60 frames written to out.yuv\n")
    verdict = FULL.verdict(FULL.written(program.parent), tmp_path)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    assert [line.split(":")[1].strip() for line in verdict.stdout.splitlines()[1:]] == [
        "motion", "path", "frames", "shake",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["motion.txt", "out.yuv"])
def test_the_checker_refuses_what_is_wrong(name: str, reference: dict[str, bytes], tmp_path: Path) -> None:
    good = STABILIZATION.verdict(reference, tmp_path)
    assert good.returncode == 0, good.stdout + good.stderr
    content = bytearray(reference[name])
    if name == "out.yuv":
        content[len(content) // 2] ^= 64
    else:
        content = bytearray(content.replace(b"\n3 ", b"\n3 1"))
    assert STABILIZATION.verdict({**reference, name: bytes(content)}, tmp_path).returncode == 1


def texture(seed: int) -> Plane:
    """Random blobs of a few pixels, twice the size of a frame."""
    noise = np.random.default_rng(seed).uniform(0, 255, (2 * HEIGHT, 2 * WIDTH))
    for axis in (0, 1, 0, 1):
        noise = (noise + np.roll(noise, 1, axis) + np.roll(noise, 2, axis)) / 3
    stretched = (noise - noise.min()) / (noise.max() - noise.min()) * 255
    result: Plane = stretched.astype(np.uint8)
    return result


def seen(world: Plane, x: int, y: int) -> bytes:
    """The frame of a camera at (x, y), counted from a place near the world's middle."""
    top, left = HEIGHT // 2 + y, WIDTH // 2 + x
    luma = world[top : top + HEIGHT, left : left + WIDTH]
    return luma.tobytes() + luma[::2, ::2].tobytes() + luma[1::2, 1::2].tobytes()


def stabilized(
    bench: Workbench, folder: Path, frames: list[bytes], **parameters: int
) -> tuple[npt.NDArray[np.float64], list[bytes]]:
    """The log's numbers, a line a frame, and the frames written."""
    options = CompileOptions(cores=2, parameters={**STABILIZATION.parameters, **parameters})
    (folder / "in.yuv").write_bytes(b"".join(frames))
    program = bench.program(STABILIZATION.graph, options)
    names = [f"{option}={folder}/{name}" for option, name in (("input", "in.yuv"), ("output", "o"), ("motion", "m"))]
    ended = run(program, *names)
    assert (ended.returncode, ended.stderr) == (0, "")
    data, size = (folder / "o").read_bytes(), len(frames[0])
    return np.loadtxt(folder / "m", ndmin=2), [data[i : i + size] for i in range(0, len(data), size)]


def test_whole_pixels_are_found_exactly(bench: Workbench, tmp_path: Path) -> None:
    path = [(0, 0), (3, -2), (-4, 5), (-4, 5), (5, -4), (-5, 0)]
    log, _ = stabilized(bench, tmp_path, [seen(texture(1), x, y) for x, y in path])
    steps = np.diff(np.array(path), axis=0)
    assert np.abs(log[1:, 1:3] - steps).max() < 0.05
    assert np.abs(log[:, 4:6] - np.array(path)).max() < 0.1
    assert np.abs(log[:, 3]).max() < 0.02  # degrees


def test_an_object_that_moves_on_its_own_is_left_out(bench: Workbench, tmp_path: Path) -> None:
    frames = []
    for n in range(5):
        frame = bytearray(seen(texture(2), 2 * n, -n))
        other = np.frombuffer(seen(texture(3), -3 * n, 4 * n), np.uint8)[: WIDTH * HEIGHT].reshape(HEIGHT, WIDTH)
        for y in range(20, 70):
            frame[y * WIDTH + 30 : y * WIDTH + 95] = other[y, 30:95].tobytes()
        frames.append(bytes(frame))
    log, _ = stabilized(bench, tmp_path, frames)
    assert np.abs(log[1:, 1:3] - [2, -1]).max() < 0.1


def test_a_resting_camera_changes_nothing(bench: Workbench, tmp_path: Path) -> None:
    frame = seen(texture(4), 0, 0)
    log, written = stabilized(bench, tmp_path, [frame] * 4, zoom=0)
    assert not log[:, 1:].any()
    away = np.frombuffer(b"".join(written), np.uint8).astype(int) - np.frombuffer(frame * 4, np.uint8)
    assert len(written) == 4
    assert not away.any()


def test_cuts_and_flat_frames_do_not_move_the_camera(bench: Workbench, tmp_path: Path) -> None:
    flat = bytes([90]) * len(seen(texture(5), 0, 0))
    frames = [seen(texture(5), 0, 0), seen(texture(5), 2, 1), seen(texture(6), 0, 0), flat, flat]
    log, _ = stabilized(bench, tmp_path, frames)
    assert np.abs(log[1, 1:3] - [2, 1]).max() < 0.05
    assert not log[2:, 1:4].any()


def test_the_correction_never_exceeds_the_margin(bench: Workbench, tmp_path: Path) -> None:
    frames = [seen(texture(7), 9 * (n % 5), 7 * (n % 5)) for n in range(10)]
    log, _ = stabilized(bench, tmp_path, frames, margin=3)
    away = np.abs(log[:, 7:9] - log[:, 4:6])
    assert 2.99 < away.max() <= 3.0001


def test_an_even_pan_is_followed_without_lag(bench: Workbench, tmp_path: Path) -> None:
    frames = [seen(texture(8), n - 35, 0) for n in range(70)]
    log, _ = stabilized(bench, tmp_path, frames, smoothing=8)
    assert np.abs(log[-1, 7:9] - log[-1, 4:6]).max() < 0.05


MISTAKES = [
    (["input=none.yuv"], "cannot open input none.yuv"),
    (["input=short.yuv"], "short.yuv ends inside frame 1"),
    (["input=short.yuv", "truth=t"], "truth= and save_input= tell of the generated scene"),
    (["frames=some"], "frames=some: give a whole number"),
    (["output=none/out.yuv"], "cannot create none/out.yuv"),
    (["motion=/dev/full", "output=out.yuv"], "cannot write /dev/full"),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES, ids=lambda value: str(value)[:30])
def test_mistakes_end_with_a_message(arguments: list[str], message: str, bench: Workbench) -> None:
    program = bench.program(STABILIZATION.graph, STABILIZATION.options(cores=2))
    frame = seen(texture(1), 0, 0)
    (program.parent / "short.yuv").write_bytes(frame + frame[: len(frame) * 3 // 4])
    ended = run(program, *arguments)
    assert ended.returncode == 1
    assert message in ended.stderr


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"width": 168}, "width is 168; it must be a multiple of 16"),
     ({"slices": 4}, "height is 96; it must be a multiple of 64"),
     ({"reach": 33}, "reach is 33; it must be from 1 to 32"),
     ({"smoothing": 1}, "smoothing is 1; it must be from 2 to 10000")],
)  # fmt: skip
def test_parameters_out_of_range_are_named(parameters: dict[str, int], message: str, bench: Workbench) -> None:
    program = bench.program(STABILIZATION.graph, CompileOptions(parameters={**STABILIZATION.parameters, **parameters}))
    ended = run(program, "frames=1")
    assert ended.returncode == 1
    assert message in ended.stderr


def test_no_frame_gives_empty_files_and_devices_stay_devices(bench: Workbench) -> None:
    program = bench.program(STABILIZATION.graph, STABILIZATION.options(cores=2))
    ended = run(program, "frames=0", "output=empty.yuv", "motion=/dev/null")
    assert (ended.returncode, ended.stdout) == (0, "stabilization: 0 frames written to empty.yuv\n")
    assert (program.parent / "empty.yuv").read_bytes() == b""
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert not (program.parent / "empty.yuv.part").exists()
