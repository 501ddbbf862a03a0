# SPDX-License-Identifier: Apache-2.0
"""What every importer gives, whatever format it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from dfgen.frontend.syntax import GraphFile
from dfgen.model.frozen import frozen
from dfgen.model.graph import CodeProject
from dfgen.model.input_files import FileTexts


class Given(dict[str, int | float]):
    """What the user says of a graph file when he names it: values of parameters, and folders with files to import."""

    def __init__(self, parameters: Mapping[str, int | float], include_folders: Iterable[Path] = ()) -> None:
        super().__init__(parameters)
        self.include_folders = tuple(include_folders)


@frozen
class Imported:
    """A graph file of any format as the syntax tree of a `.sdf` file, and what no such file can say.

    `syntax`: its names are identifiers, its spans lie in the files that were read, its paths are relative to `base`.
    `parameters`: values for parameters that it still has. An importer that evaluates parameters itself leaves
    none there, and lists their values in `evaluated`.
    `project`: where the C of the actors is, for a format that lists no sources.
    `core_names`: the cores of the platform that comes with the graph, none if none does; `core_types`: of each.
    `unit_assumed`: times come without a unit, and the syntax tree has them in ns.
    `unsized`: FIFOs of which the file states a size that is no number, as it calls them.
    `notes`: what the user should know, each said once.
    `file`: that was read, if it may import others; `texts`: where those of the others come from.
    """

    syntax: GraphFile
    base: Path
    parameters: Mapping[str, int | float] = field(default_factory=dict)
    evaluated: tuple[tuple[str, int], ...] = ()
    project: CodeProject | None = None
    core_names: tuple[str, ...] = ()
    core_types: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unsized: tuple[str, ...] = ()
    unit_assumed: bool = False
    file: Path | None = None
    texts: FileTexts = FileTexts()

    @property
    def include_folders(self) -> tuple[Path, ...]:
        """Where imports are looked for that do not lie beside the file."""
        return self.parameters.include_folders if isinstance(self.parameters, Given) else ()
