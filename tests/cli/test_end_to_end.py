# SPDX-License-Identifier: Apache-2.0
"""The commands as a user types them, on a graph and a C file of her own, away from the checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GRAPH = """\
graph count(step = 3) {
    include "count.h";
    source "count.c";
    actor give { state s : int32; fire give(step, s, out); out out : int32[2]; }
    actor show { fire show(in); io; in in : int32[1]; }
    give.out -> show.in;
}
"""
HEADER = "#include <stdint.h>\nvoid give(int step, int32_t *last, int32_t *out);\nvoid show(const int32_t *in);\n"
SOURCE = """\
#include "count.h"
#include <stdio.h>
void give(int step, int32_t *last, int32_t *out)
{
    out[0] = *last += step;
    out[1] = *last += step;
}
void show(const int32_t *in) { printf("%d\\n", *in); }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("count.sdf", GRAPH), ("count.h", HEADER), ("count.c", SOURCE)):
        (tmp_path / name).write_text(text)
    return tmp_path


def dfgen(folder: Path, repository: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(repository)}
    command = [sys.executable, "-m", "dfgen", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_check_as_json(folder: Path, repository: Path) -> None:
    ended = dfgen(folder, repository, "check", "count.sdf", "--json")
    assert ended.returncode == 0, ended.stderr
    verdict = json.loads(ended.stdout)
    assert verdict["repetition_vector"] == {"give": 1, "show": 2}
    assert (verdict["consistent"], verdict["deadlock_free"], verdict["repetition_sum"]) == (True, True, 3)


def test_run_of_a_graph_and_of_its_folder(folder: Path, repository: Path) -> None:
    first = dfgen(folder, repository, "run", "count.sdf", "-n", "2", "-p", "step=5")
    assert (first.returncode, first.stdout) == (0, "5\n10\n15\n20\n"), first.stderr
    compiled = dfgen(folder, repository, "compile", "count.sdf", "-o", "out", "--cores", "1")
    assert compiled.returncode == 0, compiled.stderr
    assert compiled.stdout == (folder / "out/plan.txt").read_text()
    second = dfgen(folder, repository, "run", "out", "-n", "1")
    assert (second.returncode, second.stdout) == (0, "3\n6\n"), second.stderr


def test_a_second_process_finds_the_program_that_the_first_one_built(folder: Path, repository: Path) -> None:
    first, second = (dfgen(folder, repository, "build", "count.sdf") for _ in range(2))
    assert first.stdout == second.stdout, second.stderr
    assert ": 0 of " in second.stderr


@pytest.mark.parametrize("fire", ["", "fire f(i);"])
def test_a_graph_without_c_is_checked_without_a_compiler(folder: Path, repository: Path, fire: str) -> None:
    actors = f"actor a {{ out o : float[2]; }} actor b {{ {fire} in i : float[3]; }}"
    (folder / "bare.sdf").write_text(f"graph bare {{ {actors} a.o -> b.i; }}")
    environment = {"PATH": str(folder), "PYTHONPATH": str(repository), "DFGEN_CACHE": str(folder)}
    command = [sys.executable, "-m", "dfgen", "check", "bare.sdf", "--json"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["repetition_vector"] == {"a": 3, "b": 2}


def test_a_mistake_is_shown_where_it_is(folder: Path, repository: Path) -> None:
    (folder / "count.sdf").write_text(GRAPH.replace("show.in;", "shop.in;"))
    ended = dfgen(folder, repository, "check", "count.sdf")
    assert (ended.returncode, ended.stdout) == (1, "")
    lines = ended.stderr.splitlines()
    (head,) = (number for number, line in enumerate(lines) if line.startswith("count.sdf:6:17: error[actor-unknown]: "))
    assert lines[head + 1] == "    6 |     give.out -> shop.in;"
    assert lines[head + 2].startswith("      |                 ^")


def test_a_function_that_no_source_defines_is_told_in_the_users_own_file(folder: Path, repository: Path) -> None:
    text = SOURCE.replace("+= step;", "+= far(step);").replace("void give", "int far(int);\nvoid give")
    (folder / "count.c").write_text(text)
    told = "count.c:6:23: error[c-compile]: no source of the graph defines 'far'"
    for command in (["run", "count.sdf"], ["tune", "count.sdf", "-p", "step=1,2"]):
        assert told in dfgen(folder, repository, *command).stderr.splitlines()
    assert dfgen(folder, repository, "compile", "count.sdf", "-o", "out").returncode == 0
    assert told in dfgen(folder, repository, "build", "out").stderr.splitlines()
    (folder / "count.c").write_text("\n" + text)
    assert f"out/user/{told}" in dfgen(folder, repository, "build", "out").stderr.splitlines(), "that is what was built"


def test_stand_ins_of_a_graph_without_code(tmp_path: Path, repository: Path) -> None:
    text = "graph g { actor a { out o : int8[2]; time 1, 2; } actor b { in i : int8[3]; time 4; } a.o -> b.i; }"
    (tmp_path / "g.sdf").write_text(text)
    refused = dfgen(tmp_path, repository, "run", "g.sdf", "-n", "1")
    assert (refused.returncode, "--stand-ins" in refused.stderr) == (1, True)
    dfgen(tmp_path, repository, "convert", "g.sdf", "g.xml")
    outputs = {
        dfgen(tmp_path, repository, "run", file, "--stand-ins", *more, "-n", "4", "--", "time_scale=0").stdout
        for file, more in (("g.sdf", ["--cores", "2"]), ("g.xml", ["--cores", "1", "--time-unit", "1ms"]))
    }
    (output,) = outputs
    assert re.fullmatch(r"b [0-9a-f]{16} 16\n", output)
