# SPDX-License-Identifier: Apache-2.0
"""Whether `--fuse auto` is the best choice: chains by default, with `--fuse none` and with `--fuse all`, by window.

Where two of them come to the same C they are one program and are run once.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dfgen.cli.table import columns
from dfgen.mapping.fusing import FUSIONS
from tests.bench.transfers.builds import Program

ITEMS = (2, 8, 16, 64, 256, 1024, 4096, 16384)
"""Floats of a window: 8 bytes to 64 KiB."""
MISSED = 0.9
Build = Callable[[int, int, int, bool, str], Program]
"""By blocks, cores, items of a window, whether blocks count, and what `--fuse` takes."""
Rate = Callable[[Program, int], float]
"""Items a second of a program with windows of so many."""


@dataclass
class Row:
    """Chains of one kind in a cell: their programs and what they reach, by window and by what `--fuse` takes."""

    name: str
    programs: Mapping[int, Mapping[str, Program]]
    rates: dict[tuple[int, str], list[float]] = field(default_factory=dict)

    def rate(self, items: int, fusion: str) -> float:
        return statistics.median(self.rates[items, self.programs[items][fusion].key])

    def ratio(self, items: int) -> float:
        """The default's rate, of the best one."""
        return self.rate(items, "auto") / max(self.rate(items, fusion) for fusion in FUSIONS)


def built(cells: Sequence[tuple[int, int]], build: Build) -> list[Row]:
    """All of them, so that no compiler runs while others are measured."""
    return [
        Row(
            f"{blocks}/{cores} {'state' if counts else 'const'}",
            {items: {fusion: build(blocks, cores, items, counts, fusion) for fusion in FUSIONS} for items in ITEMS},
        )
        for blocks, cores in cells
        for counts in (True, False)
    ]


def measured(row: Row, rate: Rate, rounds: int) -> Row:
    """What is compared is run in turn."""
    for items, programs in row.programs.items():
        different = {program.key: program for program in programs.values()}
        for _ in range(rounds):
            for key, program in different.items():
                row.rates.setdefault((items, key), []).append(rate(program, items))
    return row


def table(rows: Sequence[Row]) -> str:
    lines = [["default of the best", *map(_size, ITEMS)]]
    lines += [[row.name, *(f"{row.ratio(items):.2f}" for items in ITEMS)] for row in rows]
    text = columns(lines, "<" + ">" * len(ITEMS))
    return "\n".join([text, "", *_misses(rows)])


def _misses(rows: Sequence[Row]) -> Iterator[str]:
    """Cells in which something else is faster by more than noise, with what each of them reaches."""
    for row in rows:
        for items in ITEMS:
            if row.ratio(items) < MISSED:
                found = ", ".join(f"{fusion} {row.rate(items, fusion) / 1e9:.2f}" for fusion in FUSIONS)
                yield f"{row.name}, {_size(items)}: 10^9 items/s: {found}"


def _size(items: int) -> str:
    size_bytes = 4 * items
    return f"{size_bytes >> 10} KiB" if size_bytes >= 1024 else f"{size_bytes} B"
