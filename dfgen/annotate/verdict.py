# SPDX-License-Identifier: Apache-2.0
"""Whether the compiler agrees with an edit, and how it says no: at places of the file as it is, not as it would be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from dfgen.annotate.edits import Assignment
from dfgen.memory.requests import requested_strategies
from dfgen.memory.strategies import FALLBACK
from dfgen.model.diagnostics import Diagnostic, Note, Span, UserError
from dfgen.model.graph import Fifo, Graph
from dfgen.pipeline import CompileOptions, plan_graph


class Editor(Protocol):
    """Makes assignments true in the text of one file."""

    @property
    def text(self) -> str:
        """What the file would hold."""

    @property
    def notes(self) -> Sequence[str]:
        """What the user should know besides."""

    @property
    def graphs(self) -> tuple[Graph, Graph]:
        """The whole graph before all assignments, and now."""

    def assign(self, assignment: Assignment) -> None:
        """Raises `UserError` for what cannot be made true."""

    def changed(self) -> tuple[str, ...]:
        """The names of the FIFOs asked for that have changed."""

    def original_span(self, span: Span) -> Span:
        """The place in the file as it is."""


def named_fifos(graph: Graph, assignment: Assignment) -> list[Fifo]:
    """The FIFOs that the pattern names. Raises `UserError` if there are none, or no such strategy."""
    silent = replace(graph, fifos=tuple(replace(f, transfer=None, private=False) for f in graph.fifos))
    strategy = assignment.setting.strategy or FALLBACK.name
    return [graph.fifo_by_name[name] for name in requested_strategies(silent, [f"{assignment.pattern}={strategy}"])]


def changed_fifos(before: Graph, after: Graph) -> list[Fifo]:
    """The FIFOs that annotations say something else of, as they are after."""
    signatures = {fifo.target: _signature(before, fifo) for fifo in before.fifos}
    return [f for f in after.fifos if f.target in signatures and _signature(after, f) != signatures[f.target]]


def _signature(graph: Graph, fifo: Fifo) -> tuple[object, ...]:
    return fifo.transfer, fifo.private, fifo.written_fraction, graph.port(fifo.target).access


def refuse_uncompilable(editor: Editor, options: CompileOptions) -> list[str]:
    """Raise `UserError` if the edited graph does not compile, unless nothing about that is new; then a note says so."""
    before, after = editor.graphs
    try:
        plan_graph(after, options)
        return []
    except UserError as error:
        refusal = as_it_would_be(error.diagnostics, editor)
    try:
        plan_graph(before, options)
    except UserError as error:
        known = {(d.id, d.message) for d in error.diagnostics}
        if {(d.id, d.message) for d in refusal.diagnostics} <= known:
            first = error.diagnostics[0].message
            return [f"the file did not compile before either, so the annotation has not been checked: {first}"]
    raise refusal


def as_it_would_be(diagnostics: Iterable[Diagnostic], editor: Editor) -> UserError:
    """The diagnostics of the edited graph for somebody who has the file as it is before his eyes."""

    def moved(span: Span | None) -> Span | None:
        return editor.original_span(span) if span is not None else None

    found = []
    for diagnostic in diagnostics:
        notes = [replace(note, span=moved(note.span)) for note in diagnostic.notes]
        notes.append(Note("found in the file as it would be; it has been left as it was"))
        found.append(replace(diagnostic, span=moved(diagnostic.span), notes=tuple(notes)))
    return UserError(found)
