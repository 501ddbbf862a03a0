# SPDX-License-Identifier: Apache-2.0
"""What a transfer strategy has to say for itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Strategy:
    """`runtime_files` are needed in a program that uses it; `function` moves one piece (empty: nothing moves).

    `function` is called as `function(target, source, size_bytes)` with windows that do not overlap. `views`: the
    reader instead gets a view of the source's slots (`df/view.h`), which begins before its firing and ends after it.
    """

    name: str
    summary: str
    moves: bool
    function: str = ""
    views: bool = False
    runtime_files: tuple[str, ...] = ()
