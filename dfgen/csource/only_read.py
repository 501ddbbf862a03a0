# SPDX-License-Identifier: Apache-2.0
"""Which functions only read a token, or the objects of one, as their source says it.

`const df_ref *` says nothing of the objects behind the reference. So this follows, in the text of a function and of
those that it calls, whatever may lead into the graph: nothing may be stored through it, it may be put into local
variables alone, and handed on only to functions of the same source, which are looked at too, or to others as a pointer
to constant data without pointers. Where a value goes is taken to hold anywhere in the function, whatever the order.
Whatever is not plainly so counts as a write: then other readers of the token get copies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from clang.cindex import CursorKind, StorageClass, TypeKind

from dfgen.csource.bodies import asked_of_bodies
from dfgen.csource.toolchain import Compiler
from dfgen.model.actor import Call

Argument = tuple[str, int]
"""A function and which of its arguments, from 0."""

_ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
_CHARACTERS = (TypeKind.CHAR_S, TypeKind.CHAR_U, TypeKind.SCHAR, TypeKind.UCHAR)
_AROUND = (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR)
_PLACES = (
    CursorKind.DECL_REF_EXPR,
    CursorKind.MEMBER_REF_EXPR,
    CursorKind.ARRAY_SUBSCRIPT_EXPR,
    CursorKind.UNARY_OPERATOR,
)
_UNSEEN = (CursorKind.ASM_STMT, CursorKind.MS_ASM_STMT)
# Of the runtime: the arguments whose objects they only read.
_RUNTIME = {"df__clone": 2, "df_relocate": 2}
_PRINTING = frozenset({"df_fail", "dprintf", "fprintf", "printf", "snprintf", "sprintf"})


def arguments_of(fire: Call, port: str) -> frozenset[Argument]:
    """Those of a function that lead to a port's tokens."""
    return frozenset(
        (fire.function, n) for n, given in enumerate(fire.arguments) if given.port == port or port in given.ports
    )


def only_read_arguments(
    source: Path, asked: Collection[Argument], include_dirs: Sequence[Path], compiler: Compiler, cflags: Sequence[str]
) -> frozenset[Argument] | None:
    """Those of the arguments `asked` about that `source` defines and only reads through, however deep; None if libclang
    cannot read it."""

    def ask(defined: Mapping[str, Any]) -> frozenset[Argument]:
        source = _Source(defined)
        return frozenset(argument for argument in asked if source.only_reads(argument))

    return asked_of_bodies(ask, None, source, include_dirs, compiler, cflags)


class _Source:
    """The functions that a source defines; each, and each argument of it, is looked at once."""

    def __init__(self, defined: Mapping[str, Any]) -> None:
        self.defined = defined
        self.inside_of = cache(lambda function: [_Node(c) for c in _evaluated(defined[function])])
        self.handed_on = cache(self._handed_on)

    def only_reads(self, argument: Argument) -> bool:
        """Of an argument, and of those that it becomes in functions that are called, by a worklist."""
        todo, seen = [argument], {argument}
        while todo:
            found = self.handed_on(todo.pop())
            if found is None:
                return False
            new = found - seen
            seen |= new
            todo += new
        return True

    def _handed_on(self, argument: Argument) -> set[Argument] | None:
        """What an argument becomes in calls; None where something may be written through it."""
        function, place = argument
        given = list(self.defined[function].get_arguments()) if function in self.defined else []
        if place >= len(given):
            return None
        try:
            return _View(self.inside_of(function), given[place], self.defined).handed_on
        except (_Written, RecursionError):
            return None


class _Node:
    """A cursor with what stands right below it, which is asked for again and again."""

    def __init__(self, cursor: Any) -> None:
        self.cursor, self.kind, self.inside = cursor, cursor.kind, list(cursor.get_children())


class _Written(Exception):
    """An object may be written, or a pointer to it kept."""


