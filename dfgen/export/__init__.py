# SPDX-License-Identifier: Apache-2.0
"""The formats of graph files that dfgen writes. The table below is all there are.

To add one: write a module here with a function from a `Source` to text, and a line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dfgen.export.dot import write_dot
from dfgen.export.sdf import write_sdf
from dfgen.export.sdf3 import write_sdf3
from dfgen.export.source import Source, Written, read_source
from dfgen.model.frozen import frozen

__all__ = ["FORMATS", "Format", "Source", "Written", "format_of", "read_source"]


@frozen
class Format:
    """`write` gets the folder that the file will be in, for the paths inside."""

    name: str
    suffixes: tuple[str, ...]
    write: Callable[[Source, Path], Written]


FORMATS: tuple[Format, ...] = (
    Format("sdf", (".sdf",), write_sdf),
    Format("sdf3", (".xml",), write_sdf3),
    Format("dot", (".dot", ".gv"), write_dot),
)


def format_of(path: Path) -> Format | None:
    """The format that the suffix of a file says, if it does."""
    suffix = path.suffix.lower()
    return next((known for known in FORMATS if suffix in known.suffixes), None)
