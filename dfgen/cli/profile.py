# SPDX-License-Identifier: Apache-2.0
"""Run a program and tell where its time goes: by actor, FIFO and core, with the iteration's time against the predicted.

For a graph, it is compiled and built twice: with tracing and without. A folder must have been compiled with --trace.
The program runs several times, with all that it does to files. The figures also go to profile.json in the folder.

example: dfgen profile apps/stereo/stereo.sdf --cores 2 -- left=left.ppm right=right.ppm"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from dfgen.cli import build, options, tune
from dfgen.cli.console import Console
from dfgen.cli.table import columns

if TYPE_CHECKING:
    from dfgen.profile.measured import Measured
    from dfgen.profile.profiling import ProfileOptions, Subject

SECONDS = 120
RUNS = 7


def configure(parser: argparse.ArgumentParser) -> None:
    from dfgen.memory.strategies import STRATEGIES

    build.add_target(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    group = parser.add_argument_group("measuring", "NAME=VALUE after '--' are options that actors read.")
    iterations = "iterations of a run (default: as many as take 0.2 s)"
    group.add_argument("-n", "--iterations", metavar="N", type=options.count, help=iterations)
    group.add_argument("--runs", metavar="N", type=options.count, default=RUNS, help=f"runs (default: {RUNS})")
    seconds = f"give a run up that takes longer (default: {SECONDS})"
    group.add_argument("--seconds", metavar="N", type=options.count, default=SECONDS, help=seconds)
    compared = f"then run these strategies in turn with what was chosen: some of {','.join(STRATEGIES)}"
    group.add_argument("--compare", metavar="LIST", type=_names, help=compared)
    closer = parser.add_argument_group("looking closer", "Each of these builds and runs the program once more.")
    perf = "count and sample with Linux perf; tells where the machine has no counters"
    closer.add_argument("--perf", action="store_true", help=perf)
    simulate = "simulate the caches with Valgrind: misses by actor and copy"
    closer.add_argument("--cachegrind", action="store_true", help=simulate)
    closer.add_argument("--copies", action="store_true", help="count the bytes that actors copy themselves")
    editing = parser.add_argument_group("editing")
    update = "write the measured times of actors into the graph file, where the mapper finds them"
    editing.add_argument("--update-times", action="store_true", help=update)
    written = "then measure how much of their windows readers write, and annotate them, as tune --written does"
    editing.add_argument("--written", action="store_true", help=written)
    editing.add_argument("--diff", action="store_true", help="print what these two would change; write nothing")
    options.add_compile_options(parser, platform="host")
    parser.set_defaults(program_options=[], debug=False, sanitize=None)
    parser.usage = "dfgen profile GRAPH|DIR [options] [-- NAME=VALUE ...]"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.profile.looks import Looks, look_closer
    from dfgen.profile.profiling import profile_program, store

    wanted, looks = _wanted(arguments), Looks(arguments.perf, arguments.cachegrind, arguments.copies)
    looks.require_tools()
    subject = _subject(arguments, console)
    with tempfile.TemporaryDirectory(prefix="dfgen-profile-", ignore_cleanup_errors=True) as scratch:
        measured = profile_program(subject, wanted, Path(scratch), console)
        measured = look_closer(measured, subject, wanted, looks, Path(scratch), console)
        measured = _compared(measured, wanted, Path(scratch), arguments, console)
    for note in measured.notes:
        console.note(note)
    kept = store(measured, subject.folder)
    _print(measured, arguments, console)
    if arguments.update_times or arguments.diff:
        _update_times(measured, arguments, console)
    console.step(f"wrote {kept}; 'dfgen report {subject.folder}' draws it")
    return _measure_written(arguments, console) if arguments.written else 0


def _wanted(arguments: argparse.Namespace) -> ProfileOptions:
    from dfgen.frontend.importers.preesm.run_folder import run_folder
    from dfgen.profile.contest import check_names
    from dfgen.profile.profiling import ProfileOptions

    if arguments.guard:
        arguments.parser.error("a guarded program is slow in its own way; there is no point in profiling it")
    for option in ("update_times", "diff", "compare", "written"):
        if getattr(arguments, option) and os.path.isdir(arguments.graph):
            arguments.parser.error(f"--{option.replace('_', '-')} needs the graph file")
    check_names(arguments.compare or ())
    for option in ("diff", "written"):
        if arguments.json and getattr(arguments, option):
            arguments.parser.error(f"--json and --{option} cannot both be printed")
    return ProfileOptions(
        iterations=arguments.iterations,
        runs=arguments.runs,
        options=tuple(arguments.program_options),
        seconds=arguments.seconds,
        where=run_folder(Path(arguments.graph)),
    )


def _update_times(measured: Measured, arguments: argparse.Namespace, console: Console) -> None:
    from dfgen.annotate import plan_times, write_edit

    times = {actor.name: (Fraction(actor.usual_ns), actor.firings) for actor in measured.actors}
    edit, changed = plan_times(Path(arguments.graph), times, dict(arguments.parameters or ()))
    if arguments.diff:
        console.result(edit.diff())
    elif edit.changes:
        write_edit(edit)
        console.step(f"{edit.path}: new times of {', '.join(changed)}")
    else:
        console.step(f"{edit.path}: the times of its actors are as measured")


def _measure_written(arguments: argparse.Namespace, console: Console) -> int:
    """As `dfgen tune --written` does, on all FIFOs."""
    usual: dict[str, object] = {"patterns": [], "strategies": None, "check": False, "sidecar": False}
    return tune.execute(argparse.Namespace(**{**vars(arguments), **usual, "dry_run": arguments.diff}), console)


def _subject(arguments: argparse.Namespace, console: Console) -> Subject:
    """The programs to run, built."""
    from dfgen.profile.profiling import Subject, require_traced
    from dfgen.profile.sampling import Variant

    if os.path.isdir(arguments.graph):
        require_traced(Path(arguments.graph))
        folder, program = build.built_folder(arguments, console, native=True)
        return Subject(folder, Variant(program))
    traced = argparse.Namespace(**{**vars(arguments), "trace": True})
    folder, program = build.built_folder(traced, console, native=True)
    plain = argparse.Namespace(**{**vars(arguments), "trace": None, "output": None})
    return Subject(folder, Variant(program), Variant(build.built_program(plain, console, native=True)))


def _compared(
    measured: Measured, wanted: ProfileOptions, scratch: Path, arguments: argparse.Namespace, console: Console
) -> Measured:
    """With the strategies that shall be compared."""
    from dfgen.profile.contest import compare_strategies

    if not arguments.compare:
        return measured
    folder = scratch / "contest"
    folder.mkdir()
    compiling = options.compile_options(arguments)
    found = compare_strategies(Path(arguments.graph), compiling, arguments.compare, wanted, folder, console)
    return replace(measured, comparison=found)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _print(measured: Measured, arguments: argparse.Namespace, console: Console) -> None:
    from dfgen.profile.tables import cache_table, comparison_table, copies_table, perf_table, tables

    if arguments.json:
        console.result(json.dumps(measured.to_json(), indent=1))
        return
    parts = list(tables(measured, columns, all_rows=arguments.verbose > 0))
    if measured.counters is not None:
        parts.append(perf_table(measured.counters, columns))
    if measured.cache is not None:
        parts.append(cache_table(measured.cache, columns))
    if arguments.copies:
        parts.append(copies_table(measured, columns))
    if measured.comparison is not None:
        parts.append(comparison_table(measured.comparison, columns))
    console.result("\n\n".join(parts))
