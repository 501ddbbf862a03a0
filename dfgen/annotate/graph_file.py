# SPDX-License-Identifier: Apache-2.0
"""Edits of the annotations in a graph file that make assignments true for the flat graph."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dfgen.annotate.edits import Assignment
from dfgen.annotate.verdict import as_it_would_be, changed_fifos, named_fifos
from dfgen.frontend.connections import Connections, Place
from dfgen.frontend.edit import Draft, Setting, edit_edges, lost_options, places
from dfgen.frontend.elaborate import elaborate
from dfgen.frontend.importers import Imported
from dfgen.frontend.parse import parse_text
from dfgen.frontend.sidecar import load_sidecar, sidecar_of
from dfgen.frontend.sidecar_effect import apply_sidecar
from dfgen.frontend.syntax import GraphFile
from dfgen.model.diagnostics import Span, UserError, fail, some_of
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.pipeline import CompileOptions

NAMES_MAX = 5


class _State:
    """A draft, understood: the graph of the file `alone`, and with its sidecar."""

    def __init__(self, alone: Graph, graph: Graph, file: GraphFile) -> None:
        self.alone = alone
        self.graph = graph
        self._places = places(file)
        self._connections = Connections(file, graph.name)
        self._entering: dict[tuple[Span, str], list[Fifo]] = {}
        self._leaving: dict[tuple[Span, str], list[Fifo]] = {}
        for fifo in graph.fifos:
            self._entering.setdefault((fifo.span, fifo.target.actor), []).append(fifo)
            self._leaving.setdefault((fifo.span, fifo.source.actor), []).append(fifo)

    def deciding(self, fifo: Fifo, setting: Setting) -> Iterable[Place]:
        """The edges on which the setting must stand for a FIFO: all, if it takes annotations away; else the one whose
        word counts already, or the outermost one."""
        own = self._place(fifo)
        along = self._connections.along(fifo.source, fifo.target) or (own,)
        if setting.annotation is None:
            return along
        name = setting.annotation.name
        speaking = [place for place in along if any(a.name == name for a in place.edge.annotations)]
        transfer = self.alone.fifo_by_name[fifo.name].transfer
        if setting.strategy and transfer is not None:
            said_at = transfer.span
            speaking = [place for place in speaking if any(a.span == said_at for a in place.edge.annotations)]
        return speaking[:1] or (own,)

    def _place(self, fifo: Fifo) -> Place:
        place = self._places.get(fifo.span)
        if place is None:
            message = f"the edge of {fifo.name} is in a file that this one imports"
            raise fail("annotation-without-effect", message, fifo.span, "Annotate it there, or say --sidecar.")
        return place

    def with_parts(self, fifo: Fifo) -> list[Fifo]:
        """The FIFO, and others that a routing actor of dfgen's parts from it within its edge."""
        ends = ((self._entering, fifo.source.actor), (self._leaving, fifo.target.actor))
        inner = [(found, actor) for found, actor in ends if self.graph.actor(actor).is_routing]
        return [fifo, *(part for found, actor in inner for part in found.get((fifo.span, actor), ()))]

    def has_effect(self, fifo: Fifo, setting: Setting, *, alone: bool = False) -> bool:
        graph = self.alone if alone else self.graph
        parts = [graph.fifo_by_name[part.name] for part in self.with_parts(fifo)]
        enough = any if setting.annotation is not None else all
        return enough(_in_effect(graph, part, setting) for part in parts)


