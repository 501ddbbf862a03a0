# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from dfgen.build.cache import cache_dir, program_folder


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
