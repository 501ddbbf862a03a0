# SPDX-License-Identifier: Apache-2.0
"""The built-in actors `file_source` and `file_sink`, and what `@file` says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from dfgen.frontend.annotations import ON_FILES, actor_notes, placed
from dfgen.frontend.expressions import Number, whole_number
from dfgen.frontend.levels import Level
from dfgen.frontend.problems import Rejected, reject
from dfgen.frontend.replication import base_name
from dfgen.frontend.scopes import SCALARS, TOKENS_MAX, Scope, evaluate_arguments
from dfgen.frontend.syntax import (
    Annotation,
    Edge,
    Endpoint,
    Identifier,
    Instance,
    Integer,
    NameUse,
    Parameter,
    Statement,
)
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Note, Span
from dfgen.model.files import OPTIONAL_PORTS, SCHEME_NUMBERS, SIZE, UNSAFE_SCHEME, Backend, FileEnd, Scheme
from dfgen.model.likeness import suggestion
from dfgen.model.port import DATA, Access, Direction, Port, TokenType, Trust

SOURCE, SINK = "file_source", "file_sink"
FILE_ACTORS = (SOURCE, SINK)
BLOCK_DEFAULT = 1 << 20

_PARAMETERS = (Parameter(Identifier("block"), Integer(BLOCK_DEFAULT)),)
_KEYS = ("scheme", "backend")
_FLAGS = ("direct", "durable", "ends_short")

_Choice = TypeVar("_Choice", bound=Enum)


def is_file_actor(statement: Statement, taken: Iterable[str]) -> bool:
    """Whether it instantiates a built-in one; what the file declares itself comes first."""
    return (
        isinstance(statement, Instance)
        and statement.template.text in FILE_ACTORS
        and statement.template.text not in taken
    )


def elaborate_file_actor(instance: Instance, statements: Iterable[Statement], level: Level, scope: Scope) -> Actor:
    """The actor, whose `data` has the type of what the edges connect it with; the other nodes of `level` are known."""
    template = instance.template.text
    edges = [statement for statement in statements if isinstance(statement, Edge)]
    values = evaluate_arguments(instance.arguments, _PARAMETERS, scope, f"'{template}'", may_be_live=False)
    given = values.get("block", BLOCK_DEFAULT)
    if not isinstance(given, Number):
        raise Rejected(None)
    block = whole_number(given, next((a.span for a in instance.arguments), instance.span))
    if not 1 <= block <= TOKENS_MAX:
        raise reject("size-invalid", f"a block cannot have {block} tokens", instance.span, "Give it 1 token or more.")
    is_source = template == SOURCE
    direction = Direction.OUTPUT if is_source else Direction.INPUT
    used = {end.port.text for end in _ends(edges) if end.node.text == instance.name.text and end.port is not None}
    kinds = {DATA: (direction, _type_of_data(instance, edges, level), block)}
    if kinds[DATA][1].objects:
        message = f"'{instance.name.text}' moves bytes to or from a file, and objects lead to addresses of a program"
        hint = "Write an actor that turns them into bytes."
        raise reject("edge-types", message, instance.span, hint)
    kinds |= {name: (direction, SCALARS["int64"], 1) for name in OPTIONAL_PORTS[is_source] if name in used}
    ports = tuple(_port(name, *kind, instance.name.span) for name, kind in kinds.items())
    notes = actor_notes(instance.annotations, scope, ON_FILES)
    file = _file_end(notes.file, is_source=is_source)
    if file.ends_short and is_source and SIZE not in used:
        message = f"'ends_short' needs a reader of '{SIZE}', and there is none"
        raise reject(
            "file-option",
            message,
            file.span or instance.span,
            f"Connect '{instance.name.text}.{SIZE}', or leave it out.",
        )
    actor = Actor(
        instance.name.text, ActorKind.CODE, ports, ordered=True, stops=is_source, io=True, file=file,
        span=instance.name.span,
    )  # fmt: skip
    return placed(actor, notes.cores, notes.node)


def _port(name: str, direction: Direction, type: TokenType, rate: int, span: Span) -> Port:
    port = Port(name, direction, type, (rate,), span=span)
    return replace(port, access=Access.READ_ONLY, trust=Trust.PROVEN) if port.is_input else port


def _ends(edges: Iterable[Edge]) -> Iterable[Endpoint]:
    for edge in edges:
        yield from (edge.source, *edge.targets)
        if edge.delay is not None:
            yield from (end for end in (edge.delay.setter, edge.delay.getter) if end is not None)


def _type_of_data(instance: Instance, edges: Iterable[Edge], level: Level) -> TokenType:
    """The type at the other end of the first edge; bytes between two files, and where nothing else is known."""

    def is_data(end: Endpoint) -> bool:
        return end.node.text == instance.name.text and end.port is not None and end.port.text == DATA

    for edge in edges:
        if is_data(edge.source):
            return _type_at(edge.targets[0], level)
        if any(is_data(target) for target in edge.targets):
            return _type_at(edge.source, level)
    return SCALARS["uint8"]


def _type_at(end: Endpoint, level: Level) -> TokenType:
    if base_name(end.node.text) in level.broken:
        raise Rejected(None)
    node = level.nodes.get(end.node.text)
    if end.port is None and node is None:
        port = level.interfaces.get(end.node.text)
    else:
        name = end.port.text if end.port is not None else DATA  # of a port of the main graph
        port = next((p for p in node.ports if p.name == name), None) if node is not None else None
    return port.type if port is not None else SCALARS["uint8"]


# --- what @file says --------------------------------------------------------------------------------------------------


def _file_end(annotation: Annotation | None, *, is_source: bool) -> FileEnd:
    if annotation is None:
        return FileEnd(is_source)
    said: dict[str, NameUse | Integer] = {}
    end = FileEnd(is_source, span=annotation.span)
    for argument in annotation.arguments:
        value, key = argument.value, argument.key.text if argument.key is not None else ""
        word = key or (value.text if isinstance(value, NameUse) else "")
        if word in said or not isinstance(value, (NameUse, Integer)):
            raise _wrong(annotation)
        if word not in (_KEYS if key else _FLAGS):
            raise _unknown_word(word, annotation, (argument.key or value).span, is_key=bool(key))
        said[word] = value
        if key == "scheme":
            end = replace(end, scheme=_scheme(value))
        elif key == "backend":
            end = replace(end, backend=_choice(Backend, value, "backend"))
    flags = {word: word in said for word in _FLAGS}
    end = replace(end, past_cache=flags["direct"], durable=flags["durable"], ends_short=flags["ends_short"])
    if not annotation.arguments:
        raise _wrong(annotation)
    _refuse_contradictions(end, annotation, said)
    return end


def _wrong(annotation: Annotation) -> Rejected:
    hint = f"It is written {ON_FILES['file']}."
    return reject("annotation-arguments", "the arguments of '@file' are not understood", annotation.span, hint)


def _unknown_word(word: str, annotation: Annotation, span: Span, *, is_key: bool) -> Rejected:
    hint = suggestion(word, (*_KEYS, *_FLAGS), f"It is written {ON_FILES['file']}.")
    if word in _KEYS and not is_key:
        hint = f"It has a value: '{word} = ...'."
    elif word in _FLAGS:
        hint = f"It stands alone: '{word}'."
    message = f"'{word}' is not understood in '@file'"
    return reject("annotation-arguments", message, span, hint, [Note("the annotation", annotation.span)])


def _scheme(value: NameUse | Integer) -> Scheme:
    if isinstance(value, NameUse):
        return _choice(Scheme, value, "scheme")
    if value.value == UNSAFE_SCHEME:
        message = "scheme 5 is not offered: it may hand out blocks that are not there yet"
        raise reject("file-option", message, value.span, "Use 'signalled', which waits for each block.")
    if value.value not in SCHEME_NUMBERS:
        known = ", ".join(f"{number} ({scheme.value})" for number, scheme in SCHEME_NUMBERS.items())
        raise reject("file-option", f"there is no scheme {value.value}", value.span, f"Valid here: {known}.")
    return SCHEME_NUMBERS[value.value]


def _choice(kind: type[_Choice], value: NameUse | Integer, what: str) -> _Choice:
    names = {each.value: each for each in kind}
    text = value.text if isinstance(value, NameUse) else str(value.value)
    if text not in names:
        hint = suggestion(text, names, f"Valid here: {', '.join(names)}.")
        raise reject("file-option", f"there is no {what} '{text}'", value.span, hint)
    return names[text]


_ONLY_AHEAD = (Scheme.PREFETCH, Scheme.PREFETCH_ASYNC)


def _refuse_contradictions(end: FileEnd, annotation: Annotation, said: Mapping[str, NameUse | Integer]) -> None:
    """What no file actor can do, with the word that asks for it."""
    has_engine = end.backend in (Backend.URING, Backend.THREAD)
    cached = (*_ONLY_AHEAD, Scheme.STAGED)
    scheme = f"the scheme '{end.scheme.value}'"
    wrong = (
        ("durable", end.durable and end.is_source, "a source writes nothing that could be durable", "Leave it out."),
        ("ends_short", end.ends_short and not end.is_source, "a sink ends where its bytes do", "Leave it out."),
        ("scheme", not end.is_source and end.scheme in _ONLY_AHEAD, f"{scheme} reads ahead, and this is a sink",
         "Use 'direct', 'staged' or 'signalled'."),
        ("backend", not end.is_source and end.backend is Backend.MMAP, "the backend 'mmap' only reads",
         "Use 'thread' or 'uring'."),
        ("backend", end.backend is Backend.MMAP and end.scheme is Scheme.SIGNALLED,
         "mapped pages come without a signal", "Use the scheme 'direct' or 'prefetch_async' with 'mmap'."),
        ("backend", end.backend is Backend.MMAP and end.scheme is Scheme.STAGED,
         "the scheme 'staged' reads the whole file into memory of its own", "Leave out the backend."),
        ("direct", end.backend is Backend.MMAP and end.past_cache, "mapped pages are those of the page cache",
         "Leave out 'direct', or use another backend."),
        ("direct", end.scheme in cached and end.past_cache, f"{scheme} goes through the page cache",
         "Leave out 'direct', or use the scheme 'direct' or 'signalled'."),
        ("backend", has_engine and end.scheme not in (Scheme.AUTO, Scheme.SIGNALLED),
         f"{scheme} needs no '{end.backend.value}'", "Leave out the backend, or use the scheme 'signalled'."),
    )  # fmt: skip
    for word, is_wrong, message, hint in wrong:
        if is_wrong:
            raise reject("file-option", message, said[word].span, hint, [Note("the annotation", annotation.span)])
