# SPDX-License-Identifier: Apache-2.0
"""One window of 9 MiB to 19 consumers, as in stereo matching: generated programs beside hand-written limits, and
copy-on-write beside memcpy while two threads run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dfgen.profile.comparison import Estimate
from tests.bench.transfers.builds import HERE, Program, run_command
from tests.bench.transfers.measure import alternate, paired
from tests.bench.transfers.programs import (
    Cell,
    Programs,
    Timing,
    cell,
    iterations_of,
    passes_for,
    time_limit,
    time_program,
)

LIMITED = ("shared", "memcpy", "stream", "cow")


@dataclass(frozen=True)
class Extent:
    """`rows`: fractions read and written; `two_threads`: fractions written of windows that are read whole. A run takes
    about `run_s`, a row at most about `row_s`."""

    size: int = 9 << 20
    consumers: int = 19
    rows: tuple[tuple[float, float], ...] = ((0.01, 0), (1, 0), (0, 0), (0, 0.01), (0, 0.1), (0, 0.5), (0, 1))
    two_threads: tuple[float, ...] = (0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1)
    run_s: float = 0.2
    row_s: float = 120


QUICK = Extent(1 << 20, 4, ((1, 0), (0, 0.1)), (0.25,), 0.01, 1)


@dataclass(frozen=True)
class Line:
    """One strategy in one row of the table, generated and hand-written; ns an iteration."""

    cell: Cell
    strategy: str
    generated: tuple[float, ...]
    limit: tuple[float, ...]
    same_bytes: bool

    @property
    def ratio(self) -> Estimate:
        return paired(self.generated, self.limit)


@dataclass(frozen=True)
class Pair:
    """Copy-on-write and memcpy with two threads running."""

    cell: Cell
    cow: tuple[float, ...]
    memcpy: tuple[float, ...]

    @property
    def ratio(self) -> Estimate:
        return paired(self.cow, self.memcpy)


@dataclass(frozen=True)
class Limits:
    """The hand-written program, and where it runs."""

    program: Path
    folder: Path

    def time(self, strategy: str, cell: Cell, iterations: int) -> Timing:
        return time_limit(self.program, strategy, cell, iterations, self._run)

    def _run(self, command: list[str]) -> tuple[str, float]:
        run = run_command(command, self.folder)
        return run.lines[-1], run.wall_s


def run_rows(
    programs: Programs, extent: Extent, repeats: int, advance: Callable[[str, int, int], None]
) -> Iterator[tuple[Line, ...]]:
    """A row: all strategies that it may have, and their limits, in turns."""
    limits = Limits(programs.workshop.tool(HERE / "limits.c"), programs.workshop.root)
    for number, (read, written) in enumerate(extent.rows):
        advance(f"broadcast, {written:.0%} written", number, len(extent.rows))
        one = cell(extent.size, extent.consumers, 1, read, written, "touched")
        yield _row(programs, limits, one, extent, repeats)


def _row(programs: Programs, limits: Limits, one: Cell, extent: Extent, repeats: int) -> tuple[Line, ...]:
    built = {name: programs.of(one, name) for name in LIMITED}
    present = {name: program for name, program in built.items() if isinstance(program, Program)}
    first: dict[str, Timing] = {}
    variants: dict[str, Callable[[], float]] = {}
    for name, program in present.items():
        first[name], first[f"{name} limit"] = time_program(program, one, 2), limits.time(name, one, 2)
        passes = passes_for(first[name], program, extent.run_s)
        iterations = max(2, int(extent.run_s * 1e9 / first[f"{name} limit"].iteration_ns))
        variants[name] = partial(_generated_ns, program, one, passes)
        variants[f"{name} limit"] = partial(_limit_ns, limits, name, one, iterations)
    samples = alternate(variants, repeats, extent.row_s, {name: timing.wall_s for name, timing in first.items()})
    return tuple(
        Line(one, name, samples[name], samples[f"{name} limit"], _same_bytes(program, one, name, limits))
        for name, program in present.items()
    )


def _generated_ns(program: Program, one: Cell, passes: int) -> float:
    return time_program(program, one, passes).iteration_ns


def _limit_ns(limits: Limits, strategy: str, one: Cell, iterations: int) -> float:
    return limits.time(strategy, one, iterations).iteration_ns


def _same_bytes(program: Program, one: Cell, strategy: str, limits: Limits) -> bool:
    """Whether both compute the same from the same number of iterations."""
    generated = time_program(program, one, 2)
    iterations = iterations_of(program, 2)
    return generated.checksum == limits.time(strategy, one, iterations - 3).checksum


def run_two_threads(
    programs: Programs, extent: Extent, repeats: int, advance: Callable[[str, int, int], None]
) -> Iterator[Pair]:
    for number, written in enumerate(extent.two_threads):
        advance(f"two threads, {written:.0%} written", number, len(extent.two_threads))
        one = cell(extent.size, extent.consumers, 2, 1, written)
        first: dict[str, Timing] = {}
        variants: dict[str, Callable[[], float]] = {}
        for name in ("cow", "memcpy"):
            program = programs.of(one, name)
            if isinstance(program, Program):
                first[name] = time_program(program, one, 2)
                variants[name] = partial(_generated_ns, program, one, passes_for(first[name], program, extent.run_s))
        if len(variants) == 2:
            samples = alternate(
                variants, repeats, extent.row_s, {name: timing.wall_s for name, timing in first.items()}
            )
            yield Pair(one, samples["cow"], samples["memcpy"])


def line_as_json(line: Line) -> dict[str, Any]:
    return {
        **_cell_as_json(line.cell),
        "strategy": line.strategy,
        "generated_ns": list(line.generated),
        "limit_ns": list(line.limit),
        "generated_to_limit": [line.ratio.median, line.ratio.low, line.ratio.high],
        "same_bytes": line.same_bytes,
    }


def pair_as_json(pair: Pair) -> dict[str, Any]:
    return {
        **_cell_as_json(pair.cell),
        "cow_ns": list(pair.cow),
        "memcpy_ns": list(pair.memcpy),
        "cow_to_memcpy": [pair.ratio.median, pair.ratio.low, pair.ratio.high],
    }


def _cell_as_json(one: Cell) -> Mapping[str, int]:
    return {
        "size_bytes": one.size_bytes,
        "consumers": one.consumers,
        "cores": one.cores,
        "read_pages": one.read_pages,
        "written_pages": one.written_pages,
    }


def gains(lines: tuple[Line, ...]) -> dict[str, float]:
    """How much faster than memcpy each strategy was in a row, by the medians."""
    by_name = {line.strategy: statistics.median(line.generated) for line in lines}
    return {name: by_name["memcpy"] / value for name, value in by_name.items()}
