# SPDX-License-Identifier: Apache-2.0
"""Measure transfer strategies on the real program, and write those that make it faster into the graph file.

FIFO is source.port:target.port, source.port for all its FIFOs, or a pattern of these with * and ?; without one, every
FIFO is tried whose bytes move or whose reader may write. The program runs many times, with all that it does to files:
outputs with relative names lie in the present folder then. What is not clearly faster stays as it is.

With several values of a parameter, as in '-p slices=1,2,4,8', it tells which of them are best for time, memory and
latency: all are planned, the promising ones measured. What the program puts out must be the same with all of them;
--write writes no values with which it prints other bytes than now."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.cli import options, tune_parameters
from dfgen.cli.console import Console
from dfgen.cli.table import columns
from dfgen.cli.tune_parameters import contents_of, require_unchanged
from dfgen.model.diagnostics import Span, fail

if TYPE_CHECKING:
    from dfgen.annotate import Assignment, Edit
    from dfgen.profile.comparison import Comparison, Estimate
    from dfgen.profile.tune import Trial, Tuned, TuneOptions

SCHEMA = 1
SECONDS = 120


def configure(parser: argparse.ArgumentParser) -> None:
    from dfgen.memory.strategies import STRATEGIES

    names = ",".join(STRATEGIES)
    options.add_graph(parser)
    parser.add_argument("patterns", metavar="FIFO", nargs="*", help="the FIFOs to tune (default: all that may gain)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    group = parser.add_argument_group("measuring", "NAME=VALUE after '--' are options that actors read.")
    iterations = "iterations of a run (default: as many as take 0.2 s)"
    group.add_argument("-n", "--iterations", metavar="N", type=options.count, help=iterations)
    group.add_argument("--strategies", metavar="LIST", type=options.names, help=f"those to try (default: {names})")
    seconds = f"stop comparing after this time (default: {SECONDS})"
    group.add_argument("--seconds", metavar="N", type=options.count, default=SECONDS, help=seconds)
    group.add_argument("--written", action="store_true", help="only measure how much of their windows readers write")
    editing = parser.add_argument_group("editing")
    editing.add_argument("--dry-run", action="store_true", help="write nothing")
    editing.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file would change")
    editing.add_argument("--diff", action="store_true", help="write nothing; print the difference")
    sidecar = "annotate in GRAPH.fifos.toml (default: where that file is there)"
    editing.add_argument("--sidecar", action="store_true", help=sidecar)
    tune_parameters.configure(parser)
    options.add_compile_options(parser, platform="host", values=options.parameter_values)
    options.refuse_libraries(parser)
    options.refuse(parser, "--nodes", "strategies are measured on one machine: leave --nodes out")
    options.add_native(parser)
    parser.set_defaults(program_options=[])
    parser.usage = "dfgen tune GRAPH [FIFO ...] [options] [-- NAME=VALUE ...]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    parameters = options.each_once(arguments)
    values = {name: given for name, given in parameters.items() if len(given) > 1}
    arguments.parameters = [(name, given[0]) for name, given in parameters.items() if len(given) == 1]
    if values:
        keeps = _keeps_files(arguments)
        if arguments.write and not keeps:
            require_writable(Path(arguments.graph))
        return tune_parameters.execute(arguments, values, keeps, console)
    if arguments.write or arguments.other_output:
        option = "--write" if arguments.write else "--other-output"
        arguments.parser.error(f"{option} is for values of parameters; strategies are written without it")
    if arguments.goal:
        arguments.parser.error("--goal is for values of parameters; strategies are chosen by the time that they take")
    return tune_strategies(arguments, console)


def tune_strategies(arguments: argparse.Namespace, console: Console) -> int:
    """Where each parameter has one value."""
    from dfgen.engine_choice import NO_ENGINES
    from dfgen.profile.tune import tune

    wanted = _wanted(arguments)
    path = Path(arguments.graph)
    target = target_of(path, arguments.sidecar)
    keeps = _keeps_files(arguments)
    if not keeps:
        require_writable(target)
    before = contents_of(path)
    with tempfile.TemporaryDirectory(prefix="dfgen-tune-", ignore_cleanup_errors=True) as folder:
        compiling = options.compile_options(arguments)
        own = replace(compiling, engines=compiling.engines or NO_ENGINES)  # it compares strategies by itself
        tuned = tune(path, own, wanted, Path(folder), console)
    for note in tuned.notes:
        console.note(note)
    if console.verbosity > 0 and tuned.left_alone:
        console.note(f"left alone, for no copy could gain anything there: {', '.join(tuned.left_alone)}")
    edit = _edit(path, target, tuned, arguments, console)
    if edit is not None:
        require_unchanged(path, before)
    if edit is not None and not keeps:
        _write(edit)
    text = _json(tuned, edit, keeps) if arguments.json else "\n".join(_text(tuned, edit, arguments))
    console.result(text)
    return 1 if arguments.check and edit is not None else 0


def _keeps_files(arguments: argparse.Namespace) -> bool:
    return bool(arguments.dry_run or arguments.check or arguments.diff)


def _wanted(arguments: argparse.Namespace) -> TuneOptions:
    from dfgen.frontend.importers.preesm.run_folder import run_folder
    from dfgen.memory.strategies import STRATEGIES
    from dfgen.profile.tune import TuneOptions

    if arguments.candidates is not None:
        arguments.parser.error("the strategies to try are given with --strategies here")
    if arguments.guard:
        arguments.parser.error("a guarded program is slow in its own way; there is no point in tuning it")
    if arguments.json and arguments.diff:
        arguments.parser.error("--json and --diff cannot both be printed")
    return TuneOptions(
        patterns=tuple(arguments.patterns),
        strategies=tuple(arguments.strategies or STRATEGIES),
        iterations=arguments.iterations,
        seconds=arguments.seconds,
        options=tuple(arguments.program_options),
        only_written=arguments.written,
        where=run_folder(Path(arguments.graph)),
    )


def target_of(path: Path, asked: bool) -> Path:
    """The file to annotate: a sidecar that is there wins over the graph file, so what is found must go there too."""
    from dfgen.frontend.sidecar import needs_sidecar, sidecar_of

    sidecar = sidecar_of(path)
    return sidecar if asked or needs_sidecar(path) or os.path.exists(sidecar) else path


def require_writable(target: Path) -> None:
    """A file that cannot be written is known before minutes of measuring."""
    must_be = [target.parent, *([target] if os.path.exists(target) else [])]
    if not all(os.access(path, os.W_OK) for path in must_be if os.path.exists(path)):
        message = f"cannot write '{target}': it is write-protected"
        raise fail("file-unwritable", message, Span(str(target), 0, 0), "With --diff it measures and writes nothing.")


def _edit(path: Path, target: Path, tuned: Tuned, arguments: argparse.Namespace, console: Console) -> Edit | None:
    """What shall change in the file, if anything."""
    from dfgen.annotate import plan_edit

    assignments = list(_assignments(tuned))
    if not assignments:
        return None
    edit = plan_edit(path, assignments, options.compile_options(arguments), into_sidecar=target != path)
    for note in edit.notes:
        console.note(note)
    return edit if edit.changes else None


def _assignments(tuned: Tuned) -> Iterator[Assignment]:
    from dfgen.annotate import Assignment
    from dfgen.frontend.edit import parse_setting

    for group, strategy in tuned.chosen if tuned.is_confirmed else ():
        for pattern in group.patterns:
            yield Assignment(pattern, parse_setting(strategy))
    for written in tuned.written:
        if written.is_news:
            yield Assignment(written.fifo, parse_setting(f"@access(read_mostly, written = {written.percent}%)"))


def _write(edit: Edit) -> None:
    from dfgen.annotate import write_edit

    write_edit(edit)


def _text(tuned: Tuned, edit: Edit | None, arguments: argparse.Namespace) -> Iterator[str]:
    if not tuned.groups:
        yield "nothing to tune: no byte moves, and no reader may write"
        return
    trials = [trial for trial in tuned.trials if arguments.verbose or not trial.is_refused]
    if trials:
        head = ("FIFO", "before", "after", "time", "95 % interval", "decision")
        yield columns([head, *_rows(trials)], "<<<>><") + "\n"
    if tuned.written:
        yield columns([("FIFO", "written", "in the file"), *_written_rows(tuned)], "<><") + "\n"
    elif arguments.written:
        yield "no reader that may write was seen through a private view, so nothing is known of what they write"
    yield _summary(tuned)
    if edit is not None and arguments.diff:
        yield edit.diff()
    elif edit is not None:
        verb = "would be annotated" if arguments.check or arguments.dry_run else "annotated"
        yield f"{edit.path}: {verb}: {', '.join(edit.fifos)}"
    else:
        yield f"{arguments.graph}: nothing to change"


def _rows(trials: Sequence[Trial]) -> Iterator[tuple[str, ...]]:
    title = ""
    for trial in trials:
        shown = trial.group.title if trial.group.title != title else ""
        title = trial.group.title
        found = trial.comparison
        figures = ("", "", trial.obstacle) if found is None else (*_figures(found.ratio), found.verdict.value)
        yield shown, trial.before, trial.strategy, *figures


def _figures(ratio: Estimate) -> tuple[str, str]:
    return f"{ratio.median:.3f}", f"{ratio.low:.3f} to {ratio.high:.3f}"


def _written_rows(tuned: Tuned) -> Iterator[tuple[str, ...]]:
    for written in tuned.written:
        if not written.is_declared:
            declared = "not declared read_mostly"
        else:
            declared = "no figure" if written.declared is None else f"{100 * written.declared:g} %"
        yield written.fifo, f"{100 * written.fraction:.2f} %", declared


def _summary(tuned: Tuned) -> str:
    assert tuned.sample is not None, "what was tuned has been run"
    total = tuned.total
    if total is None:
        return f"{_milliseconds(tuned.sample.iteration_ns)} per iteration"
    ratio = f"{' ['.join(_figures(total.ratio))}] of the time"
    times = f"{_milliseconds(total.before_ns)} per iteration before, {_milliseconds(total.after_ns)} after: {ratio}"
    return times if tuned.is_confirmed else f"{times}; all together is not clearly faster, so nothing is kept"


def _milliseconds(time_ns: float) -> str:
    return f"{time_ns / 1e6:.4g} ms"


def _json(tuned: Tuned, edit: Edit | None, keeps: bool) -> str:
    content = {
        "schema": SCHEMA,
        "iterations": tuned.iterations,
        "cores": tuned.sample.cores if tuned.sample is not None else None,
        "iteration_ns": round(tuned.sample.iteration_ns) if tuned.sample is not None else None,
        "trials": [
            {
                "fifos": list(trial.group.fifos),
                "bytes_per_iteration": trial.group.bytes_per_iteration,
                "before": trial.before,
                "strategy": trial.strategy,
                "comparison": _comparison(trial.comparison),
                "obstacle": trial.obstacle or None,
            }
            for trial in tuned.trials
        ],
        "total": _comparison(tuned.total),
        "chosen": {
            name: strategy
            for group, strategy in (tuned.chosen if tuned.is_confirmed else ())
            for name in group.fifos
        },
        "written": [
            {"fifo": w.fifo, "fraction": w.fraction, "declared": w.declared, "read_mostly": w.is_declared}
            for w in tuned.written
        ],
        "changes": edit is not None,
        "annotated": list(edit.fifos) if edit is not None and not keeps else [],
        "notes": list(tuned.notes),
    }  # fmt: skip
    return json.dumps(content, indent=2)


def _comparison(found: Comparison | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "verdict": found.verdict.name.lower(),
        "before_ns": round(found.before_ns),
        "after_ns": round(found.after_ns),
        "ratio": found.ratio.median,
        "ratio_low": found.ratio.low,
        "ratio_high": found.ratio.high,
        "pairs": found.pairs,
    }
