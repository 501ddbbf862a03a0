# SPDX-License-Identifier: Apache-2.0
"""The values of one graph's parameters, and of the names that the expressions of its nodes may use.

In a port of an actor, names are those of the actor's config ports; elsewhere those of the graph's parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.frontend.importers.preesm.expressions import Expression, Number
from dfgen.frontend.importers.preesm.pi import End, Kind, Node, PiGraph, PiPort, PortKind
from dfgen.frontend.problems import Rejected, reject
from dfgen.model.diagnostics import Note


class Values:
    """`given`: of config inputs, and of parameters that the user sets. `overrides`: what a scenario says instead."""

    def __init__(self, graph: PiGraph, given: Mapping[str, Number], overrides: Mapping[str, Expression]) -> None:
        self._graph = graph
        self._given = given
        self._overrides = overrides
        self._known: dict[str, Number | None] = {}
        self._running: list[str] = []

    def all(self) -> dict[str, Number]:
        """Of all parameters, in the order of the file; raises `Rejected` for the first that has none."""
        return {name: self.of(name) for name, node in self._graph.nodes.items() if node.kind.is_value}

    def of(self, name: str) -> Number:
        """Of one parameter."""
        if name not in self._known:
            self._known[name] = None  # while it is being computed, and for ever where that fails
            self._running.append(name)
            self._known[name] = self._computed(self._graph.nodes[name])
            self._running.pop()
        value = self._known[name]
        if value is None:
            raise self._never(name)
        return value

    def _never(self, name: str) -> Rejected:
        """A parameter without a value: it depends on itself, or what is wrong with it has been said."""
        if name not in self._running:
            return Rejected(None)
        circle = [*self._running[self._running.index(name) :], name]
        message = f"the value of '{name}' depends on itself: {' -> '.join(circle)}"
        return reject("name-unknown", message, self._graph.nodes[name].span, "Give one of them a number.")

    def _computed(self, node: Node) -> Number:
        if node.name in self._given:
            return self._given[node.name]
        expression = self._overrides.get(node.name) or node.expression
        if expression is None:
            message = f"nothing gives the config input '{node.name}' a value"
            hint = "Give it a default value, or draw a dependency to it around the graph."
            raise reject("parameter-unknown", message, node.span, hint)
        return expression.value(_Lazy(self))

    def is_value(self, name: str) -> bool:
        node = self._graph.nodes.get(name)
        return node is not None and node.kind.is_value

    def names(self) -> list[str]:
        return [name for name in self._graph.nodes if self.is_value(name)]

    def in_graph(self) -> Mapping[str, Number]:
        """What expressions of interfaces and delays see."""
        return _Lazy(self)

    def in_actor(self, node: Node) -> dict[str, Number]:
        """What expressions of an actor's ports see."""
        return {
            port.name: self.of(self._graph.bindings[End(node.name, port.name)])
            for port in node.ports
            if port.kind is PortKind.CONFIG_INPUT
        }

    def rate(self, node: Node, port: PiPort, scope: Mapping[str, Number]) -> int:
        assert port.rate is not None, "a config port has no rate"
        rate = port.rate.integer(scope)
        if rate < 0:
            what = f"interface '{node.name}'" if node.kind in (Kind.INPUT, Kind.OUTPUT) else f"'{port.name}'"
            message = f"the rate of {what} is negative: '{port.rate.text}' is {rate}"
            raise reject("rate-negative", message, port.span, "Check the parameters.", [Note("the node", node.span)])
        return rate


class _Lazy(Mapping[str, Number]):
    """Parameters by name, computed as they are asked for."""

    def __init__(self, values: Values) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Number:
        if not self._values.is_value(name):
            raise KeyError(name)
        return self._values.of(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values.names())

    def __len__(self) -> int:
        return len(self._values.names())
