# SPDX-License-Identifier: Apache-2.0
"""The graph files that a name may stand in: those that a file imports, and those beside it that import it."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.frontend.parse import parse_text
from dfgen.frontend.syntax import GraphFile, Import
from dfgen.lsp.symbols import Symbol, symbols_of
from dfgen.model.diagnostics import UserError


@dataclass
class Neighbours:
    """Of one question: each file is read once. `read`: the text of a file, as the editor has it."""

    read: Callable[[Path], str]
    _trees: dict[Path, GraphFile | None] = field(default_factory=dict)

    def syntax(self, path: Path) -> GraphFile | None:
        """None for a file that cannot be read, or is no graph file."""
        if path not in self._trees:
            try:
                self._trees[path] = parse_text(self.read(path), str(path))
            except UserError:
                self._trees[path] = None
        return self._trees[path]

    def imported(self, path: Path, syntax: GraphFile) -> dict[Path, GraphFile]:
        """What a file imports, and what these import, and so on."""
        found: dict[Path, GraphFile] = {}
        waiting = list(_named(path, syntax))
        while waiting:
            each = waiting.pop()
            other = self.syntax(each) if each not in found and each != path else None
            if other is not None:
                found[each] = other
                waiting += _named(each, other)
        return found

    def users(self, path: Path, declared_in: Path) -> Iterator[tuple[Path, tuple[Symbol, ...]]]:
        """The files that see what `declared_in` declares, that one first, each with its symbols. They are looked for
        in the folders of both."""
        beside = {each for folder in (path.parent, declared_in.parent) for each in folder.glob("*.sdf")}
        for each in (declared_in, *sorted({path, *beside} - {declared_in})):
            syntax = self.syntax(each)
            imported = self.imported(each, syntax) if syntax is not None else {}
            if syntax is not None and (each == declared_in or declared_in in imported):
                yield each, symbols_of(syntax, imported.values())


def _named(path: Path, syntax: GraphFile) -> Iterator[Path]:
    for item in syntax.items:
        if isinstance(item, Import):
            yield from (Path(os.path.normpath(path.parent / name.text)) for name in item.paths)
