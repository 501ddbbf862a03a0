# SPDX-License-Identifier: Apache-2.0
"""Names of files and folders that compilers, CMake or a shell take for something else work, or are told before anything
is written; and files where folders should be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GRAPH = """graph g {{
    include "{0}actors.h"; source "{0}actors.c";
    actor give {{ fire give(out); out out : uint8[1]; }}
    actor take {{ fire take(in); io; in in : uint8[1]; }}
    give.out -> take.in;
}}
"""
HEADER = "#include <stdint.h>\nvoid give(uint8_t *o);\nvoid take(const uint8_t *i);\n"
SOURCE = """#include "actors.h"
#include <stdio.h>
void give(uint8_t *o) { *o = 7; }
void take(const uint8_t *i) { printf("%d\\n", *i); }
"""


def write(folder: Path, sources: str = "") -> None:
    (folder / sources).mkdir(parents=True)
    (folder / "graph.sdf").write_text(GRAPH.format(sources and f"{sources}/"))
    (folder / sources / "actors.h").write_text(HEADER)
    (folder / sources / "actors.c").write_text(SOURCE)


def dfgen(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dfgen", *arguments], cwd=folder, env={**os.environ, **variables}, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip


def refused(ended: subprocess.CompletedProcess[str], id: str) -> bool:
    return ended.returncode == 1 and f"error[{id}]" in ended.stderr and "CMake Error" not in ended.stderr


@pytest.mark.parametrize("name", ["a\tb", "-dash", "@x", "a b", "#", "%d", "größe"])
def test_folders_of_graphs(name: str, tmp_path: Path) -> None:
    write(tmp_path / name)
    ended = dfgen(tmp_path, "run", f"./{name}/graph.sdf", "-o", "out", "-n", "1")
    assert (ended.returncode, ended.stdout) == (0, "7\n"), ended.stderr


@pytest.mark.parametrize("name", ["m", "rt"])
def test_graphs_with_the_name_of_a_library_that_they_link(name: str, tmp_path: Path) -> None:
    write(tmp_path / "graphs")
    graph = tmp_path / "graphs/graph.sdf"
    graph.write_text(graph.read_text().replace("graph g {", f'graph {name} {{ library "{name}";'))
    ended = dfgen(tmp_path, "run", "graphs/graph.sdf", "-o", "out", "-n", "1")
    assert (ended.returncode, ended.stdout) == (0, "7\n"), ended.stderr


def test_errors_in_a_folder_that_begins_like_an_option(tmp_path: Path) -> None:
    write(tmp_path / "-dash")
    (tmp_path / "-dash/actors.c").write_text(SOURCE.replace("= 7", "= 7 7"))
    ended = dfgen(tmp_path, "compile", "./-dash/graph.sdf", "-o", "out")
    assert ended.returncode == 1
    assert "./-dash/actors.c:3:31: error[c-compile]" in ended.stderr


@pytest.mark.parametrize("name", ["a;b", 'a"b', "a\\b", "a\nb", "a\rb", "a${b", "$ENV{HOME}", "a$(b", "a$<b", "a|b"])
def test_output_folders_that_cmake_cannot_build_in(name: str, tmp_path: Path) -> None:
    write(tmp_path / "graphs")
    for command in ("compile", "run", "build"):
        assert refused(dfgen(tmp_path, command, "graphs/graph.sdf", "-o", name), "folder-name")
    assert refused(dfgen(tmp_path, "build", "graphs/graph.sdf", DFGEN_CACHE=str(tmp_path / name)), "folder-name")
    assert [path.name for path in tmp_path.iterdir()] == ["graphs"]


def test_a_folder_that_got_such_a_name(tmp_path: Path) -> None:
    write(tmp_path / "graphs")
    assert dfgen(tmp_path, "compile", "graphs/graph.sdf", "-o", "out").returncode == 0
    (tmp_path / "out").rename(tmp_path / "a;b")
    assert refused(dfgen(tmp_path, "run", "a;b"), "folder-name")
    (tmp_path / "a;b").rename(tmp_path / "$b #")
    assert dfgen(tmp_path, "run", "$b #", "-n", "1").stdout == "7\n"


@pytest.mark.parametrize("name", ["a;b", "a|b", "$<1:b>"])
def test_folders_of_sources_that_cmake_cannot_build(name: str, tmp_path: Path) -> None:
    write(tmp_path / "graphs", name)
    ended = dfgen(tmp_path, "run", "graphs/graph.sdf", "-o", "out")
    assert refused(ended, "c-file-name")
    assert "graphs/graph.sdf:1:7" in ended.stderr
    assert not (tmp_path / "out").exists()


def test_a_file_where_the_program_is_built(tmp_path: Path) -> None:
    write(tmp_path / "graphs")
    assert dfgen(tmp_path, "compile", "graphs/graph.sdf", "-o", "out").returncode == 0
    (tmp_path / "out/build").write_text("notes")
    for target in (("graphs/graph.sdf", "-o", "out"), ("out",)):
        assert refused(dfgen(tmp_path, "run", *target), "folder-foreign")
    assert (tmp_path / "out/build").read_text() == "notes"


def test_a_folder_where_the_build_has_a_file(tmp_path: Path) -> None:
    write(tmp_path / "graphs")
    assert dfgen(tmp_path, "compile", "graphs/graph.sdf", "-o", "out").returncode == 0
    (tmp_path / "out/build/dfgen-settings.json").mkdir(parents=True)
    assert refused(dfgen(tmp_path, "build", "out"), "file-unwritable")


@pytest.mark.parametrize("output", ["graphs/actors.c", "graphs/actors.c/out", "/dev/null/out"])
def test_files_where_the_output_folder_should_be(output: str, tmp_path: Path) -> None:
    write(tmp_path / "graphs")
    ended = dfgen(tmp_path, "compile", "graphs/graph.sdf", "-o", output)
    assert refused(ended, "folder-foreign") or refused(ended, "file-unwritable")
