# SPDX-License-Identifier: Apache-2.0
"""The programs of the public benchmark, built from a checkout: qsdr itself, FutureSDR and GNU Radio where they are."""

from __future__ import annotations

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.transfers.builds import Absent

NATIVE = "-C target-cpu=native"
FAST = ("-O3", "-DNDEBUG", "-march=native")
FUTURE_MEMBER = '"futuresdr-benchmark", '
BUILD_SECONDS_MAX = 1800
RUN_SECONDS_MIN = 1.6
"""Each prints once in 2^29 items, and what it prints first counts its start."""
_RATE = re.compile(r"samples/s = ([0-9.e+-]+)")


@dataclass(frozen=True)
class Peer:
    """A program that prints rates until it is ended. `choices`: arguments of which the best are looked for.
    `environment`: what it finds its own libraries by."""

    name: str
    command: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...] = ((),)
    environment: Mapping[str, str] = field(default_factory=dict)

    def rate(self, blocks: int, cores: int, choice: Sequence[str], seconds: float) -> float:
        """Items a second, the median of what it prints; 0 if it prints nothing in that time."""
        command = [*self.command, *choice, "multi-kernel", "--num-kernels", str(blocks), "--num-cpus", str(cores)]
        if self.name == "GNU Radio":
            command.remove("multi-kernel")
        return _median_rate(command, max(seconds, RUN_SECONDS_MIN), self.environment)


def _median_rate(command: Sequence[str], seconds: float, environment: Mapping[str, str]) -> float:
    """Lines are asked for one by one, so that they are there when the program is ended."""
    shown = subprocess.Popen(
        ["stdbuf", "-oL", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env={**os.environ, **environment},
    )
    try:
        printed, _ = shown.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(shown.pid, signal.SIGKILL)
        printed, _ = shown.communicate()
    # The first covers the start of the program.
    rates = [float(rate) for rate in _RATE.findall(printed)][1:]
    return statistics.median(rates) if rates else 0.0


def built_peers(checkout: Path, folder: Path) -> tuple[list[Peer], list[Absent]]:
    """What can be built in `folder`, of which nothing is written to the checkout."""
    copy = folder / "checkout"
    if not copy.exists():
        shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns("target", ".git"))
    found: list[Peer] = []
    absent: list[Absent] = []
    for make in (_qsdr, _futuresdr, _gnuradio):
        made = make(copy)
        if isinstance(made, Peer):
            found.append(made)
        else:
            absent.append(made)
    return found, absent


def _cargo(copy: Path, package: str, binary: str) -> Path | Absent:
    if shutil.which("cargo") is None:
        return Absent(f"{binary}: cargo is not installed")
    command = ["cargo", "build", "--release", "-p", package, "--bin", binary]
    environment = {**os.environ, "RUSTFLAGS": NATIVE}
    done = subprocess.run(
        command, cwd=copy, env=environment, capture_output=True, text=True, timeout=BUILD_SECONDS_MAX, check=False
    )
    if done.returncode == 0:
        return copy / "target/release" / binary
    reasons = [line for line in done.stderr.splitlines() if line.startswith("error")]
    return Absent(f"{binary}: cargo says {reasons[0] if reasons else done.returncode}")


def _qsdr(copy: Path) -> Peer | Absent:
    """FutureSDR comes from its own repository; where that cannot be had, qsdr is built without it."""
    binary = _cargo(copy, "qsdr-benchmarks", "benchmark_qsdr")
    if isinstance(binary, Absent):
        manifest = copy / "Cargo.toml"
        manifest.write_text(manifest.read_text().replace(FUTURE_MEMBER, ""))
        binary = _cargo(copy, "qsdr-benchmarks", "benchmark_qsdr")
    if isinstance(binary, Absent):
        return binary
    choices = (
        ("--buffer-size", str(size), "--num-buffers", str(buffers))
        for size in (4096, 16384, 32768, 65536, 131072)
        for buffers in (2, 3, 4, 8)
    )
    return Peer("qsdr", (str(binary),), tuple(choices))


def _futuresdr(copy: Path) -> Peer | Absent:
    if FUTURE_MEMBER not in (copy / "Cargo.toml").read_text():
        return Absent("FutureSDR: its repository cannot be reached")
    binary = _cargo(copy, "futuresdr-benchmark", "futuresdr-benchmark")
    return binary if isinstance(binary, Absent) else Peer("FutureSDR", (str(binary),))


def _gnuradio(copy: Path) -> Peer | Absent:
    """Its blocks are built and installed beside the copy, for the Python that has GNU Radio."""
    program = str(copy / "gr-qsdr_benchmark/examples/gr_qsdr_benchmark.py")
    pythons = dict.fromkeys([sys.executable, shutil.which("python3", path=os.defpath) or sys.executable])
    having = [python for python in pythons if _imports(python, "gnuradio", {})]
    if not having:
        return Absent("GNU Radio: it is not installed")
    prefix = copy / "gnuradio"
    configure = ["cmake", "-S", str(copy / "gr-qsdr_benchmark"), "-B", str(copy / "gnuradio-build")]
    configure += [f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_BUILD_TYPE=Release"]
    configure += [f"-DCMAKE_CXX_FLAGS_RELEASE={' '.join(FAST)}", f"-DPYTHON_EXECUTABLE={having[0]}"]
    for command in (configure, ["cmake", "--build", configure[4]], ["cmake", "--install", configure[4]]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS_MAX, check=False)
        if done.returncode != 0:
            return Absent(
                f"GNU Radio: its blocks cannot be built: {' '.join(command[:2])} ended with {done.returncode}"
            )
    libraries = {str(file.parent) for file in prefix.rglob("lib*.so")}
    packages = {
        str(folder.parent.parent) for folder in prefix.rglob("gnuradio/qsdr_benchmark") if "python" in str(folder)
    }
    found = {"PYTHONPATH": ":".join(sorted(packages)), "LD_LIBRARY_PATH": ":".join(sorted(libraries))}
    if not _imports(having[0], "gnuradio.qsdr_benchmark", found):
        return Absent("GNU Radio: its blocks were built, and it does not find them")
    return Peer("GNU Radio", (having[0], program), environment=found)


def _imports(python: str, module: str, environment: Mapping[str, str]) -> bool:
    command, own = [python, "-c", f"import {module}"], {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, env=own, check=False).returncode == 0
