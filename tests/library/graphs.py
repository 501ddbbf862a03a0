# SPDX-License-Identifier: Apache-2.0
"""A graph with ports that the tests of libraries have in common, and its C."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.oracle.building import Builder

FIR_SDF = """\
graph fir(taps = 4, block = 16) {
    include "filter.h";
    source "filter.c";
    type history = history;
    in x : float[block];
    out y : float[block];
    out power : double[1];
    actor filter {
        init filter_start(taps, s);  fire filter_run(taps, block, s, a, b);  end filter_end(s);
        state s : history;
        in a : float[block];  out b : float[block];
    }
    actor twice { fire twice(block / 2, a, b);  in a : float[block / 2];  out b : float[block / 2];  time 40us; }
    actor sum { fire sum_squares(block, a, b);  in a : float[block];  out b : double[1]; }
    x -> filter.a;
    filter.b -> { twice.a, sum.a };
    twice.b -> y;
    sum.b -> power;
}
"""
FILTER_H = """\
typedef struct history { float past[64]; } history;
void filter_start(int taps, history *s);
void filter_run(int taps, int count, history *s, const float *x, float *y);
void filter_end(const history *s);
void twice(int count, const float *x, float *y);
void sum_squares(int count, const float *x, double *y);
"""
FILTER_C = """\
#include "filter.h"
#include <df/df.h>
#include <string.h>

void filter_start(int taps, history *s)
{
    const char *refused = df_option("refused");
    if (refused != NULL && strcmp(refused, "yes") == 0)
        df_fail("%d taps are refused", taps);
}

void filter_run(int taps, int count, history *s, const float *x, float *y)
{
    if (x[0] == -1000)
        df_fail("%g is no sample", x[0]);
    for (int i = 0; i < count; i++) {
        memmove(s->past + 1, s->past, sizeof(float) * (size_t)(taps - 1));
        s->past[0] = x[i];
        y[i] = 0;
        for (int k = 0; k < taps; k++)
            y[i] += s->past[k] / (float)(k + 1);
    }
}

void filter_end(const history *s) { (void)s; }

void twice(int count, const float *x, float *y)
{
    for (int i = 0; i < count; i++)
        y[i] = 2 * x[i];
}

void sum_squares(int count, const float *x, double *y)
{
    *y = 0;
    for (int i = 0; i < count; i++)
        *y += (double)x[i] * x[i];
}
"""


def write_fir(folder: Path) -> Path:
    """The graph's file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("fir.sdf", FIR_SDF), ("filter.h", FILTER_H), ("filter.c", FILTER_C)):
        (folder / name).write_text(text)
    return folder / "fir.sdf"


def as_library(graph: Path, **options: object) -> Compiled:
    return compile_graph(graph, CompileOptions(library=True, **options))  # type: ignore[arg-type]


def build_user(builder: Builder, folder: Path, compiled: Compiled, text: str, name: str) -> Path:
    """A program of the library's sources and of one that calls it; `name` tells the actors' sources from others."""
    return builder.build(folder, {**compiled.files, "src/user.c": text.encode()}, name)


def build_shared(folder: Path, compiled: Compiled, flags: Sequence[str] = ()) -> Path:
    """The library as CMake would build it, without its checks of the compiler."""
    shutil.rmtree(folder, ignore_errors=True)
    write_folder(folder, compiled.files)
    sources = [str(folder / name) for name in compiled.files if name.endswith(".c")]
    includes = [f"-I{folder / part}" for part in ("runtime/include", "user")]
    place = folder / "library.so"
    shared = ["-shared", "-fPIC", "-fvisibility=hidden", "-Wl,--no-undefined", "-pthread", "-ffp-contract=off"]
    command = ["cc", "-std=gnu11", "-O1", *shared, *flags, *includes, *sources, "-o", str(place), "-lm"]
    subprocess.run(command, check=True)
    return place
