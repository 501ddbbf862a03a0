# SPDX-License-Identifier: Apache-2.0
"""Actors that only move bytes: what takes their place, and that it moves the same."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.checking import check_graph
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers.preesm import moves
from dfgen.model.actor import ActorKind
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.reading import read_code
from tests.frontend.importers.pi_text import actor, fifo, node, pi, port, write
from tests.frontend.importers.test_preesm_kept import call

HEADER = """\
void give(int *large, int *small);
void move(int *large, int *small, int *out, int *more);
void show(int *large, int *small, int *out, int *more);
"""
ENDS = """\
#include <stdio.h>
#include <string.h>
#include "all.h"
static int n;
static void put(const int *tokens, int count) { while (count--) printf("%d ", *tokens++); }
void give(int *large, int *small)
{
    for (int i = 0; i < 20; i++) large[i] = ++n;
    for (int i = 0; i < 6; i++) small[i] = ++n;
}
void show(int *large, int *small, int *out, int *more)
{
    put(large, 20); put(small, 6); put(out, 26); put(more, 20); puts("");
}
"""
MOVE = "void move(int *large, int *small, int *out, int *more)"
JOINED = "memcpy(out, large, PIECE * 80); memcpy(out + 20, small, PIECE * 24);"
COPIED = "memcpy(more, large, PIECE * 80);"
BODIES: Mapping[str, str] = {
    "joined": f"{JOINED} {COPIED}",
    "in another order": f"memcpy(out, small, PIECE * 24); memcpy(out + 6, large, PIECE * 80); {COPIED}",
    "in two loops": "for (int i = 0; i < 20; i += PIECE) { memcpy(out + i, large + i, PIECE * 4); "
    "memcpy(more + i, large + i, PIECE * 4); } memcpy(out + 20, small, PIECE * 24);",
    "with every second": f"{COPIED} memcpy(out, large, PIECE * 80); for (int i = 0; i < 3; i++) "
    "{ memcpy(out + 20 + i, small + 2 * i, PIECE * 4); memcpy(out + 23 + i, small + 2 * i, PIECE * 4); }",
    "one over the other": f"memcpy(out, small, PIECE * 24); {JOINED} {COPIED}",
    "computed": f"for (int i = 0; i < 26; i++) out[i] = i < 20 ? large[i] : small[i - 20]; {COPIED}",
    "mostly cut": f"{JOINED} memcpy(more, large + 10, PIECE * 40); memcpy(more + 10, large, PIECE * 40);",
    "in many pieces": f"{JOINED} for (int i = 0; i < 20; i++) memcpy(more + i, large + 19 - i, PIECE * 4);",
    "not all": f"memcpy(out, large, PIECE * 80); memcpy(out + 20, small, PIECE * 20); out[25] = 7; {COPIED}",
    "in parts of tokens": f"memcpy(out, large, PIECE * 79); memcpy((char *)out + 79, (char *)large + 79, PIECE); "
    f"{COPIED} memcpy(out + 20, small, PIECE * 3); memcpy((char *)out + 83, (char *)small + 2, PIECE * 21);",
    "not what it reads": f"memcpy(out, large, PIECE * 80); memcpy(out + 20, large, PIECE * 24); {COPIED}",
    "with a state": f"static int k; k++; {JOINED} {COPIED}",
}
ROUTED = ("joined", "in another order", "in two loops", "with every second")
MAIN = """
int main(void)
{
    static int large[20], small[6], out[26], more[20];
    for (int i = 0; i < 3; i++) { give(large, small); move(large, small, out, more); show(large, small, out, more); }
}
"""


def project(folder: Path, body: str, kept: bool = False) -> Path:
    """`kept`: what is moved has a delay. `PIECE` is 1, but no compiler knows, which would copy so few bytes itself."""
    (folder / "Code").mkdir(parents=True)
    (folder / "Code/all.h").write_text(HEADER)
    (folder / "Code/all.c").write_text(f"{ENDS}{MOVE} {{ {body} }}\n".replace("PIECE", "one()"))
    (folder / "Code/one.c").write_text("int one(void) { return 1; }\n")
    sizes = {"large": "20", "small": "6", "out": "26", "more": "20"}
    ways = {"large": "IN", "small": "IN", "out": "OUT", "more": "OUT"}
    given, shown = dict.fromkeys(("large", "small"), "OUT"), dict.fromkeys(sizes, "IN")

    def fires(name: str, windows: Mapping[str, str]) -> str:
        ports = [port("input" if way == "IN" else "output", name, sizes[name]) for name, way in windows.items()]
        return actor(name, ports, "Code/all.h", call(name, **windows))

    delays = {"delay": "", "expr": "60"} if kept else {}

    def to_both(name: str) -> list[str]:
        ends = (port("output", end, sizes[name]) for end in ("a", "b"))
        edges = (
            fifo(f"give.{name}", f"{name}.i"),
            fifo(f"{name}.a", f"move.{name}", **delays),
            fifo(f"{name}.b", f"show.{name}"),
        )
        return [node("broadcast", name, port("input", "i", sizes[name]), *ends), *edges]

    edges = (fifo(f"move.{name}", f"show.{name}") for name in ("out", "more"))
    actors = fires("give", given), fires("move", ways), fires("show", shown)
    return write(folder, top=pi(*actors, *to_both("large"), *to_both("small"), *edges))


def read(path: Path) -> Graph:
    return read_code(load_graph(path, {})).graph


def expected(folder: Path) -> str:
    (folder / "main.c").write_text(f'#include "Code/all.h"\n{MAIN}')
    sources = [folder / name for name in ("main.c", "Code/all.c", "Code/one.c")]
    subprocess.run(["cc", "-I", folder, *sources, "-o", folder / "main"], check=True)
    return subprocess.run([folder / "main"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("case", BODIES)
def test_the_same_bytes_are_moved(case: str, cores: int, tmp_path: Path) -> None:
    path = project(tmp_path / "p", BODIES[case])
    graph = read(path)
    assert any(a.name == "move" and a.kind is ActorKind.CODE for a in graph.actors) is (case not in ROUTED)
    assert any("'move': it only moves what it reads" in note for note in graph.notes) is (case in ROUTED)
    compiled = compile_graph(path, CompileOptions(cores=cores))
    write_folder(tmp_path / "out", compiled.files)
    program = build_folder(tmp_path / "out", native=False)
    made = subprocess.run([program, "-q", "-n", "3"], capture_output=True, text=True, check=True, timeout=60)
    assert made.stdout == expected(tmp_path / "p")


def test_what_is_joined_is_written_in_place(tmp_path: Path) -> None:
    """Behind the broadcast, which another actor reads, too."""
    assert compile_graph(project(tmp_path, BODIES["joined"]), CompileOptions()).plan["transfers"] == []


def test_what_would_be_copied_in_any_case_is_left_to_the_function(tmp_path: Path) -> None:
    graph = read(project(tmp_path, BODIES["joined"], kept=True))
    assert graph.actor("move").kind is ActorKind.CODE


def test_a_function_is_watched_once_for_each_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = project(tmp_path, BODIES["joined"])
    assert read(path).notes == read(path).notes
    monkeypatch.setattr(moves, "_moves", lambda trial: pytest.fail("it was kept"))
    read(path)


@pytest.mark.parametrize("case", ROUTED)
def test_a_check_shows_what_is_there(case: str, tmp_path: Path) -> None:
    found = check_graph(project(tmp_path, BODIES[case]), {})
    assert found.facts.firings.keys() == found.graph.actor_by_name.keys()


def test_what_comes_straight_from_a_fifo_keeps_its_name(tmp_path: Path) -> None:
    graph = read(project(tmp_path, BODIES["in another order"]))
    assert "small.a:move/out.small" in graph.fifo_by_name
    assert [port.name for port in graph.actor("move/out").inputs] == ["small", "part0"]


def test_its_parts(tmp_path: Path) -> None:
    graph = read(project(tmp_path, BODIES["with every second"]))
    (out,) = (a for a in graph.actors if a.kind is ActorKind.JOIN)
    assert [port.rate(0) for port in out.inputs] == [20, 3, 3]
    slices = [a.outputs[0].pattern for a in graph.actors if a.kind is ActorKind.SLICE]
    assert [(p.count, p.length_tokens, p.start_tokens, p.step_tokens) for p in slices if p] == [(3, 1, 0, 2)] * 2