class _View:
    """One function, with the variables that may lead into a graph. `nodes`: all that stands in it; `handed_on`: what
    becomes of the variables in calls.

    Raises `_Written`.
    """

    def __init__(self, nodes: Sequence[_Node], argument: Any, defined: Mapping[str, Any]) -> None:
        self.defined = defined
        self.leading = {argument.hash}
        self.handed_on: set[Argument] = set()
        known = 0
        while known < len(self.leading):
            known = len(self.leading)
            for node in nodes:
                self._follow(node)

    def _follow(self, node: _Node) -> None:
        cursor, kind, inside = node.cursor, node.kind, node.inside
        if kind in _UNSEEN:
            raise _Written
        if kind == CursorKind.VAR_DECL and any(map(self._leads, inside)):
            self._keep(cursor)
        elif kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR or (
            kind == CursorKind.BINARY_OPERATOR and _is_place(inside[0])
        ):
            self._assign(*inside)
        elif kind == CursorKind.UNARY_OPERATOR and not _is_address(cursor) and not _is_access(cursor):
            if _is_place(inside[0]) and self._is_in_graph(inside[0]):
                raise _Written  # by ++ or --
        elif kind == CursorKind.CALL_EXPR:
            self._call(cursor)
        elif _hides(cursor) and any(map(self._leads, inside)):
            raise _Written

    def _assign(self, target: Any, value: Any) -> None:
        if self._is_in_graph(target):
            raise _Written
        if self._leads(value):
            self._keep(_variable(target))

    def _keep(self, variable: Any) -> None:
        """A variable gets what leads into the graph."""
        if variable is None or not _is_local(variable):
            raise _Written
        self.leading.add(variable.hash)

    def _call(self, call: Any) -> None:
        function = call.referenced
        name = function.spelling if function is not None and function.kind == CursorKind.FUNCTION_DECL else ""
        types = list(function.type.argument_types()) if name and function.type.kind == TypeKind.FUNCTIONPROTO else []
        for place, argument in enumerate(call.get_arguments()):
            if not self._leads(argument) or _RUNTIME.get(name) == place:
                continue
            if name in self.defined:
                self.handed_on.add((name, place))
            elif place >= len(types) and name in _PRINTING and _is_text(argument):
                continue
            elif place >= len(types) or not _takes_data(argument, types[place]):
                raise _Written

    def _leads(self, cursor: Any) -> bool:
        """Whether the value of an expression may lead into the graph."""
        inside = list(cursor.get_children())
        if cursor.kind.is_expression() and not _has_pointers(cursor.type):
            return False
        if cursor.kind == CursorKind.CALL_EXPR and cursor.spelling in _RUNTIME:
            return False  # makes anew what it reads
        if cursor.kind == CursorKind.UNARY_OPERATOR and _is_address(cursor):
            return self._holds(inside[0])
        is_place = cursor.kind != CursorKind.PAREN_EXPR and _is_place(cursor)
        return self._holds(cursor) if is_place else any(map(self._leads, inside))

    def _holds(self, place: Any) -> bool:
        """Whether a place is in the graph, or in a variable that leads there."""
        variable = _variable(place)
        return self._is_in_graph(place) or (variable is not None and variable.hash in self.leading)

    def _is_in_graph(self, place: Any) -> bool:
        inside = list(place.get_children())
        if place.kind == CursorKind.DECL_REF_EXPR or not inside:
            return False
        if place.kind in _AROUND and len(inside) == 1:
            return self._is_in_graph(inside[0])
        if place.kind == CursorKind.MEMBER_REF_EXPR:
            is_arrow = _kind(inside[0]) == TypeKind.POINTER
            return self._leads(inside[0]) if is_arrow else self._is_in_graph(inside[0])
        if place.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            array = _array_of(place)
            return self._is_in_graph(array) if array is not None else any(map(self._leads, inside))
        return any(map(self._leads, inside))


def _evaluated(function: Any) -> Iterator[Any]:
    """All cursors below, but for what stands in `sizeof` and its kin."""
    todo = [function]
    while todo:
        cursor = todo.pop()
        if cursor.kind != CursorKind.CXX_UNARY_EXPR:
            yield cursor
            todo += cursor.get_children()


