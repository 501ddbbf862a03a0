# SPDX-License-Identifier: Apache-2.0
"""A crash names the actor whose code it was, and its firing, whatever compilers make of the loops around it."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import Toolchain, Workbench, run
from tests.probing import require

AT = 777
HEADER = """#include <stdint.h>
struct count { uint64_t fired; };
struct trap { uint64_t fired; int *where; };
void give(struct count *count, float *out);
void null_write(int at, struct trap *trap, const float *in, float *out);
void far_write(int at, struct count *count, const float *in, float *out);
void long_code(int at, struct trap *trap, const float *in, float *out);
void filter(struct count *count, const float *in, float *out);
void scale(const float *in, float *out);
void add(struct count *count, const float *in);
void wild_write(int at, const float *in, float *out);
"""
LONG_CODE = "\n".join(f"    x = x * {k}.5f + in[0] / (x * x + {k}.0f) - (x > {k}.0f ? x : {k}.0f);" for k in range(12))
SOURCE = f"""#include "crash.h"
void give(struct count *count, float *out) {{ *out = (float)count->fired++; }}
void null_write(int at, struct trap *trap, const float *in, float *out)
{{
    *out = *in + 1;
    if (trap->fired++ == (uint64_t)at)
        *trap->where = 1;
}}
void far_write(int at, struct count *count, const float *in, float *out)
{{
    out[count->fired++ == (uint64_t)at ? (int64_t)1 << 44 : 0] = *in;
}}
void long_code(int at, struct trap *trap, const float *in, float *out)
{{
    float x = *in;
{LONG_CODE}
    *out = x;
    if (trap->fired++ == (uint64_t)at)
        *trap->where = 1;
}}
void filter(struct count *count, const float *in, float *out) {{ *out = *in + (float)(count->fired++ & 1); }}
void scale(const float *in, float *out) {{ *out = *in * 2; }}
void add(struct count *count, const float *in) {{ count->fired += *in > 0; }}
void wild_write(int at, const float *in, float *out) {{ out[*in == (float)(2 * at) ? (int64_t)1 << 44 : 0] = *in; }}
"""
GRAPH = """graph crash(at = {at}) {{
    include "crash.h"; source "crash.c";
    @core(0) actor a {{ state s : struct count; fire give(s, o); out o : float[1]; }}
    @core({core}) actor b {{
        state s : struct {state};
        fire {function}(at, s, i, o);
        in i : float[1]; out o : float[1];
    }}
    @core({core}) actor c {{ {after} in i : float[1]; out o : float[1]; }}
    @core(0) actor d {{ state s : struct count; fire add(s, i); in i : float[1]; }}
    a.o -> b.i; b.o -> c.i; c.o -> d.i;
}}
"""
TURNS = """graph crash(at = {at}) {{
    include "crash.h"; source "crash.c";
    actor a {{ state s : struct count; fire give(s, o); out o : float[1]; }}
    actor b {{ {scaled} in i : float[1]; out o : float[1]; }}
    actor c {{ fire wild_write(at, i, o); in i : float[1]; out o : float[1]; }}
    actor d {{ state s : struct count; fire add(s, i); in i : float[1]; }}
    a.o -> b.i; b.o -> c.i; c.o -> d.i;
}}
"""
SCALED, FILTERED = "fire scale(i, o);", "state s : struct count; fire filter(s, i, o);"
TOOLCHAINS = [
    Toolchain("gcc", "gcc", ("-O3",)),
    Toolchain("gcc-lto", "gcc", ("-O3", "-flto", "-march=native")),
    Toolchain("clang-lto", "clang", ("-O3", "-flto", "-march=native")),
]


@pytest.fixture(params=TOOLCHAINS, ids=lambda toolchain: toolchain.name)
def toolchain(request: pytest.FixtureRequest) -> Toolchain:
    chosen: Toolchain = request.param
    require(*chosen.command)
    return chosen


def graph_file(folder: Path, function: str, core: int = 0, after: str = SCALED) -> Path:
    state = "count" if function == "far_write" else "trap"
    (folder / "crash.h").write_text(HEADER, encoding="utf-8")
    (folder / "crash.c").write_text(SOURCE, encoding="utf-8")
    graph = folder / "crash.sdf"
    graph.write_text(GRAPH.format(at=AT, function=function, state=state, core=core, after=after), encoding="utf-8")
    return graph


def blamed(program: Path) -> tuple[str, int, int]:
    """The actor, and from which firing to which, that the program's last words name."""
    result = run(program, "-n", "2000")
    assert result.returncode in (-signal.SIGSEGV, -signal.SIGBUS, 1), result
    found = re.match(r"error: actor '([\w ]+)' \(crash.sdf:[\d:]+\), firings? (\d+)(?: to (\d+))?: ", result.stderr)
    assert found is not None, result.stderr
    return found[1], int(found[2]), int(found[3] or found[2])


