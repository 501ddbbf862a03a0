# SPDX-License-Identifier: Apache-2.0
"""apps/edges as its README has it: a scene that is drawn, and the edges of it."""

from __future__ import annotations

import subprocess
import sys

from dfgen.pipeline import CompileOptions
from tests.apps.applications import APPS, EDGES
from tests.apps.harness import Workbench, run

PARAMETERS = {"width": 64, "height": 48}


def test_the_edges_of_the_scene(bench: Workbench) -> None:
    scene = bench.program(APPS / "edges" / "scene.sdf", CompileOptions(parameters=PARAMETERS))
    edges = bench.program(EDGES.graph, CompileOptions(parameters=PARAMETERS, cores=2))
    source, target = scene.parent / "in.gray", scene.parent / "out.gray"
    ended = run(scene, f"write={source}", "frames=5")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert source.stat().st_size == 5 * 64 * 48
    assert run(edges, f"read={source}", f"write={target}").returncode == 0
    command = [sys.executable, str(APPS / "edges" / "check.py"), str(source), str(target), "--width", "64"]
    ended = subprocess.run([*command, "--height", "48"], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


def test_frames_must_be_a_number(bench: Workbench) -> None:
    scene = bench.program(APPS / "edges" / "scene.sdf", CompileOptions(parameters=PARAMETERS))
    ended = run(scene, "write=never.gray", "frames=many")
    assert ended.returncode == 1
    assert "frames=many is not a number of frames" in ended.stderr
