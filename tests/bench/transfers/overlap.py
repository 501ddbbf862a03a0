# SPDX-License-Identifier: Apache-2.0
"""How much of a copy the asynchronous engine hides behind the actors of the core that needs it."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from tests.bench.transfers.builds import Absent, Program
from tests.bench.transfers.measure import alternate
from tests.bench.transfers.programs import Cell, Programs, Timing, cell, passes_for, time_program

SIZES = (64 << 10, 256 << 10, 1 << 20, 4 << 20, 9 << 20, 32 << 20)
QUICK_SIZES = (1 << 20,)
ROUNDS = (1, 16)
"""How often the consumer reads its window: an engine needs work to hide behind."""
MODES = ("async", "sync")


@dataclass(frozen=True)
class Overlap:
    """ns an iteration: without a copy (`shared`), with memcpy, by the engine in each mode."""

    cell: Cell
    samples: Mapping[str, tuple[float, ...]]

    def median(self, variant: str) -> float:
        return statistics.median(self.samples[variant])

    @property
    def copy_ns(self) -> float:
        """What memcpy adds to the actors."""
        return self.median("memcpy") - self.median("shared")

    def hidden(self, mode: str) -> float:
        """The share of that which the engine takes off the core: 1 is all, below 0 it costs more than it saves."""
        return (self.median("memcpy") - self.median(mode)) / self.copy_ns


def run_overlap(
    programs: Programs, quick: bool, repeats: int, advance: Callable[[str, int, int], None], skipped: list[str]
) -> Iterator[Overlap]:
    sizes = QUICK_SIZES if quick else SIZES
    target_s, budget_s = (0.01, 1.0) if quick else (0.1, 30.0)
    cells = [replace(cell(size, 1, 1, 1, 0), rounds=rounds) for size, rounds in product(sizes, ROUNDS)]
    for number, one in enumerate(cells):
        advance(f"engine, {one.size_bytes >> 10} KiB", number, len(cells))
        built = {name: programs.of(one, name) for name in ("shared", "memcpy")}
        for mode in MODES:
            annotation = f" @transfer(offload, engine = thread, mode = {mode})"
            built[mode] = programs.build(one, (), annotation)
        absent = [f"{name}: {program.reason}" for name, program in built.items() if isinstance(program, Absent)]
        if absent:
            skipped += absent
            continue
        present = {name: program for name, program in built.items() if isinstance(program, Program)}
        first = {name: time_program(program, one, 2) for name, program in present.items()}
        variants = {
            name: partial(_sample, program, one, passes_for(first[name], program, target_s))
            for name, program in present.items()
        }
        walls = {name: timing.wall_s for name, timing in first.items()}
        yield Overlap(one, alternate(variants, repeats, budget_s, walls))


def _sample(program: Program, one: Cell, passes: int) -> float:
    timing: Timing = time_program(program, one, passes)
    return timing.iteration_ns


def as_json(overlap: Overlap) -> dict[str, Any]:
    return {
        "size_bytes": overlap.cell.size_bytes,
        "rounds": overlap.cell.rounds,
        "iteration_ns": {name: list(values) for name, values in overlap.samples.items()},
        "copy_ns": overlap.copy_ns,
        "hidden": {mode: overlap.hidden(mode) for mode in MODES},
    }
