# SPDX-License-Identifier: Apache-2.0
"""What a live parameter costs while nobody sets it: beside the same graph whose actor has the number in its state.

    python -m tests.bench.live [--rounds N] [--cores N] [--samples N]

Both programs take turns. Printed are medians of a sample's time, the smallest and the largest of the rounds, and the
ratio of the medians.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import CompileOptions, compile_graph

GRAPH = """\
graph bench(block = 64) {
    include "bench.h";
    source "bench.c";
    PARAMETER
    actor give { state next : float;  fire give(block, next, o);  out o : float[block]; }
    actor scale { SCALE  in i : float[block];  out o : float[block]; }
    actor take { state sum : double;  fire take(block, sum, i);  in i : float[block]; }
    give.o -> scale.i;
    scale.o -> take.i;
}
"""
CALLS = {
    "state": "state own : float;  init start(own);  fire scale_by(block, own, i, o);",
    "live": "fire scale(block, gain, i, o);",
}
BENCH_H = """\
void give(int count, float *next, float *o);
void scale(int count, float gain, const float *i, float *o);
void take(int count, double *sum, const float *i);
void start(float *gain);
void scale_by(int count, const float *gain, const float *i, float *o);
"""
BENCH_C = """\
#include "bench.h"
void give(int count, float *next, float *o)
{
    for (int k = 0; k < count; k++)
        o[k] = *next += 1;
}
void scale(int count, float gain, const float *i, float *o)
{
    for (int k = 0; k < count; k++)
        o[k] = gain * i[k];
}
void take(int count, double *sum, const float *i)
{
    for (int k = 0; k < count; k++)
        *sum += i[k];
}
void start(float *gain) { *gain = 2; }
void scale_by(int count, const float *gain, const float *i, float *o) { scale(count, *gain, i, o); }
"""
BLOCKS = (1, 64, 4096)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.live", description=__doc__)
    parser.add_argument("--rounds", type=int, default=21, metavar="N", help="of each (default: 21)")
    parser.add_argument("--cores", type=int, default=1, metavar="N", help="of the programs (default: 1)")
    parser.add_argument("--samples", type=int, default=1 << 26, metavar="N", help="in a run (default: 2 ** 26)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="dfgen-") as folder:
        for block in BLOCKS:
            programs = {name: built(Path(folder, f"{name}_{block}"), name, block, given.cores) for name in CALLS}
            timed: dict[str, list[float]] = {name: [] for name in programs}
            for _ in range(given.rounds):
                for name, program in programs.items():
                    timed[name].append(sample_ns(program, given.samples // block) / block)
            for name, values in timed.items():
                told = f"{median(values):.4f} ns  ({min(values):.4f} to {max(values):.4f})"
                print(f"block {block:<5} {name:<9} {told}")
            print(f"block {block:<5} ratio     {median(timed['live']) / median(timed['state']):.3f}")
    return 0


def text_of(name: str) -> str:
    parameter = "param gain : float = 2 live;" if name == "live" else ""
    return GRAPH.replace("SCALE", CALLS[name]).replace("PARAMETER", parameter)


def built(folder: Path, name: str, block: int, cores: int) -> Path:
    folder.mkdir()
    graph = folder / "bench.sdf"
    files = {"bench.sdf": text_of(name), "bench.h": BENCH_H, "bench.c": BENCH_C}
    for file, text in files.items():
        (folder / file).write_text(text)
    options = CompileOptions(cores=cores, platform="host", parameters={"block": block})
    write_folder(folder / "made", compile_graph(graph, options).files)
    return build_folder(folder / "made", native=True)


def sample_ns(program: Path, iterations: int) -> float:
    """Of an iteration."""
    command = [program, "-n", str(max(1, iterations)), "--json", "-"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(ended.stdout)["elapsed_ns"]) / max(1, iterations)


if __name__ == "__main__":
    raise SystemExit(main())
