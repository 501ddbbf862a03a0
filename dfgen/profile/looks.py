# SPDX-License-Identifier: Apache-2.0
"""The closer looks that a profile may take, each with a program of its own: perf, simulated caches, actors' copies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dfgen.build.reporter import Reporter
from dfgen.model.frozen import frozen
from dfgen.profile.cache import require_valgrind, simulate_caches
from dfgen.profile.copies import count_copies
from dfgen.profile.measured import Measured
from dfgen.profile.perf import measure_with_perf, require_perf
from dfgen.profile.profiling import ProfileOptions, Subject, read_plan, read_record
from dfgen.profile.sampling import Runner

PERF_RUNS = 5
"""A run under perf is so many times as long as others, to have enough samples."""
SIMULATED_PART = 10
"""And one under Valgrind, which takes a hundred times as long, is such a part of others."""


@frozen
class Looks:
    perf: bool = False
    cachegrind: bool = False
    copies: bool = False

    def require_tools(self) -> None:
        """Raises `UserError` (tool-missing)."""
        if self.perf:
            require_perf()
        if self.cachegrind:
            require_valgrind()


def look_closer(
    measured: Measured, subject: Subject, wanted: ProfileOptions, looks: Looks, scratch: Path, reporter: Reporter
) -> Measured:
    """With what the looks have shown. Raises `UserError` as `profile_program` does."""
    runner = Runner(scratch, wanted.options, wanted.seconds, reporter, wanted.where)
    plan, record = read_plan(subject.folder), read_record(subject.folder)
    usual, given = measured.iterations, wanted.iterations
    if looks.perf:
        iterations = given or usual * PERF_RUNS
        counters = measure_with_perf(subject.folder, record, runner, iterations, scratch, reporter)
        notes = (*measured.notes, *([counters["note"]] if counters["note"] else []))
        measured = replace(measured, counters=counters, notes=notes)
    if looks.cachegrind:
        iterations = given or max(1, usual // SIMULATED_PART)
        cache = simulate_caches(subject.folder, plan, runner, iterations, scratch, reporter)
        measured = replace(measured, cache=cache)
    if looks.copies:
        copied = count_copies(subject.folder, runner, usual, scratch, reporter)
        actors = [replace(a, copied_bytes=round(copied.get(a.name, 0) * usual)) for a in measured.actors]
        measured = replace(measured, actors=tuple(actors))
    return measured
