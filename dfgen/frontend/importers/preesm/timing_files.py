# SPDX-License-Identifier: Apache-2.0
"""Times, and cores that may run actors, in files that a scenario names: tables with a row for each actor.

Of the kinds that PREESM imports times from:

- `.xls`, a spreadsheet: columns of core types, or of cores, where a cell that holds something lets the core run the
  actor. Read with xlrd, an extra.
- `.csv`: columns of core types behind `Actors`, parted by semicolons.
- `.papify`: columns of cores, parted by commas.
- `papify-output`, a folder with a file for each actor: core, actor, begin and end of each firing.

Times of several cores of a type are averaged.
"""

from __future__ import annotations

import csv
import io
import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from pathlib import Path

from dfgen.frontend.importers.preesm.expressions import parse_expression
from dfgen.frontend.importers.preesm.project import Project
from dfgen.frontend.importers.preesm.scenario import NamedFile, Scenario, Timing
from dfgen.frontend.importers.preesm.slam import Architecture
from dfgen.frontend.numbers import exact_number, parts_of
from dfgen.frontend.problems import Rejected
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen

OUTPUT = "papify-output"
XLS_HINT = "spreadsheets are read with xlrd: pip install 'dfgen[preesm]'"


class Unreadable(Exception):
    """The text says why."""


@frozen
class Table:
    """`cells`: by row, which is an actor's path or name, what stands in which column."""

    cells: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def with_named_files(scenario: Scenario, architecture: Architecture | None, project: Project) -> Scenario:
    """The scenario with what the files say that it names. What it says itself of an actor counts; a file that cannot
    be read is a note."""
    notes, timings, allowed = list(scenario.notes), dict(scenario.timings), dict(scenario.allowed)
    tables: dict[str, Table | str] = {}
    for named in scenario.named_files:
        if named.url not in tables:
            tables[named.url] = _table_of(named, project, scenario.path.parent)
        table = tables[named.url]
        try:
            rows = {} if isinstance(table, str) else table.cells
            if named.what == "times":
                found = {vertex: _timings(row, architecture, named.span) for vertex, row in rows.items()}
                timings = {**{vertex: each for vertex, each in found.items() if each}, **timings}
            else:
                cores = {vertex: _allowed(row, architecture) for vertex, row in rows.items()}
                allowed = {**{vertex: each for vertex, each in cores.items() if each}, **allowed}
            why = table if isinstance(table, str) else ""
        except (Unreadable, Rejected) as error:
            why = str(error)
        if why:
            notes.append(f"the {named.what} in '{named.url}', which {scenario.path.name} names, are not read: {why}")
    return replace(scenario, notes=tuple(notes), timings=timings, allowed=allowed)


def _timings(row: Mapping[str, str], architecture: Architecture | None, span: Span) -> tuple[Timing, ...]:
    """What a row says of core types, or of cores, which are averaged by type."""
    type_of = {core.name: core.type for core in architecture.operators} if architecture is not None else {}
    known = set(type_of.values())
    found = {column: text for column, text in row.items() if text and (column in known or not known)}
    if not found:
        by_type: dict[str, list[Fraction]] = {}
        for column, text in row.items():
            if text and column in type_of:
                by_type.setdefault(type_of[column], []).append(_number(text))
        found = {type: str(round(sum(times, Fraction(0)) / len(times))) for type, times in by_type.items()}
    return tuple(Timing(type, parse_expression(text, span)) for type, text in found.items())


def _allowed(row: Mapping[str, str], architecture: Architecture | None) -> tuple[str, ...]:
    cores = architecture.operators if architecture is not None else ()
    return tuple(core.name for core in cores if row.get(core.name, "") not in ("", "0"))


def _number(text: str) -> Fraction:
    digits = text.removeprefix("-")
    number, rest = parts_of(digits)
    if rest or not number:
        raise Unreadable(f"'{text}' is not a number")
    try:
        value = exact_number(number, Span("", 1, 1))
    except Rejected as error:
        raise Unreadable(str(error)) from error
    return value if digits == text else -value


# --- files -----------------------------------------------------------------------------------------------------------


def _table_of(named: NamedFile, project: Project, beside: Path) -> Table | str:
    """What stands in a file, or why that is not known."""
    try:
        if named.url.endswith(OUTPUT):
            return _of_folder(project.locate_folder(named.url))
        path = project.locate(named.url, "file", named.span, beside)
        readers = {".xls": _spreadsheet, ".csv": _semicolons, ".papify": _commas}
        reader = readers.get(path.suffix)
        if reader is None:
            return f"dfgen reads {', '.join(readers)} and {OUTPUT}"
        return Table(_by_row(reader(path)))
    except Rejected:
        return "there is no such file"
    except (Unreadable, OSError, UnicodeDecodeError, csv.Error) as error:
        return str(error)


def _by_row(rows: Iterator[Sequence[str]]) -> dict[str, dict[str, str]]:
    head = [name.strip() for name in next(rows, ())]
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        if row and row[0].strip():
            found[row[0].strip().strip("/")] = {
                name: text.strip() for name, text in zip(head[1:], row[1:], strict=False) if name
            }
    return found


def _spreadsheet(path: Path) -> Iterator[Sequence[str]]:
    try:
        import xlrd  # type: ignore[import-untyped]
    except ImportError as error:
        raise Unreadable(XLS_HINT) from error
    try:
        sheet = xlrd.open_workbook(os.fspath(path), logfile=io.StringIO()).sheet_by_index(0)
    except (xlrd.XLRDError, xlrd.compdoc.CompDocError, AssertionError, LookupError, ValueError, struct.error) as error:
        raise Unreadable(f"it is not a spreadsheet: {error}") from error
    for number in range(sheet.nrows):
        yield [_text(cell.value) for cell in sheet.row(number)]


def _text(value: object) -> str:
    """A whole number of a spreadsheet, which has floating ones only, as it was written."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _semicolons(path: Path) -> Iterator[Sequence[str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = csv.reader(file, delimiter=";")
        head = next(rows, [])
        if len(head) < 2 or head[0].strip() != "Actors":
            raise Unreadable("its first line does not begin with 'Actors;'")
        yield head
        yield from rows


def _commas(path: Path) -> Iterator[Sequence[str]]:
    with path.open(newline="", encoding="utf-8-sig") as file:
        yield from csv.reader(file)


def _of_folder(folder: Path) -> Table:
    """The mean time of an actor on each core. Firings that were not seen to begin, or to end, have a time of 0."""
    spans: dict[str, dict[str, list[Fraction]]] = {}
    for path in sorted(folder.iterdir()):
        for row in list(_commas(path))[1:] if path.is_file() else ():
            if len(row) < 4:
                raise Unreadable(f"'{path.name}' has a line without core, actor, begin and end")
            begin, end = _number(row[2].strip()), _number(row[3].strip())
            if begin and end:
                spans.setdefault(row[1].strip(), {}).setdefault(row[0].strip(), []).append(end - begin)
    return Table(
        {actor: {c: str(round(sum(each) / len(each))) for c, each in of.items()} for actor, of in spans.items()}
    )
