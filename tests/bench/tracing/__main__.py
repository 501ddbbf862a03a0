# SPDX-License-Identifier: Apache-2.0
"""What tracing costs: applications with and without it, run in turn.

    python -m tests.bench.tracing [--runs N] [--cores N] [--quick]

The time that counts is that of the processor, user and system together: it is the same work whoever else uses the
machine. Ratios are of pairs of runs, with an interval that encloses the median with 95 % confidence.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.profile.comparison import Estimate, estimate

APPS = Path(__file__).resolve().parents[3] / "apps"
RATIO_MOST = 1.03


@dataclass(frozen=True)
class Case:
    """An application, and what its program is told: enough work for a tenth of a second."""

    name: str
    arguments: tuple[str, ...]
    quick: tuple[str, ...]


CASES = (
    Case("cd2dat", ("seconds=60", "output=out.wav"), ("seconds=3", "output=out.wav")),
    Case("stereo", ("-n", "1", "disparity=out.pfm"), ("-n", "1", "disparity=out.pfm")),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tracing", description=__doc__)
    parser.add_argument("--runs", type=int, default=21, metavar="N", help="pairs of runs (default: 21)")
    parser.add_argument("--cores", type=int, default=1, metavar="N", help="cores of the programs (default: 1)")
    parser.add_argument("--quick", action="store_true", help="short runs, which show that all works")
    given = parser.parse_args()
    print(f"application  of the time   95 % interval   limit {RATIO_MOST}")
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder:
        for case in CASES:
            plain, traced = (program(case, given.cores, trace, Path(folder)) for trace in (False, True))
            os.chdir(folder)  # programs write their results where they are
            arguments = case.quick if given.quick else case.arguments
            ratio = ratio_of(partial(cpu_s, plain, arguments), partial(cpu_s, traced, arguments), given.runs)
            print(f"{case.name:<11}  {ratio.median:>11.4f}  {ratio.low:.4f} to {ratio.high:.4f}  {verdict(ratio)}")
        os.chdir(APPS)
    return 0


def program(case: Case, cores: int, trace: bool, folder: Path) -> Path:
    target = folder / f"{case.name}-{trace}"
    options = CompileOptions(cores=cores, trace=trace)
    write_folder(target, compile_graph(APPS / case.name / f"{case.name}.sdf", options).files)
    return build_folder(target, native=True)


def cpu_s(program: Path, arguments: Sequence[str]) -> float:
    """The processor's time of a run."""
    pid = os.posix_spawn(
        str(program),
        [str(program), "-q", *arguments],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        raise RuntimeError(f"{program} ended with status {status}")
    return usage.ru_utime + usage.ru_stime


def ratio_of(plain: Callable[[], float], traced: Callable[[], float], runs: int) -> Estimate:
    """Of the traced program by the other one, in pairs whose order changes."""
    ratios = []
    for number in range(runs):
        if number % 2 == 0:
            first = plain()
            ratios.append(traced() / first)
        else:
            first = traced()
            ratios.append(first / plain())
    return estimate(ratios)


def verdict(ratio: Estimate) -> str:
    if ratio.high <= RATIO_MOST:
        return "within"
    return "beyond" if ratio.low > RATIO_MOST else "not clear"


if __name__ == "__main__":
    sys.exit(main())
