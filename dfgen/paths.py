# SPDX-License-Identifier: Apache-2.0
"""Where the files are that dfgen reads and are no Python: the templates and the C runtime.

In a checkout (and an editable install of it) they stand beside the package, in a wheel inside it. A file that each
folder must hold tells ours from a stranger's folder of the same name beside the package.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """The folder of the Jinja2 templates."""
    return _find("templates", "CMakeLists.txt.j2")


def runtime_dir() -> Path:
    """The folder of the C runtime, which holds `include/df` and `src`."""
    return _find("runtime", "include/df/df.h")


def _find(name: str, marker: str) -> Path:
    candidates = (_PACKAGE.parent / name, _PACKAGE / f"_{name}")
    for folder in candidates:
        if (folder / marker).is_file():
            return folder
    raise FileNotFoundError(f"dfgen is installed incompletely: no {name} in {' or '.join(map(str, candidates))}")
