# SPDX-License-Identifier: Apache-2.0
"""Outputs that are read before they are written: each firing finds there what the one before left."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.csource.learn import learn_from_c
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers.preesm.kept_outputs import with_kept_outputs
from dfgen.model.graph import Graph
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
from tests.frontend.importers.pi_text import actor, fifo, pi, port, write

HEADER = "void give(int *out);\nvoid turn(int *in, int *sum, int *copy);\nvoid show(int *sum, int *copy);\n"
ENDS = "#include <stdio.h>\nstatic int n;\nvoid give(int *out) { *out = ++n; }\n"
ENDS += 'void show(int *sum, int *copy) { printf("%d %d\\n", *sum, *copy); }\n'

TURN = "void turn(int *in, int *sum, int *copy)"
ADDS = f"{TURN} {{ *sum += *in; *copy = *in; }}\n"


def call(function: str, **arguments: str) -> str:
    params = "".join(f'<param name="{n}" direction="{d}" isConfig="false" type="int"/>' for n, d in arguments.items())
    return f'<loop name="{function}">{params}</loop>'


def project(folder: Path, turn: str, rate: str = "1") -> Path:
    (folder / "Code").mkdir(parents=True)
    (folder / "Code/all.h").write_text(HEADER)
    (folder / "Code/all.c").write_text('#include "all.h"\n' + ENDS + turn)
    give = actor("give", [port("output", "out", "1")], "Code/all.h", call("give", out="OUT"))
    ports = [port("input", "in", "1"), port("output", "sum", rate), port("output", "copy", rate)]
    middle = actor("turn", ports, "Code/all.h", call("turn", **{"in": "IN", "sum": "OUT", "copy": "OUT"}))
    ends = [port("input", "sum", rate), port("input", "copy", rate)]
    show = actor("show", ends, "Code/all.h", call("show", sum="IN", copy="IN"))
    edges = (fifo("give.out", "turn.in"), fifo("turn.sum", "show.sum"), fifo("turn.copy", "show.copy"))
    return write(folder, top=pi(give, middle, show, *edges))


def kept(path: Path) -> tuple[set[str], Graph]:
    graph = with_kept_outputs(learn_from_c(load_graph(path, {}), runtime_dir() / "include"))
    return {f"{a.name}.{p.name}" for a in graph.actors for p in a.ports if p.kept}, graph


CASES: Mapping[str, tuple[str, set[str]]] = {
    "adds": ("{ *sum += *in; *copy = *in; }", {"turn.sum"}),
    "leaves a part": ("{ *sum = 1; if (*in > 99) *copy = 2; }", set()),
    "writes first": ("{ *sum = 0; *sum += *in; *copy = *sum; }", set()),
    "may read, does not": ("{ for (int i = 0; i < 2; i++) *sum = i ? *sum + *in : 0; *copy = 1; }", set()),
    "crashes": ("{ *copy = *sum + *(volatile int *)0; *sum = *in; }", set()),
    "keeps a state": ("{ static int k; *sum -= k++; *copy = *in; }", {"turn.sum"}),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_kept(case: str, tmp_path: Path) -> None:
    turn, expected = CASES[case]
    found, graph = kept(project(tmp_path, f"{TURN} {turn}\n"))
    assert found == expected
    assert any("begin each firing as the one before left them" in note for note in graph.notes) is bool(expected)
    assert (graph.actor("turn").state is not None) is bool(expected)


def test_large_outputs_are_not_kept(tmp_path: Path) -> None:
    assert kept(project(tmp_path, ADDS, rate="17"))[0] == set()


@pytest.mark.parametrize(
    "options",
    [CompileOptions(cores=1), CompileOptions(cores=3), CompileOptions(cores=2, depth=1),
     CompileOptions(cores=2, transfers=("memcpy",)), CompileOptions(cores=1, guard=True)],
    ids=["one", "three", "shallow", "memcpy", "guard"],
)  # fmt: skip
def test_the_same_sums_however_it_is_made(tmp_path: Path, options: CompileOptions) -> None:
    compiled = compile_graph(project(tmp_path / "p", ADDS), options)
    write_folder(tmp_path / "made", compiled.files)
    binary = build_folder(tmp_path / "made", native=False)
    done = subprocess.run([binary, "-n", "5"], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split("\n")[:5] == ["1 1", "3 2", "6 3", "10 4", "15 5"]
