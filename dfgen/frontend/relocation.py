# SPDX-License-Identifier: Apache-2.0
"""Items of a graph file whose paths are to be right in another folder."""

from __future__ import annotations

import os.path
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from dfgen.frontend.syntax import (
    ActorDeclaration,
    Annotation,
    FileItem,
    GraphDeclaration,
    Import,
    Include,
    PathText,
    Source,
    Statement,
)

Item = TypeVar("Item", bound=FileItem | Statement)


def relocated(item: Item, base: Path, folder: Path) -> Item:
    """The item with paths that are relative to `folder`, as they were to `base`."""

    def moved(path: PathText) -> PathText:
        return PathText(Path(os.path.relpath(base / path.text, folder)).as_posix(), path.span)

    return _moved(item, moved)


def _moved(item: Item, moved: Callable[[PathText], PathText]) -> Item:
    if isinstance(item, (Import, Include, Source)):
        return replace(item, paths=tuple(moved(path) for path in item.paths))
    if isinstance(item, ActorDeclaration):
        return replace(item, annotations=tuple(_with_moved_script(a, moved) for a in item.annotations))
    if isinstance(item, GraphDeclaration):
        return replace(item, statements=tuple(_moved(statement, moved) for statement in item.statements))
    return item


def _with_moved_script(annotation: Annotation, moved: Callable[[PathText], PathText]) -> Annotation:
    if annotation.name.text != "script":
        return annotation
    values = (replace(a, value=moved(a.value)) if isinstance(a.value, PathText) else a for a in annotation.arguments)
    return replace(annotation, arguments=tuple(values))
