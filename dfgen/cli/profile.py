# SPDX-License-Identifier: Apache-2.0
"""Measure where the time of a program goes: by actor, FIFO and core, and the time of an iteration beside the predicted.

It is compiled and built twice: with tracing and without. For a folder, the program with tracing is made of the graph
file that the folder comes from; a folder that was compiled with --trace needs no other program. All run several times,
with all that they do to files: outputs with relative names lie in the present folder then. The figures also go to
profile.json in the folder of the program.

Example: dfgen profile apps/stereo/stereo.sdf --cores 2 -- left=left.ppm right=right.ppm"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.build.cache import program_folder
from dfgen.build.launcher import hosts_of
from dfgen.build.lock import locked
from dfgen.build.origin import read_origin
from dfgen.cli import build, options, tune
from dfgen.cli.compile import compile_aloud, write_compiled
from dfgen.cli.console import Console, OutputLost
from dfgen.cli.table import columns
from dfgen.model.diagnostics import Span, fail, some_of

if TYPE_CHECKING:
    from dfgen.pipeline import CompileOptions
    from dfgen.profile.measured import Measured, MeasuredNode, MeasuredNodes
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
    seconds = f"stop a run that takes longer (default: {SECONDS})"
    group.add_argument("--seconds", metavar="N", type=options.count, default=SECONDS, help=seconds)
    compared = (
        f"then compare these strategies with what was chosen, in alternating runs: some of {','.join(STRATEGIES)}"
    )
    group.add_argument("--compare", metavar="LIST", type=options.names, help=compared)
    closer = parser.add_argument_group("looking closer", "Each of these builds and runs the program once more.")
    perf = "count and sample with Linux perf; says so where the machine has no counters"
    closer.add_argument("--perf", action="store_true", help=perf)
    simulate = "simulate the caches with Valgrind: misses by actor and copy"
    closer.add_argument("--cachegrind", action="store_true", help=simulate)
    closer.add_argument("--copies", action="store_true", help="count the bytes that actors copy themselves")
    editing = parser.add_argument_group("editing")
    update = (
        "write the measured times of actors into the graph file and those that it imports, for the mapper, "
        "and how much memory tokens of objects used"
    )
    editing.add_argument("--update-times", action="store_true", help=update)
    written = "then measure how much of their windows readers write, and annotate them, as tune --written does"
    editing.add_argument("--written", action="store_true", help=written)
    editing.add_argument("--diff", action="store_true", help="print what these two would change; write nothing")
    options.add_compile_options(parser, platform="host")
    options.refuse_libraries(parser)
    options.add_native(parser)
    parser.set_defaults(program_options=[], debug=False, sanitize=None)
    parser.usage = "dfgen profile GRAPH|DIR [options] [-- NAME=VALUE ...]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.profile.looks import Looks, look_closer
    from dfgen.profile.measured import Measured, parts_of
    from dfgen.profile.profiling import profile_program, store

    wanted, looks = _wanted(arguments), Looks(arguments.perf, arguments.cachegrind, arguments.copies)
    looks.require_tools()
    before = _actors_to_update(arguments)
    with ExitStack() as programs:
        home, subject = _subject(arguments, console, programs)
        with tempfile.TemporaryDirectory(prefix="dfgen-profile-", ignore_cleanup_errors=True) as scratch:
            measured = profile_program(subject, wanted, Path(scratch), console)
            if isinstance(measured, Measured):
                measured = look_closer(measured, subject, wanted, looks, Path(scratch), console)
                measured = _compared(measured, wanted, Path(scratch), arguments, console)
        for note in dict.fromkeys(note for part in parts_of(measured) for note in part.notes):
            console.note(note)
        kept = store(measured, home)
    try:
        _print(measured, arguments, console)
    except OutputLost:
        if before is not None and not arguments.diff:  # what was measured goes elsewhere, too
            _update_times(measured, before, arguments, console)
        raise
    if before is not None:
        _update_times(measured, before, arguments, console)
    console.step(f"wrote {kept}; 'dfgen report {home}' draws it")
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


def _actors_to_update(arguments: argparse.Namespace) -> frozenset[str] | None:
    """The actors that are there before they are measured, if their times are to be written; what cannot be written is
    refused now, not after minutes of measuring."""
    from dfgen.annotate import timed_graph, times_file

    path = Path(arguments.graph)
    if arguments.written and not arguments.diff:
        tune.require_writable(tune.target_of(path, asked=False))
    if not (arguments.update_times or arguments.diff):
        return None
    if not arguments.diff:
        tune.require_writable(times_file(path))
    return frozenset(actor.name for actor in timed_graph(path, options.given(arguments)).actors)


def _refuse_on_nodes(arguments: argparse.Namespace, folder: Path) -> None:
    """What is for programs on one machine alone."""
    for option in ("perf", "cachegrind", "copies", "compare", "written"):
        if getattr(arguments, option) and hosts_of(folder):
            hint = "Leave it out, or compile for one node (--nodes 1)."
            raise fail("option-unknown", f"the program runs on several nodes, and --{option} is for one", None, hint)


def _update_times(
    measured: Measured | MeasuredNodes, before: frozenset[str], arguments: argparse.Namespace, console: Console
) -> None:
    """`before`: the actors that there were when the program was compiled."""
    from dfgen.annotate import plan_times, timed_graph, write_edits
    from dfgen.profile.measured import parts_of

    parts = parts_of(measured)
    times = {actor.name: (Fraction(actor.usual_ns), actor.firings) for part in parts for actor in part.actors}
    by_type = {
        name: {type: Fraction(ns) for type, ns in found.items()}
        for part in parts
        for name, found in part.type_times.items()
    }
    used = _most_used(parts)
    path, given = Path(arguments.graph), options.given(arguments)
    gone = before & times.keys() - {actor.name for actor in timed_graph(path, given).actors}
    if gone:
        console.note(f"left out, for the graph does not have them any more: {some_of(sorted(gone))}")
    edits, changed = plan_times(path, times, given, by_type, used)
    changing = [edit for edit in edits if edit.changes]
    for note in (note for edit in changing for note in edit.notes):
        console.note(note)
    if changing and arguments.parameters:
        console.note("these times are of the given parameters, and count for all values of them from now on")
    if arguments.diff:
        console.result("".join(edit.diff() for edit in edits))
    elif not changing:
        console.step(f"{edits[0].path}: the times of its actors are as measured")
    else:
        write_edits(changing)
        files = ", ".join(str(edit.path) for edit in changing)
        console.step(f"{files}: new times of {', '.join(changed)}")


def _most_used(parts: Sequence[Measured]) -> dict[str, int]:
    """By output: its tokens may lie on several nodes."""
    found: dict[str, int] = {}
    for arena in (arena for part in parts for arena in part.arenas):
        found[arena.buffer] = max(found.get(arena.buffer, 0), arena.most_used_bytes)
    return found


def _measure_written(arguments: argparse.Namespace, console: Console) -> int:
    """As `dfgen tune --written` does, on all FIFOs."""
    usual: dict[str, object] = {"patterns": [], "strategies": None, "check": False, "sidecar": False}
    return tune.tune_strategies(argparse.Namespace(**{**vars(arguments), **usual, "dry_run": arguments.diff}), console)


def _without_own_advice(note: str) -> str:
    """It advises to do what is being done."""
    from dfgen.mapping.schedule_graph import MEASURING_HELPS

    return note.removesuffix(MEASURING_HELPS)


def _subject(arguments: argparse.Namespace, console: Console, programs: ExitStack) -> tuple[Path, Subject]:
    """The folder that the user speaks of, and the programs to run, built; `programs` keeps others out of these."""
    from dfgen.profile.profiling import Subject, is_traced
    from dfgen.profile.sampling import Variant

    def built(**changed: object) -> tuple[Path, Path]:
        given = argparse.Namespace(**{**vars(arguments), **changed})
        require = partial(_refuse_on_nodes, arguments)
        reword = _without_own_advice if arguments.update_times else str
        return programs.enter_context(build.built_folder(given, console, native=True, require=require, reword=reword))

    if not os.path.isdir(arguments.graph):
        folder, program = built(trace=True)
        hosts = hosts_of(folder)
        plain = Variant(built(trace=None, output=None)[1], hosts=hosts)
        return folder, Subject(folder, Variant(program, hosts=hosts), plain)
    folder, program = built()
    build.refuse_library(program)
    hosts = hosts_of(folder)
    if is_traced(folder):
        return folder, Subject(folder, Variant(program, hosts=hosts))
    beside, traced = programs.enter_context(_traced_twin(folder, console))
    return folder, Subject(beside, Variant(traced, hosts=hosts), Variant(program, hosts=hosts))


@contextmanager
def _traced_twin(folder: Path, console: Console) -> Iterator[tuple[Path, Path]]:
    """What `folder` comes from, compiled with tracing into the cache, and its program. Raises `UserError`."""
    from dfgen.build.toolchain import build_folder
    from dfgen.profile.profiling import not_traced, read_plan

    origin = _origin(folder)
    if origin is None:
        raise not_traced(folder)
    graph, wanted = origin
    beside = program_folder(graph, asdict(wanted))
    compiled = compile_aloud(graph, wanted, console)
    with locked(beside, console):
        write_compiled(beside, graph, wanted, compiled, console)
        if read_plan(beside) != read_plan(folder):
            message = f"'{graph}' no longer gives the program of '{folder}', which does not tell where its time goes"
            raise fail("not-traced", message, Span(str(graph), 1, 1), "Compile the graph into the folder again.")
        yield beside, build_folder(beside, native=True, reporter=console)


def _origin(folder: Path) -> tuple[Path, CompileOptions] | None:
    """The graph file and the options of a folder that this very dfgen has written, and with tracing now."""
    from dfgen.pipeline import CompileOptions

    origin = read_origin(folder)
    try:
        graph = Path(origin["graph"])
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in origin["options"].items()
        }
        wanted = CompileOptions(**given)
    except (KeyError, TypeError, AttributeError):
        return None
    is_whole = program_folder(graph, asdict(wanted)).name == origin.get("program")
    return (graph, replace(wanted, trace=True)) if is_whole else None


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


def _print(measured: Measured | MeasuredNodes, arguments: argparse.Namespace, console: Console) -> None:
    from dfgen.profile.measured import Measured

    if arguments.json:
        console.result(json.dumps(measured.to_json(), indent=1))
    elif isinstance(measured, Measured):
        console.result(_text(measured, arguments))
    else:
        console.result("\n\n".join(_text_of_node(node, arguments) for node in measured.nodes))


def _text_of_node(node: MeasuredNode, arguments: argparse.Namespace) -> str:
    host = f", host {node.host}" if node.host else ""
    return f"--- node {node.name}{host}\n{_text(node.measured, arguments)}"


def _text(measured: Measured, arguments: argparse.Namespace) -> str:
    from dfgen.profile.tables import cache_table, comparison_table, copies_table, perf_table, tables

    parts = list(tables(measured, columns, all_rows=arguments.verbose > 0))
    if measured.counters is not None:
        parts.append(perf_table(measured.counters, columns))
    if measured.cache is not None:
        parts.append(cache_table(measured.cache, columns))
    if arguments.copies:
        parts.append(copies_table(measured, columns))
    if measured.comparison is not None:
        parts.append(comparison_table(measured.comparison, columns))
    return "\n\n".join(parts)
