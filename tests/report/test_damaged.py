# SPDX-License-Identifier: Apache-2.0
"""Files of a generated folder that are JSON, but not as they should be: what is wrong is told, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.profile.profiling import read_json, read_plan, read_record
from dfgen.profile.shapes import TRACE
from dfgen.report.content import read_folder
from tests.fuzz.folders import whole_files


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return dict(whole_files(tmp_path_factory.mktemp("whole")))


def folder_with(files: dict[str, bytes], name: str, change: Callable[[Any], None], folder: Path) -> Path:
    content = json.loads(files[name])
    change(content)
    for file, text in {**files, name: json.dumps(content).encode()}.items():
        (folder / file).write_bytes(text)
    return folder


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("plan.json", lambda plan: plan.update(platform=[]), ".platform is not an object"),
        ("report.json", lambda record: record.pop("graph"), " has no 'graph'"),
        ("report.json", lambda record: record["schedule"].pop("blocks"), ".schedule has no 'blocks'"),
        ("report.json", lambda record: record["schedule"].update(names=[]), ".schedule.blocks: one of names is not"),
        ("report.json", lambda record: record["fifos"][0].update(reason=3), ".fifos[0].reason is not text"),
        ("profile.json", lambda profile: profile["cores"][1].pop("wall_ns"), ".cores[1] has no 'wall_ns'"),
        ("profile.json", lambda own: own["timeline"]["blocks"][0].pop(), ".timeline.blocks[0] is not a list of 5"),
        ("profile.json", lambda profile: profile["timeline"].update(names=[]), ".timeline.blocks: one of names is not"),
    ],
)
def test_a_report_tells(
    name: str, change: Callable[[Any], None], told: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    folder = folder_with(whole, name, change, tmp_path)
    with pytest.raises(UserError) as error:
        read_folder(folder)
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.id, diagnostic.span is not None) == ("file-unreadable", True)
    assert f"it is damaged: its content{told}" in diagnostic.message


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("plan.json", lambda plan: plan["memory"].update(arena_bytes=-1), ".memory.arena_bytes is not a whole number"),
        ("report.json", lambda record: record["fifos"][0].update(rates=["1"]), ".fifos[0].rates is not a list of 2"),
        ("trace.json", lambda trace: trace["cores"][0]["events"].append([99, 0, 1, 1]), ".events: one is of no point"),
        ("trace.json", lambda trace: trace["cores"][0]["points"][0].pop("ns"), ".cores[0].points[0] has no 'ns'"),
    ],
)
def test_a_profile_tells(
    name: str, change: Callable[[Any], None], told: str, whole: dict[str, bytes], tmp_path: Path
) -> None:
    folder = folder_with(whole, name, change, tmp_path)
    with pytest.raises(UserError) as error:
        read_plan(folder), read_record(folder), read_json(folder / "trace.json", TRACE)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id == "file-unreadable"
    assert told in diagnostic.message


def test_what_is_whole_is_read(whole: dict[str, bytes], tmp_path: Path) -> None:
    folder = folder_with(whole, "plan.json", lambda plan: None, tmp_path)
    assert read_folder(folder).profile is not None
    assert read_plan(folder)["graph"] == read_record(folder)["graph"] == "g"
    assert read_json(folder / "trace.json", TRACE)["iterations"] == 4