class GraphFileEditor:
    """An `Editor` of the graph file `path`."""

    def __init__(self, path: Path, text: str, options: CompileOptions) -> None:
        self.draft = Draft(text, text)
        self._dropped: list[str] = []
        self._path = path
        self._options = options
        self._tables = load_sidecar(path)
        self._asked: set[PortRef] = set()
        self._graphs: set[str] = set()
        self._state = self._first = self._understood()

    @property
    def text(self) -> str:
        return self.draft.text

    @property
    def notes(self) -> list[str]:
        return [*self._dropped, *self._also_changed()]

    @property
    def graphs(self) -> tuple[Graph, Graph]:
        return self._first.graph, self._state.graph

    def original_span(self, span: Span) -> Span:
        file = str(self._path)
        return self.draft.original_span(span, file) if span.file == file else span

    def assign(self, assignment: Assignment) -> None:
        setting, graph = assignment.setting, self._state.graph
        targets = {fifo.target for fifo in named_fifos(graph, assignment)}
        self._asked |= targets

        def fifos() -> list[Fifo]:
            return [fifo for fifo in self._state.graph.fifos if fifo.target in targets]

        self._edit(fifos(), setting)
        self._refuse_without_effect(fifos(), setting)

    def changed(self) -> tuple[str, ...]:
        return tuple(fifo.name for fifo in changed_fifos(*self.graphs) if self._is_asked(fifo))

    def _also_changed(self) -> list[str]:
        others = [fifo.name for fifo in changed_fifos(*self.graphs) if not self._is_asked(fifo)]
        if not others:
            return []
        graphs = sorted(self._graphs - {self._state.graph.name})
        why = (
            f"an edge of graph '{graphs[0]}' counts for each actor made of it" if graphs else "they have the same edge"
        )
        return [f"this changes {some_of(others, NAMES_MAX)} too: {why}"]

    def _understood(self) -> _State:
        """Raises `UserError` with places in the original file."""
        try:
            file = parse_text(self.draft.text, str(self._path))
            imported = Imported(file, self._path.parent, self._options.parameters, file=self._path)
            alone = elaborate(imported, self._path.name)
            return _State(alone, apply_sidecar(alone, self._tables), file)
        except UserError as error:
            if not self.draft.steps:
                raise
            raise as_it_would_be(error.diagnostics, self) from None

    def _edit(self, fifos: Iterable[Fifo], setting: Setting) -> None:
        """Edit the edges of the FIFOs where they do not say so already."""
        decisive = [place for fifo in fifos for place in self._state.deciding(fifo, setting)]
        edges = {place.edge.span: place.edge for place in decisive}
        chosen: dict[Span, set[int]] = {span: set() for span in edges}
        for place in decisive:
            chosen[place.edge.span].update(_targets(place))
        found = list(edit_edges(self.draft.text, edges.values(), chosen, setting))
        if not found:
            return
        lost = [options for edge in edges.values() if (options := lost_options(edge, setting))]
        self._dropped += [f"dropped '{options}', which belonged to the annotation before" for options in lost]
        self._graphs |= {place.graph for place in decisive}
        self.draft = self.draft.edited(found)
        self._state = self._understood()

    def _refuse_without_effect(self, fifos: Iterable[Fifo], setting: Setting) -> None:
        for fifo in fifos:
            if self._state.has_effect(fifo, setting):
                continue
            message = f"'{setting}' on its edge has no effect on {fifo.name}"
            hint = "Another edge or the port itself says otherwise; change that in the file."
            if self._state.has_effect(fifo, setting, alone=True):
                hint = f"'{sidecar_of(self._path).name}' says otherwise, and it wins; say --sidecar to edit it."
            raise fail("annotation-without-effect", message, self.original_span(fifo.span), hint)

    def _is_asked(self, fifo: Fifo) -> bool:
        return any(part.target in self._asked for part in self._state.with_parts(fifo))


def _targets(place: Place) -> Iterable[int]:
    return range(len(place.edge.targets)) if place.target is None else (place.target,)


def _in_effect(graph: Graph, fifo: Fifo, setting: Setting) -> bool:
    if setting.annotation is None:
        has_transfer = "transfer" in setting.removed and fifo.transfer is not None
        return not has_transfer and not ("private" in setting.removed and fifo.private)
    if setting.strategy:
        return fifo.transfer is not None and fifo.transfer.strategy == setting.strategy
    if setting.annotation.name.text == "private":
        return fifo.private
    return graph.actor(fifo.target.actor).is_routing or graph.port(fifo.target).access is setting.access
