# SPDX-License-Identifier: Apache-2.0
"""The grid: window size, consumers, cores, fractions read and written; each strategy forced, and the chosen one."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any

from dfgen.profile.comparison import Estimate
from tests.bench.transfers.builds import CHOSEN, Absent, Program
from tests.bench.transfers.measure import SAME, Verdict, against, alternate, paired
from tests.bench.transfers.programs import (
    FORCED,
    SOURCE,
    Cell,
    Programs,
    Timing,
    cell,
    iterations_of,
    passes_for,
    time_program,
)

KIB, MIB = 1 << 10, 1 << 20
NEAR_BEST = 1.10
"""The chosen strategy is to be that near to the best forced one, in so large a share of the cells:"""
SHARE = 0.95
NO_LOSS = 1.05
"""... and never to lose more than that against memcpy."""


@dataclass(frozen=True)
class Extent:
    """What the grid spans, and how long it may take for a run and for a cell."""

    sizes: tuple[int, ...] = (4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB)
    consumers: tuple[int, ...] = (1, 4, 19)
    cores: tuple[int, ...] = (1, 2)
    read: tuple[float, ...] = (0.01, 1.0)
    written: tuple[float, ...] = (0, 0.01, 0.1, 0.5, 1.0)
    run_s: float = 0.04
    cell_s: float = 20

    def cells(self) -> tuple[Cell, ...]:
        """Each once: small windows have few pages, and so fewer fractions."""
        spans = product(self.sizes, self.consumers, self.cores, self.read, self.written)
        return tuple(dict.fromkeys(cell(*span) for span in spans))


QUICK = Extent((64 * KIB, MIB), (4,), (1,), (1.0,), (0, 0.1), 0.01, 1)


@dataclass(frozen=True)
class Outcome:
    """`samples`: ns an iteration by variant, in the order of the rounds; `absent` says why others have none.

    `choice` is the strategy that dfgen chose; `twin` the forced variant that is the very same program.
    """

    cell: Cell
    samples: Mapping[str, tuple[float, ...]]
    faults: Mapping[str, float]
    absent: Mapping[str, str]
    choice: str
    twin: str = ""
    wrong: tuple[str, ...] = ()

    def median(self, variant: str) -> float:
        return statistics.median(self.samples[variant])

    @property
    def forced(self) -> tuple[str, ...]:
        return tuple(name for name in self.samples if name != CHOSEN)

    @property
    def best(self) -> str:
        return min(self.forced, key=self.median)

    def compared(self, other: str) -> Estimate:
        """The chosen variant against a forced one; it is not measured twice where it is the same program."""
        if other == self.twin:
            return SAME
        return paired(self.samples[self.twin or CHOSEN], self.samples[other])

    @property
    def regret(self) -> Estimate:
        return self.compared(self.best)

    @property
    def loss(self) -> Estimate:
        return self.compared("memcpy")


def measure_cell(programs: Programs, cell: Cell, extent: Extent, repeats: int) -> Outcome:
    """Time all variants of a cell in turns, and compare what they computed."""
    built = {name: programs.of(cell, name) for name in (*FORCED, CHOSEN)}
    present = {name: program for name, program in built.items() if isinstance(program, Program)}
    absent = {name: program.reason for name, program in built.items() if isinstance(program, Absent)}
    chosen = present[CHOSEN]
    twin = next((name for name, program in present.items() if name != CHOSEN and program.key == chosen.key), "")
    if twin:
        del present[CHOSEN]
    most = max(iterations_of(program, 2) for program in present.values())  # checksums are those of as many iterations
    first = {name: time_program(program, cell, 2, iterations=most) for name, program in present.items()}
    last = dict(first)
    variants = {
        name: partial(_sample, last, name, cell, program, passes_for(first[name], program, extent.run_s))
        for name, program in present.items()
    }
    samples = alternate(variants, repeats, extent.cell_s, {name: timing.wall_s for name, timing in first.items()})
    wrong = tuple(name for name in first if first[name].checksum != first["memcpy"].checksum)
    faults = {name: timing.page_faults for name, timing in last.items()}
    return Outcome(cell, samples, faults, absent, chosen.strategy_of(SOURCE), twin, wrong)


def _sample(last: dict[str, Timing], name: str, cell: Cell, program: Program, passes: int) -> float:
    last[name] = time_program(program, cell, passes)
    return last[name].iteration_ns


@dataclass(frozen=True)
class Summary:
    """How well dfgen chose. Cells that the noise leaves unclear are listed, and count as neither."""

    regrets: Mapping[Verdict, tuple[Outcome, ...]]
    losses: Mapping[Verdict, tuple[Outcome, ...]]
    lost_to: Mapping[str, int] = field(default_factory=dict)

    @property
    def share(self) -> float | None:
        """Of the clear cells, those within the limit of the best."""
        within, beyond = len(self.regrets[Verdict.WITHIN]), len(self.regrets[Verdict.BEYOND])
        return within / (within + beyond) if within + beyond else None


def summarise(outcomes: Sequence[Outcome]) -> Summary:
    def split(verdict_of: Callable[[Outcome], Verdict]) -> dict[Verdict, tuple[Outcome, ...]]:
        return {verdict: tuple(o for o in outcomes if verdict_of(o) is verdict) for verdict in Verdict}

    regrets = split(lambda o: against(o.regret, NEAR_BEST))
    lost = Counter(f"{o.choice} instead of {o.best}" for o in regrets[Verdict.BEYOND])
    return Summary(regrets, split(lambda o: against(o.loss, NO_LOSS)), dict(lost.most_common()))


def run_grid(
    programs: Programs,
    extent: Extent,
    repeats: int,
    advance: Callable[[str, int, int], None],
    known: Mapping[Cell, Outcome],
) -> Iterator[Outcome]:
    """Of each cell in order. Those that are `known` are not measured."""
    cells = extent.cells()
    for number, one in enumerate(cells):
        text = f"{one.size_bytes >> 10} KiB to {one.consumers}, {one.cores} cores"
        advance(text, number, len(cells))
        yield known[one] if one in known else measure_cell(programs, one, extent, repeats)


def as_json(outcome: Outcome) -> dict[str, Any]:
    cell, regret, loss = outcome.cell, outcome.regret, outcome.loss
    return {
        "size_bytes": cell.size_bytes,
        "consumers": cell.consumers,
        "cores": cell.cores,
        "read_pages": cell.read_pages,
        "written_pages": cell.written_pages,
        "made": cell.made,
        "choice": outcome.choice,
        "same_program_as": outcome.twin or None,
        "best": outcome.best,
        "regret": [regret.median, regret.low, regret.high, against(regret, NEAR_BEST).value],
        "against_memcpy": [loss.median, loss.low, loss.high, against(loss, NO_LOSS).value],
        "iteration_ns": {name: list(values) for name, values in outcome.samples.items()},
        "page_faults_per_iteration": dict(outcome.faults),
        "absent": dict(outcome.absent),
        "other_bytes_than_memcpy": list(outcome.wrong),
    }
