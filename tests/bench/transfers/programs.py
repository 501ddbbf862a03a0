# SPDX-License-Identifier: Apache-2.0
"""The program of the grid: a source writes a window, consumers each read and write some of its pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dfgen.memory.strategies import STRATEGIES
from dfgen.pipeline import CompileOptions
from tests.bench.transfers.builds import CHOSEN, HERE, Absent, Program, Workshop, run_program

PAGE_BYTES = 4096
SOURCE = "produce.out"
ACTORS = tuple(HERE / name for name in ("actors.c", "actors.h", "pages.h"))
FORCED = tuple(name for name, strategy in STRATEGIES.items() if not strategy.only_objects)


@dataclass(frozen=True)
class Cell:
    """`made`: whether the source writes `all` of its window, or one word a page (`touched`); `rounds`: how often a
    consumer reads its pages."""

    size_bytes: int
    consumers: int
    cores: int
    read_pages: int
    written_pages: int
    made: str = "all"
    rounds: int = 1

    @property
    def pages(self) -> int:
        return self.size_bytes // PAGE_BYTES

    @property
    def options(self) -> dict[str, object]:
        pages = {"read_pages": self.read_pages, "written_pages": self.written_pages}
        return {**pages, "rounds": self.rounds, "made": self.made}


def cell(size: int, consumers: int, cores: int, read: float, written: float, made: str = "all") -> Cell:
    """A cell by fractions of its pages; what is not nothing is a page at least."""
    pages = size // PAGE_BYTES
    return Cell(size, consumers, cores, _share(read, pages), _share(written, pages), made)


def _share(fraction: float, pages: int) -> int:
    return 0 if fraction == 0 else max(1, round(fraction * pages))


def graph_text(size: int, consumers: int, cores: int, written: float, transfer: str = "") -> str:
    """`written`: the fraction that the graph tells of, 0 for consumers that only read; `transfer` is annotated."""
    lines = [
        f"graph transfers(size = {size}) {{",
        '    include "actors.h";',
        '    source "actors.c";',
        f"    actor produce{_on(0, cores)} {{",
        "        state s : struct bench_source; init open_source(s); fire produce(size, s, out); io;",
        "        out out : uint8[size];",
        "    }",
    ]
    clause = f" read_mostly(written = {100 * written:.4f}%)" if written else ""
    for number in range(consumers):
        # With one consumer on two cores, source and consumer each have a core.
        lines += [
            f"    actor take_{number}{_on((number + 1) % cores, cores)} {{",
            f"        state c : struct bench_consumer; init open_consumer(size, {number}, c);",
            f"        fire {'change' if written else 'observe'}(c, size, in, sum);",
            f"        in in : uint8[size]{clause}; out sum : uint64[1];",
            "    }",
        ]
    ports = " ".join(f"in a{number} : uint64[1];" for number in range(consumers))
    lines += [
        f"    join gather {{ {ports} out all : uint64[{consumers}]; }}",
        f"    actor collect{_on(0, cores)} {{",
        "        state c : struct bench_clock; init open_clock(c); end close_clock(c);",
        f"        fire collect({consumers}, c, sums); io;",
        f"        in sums : uint64[{consumers}];",
        "    }",
        f"    produce.out -> {{ {', '.join(f'take_{n}.in' for n in range(consumers))} }}{transfer};",
        *(f"    take_{number}.sum -> gather.a{number};" for number in range(consumers)),
        "    gather.all -> collect.sums;",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _on(core: int, cores: int) -> str:
    return f" @core({core})" if cores > 1 else ""


@dataclass(frozen=True)
class Timing:
    """Of one run in its steady state, per iteration; `wall_s` of all of it."""

    iteration_ns: float
    page_faults: float
    checksum: str
    wall_s: float


@dataclass
class Programs:
    """The programs of the cells by variant: forced strategies, and the one that dfgen chooses."""

    workshop: Workshop

    def of(self, cell: Cell, variant: str) -> Program | Absent:
        return self.build(cell, () if variant == CHOSEN else (f"{SOURCE}={variant}",))

    def build(self, cell: Cell, transfers: tuple[str, ...], annotation: str = "") -> Program | Absent:
        """The graph tells the fraction that is really written: choice and views depend on it."""
        written = cell.written_pages / cell.pages
        text = graph_text(cell.size_bytes, cell.consumers, cell.cores, written, annotation)
        name = f"{cell.size_bytes}_{cell.consumers}_{cell.cores}_{written:.6f}_{bool(annotation)}"
        graph = self.workshop.graph(name, text, ACTORS)
        options = CompileOptions(cores=cell.cores, platform="host", transfers=transfers)
        return self.workshop.program(graph, options)


def iterations_of(program: Program, passes: int) -> int:
    """Of a run that times so many passes."""
    return (program.passes_until_warm + passes) * program.iterations_per_pass


def time_program(
    program: Program, cell: Cell, passes: int, environment: Mapping[str, str] | None = None, iterations: int = 0
) -> Timing:
    """Time so many passes after the first ones, or as many more as there are to `iterations` in all."""
    warm = program.passes_until_warm * program.iterations_per_pass
    total = max(iterations_of(program, passes), iterations)
    run = run_program(program.path, total, {**cell.options, "warm": warm, "total": total}, environment)
    return timing_of(run.lines[-1], run.wall_s)


def time_limit(
    limit: Path, strategy: str, cell: Cell, iterations: int, run: Callable[..., tuple[str, float]]
) -> Timing:
    """Time the hand-written program for a cell; `run` gives the last line and the duration of a command."""
    warm = 3
    numbers = (cell.size_bytes, cell.consumers, cell.read_pages, cell.written_pages, warm, warm + iterations)
    return timing_of(*run([str(limit), strategy, cell.made, *map(str, numbers)]))


def timing_of(line: str, wall_s: float) -> Timing:
    figures = json.loads(line)
    count = figures["iterations"]
    return Timing(figures["steady_ns"] / count, figures["faults"] / count, figures["checksum"], wall_s)


def passes_for(first: Timing, program: Program, target_s: float) -> int:
    """How many passes take about so long; two at least."""
    pass_s = first.iteration_ns * 1e-9 * program.iterations_per_pass
    return max(2, min(200_000, int(target_s / max(pass_s, 1e-7))))
