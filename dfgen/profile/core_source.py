# SPDX-License-Identifier: Apache-2.0
"""Whose work the lines of a generated `src/core_N.c` are: an actor's, a transfer's, or the runtime's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dfgen.model.frozen import frozen

_CORE_FILE = re.compile(r"core_\d+\.c")
_STEPS = re.compile(r"_(?:steps|core)_\d+(?:_\d+)?$")
_TITLE = re.compile(r"^\s*/\* \S+:\d+  (.+?), (?:\d+ firings?|firing \d+ of \d+|firings \d+ to \d+ of \d+) \*/$")
_ENDS = re.compile(r"\b(?:from|to)_(\d+)\b")
_CALL = re.compile(r"\bdf_\w+\(")
_BETWEEN = re.compile(r"\bdf_(?:wait|publish|iterations|offload_publish)\(")
_TAIL = re.compile(r"\bdf_move\(.*/\* what the next trip needs of (.+) \*/$")


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
        actor = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            title, tail = _TITLE.match(line), _TAIL.search(line)
            if title:
                actor = title[1]
            if _BETWEEN.search(line) and not line.lstrip().startswith("for "):
                actor = ""
            yield Work("copy", tail[1]) if tail else self._work(actor, line)

    def _work(self, actor: str, line: str) -> Work:
        ends = _ENDS.search(line)
        fifos = self._fifos.get(actor, [])
        if ends and _CALL.search(line) and int(ends[1]) < len(fifos):
            return Work("copy", fifos[int(ends[1])])
        return Work("actor", actor) if actor else OTHER


def is_loop_of_core(function: str) -> bool:
    """Whether a function is a core's program or a part of it, whose lines are told apart."""
    return _STEPS.search(function) is not None
