# SPDX-License-Identifier: Apache-2.0
"""What the step of a library costs beside the plain call of its one actor, and a call from Python; and how fast a
stream is that is pushed and pulled, beside a program of the same functions.

    python -m tests.bench.library [--rounds N] [--block N]

Steps and plain calls take turns; printed are medians of the time that the process runs, and the largest and smallest
of the rounds.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy

import dfgen
from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import CompileOptions, compile_graph
from tests.bench.library_streams import rates

GRAPH = """\
graph gain(block = 64) {
    include "scale.h";
    source "scale.c";
    in x : float[block];
    out y : float[block];
    actor scale { fire scale(block, a, b);  in a : float[block];  out b : float[block]; }
    x -> scale.a;
    scale.b -> y;
}
"""
SCALE_H = "void scale(int count, const float *x, float *y);\n"
SCALE_C = """\
#include "scale.h"
void scale(int count, const float *x, float *y)
{
    for (int i = 0; i < count; i++)
        y[i] = x[i] * 0.5f + 1;
}
"""
TIMER_C = """\
#include "scale.h"
#include <gain.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CALLS = 100000 };

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int count, char **arguments)
{
    int rounds = atoi(arguments[1]), block = atoi(arguments[2]);
    float *x = calloc((size_t)block, sizeof *x), *y = calloc((size_t)block, sizeof *y);
    gain *opened = gain_open(NULL, NULL, 0);
    void (*volatile plain)(int, const float *, float *) = scale;
    for (int round = 0; round < rounds; round++) {
        double begun = now_ns();
        for (int i = 0; i < CALLS; i++)
            plain(block, x, y);
        double between = now_ns();
        for (int i = 0; i < CALLS; i++)
            gain_step(opened, x, y);
        printf("%.2f %.2f\\n", (between - begun) / CALLS, (now_ns() - between) / CALLS);
    }
    gain_close(opened);
    free(x);
    free(y);
    return count - 3;
}
"""
CALLS_IN_ROUND = 2000


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.library", description=__doc__)
    parser.add_argument("--rounds", type=int, default=31, metavar="N", help="of each (default: 31)")
    parser.add_argument("--block", type=int, default=64, metavar="N", help="floats of a step (default: 64)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
        graph = Path(folder, "gain.sdf")
        for name, text in (("gain.sdf", GRAPH), ("scale.h", SCALE_H), ("scale.c", SCALE_C), ("timer.c", TIMER_C)):
            Path(folder, name).write_text(text)
        rounds = timed_in_c(graph, given.rounds, given.block)
        told("plain call", [plain for plain, _ in rounds], "ns")
        told("step", [step for _, step in rounds], "ns")
        told("step over call", [step - plain for plain, step in rounds], "ns")
        told("call from Python", timed_in_python(graph, given.rounds, given.block), "us")
        told("stream / program", rates(Path(folder), given.rounds), "")
    return 0


def timed_in_c(graph: Path, rounds: int, block: int) -> list[tuple[float, float]]:
    """Nanoseconds of a plain call and of a step."""
    place = graph.parent / "library"
    options = CompileOptions(library=True, cores=1, platform="host", parameters={"block": block})
    write_folder(place, compile_graph(graph, options).files)
    library = build_folder(place, native=True)
    program = graph.parent / "timer"
    sources = [str(graph.parent / name) for name in ("timer.c", "scale.c")]
    flags = ["-O3", "-march=native", "-ffp-contract=off", f"-I{place / 'include'}", f"-Wl,-rpath,{library.parent}"]
    subprocess.run(["cc", *flags, *sources, str(library), "-o", str(program)], check=True)
    ended = subprocess.run([program, str(rounds), str(block)], capture_output=True, text=True, check=True)
    return [(float(plain), float(step)) for plain, step in map(str.split, ended.stdout.splitlines())]


def timed_in_python(graph: Path, rounds: int, block: int) -> list[float]:
    """Microseconds of a call, of the time that this process runs."""
    found = []
    with dfgen.load(graph, cores=1, block=block) as gain:
        samples = numpy.ones(block, numpy.float32)
        for _ in range(rounds):
            begun_ns = time.process_time_ns()
            for _ in range(CALLS_IN_ROUND):
                gain(samples)
            found.append((time.process_time_ns() - begun_ns) / CALLS_IN_ROUND / 1000)
    return found


def told(what: str, values: Sequence[float], unit: str) -> None:
    print(f"{what:<18} {median(values):8.2f} {unit}  ({min(values):.2f} to {max(values):.2f})")


if __name__ == "__main__":
    raise SystemExit(main())
