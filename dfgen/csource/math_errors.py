# SPDX-License-Identifier: Apache-2.0
"""Whether functions of <math.h> have to tell by `errno` that they failed.

Then a square root is a branch and a call beside the instruction, and no loop that has one is vectorised; all other
results are the same. Who never looks at `errno` does not miss it: not even what it is after a call that failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from dfgen.csource.options import without_comments
from dfgen.model.diagnostics import some_of
from dfgen.model.input_files import read_content
from dfgen.model.schedule import Unapplied

_ERRNO = re.compile(r"\berrno\b")


def errno_readers(files: Iterable[Path], runtime: Path) -> tuple[Path, ...]:
    """Those of the user's sources and headers whose code names `errno`; `runtime`: the folder of headers that are none
    of the user's."""
    paths = dict.fromkeys(path.absolute() for path in files if path.is_file())
    own = (path for path in paths if not path.is_relative_to(runtime.absolute()))
    return tuple(path for path in own if _ERRNO.search(without_comments(read_content(path))))


def with_math_errors(readers: Iterable[Path]) -> Iterator[Unapplied]:
    """What the plan tells of them."""
    names = sorted(path.name for path in readers)
    if names:
        yield Unapplied("functions of <math.h> that do not set errno", "these ask for it", some_of(names))
