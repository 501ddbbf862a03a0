# SPDX-License-Identifier: Apache-2.0
"""Parameters of the graph have names in its C, wherever an argument is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.model.diagnostics import UserError
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


FRACTIONS = """
actor scale(by = 1.0, n) {{ fire {scope}scale(by, n * 0.5, 4.0, in, out); in in : float[n]; out out : float[n]; }}
graph app(gain = 0.1, rate = 8e3) {{
    include "{header}"; {source}
    param n = floor(rate / 4000);
    actor give {{ state s : {state}; fire {scope}give(s, -gain / 4, out); out out : float[n]; }}
    actor one = scale(by = gain * 3);
    actor two = scale(by = 2);
    actor show {{ fire {scope}show(in); io; in in : float[1]; }}
    give.out -> one.in;
    one.out -> two.in;
    two.out -> show.in;
}}
"""
FRACTIONS_H = """void give(float *at, double by, float *out);
void scale(double by, float half, int four, const float *in, float *out);
void show(const float *in);
"""
FRACTIONS_C = """#include "f.h"
#include <stdio.h>
void give(float *at, double by, float *out) { out[0] = *at + (float)by; out[1] = *at += 1; }
void scale(double by, float half, int four, const float *in, float *out)
{
    out[0] = (float)by * in[0] + half;
    out[1] = (float)by * in[1] + (float)four;
}
void show(const float *in) { printf("%g\\n", *in); }
"""
FRACTIONS_HPP = """#include <cstdio>
#include <type_traits>
namespace f {
struct At { At(double from, int more) : at(float(from) * more) {} float at; };
inline void give(At &s, double by, float *out) { out[0] = s.at + float(by); out[1] = s.at += 1; }
template <class A, class B> void scale(A by, B half, int four, const float *in, float *out)
{
    static_assert(std::is_same_v<A, double> && std::is_same_v<B, double>);
    out[0] = float(by) * in[0] + float(half);
    out[1] = float(by) * in[1] + float(four);
}
inline void show(const float *in) { std::printf("%g\\n", double(*in)); }
}
"""


def shown(folder: Path, **parameters: int | float) -> list[str]:
    compiled = compile_graph(folder / "app.sdf", CompileOptions(cores=1, parameters=parameters))
    program = Builder(("gcc", "-O1"), "", folder).build(folder / "made", compiled.files, "own")
    return run(program, "-n", "2").stdout.split()


def expected(gain: float) -> list[str]:
    values: list[float] = []
    for at in (0, 1):
        values += [2 * (3 * gain * (at - gain / 4) + 1) + 1, 2 * (3 * gain * (at + 1) + 4) + 4]
    return [f"{value:g}" for value in values]


def test_fractions_in_c(tmp_path: Path) -> None:
    """A whole number for `by`, which is a fraction by default, and for `gain` counts as one."""
    (tmp_path / "app.sdf").write_text(FRACTIONS.format(header="f.h", source='source "f.c";', state="float", scope=""))
    (tmp_path / "f.h").write_text(FRACTIONS_H)
    (tmp_path / "f.c").write_text(FRACTIONS_C)
    assert shown(tmp_path) == expected(0.1)
    assert shown(tmp_path, gain=0.25) == expected(0.25)
    assert shown(tmp_path, gain=2) == expected(2)


def test_fractions_in_cpp(tmp_path: Path) -> None:
    """They are doubles, also where they are whole, to templates and constructors."""
    text = FRACTIONS.format(header="f.hpp", source="", state="f::At(0.0, 3)", scope="f::")
    (tmp_path / "app.sdf").write_text(text)
    (tmp_path / "f.hpp").write_text(FRACTIONS_HPP)
    assert shown(tmp_path) == expected(0.1)
    assert shown(tmp_path, gain=2) == expected(2)


def test_a_fraction_for_a_whole_number_of_c(tmp_path: Path) -> None:
    text = FRACTIONS.format(header="f.h", source='source "f.c";', state="float", scope="").replace("4.0, in", "by, in")
    (tmp_path / "app.sdf").write_text(text)
    (tmp_path / "f.h").write_text(FRACTIONS_H)
    (tmp_path / "f.c").write_text(FRACTIONS_C)
    with pytest.raises(UserError) as error:
        compile_graph(tmp_path / "app.sdf", CompileOptions(cores=1, parameters={"gain": 0.1}))
    (told,) = error.value.diagnostics
    assert (told.id, str(told.span.line)) == ("call-type", "2")
    assert told.message.endswith("argument 3 of 'scale', by, is 0.3, which is not a whole number, and 'int' takes one")
