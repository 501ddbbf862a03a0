# SPDX-License-Identifier: Apache-2.0
"""Statements that stand for several: `actor band[6]` for six actors, `in x[6]` for six ports, a loop for its edges.

What a name with brackets stands for is called `band[2]` from here on. Counts and numbers need the values of parameters,
so this is done where a graph is elaborated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from dfgen.frontend.expressions import Division, Values, evaluate_integer
from dfgen.frontend.problems import reject
from dfgen.frontend.scopes import Scope, shown
from dfgen.frontend.syntax import (
    ActorDeclaration,
    Delay,
    Edge,
    Endpoint,
    Expression,
    Identifier,
    Instance,
    Loop,
    Routing,
    Statement,
)

INDEX = "index"
"""The number of an actor among those that are declared at once, to the expressions of its declaration."""

ACTORS_MAX = 100_000
PORTS_MAX = 65536
TRIPS_MAX = 1_000_000

Declared = TypeVar("Declared", bound=ActorDeclaration | Instance | Routing)


def element(name: Identifier, number: int) -> Identifier:
    return Identifier(f"{name.text}[{number}]", name.span)


def base_name(name: str) -> str:
    """`band` of `band[2]`."""
    return name.partition("[")[0]


def elements_of(name: str, known: Collection[str]) -> str:
    """Which of `known` have that name and a number, as a hint, or that there is one without; empty if none has."""
    if name != base_name(name) and base_name(name) in known:
        return f"There is one '{base_name(name)}', without a number in brackets."
    found = _elements(tuple(known)).get(base_name(name), ())
    return f"There are '{found[0]}' to '{found[-1]}'." if len(found) > 1 else f"There is '{found[0]}'." if found else ""


@lru_cache(maxsize=8)  # a graph of thousands of actors may have as many wrong names
def _elements(known: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Those with a number, by the name before it."""
    found: dict[str, list[str]] = {}
    for each in known:
        if each != base_name(each):
            found.setdefault(base_name(each), []).append(each)
    return found


def declared_actors(statement: Declared, scope: Scope) -> Iterator[tuple[Declared, Scope]]:
    """Each actor of a declaration, with what its expressions see."""
    name = statement.name
    if name.index is None:
        yield statement, scope
        return
    count = evaluate_integer(name.index, scope.values, Division.STRICT)
    if count < 1:
        message = f"an array cannot have {shown(count)} actors"
        raise reject("size-invalid", message, name.index.span, f"Write 1 to {ACTORS_MAX}.")
    if count > ACTORS_MAX:
        message = f"{shown(count)} actors are too many; {ACTORS_MAX} is the limit"
        raise reject("graph-too-large", message, name.index.span, "Use larger rates in place of many actors.")
    for number in range(count):
        yield replace(statement, name=element(name, number)), scope.with_value(INDEX, number)


def declared_ports(name: Identifier, size: Expression, values: Values) -> list[str]:
    """The names of the ports of an array."""
    count = evaluate_integer(size, values, Division.STRICT)
    if not 1 <= count <= PORTS_MAX:
        message = f"an array cannot have {shown(count)} ports"
        raise reject("size-invalid", message, size.span, f"Write 1 to {PORTS_MAX}.")
    return [element(name, number).text for number in range(count)]


@dataclass
class Unrolling:
    """The edges of a graph, one after the other. `is_cut`: some were left out, for a loop or a number is wrong."""

    is_cut: bool = False
    _trips: int = 0

    def edges(self, statements: Iterable[Statement], scope: Scope) -> Iterator[tuple[Edge, Scope]]:
        """Each edge, with what its expressions see. Who asks for the next has reported what is wrong with it."""
        for statement in statements:
            with scope.problems.caught():
                if isinstance(statement, Edge):
                    yield _resolved(statement, scope.values), scope
                elif isinstance(statement, Loop):
                    yield from self._unrolled(statement, scope)
                continue
            self.is_cut = True

    def _unrolled(self, loop: Loop, scope: Scope) -> Iterator[tuple[Edge, Scope]]:
        before = len(scope.problems)
        first, end = (evaluate_integer(e, scope.values, Division.STRICT) for e in (loop.first, loop.end))
        for number in range(first, end):
            self._trips += 1
            if self._trips > TRIPS_MAX:
                message = f"the loops of this graph have more than {TRIPS_MAX} trips"
                raise reject(
                    "graph-too-large", message, loop.variable.span, "Use larger rates in place of many actors."
                )
            yield from self.edges(loop.statements, scope.with_value(loop.variable.text, number))
            if len(scope.problems) > before:  # the other trips would tell the same
                self.is_cut = True
                return


def _resolved(edge: Edge, values: Values) -> Edge:
    """The edge between elements."""
    delay = edge.delay
    if delay is not None and (delay.setter is not None or delay.getter is not None):
        delay = _resolved_delay(delay, values)
    targets = tuple(_resolved_end(target, values) for target in edge.targets)
    return Edge(_resolved_end(edge.source, values), targets, delay, edge.annotations, edge.span)


def _resolved_delay(delay: Delay, values: Values) -> Delay:
    setter, getter = (_resolved_end(e, values) if e is not None else None for e in (delay.setter, delay.getter))
    return replace(delay, setter=setter, getter=getter)


def _resolved_end(end: Endpoint, values: Values) -> Endpoint:
    if end.node.index is None and (end.port is None or end.port.index is None):
        return end
    port = _resolved_name(end.port, values) if end.port is not None else None
    return Endpoint(_resolved_name(end.node, values), port, end.span)


def _resolved_name(name: Identifier, values: Values) -> Identifier:
    return name if name.index is None else element(name, evaluate_integer(name.index, values))
