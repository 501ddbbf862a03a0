# SPDX-License-Identifier: Apache-2.0
"""Generated programs against hand-written loops and other frameworks:

    python -m tests.bench.peers [--table fifo|chain|cores|apps] [--quick] [--repeats N] [-o FOLDER]

from the root of the repository. All times are compared within one run, in turns; the same actors run everywhere. Peers
that are not installed are named. The status is 1 if somebody computed other results; a slow program is no failure.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from dfgen.cli.console import Console
from dfgen.cli.options import count
from dfgen.cli.table import columns
from tests.bench.peers.applications import PROGRAMS, TWICE, Applications, Times
from tests.bench.peers.applications import as_json as times_as_json
from tests.bench.peers.generated import Generated
from tests.bench.peers.streams import CHAINS, OURS, Row, Streams
from tests.bench.peers.streams import as_json as row_as_json
from tests.bench.transfers import plots
from tests.bench.transfers.builds import Workshop
from tests.bench.transfers.tables import duration, spread

TABLES = ("fifo", *CHAINS, "apps")
CHAIN_NOTES = {
    "chain": "ns a firing of all 8 actors on one CPU; each peer's best block size.",
    "cores": "ns a firing of all 8 actors on all CPUs, by hand on one; each peer's best block size.",
}
REPEATS = 7
QUICK_REPEATS = 3


def fifo_table(rows: Sequence[Row]) -> str:
    """GB/s between two cores, and how many times as fast dfgen is."""
    names = list(dict.fromkeys(name for row in rows for name in row.samples))
    lines = [_compared_header("token", names)]
    for row in rows:
        cells = [_bytes(row.size)]
        for name in names:
            cells.append(f"{row.size / row.median(name):.2f}")
            cells += [f"{row.against(name):.2f}"] if name != OURS else []
        lines.append(cells)
    return columns(lines, ">" * len(lines[0])) + "\nGB/s from core to core: every byte written, every byte read."


def chain_table(rows: Sequence[Row]) -> str:
    """ns a firing of the whole chain, and how many times as fast dfgen is."""
    names = list(dict.fromkeys(name for row in rows for name in row.samples))
    lines = [_compared_header("items", names)]
    for row in rows:
        cells = [str(row.size)]
        for name in names:
            cells.append(f"{row.median(name):.3g}")
            cells += [f"{row.against(name):.2f}"] if name != OURS else []
        lines.append(cells)
    return columns(lines, ">" * len(lines[0])) + f"\n{CHAIN_NOTES[rows[0].table]}"


def _compared_header(first: str, names: Sequence[str]) -> list[str]:
    return [first, *(cell for name in names for cell in ((name,) if name == OURS else (name, "by dfgen")))]


def apps_table(found: Sequence[Times]) -> str:
    lines = [["application", "one core", "by hand", "one core/by hand", "two cores", "speedup", TWICE]]
    for times in found:
        cells = [duration(times.median(name)) for name in PROGRAMS]
        ratios = [spread(times.ratio("one core", other)) for other in ("by hand", "two cores", TWICE)]
        lines.append([times.name, cells[0], cells[1], ratios[0], cells[2], *ratios[1:]])
    text = f"an iteration; medians, and the interval of the median ratio; {TWICE}: two programs side by side."
    return f"{columns(lines, '<>><><<')}\n{text}"


def _bytes(size: int) -> str:
    return f"{size} B" if size < 1 << 10 else f"{size >> 10} KiB" if size < 1 << 20 else f"{size >> 20} MiB"


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers", description="The bench against others.")
    parser.add_argument("--table", choices=TABLES, action="append", help="only this one (may be given again)")
    parser.add_argument("--quick", action="store_true", help="few small cases: shows that all works")
    parser.add_argument("--repeats", metavar="N", type=count, help=f"runs of each program (default: {REPEATS})")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, help="where tables, JSON and plots go, too")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    arguments = _arguments(given)
    console, workshop = Console(0), Workshop()
    repeats = arguments.repeats or (QUICK_REPEATS if arguments.quick else REPEATS)
    streams = Streams(Generated(workshop), arguments.quick, repeats)
    applications = Applications(workshop, arguments.quick, repeats)
    wrong: list[str] = []
    try:
        for table in arguments.table or TABLES:
            console.step(table)
            text, figures, mistakes, rows = _measure(table, streams, applications, console)
            print(f"== {table} ==\n\n{text}\n", flush=True)
            wrong += mistakes
            if arguments.output is not None:
                streams.skipped += _write(arguments.output, table, text, figures, rows)
    finally:
        console.close()
        workshop.close()
    for text in dict.fromkeys(streams.skipped):
        print(f"skipped: {text}")
    for text in wrong:
        print(f"error: another result: {text}", file=sys.stderr)
    return 1 if wrong else 0


def _measure(
    table: str, streams: Streams, applications: Applications, console: Console
) -> tuple[str, list[dict[str, Any]], list[str], list[Row]]:
    def advance(what: str, done: int, total: int) -> None:
        console.output(what)
        console.progress(done, total)

    if table == "apps":
        times = list(applications.times(advance))
        mistakes = [f"{name} of {one.name}" for one in times for name in one.wrong]
        return apps_table(times), [times_as_json(one) for one in times], mistakes, []
    rows = list(streams.rows(table, advance))
    mistakes = [f"{name}, {table} {row.size}" for row in rows for name in row.wrong]
    text = fifo_table(rows) if table == "fifo" else chain_table(rows)
    return text, [row_as_json(row) for row in rows], mistakes, rows


def _write(folder: Path, table: str, text: str, figures: list[dict[str, Any]], rows: Sequence[Row]) -> Iterator[str]:
    """Yields what is left out."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{table}.txt").write_text(text + "\n", encoding="utf-8")
    machine = {"machine": platform.machine(), "system": platform.platform(), "python": platform.python_version()}
    content = {"schema": 1, **machine, "rows": figures}
    (folder / f"{table}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    if table == "fifo":
        try:
            series = {
                name: [(row.size, row.size / row.median(name)) for row in rows if name in row.samples]
                for name in dict.fromkeys(name for row in rows for name in row.samples)
            }
            plots.plot_lines(series, "bytes a token", "GB/s", folder / "fifo.png")
        except plots.NoPlots as missing:
            yield f"plots: {missing}"


if __name__ == "__main__":
    sys.exit(main())
