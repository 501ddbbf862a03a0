# SPDX-License-Identifier: Apache-2.0
"""Show what the plan does with each FIFO, or edit the annotations of FIFOs in the graph file.

FIFO is source.port:target.port, source.port for all its FIFOs, or a pattern of these with * and ?. SETTING is a
transfer strategy (--transfer below lists them), an access mode (read_only), private, a whole annotation
('@access(read_mostly, written = 2%)'), none to remove all annotations, or no-transfer, no-access, no-private for one of
them. Everything else in the file stays as it is, and nothing is written that does not compile. Where the format of
GRAPH has no annotations, or with --sidecar, the settings go into the file GRAPH.fifos.toml, which wins over GRAPH."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.cli import options
from dfgen.cli.console import Console

if TYPE_CHECKING:
    from dfgen.annotate import Edit, FifoLine

SCHEMA = 1
_WIDTH = 80


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    parser.add_argument("settings", metavar="FIFO=SETTING", nargs="*", help="what to say about FIFOs in the file")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    editing = parser.add_argument_group("editing")
    editing.add_argument("--check", action="store_true", help="write nothing; exit with 1 if the file would change")
    editing.add_argument("--diff", action="store_true", help="write nothing; print the difference")
    editing.add_argument("--sidecar", action="store_true", help="annotate in GRAPH.fifos.toml, not in GRAPH itself")
    options.add_compile_options(parser, platform="default")
    parser.usage = "dfgen annotate GRAPH [FIFO=SETTING ...] [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    given = [_split(text, arguments.parser) for text in arguments.settings]
    if given and arguments.json:
        arguments.parser.error("--json is for the table; it cannot go with FIFO=SETTING")
    if not given and (arguments.check or arguments.diff or arguments.sidecar):
        arguments.parser.error("--check, --diff and --sidecar need a FIFO=SETTING")
    return _edit(given, arguments, console) if given else _list(arguments, console)


def _split(text: str, parser: argparse.ArgumentParser) -> tuple[str, str]:
    pattern, sign, setting = text.partition("=")
    if not (pattern.strip() and sign and setting.strip()):
        parser.error(f"'{text}' is not FIFO=SETTING")
    return pattern.strip(), setting.strip()


def _edit(given: Sequence[tuple[str, str]], arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.annotate import Assignment, plan_edit, write_edit
    from dfgen.frontend.edit import parse_setting

    assignments = [Assignment(pattern, parse_setting(setting)) for pattern, setting in given]
    wanted = options.compile_options(arguments)
    edit = plan_edit(Path(arguments.graph), assignments, wanted, into_sidecar=arguments.sidecar)
    for note in edit.notes:
        console.note(note)
    if not edit.changes:
        console.result(f"{edit.path}: nothing to change")
        return 0
    if not (arguments.check or arguments.diff):
        write_edit(edit)
    console.result(edit.diff() if arguments.diff else _summary(edit, arguments.check))
    return 1 if arguments.check else 0


def _summary(edit: Edit, is_check: bool) -> str:
    verb = "would be annotated" if is_check else "annotated"
    return f"{edit.path}: {verb}: {', '.join(edit.fifos) or 'no FIFO changes'}"


def _list(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.annotate import list_fifos

    fifos = list_fifos(Path(arguments.graph), options.compile_options(arguments))
    if arguments.json:
        console.result(json.dumps({"schema": SCHEMA, "fifos": [_json(fifo) for fifo in fifos]}, indent=2))
    else:
        console.result("\n".join(_table(fifos)))
    return 0


def _json(fifo: FifoLine) -> dict[str, Any]:
    return {
        "name": fifo.name,
        "bytes_per_iteration": fifo.bytes_per_iteration,
        "moved_bytes_per_iteration": fifo.moved_bytes_per_iteration,
        "reader": fifo.reader,
        "access": fifo.access.value if fifo.access is not None else None,
        "known": fifo.known or None,
        "strategy": fifo.strategy,
        "reason": fifo.reason,
    }


def _table(fifos: Sequence[FifoLine]) -> Iterator[str]:
    """Two lines a FIFO, so that names and reasons fit: its name and figures, then what the reader does, and why."""
    head = ("FIFO", "bytes", "moved", "strategy")
    rows = [(f.name, str(f.bytes_per_iteration), str(f.moved_bytes_per_iteration), f.strategy) for f in fifos]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(4)]
    room = _WIDTH - sum(widths[1:]) - 6
    widths[0] = min(widths[0], room)
    yield _row(head, widths)
    for fifo, row in zip(fifos, rows):
        if len(row[0]) > room:
            yield row[0]
            row = ("", *row[1:])
        yield _row(row, widths)
        access = f"{fifo.access.value} ({fifo.known})" if fifo.access is not None else f"read by a {fifo.reader}"
        yield textwrap.fill(f"{access}; {fifo.reason}", _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 4)
    total = sum(fifo.bytes_per_iteration for fifo in fifos)
    moved = sum(fifo.moved_bytes_per_iteration for fifo in fifos)
    yield f"\n{len(fifos)} FIFO{'s' * (len(fifos) != 1)}, {total} bytes an iteration, {moved} moved"


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, size, moved, strategy = cells
    return f"{name:<{widths[0]}}  {size:>{widths[1]}}  {moved:>{widths[2]}}  {strategy}"
