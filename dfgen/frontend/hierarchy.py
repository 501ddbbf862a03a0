# SPDX-License-Identifier: Apache-2.0
"""Elaborates graph declarations, those that their refined actors use included.

The main graph is the first one of the file that no other graph uses. A graph used as an actor is elaborated once for
each set of parameter values.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from dfgen.frontend.actors import DeclaredActor, elaborate_actor
from dfgen.frontend.annotations import actor_notes, placed
from dfgen.frontend.files import FILE_ACTORS, elaborate_file_actor, is_file_actor
from dfgen.frontend.flatten import flatten
from dfgen.frontend.levels import FlatLevel, Level
from dfgen.frontend.objects import object_words
from dfgen.frontend.ports import elaborate_ports
from dfgen.frontend.problems import Problems, Rejected, listed, reject, suggestion
from dfgen.frontend.refinement import refine, refine_main
from dfgen.frontend.routing import elaborate_routing
from dfgen.frontend.scopes import Scope, evaluate_arguments
from dfgen.frontend.syntax import (
    ActorDeclaration,
    Edge,
    FileItem,
    GraphDeclaration,
    GraphFile,
    Identifier,
    Include,
    Instance,
    LibraryNames,
    ObjectDeclaration,
    Parameter,
    PathText,
    PortDeclaration,
    Routing,
    Source,
    Statement,
    TypeDeclaration,
)
from dfgen.model.diagnostics import Note, Span
from dfgen.model.graph import Actor, ActorKind, LinkedLibrary, PortRef
from dfgen.model.objects import ObjectWords

HIERARCHY_DEPTH_MAX = 50

_LIBRARY_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+.-]*")

_Key = tuple[str, tuple[tuple[str, "int | None"], ...], tuple[tuple[str, str], ...]]


class Library:
    """What a file declares: its graphs, actor templates, constants and types; and all C files that it names."""

    def __init__(self, file: GraphFile, base: Path, problems: Problems) -> None:
        self.problems = problems
        self.graphs: dict[str, GraphDeclaration] = {}
        self.templates: dict[str, ActorDeclaration] = {}
        self.includes: dict[str, None] = {}
        self.sources: dict[str, None] = {}
        self.libraries: dict[str, LinkedLibrary] = {}
        self.objects: dict[str, ObjectWords] = {}
        self.scope = Scope(problems)
        self.finished: dict[_Key, FlatLevel | None] = {}
        self._base = base
        self._file = file
        self._index(file.items)
        self.declare(file.items, self.scope)

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
        """The first graph that no other graph uses (the first of all, where each is used)."""
        used = {
            statement.template.text
            for graph in self.graphs.values()
            for statement in graph.statements
            if isinstance(statement, Instance)
        }
        if not self.graphs:
            raise reject("graph-missing", "this file has no graph", self._file.span, "Write 'graph name { ... }'.")
        return next((g for g in self.graphs.values() if g.name.text not in used), next(iter(self.graphs.values())))

    def declare(self, items: Iterable[FileItem | Statement], scope: Scope) -> None:
        """Take over constants, types and C files, in the order of the text."""
        for item in items:
            if isinstance(item, Parameter):
                scope.add_value(item)
            elif isinstance(item, TypeDeclaration):
                scope.add_type(item)
            elif isinstance(item, (Include, Source)):
                found = self.includes if isinstance(item, Include) else self.sources
                for path in item.paths:
                    self._check_path(path)
                    found[path.text] = None
            elif isinstance(item, LibraryNames):
                for name in item.names:
                    self._check_library(name)
                    self.libraries.setdefault(name.text, LinkedLibrary(name.text, name.span))
            elif isinstance(item, ObjectDeclaration):
                self._add_object(item)

    def _add_object(self, item: ObjectDeclaration) -> None:
        words = object_words(item, self.problems)
        first = self.objects.setdefault(words.c_name, words)
        if first is not words and first.span != words.span:
            message = f"'{words.c_name}' is described already"
            self.problems.add("name-duplicate", message, words.span, "Keep one.", [Note("the first", first.span)])

    def _check_library(self, name: PathText) -> None:
        if not _LIBRARY_NAME.fullmatch(name.text):
            message = f"'{name.text}' is no name of a library"
            self.problems.add("name-invalid", message, name.span, 'Name it as the linker does: "crypto" for -lcrypto.')

    def _check_path(self, path: PathText) -> None:
        place = os.path.join(self._base, path.text)
        if not os.path.isfile(place):
            other = "is a pipe or a device" if os.path.exists(place) else "does not exist"
            what = "is a folder" if os.path.isdir(place) else other
            hint = f"Paths are relative to the folder of the graph file, '{self._base}'."
            self.problems.add("path-missing", f"'{path.text}' {what}", path.span, hint)


class LevelBuilder:
    """Elaborates one graph declaration with given parameter values. `chain` holds the instances around it, `origins`
    tells which of its parameters are those of the main graph."""

    def __init__(
        self,
        library: Library,
        declaration: GraphDeclaration,
        given: Mapping[str, int | None],
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

    def _build(self, given: Mapping[str, int | None]) -> None:
        statements = self._declaration.statements
        if not any(isinstance(s, (ActorDeclaration, Instance, Routing, Edge)) for s in statements):
            message = f"graph '{self.level.name}' has no actors"
            self._problems.add("graph-empty", message, self.level.span, "Add an actor.")
        self.scope.bind(self._declaration.parameters, given)
        self._library.declare(statements, self.scope)
        self._add_interfaces([s for s in statements if isinstance(s, PortDeclaration)])
        self._add_nodes([s for s in statements if isinstance(s, (ActorDeclaration, Instance, Routing))])
        for statement in statements:
            if isinstance(statement, Edge):
                self.level.add_edge(statement, self.scope)
        self.level.check_connected(self.scope)

    def _add_interfaces(self, declarations: list[PortDeclaration]) -> None:
        for declaration in declarations:
            if self.level.is_main:
                message = "the main graph has no surroundings that an interface could reach"
                hint = "Use actors that read or write files, or use this graph as an actor."
                self._problems.add("graph-interface", message, declaration.name.span, hint)
            elif declaration.marks:
                message = "an interface has a rate and nothing else; the ports behind it may have more"
                self._problems.add("clause-invalid", message, declaration.marks[0].span, "Remove it.")
        for port in elaborate_ports(declarations, self.scope) or ():
            self._first[port.port.name] = port.port.span
            self.level.interfaces[port.port.name] = port.port
            if len(port.port.rates) > 1 or port.port.pattern is not None:
                message = f"interface '{port.port.name}' must have one rate: a firing is a whole iteration"
                self._problems.add("graph-interface", message, port.port.span, "Write one number.")

    def _add_nodes(self, statements: list[ActorDeclaration | Instance | Routing]) -> None:
        """File actors last, as they take their types from the others; in the order of the text all the same."""
        for statement in sorted(statements, key=self._is_file_actor):
            self._add_node(statement)
        nodes = self.level.nodes
        names = dict.fromkeys(statement.name.text for statement in statements)
        self.level.nodes = {name: nodes[name] for name in names if name in nodes}

    def _is_file_actor(self, statement: Statement) -> bool:
        return is_file_actor(statement, {*self._library.graphs, *self._library.templates})

    def _add_node(self, statement: ActorDeclaration | Instance | Routing) -> None:
        name = statement.name
        if name.text in self._first:
            note = Note(f"the first '{name.text}'", self._first[name.text])
            message = f"there is an actor or interface '{name.text}' already"
            self._problems.add("name-duplicate", message, name.span, "Rename one of them.", [note])
            return
        self._first[name.text] = name.span
        self.level.broken.add(name.text)
        node = None
        with self._problems.caught():
            node = self._node(statement)
        if node is not None:
            self.level.broken.discard(name.text)
            self.level.nodes[name.text] = node

    def _node(self, statement: ActorDeclaration | Instance | Routing) -> Actor | None:
        if isinstance(statement, Routing):
            return self._taken(elaborate_routing(statement, self.scope))
        if isinstance(statement, ActorDeclaration):
            if statement.parameters:
                message = "only templates, outside of all graphs, have parameters"
                span = statement.parameters[0].span
                self._problems.add("clause-invalid", message, span, "Write 'param name = value;' in the graph.")
            return self._taken(elaborate_actor(statement.name.text, statement, self.scope))
        return self._instance(statement)

    def _taken(self, declared: DeclaredActor | None) -> Actor | None:
        if declared is None:
            return None
        for port, fraction in declared.written.items():
            self.level.written[PortRef(declared.actor.name, port)] = fraction
        return declared.actor

    def _instance(self, instance: Instance) -> Actor | None:
        name = instance.template
        if self._is_file_actor(instance):
            return elaborate_file_actor(instance, self._declaration.statements, self.level, self.scope)
        if name.text in self._library.templates:
            return self._from_template(instance, self._library.templates[name.text])
        if name.text in self._library.graphs:
            return self._from_graph(instance, self._library.graphs[name.text])
        known = [*self._library.graphs, *self._library.templates]
        hint = suggestion(name.text, [*known, *FILE_ACTORS], f"This file has {listed(known)}.")
        raise reject("template-unknown", f"there is no graph or actor template '{name.text}'", name.span, hint)

    def _arguments(self, instance: Instance, template: ActorDeclaration | GraphDeclaration) -> dict[str, int | None]:
        what = f"'{template.name.text}'"
        return evaluate_arguments(instance.arguments, template.parameters, self.scope, what)

    def _from_template(self, instance: Instance, template: ActorDeclaration) -> Actor | None:
        scope = self._library.scope.inner()
        scope.bind(template.parameters, self._arguments(instance, template))
        scope.origins.update(self.scope.origins_of(instance.arguments))
        actor = self._taken(elaborate_actor(instance.name.text, template, scope))
        notes = actor_notes(instance.annotations, self.scope)
        if actor is None:
            return None
        return placed(replace(actor, script=notes.script or actor.script), notes.cores, notes.node)

    def _from_graph(self, instance: Instance, graph: GraphDeclaration) -> Actor | None:
        self._refuse_recursion(instance)
        given = self._arguments(instance, graph)
        notes = actor_notes(instance.annotations, self.scope)
        if notes.script is not None:
            message = "a memory script is about the windows of one C function, and this actor is a graph"
            raise reject("annotation-arguments", message, notes.script.span, "Say it of the actors inside.")
        child = self._finished(instance, graph, given)
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
        if len(chain) > HIERARCHY_DEPTH_MAX:
            message = f"the hierarchy is more than {HIERARCHY_DEPTH_MAX} graphs deep"
            raise reject("graph-too-large", message, instance.template.span)

    def _finished(
        self, instance: Instance, graph: GraphDeclaration, given: Mapping[str, int | None]
    ) -> FlatLevel | None:
        """The inside of a refined actor, from the library if it has been made before."""
        origins = self.scope.origins_of(instance.arguments)
        key = (graph.name.text, tuple(sorted(given.items())), tuple(sorted(origins.items())))
        finished = self._library.finished
        if key not in finished:
            finished[key] = None
            with self._problems.caught():
                builder = LevelBuilder(self._library, graph, given, (*self._chain, instance), origins)
                finished[key] = builder.finish_refined()
        return finished[key]
