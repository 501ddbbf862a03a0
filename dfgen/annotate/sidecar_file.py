# SPDX-License-Identifier: Apache-2.0
"""Edits of a sidecar that make assignments true. What they do not mean stays: comments, order and layout.

A table that names nothing but FIFOs asked for is edited in place. Where others share it, or there is none, a table with
the user's pattern comes at the end, where it wins.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit

from dfgen.annotate.edits import Assignment, with_line_ends_of
from dfgen.annotate.verdict import as_it_would_be, changed_fifos, named_fifos
from dfgen.frontend.annotations import CHOICES
from dfgen.frontend.edit import Setting
from dfgen.frontend.elaborate import import_graph
from dfgen.frontend.sidecar import DEFAULT, SCHEMA, Table, parse_sidecar, sidecar_of
from dfgen.frontend.sidecar_effect import apply_sidecar
from dfgen.frontend.syntax import Percent
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.graph import Fifo, Graph
from dfgen.model.names import FifoNames
from dfgen.model.port import Access
from dfgen.model.toml_places import toml_places
from dfgen.pipeline import CompileOptions

_KEYS = {"transfer": ("transfer",), "access": ("access", "written"), "private": ("private",)}
"""The keys that an annotation's name stands for."""

_BACK: dict[str, Any] = {"transfer": DEFAULT, "access": DEFAULT, "private": False}
"""What takes back the word of another table or of the graph file."""


class SidecarEditor:
    """An `Editor` of the sidecar of the graph file `path`."""

    def __init__(self, path: Path, text: str, options: CompileOptions) -> None:
        self.text = text
        self.notes: list[str] = []
        self._original = text
        self._file = str(sidecar_of(path))
        self._graph = import_graph(path, options.parameters)
        self._names = FifoNames(self._graph)
        self._asked: set[str] = set()
        self._tables: tuple[Table, ...] = ()
        self._members: dict[str, frozenset[str]] = {}
        self._first = self._now = self._understood()

    @property
    def graphs(self) -> tuple[Graph, Graph]:
        return self._first, self._now

    def original_span(self, span: Span) -> Span:
        """Of a line that is new, the place is the file."""
        if span.file != self._file:
            return span
        lines = difflib.SequenceMatcher(None, self._original.split("\n"), self.text.split("\n"), autojunk=False)
        for block in lines.get_matching_blocks():
            if block.b <= span.line - 1 < block.b + block.size:
                line = span.line - block.b + block.a
                return Span(span.file, line, span.column, line if span.end_line else 0, span.end_column)
        return Span(span.file, 0, 0)

    def changed(self) -> tuple[str, ...]:
        return tuple(fifo.name for fifo in changed_fifos(*self.graphs) if fifo.name in self._asked)

    def assign(self, assignment: Assignment) -> None:
        setting = assignment.setting
        names = [fifo.name for fifo in named_fifos(self._graph, assignment)]
        self._asked.update(names)
        if setting.annotation is not None:
            self._make_true(assignment.pattern, names, setting.annotation.name.text, setting)
            return
        for kind in (kind for kind in CHOICES if kind in setting.removed):
            self._make_true(assignment.pattern, names, kind, Setting(removed=frozenset({kind})))

    def _make_true(self, pattern: str, names: Sequence[str], kind: str, setting: Setting) -> None:
        values = _values(setting)
        self._edit({table.pattern: values for table in self._to_edit(names, kind, setting)}, kind)
        pending = self._pending(names, kind, setting)
        if pending:
            values = values or {kind: _BACK[kind]}
            self._edit(dict.fromkeys(self._headers(pattern, names, pending, kind), values), kind)
        for name in self._pending(names, kind, setting):
            decider = self._decider(name, kind)
            message = f"'{setting}' has no effect on {name}: a later table says otherwise"
            hint = f'Move ["{name}"] behind it, or remove it.'
            span = self.original_span(decider.span) if decider is not None else None
            raise fail("annotation-without-effect", message, span, hint)

    def _pending(self, names: Iterable[str], kind: str, setting: Setting) -> list[str]:
        return [name for name in names if not self._is_met(name, kind, setting)]

    def _is_met(self, name: str, kind: str, setting: Setting) -> bool:
        fifo = self._now.fifo_by_name[name]
        if setting.annotation is not None:
            return _says(self._now, fifo, setting)
        if kind == "transfer":
            return fifo.transfer is None
        if kind == "private":
            return not fifo.private
        decider = self._decider(name, kind)
        is_silent = decider is None or (decider.access == DEFAULT and decider.written is None)
        return is_silent and self._now.port(fifo.target).access_span is None

    def _to_edit(self, names: Sequence[str], kind: str, setting: Setting) -> list[Table]:
        """The tables about nothing but these FIFOs: those that decide about one, or all if nothing shall be said."""
        if setting.annotation is None:
            tables = [table for table in self._tables if _speaks(table, kind) and not _takes_back(table, kind)]
        else:
            deciders = {self._decider(name, kind) for name in self._pending(names, kind, setting)}
            tables = [table for table in self._tables if table in deciders]
        return [table for table in tables if self._members[table.pattern] <= set(names)]

    def _headers(self, pattern: str, names: Sequence[str], pending: Sequence[str], kind: str) -> Sequence[str]:
        """The tables that shall speak of the pending ones of the FIFOs: that of the pattern, if it can win for all."""
        order = [table.pattern for table in self._tables]
        place = order.index(pattern) if pattern in order else len(order)
        deciders = [self._decider(name, kind) for name in pending]
        wins = all(decider is None or order.index(decider.pattern) <= place for decider in deciders)
        return [pattern] if wins and pending == list(names) else pending

    def _decider(self, name: str, kind: str) -> Table | None:
        """The last table that says something of the kind about a FIFO."""
        tables = reversed(self._tables)
        return next((t for t in tables if name in self._members[t.pattern] and _speaks(t, kind)), None)

    def _edit(self, values_of: Mapping[str, Mapping[str, Any]], kind: str) -> None:
        """Give tables, by their names, these values and no others of the kind. Tables that are not there are made."""
        if not values_of:
            return
        document = tomlkit.parse(self.text or f"schema = {SCHEMA}\n")
        for name, values in values_of.items():
            if name not in document:
                document.append(name, tomlkit.table())
            self._edit_table(document[name], values, kind)
        text = document.as_string()
        for name in values_of:
            text = _without_empty_table(text, name)
        is_empty = not tomlkit.parse(text).keys() - {"schema"} and "#" not in text
        self.text = "" if is_empty else with_line_ends_of(self._original, text)
        self._now = self._understood()

    def _edit_table(self, table: Any, values: Mapping[str, Any], kind: str) -> None:
        for key in _KEYS[kind]:
            if key in values:
                self._note_lost_options(table.get(key), values[key])
                table[key] = _item(values[key])
            elif key in table and not (key == "written" and values.get("access") == Access.READ_MOSTLY.value):
                del table[key]

    def _note_lost_options(self, before: Any, after: Any) -> None:
        if isinstance(before, dict) and len(before) > 1 and before != after:
            options = ", ".join(f"{key} = {value}" for key, value in before.items() if key != "strategy")
            self.notes.append(f"dropped '{options}', which belonged to the strategy before")

    def _understood(self) -> Graph:
        try:
            tables = parse_sidecar(self.text, self._file)
            graph = apply_sidecar(self._graph, tables)
        except UserError as error:
            if self.text == self._original:
                raise
            raise as_it_would_be(error.diagnostics, self) from None
        self._tables = tuple(table for table in tables if not table.is_about_actors)
        self._members = {t.pattern: frozenset(f.name for f in self._names.find(t.pattern)) for t in self._tables}
        return graph