def _variable(place: Any) -> Any:
    """The variable that a place is, or is a part of; None where a pointer leads there."""
    while True:
        inside = list(place.get_children())
        if place.kind == CursorKind.DECL_REF_EXPR:
            return place.referenced
        if place.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
            place = _array_of(place)
        elif place.kind == CursorKind.MEMBER_REF_EXPR or place.kind in _AROUND:
            place = inside[0] if inside and _kind(inside[0]) != TypeKind.POINTER else None
        else:
            return None
        if place is None:
            return None


def _is_local(variable: Any) -> bool:
    if variable.kind == CursorKind.PARM_DECL:
        return True
    is_automatic = variable.storage_class not in (StorageClass.STATIC, StorageClass.EXTERN)
    return bool(is_automatic and variable.semantic_parent.kind == CursorKind.FUNCTION_DECL)


def _hides(cursor: Any) -> bool:
    """Whether it is followed no further: a number that may become a pointer again, or what compilers have built in, as
    an atomic operation."""
    if cursor.kind == CursorKind.CSTYLE_CAST_EXPR:
        return _kind(cursor) not in (TypeKind.POINTER, TypeKind.VOID, TypeKind.BOOL)
    return cursor.kind == CursorKind.UNEXPOSED_EXPR and len(list(cursor.get_children())) > 1


def _is_place(cursor: Any) -> bool:
    """Whether an operand is taken as a place. Where its value counts, a conversion stands around it."""
    while cursor.kind == CursorKind.PAREN_EXPR:
        (cursor,) = cursor.get_children()
    return cursor.kind in _PLACES and (cursor.kind != CursorKind.UNARY_OPERATOR or _is_access(cursor))


def _is_address(operator: Any) -> bool:
    (operand,) = operator.get_children()
    type = operator.type.get_canonical()
    return bool(type.kind == TypeKind.POINTER and type.get_pointee().get_canonical() == operand.type.get_canonical())


def _is_access(operator: Any) -> bool:
    """`*pointer`; `!pointer` may look the same, which is no place and no pointer."""
    (operand,) = operator.get_children()
    type = operand.type.get_canonical()
    return bool(type.kind == TypeKind.POINTER and type.get_pointee().get_canonical() == operator.type.get_canonical())


def _array_of(subscript: Any) -> Any:
    """What has the elements, if that is no pointer."""
    for operand in subscript.get_children():
        while operand is not None and operand.kind in _AROUND and _kind(operand) not in _ARRAYS:
            operand = next(iter(operand.get_children()), None)
        if operand is not None and _kind(operand) in _ARRAYS:
            return operand
    return None


def _takes_data(argument: Any, type: Any) -> bool:
    """Whether a function elsewhere takes constant data, in which nothing leads on."""
    taken = type.get_canonical()
    is_constant = taken.kind == TypeKind.POINTER and taken.get_pointee().is_const_qualified()
    return is_constant and not _has_pointers(_data_of(argument))


def _is_text(argument: Any) -> bool:
    return _data_of(argument).get_canonical().kind in _CHARACTERS


def _data_of(argument: Any) -> Any:
    """The type of what an argument leads to, before any conversion."""
    while argument.kind in (*_AROUND, CursorKind.CSTYLE_CAST_EXPR):
        argument = list(argument.get_children())[-1]
    given = argument.type.get_canonical()
    return given.element_type if given.kind in _ARRAYS else given.get_pointee()


def _kind(cursor: Any) -> Any:
    return cursor.type.get_canonical().kind


def _has_pointers(type: Any) -> bool:
    """Whether a value of a type may lead anywhere. Of an array that is where it lies."""
    todo: list[Any] = [type]
    while todo:
        each = todo.pop().get_canonical()
        if each.kind == TypeKind.RECORD:
            fields = list(each.get_fields())
            todo += _types_in(fields)
            if not fields:
                return True  # nothing is known of it
        elif each.kind in (TypeKind.POINTER, TypeKind.VOID, TypeKind.INVALID, *_ARRAYS):
            return True
    return False


def _types_in(fields: Iterable[Any]) -> Iterator[Any]:
    """The types of fields, of arrays those of an element."""
    for field in fields:
        type = field.type.get_canonical()
        while type.kind in _ARRAYS:
            type = type.element_type.get_canonical()
        yield type
