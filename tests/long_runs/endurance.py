# SPDX-License-Identifier: Apache-2.0
"""Runs a program for a given time: its memory must not grow, and its tokens must stay as they were."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .programs import PERIOD_ITERATIONS, Program, expected_digest

# Before the memory is looked at, and from then on what it may gain: a thread may touch a page of its stack later on.
WARM_UP_SHARE = 0.2
GROWTH_KIB_MOST = 256
SAMPLES = 200
END_SECONDS_MAX = 60
# What a shell starts in the background ignores Ctrl-C.
END_SIGNAL = signal.SIGTERM
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass(frozen=True)
class Run:
    """`resident` are (seconds, KiB); `problem` is empty if all went well."""

    program: Program
    iterations: int
    seconds: float
    resident: tuple[tuple[float, int], ...]
    problem: str

    @property
    def tokens(self) -> int:
        return self.iterations * self.program.way.tokens_per_iteration

    @property
    def growth_kib(self) -> int:
        """From the end of the warm-up on."""
        settled = self._settled
        return settled[-1][1] - settled[0][1] if settled else 0

    @property
    def slope_kib_per_hour(self) -> float:
        """Of the line that lies closest to the samples since the warm-up."""
        settled = self._settled
        if len(settled) < 2:
            return 0.0
        mean_s = sum(s for s, _ in settled) / len(settled)
        mean_kib = sum(kib for _, kib in settled) / len(settled)
        spread = sum((s - mean_s) ** 2 for s, _ in settled)
        return 3600 * sum((s - mean_s) * (kib - mean_kib) for s, kib in settled) / spread

    @property
    def _settled(self) -> list[tuple[float, int]]:
        return [(s, kib) for s, kib in self.resident if s >= WARM_UP_SHARE * self.seconds]


def endure(program: Program, seconds: float) -> Run:
    """Run it for so long, then ask it to end."""
    figures = program.binary.parent / "figures.json"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DFGEN_")}
    process = subprocess.Popen(
        [str(program.binary), "--json", str(figures)], cwd=program.binary.parent, env=kept, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    began = time.monotonic()
    resident: list[tuple[float, int]] = []
    while process.poll() is None and time.monotonic() - began < seconds:
        resident.append((time.monotonic() - began, _resident_kib(process.pid)))
        time.sleep(seconds / SAMPLES)
    took = time.monotonic() - began
    process.send_signal(END_SIGNAL)
    output, errors = _end_of(process)
    run = Run(program, 0, took, tuple(sample for sample in resident if sample[1]), "")
    if process.returncode != 128 + END_SIGNAL:
        return Run(program, 0, took, run.resident, f"ended with status {process.returncode}: {errors.strip()[:300]}")
    iterations = int(json.loads(figures.read_text())["iterations"])
    return Run(program, iterations, took, run.resident, _complaint(run, iterations, output))


def _end_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it wrote. One that does not end is killed, which its status tells."""
    try:
        return process.communicate(timeout=END_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()


def _resident_kib(process: int) -> int:
    """0 where the process has just ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_KIB
    except (OSError, IndexError):
        return 0


def _complaint(run: Run, iterations: int, output: str) -> str:
    counted, digest = output.split()
    if int(counted) != iterations:
        return f"{counted} iterations were checked of {iterations}"
    if iterations >= 2 * PERIOD_ITERATIONS and digest != expected_digest(run.program.way.words):
        return f"its tokens have the digest {digest}"
    if run.growth_kib > GROWTH_KIB_MOST:
        return f"its memory grew by {run.growth_kib} KiB"
    return ""
