# SPDX-License-Identifier: Apache-2.0
"""Annotations and the plan together: what each FIFO does, and edits of the graph file that the compiler agrees with."""

from __future__ import annotations

import difflib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dfgen.analysis.prepare import separate_branches
from dfgen.frontend.connections import Connections, Place
from dfgen.frontend.edit import Draft, Setting, edit_edges, lost_options, places
from dfgen.frontend.elaborate import elaborate
from dfgen.frontend.parse import parse_text, read_text
from dfgen.frontend.syntax import GraphFile
from dfgen.memory.requests import requested_strategies
from dfgen.memory.strategies.memcpy import MEMCPY
from dfgen.model.diagnostics import Diagnostic, Note, Span, UserError, fail
from dfgen.model.graph import Access, Fifo, Graph, PortRef, Trust
from dfgen.pipeline import CompileOptions, check_graph, compile_graph

BOM = b"\xef\xbb\xbf"
NAMES_MAX = 5


@dataclass(frozen=True)
class FifoLine:
    """One FIFO of the plan. `access` of its reader is None where that is a mover; `known` says how it is known."""

    name: str
    reader: str
    access: Access | None
    known: str
    strategy: str
    reason: str
    bytes_per_iteration: int
    moved_bytes_per_iteration: int


def list_fifos(path: Path, options: CompileOptions) -> tuple[FifoLine, ...]:
    """All FIFOs that carry tokens, as the plan has them. Raises `UserError` as compiling does."""
    compiled = compile_graph(path, options)
    graph = separate_branches(check_graph(path, options.parameters).graph)
    planned: Any = compiled.plan["fifos"]
    lines: dict[str, FifoLine] = {}
    for fifo in planned:
        name = _user_name(graph, graph.fifo_by_name[fifo["name"]])
        line = _line(graph, name, fifo)
        lines[name] = _joined(lines[name], line) if name in lines else line
    return tuple(lines.values())


def _user_name(graph: Graph, fifo: Fifo) -> str:
    """The name in the user's graph: the mover that sets a branch apart is named like the port at the branch's end."""
    if "." in fifo.target.actor:
        return f"{fifo.source}:{fifo.target.actor}"
    if "." in fifo.source.actor:
        (before,) = (entering for _, entering in graph.inputs_of(graph.actor(fifo.source.actor)))
        return f"{before.source}:{fifo.target}"
    return fifo.name


def _line(graph: Graph, name: str, planned: dict[str, Any]) -> FifoLine:
    target = graph.fifo_by_name[planned["name"]].target
    reader, port = graph.actor(target.actor), graph.port(target)
    access = None if reader.is_mover else port.access
    # Read-write without a proof is no claim of anybody: it is what is assumed where nothing is said.
    assumed = access is Access.READ_WRITE and port.trust is Trust.CLAIMED
    known = "" if access is None else "assumed" if assumed else port.trust.value
    return FifoLine(reader=reader.kind.value, access=access, known=known, **{**planned, "name": name})


def _joined(first: FifoLine, second: FifoLine) -> FifoLine:
    """One line for the two parts of a branch that is set apart, the second one read by the user's actor."""
    telling = max(second, first, key=lambda line: line.moved_bytes_per_iteration)
    moved = first.moved_bytes_per_iteration + second.moved_bytes_per_iteration
    return replace(second, strategy=telling.strategy, reason=telling.reason, moved_bytes_per_iteration=moved)


@dataclass(frozen=True)
class Assignment:
    """The FIFOs that `pattern` names shall have the setting."""

    pattern: str
    setting: Setting


