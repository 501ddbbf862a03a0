# SPDX-License-Identifier: Apache-2.0
"""What a page shows: the files of a generated folder, as far as they are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.input_files import read_generated
from dfgen.model.nodes_text import record_of_node
from dfgen.model.shape import load_json
from dfgen.report import shapes

PLAN, RECORD, PROFILE = "plan.json", "report.json", "profile.json"
_SHAPES = {PLAN: shapes.PLAN, RECORD: shapes.RECORD, PROFILE: shapes.PROFILE}
_SCHEMA = 1
_PLAN_KEYS = ("parameters", "cores", "mapper", "iterations_per_pass", "depth_passes", "overlays", "notes", "prediction")


@frozen
class Content:
    """`plan`: parts of plan.json; `record`: report.json; `profile`: what `dfgen profile` has measured, if it has."""

    plan: Mapping[str, Any]
    record: Mapping[str, Any]
    profile: Mapping[str, Any] | None

    @property
    def title(self) -> str:
        return str(self.record["graph"])


@frozen
class SeveralNodes:
    """A program for several nodes: what is known of each (`node`, `name`, `host`, `period_ns`), what it runs, and the
    links between them as plan.json has them."""

    title: str
    nodes: Sequence[Mapping[str, Any]]
    contents: Sequence[Content]
    links: Sequence[Mapping[str, Any]]


def read_folder(folder: Path) -> Content | SeveralNodes:
    """Raises `UserError` (file-unreadable) where a file is missing or of another version of dfgen."""
    plan = _read(folder / PLAN)
    profile = _read(folder / PROFILE) if (folder / PROFILE).is_file() else None
    if "nodes" not in plan:
        return _content(plan, _read(folder / RECORD), profile)
    profiles = {node["node"]: node["profile"] for node in (profile or {}).get("nodes", ())}
    contents = [
        _content(node["plan"], _read(folder / record_of_node(node["node"])), profiles.get(node["node"]))
        for node in plan["nodes"]
    ]
    nodes = [{key: value for key, value in node.items() if key != "plan"} for node in plan["nodes"]]
    return SeveralNodes(str(plan["graph"]), nodes, contents, plan["transfers"])


def _content(plan: Mapping[str, Any], record: Mapping[str, Any], profile: Mapping[str, Any] | None) -> Content:
    platform = plan.get("platform", {})
    shown = {key: plan[key] for key in _PLAN_KEYS if key in plan}
    shown["platform"] = {"name": platform.get("name"), "cores": len(platform.get("cores", ()))}
    return Content(shown, record, profile)


def _read(path: Path) -> dict[str, Any]:
    try:
        content = load_json(read_generated(path, _hint(path)))
    except ValueError as error:
        raise _unreadable(path, f"it is damaged: {error}") from error
    found = content.get("schema") if isinstance(content, dict) else None
    if found != _SCHEMA:
        raise _unreadable(path, f"its schema is {found!r}, this dfgen reads {_SCHEMA}")
    wrong = _SHAPES[path.name](content)
    if wrong:
        raise _unreadable(path, f"it is damaged: its content{wrong}")
    return dict(content)


def _unreadable(path: Path, reason: str) -> UserError:
    return fail("file-unreadable", reason, Span(str(path), 0, 0), _hint(path))


def _hint(path: Path) -> str:
    writer = "dfgen profile" if path.name == PROFILE else "dfgen compile"
    return f"'{writer}' writes this file into the folder; run it again, or give the graph file in place of the folder"
