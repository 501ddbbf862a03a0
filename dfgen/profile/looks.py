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
    given = wanted.iterations
    if looks.perf:
        counters = measure_with_perf(subject.folder, record, runner, given, scratch, reporter)
        notes = (*measured.notes, *([counters["note"]] if counters["note"] else []))
        measured = replace(measured, counters=counters, notes=notes)
    if looks.cachegrind:
        cache = simulate_caches(subject.folder, plan, runner, given, scratch, reporter)
        measured = replace(measured, cache=cache)
    if looks.copies:
        copied, counted = count_copies(subject.folder, runner, given, scratch, reporter), measured.iterations
        actors = [replace(a, copied_bytes=round(copied.get(a.name, 0) * counted)) for a in measured.actors]
        measured = replace(measured, actors=tuple(actors))
    return measured
