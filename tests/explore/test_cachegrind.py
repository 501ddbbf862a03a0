# SPDX-License-Identifier: Apache-2.0
"""Misses of actors against what Valgrind's cachegrind simulates of the same program on one core."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import compile_graph
from tests.explore.programs import KIB, Recorded, architecture, recorded

APPS = Path(__file__).resolve().parent.parent.parent / "apps"
CACHES = ("--D1=32768,8,64", "--LL=262144,8,64", "--cache-sim=yes", "--tool=cachegrind")

needs_valgrind = pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not on this machine")


@needs_valgrind
@pytest.mark.parametrize(
    ("app", "parameters", "most_apart"),
    [
        ("stereo", {"width": 200, "height": 150, "disparities": 3}, {"aggregate.c": 0.01, "cost.c": 0.01}),
        ("edges", {"width": 1408, "height": 1152}, {"sobel.c": 0.01, "morphology.c": 0.01}),
        ("stabilization", {"width": 160, "height": 112}, {"match.c": 0.1}),  # a thousand misses
    ],
)
def test_misses_are_those_of_cachegrind(
    app: str, parameters: Mapping[str, int], most_apart: Mapping[str, float], tmp_path: Path
) -> None:
    made = recorded(APPS / app / f"{app}.sdf", tmp_path / "made", parameters)
    figures = made.explored([architecture(32 * KIB, 256 * KIB)]).points[0].figures
    sources = _sources(made)
    ours = {source: Counter[int]() for source in most_apart}
    for (kind, name), (misses, _) in figures.owners.items():
        if kind == "actor" and sources.get(name) in ours:
            ours[sources[name]].update(dict(enumerate(misses)))
    theirs = _cachegrind(made, tmp_path / "plain", set(ours))
    for source, rel in most_apart.items():
        for level in (0, 1):
            assert ours[source][level] == pytest.approx(theirs[source][level], rel=rel), (source, level)


def _sources(made: Recorded) -> dict[str, str]:
    """The file name of the source of each actor."""
    place = {name: Path(each.source).name for each in made.known.objects for name in each.functions}
    return {actor.name: place[actor.fire.function] for actor in made.known.graph.actors if actor.fire is not None}


def _cachegrind(made: Recorded, folder: Path, sources: set[str]) -> dict[str, Counter[int]]:
    """By source and level, the misses of the second iteration, or of the only one."""
    graph = Path(made.known.graph.span.file)
    compiled = compile_graph(graph, made.options.__class__(cores=1, parameters=made.options.parameters))
    write_folder(folder, compiled.files)
    flags = "-fno-tree-vectorize -fno-builtin-memcpy -fno-builtin-memset -fno-builtin-memmove"
    program = build_folder(folder, native=False, build_type="RelWithDebInfo", flags={"CMAKE_C_FLAGS": flags})
    one, two = (_run(program, folder, iterations, sources) for iterations in (1, 2))
    if sum(sum(counts.values()) for counts in two.values()) < 1.5 * sum(sum(counts.values()) for counts in one.values()):
        return one  # there is no second one
    return {source: Counter({level: two[source][level] - one[source][level] for level in (0, 1)}) for source in sources}


def _run(program: Path, folder: Path, iterations: int, sources: set[str]) -> dict[str, Counter[int]]:
    output = folder / "cachegrind.out"
    command = ["valgrind", *CACHES, f"--cachegrind-out-file={output}", str(program), "-n", str(iterations), "-q"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=200)
    found = {source: Counter[int]() for source in sources}
    source, events = "", []
    for line in output.read_text(encoding="utf-8").splitlines():
        if line.startswith("events: "):
            events = line.split()[1:]
        elif line.startswith("fl="):
            source = line.rpartition("/")[2].removeprefix("fl=")
        elif re.match(r"\d", line) and source in sources:
            counts = dict(zip(events, map(int, line.split()[1:])))
            found[source][0] += counts["D1mr"] + counts["D1mw"]
            found[source][1] += counts["DLmr"] + counts["DLmw"]
    return found
