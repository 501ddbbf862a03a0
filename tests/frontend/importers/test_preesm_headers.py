# SPDX-License-Identifier: Apache-2.0
"""Actors whose file names a header and no function: the one that has the names of their ports is theirs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions, compile_graph
from tests.frontend.importers.pi_text import actor, depends, fifo, param, pi, port, write

HEADER = """#ifndef ALL_H
#define ALL_H
#include "other.h"
#include <string.h>
#define OUT
struct frame { int n; };
void open_all(int seed, OUT int *out);
int give(int seed, OUT int *out);
void show(int *in);
#endif
"""
OTHER = "void show_too(int *in);\n"
CODE = """#include "all.h"
#include <stdio.h>
static int n;
int give(int seed, OUT int *out) { *out = seed + n++; return 0; }
void open_all(int seed, OUT int *out) { n = seed; }
void show(int *in) { printf("%d\\n", *in); }
"""


def project(folder: Path, header: str = HEADER) -> Path:
    (folder / "Code/include").mkdir(parents=True)
    (folder / "Code/include/all.h").write_text(header)
    (folder / "Code/include/other.h").write_text(OTHER)
    (folder / "Code/all.c").write_text(CODE)
    ports = [port("cfg_input", "unused"), port("cfg_input", "seed"), port("output", "out", "1")]
    give = actor("give", ports, "Code/include/all.h")
    show = actor("show", [port("input", "in", "1")], "Code/include/all.h")
    links = (depends("seed", "give.seed"), depends("seed", "give.unused"), fifo("give.out", "show.in"))
    return write(folder, top=pi(param("seed", "40"), give, show, *links))


def functions(graph: Graph) -> dict[str, str | None]:
    return {actor.name: actor.fire.function if actor.fire else None for actor in graph.actors}


def test_a_program_without_a_loop(tmp_path: Path) -> None:
    header = HEADER.replace("void open_all(int seed, OUT int *out);", "void open_all(int, int *);")
    top = project(tmp_path / "p", header)
    compiled = compile_graph(top, CompileOptions(cores=1))
    assert sum("whose arguments have the names of its ports" in note for note in compiled.notes) == 2
    write_folder(tmp_path / "made", compiled.files)
    binary = build_folder(tmp_path / "made", native=False)
    done = subprocess.run([binary, "-n", "3", "-q"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["40", "41", "42"]


def test_of_two_that_fit_none_is_taken(tmp_path: Path) -> None:
    top = project(tmp_path)
    graph = load_graph(top, {})
    assert functions(graph) == {"give": None, "show": "show"}
    assert any("'open_all' and 'give' fit its ports: it can be checked" in note for note in graph.notes), graph.notes
    with pytest.raises(UserError) as error:
        compile_graph(top, CompileOptions(cores=1))
    assert [diagnostic.id for diagnostic in error.value.diagnostics] == ["actor-without-fire"]


@pytest.mark.parametrize(
    "show",
    ["void show(int *data)", "void show(int *in, ...)", "void show()", "void show(int *in, int *more)",
     "void show(int in)", "void show(int *in, int count)", "void show(int *in, float unused)", "void show(int *in"],
)  # fmt: skip
def test_what_does_not_fit(show: str, tmp_path: Path) -> None:
    graph = load_graph(project(tmp_path, HEADER.replace("void show(int *in)", show)), {})
    assert functions(graph)["show"] is None
    assert any("'show' of top.pi names no function" in note and "none fits its ports" in note for note in graph.notes)
