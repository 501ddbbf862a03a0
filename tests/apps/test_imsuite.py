# SPDX-License-Identifier: Apache-2.0
"""Kernels of distributed algorithms: right answers however messages get across, and a checker that knows wrong ones."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.applications import APPS
from tests.apps.harness import SANITIZED, Workbench, run

IMSUITE = APPS / "imsuite"
GRAPH = IMSUITE / "imsuite_4.sdf"
KERNELS = ["LCR", "HS", "BF", "BY", "MIS", "MST"]
STRATEGIES = ["shared", "memcpy", "graphcopy(map=offset)", "graphcopy(map=hash)", "graphcopy(map=linear)", "serialize"]
NODES = 24


def options(kernel: str, *, strategy: str = "", cores: int = 2, **changes: object) -> CompileOptions:
    parameters: Mapping[str, int] = {"kernel": KERNELS.index(kernel), "nodes": NODES, "closure": 1}
    return CompileOptions(parameters=parameters, cores=cores, transfers=(strategy,) if strategy else (), **changes)  # type: ignore[arg-type]


def verdict(text: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(IMSUITE / "check.py")]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def expect_right(program: Path, *arguments: str) -> str:
    ended = run(program, *arguments)
    assert ended.returncode == 0, ended.stderr
    judged = verdict(ended.stdout)
    assert judged.returncode == 0, judged.stderr
    return ended.stdout


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel_finds_the_answer(kernel: str, bench: Workbench) -> None:
    program = bench.program(GRAPH, options(kernel))
    for seed in range(1, 6):
        once = expect_right(program, f"seed={seed}")
        assert expect_right(program, f"seed={seed}", "repeat=3").splitlines()[1] == once.splitlines()[1]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_answers_are_the_same_under_every_strategy(strategy: str, bench: Workbench) -> None:
    reference = expect_right(bench.program(GRAPH, options("MST")))
    assert expect_right(bench.program(GRAPH, options("MST", strategy=strategy, verify_transfers=True))) == reference


@pytest.mark.parametrize("toolchain", SANITIZED, ids=lambda toolchain: toolchain.name)
def test_sanitizers_and_guard_have_nothing_to_say(
    toolchain: object, bench: Workbench, request: pytest.FixtureRequest
) -> None:
    guard = "address" in request.node.name
    expect_right(bench.program(GRAPH, options("MIS", strategy="memcpy", guard=guard), toolchain))  # type: ignore[arg-type]


@pytest.mark.parametrize("places", [3, 14])
def test_graphs_for_other_numbers_of_places(places: int, bench: Workbench, tmp_path: Path) -> None:
    shutil.copytree(IMSUITE / "actors", tmp_path / "actors")
    command = [sys.executable, str(IMSUITE / "write_graph.py"), str(places), "-o", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    expect_right(bench.program(tmp_path / f"imsuite_{places}.sdf", options("BF")))


def test_the_graph_is_the_one_that_the_script_writes(tmp_path: Path) -> None:
    command = [sys.executable, str(IMSUITE / "write_graph.py"), "4", "-o", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    for name in ("imsuite_4.sdf", "actors/places_4.h", "actors/places_4.c"):
        assert (tmp_path / name).read_text(encoding="utf-8") == (IMSUITE / name).read_text(encoding="utf-8")


LINE = ["".join("1" if abs(a - b) == 1 else "0" for b in range(NODES)) for a in range(NODES)]
WEIGHTS = [str(2147483647 if a == b else 1 + (7 * a * b + a + b) % 997) for a in range(NODES) for b in range(NODES)]
IDS = [str((5 * i + 3) % NODES + 1) for i in range(NODES)]
VOTES = "110" * (NODES // 3)
FILES = {
    "LCR": IDS,
    "HS": IDS,
    "BF": ["3", *LINE],
    "BY": [*LINE, " ", VOTES, " ", "4", "20"],
    "MIS": LINE,
    "MST": [*LINE, " ", *WEIGHTS],
}


@pytest.mark.parametrize(
    ("kernel", "printed"),
    [
        ("LCR", f"id 0 {IDS[0]}\n"),
        ("HS", f"id {NODES - 1} {IDS[-1]}\n"),
        ("BF", f"node {NODES - 1} {NODES - 4} {NODES - 2}\n"),
        ("BY", "node 20 "),
        ("MIS", "edge 4 5 1\n"),
        ("MST", f"edge 2 3 {WEIGHTS[2 * NODES + 3]}\n"),
    ],
)
def test_a_network_comes_from_a_file_of_imsuite(kernel: str, printed: str, bench: Workbench, tmp_path: Path) -> None:
    path = tmp_path / "input.txt"
    path.write_text("\n".join([str(NODES), *FILES[kernel]]), encoding="utf-8")
    assert printed in expect_right(bench.program(GRAPH, options(kernel)), f"input={path}")


@pytest.mark.parametrize(
    ("kernel", "lines", "message"),
    [
        ("MIS", ["8"], f"is about 8 nodes, the program about {NODES}: compile it with -p nodes=8"),
        ("MIS", [str(NODES), *LINE[:5]], ":6: the file ends before a row of the network"),
        ("MIS", [str(NODES), LINE[0] + "1"], f":2: a row of the network wants {NODES} digits, each 0 or 1"),
        ("BF", [str(NODES), str(NODES), *LINE], ":2: '24' is not the node where the search begins (0 to 23)"),
        ("LCR", [str(NODES), "7", "7x"], ":3: '7x' is not the id of a node"),
        ("HS", [str(NODES), "7", "7"], ":3: two nodes have the id 7"),
        ("BY", [str(NODES), *LINE, VOTES, *"012345"], "a quarter of the nodes are traitors"),
        ("MST", [str(NODES), *LINE, *WEIGHTS[:-1]], ":600: the file ends before a weight"),
        ("MST", [], ":0: the file ends before the number of nodes"),
    ],
)
def test_a_file_of_something_else_is_told(
    kernel: str, lines: list[str], message: str, bench: Workbench, tmp_path: Path
) -> None:
    path = tmp_path / "input.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    ended = run(bench.program(GRAPH, options(kernel)), f"input={path}")
    assert ended.returncode == 1
    assert message in ended.stderr


@pytest.mark.parametrize(
    ("kernel", "good", "bad"),
    [
        ("LCR", "node 3 23 ", "node 3 22 "),
        ("BF", "node 0 0 ", "node 0 1 "),
        ("MIS", "node 5 ", "node 6 "),
        ("MST", "tree ", "ignored "),
    ],
)
def test_the_checker_refuses_what_is_wrong(kernel: str, good: str, bad: str, bench: Workbench) -> None:
    printed = expect_right(bench.program(GRAPH, options(kernel)))
    assert good in printed
    assert verdict(printed.replace(good, bad)).returncode == 1
