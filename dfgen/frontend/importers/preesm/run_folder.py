# SPDX-License-Identifier: Apache-2.0
"""Where the program of a PREESM project runs: its sources name files from the folder of the code on."""

from __future__ import annotations

from pathlib import Path

from dfgen.frontend.importers.preesm.project import C_FOLDER, find_project

SUFFIXES = frozenset({".pi", ".scenario"})


def run_folder(graph: Path) -> Path | None:
    """The folder of the project's code, for whoever is elsewhere in the project; None for all others, who stay."""
    if graph.suffix.lower() not in SUFFIXES:
        return None
    root, here = find_project(graph).root.resolve(), Path.cwd()
    code = root / C_FOLDER
    is_elsewhere = here.is_relative_to(root) and not here.is_relative_to(code)
    return code if is_elsewhere and code.is_dir() else None
