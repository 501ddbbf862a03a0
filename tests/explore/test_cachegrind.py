# SPDX-License-Identifier: Apache-2.0
"""Misses of actors against what Valgrind's cachegrind simulates of the same program on one core."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.pipeline import CompileOptions, compile_graph
from tests.explore.programs import KIB, MIX, architecture, recorded

APPS = Path(__file__).resolve().parent.parent.parent / "apps"
CACHES = ("--D1=32768,8,64", "--LL=262144,8,64", "--cache-sim=yes", "--tool=cachegrind")

needs_valgrind = pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not on this machine")


@needs_valgrind
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("graph", "parameters", "sources"),
    [
        (APPS / "stereo" / "stereo.sdf", {"width": 120, "height": 90, "disparities": 2}, ("aggregate.c", "cost.c")),
        (APPS / "edges" / "edges.sdf", {"width": 704, "height": 576}, ("sobel.c", "morphology.c")),
        (MIX, {"side": 384}, ("mix.c",)),
    ],
    ids=["stereo", "edges", "mix"],
)
def test_misses_are_those_of_cachegrind(
    graph: Path, parameters: Mapping[str, int], sources: Sequence[str], simulator: Path, tmp_path: Path
) -> None:
    arguments = ("read=/dev/zero", "write=/dev/null") if graph.stem == "edges" else ()
    made = recorded(graph, tmp_path / "made", parameters, simulator=simulator, arguments=arguments)
    figures = made.explored([architecture(32 * KIB, 256 * KIB)]).points[0].figures
    place = {name: Path(each.source).name for each in made.known.objects for name in each.functions}
    ours = {source: Counter[int]() for source in sources}
    for actor in made.known.graph.actors:
        if actor.fire is not None and place.get(actor.fire.function) in ours:
            ours[place[actor.fire.function]].update(dict(enumerate(figures.owners["actor", actor.name][0])))
    theirs = _cachegrind(graph, parameters, tmp_path / "plain", sources, arguments)
    for source in sources:
        for level in (0, 1):
            assert ours[source][level] == pytest.approx(theirs[source][level], rel=0.01), (source, level)


def _cachegrind(
    graph: Path, parameters: Mapping[str, int], folder: Path, sources: Sequence[str], arguments: Sequence[str]
) -> dict[str, Counter[int]]:
    """By source and level, the misses of an iteration, in which caches that are small beside the windows begin cold."""
    write_folder(folder, compile_graph(graph, CompileOptions(cores=1, parameters=parameters)).files)
    flags = "-fno-tree-vectorize -fno-builtin-memcpy -fno-builtin-memset -fno-builtin-memmove"
    program = build_folder(folder, native=False, build_type="RelWithDebInfo", flags={"CMAKE_C_FLAGS": flags})
    output = folder / "cachegrind.out"
    command = ["valgrind", *CACHES, f"--cachegrind-out-file={output}", str(program), "-n", "1", "-q", "--", *arguments]
    subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=200)
    found = {name: Counter[int]() for name in sources}
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
