# SPDX-License-Identifier: Apache-2.0
"""Strategy `shared`: the reader gets a pointer into the writer's buffer; nothing moves.

Legal when the reader's windows lie in one piece there, and no byte that it may write is read by anybody else.
"""

from __future__ import annotations

from dfgen.memory.strategies.contract import Strategy

SHARED = Strategy(
    "shared",
    "the reader gets a pointer into the writer's buffer",
    legal="if no byte that its reader may write is read by anybody else, and its windows lie in one piece",
    cost="nothing",
    moves=False,
)
"""Has no C twin: a pointer needs no code."""
