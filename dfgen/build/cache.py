# SPDX-License-Identifier: Apache-2.0
"""The user's cache folder: programs that `run` and `build` compile from a graph without being told where to."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dfgen import __version__
from dfgen.paths import cache_dir

_STEM_MAX = 100
"""Characters of the graph file's name in the folder's: file systems take 255."""


def program_folder(graph: Path, options: Mapping[str, Any]) -> Path:
    """The folder of the program that this graph file gives with these options; the same for the same."""
    key = json.dumps([__version__, str(graph.resolve()), options], sort_keys=True)
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", graph.stem)[:_STEM_MAX]
    return cache_dir() / "programs" / f"{stem}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
