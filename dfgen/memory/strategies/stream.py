# SPDX-License-Identifier: Apache-2.0
"""Strategy `stream`: the reading core copies every byte, past its caches from 4 KiB on. Always legal; it pays where
that core reads the copy late, and what its caches hold is worth more than the copy.

C twin: `runtime/src/transfer_stream.c`.
"""

from __future__ import annotations

from dfgen.machine.constants import PAST_CACHES_BYTES, PAST_CACHES_GAIN
from dfgen.memory.cost import Use, copy_ns
from dfgen.memory.strategies.contract import Colours, Strategy, figures_of_copies
from dfgen.model.movement import Way
from dfgen.model.platform import Platform

KERNEL = "stream"
BYTES_MIN = 4096
"""Runtime: below, it copies in the ordinary way what should go past the caches."""


def estimate(use: Use, platform: Platform) -> float:
    ordinary = copy_ns(use, platform.costs.plain_copy, platform)
    if use.piece_bytes < BYTES_MIN:
        return ordinary
    streamed = copy_ns(use, platform.costs.copy(KERNEL), platform)
    return streamed if use.piece_bytes >= PAST_CACHES_BYTES.value else max(streamed, ordinary)


STREAM = Strategy(
    "stream",
    "the reading core copies every byte past its caches",
    Way.COPY_PAST_CACHES,
    rank=2,
    done="streamed",
    estimate=estimate,
    gain=PAST_CACHES_GAIN,
    because="copied past the caches",
    function="df_transfer_stream",
    runtime_files=("transfer_stream.c",),
    symbols=("df__stream",),
    kernel=KERNEL,
    no_objects="the pointers of objects are moved as they are copied, which reads what has just been written",
    figures=figures_of_copies("stream", KERNEL),
    colours=Colours("#b03a92", "#e272c6"),
)
