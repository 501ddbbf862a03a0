# SPDX-License-Identifier: Apache-2.0
"""`tune` with several values of a parameter: real programs, of whose speed nothing is said."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.toolchain import build_folder
from dfgen.profile.comparison import Comparison, Estimate, Verdict

Dfgen = Callable[..., Any]

GRAPH = """\
// `parts` says how the work is cut.
graph cut(parts = 2, size = 64,
          more = 1) {
    include "cut.h"; source "cut.c";
    actor give { fire give(size, o); state; time 1us; out o : int32[size]; }
    actor work { fire work(size / parts, i, o); time 2us; in i : int32[size / parts]; out o : int32[size / parts]; }
    actor take { fire take(i); time 1us; in i : int32[size * 2]; }
    give.o -> work.i;
    work.o -> take.i;
}
"""
CUT_H = "void give(int n, int *o);\nvoid work(int n, const int *i, int *o);\nvoid take(const int *i);\n"
CUT_C = """\
#include "cut.h"
void give(int n, int *o) { for (int k = 0; k < n; k++) o[k] = k; }
void work(int n, const int *i, int *o) { for (int k = 0; k < n; k++) o[k] = i[k] * 3; }
void take(const int *i) { (void)i; }
"""


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cut.sdf").write_text(GRAPH)
    (tmp_path / "cut.h").write_text(CUT_H)
    (tmp_path / "cut.c").write_text(CUT_C)
    return tmp_path / "cut.sdf"


def tuned(dfgen: Dfgen, *given: str) -> Any:
    return dfgen("tune", "cut.sdf", "-n", "50", "--seconds", "1", "--cores", "1", *given)


def test_all_values_are_planned_and_the_promising_measured(dfgen: Dfgen, graph: Path) -> None:
    ended = tuned(dfgen, "-p", "parts=1,4,5", "-p", "size=32", "--json")
    assert ended.status == 0, ended.err
    found = json.loads(ended.out)
    one, four, five = found["choices"]
    assert [choice["values"] for choice in found["choices"]] == [{"parts": 1}, {"parts": 4}, {"parts": 5}]
    assert one["predicted_ns"] == one["latency_ns"] or one["latency_ns"] > one["predicted_ns"] > 0
    assert one["predicted_ns"] < four["predicted_ns"]  # work takes 2 us a firing, however small
    assert one["measured_ns"] > 0
    assert "parameter expression is not a whole number" in five["problem"] or "divi" in five["problem"]
    assert five["measured_ns"] is None
    assert found["best"]["memory"] in ({"parts": 1}, {"parts": 4})
    assert graph.read_text() == GRAPH


def test_the_best_values_are_written_where_the_defaults_stand(dfgen: Dfgen, graph: Path) -> None:
    ended = tuned(dfgen, "-p", "more=7", "-p", "parts=4,1", "-p", "size=32,96", "--goal", "memory", "--write")
    assert ended.status == 0, ended.err
    assert "best for memory: parts=" in ended.out
    best = next(line for line in ended.out.splitlines() if line.startswith("best for memory"))
    parts, size = (word.rpartition("=")[2] for word in best.split(", "))
    assert size == "32"
    assert graph.read_text() == GRAPH.replace("parts = 2, size = 64", f"parts = {parts}, size = {size}")
    assert "written" in ended.out
    again = tuned(dfgen, "-p", "parts=4,1", "-p", "size=32,96", "--goal", "memory", "--write")
    assert "as it was" in again.out


def test_present_values_stay_where_no_others_are_better(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = Comparison(9.0, 8.9, Estimate(0.99, 0.9, 1.1), 6, Verdict.SAME)
    monkeypatch.setattr("dfgen.profile.parameter_choices.compare", lambda *_: same)
    for goal in ("time", "memory", "latency"):
        ended = tuned(dfgen, "-p", "more=3,1,2", "--goal", goal, "--write")
        lines = ended.out.splitlines()
        assert lines[2].endswith("best: time, memory, latency; as it is now")
        assert lines[-4:-1] == [f"best for {each}: more=1, as it is now" for each in ("time", "memory", "latency")]
        assert (lines[-1], graph.read_text()) == ("cut.sdf: more=1: as it was", GRAPH)


def test_values_that_change_what_is_printed_are_told(dfgen: Dfgen, graph: Path) -> None:
    assert "must put out the same bytes" in " ".join(dfgen("tune", "--help").out.split())
    (graph.parent / "cut.c").write_text(
        CUT_C.replace("= k;", "= n;")
        .replace("(void)i;", 'printf("%d\\n", NUMBER);')
        .replace("#include", "#include <stdio.h>\n#include <unistd.h>\n#include", 1)
    )

    def same_output(value: str, number: str) -> tuple[list[bool | None], str]:
        (graph.parent / "cut.h").write_text(f"#define NUMBER {number}\n{CUT_H}")
        ended = tuned(dfgen, "-p", value, "--json")
        return [choice["same_output"] for choice in json.loads(ended.out)["choices"]], ended.err

    same, told = same_output("more=1,2", "i[1]")
    assert (same, "other bytes" in told) == ([True, True], False)
    same, told = same_output("size=32,64", "i[1]")
    assert same == [False, True]
    assert "with size=32 the program prints other bytes than with size=64" in told
    same, told = same_output("size=32,64", "(int)getpid()")
    assert (same, "other bytes" in told) == ([None, None], False), "no two runs print the same"


def print_first_number(folder: Path) -> None:
    (folder / "cut.h").write_text(f"#include <stdio.h>\n{CUT_H}")
    (folder / "cut.c").write_text(CUT_C.replace("= k;", "= n;").replace("(void)i;", 'printf("%d\\n", i[0]);'))


def test_values_that_change_what_is_printed_are_not_written_unless_that_is_asked_for(dfgen: Dfgen, graph: Path) -> None:
    print_first_number(graph.parent)
    smaller = ("-p", "size=32,48", "--goal", "memory", "--write")
    ended = tuned(dfgen, *smaller)
    assert (ended.status, graph.read_text()) == (1, GRAPH)
    assert "error[output-changed]: with size=32, the best for this goal, the program prints other bytes" in ended.err
    assert "best for memory: size=32" in ended.out
    again = tuned(dfgen, *smaller, "--other-output")
    assert (again.status, graph.read_text()) == (0, GRAPH.replace("size = 64", "size = 32"))


def test_values_are_written_that_print_what_the_graph_prints_now(dfgen: Dfgen, graph: Path) -> None:
    print_first_number(graph.parent)
    other = tuned(dfgen, "-p", "parts=1,4", "--goal", "memory", "--write")
    assert other.status == 0, other.err
    same = tuned(dfgen, "-p", "size=64,96", "--goal", "memory", "--write")
    assert (same.status, "as it was" in same.out) == (0, True)
    graph.write_text(GRAPH.replace("parts = 2", "parts = 3"))  # which does not compile: there is nothing to change
    assert tuned(dfgen, "-p", "parts=1,2", "--write").status == 0


@pytest.mark.parametrize(
    ("option", "status", "told"),
    [
        ("--dry-run", 0, "cut.sdf: parts=4: would be written"),
        ("--check", 1, "cut.sdf: parts=4: would be written"),
        ("--diff", 0, "+graph cut(parts = 4, size = 64,"),
    ],
)
def test_nothing_is_written_where_that_is_asked_for(
    option: str, status: int, told: str, dfgen: Dfgen, graph: Path
) -> None:
    ended = tuned(dfgen, "-p", "parts=3,4", "--write", option)
    assert (ended.status, graph.read_text()) == (status, GRAPH)
    assert told in ended.out.splitlines()


def test_a_file_that_cannot_be_written_is_known_before_anything_is_measured(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
    ended = tuned(dfgen, "-p", "parts=1,4", "--write")
    assert ended.status == 1
    assert "error[file-unwritable]" in ended.err
    assert "building" not in ended.err


def test_what_it_takes_to_build_is_not_held_against_the_time_for_comparing(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build_slowly(*given: Any, **options: Any) -> Path:
        time.sleep(1.1)
        return build_folder(*given, **options)

    monkeypatch.setattr("dfgen.profile.parameter_choices.build_folder", build_slowly)
    ended = tuned(dfgen, "-p", "size=32,64", "--json")
    assert all(choice["measured_ns"] for choice in json.loads(ended.out)["choices"]), ended.err


def test_a_best_one_is_of_those_that_were_measured(dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dfgen.profile.parameter_choices.Budget.is_over", property(lambda _: True))
    ended = tuned(dfgen, "-p", "size=32,64")
    assert "best for time of those that were measured: size=" in ended.out
    assert "best for memory: size=64" in ended.out


def test_a_graph_that_changes_meanwhile_is_left_alone(
    dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build_late(*given: Any, **options: Any) -> Path:
        graph.write_text(GRAPH + "// changed\n")
        return build_folder(*given, **options)

    monkeypatch.setattr("dfgen.profile.parameter_choices.build_folder", build_late)
    ended = tuned(dfgen, "-p", "parts=1,4", "--write")
    assert ended.status == 1
    assert "error[file-changed]: 'cut.sdf' has changed while its program was measured" in ended.err
    assert graph.read_text() == GRAPH + "// changed\n"


def test_a_table_tells_what_is_not_possible(dfgen: Dfgen, graph: Path) -> None:
    ended = tuned(dfgen, "-p", "parts=1,3")
    lines = ended.out.splitlines()
    assert lines[0].split() == ["parts", "cores", "predicted", "measured", "memory", "latency"]
    assert "best: time, memory, latency" in lines[1]
    assert "not possible" in lines[2]


def test_where_nothing_is_possible_the_first_reason_is_told(dfgen: Dfgen, graph: Path) -> None:
    ended = tuned(dfgen, "-p", "nothing=1,3")
    assert ended.status == 1
    assert "error[parameter-unknown]" in ended.err


def test_too_many_combinations_are_refused(dfgen: Dfgen, graph: Path) -> None:
    many = ",".join(map(str, range(1, 18)))
    ended = tuned(dfgen, "-p", f"parts={many}", "-p", f"size={many}")
    assert ended.status == 1
    assert "error[choices-too-many]: there are 289 combinations" in ended.err


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["-p", "parts=1,1"], "names a value twice"),
        (["-p", "parts=1,2", "-p", "parts=4"], "parameter 'parts' has two values: 1,2 and 4"),
        (["-p", "parts=1,x"], "is not NAME=VALUE with a number"),
        (["give.o:work.i", "-p", "parts=1,2"], "are tuned one after the other"),
        (["-p", "parts=1,2", "--strategies", "memcpy"], "are tuned one after the other"),
        (["-p", "parts=1,2", "--sidecar"], "are tuned one after the other"),
        (["-p", "parts=1,2", "--written"], "are tuned one after the other"),
        (["-p", "parts=1,2", "--check"], "--check and --diff tell what --write would change"),
        (["-p", "parts=1,2", "--write", "--diff", "--json"], "cannot both be printed"),
        (["-p", "parts=1,2", "--other-output"], "--other-output is for --write"),
        (["-p", "parts=1", "--write"], "--write is for values of parameters"),
        (["-p", "parts=1", "--other-output"], "--other-output is for values of parameters"),
        (["-p", "parts=1", "--goal", "memory"], "--goal is for values of parameters"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(given: list[str], told: str, dfgen: Dfgen, graph: Path) -> None:
    ended = tuned(dfgen, *given)
    assert ended.status == 2
    assert told in ended.err


def test_files_of_other_tools_are_not_edited(dfgen: Dfgen, tmp_path: Path) -> None:
    from dfgen.annotate.parameters import plan_parameters
    from dfgen.model.diagnostics import UserError

    data = Path(__file__).resolve().parents[1]
    found = next(data.rglob("*.pi"))
    shutil.copy(found, tmp_path / "top.pi")
    with pytest.raises(UserError) as raised:
        plan_parameters(tmp_path / "top.pi", {"slices": 4})
    assert raised.value.diagnostics[0].id == "annotation-without-effect"
    assert "compile it with -p" in raised.value.diagnostics[0].hint


def test_files_of_other_tools_are_refused_before_anything_is_measured(dfgen: Dfgen, graph: Path) -> None:
    os.symlink(graph, "cut.xml")
    ended = dfgen("tune", "cut.xml", "-p", "parts=1,4", "--write")
    assert (ended.status, ended.out) == (1, "")
    assert "parameters of 'cut.xml' are not written" in ended.err
    assert "Leave --write out" in ended.err
    assert "planning" not in ended.err
