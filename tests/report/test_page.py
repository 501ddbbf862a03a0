# SPDX-License-Identifier: Apache-2.0
"""The page as text: it holds all that it needs, loads nothing, and nothing in its data can end an element."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.paths import templates_dir
from dfgen.report.content import Content, read_folder
from dfgen.report.lanes import lanes_of
from dfgen.report.page import SCRIPTS, embedded, render_page

from .contents import PICTURE, content_of, profile_of

VENDOR = templates_dir() / "report" / "vendor"


def test_the_page_stands_alone(tmp_path: Path) -> None:
    page = render_page(content_of(PICTURE, tmp_path))
    markup = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    assert not re.search(r"<link|<img|<iframe|\ssrc=|@import|url\(", markup)
    assert "default-src 'none'" in markup
    assert "Eclipse Public License" in markup


def test_the_same_content_gives_the_same_page(tmp_path: Path) -> None:
    assert render_page(content_of(PICTURE, tmp_path)) == render_page(content_of(PICTURE, tmp_path))


def test_data_holds_nothing_that_ends_an_element() -> None:
    evil = {"</script>": ["<!--", "\u2028\u2029", "'\"&"]}
    text = embedded(evil)
    assert "<" not in text
    assert "\u2028" not in text
    assert json.loads(text) == evil


def test_every_script_is_on_the_page() -> None:
    assert sorted(SCRIPTS) == sorted(path.stem for path in (templates_dir() / "report" / "js").glob("*.js"))


def test_libraries_are_those_that_were_fetched() -> None:
    sums = dict(line.split()[::-1] for line in (VENDOR / "sha256sums.txt").read_text().splitlines())
    assert {name: hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() for name in sums} == sums
    assert {path.name for path in VENDOR.glob("*.js")} <= sums.keys()
    lock = json.loads((VENDOR / "package-lock.json").read_text())
    pinned = json.loads((VENDOR / "package.json").read_text())["dependencies"]
    for name, version in pinned.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
        assert lock["packages"][f"node_modules/{name}"]["integrity"]


# --- measured events ---


def test_events_are_columns_by_lane_and_layer() -> None:
    names = [{"kind": kind, "name": kind} for kind in ("actor", "move", "sleep", "faults", "engine")]
    blocks = [
        [0, 1, 12, 15, 1],
        [0, 0, 10, 20, 4],
        [1, 2, 25, 27, 1],
        [0, 3, 10, 28, 9],
        [0, 0, 30, 35, 2],
        [2, 4, 5, 40, 64],
    ]
    found = lanes_of({"lost_events": 3, "names": names, "blocks": blocks})
    assert found is not None
    assert [lane["title"] for lane in found["lanes"]] == ["core 0", "core 1", "copy thread"]
    below, above, asleep, marks = found["lanes"][0]["tracks"]
    assert asleep == {"name": [], "begin": [], "length": [], "count": []}
    assert below == {"name": [0, 0], "begin": [10, 20], "length": [10, 5], "count": [4, 2]}
    assert above == {"name": [1], "begin": [12], "length": [3], "count": [1]}
    assert marks == {"name": [3], "begin": [10], "length": [18], "count": [9]}
    assert found["lanes"][1]["tracks"][2]["begin"] == [25]


@pytest.mark.parametrize("timeline", [None, {"lost_events": 0, "names": [], "blocks": []}])
def test_nothing_measured_is_no_lanes(timeline: Any) -> None:
    assert lanes_of(timeline) is None


# --- what a folder holds --------------------------------------------------------------------------------------------


def write(folder: Path, content: Content) -> Path:
    (folder / "plan.json").write_text(json.dumps(content.plan))
    (folder / "report.json").write_text(json.dumps(content.record))
    if content.profile is not None:
        (folder / "profile.json").write_text(json.dumps(content.profile))
    return folder


def test_a_folder_is_read_with_what_was_measured(tmp_path: Path) -> None:
    content = content_of(PICTURE, tmp_path)
    assert read_folder(write(tmp_path, content)).profile is None
    profile = profile_of(content)
    found = read_folder(write(tmp_path, Content(content.plan, content.record, profile)))
    assert found.profile == profile
    assert found.record == content.record
    assert found.plan["platform"] == {"name": "default", "cores": 2}


@pytest.mark.parametrize("file", ["plan.json", "report.json", "profile.json"])
@pytest.mark.parametrize(
    ("damage", "message"), [("{", "damaged"), ('{"schema": 99}', "schema is 99"), ("[]", "schema is None")]
)
def test_a_file_that_is_no_good_is_named(file: str, damage: str, message: str, tmp_path: Path) -> None:
    content = content_of(PICTURE, tmp_path)
    write(tmp_path, Content(content.plan, content.record, profile_of(content)))
    (tmp_path / file).write_text(damage)
    with pytest.raises(UserError) as error:
        read_folder(tmp_path)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id == "file-unreadable"
    assert message in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.file.endswith(file)


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot read .*plan\.json': No such file"):
        read_folder(tmp_path)


# --- the record -----------------------------------------------------------------------------------------------------


def test_the_record_shows_the_graph_as_the_user_wrote_it(tmp_path: Path) -> None:
    record = content_of(PICTURE, tmp_path).record
    names = [actor["name"] for actor in record["actors"]]
    inside = ["first", "inner/second"]
    assert sorted(names) == sorted(
        ["read", "show", *(f"{side}/{name}" for side in ("left", "right") for name in inside)]
    )
    fifos = {fifo["name"]: fifo for fifo in record["fifos"]}
    assert fifos["right/inner/second.o:show.b"]["delay_tokens"] == 2000
    assert fifos["read.y:show.c"]["strategy"] == "memcpy"
    assert fifos["read.y:show.c"]["moved_bytes"] == 1000
    assert fifos["read.y:show.c"]["moving_ns"] > 0
    assert all(fifo["source"] in names and fifo["target"] in names for fifo in record["fifos"])


def test_lives_of_buffers_that_share_an_address_do_not_meet(tmp_path: Path) -> None:
    chain = "\n".join(
        f"actor a{i} {{ fire f(i, o); time 1us; in i : uint8[4096]; out o : uint8[4096]; }}" for i in range(8)
    )
    edges = "\n".join(f"a{i}.o -> a{i + 1}.i;" for i in range(7))
    ends = """actor first { fire f(o); time 1us; out o : uint8[4096]; } first.o -> a0.i;
              actor last { fire f(i); time 1us; in i : uint8[4096]; } a7.o -> last.i;"""
    record = content_of(f"graph g {{ {chain} {edges} {ends} }}", tmp_path, cores=1).record
    buffers = record["memory"]["buffers"]
    assert record["memory"]["arena_bytes"] < sum(buffer["size_bytes"] for buffer in buffers)
    pairs = [(a, b) for a in buffers for b in buffers if a["name"] < b["name"] and overlap(addresses(a), addresses(b))]
    assert pairs
    for a, b in pairs:
        assert not any(overlap(x, y) for x in a["lives"] for y in b["lives"]), (a["name"], b["name"])


def addresses(buffer: dict[str, Any]) -> tuple[int, int]:
    return buffer["offset_bytes"], buffer["offset_bytes"] + buffer["size_bytes"]


def overlap(a: Any, b: Any) -> bool:
    return bool(a[0] < b[1] and b[0] < a[1])
