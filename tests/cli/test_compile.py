# SPDX-License-Identifier: Apache-2.0
"""`compile`, `build` and `run`, from their options to the files and the program."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

import pytest

from dfgen.build.folder import write_folder

Dfgen = Callable[..., Any]

CMAKE = b"""\
cmake_minimum_required(VERSION 3.16)
project(tiny C)
add_executable(tiny src/main.c)
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/program.txt CONTENT "$<TARGET_FILE:tiny>")
"""
MAIN = b"""\
#include <stdio.h>
int main(int n, char **a) { for (int i = 1; i < n; i++) puts(a[i]); return n > 1 ? 4 : 0; }
"""
TINY = {"CMakeLists.txt": CMAKE, "src/main.c": MAIN}


def test_compile_writes_the_folder_and_prints_the_plan(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    ended = dfgen("compile", "g.sdf", "-o", folder)
    assert (ended.status, ended.out) == (0, "the plan\n")
    assert ended.err == (
        "* compiling g.sdf\n"
        "dfgen: warning[port-dead]: a dead port\n"
        "note: actor 'x' was not split: it has a state\n"
        f"* wrote {folder}: 1 of 1 files changed\n"
    )
    assert (folder / "src/main.c").is_file()
    again = dfgen("compile", "g.sdf", "-o", folder, "-q")
    assert (again.status, again.out, again.err) == (0, "the plan\n", "dfgen: warning[port-dead]: a dead port\n")


def test_the_options_without_any(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    dfgen("compile", "g.sdf", "-o", tmp_path)
    ((path, options),) = pipeline.calls
    assert path == Path("g.sdf")
    assert (options.cores, options.platform, options.parameters, options.transfers) == (None, "default", {}, ())
    assert (options.depth, options.mapper, options.guard) == (None, "auto", False)
    assert (options.latency_iterations, options.memory_bytes, options.dump) == (None, None, ())


def test_all_options(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    given = "--cores 3 --platform host -p a=1 -p b=2 --transfer memcpy --transfer x.*=cow --depth 4 --mapper list"
    given += " --transfer-candidates memcpy,cow"
    more = "--guard --latency 1 --memory 512M --dump schedule --dump plan --pure a --pure b/*"
    ended = dfgen("compile", "g.sdf", "-o", tmp_path, *given.split(), *more.split())
    assert ended.out == "schedule as text\n\nplan as text\n"
    ((_, options),) = pipeline.calls
    assert (options.cores, options.platform, options.parameters) == (3, "host", {"a": 1, "b": 2})
    assert (options.transfers, options.depth, options.mapper) == (("memcpy", "x.*=cow"), 4, "list")
    assert options.candidates == ("memcpy", "cow")
    assert (options.guard, options.latency_iterations, options.memory_bytes) == (True, 1, 512 * 1024**2)
    assert (options.dump, options.pure) == (("schedule", "plan"), ("a", "b/*"))


@pytest.mark.parametrize(("latency", "ns"), [("20ms", 20_000_000), ("100ns", 100)])
def test_a_latency_may_be_a_time(latency: str, ns: int, dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    assert dfgen("compile", "g.sdf", "-o", str(tmp_path / "out"), "--latency", latency).status == 0
    ((_, options),) = pipeline.calls
    assert (options.latency_iterations, options.latency_ns) == (None, ns)


@pytest.mark.parametrize("wrong", ["--cores=0", "--cores=x", "--depth=-1", "--memory=0", "--memory=1X", "--latency="])
def test_wrong_numbers_are_wrong_usage(dfgen: Dfgen, tmp_path: Path, wrong: str) -> None:
    assert dfgen("compile", "g.sdf", "-o", tmp_path, wrong).status == 2


@pytest.mark.parametrize(
    "given",
    [
        "compile -o out --transfer-candidates",
        "tune --strategies",
        "profile --compare",
        "explore --architectures",
        "explore --policy",
        "explore --cores",
        "explore --transfer",
    ],
)
def test_lists_that_name_nothing_are_wrong_usage(dfgen: Dfgen, given: str) -> None:
    command, *options = given.split()
    for text in ("", " , "):
        ended = dfgen(command, "g.sdf", *options, text)
        assert ended.status == 2
        assert f"argument {options[-1]}: '{text}' names nothing" in ended.err


def test_a_strangers_folder_is_the_users_mistake(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("text")
    ended = dfgen("compile", "g.sdf", "-o", tmp_path)
    assert ended.status == 1
    assert "error[folder-foreign]" in ended.err


def test_build_of_a_graph_goes_to_the_cache_for_this_machine(dfgen: Dfgen, pipeline: Any) -> None:
    pipeline.files = TINY
    first, second = dfgen("build", "g.sdf"), dfgen("build", "g.sdf", "-q")
    assert (first.status, second.status) == (0, 0)
    assert first.out == second.out
    assert Path(first.out.strip()).is_file()
    assert second.err == "dfgen: warning[port-dead]: a dead port\n"
    assert [options.platform for _, options in pipeline.calls] == ["host", "host"]


def test_build_of_a_folder(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    write_folder(tmp_path / "p", TINY)
    ended = dfgen("build", tmp_path / "p", "-v")
    assert ended.status == 0
    assert subprocess.run([ended.out.strip()], check=False).returncode == 0
    assert "> " in ended.err
    assert pipeline.calls == []


def test_a_failed_build_shows_the_compiler(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    write_folder(tmp_path / "p", {**TINY, "src/main.c": b"int main(void) { return absent; }\n"})
    ended = dfgen("build", tmp_path / "p")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.count("main.c:1:25: error:") == 1
    assert "error[c-compile]" in ended.err


def test_a_compiled_folder_takes_no_compile_options(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    for named, *option in (
        ("--cores", "--cores", "2"), ("--parameter", "-p", "a=1"), ("--guard", "--guard"), ("--output", "-o", "x"),
        ("--transfer-candidates", "--transfer-candidates", "memcpy"), ("--stand-ins", "--stand-ins"),
        ("--time-unit", "--time-unit", "2ns"),
    ):  # fmt: skip
        ended = dfgen("run", tmp_path, *option)
        assert ended.status == 2
        assert f"is compiled already: {named} needs" in ended.err


@pytest.mark.parametrize("unit", ["0ns", "2", "1h", "1.5us"])
def test_a_unit_of_time_is_a_whole_number_with_a_unit(unit: str, dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    ended = dfgen("compile", "g.sdf", "-o", tmp_path / "x", "--time-unit", unit)
    assert (ended.status, "is not a time such as" in ended.err) == (2, True)


def test_stand_ins_and_units_reach_the_compiler(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    assert dfgen("compile", "g.sdf", "-o", tmp_path / "x", "--stand-ins", "--time-unit", "20ns").status == 0
    assert dfgen("compile", "g.sdf", "-o", tmp_path / "y").status == 0
    assert dfgen("compile", "g.sdf", "-o", tmp_path / "z", "--time-unit", "us").status == 0
    wanted = [(o.stand_ins, o.time_unit_ns) for _, o in pipeline.calls]
    assert wanted == [(True, 20), (False, None), (False, 1000)]


@pytest.mark.parametrize("digits", [20, 5000])
def test_a_number_of_iterations_is_one_that_a_program_can_count_to(digits: int, dfgen: Dfgen) -> None:
    ended = dfgen("run", "g.sdf", "-n", "9" * digits)
    assert ended.status == 2
    assert "-n/--iterations: the number is too large: it is 18446744073709551615 at most" in ended.err


def test_run_becomes_the_program(tmp_path: Path, repository: Path) -> None:
    write_folder(tmp_path / "p", TINY)
    command = [sys.executable, "-m", "dfgen", "run", tmp_path / "p", "-q", "-n", "5", "--json", "--", "left=a b", "-x"]
    ended = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (4, "-n\n5\n-q\n--json\n-\nleft=a b\n-x\n")


def test_a_hostfile_is_for_programs_on_several_nodes(tmp_path: Path, dfgen: Dfgen) -> None:
    write_folder(tmp_path / "p", TINY)
    missing = dfgen("run", tmp_path / "p", "--hostfile", tmp_path / "hosts")
    assert missing.status == 1
    assert "error[file-unreadable]" in missing.err
    assert str(tmp_path / "hosts") in missing.err
    (tmp_path / "hosts").write_text("localhost\n")
    alone = dfgen("run", tmp_path / "p", "--hostfile", tmp_path / "hosts")
    assert (alone.status, "the program runs on one machine, and --hostfile names several" in alone.err) == (1, True)


def test_a_library_is_not_run(tmp_path: Path, dfgen: Dfgen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system would start it, and it would crash."""
    built = (tmp_path, tmp_path / "build/libsmooth.so")
    monkeypatch.setattr("dfgen.cli.build.built_folder", lambda *_, **__: nullcontext(built))
    monkeypatch.setattr("dfgen.cli.run.become_program", lambda *_: pytest.fail("it was started"))
    for command in ("run", "profile"):
        ended = dfgen(command, tmp_path)
        assert ended.status == 1
        assert "error[library-option]: 'libsmooth.so' is a library, and no program to run" in ended.err


@pytest.mark.parametrize(("where", "runs_in"), [("", "Code"), ("Algo", "Code"), ("Code", None), ("..", None)])
def test_a_project_runs_where_its_paths_begin(
    dfgen: Dfgen, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, runs_in: str | None
) -> None:
    """Unless the user stands there, or outside of the project."""
    project = tmp_path / "weave"
    shutil.copytree(repository / "tests/frontend/importers/projects/weave", project)
    became: list[Path | None] = []

    def become(command: Sequence[str], folder: Path | None) -> NoReturn:
        assert command[1:] == ["-n", "1"]
        became.append(folder)
        sys.exit(0)

    monkeypatch.setattr("dfgen.cli.run.become_program", become)
    monkeypatch.setattr("dfgen.cli.build.built_folder", lambda *_, **__: nullcontext((Path(), Path("program"))))
    monkeypatch.chdir(project / where)
    ended = dfgen("run", project / "Scenarios/two.scenario", "-n", "1")
    assert became == [project / runs_in if runs_in else None]
    assert (f"running in {project / 'Code'}, where the project's paths begin" in ended.err) == (runs_in is not None)
