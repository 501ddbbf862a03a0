# SPDX-License-Identifier: Apache-2.0
"""Which graph and options a folder was compiled from, for those who want more of them than the folder holds.

It is kept in the cache: what is in the folder depends on the graph and the options alone, not on where they are.
Whoever reads it must look whether the folder still holds what it says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dfgen.build.folder import write_atomically
from dfgen.paths import cache_dir


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


def _file(folder: Path) -> Path:
    return cache_dir() / "origins" / f"{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:32]}.json"
