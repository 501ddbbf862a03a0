# SPDX-License-Identifier: Apache-2.0
"""Work that recurses as deep as a graph file is nested: as deep as memory allows, not as Python does by itself."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from dfgen.model.diagnostics import Span, fail

Found = TypeVar("Found")

FRAMES_MAX = 250_000
STACK_BYTES = 1 << 30
"""Of address space; memory is taken as far as the stack grows. Enough for so many frames of any Python."""


def deeply(work: Callable[[], Found], file: str, hint: str = "Give inner parts a name with 'param'.") -> Found:
    """What `work` makes of `file`; it is begun anew, with a stack of its own, where it recurses too deep. `hint` is
    told where that does not suffice."""
    try:
        return work()
    except RecursionError:
        pass
    try:
        return _with_large_stack(work)
    except RecursionError:
        message = "expressions or brackets are nested deeper than dfgen can follow"
        raise fail("graph-too-large", message, Span(file, 1, 1), hint) from None


def _with_large_stack(work: Callable[[], Found]) -> Found:
    size, limit = threading.stack_size(STACK_BYTES), sys.getrecursionlimit()
    sys.setrecursionlimit(FRAMES_MAX)
    try:
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="deep") as threads:
            return threads.submit(work).result()
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(size)
