# SPDX-License-Identifier: Apache-2.0
"""Files that are written whole or not at all, and the one by which folders are known that dfgen has written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

MANIFEST = ".dfgen-manifest.json"


def is_generated(folder: Path) -> bool:
    """Whether dfgen wrote this folder."""
    return (folder / MANIFEST).is_file()


def write_atomically(path: Path, content: bytes) -> None:
    """Replace `path` so that no reader, and no crash, sees a half-written file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = written_beside(path, content)
    try:
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def written_beside(path: Path, content: bytes) -> str:
    """A file next to `path`, to take its place: its name is `.NAME.*.new`."""
    handle, name = _new_file(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
    except BaseException:
        os.unlink(name)
        raise
    return name


def _new_file(path: Path) -> tuple[int, str]:
    """With the rights that the process gives its files: `tempfile` would give fewer, and what they are can only be
    asked by a change of them, which other threads of the process would see."""
    while True:
        name = str(path.with_name(f".{path.name}.{os.urandom(4).hex()}.new"))
        with suppress(FileExistsError):
            return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), name
