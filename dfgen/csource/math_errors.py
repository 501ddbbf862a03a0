# SPDX-License-Identifier: Apache-2.0
"""Whether functions of <math.h> have to tell by `errno` that they failed.

Then a square root is a branch and a call beside the instruction, and no loop that has one is vectorised; all other
results are the same. Who never looks at `errno` does not miss it: not even what it is after a call that failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dfgen.csource.learn import CKnowledge
from dfgen.csource.options import without_comments
from dfgen.model.diagnostics import some_of
from dfgen.model.graph import Graph
from dfgen.model.input_files import read_content
from dfgen.model.schedule import Unapplied

_ERRNO = re.compile(r"\berrno\b")


def errno_readers(graph: Graph, known: CKnowledge) -> tuple[Path, ...]:
    """The user's sources and headers whose code names `errno`."""
    headers = (Path(graph.base) / name for name in graph.c_includes)
    runtime = known.include_dirs[-1].absolute()
    paths = dict.fromkeys(path.absolute() for path in (*known.included, *headers))
    own = (path for path in paths if not path.is_relative_to(runtime))
    return tuple(path for path in own if _ERRNO.search(without_comments(read_content(path))))


def with_math_errors(graph: Graph, known: CKnowledge) -> Iterator[Unapplied]:
    """What the plan tells of them."""
    names = sorted(path.name for path in errno_readers(graph, known))
    if names:
        yield Unapplied("functions of <math.h> that do not set errno", "these ask for it", some_of(names))
