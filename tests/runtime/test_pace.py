# SPDX-License-Identifier: Apache-2.0
"""Actors with a period, in programs: their firings keep to the grid, and an end waits for no time that lies ahead."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.checking import check_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph

DECLARED = """\
#include <stdint.h>
void give(int busy_us, int32_t *next, int32_t *out);
void pass(const int32_t *in, int32_t *out);
void take(int stop_at, const int32_t *in);
"""
CODE = """\
#include "paced.h"
#include <df/df.h>
#include <stdio.h>
#include <time.h>

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000ll + now.tv_nsec / 1000;
}

void give(int busy_us, int32_t *next, int32_t *out)
{
    int64_t until = now_us() + busy_us;
    while (busy_us > 0 && now_us() < until) {
    }
    *out = (*next)++;
}

void pass(const int32_t *in, int32_t *out)
{
    *out = *in * 3;
}

void take(int stop_at, const int32_t *in)
{
    printf("%d\\n", *in);
    fflush(stdout);
    if (*in == stop_at)
        df_stop();
}
"""
GRAPH = """\
graph paced(busy_us = 0, stop_at = -1) {{
    include "paced.h"; source "paced.c";
    actor give {{ state next : int32; fire give(busy_us, next, out); {give} out out : int32[1]; }}
    actor pass {{ fire pass(in, out); {pass_} in in : int32[1]; out out : int32[1]; }}
    actor take {{ effect; state; stops; fire take(stop_at, in); {take} in in : int32[1]; }}
    give.out -> pass.in; pass.out -> take.in;
}}
"""
LONG = "period 1000s;"
SECONDS = 60
"""That a run may take: far less than `LONG`, and far more than it needs."""


def graph_in(folder: Path, give: str = "", pass_: str = "", take: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "paced.h").write_text(DECLARED)
    (folder / "paced.c").write_text(CODE)
    (folder / "paced.sdf").write_text(GRAPH.format(give=give, pass_=pass_, take=take))
    return folder / "paced.sdf"


def program_of(graph: Path, cores: int = 1, **parameters: int) -> Path:
    folder = graph.parent / f"made_{cores}"
    write_folder(folder, compile_graph(graph, CompileOptions(cores=cores, parameters=parameters)).files)
    return build_folder(folder, native=False)


def ran(program: Path, *arguments: str, **environment: str) -> tuple[str, dict[str, Any]]:
    """What it prints, and its figures."""
    figures = program.parent / "figures.json"
    ended = subprocess.run(
        [program, "-q", "--json", figures, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout, json.loads(figures.read_text())


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_firings_keep_to_the_grid_and_the_bytes_are_the_same(cores: int, tmp_path: Path) -> None:
    plain, figures = ran(program_of(graph_in(tmp_path / "plain"), cores), "-n", "20")
    assert "periods" not in figures
    program = program_of(graph_in(tmp_path / "paced", give="period 5ms;", take="period 5ms;"), cores)
    paced, figures = ran(program, "-n", "20")
    assert paced == plain
    assert figures["elapsed_ns"] >= 19 * 5_000_000, "the last firing begins 19 periods after the first"
    assert [(p["actor"], p["period_ns"], p["firings"]) for p in figures["periods"]] == [
        ("give", 5_000_000, 20), ("take", 5_000_000, 20),
    ]  # fmt: skip
    for pace in figures["periods"]:
        assert 0 <= pace["misses"] <= 19
        assert 0 <= pace["jitter_ns"] <= pace["jitter_most_ns"]
    unpaced, figures = ran(program, "-n", "20", DFGEN_PACE="0")
    assert unpaced == plain
    assert [pace["firings"] for pace in figures["periods"]] == [0, 0]


def test_firings_that_come_too_late_are_counted(tmp_path: Path) -> None:
    """Each takes three periods: all but the first begin late, and the grid does not move."""
    program = program_of(graph_in(tmp_path, give="period 1ms;"), busy_us=3000)
    _, figures = ran(program, "-n", "10")
    (pace,) = figures["periods"]
    assert (pace["firings"], pace["misses"]) == (10, 9)
    assert pace["jitter_most_ns"] >= 9 * 2_000_000


@pytest.mark.parametrize("paced", ["give", "pass_", "take"])
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_an_interrupt_waits_for_no_period(cores: int, paced: str, tmp_path: Path) -> None:
    program = program_of(graph_in(tmp_path, **{paced: LONG}), cores)
    with subprocess.Popen([program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "0\n"
        time.sleep(0.2)  # then it waits; if not yet, so much the better
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=SECONDS)
    assert process.returncode == 128 + signal.SIGINT, told
    assert printed.split() == [str(3 * n) for n in range(1, len(printed.split()) + 1)]


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_a_stop_waits_for_no_period(cores: int, tmp_path: Path) -> None:
    program = program_of(graph_in(tmp_path, give=LONG), cores, stop_at=0)
    assert ran(program)[0] == "0\n"


def test_waiting_for_its_time_is_no_stall(tmp_path: Path) -> None:
    graph = graph_in(tmp_path, give="period 1500ms;")
    options = CompileOptions(cores=2, watchdog_ns=500_000_000)
    write_folder(tmp_path / "made", compile_graph(graph, options).files)
    assert ran(build_folder(tmp_path / "made", native=False), "-n", "2")[0] == "0\n3\n"


def test_the_plan_says_why_passes_are_short(tmp_path: Path) -> None:
    text = compile_graph(graph_in(tmp_path, give="period 40ms;"), CompileOptions(cores=2)).plan_text
    assert "1 iteration a pass" in text
    assert "a pass has one iteration, for these have a period: give" in text


@pytest.mark.parametrize(("busy", "kept"), [("time 1ms;", True), ("time 60ms;", False)])
def test_check_tells_whether_periods_are_kept(busy: str, kept: bool, tmp_path: Path) -> None:
    pace = check_graph(graph_in(tmp_path, give=f"period 40ms; {busy}"), {}).pace
    assert pace is not None
    assert (pace.asked_ns, pace.is_kept, pace.guessed) == (40_000_000, kept, ("pass", "take"))
    assert check_graph(graph_in(tmp_path), {}).pace is None


def test_periods_that_ask_for_different_times_are_refused(tmp_path: Path) -> None:
    graph = graph_in(tmp_path, give="period 40ms;", take="period 20ms;")
    for read in (lambda: check_graph(graph, {}), lambda: compile_graph(graph, CompileOptions())):
        with pytest.raises(UserError) as caught:
            read()
        (found,) = caught.value.diagnostics
        assert found.id == "period-mismatch"
        assert "20000000 ns" in found.message
        assert "40000000 ns" in found.message
        assert found.span is not None
        assert found.span.line == 5


def test_who_cannot_keep_them_refuses_periods(tmp_path: Path) -> None:
    graph = graph_in(tmp_path, give="period 40ms;")
    with pytest.raises(UserError) as caught:
        compile_graph(graph, CompileOptions(library=True))
    assert caught.value.diagnostics[0].id == "library-actor"
    with pytest.raises(UserError) as caught:
        compile_graph(graph, CompileOptions(nodes=2))
    assert caught.value.diagnostics[0].id == "period-unkept"
