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
    """`given`: of config inputs, and of parameters that the user sets. `overrides`: what a scenario says instead.
    `is_main`: whether it is the user's graph, and nothing is around it."""

    def __init__(
        self,
        graph: PiGraph,
        given: Mapping[str, Number],
        overrides: Mapping[str, Expression],
        is_main: bool = False,
    ) -> None:
        self._graph = graph
        self._given = given
        self._overrides = overrides
        self._is_main = is_main
        self._known: dict[str, Number | None] = {}

    def all(self) -> dict[str, Number]:
        """Of all parameters, in the order of the file; raises `Rejected` for the first that has none."""
        return {name: self.of(name) for name, node in self._graph.nodes.items() if node.kind.is_value}

    def of(self, name: str) -> Number:
        """Of one parameter, those before which it depends on; chains of them may be long."""
        waiting = [name]
        while waiting:
            node = self._graph.nodes[waiting[-1]]
            missing = [other for other in self._needs(node) if other not in self._known]
            if node.name in self._known or not missing:
                self._settle(node)
                waiting.pop()
            elif missing[0] in waiting:
                raise self._circle([*waiting[waiting.index(missing[0]) :], missing[0]])
            else:
                waiting.append(missing[0])
        value = self._known[name]
        if value is None:
            raise Rejected(None)  # what is wrong with it has been said
        return value

    def _circle(self, names: list[str]) -> Rejected:
        self._known.update(dict.fromkeys(names))
        message = f"the value of '{names[0]}' depends on itself: {' -> '.join(names)}"
        return reject("name-unknown", message, self._graph.nodes[names[0]].span, "Give one of them a number.")

    def _settle(self, node: Node) -> None:
        if node.name not in self._known:
            self._known[node.name] = None  # for ever, if that fails
            self._known[node.name] = self._computed(node)

    def _expression(self, node: Node) -> Expression | None:
        return None if node.name in self._given else self._overrides.get(node.name) or node.expression

    def _needs(self, node: Node) -> list[str]:
        expression = self._expression(node)
        return [name for name in expression.names if self.is_value(name)] if expression is not None else []

    def _computed(self, node: Node) -> Number:
        if node.name in self._given:
            return self._given[node.name]
        expression = self._expression(node)
        if expression is None:
            message = f"nothing gives the config input '{node.name}' a value"
            hint = "Give it a default value, or draw a dependency to it around the graph."
            if self._is_main:
                hint = f"Read the graph that this one is inside of, or give a value: -p {node.name}=1."
            raise reject("parameter-unknown", message, node.span, hint)
        return expression.value(_Lazy(self))

    def is_given(self, name: str) -> bool:
        """Whether the user, a scenario or the graph around says what a parameter is."""
        return name in self._given or name in self._overrides

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
