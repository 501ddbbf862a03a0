# SPDX-License-Identifier: Apache-2.0
"""The user's cache folder: programs that `run` and `build` compile from a graph without being told where to."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dfgen import __version__
from dfgen.model.diagnostics import fail
from dfgen.paths import cache_dir


def program_folder(graph: Path, options: Mapping[str, Any]) -> Path:
    """The folder of the program that this graph file gives with these options; the same for the same."""
    key = json.dumps([__version__, str(graph.resolve()), options], sort_keys=True)
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", graph.stem)
    return cache_dir() / "programs" / f"{stem}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes that call this for the same folder waiting."""
    lock = folder.with_name(folder.name + ".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        message = f"cannot write to the cache folder '{lock.parent}': {error.strerror}"
        raise fail("file-unwritable", message, None, "name a folder with -o, or in DFGEN_CACHE") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
