# SPDX-License-Identifier: Apache-2.0
"""Whose work the lines of a generated `src/core_N.c` are: an actor's, a transfer's, or the runtime's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dfgen.codegen.titles import actor_of, buffer_of
from dfgen.model.frozen import frozen

_CORE_FILE = re.compile(r"core_\d+\.c")
_STEPS = re.compile(r"_(?:steps|core)_\d+(?:_\d+)?$")
_TITLE = re.compile(r"/\* (.+) \*/")
_ENDS = re.compile(r"\b(?:from|to)_(\d+)\b")
_CALL = re.compile(r"\bdf_\w+\(")


@frozen
class Work:
    """`kind` is "actor", "copy" (`name` is the FIFO or buffer) or "other"."""

    kind: str
    name: str = ""


OTHER = Work("other")


class CoreSources:
    """The lines of all cores of a generated folder. `plan` is its plan.json."""

    def __init__(self, folder: Path, plan: Mapping[str, Any]) -> None:
        self._fifos: dict[str, list[str]] = {}
        for transfer in plan["transfers"]:
            actor = transfer["when"].split(" ", 1)[1]
            self._fifos.setdefault(actor, []).append(transfer["fifo"])
        files = [path for path in (folder / "src").glob("core_*.c") if _CORE_FILE.fullmatch(path.name)]
        self._lines = {path.name: list(self._works(path)) for path in files}

    def work(self, file: str, line: int) -> Work | None:
        """Of a line, from 1; None for a file that is no core's."""
        path = Path(file)
        lines = self._lines.get(path.name) if path.parent.name == "src" else None
        if lines is None:
            return None
        return lines[line - 1] if 0 < line <= len(lines) else OTHER

    def _works(self, path: Path) -> Iterator[Work]:
        """A title tells of the statement behind it: of a line, and of all that is indented further."""
        titled = within = OTHER
        depth = 0
        for line in path.read_text(encoding="utf-8").splitlines():
            text = line.lstrip()
            if titled != OTHER:
                within, titled, depth = titled, OTHER, len(line) - len(text)
            elif len(line) - len(text) <= depth and text != "}":
                within = OTHER
            yield self._work(within, text)
            title = _TITLE.fullmatch(text)
            if title and within == OTHER:
                titled = _work_of(title[1])
            elif text == "}" and len(line) - len(text) == depth:
                within = OTHER

    def _work(self, within: Work, text: str) -> Work:
        ends = _ENDS.search(text)
        fifos = self._fifos.get(within.name, []) if within.kind == "actor" else []
        if ends and _CALL.search(text) and int(ends[1]) < len(fifos):
            return Work("copy", fifos[int(ends[1])])
        return within


def _work_of(title: str) -> Work:
    if actor := actor_of(title):
        return Work("actor", actor)
    buffer = buffer_of(title)
    return Work("copy", buffer) if buffer else OTHER


def is_loop_of_core(function: str) -> bool:
    """Whether a function is a core's program or a part of it, whose lines are told apart."""
    return _STEPS.search(function) is not None
