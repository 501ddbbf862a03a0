# SPDX-License-Identifier: Apache-2.0
"""What tracing costs: applications with and without it, run in turn.

    python -m tests.bench.tracing [--runs N] [--cores N] [--quick]

The time that counts is that of the processor, user and system together: it is the same work whoever else uses the
machine. Ratios are of pairs of runs, with an interval that encloses the median with 95 % confidence. What an event
costs is told by a program that does nothing but pass one byte on: each firing is an event.
"""

from __future__ import annotations

import argparse
import os
import statistics
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
EVENT_NS_MOST = 100
EVENTFUL = """graph eventful { include "nothing.h"; source "nothing.c";
actor first { fire first(o); out o : uint8[1]; } actor last { fire last(i); in i : uint8[1]; } first.o -> last.i; }
"""
NOTHING_H = "#include <stdint.h>\nvoid first(uint8_t *o);\nvoid last(const uint8_t *i);\n"
NOTHING_C = '#include "nothing.h"\nvoid first(uint8_t *o) { *o = 1; }\nvoid last(const uint8_t *i) { (void)*i; }\n'
EVENTS_AN_ITERATION = 2
ITERATIONS = 2_000_000


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
        event_ns = cost_of_event_ns(Path(folder), given.runs, ITERATIONS // (10 if given.quick else 1))
        os.chdir(APPS)
    print(f"an event takes {event_ns:.1f} ns; limit {EVENT_NS_MOST}")
    return 0


def program(case: Case, cores: int, trace: bool, folder: Path) -> Path:
    options = CompileOptions(cores=cores, trace=trace)
    return built(APPS / case.name / f"{case.name}.sdf", options, folder / f"{case.name}-{trace}")


def built(graph: Path, options: CompileOptions, target: Path) -> Path:
    write_folder(target, compile_graph(graph, options).files)
    return build_folder(target, native=True)


def cost_of_event_ns(folder: Path, runs: int, iterations: int) -> float:
    """The median of pairs."""
    for name, text in (("eventful.sdf", EVENTFUL), ("nothing.h", NOTHING_H), ("nothing.c", NOTHING_C)):
        (folder / name).write_text(text, encoding="utf-8")
    each = [
        built(
            folder / "eventful.sdf",
            CompileOptions(cores=1, latency_iterations=1, fusion="none", trace=trace),
            folder / str(trace),
        )
        for trace in (False, True)
    ]
    spent_s = [[cpu_s(program, ("-n", str(iterations))) for program in each] for _ in range(runs)]
    more_s = statistics.median(traced - plain for plain, traced in spent_s)
    return more_s * 1e9 / (EVENTS_AN_ITERATION * iterations)


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


def verdict(ratio: Estimate, most: float = RATIO_MOST) -> str:
    if ratio.high <= most:
        return "within"
    return "beyond" if ratio.low > most else "not clear"


if __name__ == "__main__":
    sys.exit(main())
