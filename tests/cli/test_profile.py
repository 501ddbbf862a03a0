# SPDX-License-Identifier: Apache-2.0
"""`profile` as a user sees it, with programs that are really built and run; and `--trace`, `--watchdog` of `run`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.cli import build
from dfgen.cli.main import main
from dfgen.profile import profiling
from dfgen.profile.profiling import store
from tests.conftest import ACTORS_C, ACTORS_H
from tests.messages import needs_mpi

Dfgen = Callable[..., Any]

GRAPH = """\
graph g {
    include "actors.h"; source "actors.c";
    actor a { fire give(o); out o : uint8[32768]; }
    actor b { fire change(i, o); time 10us; in i : uint8[32768]; out o : uint8[64]; }
    actor c { fire take(i); in i : uint8[32768]; }
    actor d { fire take(i); in i : uint8[64]; }
    a.o -> { b.i, c.i };
    b.o -> d.i;
}
"""
RUN = ("-n", "40", "--runs", "2", "--cores", "1")


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "actors.h").write_text(ACTORS_H)
    (tmp_path / "actors.c").write_text(ACTORS_C)
    (tmp_path / "g.sdf").write_text(GRAPH)
    monkeypatch.chdir(tmp_path)
    return Path("g.sdf")


def test_json_and_the_file_beside_the_plan_say_the_same(dfgen: Dfgen, graph: Path) -> None:
    ended = dfgen("profile", graph, "-o", "out", "--json", *RUN)
    assert ended.status == 0, ended.err
    found = json.loads(ended.out)
    assert found == json.loads(Path("out/profile.json").read_text())
    assert "warming up" in ended.err
    assert found["run"]["iterations"] == 40
    assert len(found["iteration"]["samples_ns"]) == 2
    assert {actor["name"]: actor["firings"] for actor in found["actors"]} == dict.fromkeys("abcd", 40)
    (core,) = found["cores"]
    parts = sum(core[part] for part in ("busy_ns", "moving_ns", "waiting_ns", "asleep_ns", "other_ns"))
    assert parts == pytest.approx(core["wall_ns"], rel=0.001)
    assert core["wall_ns"] == pytest.approx(found["run"]["elapsed_ns"], rel=0.02)
    (moved,) = found["transfers"]
    assert (moved["bytes"], moved["count"]) == (40 * 32768, 40)
    assert found["iteration"]["predicted_ns"] > 0
    assert found["memory"]["resident_bytes"] > 0


def test_tables_name_what_there_is_and_a_folder_needs_no_compiler(dfgen: Dfgen, graph: Path) -> None:
    assert dfgen("build", graph, "-o", "out", "--cores", "1", "--trace").status == 0
    graph.unlink()
    ended = dfgen("profile", "out", "-n", "20", "--runs", "1")
    assert ended.status == 0, ended.err
    for word in ("actor", "FIFO", "core", "iteration", "memory", "a.o:b.i", "memcpy"):
        assert word in ended.out
    assert all(len(line) <= 80 for line in ended.out.splitlines())
    assert "'dfgen report out' draws it" in ended.err


def test_a_folder_without_tracing_gets_a_twin_that_has_it(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--platform", "host", "--cores", "1", "--transfer", "a.o:b.i=memcpy")
    assert dfgen("compile", graph, "-o", "out", *options).status == 0
    before = {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}
    monkeypatch.chdir("out")  # the folder knows its graph wherever it is asked
    ended = dfgen("profile", ".", "-n", "20", "--runs", "1", "--json")
    assert ended.status == 0, ended.err
    assert {actor["name"] for actor in json.loads(ended.out)["actors"]} == set("abcd")
    assert json.loads(ended.out) == json.loads(Path("profile.json").read_text())
    assert {path: (Path("..") / path).read_bytes() for path in before} == before
    assert not Path("src/trace.c").exists()


@pytest.mark.parametrize("other", ["changed", "gone", "of another version"])
def test_a_folder_whose_graph_is_another_now_is_refused(
    dfgen: Dfgen, graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    dfgen("compile", graph, "-o", "out", "--cores", "1")
    if other == "of another version":
        (kept,) = (tmp_path / "cache/origins").glob("*.json")
        kept.write_text(kept.read_text().replace('"depth"', '"width"'))
    elif other == "gone":
        graph.unlink()
    else:
        graph.write_text(GRAPH.replace("32768", "16384"))
    ended = dfgen("profile", "out")
    assert ended.status == 1
    assert ("[file-unreadable]" if other == "gone" else "[not-traced]") in ended.err
    assert other == "gone" or "Compile the graph into" in ended.err


def test_the_instructions_of_this_machine_may_be_asked_for_where_they_are_used_anyway(
    dfgen: Dfgen, graph: Path
) -> None:
    assert run_command("g.sdf", "--native", "-n", "1", "--cores", "1").returncode == 0
    for command in ("profile", "tune"):
        assert "--native" in dfgen(command, "--help").out


def test_times_are_written_into_the_graph_file(dfgen: Dfgen, graph: Path) -> None:
    ended = dfgen("profile", graph, "--update-times", *RUN)
    assert ended.status == 0, ended.err
    text = graph.read_text()
    assert re.sub(r" time [\d.]+[nu]s;", "", text) == GRAPH.replace(" time 10us;", "")
    assert len(re.findall(r"time ", text)) == 4
    assert "g.sdf: new times of a, b, c, d" in ended.err


def test_notes_are_told_once_and_do_not_advise_what_is_being_done(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(
        'graph g { include "actors.h"; source "actors.c";\n'
        "actor a { fire give(o); state; out o : uint8[2 ** 26]; }\n"
        "actor d { fire take(i); state; in i : uint8[2 ** 26]; }\n"
        "a.o -> d.i; }\n"
    )
    ended = dfgen("profile", graph, "--update-times", "-n", "2", "--runs", "1", "--cores", "2")
    assert ended.status == 0, ended.err
    assert ended.err.count("note: cores share the work by guesses, for most of it states no time: ") == 1
    assert "--update-times' measures it" not in ended.err
    notes = [line for line in ended.err.splitlines() if line.startswith("note:")]
    assert len(set(notes)) == len(notes)


@pytest.mark.parametrize("what", ["no unit", "of another tool", "write-protected"])
def test_what_cannot_be_written_is_known_before_anything_runs(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    given = ("g.sdf",)
    if what == "no unit":
        graph.write_text(GRAPH.replace("10us", "10"))
        message = "Write ns, us, ms or s behind its times."
    elif what == "of another tool":
        assert dfgen("convert", graph, "g.xml").status == 0
        given = ("g.xml", "--stand-ins")
        message = "'dfgen convert g.xml NEW.sdf --time-unit us' writes it."
    else:
        access = os.access
        monkeypatch.setattr("os.access", lambda path, mode: str(path) != "g.sdf" and access(path, mode))
        message = "cannot write 'g.sdf': it is write-protected"
    ended = dfgen("profile", *given, "--update-times", *RUN)
    assert (ended.status, ended.out) == (1, "")
    assert message in ended.err
    assert "compiling" not in ended.err


def test_an_actor_that_was_renamed_meanwhile_is_told(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored(*given: Any) -> Path:
        graph.write_text(GRAPH.replace("actor b {", "actor other {").replace("b.", "other."))
        return store(*given)

    monkeypatch.setattr(profiling, "store", stored)
    ended = dfgen("profile", graph, "--update-times", *RUN)
    assert ended.status == 0, ended.err
    assert "note: left out, for the graph does not have them any more: b\n" in ended.err
    assert "new times of a, c, d" in ended.err


def test_times_on_cores_of_several_types_are_kept_apart(dfgen: Dfgen, graph: Path) -> None:
    Path("p.toml").write_text('cores = [{ type = "big" }, { type = "little" }]\n')
    placed = GRAPH.replace("actor a {", "actor a @core(0) {").replace("actor c {", "actor c @core(1) {")
    graph.write_text(placed)
    ended = dfgen("profile", graph, "--update-times", "-n", "40", "--runs", "2", "--platform", "p.toml")
    assert ended.status == 0, ended.err
    assert graph.read_text() == placed
    tables = Path("g.sdf.fifos.toml").read_text()
    assert re.search(r'\[a\]\ntime = \{big = "[\d.]+[nu]s"\}', tables), tables
    assert re.search(r'\[c\]\ntime = \{little = "[\d.]+[nu]s"\}', tables), tables


def test_a_difference_is_printed_and_nothing_written(dfgen: Dfgen, graph: Path) -> None:
    ended = dfgen("profile", graph, "--diff", *RUN)
    assert ended.status == 0, ended.err
    assert "-    actor b { fire change(i, o); time 10us;" in ended.out
    assert graph.read_text() == GRAPH


def test_written_fractions_are_measured_and_annotated(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(GRAPH.replace("a.o -> { b.i, c.i };", "a.o -> { b.i, c.i };  // shared\n").replace(
        "in i : uint8[32768]; out o : uint8[64];", "in i : uint8[32768] read_mostly; out o : uint8[64];"
    ))  # fmt: skip
    ended = dfgen("profile", graph, "--written", *RUN)
    assert ended.status == 0, ended.err
    assert "a.o:b.i" in ended.out
    assert re.search(r"read_mostly, written = \d+%", graph.read_text())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("g.sdf", "--guard"), "there is no point in profiling it"),
        ((".", "--update-times"), "needs the graph file"),
        (("g.sdf", "--json", "--diff"), "cannot both be printed"),
        (("g.sdf", "--runs", "0"), "is not a whole number from 1 on"),
    ],
)
def test_wrong_usage(dfgen: Dfgen, graph: Path, arguments: tuple[str, ...], message: str) -> None:
    ended = dfgen("profile", *arguments)
    assert ended.status == 2
    assert message in ended.err


def test_the_help_has_an_example(dfgen: Dfgen) -> None:
    assert "Example: dfgen profile" in dfgen("profile", "--help").out


def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`run` becomes the program, so it needs a process of its own."""
    command = [sys.executable, "-c", "import sys; from dfgen.cli.main import main; sys.exit(main())", "run", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_run_writes_a_trace(dfgen: Dfgen, graph: Path) -> None:
    ended = run_command("g.sdf", "--trace", "-n", "5", "--cores", "1")
    assert ended.returncode == 0, ended.stderr
    assert "the trace goes to trace.json" in ended.stderr
    events = json.loads(Path("trace.json").read_text())["traceEvents"]
    assert sum(event["args"]["firings"] for event in events if event["name"] == "a") == 5


NAPS_H = """\
#include "actors.h"
void nap(const uint8_t *in, uint8_t *out);
void change_after(const uint8_t *wake, uint8_t *in, uint8_t *out);
"""
NAPS_C = """\
#include "naps.h"
#include <time.h>
void nap(const uint8_t *in, uint8_t *out)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    out[0] = in[0];
}
void change_after(const uint8_t *wake, uint8_t *in, uint8_t *out) { out[0] = in[0] += wake[0]; }
"""
NAPS = """\
graph g {
    include "naps.h"; source "actors.c", "naps.c";
    actor a { fire give(o); out o : uint8[300000]; }
    actor n { fire nap(i, o); in i : uint8[300000]; out o : uint8[64]; }
    actor b { fire change_after(w, i, o); in w : uint8[64]; in i : uint8[300000]; out o : uint8[64]; }
    actor d { fire take(i); in i : uint8[64]; }
    a.o -> { b.i, n.i };
    n.o -> b.w;
    b.o -> d.i;
}
"""


def test_copies_of_an_engine_have_a_lane_of_their_own(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine has the time of a firing that sleeps; what it has not begun then, the core takes over."""
    monkeypatch.setenv("DFGEN_ENGINE_RESTS", "0")
    Path("naps.h").write_text(NAPS_H)
    Path("naps.c").write_text(NAPS_C)
    graph.write_text(NAPS)
    wanted = ("--transfer", "a.o:b.i=offload", "--cores", "1")
    assert run_command("g.sdf", "--trace", "-n", "20", *wanted).returncode == 0
    events = json.loads(Path("trace.json").read_text())["traceEvents"]
    assert {e["args"]["name"] for e in events if e["name"] == "thread_name"} == {"core 0", "copy thread"}
    copies = [e for e in events if e.get("cat") == "engine"]
    assert {e["tid"] for e in copies} == {2}
    assert 0 < sum(e["args"]["KiB"] for e in copies) <= 20 * 300_000 / 1024 + len(copies)
    ended = dfgen("profile", graph, "--json", "-n", "20", "--runs", "1", *wanted)
    assert ended.status == 0, ended.err
    found = json.loads(ended.out)
    (transfer,) = (t for t in found["transfers"] if t["strategy"] == "offload")
    assert 0 <= transfer["hidden_ns"] <= found["engines"][0]["busy_ns"]
    (copies_,) = found["engine_copies"]
    assert (copies_["engine"], copies_["fifo"]) == ("thread", "a.o:b.i")
    assert copies_["engine_bytes"] + copies_["taken_over_bytes"] == 20 * 300_000
    assert copies_["hidden_ns"] <= copies_["busy_ns"]
    assert "copies by  FIFO     by engine" in dfgen("profile", graph, "-n", "20", "--runs", "1", *wanted).out
    names = [name["kind"] for name in found["timeline"]["names"]]
    lanes = {block[0] for block in found["timeline"]["blocks"] if names[block[1]] == "engine"}
    assert lanes == {1}


ON_TWO_NODES = """\
graph g {
    include "actors.h"; source "actors.c";
    actor a @node(0) { fire give(o); out o : uint8[4096]; }
    actor b @node(1) { fire change(i, o); time 10us; in i : uint8[4096]; out o : uint8[64]; }
    actor d @node(1) { fire take(i); in i : uint8[64]; }
    a.o -> b.i; b.o -> d.i;
}
"""


@needs_mpi
def test_each_node_has_its_figures_and_what_it_waited_for(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(ON_TWO_NODES)
    told = ("-o", "out", "--nodes", "2", "-n", "4000", "--runs", "2")
    ended = dfgen("profile", graph, "--update-times", *told)
    assert ended.status == 0, ended.err
    assert [line for line in ended.out.splitlines() if line.startswith("---")] == ["--- node node0", "--- node node1"]
    assert re.search(r"a\.o:b\.i \(node node[01]\)", ended.out)
    found = json.loads(Path("out/profile.json").read_text())
    first, second = (node["profile"] for node in found["nodes"])
    assert {actor["name"]: actor["firings"] for actor in first["actors"]} == {"a": 4000}
    assert {actor["name"]: actor["firings"] for actor in second["actors"]} == {"b": 4000, "d": 4000}
    assert first["iteration"] == second["iteration"]
    assert graph.read_text().count("time ") == 3
    assert dfgen("report", "out").status == 0
    (text,) = re.findall(r'"application/json" id="data">(.*?)</script>', Path("out/report.html").read_text())
    assert [node["profile"]["run"]["iterations"] for node in json.loads(text)["nodes"]] == [4000, 4000]


@pytest.mark.parametrize("look", ["--copies", "--compare=memcpy", "--written"])
def test_closer_looks_are_for_one_machine_which_is_known_before_anything_is_built(
    dfgen: Dfgen, graph: Path, look: str
) -> None:
    graph.write_text(ON_TWO_NODES)
    of_graph = dfgen("profile", graph, "-o", "out", "--nodes", "2", look, *RUN)
    of_folder = dfgen("profile", "out", "--copies")
    assert (of_graph.status, of_folder.status) == (1, 1)
    assert f"the program runs on several nodes, and {look.partition('=')[0]} is for one" in of_graph.err
    assert "the program runs on several nodes, and --copies is for one" in of_folder.err
    assert not Path("out/build").exists()


def test_run_of_a_folder_hands_its_watchdog_to_the_program(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    became: list[list[str]] = []
    monkeypatch.setattr("dfgen.cli.run.become_program", lambda command, *_: became.append(command))
    monkeypatch.setattr(build, "build_program", lambda *_: Path("program"))
    dfgen("compile", graph, "-o", "out", "--cores", "1")
    main(["run", "out", "--watchdog", "5s", "--trace"])
    main(["run", str(graph), "--watchdog", "5s", "--cores", "1"])
    trace = str(Path("trace.json").absolute())
    program = str(Path("program").absolute())
    assert [[str(Path(p).absolute()) for p in c[:1]] + c[1:] for c in became] == [
        [program, "--trace", trace, "--watchdog", "5000ms"], [program],
    ]  # fmt: skip


def test_build_of_a_folder_refuses_what_only_compiling_can_do(dfgen: Dfgen, graph: Path) -> None:
    dfgen("compile", graph, "-o", "out", "--cores", "1")
    for option in (("--trace",), ("--watchdog", "5s")):
        ended = dfgen("build", "out", *option)
        assert ended.status == 2
        assert f"{option[0]} needs the graph file" in ended.err


@pytest.mark.parametrize("text", ["5", "0s", "s", "1.5s", "5 s", "5h"])
def test_a_time_has_a_unit(dfgen: Dfgen, graph: Path, text: str) -> None:
    ended = dfgen("compile", graph, "-o", "out", "--watchdog", text)
    assert ended.status == 2
    assert "is not a time such as 5s or 20ns" in ended.err
