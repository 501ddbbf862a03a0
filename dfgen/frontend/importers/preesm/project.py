# SPDX-License-Identifier: Apache-2.0
"""A PREESM project: the folder, its name in the workspace, the files that urls mean, and the C that it holds.

Urls are paths of the workspace (`/project/Algo/x.pi`) or of the project (`Algo/x.pi`). The folder may be called
otherwise than the project; other projects of the workspace lie beside it, or around it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path, PurePosixPath

from dfgen.frontend.importers.xml_tree import read_xml
from dfgen.frontend.problems import Rejected, reject
from dfgen.model.diagnostics import Span, UserError
from dfgen.model.frozen import frozen
from dfgen.model.output_files import MANIFEST

MARKER = ".project"
FOLDERS = frozenset({"Algo", "Archi", "Code", "Scenarios", "Workflows"})
C_FOLDER = "Code"


@frozen
class Project:
    """`root` is written as the user wrote the path of the file that was opened: relative if that was. `around`: the
    folders of the projects that this one lies in, by their names."""

    root: Path
    name: str
    around: Mapping[str, Path] = field(default_factory=dict)

    def locate(self, url: str, what: str, span: Span, beside: Path) -> Path:
        """The file that `url` means, in a file that lies in the folder `beside`; raises `Rejected` if there is none."""
        for path in self._candidates(PurePosixPath(url.replace("\\", "/")), beside):
            if os.path.isfile(path):  # false for names too long, too
                return path
        hint = f"Looked in the project, '{os.path.abspath(self.root)}', and in the folder around it."
        raise reject("path-missing", f"the {what} '{url}' does not exist", span, hint)

    def locate_folder(self, url: str) -> Path:
        """The same for a folder; raises `Rejected`, too."""
        for path in self._candidates(PurePosixPath(url.replace("\\", "/")), self.root):
            if os.path.isdir(path):
                return path
        raise Rejected(None)

    def relative(self, path: Path) -> str:
        """A path for what is relative to the project."""
        return PurePosixPath(os.path.relpath(path, self.root)).as_posix()

    def _candidates(self, url: PurePosixPath, beside: Path) -> Iterator[Path]:
        parts = [part for part in url.parts if part != "/"]
        if parts and parts[0] == self.name:
            yield self.root.joinpath(*parts[1:])
        if parts and parts[0] in self.around:
            yield self.around[parts[0]].joinpath(*parts[1:])
        yield self.root.joinpath(*parts)
        yield self.root.joinpath("..", *parts)
        yield self.root.joinpath(*parts[1:])
        yield beside.joinpath(*parts)


def find_project(path: Path) -> Project:
    """The project that the file belongs to; without a `.project`, the folder around `Algo`, or that of the file.

    Where the file lies in `Algo` or the like, a `.project` in a folder with none of these is of something around it.
    """
    start = Path(os.path.abspath(path)).parent
    above = [start, *start.parents]
    marked = [folder for folder in above if os.path.isfile(folder / MARKER)]
    usual = [folder for folder in marked if any(os.path.isdir(folder / name) for name in FOLDERS)]
    unmarked = [folder.parent for folder in above if folder.name in FOLDERS]
    root = next(iter((*usual, *unmarked, *marked)), start)

    def shown(folder: Path) -> Path:
        return folder if path.is_absolute() else Path(os.path.relpath(folder))

    around = {_name(folder) or folder.name: shown(folder) for folder in reversed(marked) if folder != root}
    return Project(shown(root), _name(root) or root.name, around)


def _name(root: Path) -> str:
    """The first <name> of the project's description; a description that cannot be read says nothing."""
    marker = root / MARKER
    if not marker.is_file():
        return ""
    try:
        name = read_xml(marker).first("name")
    except UserError:
        return ""
    return name.text.strip() if name is not None else ""


def c_files(project: Project, generated: Path | None) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """All C sources below `Code` and the folders that hold headers, but for what PREESM or dfgen generated there; and
    which of both have names that are not UTF-8, which no generated file can hold."""
    top = project.root / C_FOLDER
    if not top.is_dir():
        top = project.root
    left_out = os.path.realpath(generated) if generated is not None else ""
    sources, folders = [], []
    for folder, inner, files in os.walk(top):
        if MANIFEST in files:
            inner.clear()
            continue
        inner[:] = sorted(name for name in inner if os.path.realpath(os.path.join(folder, name)) != left_out)
        here = Path(folder)
        sources += [project.relative(here / name) for name in sorted(files) if name.endswith(".c")]
        if any(name.endswith(".h") for name in files):
            folders.append(project.relative(here))
    unnamed = {name for name in (*sources, *folders) if not _is_text(name)}
    sources, folders = ([name for name in names if name not in unnamed] for names in (sources, folders))
    return tuple(sources), tuple(folders), tuple(sorted(unnamed))


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
