# SPDX-License-Identifier: Apache-2.0
"""Which graph and options a folder was compiled from, for those who want more of them than the folder holds.

It is kept in the cache: what is in the folder depends on the graph and the options alone, not on where they are.
Whoever reads it must look whether the folder still holds what it says.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from dfgen.model.diagnostics import Note, Span, UserError
from dfgen.model.input_files import read_content
from dfgen.model.output_files import write_atomically
from dfgen.paths import cache_dir

SOURCES = "sources"
"""Where the user's files were, by the paths of their copies in the folder."""


def keep_origin(folder: Path, origin: Mapping[str, Any]) -> None:
    """Keep `origin`, values of JSON; where the cache cannot be written, nobody will know."""
    with suppress(OSError):
        write_atomically(_file(folder), (json.dumps(origin) + "\n").encode())


def read_origin(folder: Path) -> Mapping[str, Any]:
    """What was kept last of the folder; empty if nothing was."""
    try:
        origin = json.loads(_file(folder).read_bytes())
    except (OSError, ValueError):
        return {}
    return origin if isinstance(origin, dict) else {}


def kept_sources(folder: Path) -> Mapping[str, Path]:
    """Of which of the user's files the folder holds copies; empty if that is not known."""
    found = read_origin(folder).get(SOURCES)
    return {name: Path(path) for name, path in found.items()} if isinstance(found, dict) else {}


def in_own_sources(error: UserError, folder: Path, sources: Mapping[str, Path]) -> UserError:
    """The same error with places in the user's own files in place of their copies in the folder."""
    own = {str(folder / name): path for name, path in sources.items()}

    def moved(span: Span | None) -> Span | None:
        path = own.get(span.file) if span is not None else None
        if span is None or path is None or not _is_same(Path(span.file), path):
            return span
        return replace(span, file=os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path))

    return UserError(
        replace(each, span=moved(each.span), notes=tuple(Note(n.message, moved(n.span)) for n in each.notes))
        for each in error.diagnostics
    )


def _is_same(copy: Path, path: Path) -> bool:
    """Whether the file is still the one that was built."""
    try:
        return read_content(copy) == read_content(path)
    except UserError:
        return False


def _file(folder: Path) -> Path:
    return cache_dir() / "origins" / f"{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:32]}.json"
