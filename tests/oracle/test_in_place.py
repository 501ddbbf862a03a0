# SPDX-License-Identifier: Apache-2.0
"""Functions that work in place with one pointer: `inout x`. The bytes are those of an input and an output."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from dfgen.checking import check_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph

from .building import Builder

GRAPH = """\
graph app {
    include "app.h";
    source "app.c";
    actor give { state n : int32; fire give(n, out); out out : int32[4]; }
    actor twice { fire add(2, x); inout x : int32[4]; }
    actor thrice { fire add(3, x); inout x : int32[4]; }
    actor back { fire mix(phase, x, sum); inout x : int32[4]; inout sum : int32[1, 0]; }
    actor show { fire show(a, b, c); in a : int32[8]; in b : int32[8]; in c : int32[1]; io; }
    give.out -> { twice.x, thrice.x };
    thrice.x -> show.a;
    twice.x -> back.x;
    back.x -> show.b;
    back.sum -> back.sum delay 1 = 5;
    back.sum -> show.c;
}
"""
C = {
    "app.h": """\
#include <stdint.h>
void give(int32_t *n, int32_t *out);
void add(int by, int32_t *x);
void mix(int phase, int32_t *x, int32_t *sum);
void show(const int32_t *a, const int32_t *b, const int32_t *c);
""",
    "app.c": """\
#include "app.h"
#include <stdio.h>
void give(int32_t *n, int32_t *out) { for (int i = 0; i < 4; i++) out[i] = ++*n; }
void add(int by, int32_t *x) { for (int i = 0; i < 4; i++) x[i] = x[i] * by + (i ? x[i - 1] : 0); }
void mix(int phase, int32_t *x, int32_t *sum)
{
    for (int i = 0; i < 4; i++)
        x[i] ^= 1;
    if (phase == 0)
        *sum = *sum * 3 + x[0];
}
void show(const int32_t *a, const int32_t *b, const int32_t *c)
{
    for (int i = 0; i < 8; i++)
        printf("%d %d %d\\n", a[i], b[i], c[0]);
}
""",
}


def write(folder: Path) -> Path:
    for name, text in {"app.sdf": GRAPH, **C}.items():
        (folder / name).write_text(text)
    return folder / "app.sdf"


def expected(iterations: int) -> str:
    lines, number, total = [], 0, 5
    for _ in range(iterations):
        a: list[int] = []
        b: list[int] = []
        for phase in range(2):
            given = [number + i + 1 for i in range(4)]
            number += 4
            for by, found in ((3, a), (2, b)):
                before = 0
                for value in given:
                    before = value * by + before
                    found.append(before)
            b[-4:] = [value ^ 1 for value in b[-4:]]
            if phase == 0:
                total = total * 3 + b[-4]
        lines += [f"{x} {y} {total}" for x, y in zip(a, b, strict=True)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "options",
    [
        {"cores": 1},
        {"cores": 2},
        {"cores": 3, "transfers": ("memcpy",)},
        {"cores": 2, "guard": True},
        *({"cores": cores, "transfers": (how,)} for how in ("cow", "stream", "offload") for cores in (1, 2)),
    ],
    ids=str,
)
def test_one_pointer_gives_the_same_bytes(options: dict[str, object], tmp_path: Path, builder: Builder) -> None:
    files = compile_graph(write(tmp_path), CompileOptions(**options)).files  # type: ignore[arg-type]
    program = builder.build(tmp_path / "out", files, "in_place")
    ended = subprocess.run([program, "-n", "5"], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", expected(5))


def test_the_plan_tells_who_works_where_the_tokens_are(tmp_path: Path) -> None:
    """And who begins with a copy, as the two readers of a broadcast do."""
    compiled = compile_graph(write(tmp_path), CompileOptions(cores=1))
    lines = [line.strip() for line in compiled.plan_text.splitlines() if " over " in line]
    assert "back.x+ lies over back.x" in lines
    overlays = {each["output"]: each for each in compiled.plan["overlays"]}  # type: ignore[attr-defined]
    copied = {name: each["copied_bytes_per_iteration"] for name, each in overlays.items()}
    assert copied == {"twice.x+": 32, "thrice.x+": 32, "back.x+": 0, "back.sum+": 4}
    assert any("so each firing begins with a copy, 32 bytes an iteration" in line for line in lines)


JOINED = """\
graph joined {
    include "app.h";
    source "app.c";
    actor one { state n : int32; fire give(n, out); out out : int32[4]; }
    actor two { state n : int32; fire give(n, out); out out : int32[4]; }
    join both { in a : int32[4]; in b : int32[4]; out out : int32[8]; }
    actor up { fire up(in, out); in in : int32[8]; out out : int32[8] overlays in; }
    join more { in a : int32[8]; in b : int32[4]; out out : int32[12]; }
    actor print { fire print(in, all); in in : int32[8]; in all : int32[12]; io; }
    one.out -> both.a;
    two.out -> { both.b, more.b };
    both.out -> up.in;
    up.out -> { print.in, more.a };
    more.out -> print.all;
}
"""
UP_C = """\
void up(const int32_t *in, int32_t *out) { for (int i = 0; i < 8; i++) out[i] = in[i] + 1; }
void print(const int32_t *in, const int32_t *all)
{
    int32_t sum = 0;
    for (int i = 0; i < 12; i++)
        sum += all[i] * (i + 1) + (i < 8 ? in[i] : 0);
    printf("%d\\n", sum);
}
"""


@pytest.mark.parametrize("transfer", ["memcpy", "stream", "cow"])
@pytest.mark.parametrize("cores", [1, 2])
def test_an_output_over_an_input_may_go_into_a_join(
    transfer: str, cores: int, tmp_path: Path, builder: Builder
) -> None:
    graph = write(tmp_path)
    graph.write_text(JOINED)
    with (tmp_path / "app.h").open("a") as header:
        header.write("void up(const int32_t *in, int32_t *out);\nvoid print(const int32_t *in, const int32_t *all);\n")
    with (tmp_path / "app.c").open("a") as source:
        source.write(UP_C)
    compiled = compile_graph(graph, CompileOptions(cores=cores, transfers=(transfer, "*:up.in=shared")))
    if cores == 1 and transfer != "cow":
        assert "up.out lies over up.in" in compiled.plan_text
    program = builder.build(tmp_path / "out", compiled.files, "joined")
    ended = subprocess.run([program, "-n", "3"], capture_output=True, text=True, timeout=100, check=False)
    lines = []
    for iteration in range(3):
        given = [4 * iteration + i + 1 for i in range(4)]
        up = [value + 1 for value in given * 2]
        lines.append(sum(value * (i + 1) for i, value in enumerate(up + given)) + sum(up))
    assert (ended.returncode, ended.stderr, ended.stdout.split()) == (0, "", [str(line) for line in lines])


@pytest.mark.parametrize("declared", ["inout x[2] : int32[4]", "inout x : int32[4] partial"])
def test_what_goes_both_ways_is_nothing_else(declared: str, tmp_path: Path) -> None:
    graph = write(tmp_path)
    text = graph.read_text()
    graph.write_text(text.replace("add(2, x); inout x : int32[4]", f"add(2, x); {declared}"))
    with pytest.raises(UserError) as raised:
        check_graph(graph, {})
    assert "clause-invalid" in [diagnostic.id for diagnostic in raised.value.diagnostics]
