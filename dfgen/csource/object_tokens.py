# SPDX-License-Identifier: Apache-2.0
"""What the C adds to tokens that are object graphs: descriptions of their structs, and how large their arenas are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from dfgen.csource.declarations import Declarations
from dfgen.csource.object_types import endless_member, first_pointer, has_pointers, object_types
from dfgen.csource.prototypes import OBJECT_PREFIX
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.graph import Graph, PortRef
from dfgen.model.objects import ARENA_ALIGN_MAX, Arena, FieldKind, ObjectType
from dfgen.model.port import Port


def asked_records(graph: Graph) -> frozenset[str]:
    """The C names of all types whose members count."""
    described = (words.c_name for words in graph.object_words)
    tokens = (port.type.objects or port.type.c_name for actor in graph.actors for port in actor.ports)
    states = (actor.state.type.c_name for actor in graph.actors if actor.state is not None)
    return frozenset((*described, *tokens, *states))


def with_objects(graph: Graph, declarations: Declarations, runtime_include: Path) -> Graph:
    """The graph with descriptions of the structs of its tokens, and arenas. Raises `UserError` for what they leave
    open."""
    ports = [(actor, port) for actor in graph.actors for port in actor.ports if port.type.objects]
    if not ports and not graph.object_words:
        return graph
    roots = _declared(declarations, runtime_include)
    roots |= {port.type.objects: port.span for _, port in ports}
    types, problems = object_types(roots, graph.object_words, declarations)
    raise_if_any(problems)
    by_name = {type.c_name: type for type in types}
    root_of = {c_name: by_name[declarations.types[c_name].name] for c_name in roots}
    raise_if_any(
        dict.fromkeys(_too_small(port, root_of[port.type.objects]) for _, port in ports if _is_too_small(port, root_of))
    )
    graph = _with_arenas(replace(graph, object_types=types), root_of)
    raise_if_any(_outgrown(graph))
    return graph


def _declared(declarations: Declarations, runtime_include: Path) -> dict[str, Span]:
    """The structs that headers of the user's describe with `DF_OBJECT`, and where."""
    found = {}
    for name, span in declarations.places.items():
        c_name = f"struct {name.removeprefix(OBJECT_PREFIX)}"
        own = not Path(span.file).absolute().is_relative_to(runtime_include.absolute())
        if own and name.startswith(OBJECT_PREFIX) and c_name in declarations.types:
            found[c_name] = span
    return found


def _is_too_small(port: Port, root_of: Mapping[str, ObjectType]) -> bool:
    return not port.is_input and 0 < port.up_to_bytes < root_of[port.type.objects].size_bytes


def _too_small(port: Port, root: ObjectType) -> Diagnostic:
    limit = f"tokens of '{port.name}' take up to {port.up_to_bytes} bytes"
    message = f"{limit}, but their root '{root.c_name}' alone takes {root.size_bytes}"
    return Diagnostic("object-root", message, port.span, "Raise the size behind 'up to'.")


def _outgrown(graph: Graph) -> Iterator[Diagnostic]:
    """Outputs that hand on larger tokens than they may give."""
    for actor in graph.actors:
        for port in (p for p in actor.outputs if p.type.arena is not None and p.overlays):
            handed_on = actor.port(port.overlays).type.arena
            if handed_on is not None and handed_on.up_to_bytes > port.up_to_bytes:
                limit = f"'{port.name}' may give tokens of up to {port.up_to_bytes} bytes"
                message = f"{limit}, and hands on those of '{port.overlays}' of up to {handed_on.up_to_bytes}"
                yield Diagnostic("object-root", message, port.span, "Raise the size behind 'up to'.")


def _arena(up_to_bytes: int, used_bytes: int, root: ObjectType, by_name: Mapping[str, ObjectType]) -> Arena:
    """With the alignment of all that the root reaches, and whether something of it is transient."""
    reached = {root.c_name: root}
    waiting = [root]
    for type in waiting:  # grows
        new = [by_name[field.type] for field in type.fields if field.type and field.type not in reached]
        reached.update((each.c_name, each) for each in new)
        waiting += new
    fields = [field for type in reached.values() for field in type.fields]
    most = max(8, *(type.align_bytes for type in reached.values()), *(field.align_bytes for field in fields))
    transients = any(each.kind is FieldKind.TRANSIENT for each in fields)
    return Arena(up_to_bytes, min(most, ARENA_ALIGN_MAX), transients, used_bytes)


