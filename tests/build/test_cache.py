# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.build.cache import cache_dir, locked, program_folder
from dfgen.model.diagnostics import UserError


def test_where_the_cache_is() -> None:
    assert cache_dir({"DFGEN_CACHE": "/c", "XDG_CACHE_HOME": "/x"}) == Path("/c")
    assert cache_dir({"XDG_CACHE_HOME": "/x"}) == Path("/x/dfgen")
    assert cache_dir({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache/dfgen"


def test_a_program_has_one_folder_for_each_graph_and_options(tmp_path: Path) -> None:
    graph = tmp_path / "my graph.sdf"
    first = program_folder(graph, {"cores": 2, "parameters": {"a": 1, "b": 2}})
    assert first == program_folder(graph, {"parameters": {"b": 2, "a": 1}, "cores": 2})
    others = {
        program_folder(graph, {"cores": 3, "parameters": {"a": 1, "b": 2}}),
        program_folder(tmp_path / "other" / "my graph.sdf", {"cores": 2, "parameters": {"a": 1, "b": 2}}),
    }
    assert len(others | {first}) == 3
    assert first.name.startswith("my_graph-")


def test_a_locked_folder_keeps_other_processes_waiting(tmp_path: Path, repository: Path) -> None:
    folder = tmp_path / "program"
    script = (
        "import sys, pathlib; from dfgen.build.cache import locked\n"
        "print('started', flush=True)\n"
        "with locked(pathlib.Path(sys.argv[1])): print(pathlib.Path(sys.argv[1] + '.mark').read_text())\n"
    )
    with locked(folder):
        other = subprocess.Popen(
            [sys.executable, "-c", script, str(folder)], cwd=repository, stdout=subprocess.PIPE, text=True
        )
        assert other.stdout is not None
        assert other.stdout.readline() == "started\n"
        (tmp_path / "program.mark").write_text("written under the lock")
    assert other.communicate()[0] == "written under the lock\n"


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught, locked(tmp_path / "file" / "program"):
        pass
    assert caught.value.diagnostics[0].id == "file-unwritable"
