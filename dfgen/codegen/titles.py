# SPDX-License-Identifier: Apache-2.0
"""Comments of generated C that say whose work the statement behind them is, as profiles read them."""

from __future__ import annotations

_TAIL = "what the next trip needs of "


def title_of_block(place: str, actor: str, firings: str) -> str:
    """Before a block of firings. `firings`: how many, or which of how many."""
    return f"{place}  {actor}, {firings}"


def title_of_tail(buffer: str) -> str:
    """Before the move of a buffer's last tokens."""
    return _TAIL + buffer


def actor_of(title: str) -> str:
    """Whose block it is; empty if it is none."""
    place, _, rest = title.partition("  ")
    return rest.rpartition(", ")[0] if place.rpartition(":")[2].isdigit() else ""


def buffer_of(title: str) -> str:
    """Whose tail is moved; empty if it is none."""
    return title.removeprefix(_TAIL) if title.startswith(_TAIL) else ""
