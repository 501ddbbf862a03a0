# SPDX-License-Identifier: Apache-2.0
"""What other tools and this machine say of the same program: Valgrind's cachegrind, DynamoRIO's drcachesim, a clock."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.build.reporter import SILENCE
from dfgen.build.toolchain import build_folder
from dfgen.csource.learn import CKnowledge
from dfgen.explore.sweep import Point, options_of
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.profile.sampling import Runner, Variant
from dfgen.stages import generate, plan_known

CACHEGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null")
DRCACHESIM = ("drrun", "-t", "drcachesim", "--")
ITERATIONS = 4


def seconds_of(command: Sequence[str], folder: Path) -> float:
    began = time.monotonic()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


def simulators(graph: Path, parameters: Mapping[str, int], folder: Path) -> Iterator[str]:
    """What one iteration takes on one core, on one architecture."""
    write_folder(folder, compile_graph(graph, CompileOptions(cores=1, parameters=parameters)).files)
    program = build_folder(folder, native=False, build_type="RelWithDebInfo", reporter=SILENCE)
    own = [str(program), "-n", "1", "-q"]
    for name, tool in (("cachegrind", CACHEGRIND), ("drcachesim", DRCACHESIM)):
        if shutil.which(tool[0]) is None:
            yield f"{name}: skipped, '{tool[0]}' is not on this machine"
        else:
            yield f"{name}: {seconds_of([*tool, *own], folder):.1f} s an iteration on one core"


def measured_ms(known: CKnowledge, options: CompileOptions, point: Point, folder: Path, runs: int) -> float:
    """The median time of an iteration of the plan that was replayed."""
    planned = plan_known(known, options_of(options, point.cores, point.strategy))
    write_folder(folder, generate(planned).files)
    program = Variant(build_folder(folder, native=False, reporter=SILENCE))
    runner = Runner(folder, (), 600, SILENCE)
    return statistics.median(runner.run(program, ITERATIONS).iteration_ns for _ in range(runs)) / 1e6


def beside_measured(
    known: CKnowledge, options: CompileOptions, points: Sequence[Point], scratch: Path, runs: int
) -> Iterator[str]:
    for point in points:
        if point.cores > len(os.sched_getaffinity(0)):
            continue
        simulated = point.figures.iteration_ps / 1e9
        folder = scratch / f"{point.strategy}-{point.cores}"
        measured = measured_ms(known, options, point, folder, runs)
        what = f"{point.strategy} on {point.cores} core{'s' if point.cores > 1 else ''} of this machine"
        yield f"{what}: simulated {simulated:.1f} ms, measured {measured:.1f} ms"
