# SPDX-License-Identifier: Apache-2.0
"""Copies of the applications that have the times of this machine, got by the commands that a user has."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APPS = ROOT / "apps"


def copy_of(name: str, folder: Path) -> Path:
    """The graph file of a copy in that new folder."""
    shutil.copytree(APPS / name, folder)
    return folder / f"{name}.sdf"


def update_times(graph: Path, cores: int, runs: int, options: Iterable[str], iterations: int = 0) -> dict[str, Any]:
    """Writes the actors' times on so many cores into the graph file; what else the profile says. `options` are those
    of the program; `iterations`: 0 for as many as dfgen finds enough."""
    count = ("-n", str(iterations)) if iterations else ()
    arguments = (graph.name, "--cores", str(cores), "--runs", str(runs), *count, "--update-times", "--json")
    found: dict[str, Any] = json.loads(run_dfgen(graph.parent, "profile", *arguments, "--", *options))
    return found


def run_dfgen(folder: Path, command: str, *arguments: str) -> str:
    """What it prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    whole = [sys.executable, "-m", "dfgen", command, "-q", *arguments]
    return subprocess.run(whole, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
