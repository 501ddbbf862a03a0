# SPDX-License-Identifier: Apache-2.0
"""An application, or a graph of the tutorial, writes the same bytes on several nodes, whichever actors are on which."""

from __future__ import annotations

import subprocess
import zlib
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.applications import ALL, FM, App
from tests.apps.harness import PLAIN, Workbench, clean_environment, run
from tests.apps.nodes import SECONDS
from tests.documents.blocks import PAGES, blocks
from tests.messages import Messages, needs_mpi, nodes_at_random

pytestmark = needs_mpi
ROOT = Path(__file__).resolve().parents[2]
APPS = [app for app in ALL if app is not FM]
"""FM has live parameters, which programs on several nodes have not."""


@pytest.mark.parametrize("nodes", [1, 2, 3, 4])
@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_bytes_are_those_of_one_core(
    app: App, nodes: int, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    alone = bench.program(app.graph, app.options(cores=1))
    assert run(alone, *app.arguments).returncode == 0
    expected = app.written(alone.parent)

    seed = zlib.crc32(f"{app.name} {nodes} {messages.name}".encode())
    options = app.options(nodes=nodes, search_s=float(seed))  # only to tell programs apart
    with nodes_at_random(seed):
        compiled = bench.compile(app.graph, options)
        program = bench.program(app.graph, options, messages.toolchain_like(PLAIN))
    result = subprocess.run(
        messages.command([str(program), *app.arguments], compiled), cwd=tmp_path, env=clean_environment(),
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert result.returncode == 0, f"seed {seed}: {result.stderr}"
    assert app.written(tmp_path) == expected, f"seed {seed}"


TUTORIAL = {
    "tour": ("-n", "1000", "unit=volt"),
    "fractal": ("pictures=3", "output=out.pgm"),
    "cross": ("pictures=3", "output=out.pgm"),
}


@pytest.mark.parametrize("nodes", [1, 2, 3, 4])
@pytest.mark.parametrize("name", TUTORIAL)
def test_bytes_of_the_tutorial_are_those_of_one_core(
    name: str, nodes: int, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    for block in blocks((ROOT / PAGES / "tutorial.md").read_text(encoding="utf-8")):
        if block.file:
            (tmp_path / block.file).write_text(block.text)
    graph = tmp_path / f"{name}.sdf"
    alone = bench.program(graph, CompileOptions(cores=1))
    expected = printed([str(alone), *TUTORIAL[name]], tmp_path / "alone")

    seed = zlib.crc32(f"{name} {nodes} {messages.name}".encode())
    options = CompileOptions(nodes=nodes, search_s=float(seed))
    with nodes_at_random(seed):
        compiled = bench.compile(graph, options)
        program = bench.program(graph, options, messages.toolchain_like(PLAIN))
    command = messages.command([str(program), *TUTORIAL[name]], compiled)
    assert printed(command, tmp_path / "nodes") == expected, f"seed {seed}"


def printed(command: list[str], folder: Path) -> dict[str, bytes]:
    """What a program prints, and what it writes into the folder."""
    folder.mkdir()
    ended = subprocess.run(
        command, cwd=folder, env=clean_environment(), capture_output=True, timeout=SECONDS, check=False
    )
    assert ended.returncode == 0, ended.stderr.decode()
    return {"": ended.stdout, **{path.name: path.read_bytes() for path in sorted(folder.iterdir())}}
