# SPDX-License-Identifier: Apache-2.0
"""`tune` as a user sees it: on a machine with made-up prices, and for real where no figure matters."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.profile.machine import GRAPH, LARGE, SMALL, Machine, replace_machine, write_graph

Dfgen = Callable[..., Any]

FAST = ("-n", "10", "--cores", "1", "--strategies", "memcpy,cow,stream")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = replace_machine(monkeypatch)
    made.prices = {(LARGE, "memcpy"): 900, (LARGE, "cow"): 200, (LARGE, "stream"): 500, (SMALL, "memcpy"): 400}
    made.rest = 1_000_000_000
    return made


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Alone in its folder with its C; temporary files go to a folder of their own."""
    (tmp_path / "graph").mkdir()
    (tmp_path / "scratch").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
    monkeypatch.chdir(tmp_path / "graph")
    write_graph(Path())
    return Path("g.sdf")


@pytest.fixture
def untouched(graph: Path, tmp_path: Path) -> Callable[[], bool]:
    """Whether the folder of the graph is as it was, and nothing is left behind."""

    def content() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in Path().iterdir()}

    before = content()
    return lambda: content() == before and not list((tmp_path / "scratch").iterdir())


def test_the_winner_is_written_and_the_rest_of_the_file_stays(
    dfgen: Dfgen, graph: Path, machine: Machine, tmp_path: Path
) -> None:
    machine.rest = 1000
    ended = dfgen("tune", graph, *FAST)
    assert ended.status == 0, ended.err
    assert ended.out == (
        "FIFO     before  after    time   95 % interval  decision\n"
        "a.o:b.i  memcpy  cow     0.632  0.632 to 0.632  faster\n"
        "         cow     stream  1.250  1.250 to 1.250  slower\n"
        "c.o:d.i  shared  memcpy  1.333  1.333 to 1.333  slower\n"
        "         shared  cow     1.000  1.000 to 1.000  no clear difference\n"
        "         shared  stream  1.000  1.000 to 1.000  no clear difference\n"
        "\n"
        "0.0019 ms per iteration before, 0.0012 ms after: 0.632 [0.632 to 0.632] of the time\n"
        "g.sdf: annotated: a.o:b.i\n"
    )
    expected = GRAPH.replace("a.o -> { b.i, c.i };", "a.o -> b.i @transfer(cow); a.o -> c.i;")
    assert "@transfer(cow)" in graph.read_text()
    assert graph.read_text() == expected
    assert list((tmp_path / "scratch").iterdir()) == []
    assert "comparing memcpy with cow on a.o:b.i" in ended.err
    again = dfgen("tune", graph, *FAST)
    assert again.out.endswith("g.sdf: nothing to change\n")


@pytest.mark.parametrize(("option", "status"), [("--dry-run", 0), ("--check", 1), ("--diff", 0)])
def test_nothing_is_written_where_nothing_shall_be(
    dfgen: Dfgen, graph: Path, machine: Machine, untouched: Callable[[], bool], option: str, status: int
) -> None:
    machine.rest = 1000
    ended = dfgen("tune", graph, *FAST, option)
    assert ended.status == status, ended.err
    assert ("+" in ended.out) == (option == "--diff")
    assert ("g.sdf: would be annotated: a.o:b.i\n" in ended.out) == (option != "--diff")
    assert untouched()


