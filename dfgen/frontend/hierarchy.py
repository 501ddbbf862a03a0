# SPDX-License-Identifier: Apache-2.0
"""Elaborates graph declarations, those that their refined actors use included.

The main graph is the first one of the file that no other graph uses. A graph used as an actor is elaborated once for
each set of parameter values.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

from dfgen.frontend.actors import DeclaredActor, elaborate_actor
from dfgen.frontend.annotations import actor_notes, placed
from dfgen.frontend.expressions import Value
from dfgen.frontend.files import FILE_ACTORS, elaborate_file_actor, is_file_actor
from dfgen.frontend.flatten import flatten
from dfgen.frontend.importers.imported import Imported
from dfgen.frontend.imports import imported_items
from dfgen.frontend.levels import FlatLevel, Level
from dfgen.frontend.live import declare_live
from dfgen.frontend.objects import object_words
from dfgen.frontend.ports import elaborate_ports
from dfgen.frontend.problems import Problems, Rejected, listed, reject
from dfgen.frontend.refinement import refine, refine_main
from dfgen.frontend.replication import Unrolling, base_name, declared_actors
from dfgen.frontend.routing import ROUTING_WORDS, elaborate_routing
from dfgen.frontend.scopes import Scope, evaluate_arguments, with_inherited
from dfgen.frontend.syntax import (
    ActorDeclaration,
    Edge,
    FileItem,
    GraphDeclaration,
    Identifier,
    Include,
    Instance,
    LibraryNames,
    Loop,
    ObjectDeclaration,
    Parameter,
    PathText,
    PortDeclaration,
    Routing,
    Source,
    Statement,
    TypeDeclaration,
)
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Note, Span
from dfgen.model.graph import LinkedLibrary, LiveParameter, PortRef
from dfgen.model.input_files import is_cpp
from dfgen.model.likeness import suggestion
from dfgen.model.objects import ObjectWords
from dfgen.model.port import DATA, Access, Direction, Port, Trust

_LIBRARY_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+.-]*")
_OF_THE_SYSTEM = frozenset(
    f"{name}.h"
    for name in (
        "assert complex ctype errno fenv float inttypes iso646 limits locale math pthread setjmp signal stdalign "
        "stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar unistd "
        "wchar wctype"
    ).split()
)
"""Headers of C and of POSIX that are often asked for."""

_OF_HEADERS = frozenset({".h", ".hpp", ".hh", ".hxx", ".h++", ".H"})
_STANDARDS = tuple(f"c++{year}" for year in (11, 14, 17, 20, 23, 26))
_STANDARD_FORM = '@standard("c++17")'

_Key = tuple[str, tuple[tuple[str, type, Value], ...], tuple[tuple[str, str], ...]]
"""What makes an inside: its graph, and what it is given, 2 and 2.0 being two things."""


class Library:
    """What a file and those that it imports declare: graphs, actor templates, constants and types; and all C files that
    they name."""

    def __init__(self, imported: Imported, problems: Problems) -> None:
        self.problems = problems
        self.graphs: dict[str, GraphDeclaration] = {}
        self.templates: dict[str, ActorDeclaration] = {}
        self.includes: dict[str, None] = {}
        self.sources: dict[str, None] = {}
        self.standards: dict[str, str] = {}
        self.libraries: dict[str, LinkedLibrary] = {}
        self.objects: dict[str, ObjectWords] = {}
        self.live: tuple[LiveParameter, ...] = ()
        self.scope = Scope(problems)
        self.finished: dict[_Key, FlatLevel | None] = {}
        self._base = imported.base
        self._file = imported.syntax
        self.items = (*imported_items(imported, problems), *imported.syntax.items)
        self._index(self.items)
        self.declare(self.items, self.scope)

    def _index(self, items: Iterable[FileItem]) -> None:
        first: dict[str, Identifier] = {}
        for item in items:
            if isinstance(item, Instance):
                message = f"'{item.name.text}' is an instance outside of any graph"
                self.problems.add("clause-invalid", message, item.span, "Move it into a graph.")
            if not isinstance(item, (GraphDeclaration, ActorDeclaration)):
                continue
            name = item.name
            if name.text in first:
                note = Note("the first", first[name.text].span)
                message = f"there is a graph or template '{name.text}' already"
                self.problems.add("name-duplicate", message, name.span, "Rename one of them.", [note])
                continue
            first[name.text] = name
            if isinstance(item, GraphDeclaration):
                self.graphs[name.text] = item
            else:
                self.templates[name.text] = item

    @cached_property
    def main(self) -> GraphDeclaration:
        """The first graph of the file that no other graph uses (the first of all, where each is used)."""
        used = {
            statement.template.text
            for graph in self.graphs.values()
            for statement in graph.statements
            if isinstance(statement, Instance)
        }
        own = [item for item in self._file.items if isinstance(item, GraphDeclaration)]
        if not own:
            raise reject("graph-missing", "this file has no graph", self._file.span, "Write 'graph name { ... }'.")
        return next((graph for graph in own if graph.name.text not in used), own[0])

    def declare(self, items: Iterable[FileItem | Statement], scope: Scope) -> None:
        """Take over constants, types and C files, in the order of the text."""
        for item in items:
            if isinstance(item, Parameter) and (item.is_live or item.type is not None):
                live = declare_live(item, scope, len(self.live))
                self.live += (live,) if live is not None else ()
            elif isinstance(item, Parameter):
                scope.add_value(item)
            elif isinstance(item, TypeDeclaration):
                scope.add_type(item)
            elif isinstance(item, Include):
                self._add_files(item.paths, self.includes)
            elif isinstance(item, Source):
                self._add_files([path for path in item.paths if not self._is_header(path)], self.sources)
                self._add_standard(item)
            elif isinstance(item, LibraryNames):
                for name in item.names:
                    self._check_library(name)
                    self.libraries.setdefault(name.text, LinkedLibrary(name.text, name.span))
            elif isinstance(item, ObjectDeclaration):
                self._add_object(item)

    def _add_files(self, paths: Iterable[PathText], found: dict[str, None]) -> None:
        for path in paths:
            self._check_path(path)
            found[path.text] = None

    def _is_header(self, source: PathText) -> bool:
        """Whether it is one, which is reported."""
        is_header = Path(source.text).suffix in _OF_HEADERS
        if is_header:
            message = f"'{source.text}' is a header, which is no source"
            self.problems.add("clause-invalid", message, source.span, f"Write 'include \"{source.text}\";'.")
        return is_header

    def _add_standard(self, item: Source) -> None:
        """`@standard("c++17")` of sources in C++."""
        for annotation in item.annotations:
            if annotation.name.text != "standard":
                message = f"a source has no annotation '@{annotation.name.text}'"
                self.problems.add("annotation-unknown", message, annotation.span, f"There is {_STANDARD_FORM}.")
                continue
            value = annotation.arguments[0].value if len(annotation.arguments) == 1 else None
            if not isinstance(value, PathText) or not all(is_cpp(path.text) for path in item.paths):
                message = "the arguments of '@standard' are not understood, or the source is not C++"
                hint = f"It is written {_STANDARD_FORM} behind sources in C++."
                self.problems.add("annotation-arguments", message, annotation.span, hint)
            elif value.text not in _STANDARDS:
                message = f"'{value.text}' is no standard of C++ that sources can name"
                self.problems.add(
                    "annotation-arguments", message, annotation.span, f"Valid here: {', '.join(_STANDARDS)}."
                )
            else:
                self.standards |= {path.text: value.text for path in item.paths}

    def _add_object(self, item: ObjectDeclaration) -> None:
        words = object_words(item, self.problems)
        first = self.objects.setdefault(words.c_name, words)
        if first is not words and first.span != words.span:
            message = f"'{words.c_name}' is described already"
            self.problems.add("name-duplicate", message, words.span, "Keep one.", [Note("the first", first.span)])

    def _check_library(self, name: PathText) -> None:
        if not _LIBRARY_NAME.fullmatch(name.text):
            message = f"'{name.text}' is not a name of a library"
            self.problems.add("name-invalid", message, name.span, 'Name it as the linker does: "crypto" for -lcrypto.')

    def _check_path(self, path: PathText) -> None:
        place = os.path.join(self._base, path.text)
        if not os.path.isfile(place):
            other = "is a pipe or a device" if os.path.exists(place) else "does not exist"
            what = "is a folder" if os.path.isdir(place) else other
            where = f"Paths are relative to the folder of the file that names them: here '{os.path.normpath(place)}'."
            if path.text in _OF_THE_SYSTEM:
                where = f"The C sources and headers include <{path.text}> themselves; a graph names those of its own."
            hint = suggestion(path.text, _files_beside(place, path.text), where)
            self.problems.add("path-missing", f"'{path.text}' {what}", path.span, hint)


def _files_beside(place: str, text: str) -> Iterator[str]:
    """The files in the folder of `place`, written as in `text`."""
    folder = os.path.dirname(place)
    if os.path.isdir(folder):
        yield from (os.path.join(os.path.dirname(text), name) for name in os.listdir(folder))


def _is_template(statement: ActorDeclaration | Instance | Routing) -> TypeGuard[ActorDeclaration]:
    return isinstance(statement, ActorDeclaration) and bool(statement.parameters)


class LevelBuilder:
    """Elaborates one graph declaration with given parameter values. `chain` holds the instances around it, `origins`
    tells which of its parameters are those of the main graph."""

    def __init__(
        self,
        library: Library,
        declaration: GraphDeclaration,
        given: Mapping[str, Value],
        chain: tuple[Instance, ...] = (),
        origins: Mapping[str, str] | None = None,
    ) -> None:
        self.scope = library.scope.inner()
        own = {parameter.name.text: parameter.name.text for parameter in declaration.parameters}
        self.scope.origins.update(own if origins is None else origins)
        self.level = Level(declaration.name.text, declaration.name.span, is_main=not chain)
        self._library = library
        self._problems = library.problems
        self._declaration = declaration
        self._chain = chain
        self._first: dict[str, Span] = {}
        self._templates: dict[str, ActorDeclaration] = {}
        self._actors: set[str] = set()
        self._build(given)

    def finish_main(self) -> FlatLevel:
        """The flat main graph."""
        level = self.level
        self._stop_if_wrong()
        return flatten(level, refine_main(level, self._problems))

    def finish_refined(self) -> FlatLevel:
        """The graph as the inside of a refined actor."""
        self._stop_if_wrong()
        cycles = refine(self.level, self._problems)
        return flatten(self.level, cycles)

    def _stop_if_wrong(self) -> None:
        if len(self._problems):
            raise Rejected(None)

    def _build(self, given: Mapping[str, Value]) -> None:
        statements = self._declaration.statements
        if not any(isinstance(s, (ActorDeclaration, Instance, Routing, Edge)) for s in statements):
            message = f"graph '{self.level.name}' has no actors"
            self._problems.add("graph-empty", message, self.level.span, "Add an actor.")
        self._refuse_live(statements)
        self.scope.bind(self._declaration.parameters, given)
        self._library.declare(statements, self.scope)
        self._add_interfaces([s for s in statements if isinstance(s, PortDeclaration)])
        nodes = [s for s in statements if isinstance(s, (ActorDeclaration, Instance, Routing))]
        self._add_templates([s for s in nodes if _is_template(s)])
        self._edges = [s for s in statements if isinstance(s, (Edge, Loop))]
        actors = [s for s in nodes if not _is_template(s)]
        self._actors = {s.name.text for s in actors if isinstance(s, ActorDeclaration)}
        known = len(self._problems)
        self._add_nodes(actors)
        unrolling = Unrolling()
        for edge, scope in unrolling.edges(self._edges, self.scope):
            self.level.add_edge(edge, scope)
        # An actor that is none, or an edge that names no port, leaves others unconnected: that is told once.
        if not unrolling.is_cut and len(self._problems) == known:
            self.level.check_connected(self.scope)

    def _refuse_live(self, statements: Iterable[Statement]) -> None:
        """They belong to the program: instances of a graph have them in common."""
        for statement in statements if self._chain else ():
            if isinstance(statement, Parameter) and statement.is_live:
                message = f"graph '{self.level.name}' is used as an actor, and only the main graph has live parameters"
                hint = "Move it to the main graph, or out of all graphs, and hand it over."
                self._problems.add("live-parameter", message, statement.name.span, hint)

    def _add_interfaces(self, declarations: list[PortDeclaration]) -> None:
        for declaration in declarations:
            if declaration.marks:
                message = "an interface has a rate and nothing else; the ports behind it may have more"
                self._problems.add("clause-invalid", message, declaration.marks[0].span, "Remove it.")
        self._first |= {declaration.name.text: declaration.name.span for declaration in declarations}
        ports = elaborate_ports(declarations, self.scope)
        if ports is None:
            self.level.broken |= {declaration.name.text for declaration in declarations}
        for port in ports or ():
            if self.level.is_main:
                self._add_boundary(port.port)
            else:
                self.level.interfaces[port.port.name] = port.port
            if len(port.port.rates) > 1 or port.port.pattern is not None:
                message = f"interface '{port.port.name}' must have one rate: a firing is a whole iteration"
                self._problems.add("graph-interface", message, port.port.span, "Write one number.")

    def _add_boundary(self, port: Port) -> None:
        """A port of the main graph is an actor on core 0, where the caller of the graph is."""
        if port.type.objects:
            message = f"tokens of port '{port.name}' are objects, which lead to addresses inside of the graph"
            self._problems.add("graph-interface", message, port.span, "Write an actor that turns them into bytes.")
        if base_name(port.name) != port.name:
            message = f"port '{port.name}' is one of an array, which the caller of a graph cannot hand over"
            self._problems.add("graph-interface", message, port.span, "Write ports with a name each.")
        inner = Direction.OUTPUT if port.is_input else Direction.INPUT
        data = Port(DATA, inner, port.type, port.rates, span=port.span)
        if data.is_input:
            data = replace(data, access=Access.READ_ONLY, trust=Trust.PROVEN)
        number = len(self.level.nodes)
        actor = Actor(port.name, ActorKind.CODE, (data,), ordered=True, core=0, boundary=number, span=port.span)
        self.level.nodes[port.name] = actor

    def _add_templates(self, declarations: Iterable[ActorDeclaration]) -> None:
        for declaration in declarations:
            name = declaration.name
            first = self._templates.setdefault(name.text, declaration)
            if first is not declaration:
                note = Note("the first", first.name.span)
                message = f"there is a template '{name.text}' already"
                self._problems.add("name-duplicate", message, name.span, "Rename one of them.", [note])

    def _add_nodes(self, statements: list[ActorDeclaration | Instance | Routing]) -> None:
        """File actors last, as they take their types from the others; in the order of the text all the same."""
        for statement in sorted(statements, key=self._is_file_actor):
            if self._is_free(statement.name):
                with self._problems.caught():
                    self._add_declared(statement)
        nodes = self.level.nodes.values()
        boundary = (node.name for node in nodes if node.boundary is not None)
        names = (*boundary, *(statement.name.text for statement in statements))
        order = {name: number for number, name in enumerate(names)}
        self.level.nodes = {node.name: node for node in sorted(nodes, key=lambda node: order[base_name(node.name)])}

    def _is_free(self, name: Identifier) -> bool:
        """Whether nothing else has the name; it is taken now."""
        if name.text not in self._first:
            self._first[name.text] = name.span
            return True
        note = Note(f"the first '{name.text}'", self._first[name.text])
        message = f"there is an actor or interface '{name.text}' already"
        self._problems.add("name-duplicate", message, name.span, "Rename one of them.", [note])
        self.level.doubled.add(name.text)
        return False

    def _add_declared(self, statement: ActorDeclaration | Instance | Routing) -> None:
        """The actors of one declaration: all of them, or none."""
        self.level.broken.add(statement.name.text)
        made: dict[str, Actor] = {}
        for each, scope in declared_actors(statement, self.scope):
            node = self._node(each, scope)
            if node is None:
                return
            made[node.name] = node
        self.level.broken.discard(statement.name.text)
        self.level.nodes |= made

    def _is_file_actor(self, statement: Statement) -> bool:
        return is_file_actor(statement, {*self._library.graphs, *self._library.templates, *self._templates})

    def _node(self, statement: ActorDeclaration | Instance | Routing, scope: Scope) -> Actor | None:
        if isinstance(statement, Routing):
            return self._taken(elaborate_routing(statement, scope))
        if isinstance(statement, ActorDeclaration):
            return self._taken(elaborate_actor(statement.name.text, statement, scope))
        return self._instance(statement, scope)

    def _taken(self, declared: DeclaredActor | None) -> Actor | None:
        if declared is None:
            return None
        for port, fraction in declared.written.items():
            self.level.written[PortRef(declared.actor.name, port)] = fraction
        return declared.actor

    def _instance(self, instance: Instance, scope: Scope) -> Actor | None:
        """`scope` has what the arguments see."""
        name = instance.template
        if self._is_file_actor(instance):
            edges = Unrolling().edges(self._edges, replace(scope, problems=Problems()))
            return elaborate_file_actor(instance, (edge for edge, _ in edges), self.level, scope)
        if name.text in self._templates:
            template = self._templates[name.text]
            return self._from_template(instance, scope, template, self.scope.without(template.parameters))
        if name.text in self._library.templates:
            return self._from_template(instance, scope, self._library.templates[name.text], self._library.scope.inner())
        if name.text in self._library.graphs:
            return self._from_graph(instance, scope, self._library.graphs[name.text])
        hint = self._template_meant(name.text)
        raise reject("template-unknown", f"there is no graph or actor template '{name.text}'", name.span, hint)

    def _template_meant(self, name: str) -> str:
        if name in self._actors:
            what = f"'{name}' is an actor of this graph. Move it out of the graph to make a template of it"
            return f"{what}, or declare 'actor {name}[n]' to have it n times."
        if name in ROUTING_WORDS:
            return f"It has ports of its own each time: write '{name} NAME {{ ... }}'."
        known = [*self._templates, *self._library.graphs, *self._library.templates]
        return suggestion(name, [*known, *FILE_ACTORS], f"This file has {listed(known)}.")

    def _from_template(
        self, instance: Instance, scope: Scope, template: ActorDeclaration, inside: Scope
    ) -> Actor | None:
        """`inside` has what the template sees beside its parameters."""
        instance = with_inherited(instance, template.parameters, scope)
        what = f"'{template.name.text}'"
        inside.bind(template.parameters, evaluate_arguments(instance.arguments, template.parameters, scope, what))
        inside.origins.update(scope.origins_of(instance.arguments))
        actor = self._taken(elaborate_actor(instance.name.text, template, inside))
        notes = actor_notes(instance.annotations, scope)
        if actor is None:
            return None
        scripted = replace(actor, script=notes.script) if notes.script is not None else actor
        return placed(scripted, notes.cores, notes.node)

    def _from_graph(self, instance: Instance, scope: Scope, graph: GraphDeclaration) -> Actor | None:
        self._refuse_recursion(instance)
        instance = with_inherited(instance, graph.parameters, scope)
        given = evaluate_arguments(instance.arguments, graph.parameters, scope, f"'{graph.name.text}'")
        notes = actor_notes(instance.annotations, scope)
        if notes.script is not None:
            message = "a memory script is about the windows of one C function, and this actor is a graph"
            raise reject("annotation-arguments", message, notes.script.span, "Put it on the actors inside.")
        child = self._finished(instance, graph, given, scope.origins_of(instance.arguments))
        if child is None:
            return None
        name = instance.name.text
        self.level.children[name] = child
        self.level.cores[name] = notes.cores
        self.level.hosts[name] = notes.node
        return Actor(name, ActorKind.CODE, child.interfaces, span=instance.name.span)

    def _refuse_recursion(self, instance: Instance) -> None:
        chain = [self._library.main.name.text, *(i.template.text for i in self._chain), instance.template.text]
        if instance.template.text in chain[:-1]:
            text = " -> ".join(chain)
            hint = "A graph cannot contain itself."
            raise reject("hierarchy-recursive", f"the hierarchy never ends: {text}", instance.template.span, hint)

    def _finished(
        self, instance: Instance, graph: GraphDeclaration, given: Mapping[str, Value], origins: dict[str, str]
    ) -> FlatLevel | None:
        """The inside of a refined actor, from the library if it has been made before."""
        values = tuple((name, type(value), value) for name, value in sorted(given.items()))
        key = (graph.name.text, values, tuple(sorted(origins.items())))
        finished = self._library.finished
        if key not in finished:
            finished[key] = None
            with self._problems.caught():
                builder = LevelBuilder(self._library, graph, given, (*self._chain, instance), origins)
                finished[key] = builder.finish_refined()
        return finished[key]
