# SPDX-License-Identifier: Apache-2.0
"""Names of the user's types that mean something else in generated code: variables, or macros that it undefines. It
calls such a type by another name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from dfgen.codegen.naming import LOCAL_NAMES
from dfgen.model.graph import Actor, Graph, TokenType
from dfgen.model.plan import Plan


def renamed_types(graph: Graph, prefix: str, hidden: Collection[str]) -> dict[str, str]:
    """By the type's own name, in order. `hidden` are names that mean nothing of the user's in generated code."""
    found = sorted({type_.c_name for actor in graph.actors for type_ in types_of(actor)})
    return {name: f"{prefix}type_{name}" for name in found if name in hidden or LOCAL_NAMES.fullmatch(name)}


def types_of(actor: Actor) -> Iterator[TokenType]:
    yield from (port.type for port in actor.ports)
    if actor.state is not None:
        yield actor.state.type


def with_renamed_types(plan: Plan, names: Mapping[str, str]) -> Plan:
    """The plan of a program that calls types by these names."""
    if not names:
        return plan

    def named(type_: TokenType) -> TokenType:
        return replace(type_, c_name=names.get(type_.c_name, type_.c_name))

    def named_in(actor: Actor) -> Actor:
        state = replace(actor.state, type=named(actor.state.type)) if actor.state is not None else None
        return replace(actor, ports=tuple(replace(p, type=named(p.type)) for p in actor.ports), state=state)

    graph = replace(plan.graph, actors=tuple(map(named_in, plan.graph.actors)))
    buffers = {name: replace(buffer, type=named(buffer.type)) for name, buffer in plan.buffers.items()}
    transfers = tuple(replace(transfer, type=named(transfer.type)) for transfer in plan.transfers)
    return replace(plan, graph=graph, buffers=buffers, transfers=transfers)
