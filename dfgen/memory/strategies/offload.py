# SPDX-License-Identifier: Apache-2.0
"""Strategy `offload`: a copy engine moves the bytes while the cores go on.

The FIFO gets a copy actor: its firing hands descriptors to the engine and returns. The engine's completion sets the
counter that readers of the copy and the next writer of the source wait for, and nobody else (the pending copy table of
Zhao et al. 2007, decided at compile time; the hazards of Lee et al. 2018 become waits). `engine = thread` is a copy
thread; `mode = sync` waits for it on the spot, for engines that copy faster than a core.

C twin: `runtime/src/transfer_offload.c`.
"""

from __future__ import annotations

from types import MappingProxyType

from dfgen.memory.strategies.contract import Strategy

OFFLOAD = Strategy(
    "offload",
    "a copy engine moves the bytes while the cores go on",
    legal="outside of cycles of the graph: their firings are ordered one by one",
    cost="all bytes, on the engine's time; two buffers as deep as passes overlap, and a wait",
    moves=True,
    engine=True,
    options=MappingProxyType({"engine": ("thread",), "mode": ("async", "sync")}),
    runtime_files=(
        "transfer_offload.c",
        "engine_pending.c",
        "engine_feed.c",
        "engine_worth.c",
        "engine_failure.c",
        "engine_thread.c",
    ),
)
