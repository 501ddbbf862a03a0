# SPDX-License-Identifier: Apache-2.0
"""Strategy `stream`: the reading core copies every byte, past its caches from 4 KiB on. Always legal; it pays where
that core reads the copy late, and what its caches hold is worth more than the copy.

C twin: `runtime/src/transfer_stream.c`.
"""

from __future__ import annotations

from dfgen.memory.strategies.contract import Strategy

STREAM = Strategy(
    "stream",
    "the reading core copies every byte past its caches",
    legal="always",
    cost="all bytes, past the caches: less than memcpy above the size of a core's cache, more below",
    moves=True,
    function="df_transfer_stream",
    runtime_files=("transfer_stream.c",),
)
