# SPDX-License-Identifier: Apache-2.0
"""One graph file in an editor: what is wrong with it, and what its names and places mean.

While the text is no graph, as it mostly is while somebody types, answers come from the last text that was one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.analysis.facts import analyse
from dfgen.csource.declarations import Prototype
from dfgen.csource.learn import learn_from_c
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.toolchain import find_compiler
from dfgen.frontend.annotations import ON_ACTORS, ON_EDGES, ON_FILES, ON_GRAPHS
from dfgen.frontend.antlr import WORDS
from dfgen.frontend.collection import collection_paused
from dfgen.frontend.elaborate import elaborate
from dfgen.frontend.importers import Imported
from dfgen.frontend.known_statements import KnownStatements
from dfgen.frontend.parse import parse_text
from dfgen.frontend.replication import base_name
from dfgen.frontend.sidecar import load_sidecar
from dfgen.frontend.sidecar_effect import apply_sidecar
from dfgen.frontend.syntax import ActorDeclaration, GraphFile
from dfgen.lsp.neighbours import Neighbours
from dfgen.lsp.symbols import Key, Symbol, symbols_of
from dfgen.lsp.texts import NotingTexts, with_blank_mark
from dfgen.memory.requests import requested_strategies
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.input_files import FileTexts
from dfgen.model.positions import with_line_feeds
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, plan_graph

_PORT_BEFORE = re.compile(r"(\w+)(?:\[[^\]]*\])?\s*\.\s*\w*$")
_NODES = {"graph", "template", "actor"}
_CALL_BEFORE = re.compile(r"\b(?:fire|init|end)\s+\w*$")


@dataclass
class Document:
    """`text` as it is now; `syntax`, `graph` and `facts` of the last text with them. `texts`: of other files;
    `needed`: those of them that the last text which could be parsed imports, or would if they were there."""

    path: Path
    texts: FileTexts = field(default_factory=FileTexts)
    text: str = ""
    syntax: GraphFile | None = None
    graph: Graph | None = None
    facts: Facts | None = None
    needed: frozenset[Path] = frozenset()
    is_current: bool = False
    _statements: KnownStatements = field(default_factory=KnownStatements)
    _choices: dict[str, str] | None = None
    _symbols: tuple[Symbol, ...] | None = None
    _functions: Mapping[str, Prototype] = field(default_factory=dict)

    def update(self, text: str, *, reads_c: bool) -> tuple[Diagnostic, ...]:
        """What is wrong with the new text; with its C only where `reads_c`, which takes longer."""
        self.text, self.is_current, self._choices = with_blank_mark(text), False, None
        try:
            with collection_paused():
                self.syntax = parse_text(self.text, str(self.path), self._statements)
                self._symbols = None
                graph = self._elaborated(self.syntax)
                self.graph = apply_sidecar(graph, load_sidecar(self.path))
                self.facts = analyse(self.graph)
            self.is_current = True
            requested_strategies(self.graph, ())
            warnings = self.facts.warnings
            if reads_c and (graph.includes or graph.sources):
                self._read_functions(graph)
                warnings = (*warnings, *learn_from_c(self.graph, runtime_dir() / "include").warnings)
        except UserError as error:
            return tuple(found for found in error.diagnostics if found.id != "graph-missing" or not self._has_templates)
        return warnings

    def _elaborated(self, syntax: GraphFile) -> Graph:
        """Raises `UserError`."""
        texts = NotingTexts(self.texts)
        try:
            return elaborate(Imported(syntax, self.path.parent, file=self.path, texts=texts), self.path.name)
        finally:
            self.needed = frozenset(texts.asked)

    @property
    def _has_templates(self) -> bool:
        """Whether others may import it: such a file needs no graph."""
        return self.syntax is not None and any(isinstance(item, ActorDeclaration) for item in self.syntax.items)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Of the last text that could be parsed, looked for with the first question."""
        if self._symbols is None:
            imported = self._neighbours().imported(self.path, self.syntax).values() if self.syntax is not None else ()
            self._symbols = symbols_of(self.syntax, imported) if self.syntax is not None else ()
        return self._symbols

    def _read_functions(self, graph: Graph) -> None:
        headers = [self.path.parent / name for name in graph.includes]
        folders = (self.path.parent, *dict.fromkeys(h.parent for h in headers), runtime_dir() / "include")
        self._functions = read_prototypes(headers, folders, find_compiler()).functions

    # --- places -------------------------------------------------------------------------------------------------------

    def at(self, line: int, column: int) -> Symbol | None:
        """The name at a place, both counted from 1."""
        return next((s for s in self.symbols if _covers(s.span, line, column)), None)

    def declaration(self, key: Key) -> Span | None:
        """Where a symbol is declared: here, in a file that is imported, or in a header."""
        own = next((s.span for s in self.symbols if s.key == key and s.whole is not None), None)
        if own is not None:
            return own
        if key[0] == "function" and key[-1] in self._functions:
            return self._functions[key[-1]].location
        return next((s.span for s in self._imported() if s.key == key and s.whole is not None), None)

    def _neighbours(self) -> Neighbours:
        return Neighbours(lambda path: self.text if path == self.path else self.texts.read(path))

    def _imported(self) -> Iterator[Symbol]:
        neighbours = self._neighbours()
        files = neighbours.imported(self.path, self.syntax) if self.syntax is not None else {}
        for path, syntax in files.items():
            yield from symbols_of(syntax, neighbours.imported(path, syntax).values())

    def renamed(self, symbol: Symbol, name: str) -> list[Span]:
        """The places that get the new name, here and in other files; a `UserError` where a file would say something
        else then."""
        if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
            raise fail("name-invalid", f"'{name}' is not a name", symbol.span, "Use letters, digits and _.")
        declared = self.declaration(symbol.key)
        if declared is None or symbol.kind == "function":
            message = f"'{symbol.name}' is declared in no graph file"
            raise fail("name-unknown", message, symbol.span, "Rename it where it is declared, and here by hand.")
        spans: set[Span] = set()
        for _, symbols in self._neighbours().users(self.path, Path(declared.file)):
            spans.update(s.span for s in symbols if s.key == symbol.key)
            taken = next(
                (s for s in symbols if s.whole is not None and _excludes(s.key, (*symbol.key[:-1], name))), None
            )
            if taken is not None:
                raise fail("name-duplicate", f"there is a '{name}' already", taken.span, "Choose another name.")
        if self.is_current and {span.file for span in spans} == {str(self.path)}:
            self._require_graph(sorted(spans, key=_place), name)
        return sorted(spans, key=_place)

    def _require_graph(self, spans: list[Span], name: str) -> None:
        """Raise `UserError` if the text is no graph with `name` at those places."""
        lines = with_line_feeds(self.text).split("\n")
        for span in reversed(spans):
            line = lines[span.line - 1]
            lines[span.line - 1] = line[: span.column - 1] + name + line[span.end_column - 1 :]
        self._elaborated(parse_text("\n".join(lines), str(self.path)))

    def outline(self) -> list[Symbol]:
        return [s for s in self.symbols if s.whole is not None and s.kind in ("graph", "template", "actor", "port")]

    # --- what there is to say -----------------------------------------------------------------------------------------

    def hover(self, symbol: Symbol) -> str:
        """In Markdown."""
        told = next((s.detail for s in self.symbols if s.key == symbol.key and s.detail), "")
        lines = [f"`{told}`"] if told else []
        if symbol.kind == "actor":
            lines += self._about_actor(symbol.name)
        elif symbol.kind == "port":
            lines += self._about_port(symbol)
        elif symbol.kind == "parameter" and self.graph is not None:
            lines += [f"{name} = {value}" for name, value in self.graph.parameters if name == symbol.name]
        elif symbol.kind == "function" and symbol.name in self._functions:
            lines.append(f"```c\n{_prototype_text(self._functions[symbol.name])}\n```")
        return "\n\n".join(lines)

    def _actors(self, name: str) -> list[Actor]:
        """The flat actors of that name: some, where it is replicated or part of a graph that is used several times."""
        actors = self.graph.actors if self.graph is not None else ()
        return [actor for actor in actors if base_name(actor.name.rpartition("/")[2]) == name]

    def _about_actor(self, name: str) -> list[str]:
        firings = self.facts.firings if self.facts is not None else {}
        return [f"{actor.name}: {firings[actor.name]} firings an iteration" for actor in self._actors(name)[:4]]

    def _about_port(self, symbol: Symbol) -> list[str]:
        lines = []
        for actor in self.graph.actors if self.graph is not None else ():
            for port in actor.ports:
                if base_name(port.name) == symbol.name and _covers_whole(self._whole(symbol), port.span):
                    rates = ", ".join(map(str, port.rates[:8])) + (", ..." if len(port.rates) > 8 else "")
                    lines.append(f"{actor.name}.{port.name}: {rates} tokens of {port.type.name} a firing")
        return [*lines[:4], *self._about_fifos(symbol)]

    def _whole(self, symbol: Symbol) -> Span | None:
        return next((s.whole for s in self.symbols if s.key == symbol.key and s.whole is not None), None)

    def _about_fifos(self, symbol: Symbol) -> list[str]:
        """Strategy and reason of the FIFOs of the edge that this name stands in."""
        if self.graph is None or symbol.whole is not None:
            return []
        fifos = [fifo for fifo in self.graph.fifos if _covers(fifo.span, symbol.span.line, symbol.span.column)]
        return [self._chosen[fifo.name] for fifo in fifos[:4] if fifo.name in self._chosen]

    @property
    def _chosen(self) -> dict[str, str]:
        if self._choices is None:
            self._choices = {}
            try:
                plan = plan_graph(self.graph, CompileOptions()).plan if self.graph is not None else None
            except UserError:  # no C yet
                return self._choices
            for choice in plan.choices if plan is not None else ():
                self._choices[choice.fifo] = f"{choice.fifo}: **{choice.strategy}**, {choice.reason}"
        return self._choices

    def completions(self, before: str, line: int) -> dict[str, str]:
        """What may stand behind the text `before` of a line, each with a few words on it."""
        if re.search(r"@\w*$", before):
            return {**ON_GRAPHS, **ON_EDGES, **ON_FILES, **ON_ACTORS}
        port = _PORT_BEFORE.search(before)
        if port is not None:
            return self._ports_of(port[1])
        if _CALL_BEFORE.search(before):
            return {name: _prototype_text(prototype) for name, prototype in sorted(self._functions.items())}
        around = {s.key for s in self.symbols if s.whole is not None and s.whole.line <= line <= s.whole.end_line}
        inside = [s for s in self.symbols if s.whole is not None and s.key[1:-1] in {(), *around}]
        return {**dict.fromkeys(WORDS, "word"), **{s.name: s.detail for s in inside}}

    def _ports_of(self, actor: str) -> dict[str, str]:
        return {base_name(p.name): f"{p.direction.value} : {p.type.name}" for a in self._actors(actor) for p in a.ports}


def _excludes(known: Key, new: Key) -> bool:
    """Whether something has a name that is to be given in the same scope."""
    return known[1:] == new[1:] and (known[0] == new[0] or {known[0], new[0]} <= _NODES)


def _place(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def _covers(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)


def _covers_whole(outer: Span | None, inner: Span) -> bool:
    return outer is not None and outer.file == inner.file and _covers(outer, inner.line, inner.column)


def _prototype_text(prototype: Prototype) -> str:
    arguments = ", ".join(f"{argument.declared} {argument.name}".strip() for argument in prototype.arguments)
    return f"{prototype.returns.name} {prototype.name}({arguments or 'void'})"
