# SPDX-License-Identifier: Apache-2.0
"""What the `import` statements of a graph file bring along: all items of the files that they name, each file once."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.frontend.importers.imported import Imported
from dfgen.frontend.problems import Problems, Rejected
from dfgen.frontend.relocation import relocated
from dfgen.frontend.syntax import FileItem, GraphFile, Import, PathText
from dfgen.model.diagnostics import UserError
from dfgen.model.input_files import FileTexts

_C_FILE = ("a C source", 'Write: source "{}";')
_HEADER = ("a C header", 'Write: include "{}";')
_FOREIGN = ("a graph in another format", "Convert it first: dfgen convert {} FILE.sdf")
_OTHER_FILES = {
    ".c": _C_FILE,
    ".h": _HEADER,
    **dict.fromkeys((".pi", ".scenario", ".xml"), _FOREIGN),
}
"""By suffix, what else a file may be that is named in an import, and what to do with it."""


@dataclass
class Imports:
    """`base`: the folder that the paths of all items are made relative to. `folders`: where files are looked for that
    do not lie beside the one that imports them. `texts`: of files."""

    base: Path
    folders: Sequence[Path]
    texts: FileTexts
    problems: Problems
    items: list[FileItem] = field(default_factory=list)
    _chain: list[Path] = field(default_factory=list)
    _read: set[Path] = field(default_factory=set)

    def add(self, file: GraphFile, folder: Path) -> None:
        """Those of a file that lies in `folder`, what these import themselves first."""
        for item in file.items:
            if isinstance(item, Import):
                for path in item.paths:
                    self._add(path, folder)

    def _add(self, path: PathText, folder: Path) -> None:
        other = _OTHER_FILES.get(Path(path.text).suffix.lower())
        if other is not None:
            message = f"'{path.text}' is {other[0]}, and 'import' reads graph files (.sdf)"
            self.problems.add("clause-invalid", message, path.span, other[1].format(path.text))
            return
        found = next(
            (p for f in (folder, *self.folders) if self.texts.is_file(p := Path(os.path.join(f, path.text)))), None
        )
        if found is None:
            hint = f"It is looked for in '{folder}', beside the file that imports it, and in the folders of --include."
            self.problems.add("path-missing", f"'{path.text}' is not a file", path.span, hint)
            return
        same = found.resolve()
        if same in self._chain:
            circle = " -> ".join(p.name for p in (*self._chain[self._chain.index(same) :], same))
            message = f"the imports go round in a circle: {circle}"
            self.problems.add("import-circular", message, path.span, "Put what both need into a third file.")
        elif same not in self._read:
            self._read.add(same)
            self._chain.append(same)
            self._take(found)
            self._chain.pop()

    def _take(self, path: Path) -> None:
        from dfgen.frontend.parse import parse_text  # which takes time to load, and most graphs import nothing

        try:
            file = parse_text(self.texts.read(path), str(path))
        except UserError as error:
            for diagnostic in error.diagnostics:
                self.problems.take(diagnostic)
            return
        self.add(file, path.parent)
        self.items += (relocated(item, path.parent, self.base) for item in file.items)


def imported_items(imported: Imported, problems: Problems) -> list[FileItem]:
    """What the file imports. What is wrong with that is reported, and nothing else, which would follow from it."""
    chain = [imported.file.resolve()] if imported.file is not None else []
    imports = Imports(imported.base, imported.include_folders, imported.texts, problems, _chain=chain)
    imports.add(imported.syntax, imported.base)
    if len(problems):
        raise Rejected(None)
    return imports.items
