# SPDX-License-Identifier: Apache-2.0
"""dfgen's own language as one format among others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dfgen.frontend.importers.imported import Imported
from dfgen.frontend.parse import parse_file


def read_sdf(path: Path, parameters: Mapping[str, int | float]) -> Imported:
    return Imported(parse_file(path), path.parent, parameters, file=path)
