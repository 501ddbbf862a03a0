# SPDX-License-Identifier: Apache-2.0
"""Where the files are that dfgen reads and are no Python, the templates and the C runtime; and where it keeps what it
makes for the user without being told where to.

In a checkout (and an editable install of it) they stand beside the package, in a wheel inside it. A file that each
folder must hold tells ours from a stranger's folder of the same name beside the package.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """The folder of the Jinja2 templates."""
    return _find("templates", "CMakeLists.txt.j2")


def runtime_dir() -> Path:
    """The folder of the C runtime, which holds `include/df` and `src`."""
    return _find("runtime", "include/df/df.h")


def cache_dir(environment: Mapping[str, str] | None = None) -> Path:
    """`DFGEN_CACHE`, else `dfgen` in the desktop's cache folder."""
    environment = os.environ if environment is None else environment
    if environment.get("DFGEN_CACHE"):
        return Path(environment["DFGEN_CACHE"]).absolute()
    # The standard demands that a relative XDG_CACHE_HOME be ignored.
    base = environment.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path("~/.cache").expanduser()) / "dfgen"


def _find(name: str, marker: str) -> Path:
    candidates = (PACKAGE.parent / name, PACKAGE / f"_{name}")
    for folder in candidates:
        if (folder / marker).is_file():
            return folder
    raise FileNotFoundError(f"dfgen is installed incompletely: no {name} in {' or '.join(map(str, candidates))}")
