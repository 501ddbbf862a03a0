# SPDX-License-Identifier: Apache-2.0
"""Pauses Python's garbage collector while a graph is read: many small objects are made and next to none dropped, and
looking through all of them again and again takes longer than the work itself."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
