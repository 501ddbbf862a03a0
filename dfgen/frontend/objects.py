# SPDX-License-Identifier: Apache-2.0
"""Tokens of objects in a graph file: what it says of their structs, and how large they may be."""

from __future__ import annotations

from collections.abc import Iterable

from dfgen.frontend.expressions import Division, evaluate_integer
from dfgen.frontend.numbers import exact_number, parts_of
from dfgen.frontend.problems import Problems, reject
from dfgen.frontend.scopes import Scope, shown
from dfgen.frontend.syntax import (
    Annotation,
    Clause,
    Expression,
    Identifier,
    ObjectDeclaration,
    ObjectFieldText,
    PathText,
    Percent,
)
from dfgen.model.actor import State
from dfgen.model.diagnostics import Note
from dfgen.model.objects import FieldWords, ObjectWords
from dfgen.model.options import UNITS
from dfgen.model.port import Direction, Port, TokenType

BYTES_MAX = 1 << 40


def object_words(declaration: ObjectDeclaration, problems: Problems) -> ObjectWords:
    """What a declaration says of a struct; each field that is named again is reported."""
    first: dict[str, Identifier] = {}
    for item in declaration.fields:
        known = first.setdefault(item.name.text, item.name)
        if known is not item.name:
            note = Note("the first", known.span)
            message = f"'{item.name.text}' is described already"
            problems.add("name-duplicate", message, item.name.span, "Keep one.", [note])
    fields = tuple(_words(item) for item in declaration.fields)
    return ObjectWords(" ".join(declaration.type.words), fields, declaration.type.span)


def _words(item: ObjectFieldText) -> FieldWords:
    if item.count is None:
        return FieldWords(item.name.text, item.word, span=item.name.span)
    return FieldWords(item.name.text, count=item.count.text, span=item.name.span, count_span=item.count.span)


def up_to_bytes(clauses: Iterable[Clause], type: TokenType, direction: Direction, scope: Scope) -> int:
    """What `up to` says; 0 without it."""
    said = [clause for clause in clauses if clause.size is not None]
    if not said:
        return 0
    clause, *more = said
    if more or not type.objects or direction is Direction.INPUT:
        message = "'up to' belongs to outputs of objects, and is given once"
        raise reject("clause-invalid", message, (more or said)[0].span, "Remove the clause.")
    assert clause.size is not None
    size = _bytes(clause.size, scope)
    if not 0 < size <= BYTES_MAX:
        hint = f"Write what the largest token takes: 1 to {BYTES_MAX} bytes."
        raise reject("object-size", f"a token cannot take {shown(size)} bytes", clause.size.span, hint)
    return size


def used_bytes(annotations: Iterable[Annotation], most: int, scope: Scope) -> int:
    """What `@used` says that tokens take of `most`, as a run has shown, perhaps with other parameters; 0 without it."""
    said = [annotation for annotation in annotations if annotation.name.text == "used"]
    if not said:
        return 0
    annotation, *more = said
    values = [a.value for a in annotation.arguments if a.key is None and not isinstance(a.value, (Percent, PathText))]
    if more or len(values) != 1 or len(annotation.arguments) != 1:
        hint = "It is written @used(3KiB), and given once."
        raise reject("annotation-arguments", "the arguments of '@used' are not understood", annotation.span, hint)
    size = _bytes(values[0], scope)
    if size < 1 or not most:
        message = "'@used' says how many of the bytes of 'up to' a token of objects uses"
        raise reject("annotation-arguments", message, annotation.span, "Remove it.")
    return min(size, most)


def _bytes(size: Expression | Identifier, scope: Scope) -> int:
    if not isinstance(size, Identifier):
        return evaluate_integer(size, scope.values, Division.STRICT)
    number, word = parts_of(size.text)
    unit = UNITS.get(word)
    if unit is None:
        message = f"'{size.text}' is not a size"
        raise reject("object-size", message, size.span, f"Write a number of bytes, or one with {', '.join(UNITS)}.")
    count = exact_number(number, size.span) * unit
    if count.denominator != 1:
        raise reject("number-not-integer", f"'{size.text}' is not a whole number of bytes", size.span)
    return int(count)


def check_objects(ports: Iterable[Port], state: State | None, problems: Problems) -> None:
    """Each output of objects says how large a token may be, as its memory is taken at the start; and one that lies over
    an input hands on its tokens, one by one."""
    by_name = {port.name: port for port in ports}
    for port in by_name.values():
        if port.type.objects and not port.is_input and not port.up_to_bytes:
            message = f"output '{port.name}' does not say how large a token of '{port.type.name}' may be"
            problems.add("object-size", message, port.span, "Add it behind its rates, as in 'up to 64KiB'.")
        under = by_name.get(port.overlays)
        if under is None or not (port.type.objects or under.type.objects):
            continue
        if (port.type.objects, port.rates) != (under.type.objects, under.rates):
            message = f"'{port.name}' hands on the objects of '{under.name}', but has another type or rate"
            problems.add("overlay-invalid", message, port.span, "Give both ports one type and rate.")
    if state is not None and state.type.objects:
        message = "a state is memory of the actor alone, and its pointers are not followed"
        hint = f"Declare it as '{state.type.objects}'; 'df_clone' brings parts of it into a token."
        problems.add("clause-invalid", message, state.span, hint)
