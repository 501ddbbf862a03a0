# SPDX-License-Identifier: Apache-2.0
"""Live parameters of actors in C++: by value, by reference and to a template, with the same bytes as in C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from tests.library.graphs import as_library, build_user
from tests.oracle.building import Builder

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")

GRAPH = """\
graph app {{
    include "{header}";
    param gain : float = 1.5 live;
    param by : int8 = -2 live;
    param on : bool = 1 live;
    {ports}
    actor give {{ state s : {state}; init {n}begin(s, gain); fire {n}give(s, gain, by, on, 2, y); out y : float[2]; }}
    actor scale {{ fire {n}scale(gain, x, y); in x : float[1]; out y : float[1]; }}
    {rest}
    give.y -> scale.x;
}}
"""
SHOW = "actor show {{ fire {n}show(x); io; in x : float[1]; }}\n    scale.y -> show.x;"
HPP = """\
#pragma once
#include <cstdint>
#include <cstdio>
#include <span>
namespace live {
struct Sum { explicit Sum(int at) : at(at) {} int at; };
inline void begin(Sum &s, double gain) { s.at += int(2 * gain); }
inline void give(Sum &s, double gain, const std::int8_t &by, bool on, const int &step, std::span<float> y)
{
    for (float &each : y)
        each = float(gain * by + on + step * s.at++);
}
template <class T> void scale(T by, std::span<const T> x, T *y) { *y = by * x[0]; }
inline void show(const float *x) { std::printf("%g\\n", double(*x)); }
}
"""
H = """\
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
struct sum { int at; };
static inline void begin(struct sum *s, double gain) { s->at = 3 + (int)(2 * gain); }
static inline void give(struct sum *s, double gain, int8_t by, bool on, int step, float *y)
{
    for (int i = 0; i < 2; i++)
        y[i] = (float)(gain * by + on + step * s->at++);
}
static inline void scale(float by, const float *x, float *y) { *y = by * x[0]; }
static inline void show(const float *x) { printf("%g\\n", (double)*x); }
"""
CPP_WORDS = {"header": "live.hpp", "state": "live::Sum(3)", "n": "live::"}
C_WORDS = {"header": "live.h", "state": "struct sum", "n": ""}
SETS = ("gain=2@1", "by=4@2", "on=0@3")


def written(folder: Path, *, is_cpp: bool, ports: str = "", rest: str = SHOW) -> Path:
    words = CPP_WORDS if is_cpp else C_WORDS
    folder.mkdir(exist_ok=True)
    (folder / "live.hpp").write_text(HPP)
    (folder / "live.h").write_text(H)
    (folder / "app.sdf").write_text(GRAPH.format(**words, ports=ports, rest=rest.format(**words)))
    return folder / "app.sdf"


def printed(builder: Builder, graph: Path, options: CompileOptions) -> str:
    made = builder.build(graph.parent / f"out{options.cores}", compile_graph(graph, options).files, "app")
    ended = subprocess.run([made, "-q", "-n", "5", *SETS], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_the_program_prints_the_same_as_in_c(tmp_path: Path) -> None:
    builder = Builder(("cc", "-O1"), "address,undefined", tmp_path)
    in_c = printed(builder, written(tmp_path / "c", is_cpp=False), CompileOptions(cores=1))
    assert in_c.splitlines()[:4] == ["15", "18", "26", "30"]
    in_cpp = written(tmp_path / "cpp", is_cpp=True)
    for options in (CompileOptions(cores=1), CompileOptions(cores=2, transfers=("memcpy",))):
        assert printed(builder, in_cpp, options) == in_c


USER = """\
#include "../include/app.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    app *opened = app_open(&(app_options){(const char *[]){"gain=2@1"}, 1}, NULL, 0);
    float y[2];
    for (int i = 0; i < 3 && app_step(opened, y) == 0; i++) {
        printf("%g %g|", (double)y[0], (double)y[1]);
        if (i == 1)
            printf("%d %d|", app_set_by(opened, 4), app_set_gain(opened, NAN));
    }
    app_close(opened);
    return 0;
}
"""


def test_a_library_sets_them(tmp_path: Path) -> None:
    graph = written(tmp_path / "l", is_cpp=True, ports="out result : float[2];", rest="scale.y -> result;")
    builder = Builder(("cc", "-O1"), "address,undefined", tmp_path)
    user = build_user(builder, tmp_path / "built", as_library(graph), USER, "app")
    ended = subprocess.run([user], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "15 18|26 30|0 -1|58 62|", "")


def test_one_that_does_not_fit_is_refused_where_it_stands(tmp_path: Path) -> None:
    graph = written(tmp_path / "r", is_cpp=True)
    (graph.parent / "live.hpp").write_text(HPP.replace("double gain, const std::int8_t", "int gain, const std::int8_t"))
    with pytest.raises(UserError) as refused:
        compile_graph(graph, CompileOptions(cores=1))
    said = refused.value.diagnostics
    assert [each.id for each in said] == ["call-type"]
    assert "is a live float, and not all of its values fit 'int'" in said[0].message
