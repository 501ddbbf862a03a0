# SPDX-License-Identifier: Apache-2.0
"""dfgen's own language: the syntax tree of the importer, printed. Hierarchy, parameters and expressions stay."""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from dfgen.export.source import Source, Written
from dfgen.frontend.printer import print_file
from dfgen.frontend.syntax import (
    ActorDeclaration,
    Annotation,
    FileItem,
    GraphDeclaration,
    GraphFile,
    Include,
    Integer,
    PathText,
    Statement,
)
from dfgen.frontend.syntax import Source as SourceFiles

_Item = TypeVar("_Item", bound=FileItem | Statement)


def write_sdf(source: Source, folder: Path) -> Written:
    imported = source.imported
    given = imported.parameters
    main = source.graph.name

    def item(each: FileItem) -> FileItem:
        if not isinstance(each, GraphDeclaration):
            return _moved(each, imported.base, folder)
        statements = tuple(_moved(statement, imported.base, folder) for statement in each.statements)
        parameters = each.parameters
        if each.name.text == main:
            parameters = tuple(
                replace(p, value=Integer(given[p.name.text])) if p.name.text in given else p for p in parameters
            )
        return replace(each, statements=statements, parameters=parameters)

    tree = GraphFile(tuple(item(each) for each in imported.tree.items))
    return Written(print_file(tree), tuple(_unsaid(source)))


def _moved(item: _Item, base: Path, folder: Path) -> _Item:
    """The item with paths that are right in the folder of the new file."""

    def moved(path: PathText) -> PathText:
        return PathText(Path(os.path.relpath(base / path.text, folder)).as_posix())

    def with_moved_script(annotation: Annotation) -> Annotation:
        if annotation.name.text != "script":
            return annotation
        values = (
            replace(a, value=moved(a.value)) if isinstance(a.value, PathText) else a for a in annotation.arguments
        )
        return replace(annotation, arguments=tuple(values))

    if isinstance(item, (Include, SourceFiles)):
        return replace(item, paths=tuple(moved(path) for path in item.paths))
    if isinstance(item, ActorDeclaration):
        return replace(item, annotations=tuple(with_moved_script(a) for a in item.annotations))
    return item


def _unsaid(source: Source) -> Iterator[str]:
    if source.imported.project is not None:
        yield "the project's C sources are not listed in the new file: write 'source \"file.c\";' for those it needs"
    if source.imported.core_names:
        yield f"the new file names no platform: the project's has {len(source.imported.core_names)} cores"