def _with_arenas(graph: Graph, root_of: Mapping[str, ObjectType]) -> Graph:
    sizes, used = _spread(graph, lambda port: port.up_to_bytes), _spread(graph, lambda port: port.used_bytes)
    by_name = {type.c_name: type for type in graph.object_types}

    def known(actor: Actor, port: Port) -> Port:
        ref = PortRef(actor.name, port.name)
        fifo = graph.fifo_to.get(ref)
        source = fifo.source if port.is_input and fifo is not None else ref
        size = sizes.get(source, 0)
        if not port.type.objects or not size:
            return port
        root = root_of[port.type.objects]
        arena = _arena(size, used.get(source, 0), root, by_name)
        return replace(port, type=replace(port.type, objects=root.c_name, arena=arena))

    actors = (replace(actor, ports=tuple(known(actor, port) for port in actor.ports)) for actor in graph.actors)
    return replace(graph, actors=tuple(actors))


def _spread(graph: Graph, size_of: Callable[[Port], int]) -> dict[PortRef, int]:
    """How large the tokens of each output are, by what is said of ports. A routing actor gives what comes in; these may
    stand in a cycle."""
    sizes = {
        PortRef(actor.name, port.name): size_of(port)
        for actor in graph.actors
        for port in actor.outputs
        if port.type.objects
    }
    routing = [actor for actor in graph.actors if actor.is_routing]
    changes = True
    while changes:
        changes = False
        for actor in routing:
            largest = max((sizes.get(fifo.source, 0) for _, fifo in graph.inputs_of(actor)), default=0)
            for port in actor.outputs:
                ref = PortRef(actor.name, port.name)
                if sizes.get(ref, largest) < largest:
                    sizes[ref], changes = largest, True
    return sizes


def pointing_types(graph: Graph, declarations: Declarations) -> dict[str, str]:
    """By C type of plain tokens that hold pointers: the first of these."""
    found: dict[str, str] = {}
    for port in (port for actor in graph.actors for port in actor.ports if not port.type.objects):
        type = declarations.types.get(port.type.c_name)
        record = declarations.records.get(type.name) if type is not None else None
        pointer = first_pointer(record, declarations.records) if record is not None else None
        if pointer is not None:
            found[port.type.c_name] = pointer
    return found


def pointer_warnings(graph: Graph, declarations: Declarations) -> Iterator[Diagnostic]:
    """Plain tokens with pointers, each type once, where it is first used."""
    seen: set[str] = set()
    for port in (port for actor in graph.actors for port in actor.ports if not port.type.objects):
        type = declarations.types.get(port.type.c_name)
        record = declarations.records.get(type.name) if type is not None else None
        if record is None or record.name in seen:
            continue
        seen.add(record.name)
        if has_pointers(record, declarations.records):
            message = f"tokens of '{record.name}' have pointers, which are copied as numbers"
            hint = f"Say 'object {record.name}' where they lead to objects that belong to the token."
            yield Diagnostic("token-pointers", message, port.span, hint)


def endless_types(graph: Graph, declarations: Declarations) -> Iterator[Diagnostic]:
    """Plain tokens and states that end with an array without a length, each type once: C does not count its elements
    to the size, so that nobody would have room for them or copy them."""
    ports = ((port.type.c_name, port.span, True) for actor in graph.actors for port in actor.ports)
    states = ((a.state.type.c_name, a.state.span, False) for a in graph.actors if a.state is not None)
    objects = {port.type.c_name for actor in graph.actors for port in actor.ports if port.type.objects}
    seen: set[str] = set()
    for c_name, span, is_token in (*ports, *states):
        type = declarations.types.get(c_name)
        record = declarations.records.get(type.name) if type is not None and c_name not in objects else None
        if record is None or record.name in seen:
            continue
        seen.add(record.name)
        if (member := endless_member(record, declarations.records)) is not None:
            message = f"the type '{record.name}' ends with '{member}[]', whose elements are not part of its size"
            other = f"say 'object {record.name}' and 'up to BYTES'" if is_token else "keep a pointer to memory"
            yield Diagnostic("c-type", message, span, f"Give the array a length, or {other}.")
