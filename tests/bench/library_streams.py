# SPDX-License-Identifier: Apache-2.0
"""What pushing and pulling costs: a filter in a pipelined library, whose caller makes its input and takes its output,
beside a program in which the same functions are actors on two cores. Passes have the same number of iterations.

The filter is the same code in both, at the same place of its cache lines: a call takes 2.1 us where its inner loop lies
in one line, and 3.0 us where it lies across two, which compilers leave to chance where they inline it."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import Compiled, CompileOptions, compile_graph

FILTER = """\
    include "filter.h";
    source "filter.c";
    actor filter {
        fire filter(taps, block, s, in, out);
        state s : float[taps + block];
        time 8us;
        in in : float[block];  out out : float[block];
    }
"""
LIBRARY = f"""\
graph filtering(taps = 64, block = 256) {{
{FILTER}    in x : float[block];
    out y : float[block];
    x -> filter.in;
    filter.out -> y;
}}
"""
PROGRAM = f"""\
graph filtered(taps = 64, block = 256) {{
{FILTER.replace("actor filter", "actor filter @core(1)")}\
    actor give @core(0) {{ fire give(block, n, out); state n : uint32; time 1us; out out : float[block]; }}
    actor take @core(0) {{ fire take(block, sum, in); state sum : float; effect; time 1us; in in : float[block]; }}
    give.out -> filter.in;
    filter.out -> take.in;
}}
"""
FILTER_H = """\
#include <stdint.h>
void give(int block, uint32_t *n, float *out);
void take(int block, float *sum, const float *in);
void filter(int taps, int block, float *past, const float *in, float *out);
"""
FILTER_C = """\
#include "filter.h"
#include <string.h>
void give(int block, uint32_t *n, float *out)
{
    for (int i = 0; i < block; i++)
        out[i] = (float)((*n)++ % 1000);
}
void take(int block, float *sum, const float *in)
{
    for (int i = 0; i < block; i++)
        *sum += in[i];
}
__attribute__((noipa, aligned(64))) void filter(int taps, int block, float *past, const float *in, float *out)
{
    memmove(past, past + block, sizeof *past * (size_t)taps);
    memcpy(past + taps, in, sizeof *past * (size_t)block);
    for (int i = 0; i < block; i++)
        out[i] = 0;
    for (int k = 0; k < taps; k++)
        for (int i = 0; i < block; i++)
            out[i] += past[taps + i - k] / (float)(k + 1);
}
"""
CALLER_C = """\
#include "filter.h"
#include <filtering.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    long wanted = atol(arguments[1]), pushed = 0, pulled = 0;
    enum { BLOCK = 256 };
    float x[BLOCK], y[BLOCK], sum = 0;
    uint32_t n = 0;
    filtering *opened = filtering_open(NULL, NULL, 0);
    long ahead = (long)filtering_block(opened);
    for (; pushed < wanted; pushed++) {
        give(BLOCK, &n, x);
        int status = pushed - pulled < ahead ? filtering_push(opened, x) : filtering_try_push(opened, x);
        while (status == FILTERING_LATER && filtering_pull(opened, y) == FILTERING_DONE) {
            take(BLOCK, &sum, y);
            pulled++;
            status = filtering_try_push(opened, x);
        }
    }
    filtering_flush(opened);
    for (; filtering_pull(opened, y) == FILTERING_DONE; pulled++)
        take(BLOCK, &sum, y);
    filtering_close(opened);
    return count != 2 || pulled != wanted || sum == 0;
}
"""
SECONDS = 2.0
"""Of a round, so that the time to start does not count."""


def rates(folder: Path, rounds: int) -> list[float]:
    """How fast the library's stream is beside the program, round by round."""
    library, program = _built(folder)
    count = 1000
    while (taken := _seconds(library, count)) < SECONDS / 2:
        count = int(count * min(10.0, SECONDS / taken))
    return [_seconds(program, count, "-q", "-n") / _seconds(library, count) for _ in range(rounds)]


def _seconds(program: Path, count: int, *options: str) -> float:
    begun = time.monotonic()
    subprocess.run([program, *options, str(count)], check=True)
    return time.monotonic() - begun


def _built(folder: Path) -> tuple[Path, Path]:
    files = {"filtering.sdf": LIBRARY, "filtered.sdf": PROGRAM, "filter.h": FILTER_H, "filter.c": FILTER_C}
    for name, text in {**files, "caller.c": CALLER_C}.items():
        (folder / name).write_text(text)
    program = _compiled(folder / "filtered.sdf", cores=2)
    block = _pass(program)
    library = _compiled(folder / "filtering.sdf", cores=1, library=True, pipelined=True, latency_iterations=block)
    if _pass(library) != block:
        raise RuntimeError(f"passes of {_pass(library)} and {block} iterations cannot be compared")
    places = [folder / name for name in ("library", "program")]
    for place, compiled in zip(places, (library, program), strict=True):
        write_folder(place, compiled.files)
    shared, alone = (build_folder(place, native=True) for place in places)
    caller = folder / "caller"
    flags = ["-O3", "-march=native", "-ffp-contract=off", f"-I{places[0] / 'include'}", f"-Wl,-rpath,{shared.parent}"]
    sources = [str(folder / name) for name in ("caller.c", "filter.c")]
    subprocess.run(["cc", *flags, *sources, str(shared), "-o", str(caller)], check=True)
    return caller, alone


def _compiled(graph: Path, **options: Any) -> Compiled:
    return compile_graph(graph, CompileOptions(platform="host", **options))


def _pass(compiled: Compiled) -> int:
    """Iterations of a pass."""
    found = compiled.plan["iterations_per_pass"]
    assert isinstance(found, int)
    return found
