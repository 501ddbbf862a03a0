# SPDX-License-Identifier: Apache-2.0
"""Strategy `cow`: the reader gets a private view of the writer's slots; only pages that it writes are copied.

Legal when the reader's window lies in one piece; not in guard mode, which maps the arena for itself. It pays for big
windows that their reader changes in few places (Ghasemi et al. 2021): a page written for the first time costs a fault,
from then on it stays the reader's and is refreshed by copy before each firing. `variant = fault` is for readers that
promise not to write: a view mapped read-only, whose first write opens it whole and is reported.

C twin: `runtime/src/transfer_cow.c`.
"""

from __future__ import annotations

from types import MappingProxyType

from dfgen.memory.strategies.contract import Strategy

COW = Strategy(
    "cow",
    "the reader gets a private view; only pages that it writes are copied",
    legal="if its windows lie in one piece, outside of guard mode",
    cost="a fault for each page at its first write, a copy of written pages before every firing; memory for all",
    moves=True,
    views=True,
    options=MappingProxyType({"variant": ("private", "fault"), "pages": ("auto", "small", "huge")}),
    runtime_files=(
        "transfer_cow.c",
        "view_open.c",
        "view_list.c",
        "view_figures.c",
        "view_memory.c",
        "os_linux_pages.c",
    ),
)
