# SPDX-License-Identifier: Apache-2.0
"""Arrays of ports reach C as arrays of pointers, whatever the cores, strategies and compilers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import Builder

GRAPH = """\
actor fir(k, taps = 3) { fire fir(k, taps, x, y); in x : float[4]; out y : float[4]; }
graph bands(n = 3) {
    include "bands.h"; source "bands.c";
    actor source { state s : int32; fire source(n, s, y, y_0); out y[n] : float[4]; out y_0 : float[1]; }
    actor band[n] = fir(k = index);
    actor sink { fire sink(n, x, y_2_); io; in x[n] : float[4]; in y_2_ : float[1]; }
    for i in 0..n { source.y[i] -> band[i].x; band[i].y -> sink.x[i]; }
    source.y_0 -> sink.y_2_;
}
"""
HEADER = """\
#include <stdint.h>
void source(int n, int32_t *next, float *const y[], float *other);
void fir(int k, int taps, const float *x, float *y);
void sink(int n, const float *const x[3], const float *other);
"""
SOURCE = """\
#include "bands.h"
#include <stdio.h>
void source(int n, int32_t *next, float *const y[], float *other)
{
    for (int i = 0; i < 4 * n; i++)
        y[i / 4][i % 4] = (float)(*next)++;
    *other = (float)*next;
}
void fir(int k, int taps, const float *x, float *y)
{
    for (int j = 0; j < 4; j++)
        y[j] = x[j] * (float)taps + 1000.0f * (float)k;
}
void sink(int n, const float *const x[3], const float *other)
{
    for (int i = 0; i < n; i++)
        printf("%g ", x[i][0] + x[i][3]);
    printf("%g\\n", *other);
}
"""
EXPECTED = "9 2033 4057 12\n81 2105 4129 24\n"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "bands.h").write_text(HEADER)
    (tmp_path / "bands.c").write_text(SOURCE)
    (tmp_path / "bands.sdf").write_text(GRAPH)
    return tmp_path / "bands.sdf"


@pytest.mark.parametrize(
    ("compiler", "options"),
    [
        ("gcc", CompileOptions(cores=1)),
        ("clang", CompileOptions(cores=2, guard=True)),
        ("gcc", CompileOptions(cores=2, transfers=("band[?].y=memcpy", "source.y[1]=memcpy"))),
    ],
    ids=["one core", "guarded", "copied"],
)
def test_the_same_bytes(compiler: str, options: CompileOptions, graph: Path, tmp_path: Path) -> None:
    compiled = compile_graph(graph, options)
    (tmp_path / "objects").mkdir()
    program = Builder((compiler, "-O1"), "", tmp_path / "objects").build(tmp_path / "made", compiled.files, "own")
    done = subprocess.run([program, "-n", "2"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (EXPECTED, "")


def test_brackets_in_patterns_stand_for_themselves(graph: Path, tmp_path: Path) -> None:
    """On the command line, and in a program as it starts."""
    options = CompileOptions(cores=2, transfers=("band[2].y=memcpy",), candidates=("memcpy", "stream"))
    compiled = compile_graph(graph, options)
    copied = [transfer["fifo"] for transfer in compiled.plan["transfers"]]
    assert copied == ["band[2].y:sink.x[2]"]
    (tmp_path / "objects").mkdir()
    program = Builder(("gcc", "-O1"), "", tmp_path / "objects").build(tmp_path / "made", compiled.files, "own")
    for pattern, is_right in (("band[2].y", True), ("*d[2]*", True), ("band[12].y", False), ("b?nd*", True)):
        environment = {**os.environ, "DFGEN_TRANSFER": f"{pattern}=stream"}
        done = subprocess.run(
            [program, "-n", "2"], capture_output=True, text=True, timeout=60, check=False, env=environment
        )
        assert (done.returncode == 0) is is_right, (pattern, done.stderr)
        assert done.stdout == (EXPECTED if is_right else "")
