# SPDX-License-Identifier: Apache-2.0
"""How well transfer strategies do, and how well dfgen chooses among them:

    python -m tests.bench.transfers [--table grid|broadcast|apps|overlap|busy] [--quick] [--repeats N] [-o FOLDER]

from the root of the repository. Tables go to the standard output; with `-o` also to files, with all figures as JSON and
plots as PNG. The grid takes more than an hour; where it was interrupted, `--continue` with the same folder goes on. All
times are compared within one run, in turns. The status is 1 if a strategy computed other bytes than memcpy; a slow one
is no failure.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dfgen.cli.console import Console
from dfgen.cli.options import count
from dfgen.cli.start import INTERRUPTED
from tests.bench.transfers import apps, broadcast, busy, grid, overlap, plots, tables
from tests.bench.transfers.builds import FAST, HASTY, Workshop
from tests.bench.transfers.journal import Journal
from tests.bench.transfers.programs import Programs

REPEATS = 11
QUICK_REPEATS = 3


@dataclass
class Report:
    """Text and figures of one table; `plot` draws it into a file. `wrong` names what computed other bytes."""

    text: list[str] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    plot: Callable[[Path], Path] | None = None
    wrong: list[str] = field(default_factory=list)


@dataclass
class Session:
    """What all tables share. `journal`: for the cells of the grid."""

    programs: Programs
    quick: bool
    repeats: int
    console: Console
    journal: Journal | None = None
    skipped: list[str] = field(default_factory=list)

    def advance(self, what: str, done: int, total: int) -> None:
        self.console.output(what)
        self.console.progress(done, total)


def _broadcast(session: Session) -> Report:
    extent = broadcast.QUICK if session.quick else broadcast.Extent()
    asked = (session.programs, extent, session.repeats, session.advance)
    rows = list(broadcast.run_rows(*asked))
    pairs = list(broadcast.run_two_threads(*asked))
    figures = {
        "limits": [broadcast.line_as_json(line) for lines in rows for line in lines],
        "two_threads": [broadcast.pair_as_json(pair) for pair in pairs],
    }
    text = [tables.broadcast_table(rows), tables.pairs_table(pairs)]
    wrong = [
        f"{line.strategy}, {tables.describe(line.cell)}" for lines in rows for line in lines if not line.same_bytes
    ]
    return Report(text, figures, lambda path: plots.plot_broadcast(rows, path), wrong)


def _grid(session: Session) -> Report:
    extent = grid.QUICK if session.quick else grid.Extent()
    known = session.journal.known() if session.journal else {}
    outcomes = []
    for outcome in grid.run_grid(session.programs, extent, session.repeats, session.advance, known):
        outcomes.append(outcome)
        if session.journal and outcome.cell not in known:
            session.journal.add(outcome)
    text = [tables.grid_table(outcomes), tables.grid_summary(outcomes)]
    figures = {"cells": [grid.as_json(outcome) for outcome in outcomes]}
    wrong = [f"{name}, {tables.describe(outcome.cell)}" for outcome in outcomes for name in outcome.wrong]
    return Report(text, figures, lambda path: plots.plot_grid(outcomes, path), wrong)


def _apps(session: Session) -> Report:
    bench = apps.Bench(session.programs.workshop, session.quick, session.repeats, session.skipped)
    report, groups = Report(), []
    for found, shares in bench.run(session.advance):
        groups.append(found)
        report.wrong += [f"{c.app}, {c.variant}, {c.cores} cores" for c in found if not c.same_bytes]
        report.text.append(tables.apps_table(found))
        report.figures.setdefault("columns", []).extend(apps.column_as_json(column) for column in found)
        if shares is not None:
            report.text.append(tables.shares_text(shares))
            report.figures.setdefault("shares", []).append(apps.shares_as_json(shares))
    report.plot = lambda path: plots.plot_apps(groups, path)
    return report


def _overlap(session: Session) -> Report:
    asked = (session.programs, session.quick, session.repeats, session.advance, session.skipped)
    found = list(overlap.run_overlap(*asked))
    if not found:
        return Report(["no figures: see what was skipped"])
    figures = {"sizes": [overlap.as_json(one) for one in found]}
    return Report([tables.overlap_table(found)], figures, lambda path: plots.plot_overlap(found, path))


def _busy(session: Session) -> Report:
    asked = (session.programs, session.quick, session.repeats, session.advance, session.skipped)
    found = list(busy.run_busy(*asked))
    if not found:
        return Report(["no figures: see what was skipped"])
    figures = {"conditions": [busy.as_json(one) for one in found]}
    return Report([tables.busy_table(found)], figures, lambda path: plots.plot_busy(found, path))


TABLES: dict[str, Callable[[Session], Report]] = {
    "broadcast": _broadcast,
    "grid": _grid,
    "apps": _apps,
    "overlap": _overlap,
    "busy": _busy,
}


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.transfers", description="The bench of transfers.")
    parser.add_argument("--table", choices=TABLES, action="append", help="only this one (may be given again)")
    parser.add_argument("--quick", action="store_true", help="a few small cells: shows that all works, in a minute")
    parser.add_argument("--repeats", metavar="N", type=count, help=f"runs of each variant (default: {REPEATS})")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, help="where tables, JSON and plots go, too")
    again = "measure only those cells of the grid that an earlier run with the same -o has not"
    parser.add_argument("--continue", dest="goes_on", action="store_true", help=again)
    parser.add_argument("-v", "--verbose", action="store_true", help="say what is being measured")
    arguments = parser.parse_args(given)
    if arguments.goes_on and arguments.output is None:
        parser.error("--continue needs the folder of the earlier run, as -o FOLDER")
    return arguments


def main(given: Sequence[str] | None = None) -> int:
    arguments = _arguments(given)
    console = Console(1 if arguments.verbose else 0)
    workshop = Workshop(HASTY if arguments.quick else FAST)
    repeats = arguments.repeats or (QUICK_REPEATS if arguments.quick else REPEATS)
    session = Session(Programs(workshop), arguments.quick, repeats, console, _journal(arguments))
    reports: dict[str, Report] = {}
    try:
        for name in arguments.table or TABLES:
            console.step(f"{name}")
            reports[name] = TABLES[name](session)
            print("\n\n".join([f"== {name} ==", *reports[name].text]), end="\n\n", flush=True)
            if arguments.output is not None:
                _write(arguments.output, name, reports[name], session)
    except KeyboardInterrupt:
        kept = f"; the grid goes on with --continue -o {arguments.output}" if session.journal else ""
        print(f"interrupted{kept}", file=sys.stderr)
        return INTERRUPTED
    finally:
        console.close()
        workshop.close()
    for text in _skipped(session, arguments.output is not None):
        print(f"skipped: {text}")
    wrong = [text for report in reports.values() for text in report.wrong]
    for text in wrong:
        print(f"error: other bytes than memcpy: {text}", file=sys.stderr)
    return 1 if wrong else 0


def _journal(arguments: argparse.Namespace) -> Journal | None:
    if arguments.output is None or "grid" not in (arguments.table or TABLES):
        return None
    journal = Journal(arguments.output / "grid.cells.jsonl")
    if not arguments.goes_on:
        journal.start()
    return journal


def _skipped(session: Session, plotted: bool) -> Iterator[str]:
    yield from dict.fromkeys(session.skipped)
    if not plotted:
        yield "plots: no folder is given with -o"


def _write(folder: Path, name: str, report: Report, session: Session) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text("\n\n".join(report.text) + "\n", encoding="utf-8")
    machine = {"machine": platform.machine(), "system": platform.platform(), "python": platform.python_version()}
    figures = {"schema": 1, **machine, "repeats": session.repeats, "quick": session.quick, **report.figures}
    (folder / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if report.plot is not None:
        try:
            report.plot(folder / f"{name}.png")
        except plots.NoPlots as missing:
            session.skipped.append(f"plots: {missing}")


if __name__ == "__main__":
    sys.exit(main())
