# SPDX-License-Identifier: Apache-2.0
"""Programs with one constant of the runtime at other values, run in turn."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path

from dfgen.pipeline import Compiled, compile_graph
from tests.bench.constants.cases import BESIDE, HERE
from tests.bench.constants.runtime import Row, changed
from tests.bench.constants.runtime_cases import FROM_PIPE, ITERATION, JITTER, Use
from tests.bench.constants.shown import begin
from tests.bench.transfers.builds import Run, Workshop, run_command, run_program
from tests.bench.transfers.busy import CPUS, busy_processes
from tests.bench.transfers.measure import paired
from tests.oracle.building import Builder
from tests.probing import unusable

AS_IS = Fraction(1)
RUN_NS, ITERATIONS_MIN, ITERATIONS_MAX = 150_000_000, 20, 20_000_000
Times = tuple[tuple[float, ...], ...]
"""What the case shows, run by run, and the time of all CPUs."""


def runtime_workshop() -> Workshop:
    """Without optimisation of the whole program, which takes longest, so that a source alone is compiled again."""
    has_uring = not unusable("cc", "-include", "liburing.h", "-luring")
    flags = ("-O3", "-DNDEBUG", "-march=native", *(("-DDF_HAS_URING",) if has_uring else ()))
    return Workshop(flags, ("-luring",) if has_uring else ())


def lines(workshop: Workshop, row: Row, use: Use, factors: Sequence[Fraction], runs: int) -> Iterator[str]:
    """What another value makes of what the case shows, and of the time of all CPUs."""
    compiled = compile_graph(workshop.graph(f"of {use.case.name}", use.case.text, USED), use.case.options)
    if int(str(compiled.plan["cores"])) > len(CPUS):
        yield from (f"{begin(row.name, row.case, factor)}  {'not run':>9}" for factor in factors)
        return
    programs = {factor: built(workshop, row, compiled, use, factor) for factor in (AS_IS, *factors)}
    with busy_processes(CPUS) if use.is_busy else nullcontext():
        times = measured(workshop, use, programs, runs)
    for factor in factors:
        shown, cpu = (paired(*pair) for pair in zip(times[factor], times[AS_IS], strict=True))
        ratios = f"{shown.median:>9.3f}  {'-':>9}  {'-':>9}  {cpu.median:>9.3f}"
        yield f"{begin(row.name, row.case, factor)}  {ratios}  {shown.low:.3f} to {shown.high:.3f}"


USED = (*BESIDE, HERE / "used.h", HERE / "used.c")


def built(workshop: Workshop, row: Row, compiled: Compiled, use: Use, factor: Fraction) -> Path:
    """Of the runtime only the source that is changed is compiled again, unless that is a header."""
    files = dict(compiled.files)
    folder = workshop.folder(f"{row.name} {factor.numerator} {factor.denominator}")
    objects = folder if row.path.endswith(".h") else workshop.folder("objects")
    if factor != AS_IS:
        text = changed(files.pop(row.path).decode(), row.constant, factor).encode()
        source = Path(row.path)
        other = source.with_stem(f"{source.stem}_{row.constant}_{factor.numerator}_{factor.denominator}")
        files[row.path if source.suffix == ".h" else str(other)] = text
    if use.caller:
        files["user/caller.c"] = use.caller.encode()
        files["user/transfers.h"] = files["include/transfers.h"]
    builder = Builder((*workshop.compiler, *workshop.flags), "", objects, workshop.libraries)
    user = sorted((name, content) for name, content in files.items() if name.startswith("user/"))
    return builder.build(folder, files, hashlib.sha256(repr(user).encode()).hexdigest()[:16])


def measured(workshop: Workshop, use: Use, programs: Mapping[Fraction, Path], runs: int) -> Mapping[Fraction, Times]:
    usual = programs[AS_IS]
    iterations = use.iterations or ITERATIONS_MIN
    if not use.iterations:
        for _ in range(2):  # the first of them begins with all that is done once
            once_ns = run(workshop, use, usual, iterations).wall_s * 1e9 / iterations
            iterations = min(ITERATIONS_MAX, max(ITERATIONS_MIN, int(RUN_NS / once_ns)))
    found: dict[Fraction, list[tuple[float, float]]] = {factor: [] for factor in programs}
    told = set()
    for number in range(runs):
        for factor in programs if number % 2 == 0 else reversed(programs):
            done = run(workshop, use, programs[factor], iterations)
            found[factor].append((shown(use, done), done.cpu_s))
            told.add((done.lines, done.written))
    if len(told) != 1:
        raise RuntimeError(f"{use.case.name}: programs print other bytes with another value")
    return {factor: tuple(zip(*taken, strict=True)) for factor, taken in found.items()}


def shown(use: Use, done: Run) -> float:
    if use.shown == ITERATION:
        return done.iteration_ns
    if use.shown == JITTER:
        return float(done.figures["periods"][0]["jitter_ns"])
    return done.wall_s


def run(workshop: Workshop, use: Use, program: Path, iterations: int) -> Run:
    if use.caller:
        with tempfile.TemporaryDirectory(prefix="dfgen-bench-run-") as folder:
            return run_command([str(program), str(iterations)], Path(folder), use.environment)
    if not use.case.file_bytes:
        return run_program(program, iterations, {}, use.environment)
    source = workshop.folder("files") / f"{use.case.file_bytes}.bin"
    if not source.exists():
        source.write_bytes(os.urandom(use.case.file_bytes))
    if use.read == "pipe":
        before = [word.replace("source", f"'{source}'") for word in FROM_PIPE]
        return run_program(program, iterations, {"read": "-"}, use.environment, before)
    return run_program(program, iterations, {"read": source}, use.environment)