@dataclass(frozen=True)
class Edit:
    """What a file holds and what it would hold. `fifos` are those asked for that change; `notes` tell of the others."""

    path: Path
    before: bytes
    after: bytes
    fifos: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def changes(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        """A unified diff, as `patch` reads it."""
        name = str(self.path)
        lines = difflib.unified_diff(_lines(self.before), _lines(self.after), name, name)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(content: bytes) -> list[str]:
    lines = content.decode("utf-8").split("\n")
    return [f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]


def plan_edit(path: Path, assignments: Sequence[Assignment], options: CompileOptions) -> Edit:
    """The edit of the file that makes the assignments true, one after the other; nothing is written.

    Raises `UserError` for a pattern without FIFO, an unknown strategy, and all for which the edited graph is refused.
    """
    before, text = _read(path)
    editor = _Editor(path, options, Draft(text, text))
    for assignment in assignments:
        editor.assign(assignment)
    if editor.draft.text == text:
        return Edit(path, before, before, (), ())
    after = before[: len(before) - len(text.encode())] + editor.draft.text.encode()
    notes = [*editor.notes, *_refuse_uncompilable(path, after, editor.draft, options)]
    return Edit(path, before, after, editor.changed(), (*editor.also_changed(), *notes))


def _read(path: Path) -> tuple[bytes, str]:
    text = read_text(path)
    content = path.read_bytes()
    if content.removeprefix(BOM) != text.encode():
        raise _changed_meanwhile(path)
    return content, text


class _State:
    """A draft, understood."""

    def __init__(self, graph: Graph, file: GraphFile) -> None:
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
        own = self._places[fifo.span]
        along = self._connections.along(fifo.source, fifo.target) or (own,)
        if setting.annotation is None:
            return along
        name = setting.annotation.name
        speaking = [place for place in along if any(a.name == name for a in place.edge.annotations)]
        if setting.strategy and fifo.transfer is not None:
            said_at = fifo.transfer.span
            speaking = [place for place in speaking if any(a.span == said_at for a in place.edge.annotations)]
        return speaking[:1] or (own,)

    def with_parts(self, fifo: Fifo) -> list[Fifo]:
        """The FIFO, and others that a mover of dfgen's parts from it within its edge."""
        before = self._entering.get((fifo.span, fifo.source.actor), ())
        return [fifo, *before, *self._leaving.get((fifo.span, fifo.target.actor), ())]


class _Editor:
    """Makes assignments true in a draft, and knows which FIFOs that has changed."""

    def __init__(self, path: Path, options: CompileOptions, draft: Draft) -> None:
        self.draft = draft
        self.notes: list[str] = []
        self._path = path
        self._options = options
        self._asked: set[PortRef] = set()
        self._graphs: set[str] = set()
        self._state = self._first = self._understood()

    def assign(self, assignment: Assignment) -> None:
        setting, graph = assignment.setting, self._state.graph
        targets = {graph.fifo_by_name[name].target for name in _named(graph, assignment)}
        self._asked |= targets

        def fifos() -> list[Fifo]:
            return [fifo for fifo in self._state.graph.fifos if fifo.target in targets]

        self._edit(fifos(), setting)
        self._refuse_without_effect(fifos(), setting)

    def changed(self) -> tuple[str, ...]:
        return tuple(self._names(fifo for fifo in self._differing() if self._is_asked(fifo)))

    def also_changed(self) -> list[str]:
        others = self._names(fifo for fifo in self._differing() if not self._is_asked(fifo))
        if not others:
            return []
        graphs = sorted(self._graphs - {self._state.graph.name})
        why = (
            f"an edge of graph '{graphs[0]}' counts for each actor made of it" if graphs else "they have the same edge"
        )
        more = f" and {len(others) - NAMES_MAX} more" if len(others) > NAMES_MAX else ""
        return [f"this changes {', '.join(others[:NAMES_MAX])}{more} too: {why}"]

    def _names(self, fifos: Iterable[Fifo]) -> list[str]:
        return list(dict.fromkeys(_user_name(self._state.graph, fifo) for fifo in fifos))

    def _understood(self) -> _State:
        """Raises `UserError` with places in the original file."""
        try:
            file = parse_text(self.draft.text, str(self._path))
            graph = separate_branches(elaborate(file, self._path, self._options.parameters))
        except UserError as error:
            raise _refused(error.diagnostics, self.draft, self._path, self._path) from None
        return _State(graph, file)

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
        self.notes += [f"dropped '{options}', which belonged to the annotation before" for options in lost]
        self._graphs |= {place.graph for place in decisive}
        self.draft = self.draft.edited(found)
        self._state = self._understood()

    def _refuse_without_effect(self, fifos: Iterable[Fifo], setting: Setting) -> None:
        graph = self._state.graph
        enough = any if setting.annotation is not None else all
        for fifo in fifos:
            if not enough(_in_effect(graph, part, setting) for part in self._state.with_parts(fifo)):
                span = self.draft.original_span(fifo.span, str(self._path))
                message = f"'{setting}' on its edge has no effect on {_user_name(graph, fifo)}"
                hint = "Another edge or the port itself says otherwise; change that in the file."
                raise fail("annotation-without-effect", message, span, hint)

    def _differing(self) -> list[Fifo]:
        first, last = self._first.graph, self._state.graph
        before = {fifo.target: _signature(first, fifo) for fifo in first.fifos}
        return [f for f in last.fifos if f.target in before and _signature(last, f) != before[f.target]]

    def _is_asked(self, fifo: Fifo) -> bool:
        return any(part.target in self._asked for part in self._state.with_parts(fifo))


def _named(graph: Graph, assignment: Assignment) -> list[str]:
    """The FIFOs that a pattern names."""
    silent = replace(graph, fifos=tuple(replace(f, transfer=None, private=False) for f in graph.fifos))
    strategy = assignment.setting.strategy or MEMCPY.name
    return list(requested_strategies(silent, [f"{assignment.pattern}={strategy}"]))


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
    return graph.actor(fifo.target.actor).is_mover or graph.port(fifo.target).access is setting.access


def _signature(graph: Graph, fifo: Fifo) -> tuple[object, ...]:
    return fifo.transfer, fifo.private, fifo.written_fraction, graph.port(fifo.target).access


def _refuse_uncompilable(path: Path, content: bytes, draft: Draft, options: CompileOptions) -> list[str]:
    """Raise `UserError` if the edited graph does not compile, unless nothing about that is new; then a note says so."""
    with _beside(path, content) as trial:
        try:
            compile_graph(trial, options)
            return []
        except UserError as error:
            refusal = _refused(error.diagnostics, draft, trial, path)
    try:
        compile_graph(path, options)
    except UserError as error:
        known = {(d.id, d.message) for d in error.diagnostics}
        if {(d.id, d.message) for d in refusal.diagnostics} <= known:
            first = error.diagnostics[0].message
            return [f"the file did not compile before either, so the annotation has not been checked: {first}"]
    raise refusal


def _refused(diagnostics: Iterable[Diagnostic], draft: Draft, trial: Path, path: Path) -> UserError:
    """The diagnostics of an edited file at their places in the file that was edited."""

    def moved(span: Span | None) -> Span | None:
        return draft.original_span(span, str(path)) if span is not None and span.file == str(trial) else span

    notes = (Note("found in the file as it would be; it has been left as it was"),) if draft.steps else ()
    found = []
    for diagnostic in diagnostics:
        given = tuple(replace(note, span=moved(note.span)) for note in diagnostic.notes)
        message = diagnostic.message.replace(str(trial), str(path))
        found.append(replace(diagnostic, message=message, span=moved(diagnostic.span), notes=(*given, *notes)))
    return UserError(found)


def write_edit(edit: Edit) -> None:
    """Put the new content in place of the old at once, or not at all. A link stays one, and its file keeps its mode."""
    target = Path(os.path.realpath(edit.path))
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, "it is write-protected")
        with _beside(target, edit.after) as new:
            new.chmod(mode)
            if target.read_bytes() != edit.before:
                raise _changed_meanwhile(edit.path)
            os.replace(new, target)
    except OSError as error:
        raise _unwritable(edit.path, error) from error


@contextmanager
def _beside(path: Path, content: bytes) -> Iterator[Path]:
    """A file with `content` in the folder of `path`, where paths inside of it mean the same; gone afterwards."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}.", suffix=path.suffix)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        yield path.parent / Path(name).name
    finally:
        Path(name).unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> UserError:
    hint = "Writing takes a temporary file in the same folder, too."
    return fail("file-unwritable", f"cannot write '{path}': {error.strerror}", None, hint)


def _changed_meanwhile(path: Path) -> UserError:
    message = f"'{path}' has changed while dfgen worked on it"
    return fail("file-changed", message, Span(str(path), 0, 0), "Nothing was written; run the command again.")