def _item(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    table = tomlkit.inline_table()
    table.update(value)
    return table


def _without_empty_table(text: str, name: str) -> str:
    """The text without the head of a table that says nothing any more. Comments below it stay."""
    span = toml_places(text, "").get((name,))
    if span is None or tomlkit.parse(text)[name]:
        return text
    lines = re.split(r"(?<=\n)", text)  # `str.splitlines` knows ends of lines that TOML does not
    index = span.line - 1
    del lines[index]
    is_last = index == len(lines)
    if index > 0 and not lines[index - 1].strip() and (is_last or not lines[index].strip()):
        del lines[index - 1]
    return "".join(lines)


def _values(setting: Setting) -> dict[str, Any]:
    """The keys of a table that say what a setting says."""
    notes = setting.notes
    if notes.transfer is not None:
        strategy, options = notes.transfer.strategy, dict(notes.transfer.options)
        return {"transfer": {"strategy": strategy, **options} if options else strategy}
    if notes.access is not None and setting.annotation is not None:
        values = {"access": notes.access.access.value}
        for percent in (a.value for a in setting.annotation.arguments if isinstance(a.value, Percent)):
            values["written"] = f"{percent.number}%"
        return values
    return {"private": True} if notes.private else {}


def _says(graph: Graph, fifo: Fifo, setting: Setting) -> bool:
    """Whether it is true of the FIFO. Options count if some are asked for."""
    wanted = setting.notes
    if wanted.transfer is not None:
        given = fifo.transfer
        has_options = given is not None and dict(wanted.transfer.options) in ({}, dict(given.options))
        return given is not None and given.strategy == wanted.transfer.strategy and has_options
    if wanted.access is not None:
        has_fraction = wanted.access.written_fraction in (None, fifo.written_fraction)
        return graph.port(fifo.target).access is wanted.access.access and has_fraction
    return fifo.private


def _speaks(table: Table, kind: str) -> bool:
    return any(getattr(table, key) is not None for key in _KEYS[kind])


def _takes_back(table: Table, kind: str) -> bool:
    return getattr(table, kind) == _BACK[kind] and not (kind == "access" and table.written is not None)
