# SPDX-License-Identifier: Apache-2.0
"""What dfgen takes for an argument of the prototype's type reaches it, also where C has another type for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import Builder

GRAPH = """\
graph rows {
    include "rows.h"; source "rows.c";
    type pixel = pixel; type grid = grid;
    actor give {
        state kept : grid;
        init begin(kept);
        fire give(kept, pixels, numbers, text);
        out pixels : pixel[4]; out numbers : int64[12]; out text : uint8[2];
    }
    actor turn { fire turn(i, o); in i : int64[6]; out o : int64[6]; }
    actor show { fire show(pixels, numbers, past, text);
                 in pixels : pixel[2]; in numbers : int64[6]; in past : int64[6]; in text : uint8[1]; }
    give.pixels -> show.pixels;
    give.numbers -> { turn.i, show.numbers };
    turn.o -> show.past delay 6 = init fill(tokens);
    give.text -> show.text;
}
"""
HEADER = """\
#include <stdint.h>
typedef uint8_t pixel[3];
typedef int16_t grid[2][3];
void begin(grid *kept);
void give(int16_t (*kept)[3], uint8_t (*pixels)[3], long long numbers[][2][3], char *text);
void fill(long long m[2][3]);
void turn(const long long i[2][3], long o[6]);
void show(uint8_t pixels[][3], const long (*numbers)[2][3], const long long past[2][3], const signed char *text);
"""
SOURCE = """\
#include "rows.h"
#include <stdio.h>
void begin(grid *kept)
{
    (*kept)[1][2] = 100;
}
void give(int16_t (*kept)[3], uint8_t (*pixels)[3], long long numbers[][2][3], char *text)
{
    kept[1][2]++;
    for (int i = 0; i < 12; i++)
        pixels[i / 3][i % 3] = (uint8_t)(10 * i + kept[1][2]);
    for (int i = 0; i < 12; i++)
        numbers[i / 6][i / 3 % 2][i % 3] = 1000 * i + kept[1][2];
    text[0] = 'a';
    text[1] = 'b';
}
void fill(long long m[2][3])
{
    m[1][0] = 7;
}
void turn(const long long i[2][3], long o[6])
{
    for (int k = 0; k < 6; k++)
        o[k] = -(long)i[k % 2][k / 2];
}
void show(uint8_t pixels[][3], const long (*numbers)[2][3], const long long past[2][3], const signed char *text)
{
    printf("%d %ld %lld %c\\n", pixels[1][2], (*numbers)[1][2], past[1][0], *text);
}
"""
EXPECTED = "151 5101 7 a\n211 11101 -4101 b\n152 5102 -10101 a\n212 11102 -4102 b\n"


@pytest.mark.parametrize(
    ("compiler", "options"),
    [
        ("gcc", CompileOptions(cores=1)),
        ("clang", CompileOptions(cores=2, guard=True)),
        ("gcc", CompileOptions(cores=2, transfers=("memcpy",))),
    ],
    ids=["one core", "guarded", "copied"],
)
def test_the_same_bytes(compiler: str, options: CompileOptions, tmp_path: Path) -> None:
    for suffix, text in (("sdf", GRAPH), ("h", HEADER), ("c", SOURCE)):
        (tmp_path / f"rows.{suffix}").write_text(text)
    compiled = compile_graph(tmp_path / "rows.sdf", options)
    (tmp_path / "objects").mkdir()
    program = Builder((compiler, "-O1"), "", tmp_path / "objects").build(tmp_path / "made", compiled.files, "own")
    done = subprocess.run([program, "-n", "2"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (EXPECTED, "")


def test_no_compiler_warns_of_a_number(tmp_path: Path) -> None:
    (tmp_path / "scale.h").write_text("void scale(float by, double to, int n, float *o);\nvoid show(const float *i);\n")
    (tmp_path / "scale.c").write_text(
        '#include "scale.h"\n#include <stdio.h>\nvoid show(const float *i) { printf("%.9f\\n", (double)*i); }\n'
        "void scale(float by, double to, int n, float *o) { *o = by * (float)(to + n); }\n"
    )
    (tmp_path / "scale.sdf").write_text("""\
graph scale {
    include "scale.h"; source "scale.c";
    param by = 0.1;
    actor scale { fire scale(by, 0.1, 3, o); out o : float[1]; }
    actor show { fire show(i); in i : float[1]; }
    scale.o -> show.i;
}
""")
    compiled = compile_graph(tmp_path / "scale.sdf", CompileOptions(cores=1))
    (tmp_path / "objects").mkdir()
    command = ("gcc", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror")
    program = Builder(command, "", tmp_path / "objects").build(tmp_path / "made", compiled.files, "own")
    done = subprocess.run([program, "-n", "1"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("0.310000002\n", "")
