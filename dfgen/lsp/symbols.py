# SPDX-License-Identifier: Apache-2.0
"""What the names of a graph file mean: each place where one stands, and the place where it is declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace

from dfgen.frontend.syntax import (
    ActorDeclaration,
    CallItem,
    CallText,
    Edge,
    Endpoint,
    FileItem,
    GraphDeclaration,
    GraphFile,
    Identifier,
    Instance,
    Loop,
    NameUse,
    Parameter,
    PortDeclaration,
    Routing,
    StateItem,
    Statement,
    TypeDeclaration,
)
from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen

Key = tuple[str, ...]
"""A symbol: its kind (`graph`, `template`, `actor`, `port`, `parameter`, `state`, `variable`, `function`, `type`), to
what it belongs, and its name."""


@frozen
class Symbol:
    """A name at a place. `whole`: of a declaration, all of it. `detail`: what it says in a few words."""

    key: Key
    span: Span
    whole: Span | None = None
    detail: str = ""

    @property
    def kind(self) -> str:
        return self.key[0]

    @property
    def name(self) -> str:
        return self.key[-1]


@frozen
class _Names:
    """What names mean in expressions: inner scopes first."""

    known: tuple[dict[str, Key], ...] = ()

    def find(self, name: str) -> Key | None:
        return next((names[name] for names in self.known if name in names), None)

    def inside(self, names: dict[str, Key]) -> _Names:
        return _Names((names, *self.known))


def symbols_of(file: GraphFile, imported: Iterable[GraphFile] = ()) -> tuple[Symbol, ...]:
    """All of them, in no order. `imported`: the files whose graphs and templates it can use, too."""
    return tuple(_File(file, imported).symbols())


class _File:
    def __init__(self, file: GraphFile, imported: Iterable[GraphFile]) -> None:
        self._items = file.items
        self._templates: dict[str, Key] = {}
        for item in (*(item for other in imported for item in other.items), *file.items):
            if isinstance(item, (GraphDeclaration, ActorDeclaration)):
                kind = "graph" if isinstance(item, GraphDeclaration) else "template"
                self._templates[item.name.text] = (kind, item.name.text)

    def symbols(self) -> Iterator[Symbol]:
        names = _Names().inside({p.name.text: ("parameter", p.name.text) for p in _parameters(self._items)})
        for item in self._items:
            if isinstance(item, GraphDeclaration):
                yield from self._graph(item, names)
            elif isinstance(item, ActorDeclaration):
                yield from _actor(item, ("template", item.name.text), names)
            else:
                yield from _plain(item, (), names)

    def _graph(self, graph: GraphDeclaration, names: _Names) -> Iterator[Symbol]:
        key = ("graph", graph.name.text)
        yield Symbol(key, graph.name.span, graph.span, f"graph {graph.name.text}")
        own = (*graph.parameters, *_parameters(graph.statements))
        inside = names.inside({p.name.text: ("parameter", *key, p.name.text) for p in own})
        for parameter in graph.parameters:
            yield from _parameter(parameter, key, inside)
        templates = {**self._templates, **_local_templates(graph.statements, key)}
        owners = _owners(graph.statements, key, templates)
        for statement in graph.statements:
            yield from self._statement(statement, key, inside, templates, owners)
        yield from _uses(graph.annotations, inside)

    def _statement(
        self, statement: Statement, key: Key, names: _Names, templates: dict[str, Key], owners: dict[str, Key]
    ) -> Iterator[Symbol]:
        if isinstance(statement, Edge):
            yield from _edge(statement, key, names, owners)
        elif isinstance(statement, Loop):
            variable = ("variable", *key, statement.variable.text, str(statement.span.line), statement.variable.text)
            yield Symbol(
                variable, statement.variable.span, statement.span, f"number of the loop {statement.variable.text}"
            )
            yield from _uses((statement.first, statement.end), names)
            for inner in statement.statements:
                within = names.inside({statement.variable.text: variable})
                yield from self._statement(inner, key, within, templates, owners)
        elif isinstance(statement, Instance):
            yield from _instance(statement, key, names, templates)
        elif isinstance(statement, ActorDeclaration):
            kind = "template" if statement.parameters else "actor"
            yield from _actor(statement, (kind, *key, statement.name.text), names)
        elif isinstance(statement, Routing):
            actor = ("actor", *key, statement.name.text)
            yield Symbol(actor, statement.name.span, statement.span, f"{statement.kind} {statement.name.text}")
            yield from _uses(statement.name.index, names)
            for port in statement.ports:
                yield from _port(port, actor, names)
        elif isinstance(statement, PortDeclaration):
            yield from _port(statement, key, names)
        else:
            yield from _plain(statement, key, names)


def _parameters(items: tuple[FileItem, ...] | tuple[Statement, ...]) -> tuple[Parameter, ...]:
    return tuple(item for item in items if isinstance(item, Parameter))


def _local_templates(statements: tuple[Statement, ...], key: Key) -> dict[str, Key]:
    found = (s for s in statements if isinstance(s, ActorDeclaration) and s.parameters)
    return {s.name.text: ("template", *key, s.name.text) for s in found}


def _owners(statements: tuple[Statement, ...], key: Key, templates: dict[str, Key]) -> dict[str, Key]:
    """By actor, to what its ports belong."""
    owners: dict[str, Key] = {}
    for statement in statements:
        if isinstance(statement, Instance):
            owners[statement.name.text] = templates.get(statement.template.text, ("actor", *key, statement.name.text))
        elif isinstance(statement, (ActorDeclaration, Routing)):
            owners[statement.name.text] = ("actor", *key, statement.name.text)
    return owners


def _plain(item: FileItem | Statement, key: Key, names: _Names) -> Iterator[Symbol]:
    if isinstance(item, Parameter):
        yield from _parameter(item, key, names)
    elif isinstance(item, TypeDeclaration):
        yield Symbol(("type", item.name.text), item.name.span, item.span, f"type {item.name.text}")
        yield from _uses(item.type, names)


def _parameter(parameter: Parameter, key: Key, names: _Names) -> Iterator[Symbol]:
    detail = f"parameter {parameter.name.text}"
    yield Symbol(("parameter", *key, parameter.name.text), parameter.name.span, parameter.span, detail)
    yield from _uses(parameter.value, names)


def _instance(instance: Instance, key: Key, names: _Names, templates: dict[str, Key]) -> Iterator[Symbol]:
    template = templates.get(instance.template.text)
    detail = f"actor {instance.name.text} = {instance.template.text}"
    yield Symbol(("actor", *key, instance.name.text), instance.name.span, instance.span, detail)
    if template is not None:
        yield Symbol(template, instance.template.span)
    for argument in instance.arguments:
        if template is not None:
            yield Symbol(("parameter", *template, argument.name.text), argument.name.span)
        yield from _uses(argument.value, names)
    yield from _uses((instance.name.index, instance.annotations), names)


def _actor(actor: ActorDeclaration, key: Key, names: _Names) -> Iterator[Symbol]:
    yield Symbol(key, actor.name.span, actor.span, f"{key[0]} {actor.name.text}")
    inside = names.inside({p.name.text: ("parameter", *key, p.name.text) for p in actor.parameters})
    for parameter in actor.parameters:
        yield from _parameter(parameter, key, inside)
    windows = {i.name.text: ("port", *key, i.name.text) for i in actor.items if isinstance(i, PortDeclaration)}
    states = [item.name.text for item in actor.items if isinstance(item, StateItem) and item.name is not None]
    windows |= {name: ("state", *key, name) for name in states}
    for item in actor.items:
        if isinstance(item, PortDeclaration):
            yield from _port(item, key, inside)
        elif isinstance(item, CallItem):
            yield from _call(item.call, inside.inside(windows))
        elif isinstance(item, StateItem) and item.name is not None:
            yield Symbol(windows[item.name.text], item.name.span, item.span, f"state {item.name.text}")
            yield from _uses((item.type, item.construction), inside)
        else:
            yield from _uses(item, inside)
    yield from _uses((actor.name.index, actor.annotations), names)


def _port(port: PortDeclaration, key: Key, names: _Names) -> Iterator[Symbol]:
    detail = f"{port.direction} {port.name.text} : {' '.join(port.type.words)}"
    yield Symbol(("port", *key, port.name.text), port.name.span, port.span, detail)
    for clause in port.clauses:
        if clause.port is not None:
            yield Symbol(("port", *key, clause.port.text), clause.port.span)
    if len(port.type.words) == 1:
        yield Symbol(("type", port.type.words[0]), port.type.span)
    yield from _uses((port.name.index, port.type, port.brackets, port.pattern, port.annotations), names)


def _call(call: CallText, names: _Names) -> Iterator[Symbol]:
    yield Symbol(("function", call.function.text), call.function.span)
    yield from _uses((call.cpp, call.arguments), names)


def _edge(edge: Edge, key: Key, names: _Names, owners: dict[str, Key]) -> Iterator[Symbol]:
    ends = [edge.source, *edge.targets]
    if edge.delay is not None:
        ends += [end for end in (edge.delay.setter, edge.delay.getter) if end is not None]
        yield from _uses(replace(edge.delay, setter=None, getter=None), names)
    for end in ends:
        yield from _end(end, key, names, owners)
    yield from _uses(edge.annotations, names)


def _end(end: Endpoint, key: Key, names: _Names, owners: dict[str, Key]) -> Iterator[Symbol]:
    node, port = end.node, end.port
    if port is None:
        yield Symbol(("port", *key, node.text), node.span)
    else:
        yield Symbol(("actor", *key, node.text), node.span)
        yield Symbol(("port", *owners.get(node.text, ("actor", *key, node.text)), port.text), port.span)
        yield from _uses(port.index, names)
    yield from _uses(node.index, names)


def _uses(node: object, names: _Names) -> Iterator[Symbol]:
    """The names in expressions of anything."""
    if isinstance(node, NameUse):
        key = names.find(node.text)
        if key is not None:
            yield Symbol(key, node.span)
    elif isinstance(node, CallText):
        yield from _call(node, names)
    elif isinstance(node, (tuple, list)):
        for each in node:
            yield from _uses(each, names)
    elif is_dataclass(node) and not isinstance(node, (Span, Identifier)):
        for field in fields(node):
            yield from _uses(getattr(node, field.name), names)
