# SPDX-License-Identifier: Apache-2.0
"""Plain tables, never cut to a width, so that a script can read them too."""

from __future__ import annotations

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], alignment: str) -> str:
    """Rows as lines, columns two blanks apart; `alignment` has `<` or `>` for each column."""
    widths = [max(len(row[index]) for row in rows) for index in range(len(alignment))]
    return "\n".join(
        "  ".join(f"{cell:{align}{width}}" for cell, align, width in zip(row, alignment, widths)).rstrip()
        for row in rows
    )
