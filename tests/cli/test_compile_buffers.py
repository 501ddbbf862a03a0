# SPDX-License-Identifier: Apache-2.0
"""`--buffers` of the commands that compile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Dfgen = Callable[..., Any]


def test_the_goal_reaches_the_compiler(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    for given, goal in (("", None), ("min", "min"), ("live", "min"), ("9/2", "9/2")):
        options = ["--buffers", given] if given else []
        assert dfgen("compile", "demo.sdf", "-o", str(tmp_path / "out"), *options).status == 0
        assert pipeline.calls[-1][1].buffers == goal


def test_a_folder_is_compiled_already(dfgen: Dfgen, pipeline: Any, tmp_path: Path) -> None:
    assert dfgen("compile", "demo.sdf", "-o", str(tmp_path / "out")).status == 0
    ended = dfgen("build", str(tmp_path / "out"), "--buffers", "min")
    assert ended.status == 2
    assert "--buffers needs the graph file instead" in ended.err
