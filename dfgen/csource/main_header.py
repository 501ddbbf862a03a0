# SPDX-License-Identifier: Apache-2.0
"""The `preesm.h` of a project, by which its files know what the others define: the project's own, or dfgen's.

Projects usually have one that includes all their headers. Where it is not committed, dfgen's stands for it, and the
headers that the graph names are included ahead of each source, as PREESM includes them in what it generates.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from dfgen.csource.files import as_argument
from dfgen.model.graph import Graph

MAIN_HEADER = "preesm.h"

_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]preesm\.h[">]', re.MULTILINE)


def with_main_header(graph: Graph) -> Graph:
    """The graph with the project's `preesm.h` as the first header: others may rely on what it defines."""
    own = _own_header(graph)
    return replace(graph, includes=tuple(dict.fromkeys([own, *graph.includes]))) if own else graph


def headers_ahead(graph: Graph) -> tuple[str, ...]:
    """Those that each source gets without including them; none where the project has a `preesm.h`, or needs none."""
    if graph.project is None or _own_header(graph):
        return ()
    files = (Path(graph.base, name) for name in (*graph.includes, *graph.project.sources))
    return graph.includes if any(_INCLUDED.search(path.read_bytes()) for path in files if path.is_file()) else ()


def ahead_flags(graph: Graph) -> tuple[str, ...]:
    """What makes the compiler include them."""
    return tuple(f"--include={as_argument(Path(graph.base, name).absolute())}" for name in headers_ahead(graph))


def _own_header(graph: Graph) -> str:
    if graph.project is None:
        return ""
    places = (Path(folder, MAIN_HEADER) for folder in graph.project.include_dirs)
    return next((str(place) for place in places if os.path.isfile(graph.base / place)), "")