def test_check_is_content_with_a_tuned_file(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    ended = dfgen("tune", graph, *FAST, "--check")
    assert (ended.status, ended.out[-25:]) == (0, "g.sdf: nothing to change\n")


def test_json(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    machine.rest = 1000
    machine.written = {LARGE: 0.031}
    ended = dfgen("tune", graph, LARGE, *FAST, "--json")
    assert ended.status == 0, ended.err
    content = json.loads(ended.out)
    total = content.pop("total")
    first, second = content.pop("trials")
    assert content == {
        "schema": 1,
        "iterations": 10,
        "cores": 1,
        "iteration_ns": 1900,
        "chosen": {LARGE: "cow"},
        "written": [{"fifo": LARGE, "fraction": 0.031, "declared": 0.02, "read_mostly": True}],
        "changes": True,
        "annotated": [LARGE],
        "notes": ["a run is short, so figures are rough: it ended after 10 iterations in 0.0 ms"],
    }
    assert (total["before_ns"], total["after_ns"], total["pairs"], total["verdict"]) == (1900, 1200, 6, "faster")
    assert total["ratio_low"] == total["ratio"] == total["ratio_high"]
    assert (first["fifos"], first["before"], first["strategy"]) == ([LARGE], "memcpy", "cow")
    assert (first["bytes_per_iteration"], first["obstacle"]) == (8192, None)
    assert second["comparison"]["verdict"] == "slower"
    assert "@transfer(cow)" in graph.read_text()
    assert "@access(read_mostly, written = 4%)" in graph.read_text()


def test_what_readers_write(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    machine.written = {LARGE: 0.0312, SMALL: 0.5}
    ended = dfgen("tune", graph, "--written", "-n", "10", "--cores", "1")
    assert ended.status == 0, ended.err
    assert ended.out == (
        "FIFO     written  in the file\n"
        "a.o:b.i   3.12 %  2 %\n"
        "c.o:d.i  50.00 %  not declared read_mostly\n"
        "\n"
        "1000 ms per iteration\n"
        "g.sdf: annotated: a.o:b.i\n"
    )
    assert "@access(read_mostly, written = 4%)" in graph.read_text()
    compile_graph(graph, CompileOptions(cores=1))
    assert dfgen("tune", graph, "--written", "-n", "10", "--cores", "1").out.endswith("nothing to change\n")


def test_a_sidecar_that_is_there_is_written_for_it_wins(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    machine.rest = 1000
    Path("g.sdf.fifos.toml").write_text(f'schema = 1\n["{LARGE}"]\ntransfer = "stream"\n')
    ended = dfgen("tune", graph, LARGE, *FAST)
    assert ended.status == 0, ended.err
    assert ended.out.endswith("g.sdf.fifos.toml: annotated: a.o:b.i\n")
    assert graph.read_text() == GRAPH
    assert Path("g.sdf.fifos.toml").read_text() == f'schema = 1\n["{LARGE}"]\ntransfer = "cow"\n'


def test_a_sidecar_that_is_asked_for(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    machine.rest = 1000
    assert dfgen("tune", graph, LARGE, *FAST, "--sidecar").status == 0
    assert graph.read_text() == GRAPH
    assert 'transfer = "cow"' in Path("g.sdf.fifos.toml").read_text()


def test_nobody_tells_what_is_written(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    ended = dfgen("tune", graph, "--written", "-n", "10", "--cores", "1")
    assert ended.out.startswith("no reader that may write was seen through a private view")


def test_fifos_may_stand_behind_options(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    content = json.loads(dfgen("tune", graph, SMALL, *FAST, "--json", LARGE).out)
    assert {name for trial in content["trials"] for name in trial["fifos"]} == {LARGE, SMALL}
    assert "unrecognized arguments: a.o:b.i --frob" in dfgen("tune", graph, *FAST, LARGE, "--frob").err


def test_what_is_not_legal_shows_with_v_only(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    arguments = ("tune", graph, LARGE, "-n", "10", "--cores", "1", "--strategies", "shared")
    assert dfgen(*arguments).out == "1000 ms per iteration\ng.sdf: nothing to change\n"
    told = dfgen(*arguments, "-v")
    assert "not possible: a.o:b.i cannot be shared" in told.out
    assert "note: left alone, for no copy could gain anything there: a.o:c.i, " in told.err


def test_all_that_won_is_not_kept_if_it_does_not_win_together(
    dfgen: Dfgen, graph: Path, machine: Machine, untouched: Callable[[], bool]
) -> None:
    machine.rest, machine.final_penalty = 1000, 900
    ended = dfgen("tune", graph, LARGE, "-n", "10", "--cores", "1", "--strategies", "stream")
    assert "all together is not clearly faster, so nothing is kept" in ended.out
    assert ended.out.endswith("g.sdf: nothing to change\n")
    assert untouched()


def test_nothing_to_tune(dfgen: Dfgen, graph: Path, machine: Machine) -> None:
    ended = dfgen("tune", graph, "c.p", *FAST)
    assert (ended.status, ended.out) == (0, "nothing to tune: no byte moves, and no reader may write\n")
    assert json.loads(dfgen("tune", graph, "c.p", *FAST, "--json").out)["trials"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--transfer-candidates", "cow"], "--strategies"),
        (["--guard"], "guarded"),
        (["--json", "--diff"], "--json and --diff"),
        (["--seconds", "0"], "whole number"),
        (["-n", "0"], "whole number"),
        (["--written=3"], "--written"),
    ],
)
def test_wrong_usage(dfgen: Dfgen, graph: Path, arguments: list[str], said: str) -> None:
    ended = dfgen("tune", graph, *arguments)
    assert ended.status == 2
    assert said in ended.err


def test_mistakes(dfgen: Dfgen, graph: Path, machine: Machine, untouched: Callable[[], bool]) -> None:
    unknown = dfgen("tune", graph, "--strategies", "memcpy,memcopy")
    assert (unknown.status, "error[transfer-unknown]" in unknown.err) == (1, True)
    no_match = dfgen("tune", graph, "a.x")
    assert (no_match.status, "error[transfer-no-match]" in no_match.err) == (1, True)
    missing = dfgen("tune", "h.sdf")
    assert (missing.status, "h.sdf:0:0" in missing.err, "error[file-unreadable]" in missing.err) == (1, False, True)
    assert untouched()


def test_a_failing_program(dfgen: Dfgen, graph: Path, machine: Machine, untouched: Callable[[], bool]) -> None:
    machine.failing = {(LARGE, "memcpy")}
    ended = dfgen("tune", graph, *FAST)
    assert (ended.status, ended.out) == (1, "")
    assert "error[run-failed]: the program fails" in ended.err
    assert untouched()


def test_interrupted(dfgen: Dfgen, graph: Path, machine: Machine, untouched: Callable[[], bool]) -> None:
    machine.raises = KeyboardInterrupt()
    ended = dfgen("tune", graph, *FAST)
    assert (ended.status, ended.out) == (130, "")
    assert untouched()


def test_a_file_that_cannot_be_written_is_known_at_once(
    dfgen: Dfgen, graph: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
    ended = dfgen("tune", graph, *FAST)
    assert (ended.status, machine.builds) == (1, 0)
    assert "error[file-unwritable]" in ended.err
    assert dfgen("tune", graph, *FAST, "--dry-run").status == 0


def test_a_file_that_changes_meanwhile_is_left(
    dfgen: Dfgen, graph: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.rest = 1000
    monkeypatch.setattr(
        Machine, "build", lambda self, folder, **_: graph.write_text(GRAPH + "\n") and folder / "program"
    )
    monkeypatch.setattr("dfgen.profile.variants.build_folder", machine.build)
    ended = dfgen("tune", graph, *FAST)
    assert ended.status == 1
    assert "error[file-changed]" in ended.err
    assert graph.read_text() == GRAPH + "\n"


# --- with real programs ---

REAL = {
    "real.sdf": """\
graph real(n = 20000) {
    include "real.h"; source "real.c";
    actor a { state s : uint32; fire give(n, s, o); out o : uint8[n]; }
    actor b { fire mostly(n, i, o); in i : uint8[n] read_mostly; out o : uint8[1]; }
    actor c { fire whole(n, i, j, o); in i : uint8[n]; in j : uint8[1]; out o : uint8[1]; }
    actor d { fire show(i); io; in i : uint8[1]; }
    a.o -> { b.i, c.i };
    b.o -> c.j; c.o -> d.i;
}
""",
    "real.h": """\
#include <stdint.h>
void give(int n, uint32_t *s, uint8_t *o);
void mostly(int n, uint8_t *i, uint8_t *o);
void whole(int n, const uint8_t *i, const uint8_t *j, uint8_t *o);
void show(const uint8_t *i);
""",
    "real.c": """\
#include "real.h"
#include <df/df.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void give(int n, uint32_t *s, uint8_t *o)
{
    const char *started = df_option("started");
    for (int k = 0; k < n; k++)
        o[k] = (uint8_t)(*s = *s * 1664525 + 1013904223) >> 3;
    if (df_option("missing"))
        df_fail("there is no file '%s'", df_option("missing"));
    if (started) {
        fclose(fopen(started, "w"));
        sleep(1000);
    }
}
void mostly(int n, uint8_t *i, uint8_t *o) { i[n / 2] ^= 0xff; *o = (uint8_t)(i[n / 2] + i[1]); }
void whole(int n, const uint8_t *i, const uint8_t *j, uint8_t *o)
{
    *o = *j;
    for (int k = 0; k < n; k++)
        *o = (uint8_t)(*o * 31 + i[k]);
}
void show(const uint8_t *i) { printf("%d\\n", *i); }
""",
}


@pytest.fixture
def real(graph: Path) -> Path:
    for name, text in REAL.items():
        Path(name).write_text(text)
    return Path("real.sdf")


@pytest.fixture
def command(repository: Path, tmp_path: Path) -> tuple[list[str], dict[str, str]]:
    environment = {**os.environ, "PYTHONPATH": str(repository), "TMPDIR": str(tmp_path / "scratch")}
    return [sys.executable, "-m", "dfgen"], environment


def output(path: Path, command: tuple[list[str], dict[str, str]]) -> str:
    arguments, environment = command
    run = [*arguments, "run", str(path), "-q", "-n", "40", "--cores", "1"]
    return subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout


def test_a_tuned_program_gives_what_it_gave(
    dfgen: Dfgen, real: Path, command: tuple[list[str], dict[str, str]], tmp_path: Path
) -> None:
    before = output(real, command)
    assert len(before.splitlines()) == 40
    ended = dfgen("tune", real, "--cores", "1", "-n", "100", "--strategies", "memcpy,stream,cow,shared", "--json")
    assert ended.status == 0, ended.err
    content = json.loads(ended.out)
    tried = [trial["strategy"] for trial in content["trials"] if trial["comparison"]]
    assert set(tried) == {"cow", "stream"}
    assert content["changes"] == ("@" in real.read_text())
    assert output(real, command) == before
    assert list((tmp_path / "scratch").iterdir()) == []


def test_what_a_reader_really_writes(dfgen: Dfgen, real: Path) -> None:
    """One page of its window, whatever the size of pages here."""
    window_bytes = 5 * 64 * 1024
    pages = window_bytes // os.sysconf("SC_PAGE_SIZE")
    ended = dfgen("tune", real, "-p", f"n={window_bytes}", "--cores", "1", "--written", "-n", "20")
    assert ended.status == 0, ended.err
    assert ended.out.splitlines()[1].split() == ["a.o:b.i", f"{100 / pages:.2f}", "%", "no", "figure"]
    assert f"@access(read_mostly, written = {-(-100 // pages)}%)" in real.read_text()
    compile_graph(real, CompileOptions(cores=1))


def test_a_program_without_its_input(dfgen: Dfgen, real: Path, untouched: Callable[[], bool]) -> None:
    ended = dfgen("tune", real, "--cores", "1", "--", "missing=left.ppm")
    assert (ended.status, ended.out) == (1, "")
    assert "error[run-failed]: 'real' ended with status 1, so it cannot be measured" in ended.err
    assert "there is no file 'left.ppm'" in ended.err
    assert untouched()


def test_a_program_that_never_ends(dfgen: Dfgen, real: Path, untouched: Callable[[], bool]) -> None:
    ended = dfgen("tune", real, "--cores", "1", "--seconds", "1", "--", f"started={os.devnull}")
    assert (ended.status, ended.out) == (1, "")
    assert "error[run-too-long]: 'real' was stopped: 1 iteration took more than 1 s" in ended.err
    assert untouched()


@pytest.mark.parametrize(("how", "status"), [("ctrl-c", 130), ("kill", 143)])
def test_it_is_stopped_while_the_program_runs(
    real: Path, command: tuple[list[str], dict[str, str]], tmp_path: Path, how: str, status: int
) -> None:
    arguments, environment = command
    started = tmp_path / "started"
    before = real.read_bytes()
    tuning = [*arguments, "tune", str(real), "--cores", "1", "--", f"started={started}"]
    with subprocess.Popen(
        tuning, env=environment, start_new_session=True, stderr=subprocess.PIPE, text=True
    ) as process:
        while not started.exists() and process.poll() is None:
            time.sleep(0.05)
        if how == "ctrl-c":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.terminate()
        said = process.communicate(timeout=60)[1]
    assert process.returncode == status, said
    assert ("dfgen: interrupted" in said) == (how == "ctrl-c")
    assert "Traceback" not in said
    assert real.read_bytes() == before
    assert list((tmp_path / "scratch").iterdir()) == []
    with pytest.raises(ProcessLookupError):  # nobody of its group is left
        os.killpg(process.pid, 0)
