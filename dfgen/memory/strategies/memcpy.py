# SPDX-License-Identifier: Apache-2.0
"""Strategy `memcpy`: the reading core copies every byte before the firing. Always legal; the reference for all others.

C twin: `runtime/src/transfer_memcpy.c`.
"""

from __future__ import annotations

from dfgen.memory.strategies.contract import Strategy

MEMCPY = Strategy(
    "memcpy",
    "the reading core copies every byte",
    legal="always",
    cost="all bytes, and what they push out of the caches",
    moves=True,
    function="df_transfer_memcpy",
    runtime_files=("transfer_memcpy.c",),
)
