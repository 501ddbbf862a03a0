# SPDX-License-Identifier: Apache-2.0
"""An application writes the same bytes on several nodes, whichever actors are on which."""

from __future__ import annotations

import subprocess
import zlib
from pathlib import Path

import pytest

from tests.apps.applications import ALL, FM, App
from tests.apps.harness import PLAIN, Workbench, clean_environment, run
from tests.apps.nodes import SECONDS
from tests.messages import Messages, needs_mpi, nodes_at_random

pytestmark = needs_mpi
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