# How many firings are told, from which on: in a loop of its own, in a turn with others, one by one.
ALONE, IN_TURN, ONE = (0, 2000), (768, 256), (AT, 1)


@pytest.mark.parametrize(
    ("function", "core", "fusion", "told"),
    [
        ("null_write", 0, "auto", IN_TURN),
        ("far_write", 0, "auto", IN_TURN),
        ("null_write", 0, "none", ALONE),
        ("null_write", 1, "auto", IN_TURN),
        ("long_code", 0, "auto", ONE),
        ("long_code", 1, "none", ONE),
        ("null_write", 0, "all", IN_TURN),
        ("long_code", 0, "all", ONE),
    ],
)
def test_the_actor_and_its_firings_are_named(
    function: str, core: int, fusion: str, told: tuple[int, int], toolchain: Toolchain, tmp_path: Path, bench: Workbench
) -> None:
    graph = graph_file(tmp_path, function, core)
    first, count = told
    program = bench.program(graph, CompileOptions(cores=core + 1, fusion=fusion), toolchain)
    assert blamed(program) == ("b", first, first + count - 1)


# What b writes there is no memory, so that far_write writes nowhere.
@pytest.mark.parametrize("function", ["null_write", "long_code"])
def test_filters_that_fire_in_turn_are_told_apart(
    function: str, toolchain: Toolchain, tmp_path: Path, bench: Workbench
) -> None:
    graph = graph_file(tmp_path, function, 0, FILTERED)
    assert blamed(bench.program(graph, CompileOptions(cores=1), toolchain)) == ("b", AT, AT)


@pytest.mark.parametrize(("function", "core"), [("null_write", 0), ("far_write", 0), ("long_code", 1)])
def test_guard_names_the_firing(
    function: str, core: int, toolchain: Toolchain, tmp_path: Path, bench: Workbench
) -> None:
    graph = graph_file(tmp_path, function, core)
    options = CompileOptions(cores=core + 1, guard=True)
    assert blamed(bench.program(graph, options, toolchain)) == ("b", AT, AT)


@pytest.mark.parametrize(("at", "stop"), [(0, 255), (1999, 1999)])
def test_a_short_pass_has_fewer_firings(at: int, stop: int, tmp_path: Path, bench: Workbench) -> None:
    """The last one is the 1792nd to 1999th of 2000."""
    graph = graph_file(tmp_path, "null_write")
    options = CompileOptions(cores=1, parameters={"at": at})
    assert blamed(bench.program(graph, options)) == ("b", at // 256 * 256, stop)


@pytest.mark.parametrize(("guard", "told"), [(False, ("b or c", 768, 1023)), (True, ("c", AT, AT))])
def test_those_of_plain_arithmetic_are_told_together(
    guard: bool, told: tuple[str, int, int], toolchain: Toolchain, tmp_path: Path, bench: Workbench
) -> None:
    """Which of them it was is told with --guard."""
    graph = graph_file(tmp_path, "wild_write")
    graph.write_text(TURNS.format(at=AT, scaled=SCALED), encoding="utf-8")
    options = CompileOptions(cores=1, guard=guard)
    assert blamed(bench.program(graph, options, toolchain)) == told
