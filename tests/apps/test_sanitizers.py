# SPDX-License-Identifier: Apache-2.0
"""No sanitizer has anything to say about an application, and under each of them its bytes are the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dfgen.lowering.lower import THROTTLE_REASON
from dfgen.pipeline import CompileOptions
from tests.apps.applications import ALL, STEREO, App
from tests.apps.harness import SANITIZED, Toolchain, Workbench, run
from tests.probing import require

SHAPES = ((2, 3), (4, 1), (2, 1), (4, 3), (3, 2))
"""Cores and depth."""
OFTEN = {"gcc": SHAPES[:2], "clang": SHAPES[:1]}
"""What each compiler is tried with without --sweep."""
LONG_PASS = re.compile(r"note: a pass of \d+ iterations takes more than a second, now in actor ")
"""With a sanitizer, and the more so on a busy machine, one may."""
STRICT = {"ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1", "UBSAN_OPTIONS": "print_stacktrace=1"}


@pytest.fixture(scope="module", params=SANITIZED, ids=lambda toolchain: toolchain.name)
def toolchain(request: pytest.FixtureRequest) -> Toolchain:
    chosen: Toolchain = request.param
    require(*chosen.command)
    return chosen


@pytest.fixture(scope="module")
def references(bench: Workbench) -> dict[str, dict[str, bytes]]:
    contents = {}
    for app in ALL:
        program = bench.program(app.graph, app.options(cores=1, depth=1, transfers=("memcpy",)))
        assert run(program, *app.arguments).returncode == 0
        contents[app.name] = app.written(program.parent)
    return contents


def check(
    app: App, shape: tuple[int, int], toolchain: Toolchain, bench: Workbench, wanted: dict[str, bytes], *, guard: bool
) -> None:
    cores, depth = shape
    program = bench.program(app.graph, app.options(cores=cores, depth=depth, guard=guard), toolchain)
    ended = run(program, *app.arguments, environment=STRICT)
    told = [line for line in ended.stderr.splitlines() if not LONG_PASS.match(line)]
    assert (ended.returncode, told) == (0, [])
    assert app.written(program.parent) == wanted


@pytest.mark.parametrize(
    ("toolchain", "shape"),
    [
        pytest.param(
            toolchain,
            shape,
            id=f"{toolchain.name}-{shape}",
            marks=[] if shape in OFTEN[toolchain.compiler] else pytest.mark.sweep,
        )
        for toolchain in SANITIZED
        for shape in SHAPES
    ],
    indirect=["toolchain"],
)
@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_no_report(
    app: App, shape: tuple[int, int], toolchain: Toolchain, bench: Workbench, references: dict[str, dict[str, bytes]]
) -> None:
    check(app, shape, toolchain, bench, references[app.name], guard=False)


def test_no_report_where_the_guard_tells_of_each_window(
    toolchain: Toolchain, bench: Workbench, references: dict[str, dict[str, bytes]]
) -> None:
    # Only so the thread sanitizer learns which bytes an actor may touch, whether it does or not.
    check(STEREO, (2, 2), toolchain, bench, references[STEREO.name], guard=True)


PAIR = """graph pair {
    include "pair.h"; source "pair.c";
    actor give @core(0) { state next : int32; fire give(next, out); out out : int32[64]; }
    actor take @core(1) { fire take(in); io; in in : int32[64]; }
    give.out -> take.in;
}
"""
PAIR_H = "#include <stdint.h>\nvoid give(int32_t *next, int32_t *out);\nvoid take(const int32_t *in);\n"
PAIR_C = """#include "pair.h"
static volatile int32_t sum;
void give(int32_t *next, int32_t *out) { for (int i = 0; i < 64; i++) out[i] = (*next)++; }
void take(const int32_t *in) { for (int i = 0; i < 64; i++) sum += in[i]; }
"""


def test_the_thread_sanitizer_sees_waits_left_out(bench: Workbench, toolchain: Toolchain, tmp_path: Path) -> None:
    if "thread" not in toolchain.name:
        pytest.skip("only the thread sanitizer looks for races")
    for name, text in (("pair.sdf", PAIR), ("pair.h", PAIR_H), ("pair.c", PAIR_C)):
        (tmp_path / name).write_text(text)
    files = dict(bench.compile(tmp_path / "pair.sdf", CompileOptions(cores=2, depth=1)).files)
    # On both cores: the waits of one would tell the sanitizer what the other did before.
    for name in ("src/core_0.c", "src/core_1.c"):
        lines = files[name].decode().splitlines(keepends=True)
        without = (
            line if THROTTLE_REASON in line else line.replace("!df_wait(", "false && !df_wait(") for line in lines
        )
        files[name] = "".join(without).encode()
    # So many that both cores run at once at some time, also where others keep the machine busy.
    ended = run(bench.build(files, toolchain), "-n", "200000")
    assert "ThreadSanitizer: data race" in ended.stderr
