# SPDX-License-Identifier: Apache-2.0
"""Rings: FIFOs between actors of a listing, whose order is known firing by firing, need not hold a whole trip.

A ring holds whole windows of all that use it, so that none goes over its end: a multiple of all their rates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm

from dfgen.model.schedule import Run


def ring_tokens(runs: Sequence[Run], writer: str, written: int, readers: Mapping[str, int]) -> int:
    """The smallest ring for what `writer` writes, `written` tokens a firing, until the last of the readers has read it.

    `readers`: tokens that each of them reads a firing. It is empty before the runs, and after them.
    """
    total, passed = 0, dict.fromkeys(readers, 0)
    most = 0
    for run in runs:
        if run.actor == writer:
            total += run.count * written
            most = max(most, total - min(passed.values()))
        elif run.actor in passed:
            passed[run.actor] += run.count * readers[run.actor]
    window = lcm(written, *readers.values())
    return -(-most // window) * window
