# SPDX-License-Identifier: Apache-2.0
"""The formats of graph files that dfgen reads. The table below is all there are.

A format is told by the file's suffix, and where that says nothing by the root element of an XML file. To add one: write
a module here with a function that reads a path, with values for the parameters of its main graph, to an `Imported`; and
a line in `FORMATS`. The module is imported with the first file of its format.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from dfgen.frontend.importers.imported import Given, Imported
from dfgen.model.frozen import frozen

__all__ = ["FORMATS", "Format", "Given", "Imported", "format_of", "import_file"]


@frozen
class Format:
    """`suffix` in lower case; `reader` is the module here and its function; `root` is the tag of the first element,
    empty for what is no XML.

    `has_annotations`: whether a file of this format can say how bytes get across its FIFOs; else its sidecar does.
    """

    name: str
    suffix: str
    reader: str
    root: str = ""
    has_annotations: bool = False

    def read(self, path: Path, parameters: Mapping[str, int | float]) -> Imported:
        module, function = self.reader.split(":")
        read: Callable[[Path, Mapping[str, int | float]], Imported] = getattr(
            import_module(f"{__name__}.{module}"), function
        )
        return read(path, parameters)


FORMATS: tuple[Format, ...] = (
    Format("sdf", ".sdf", "sdf:read_sdf", has_annotations=True),
    Format("preesm graph", ".pi", "preesm.importer:read_pi_file", "graphml"),
    Format("preesm scenario", ".scenario", "preesm.importer:read_scenario_file", "scenario"),
    Format("sdf3", ".xml", "sdf3:read_sdf3", "sdf3"),
)

# Each way to go on excludes the others, so that no text makes it try many.
_BEFORE_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|<\?(?:(?!\?>).)*\?>|<!--(?:(?!-->).)*-->)*<(?:[\w.-]+:)?([\w.-]+)", re.DOTALL
)
_HEAD_BYTES = 4096


def format_of(path: Path) -> Format:
    """The format of a graph file; dfgen's own language where nothing says otherwise."""
    root = _root_of(path)
    by_root = next((known for known in FORMATS if root and root == known.root), None)
    by_suffix = next((known for known in FORMATS if path.suffix.lower() == known.suffix), None)
    if by_suffix is None or (by_root is not None and by_suffix.root):
        return by_root or by_suffix or FORMATS[0]
    return by_suffix


def _root_of(path: Path) -> str:
    """The tag of an XML file's root element, without a prefix; empty for other files and unreadable ones."""
    if not os.path.isfile(path):  # of a pipe, nobody could read the rest
        return ""
    try:
        with path.open("rb") as stream:
            found = _BEFORE_ROOT.match(stream.read(_HEAD_BYTES))
    except OSError:
        return ""
    return found[1].decode() if found else ""


def import_file(path: Path, parameters: Mapping[str, int | float]) -> Imported:
    """The file as a syntax tree and what belongs to it; raises `UserError`."""
    return format_of(path).read(path, parameters)
