# SPDX-License-Identifier: Apache-2.0
"""C names of generated things. Every name begins with the graph's name or a fixed prefix, so that none can collide
with a user's."""

from __future__ import annotations

import re
from collections.abc import Iterable


def identifier(path: str) -> str:
    """`Sub/fir` as a piece of a C identifier. Not unique by itself."""
    return re.sub(r"[^A-Za-z0-9_]", "_", path)


def unique_identifiers(paths: Iterable[str]) -> dict[str, str]:
    """A distinct piece of identifier for every path, numbered where two would be alike."""
    used: dict[str, int] = {}
    names: dict[str, str] = {}
    for path in paths:
        base = identifier(path)[:60]
        name, count = base, used.get(base, 0)
        while name in used:
            count += 1
            name = f"{base}_{count}"
        used[base], used[name] = count, 0
        names[path] = name
    return names
