# SPDX-License-Identifier: Apache-2.0
"""What the constants of the mapping do, and those of the runtime: for each row of their tables
(`dfgen/machine/constants.py`, `tests/bench/constants/runtime.py`) programs are made with half of it, as it is, and with
twice of it; where they are not the same, these run in turn.

    python -m tests.bench.constants [--quick] [--runs N] [--row NAME ...] [--factor F ...]

Printed are the times of an iteration, as run and as predicted, those of the compiler and those of all CPUs, over those
with the constant as it is; of the runtime's also what the first of them lies within. Some of its cases show the time of
the whole run instead, or how late firings begin. A program with more cores than there are here is not run, nor one for
several nodes without MPI. An id of a diagnostic stands where the compiler refuses. Whether a case shows what its
constant does is seen with `--factor 1/16 16`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from dfgen.machine.constants import Constant, table
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from tests.bench.constants.cases import BESIDE, CASES, Case
from tests.bench.constants.runtime import ROWS
from tests.bench.constants.runtime_cases import USES
from tests.bench.constants.runtime_runs import lines as runtime_lines
from tests.bench.constants.runtime_runs import runtime_workshop
from tests.bench.constants.shown import HEAD, begin
from tests.bench.network.sessions import iteration_ns
from tests.bench.network.wires import MEMORY
from tests.bench.transfers.builds import FAST, HASTY, Program, Workshop, run_program
from tests.messages import implementations

HALF, AS_IS, TWICE = Fraction(1, 2), Fraction(1), Fraction(2)
# The compiler is timed so often, or for so long.
COMPILES, LONG_S = 5, 3.0
RUN_NS = 300_000_000
ITERATIONS_MIN, ITERATIONS_MAX = 20, 20_000_000
# Of these files a program is built.
BUILT = ("src/", "CMakeLists.txt")
QUICK = ("transfer_cow.DROP_AT",)


@dataclass(frozen=True)
class Variant:
    """With a constant at a value. `code`: the C of the program. `refused`: why there is none."""

    compile_s: float
    period_ns: float = 0.0
    cores: int = 0
    code: bytes = b""
    refused: str = ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.constants", description=__doc__)
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="of each program (default: 7)")
    parser.add_argument("--row", nargs="+", default=[], metavar="NAME", help="of the tables (default: all)")
    parser.add_argument(
        "--factor", nargs="+", type=factor, default=[HALF, TWICE], metavar="F", help="instead of half and twice"
    )
    parser.add_argument("--quick", action="store_true", help="one of the runtime's alone, built in haste and run once")
    given = parser.parse_args()
    unknown = set(given.row) - {name for name, _ in table()} - {row.name for row in ROWS}
    if unknown:
        parser.error(f"there is no constant {', '.join(sorted(unknown))}")
    print(HEAD)
    found = (
        of_runtime(QUICK, given.factor, 1, Workshop(HASTY))
        if given.quick
        else chain(
            of_mapping(given.row, given.factor, given.runs),
            of_runtime(given.row, given.factor, given.runs, runtime_workshop()),
        )
    )
    for line in found:
        print(line, flush=True)
    return 0


def factor(text: str) -> Fraction:
    """Raises `ValueError`, which the parser tells, as for words that are no numbers."""
    try:
        value = Fraction(text)
    except ZeroDivisionError:
        value = Fraction(0)
    if value <= 0:
        raise ValueError(f"'{text}' is no factor")
    return value


def of_mapping(wanted: Sequence[str], factors: Sequence[Fraction], runs: int) -> Iterable[str]:
    found = implementations()
    workshop = Workshop((*FAST, *found[0].included), found[0].linked) if found else Workshop()
    with closing(workshop):
        for name, row in table():
            if name in wanted or not wanted:
                (case,) = (case for case in CASES if case.name == row.case)
                yield from compared(workshop, name, row, case, factors, runs)


def of_runtime(wanted: Sequence[str], factors: Sequence[Fraction], runs: int, workshop: Workshop) -> Iterable[str]:
    with closing(workshop):
        for row in ROWS:
            if row.name in wanted or not wanted:
                (use,) = (use for use in USES if use.case.name == row.case)
                yield from runtime_lines(workshop, row, use, factors, runs)


def compared(
    workshop: Workshop, name: str, row: Constant[Any], case: Case, factors: Sequence[Fraction], runs: int
) -> Iterable[str]:
    """The lines of a row."""
    graph = workshop.graph(case.name, case.text, BESIDE)
    options = options_of(workshop, case)
    variants = {factor: variant_of(graph, row, options, factor) for factor in (AS_IS, *factors)}
    usual = variants[AS_IS]
    others = {f: v for f, v in variants.items() if not v.refused and v.code != usual.code}
    may_run = max(v.cores for v in variants.values()) <= len(os.sched_getaffinity(0))
    may_run = may_run and bool(implementations() or not case.has_nodes)
    times = measured(workshop, graph, row, case, [AS_IS, *others], runs) if others and may_run else {}
    for factor in factors:
        other = variants[factor]
        ratio = "same" if factor not in others else f"{times[factor] / times[AS_IS]:.3f}" if times else "not run"
        predicted = other.period_ns / usual.period_ns if usual.period_ns else 1.0
        figures = f"{ratio:>9}  {predicted:>9.3f}  {other.compile_s / usual.compile_s:>9.2f}"
        yield f"{begin(name, case.name, factor)}  {other.refused or figures}"


def changed(row: Constant[Any], factor: Fraction) -> Any:
    """A context in which the constant has that value."""
    return patch.object(row, "value", row.value if factor == AS_IS else row.times(factor))


def options_of(workshop: Workshop, case: Case) -> CompileOptions:
    if not case.platform:
        return case.options
    path = workshop.folder("platforms") / "platform.toml"
    path.write_text(case.platform, encoding="utf-8")
    return replace(case.options, platform=str(path))


def variant_of(graph: Path, row: Constant[Any], options: CompileOptions, factor: Fraction) -> Variant:
    taken_s: list[float] = []
    with changed(row, factor):
        while len(taken_s) < COMPILES and sum(taken_s) < LONG_S:
            begin = time.perf_counter()
            try:
                compiled = compile_graph(graph, options)
            except UserError as error:
                return Variant(time.perf_counter() - begin, refused=error.diagnostics[0].id)
            taken_s.append(time.perf_counter() - begin)
    built = (text for name, text in sorted(compiled.files.items()) if name.startswith(BUILT))
    code = b"".join(built)
    prediction: Any = compiled.plan["prediction"]
    nodes: Any = compiled.plan.get("nodes")
    cores: Any = sum(node["plan"]["cores"] for node in nodes) if nodes else compiled.plan["cores"]
    return Variant(min(taken_s), float(prediction["period_ns"] or 0), cores, code)


def measured(
    workshop: Workshop, graph: Path, row: Constant[Any], case: Case, factors: Sequence[Fraction], runs: int
) -> dict[Fraction, float]:
    """The time of an iteration with each of them, run in turn."""
    programs = {}
    for factor in factors:
        workshop.options.clear()  # it does not know that a constant has changed
        with changed(row, factor):
            program = workshop.program(graph, options_of(workshop, case))
        assert isinstance(program, Program)
        programs[factor] = program
    least = ITERATIONS_MIN * programs[AS_IS].iterations_per_pass
    iterations = min(ITERATIONS_MAX, max(least, int(RUN_NS / run_ns(workshop, case, programs[AS_IS], least))))
    times: dict[Fraction, list[float]] = {factor: [] for factor in factors}
    for _ in range(runs):
        for factor, program in programs.items():
            times[factor].append(run_ns(workshop, case, program, iterations))
    return {factor: median(found) for factor, found in times.items()}


def run_ns(workshop: Workshop, case: Case, program: Program, iterations: int) -> float:
    """Of an iteration."""
    if case.has_nodes:
        return iteration_ns(program, iterations, implementations()[0], MEMORY)
    return run_program(program.path, iterations, given_to(workshop, case)).iteration_ns


def given_to(workshop: Workshop, case: Case) -> dict[str, object]:
    """What the program is given: a file that is not in the page cache, if it reads one."""
    if not case.file_bytes:
        return {}
    source = workshop.folder("files") / f"{case.file_bytes}.bin"
    if not source.exists():
        source.write_bytes(os.urandom(case.file_bytes))
    with source.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return {"read": source, "write": "out.bin"}


if __name__ == "__main__":
    sys.exit(main())
