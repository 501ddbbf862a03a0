# SPDX-License-Identifier: Apache-2.0
"""Parameters of the graph have names in its C, wherever an argument is one."""

from __future__ import annotations

from pathlib import Path

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import run
from tests.oracle.building import Builder

GRAPH = """
param other = 7;
actor takes(count = 1) { fire take(count, phase, in); io; in in : int32[1]; }
graph part(m = 1) {
    in i : int32[1];
    actor show { fire take(m, other, in); io; in in : int32[1]; }
    i -> show.in;
}
graph fft(n = 3, big = 5000000000, low = -2147483648, unused = 9) {
    include "actors.h"; source "actors.c";
    actor give { state s : int32; init start(n, s); fire give(n, n + 1, big, low, s, out); out out : int32[1]; }
    actor one = takes(count = n);
    actor two = part(m = n);
    actor three = part(m = 3);
    give.out -> { one.in, two.i, three.i };
}
"""
HEADER = """#include <stdint.h>
void start(int n, int32_t *s);
void give(int8_t n, int more, int64_t big, int64_t low, int32_t *s, int32_t *out);
void take(uint64_t count, int phase, const int32_t *in);
"""
SOURCE = """#include "actors.h"
#include <stdio.h>
void start(int n, int32_t *s) { *s = n; }
void give(int8_t n, int more, int64_t big, int64_t low, int32_t *s, int32_t *out)
{
    *out = n + more + (int32_t)(big - 5000000000) + (low == INT32_MIN) + (*s)++;
}
void take(uint64_t count, int phase, const int32_t *in) { printf("%d\\n", (int)count * 100 + phase * 10 + *in); }
"""


def test_arguments_that_are_parameters(tmp_path: Path) -> None:
    (tmp_path / "fft.sdf").write_text(GRAPH)
    (tmp_path / "actors.h").write_text(HEADER)
    (tmp_path / "actors.c").write_text(SOURCE)
    compiled = compile_graph(tmp_path / "fft.sdf", CompileOptions(cores=1, parameters={"low": -2147483648}))
    header, core = (compiled.files[f"src/{name}"].decode() for name in ("graph.h", "core_0.c"))
    assert "    fft_param_n = 3,\n    fft_param_low = -2147483648,\n};" in header
    assert "start(fft_param_n, " in compiled.files["src/graph.c"].decode()
    assert "give(fft_param_n, 4, 5000000000ll, fft_param_low, " in core
    assert "take(fft_param_n, 0, in_in);" in core or "take(fft_param_n, 0, in_in + k);" in core
    assert core.count("(fft_param_n, 7, ") == 1
    assert core.count("(3, 7, ") == 1
    for compiler in ("gcc", "clang"):
        objects = tmp_path / compiler
        objects.mkdir()
        program = Builder((compiler, "-O1"), "", objects).build(tmp_path / "made", compiled.files, "own")
        assert sorted(run(program, "-n", "1").stdout.split()) == ["311", "381", "381"]
