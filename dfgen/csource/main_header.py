# SPDX-License-Identifier: Apache-2.0
"""The `preesm.h` of a project, by which its files know what the others define: the project's own, or dfgen's.

Projects usually have one that includes all their headers. Where it is not committed, dfgen's stands for it, and sources
that include it, themselves or by another header, get the headers that the graph names, ahead of all, as PREESM includes
them in what it generates.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from dfgen.csource.files import as_argument, content_if_any
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph

MAIN_HEADER = "preesm.h"

_ASKING = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+_(GNU|POSIX(_C)?|XOPEN|DEFAULT|ISOC99|ISOC11)_SOURCE\b", re.MULTILINE)
_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)


def with_main_header(graph: Graph) -> Graph:
    """The graph with the project's `preesm.h` as the first header: others may rely on what it defines."""
    own = _own_header(graph)
    return replace(graph, includes=tuple(dict.fromkeys([own, *graph.includes]))) if own else graph


@frozen
class Ahead:
    """`headers` that each of `sources` gets without including them, all relative to the project; none where that has a
    `preesm.h`, or needs none."""

    headers: tuple[str, ...] = ()
    sources: frozenset[str] = frozenset()


def headers_ahead(graph: Graph) -> Ahead:
    """Not of sources that say first which names of the system they want."""
    if graph.project is None or _own_header(graph):
        return Ahead()
    folders = [Path(graph.base, folder) for folder in graph.project.include_dirs]
    headers = {path.name: _included(content_if_any(path)) for folder in folders for path in sorted(folder.glob("*.h"))}
    reaching, more = set[str](), {MAIN_HEADER}
    while more:
        reaching |= more
        more = {name for name, included in headers.items() if included & more} - reaching
    texts = {name: content_if_any(Path(graph.base, name)) for name in graph.project.sources}
    sources = {name for name, text in texts.items() if _included(text) & reaching and not _ASKING.search(text)}
    return Ahead(graph.includes, frozenset(sources)) if sources else Ahead()


def _included(text: bytes) -> set[str]:
    """The names of the headers that a file includes, without their folders."""
    return {os.path.basename(os.fsdecode(name)) for name in _INCLUDED.findall(text)}


def ahead_flags(ahead: Ahead, base: Path, runtime_header: Path) -> dict[Path, tuple[str, ...]]:
    """By source, what makes the compiler include `preesm.h` and these."""
    paths = [runtime_header, *(base / name for name in ahead.headers)]
    flags = tuple(f"--include={as_argument(path.absolute())}" for path in paths)
    return {base / name: flags for name in sorted(ahead.sources)}


def _own_header(graph: Graph) -> str:
    if graph.project is None:
        return ""
    places = (Path(folder, MAIN_HEADER) for folder in graph.project.include_dirs)
    return next((str(place) for place in places if os.path.isfile(graph.base / place)), "")
