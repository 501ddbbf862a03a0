# SPDX-License-Identifier: Apache-2.0
"""The generated C of two applications, kept under tests/golden to be looked at; and what that of all may depend on.

`pytest tests/apps/test_golden.py --update-golden` accepts what is generated now. The files end in .txt, since they
are what dfgen writes and not sources of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.applications import ALL, APPS, App
from tests.apps.harness import Workbench

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
CLI = "import sys; from dfgen.cli.main import main; sys.exit(main())"


# Of other things that dfgen does, small graphs show the program: tests/test_features.py.
ACCEPTED = [app for app in ALL if app.name in ("cd2dat", "stereo")]


@pytest.mark.whole
@pytest.mark.parametrize("app", ACCEPTED, ids=lambda app: app.name)
def test_generated_files_are_as_accepted(app: App, bench: Workbench, update_golden: bool) -> None:
    files = bench.compile(app.graph, CompileOptions(cores=2)).files
    now = {f"{Path(name).name}.txt": files[name].decode() for name in files if name.startswith("src/")}
    folder = GOLDEN / app.name
    if update_golden:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, text in now.items():
            (folder / name).write_text(text, encoding="utf-8")
    accepted = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    assert now.keys() == accepted.keys()
    for name in sorted(now):
        assert now[name] == accepted[name], f"{app.name}/{name} changed; look at it, then use --update-golden"


def test_no_other_application_is_kept() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {app.name for app in ACCEPTED} | {"features", "stages"}


def generated(repository: Path, graph: Path, folder: Path, hash_seed: int, cwd: Path) -> dict[str, bytes]:
    """The files that the command writes in a process of its own; dfgen's own notes about the folder left out."""
    command = [sys.executable, "-c", CLI, "compile", str(graph), "-o", str(folder), "--cores", "3", "-q"]
    environment = {**os.environ, "PYTHONPATH": str(repository), "PYTHONHASHSEED": str(hash_seed)}
    ended = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_files_depend_on_graph_and_options_alone(app: App, tmp_path: Path, repository: Path) -> None:
    copy = tmp_path / "another place" / app.name
    shutil.copytree(app.graph.parent, copy)
    first = generated(repository, app.graph, tmp_path / "first", 1, tmp_path)
    second = generated(repository, Path(copy.name, app.graph.name), tmp_path / "second", 4242, copy.parent)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_no_path_of_this_machine_is_written(app: App, tmp_path: Path) -> None:
    copy = tmp_path / "place_of_the_copy" / app.name
    shutil.copytree(app.graph.parent, copy)
    places = [str(APPS.parent), str(tmp_path), "place_of_the_copy", str(Path.home()) + "/", sys.prefix]
    for options in (CompileOptions(cores=2), CompileOptions(cores=1, guard=True)):
        files = compile_graph(copy / app.graph.name, options).files
        json.loads(files["plan.json"])
        found = [(name, place) for name, content in files.items() for place in places if place.encode() in content]
        assert found == []
