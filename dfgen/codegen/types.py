# SPDX-License-Identifier: Apache-2.0
"""Names of the user's types that mean something else in generated code: variables, or macros that it undefines. It
calls such a type by another name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from dfgen.codegen.naming import LOCAL_NAMES
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Span
from dfgen.model.graph import Graph
from dfgen.model.port import TokenType
from dfgen.model.program import Program


def renamed_types(graph: Graph, prefix: str, hidden: Collection[str]) -> dict[str, str]:
    """By the type's own name, in order. `hidden` are names that mean nothing of the user's in generated code."""
    found = sorted({type_.c_name for actor in graph.actors for type_ in types_of(actor)})
    return {name: f"{prefix}type_{name}" for name in found if name in hidden or LOCAL_NAMES.fullmatch(name)}


def types_of(actor: Actor) -> Iterator[TokenType]:
    yield from (port.type for port in actor.ports)
    if actor.state is not None:
        yield actor.state.type


def with_renamed_types(program: Program, names: Mapping[str, str]) -> Program:
    """The program that calls types by these names."""
    if not names:
        return program

    def named(value: Any) -> Any:
        if isinstance(value, TokenType):
            return replace(value, c_name=names.get(value.c_name, value.c_name))
        if isinstance(value, tuple):
            return tuple(map(named, value))
        if isinstance(value, Mapping):
            return {key: named(each) for key, each in value.items()}
        if is_dataclass(value) and not isinstance(value, type | Span):
            return replace(value, **{each.name: named(getattr(value, each.name)) for each in fields(value)})
        return value

    renamed: Program = named(program)
    return renamed
