# SPDX-License-Identifier: Apache-2.0
"""Ends that nobody chose: signals at random moments, disks that are full, files that may not grow."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .programs import GRAPH, SECONDS_MAX, VARIANTS, WINDOW_BYTES, Program, build
from .test_faults import words

RUNS = 12
ORDERLY = {"cow", "offload", "memcpy"}
ITERATION_BYTES = 3 * WINDOW_BYTES


@pytest.fixture(scope="module", params=[v for v in VARIANTS if v.name in ORDERLY], ids=lambda variant: variant.name)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    return build(request.param, tmp_path_factory.mktemp(request.param.name), tmp_path_factory.mktemp("objects"))


def interrupted(program: Program, number: signal.Signals, delay_s: float) -> tuple[int, str]:
    """Started without an end, and sent a signal after that time."""
    for path in program.folder.iterdir():
        path.unlink()
    command = [str(program.binary), *program.variant.arguments, "file=out.bin"]
    process = subprocess.Popen(
        command, cwd=program.folder, env=program.environment({}), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    time.sleep(delay_s)
    process.send_signal(number)
    _, errors = process.communicate(timeout=SECONDS_MAX)
    return process.returncode, errors


def is_prefix(written: bytes) -> bool:
    """Each iteration holds three windows, the first of them as it was given; looked at is how they begin."""
    for place in range(0, len(written), ITERATION_BYTES):
        given = words(place // ITERATION_BYTES, 64)
        begin = b"".join(word.to_bytes(4, "little") for word in given)
        part = written[place : place + len(begin)]
        if part != begin[: len(part)]:
            return False
    return True


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_at_any_moment_ends_it(program: Program, number: signal.Signals) -> None:
    rng = random.Random(f"{program.variant.name} {number}")
    for _ in range(RUNS):
        status, errors = interrupted(program, number, rng.choice([0, 0.001, 0.003, 0.01, 0.05]) * rng.random() * 2)
        written = (program.folder / "out.bin").read_bytes() if (program.folder / "out.bin").exists() else b""
        assert "error" not in errors
        assert is_prefix(written)
        if number is signal.SIGKILL:
            assert status == -number
        else:
            assert status in (128 + number, -number)  # the latter before the program has begun to catch it
            assert status == -number or len(written) % ITERATION_BYTES == 0
        left = {path.name for path in program.folder.iterdir()}
        assert left <= {"out.bin", "figures.json"}


def test_a_full_disk_is_told(program: Program) -> None:
    ended = subprocess.run(
        [str(program.binary), "-n", "6", "file=/dev/full"], cwd=program.folder, env=program.environment({}),
        capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert "error: actor 'keep' (graph.sdf:" in ended.stderr
    assert "cannot write the output file" in ended.stderr


def test_figures_that_find_no_room_are_told(program: Program) -> None:
    ended = subprocess.run(
        [str(program.binary), "-n", "6", "--json", "/dev/full", "file=out.bin"], cwd=program.folder,
        env=program.environment({}), capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert "/dev/full" in ended.stderr
    assert "No space left on device" in ended.stderr


def limit_files(limit_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))


def without_coverage() -> dict[str, str]:
    """What coverage measures of dfgen must find room at its end; and Python keeps of compiled modules what fits, which
    nobody could import any more."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1"}


# Whether dfgen or a compiler of its is the first to reach the limit is a matter of what is kept of earlier runs.
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize(
    ("limit_bytes", "told"),
    [(10_000, "File too large|File size limit exceeded"), (0, "No usable temporary directory")],
)
def test_dfgen_tells_where_its_output_finds_no_room(
    limit_bytes: int, told: str, kept: bool, tmp_path: Path, repository: Path
) -> None:
    command = [sys.executable, "-m", "dfgen", "compile", str(GRAPH), "-o", str(tmp_path / "generated")]
    environment = {**without_coverage(), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    if kept:
        subprocess.run([*command[:-1], str(tmp_path / "earlier")], cwd=repository, check=True, env=environment)
    ended = subprocess.run(
        command, cwd=repository, capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
        env=environment, preexec_fn=lambda: limit_files(limit_bytes),
    )  # fmt: skip
    assert ended.returncode == 1, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "error" in ended.stderr
    assert re.search(told, ended.stderr)
