# SPDX-License-Identifier: Apache-2.0
"""The same graph and options give the same files: whatever order sets have, and with another version of Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.generator import random_application, write

VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
NEEDED = "import antlr4, clang.cindex, elftools, jinja2, networkx, rich, tomlkit"
OPTIONS = ("--cores", "3", "--transfer", "cow", "--transfer-candidates", "memcpy,cow,offload")
GRAPHS = ("edges", "stereo", "random 5", "random 11")


def graph_of(name: str, repository: Path, folder: Path) -> Path:
    kind, _, seed = name.partition(" ")
    if kind == "random":
        folder.mkdir()
        return write(random_application(int(seed)), folder)
    return repository / "apps" / name / f"{name}.sdf"


def files(graph: Path, output: Path, repository: Path, python: str = sys.executable, seed: int = 0) -> dict[str, bytes]:
    """What `dfgen compile` writes and prints."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(repository)}
    command = [python, "-m", "dfgen", "compile", "-q", str(graph), "-o", str(output), *OPTIONS]
    ended = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr.decode()
    written = {str(path.relative_to(output)): path.read_bytes() for path in output.rglob("*") if path.is_file()}
    return {**written, "standard output": ended.stdout}


def other_python() -> str:
    """Another version of Python that has what dfgen needs; empty if there is none. `DFGEN_OTHER_PYTHON` may name it."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    named = [f"python{version}" for version in VERSIONS if version != own]
    for name in (os.environ.get("DFGEN_OTHER_PYTHON", ""), *named):
        found = shutil.which(name) if name else None
        if found and subprocess.run([found, "-c", NEEDED], capture_output=True, check=False).returncode == 0:
            return found
    return ""


@pytest.mark.parametrize("name", GRAPHS)
def test_the_order_of_sets_does_not_show(name: str, tmp_path: Path, repository: Path) -> None:
    graph = graph_of(name, repository, tmp_path / "graph")
    first, *others = (files(graph, tmp_path / f"seed{seed}", repository, seed=seed) for seed in (0, 1, 2))
    assert len(first) > 20
    for other in others:
        assert other.keys() == first.keys()
        assert [file for file in first if other[file] != first[file]] == []


@pytest.mark.parametrize("name", GRAPHS)
def test_the_version_of_python_does_not_show(name: str, tmp_path: Path, repository: Path) -> None:
    python = other_python()
    if not python:
        pytest.skip("no other version of Python here has what dfgen needs")
    graph = graph_of(name, repository, tmp_path / "graph")
    first = files(graph, tmp_path / "own", repository)
    other = files(graph, tmp_path / "other", repository, python)
    assert other.keys() == first.keys()
    assert [file for file in first if other[file] != first[file]] == []
