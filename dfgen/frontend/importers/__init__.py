# SPDX-License-Identifier: Apache-2.0
"""The formats of graph files that dfgen reads. The table below is all there are.

A format is told by the file's suffix. To add one: write a module here with a function that reads a path, with values
for the parameters of its main graph, to an `Imported`; and a line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dfgen.frontend.importers.imported import Imported
from dfgen.frontend.importers.preesm.importer import read_pi_file, read_scenario_file
from dfgen.frontend.importers.sdf import read_sdf
from dfgen.frontend.importers.sdf3 import read_sdf3

__all__ = ["FORMATS", "Format", "Imported", "format_of", "import_file"]


@dataclass(frozen=True)
class Format:
    """`suffixes` in lower case."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[Path, Mapping[str, int]], Imported]


FORMATS: tuple[Format, ...] = (
    Format("sdf", (".sdf",), read_sdf),
    Format("preesm graph", (".pi",), read_pi_file),
    Format("preesm scenario", (".scenario",), read_scenario_file),
    Format("sdf3", (".xml",), read_sdf3),
)


def format_of(path: Path) -> Format:
    """The format of a graph file; dfgen's own language where the suffix says nothing."""
    suffix = path.suffix.lower()
    return next((known for known in FORMATS if suffix in known.suffixes), FORMATS[0])


def import_file(path: Path, parameters: Mapping[str, int]) -> Imported:
    """The file as a syntax tree and what belongs to it; raises `UserError`."""
    return format_of(path).read(path, parameters)
