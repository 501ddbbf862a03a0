# SPDX-License-Identifier: Apache-2.0
"""Reads `.pi` files: GraphML with PREESM's own attributes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TypeVar

from dfgen.frontend.importers.preesm.expressions import Expression, parse_expression
from dfgen.frontend.importers.preesm.pi import (
    End,
    Kind,
    Node,
    PiFifo,
    PiGraph,
    PiPort,
    PortKind,
    Prototype,
    PrototypeArgument,
)
from dfgen.frontend.importers.xml_tree import Element, read_xml
from dfgen.frontend.problems import Problems, Rejected, listed, reject
from dfgen.model.diagnostics import Note, Span
from dfgen.model.likeness import suggestion

LEVELS = ("permanent", "local", "none")
ANNOTATIONS = ("NONE", "READ_ONLY", "WRITE_ONLY", "UNUSED")

_Word = TypeVar("_Word", bound=Enum)


def read_pi(path: Path, problems: Problems) -> PiGraph:
    """The graph of a file; what is wrong inside goes to `problems`, `UserError` and `Rejected` for all else."""
    root = read_xml(path)
    graphs = list(root.all("graph"))
    if root.tag != "graphml" or not graphs:
        raise reject("graph-missing", "this file has no graph", root.span, "A .pi file is GraphML: <graphml><graph>.")
    if _data(graphs[0], "kind") == "sdf":
        hint = "Draw it anew as a .pi graph."
        raise reject("format-unsupported", "this is a graph in PREESM's first format (IBSDF)", graphs[0].span, hint)
    if len(graphs) > 1:
        note = Note("the first", graphs[0].span)
        raise reject("graph-missing", "this file has more than one graph", graphs[1].span, "Keep one.", [note])
    reader = _Reader(path, graphs[0], problems)
    return reader.graph()


@dataclass
class _Reader:
    path: Path
    element: Element
    problems: Problems
    nodes: dict[str, Node] = field(default_factory=dict)
    fifos: list[PiFifo] = field(default_factory=list)
    bindings: dict[End, str] = field(default_factory=dict)
    setters: dict[str, PiFifo] = field(default_factory=dict)
    getters: dict[str, PiFifo] = field(default_factory=dict)
    _used: dict[tuple[End, str], Span] = field(default_factory=dict)

    def graph(self) -> PiGraph:
        for element in self.element.all("node"):
            with self.problems.caught():
                self._add_node(element)
        for element in self.element.all("edge"):
            with self.problems.caught():
                self._add_edge(element)
        self._check_connected()
        name = _data(self.element, "name") or self.path.stem
        return PiGraph(
            self.path, name, self.element.span, self.nodes, tuple(self.fifos), self.bindings, self.setters, self.getters
        )

    # --- nodes ---------------------------------------------------------------------------------------------------

    def _add_node(self, element: Element) -> None:
        name = _required(element, "id")
        known = self.nodes.get(name)
        if known is not None:
            note = Note("the first", known.span)
            raise reject("name-duplicate", f"there is a node '{name}' already", element.span, "Rename one.", [note])
        kind = _word(Kind, element, "kind")
        node = Node(
            kind,
            name,
            element.span,
            tuple(self._ports(element, kind)),
            self._expression_of_node(element, kind),
            _data(element, "graph_desc").replace("\\", "/"),
            _data(element, "memoryScript").replace("\\", "/"),
            self._prototype(element, "loop"),
            self._prototype(element, "init"),
            _level(element) if kind is Kind.DELAY else "",
            element.get("setter"),
            element.get("getter"),
            element.get("period"),
            tuple(map(str.strip, element.get("expr").split(";"))) if kind is Kind.MOLDABLE else (),
        )
        _check_interface(node)
        self.nodes[name] = node

    def _expression_of_node(self, element: Element, kind: Kind) -> Expression | None:
        if kind is Kind.CONFIG_INPUT:
            default = element.get("defaultValue")
            return parse_expression(default, element.span) if default else None
        if kind is Kind.MOLDABLE:
            return parse_expression(_required(element, "expr").partition(";")[0], element.span)
        if kind in (Kind.PARAMETER, Kind.DELAY):
            return parse_expression(_required(element, "expr"), element.span)
        return None

    def _ports(self, element: Element, kind: Kind) -> Iterator[PiPort]:
        first: dict[str, Element] = {}
        for child in element.all("port"):
            name = _required(child, "name")
            if name in first:
                note = Note("the first", first[name].span)
                self.problems.add(
                    "name-duplicate", f"there is a port '{name}' already", child.span, "Rename it.", [note]
                )
                continue
            first[name] = child
            port_kind = _word(PortKind, child, "kind")
            annotation = child.get("annotation") or ANNOTATIONS[0]
            if annotation not in ANNOTATIONS:
                hint = f"Valid here: {', '.join(ANNOTATIONS)}."
                self.problems.add("format-element", f"there is no port annotation '{annotation}'", child.span, hint)
            has_rate = port_kind.is_data and kind is not Kind.DELAY
            rate = parse_expression(child.get("expr"), child.span) if has_rate else None
            yield PiPort(name, port_kind, rate, annotation, child.span)

    def _prototype(self, element: Element, tag: str) -> Prototype | None:
        found = element.first(tag)
        if found is None:
            return None
        if found.get("isCPPdefinition").lower() == "true":
            hint = "Put the C++ behind a function with a C prototype, and name that one."
            raise reject("c-is-cpp", f"'{found.get('name')}' is C++, which dfgen does not call", found.span, hint)
        arguments = tuple(_argument(child) for child in found.all("param"))
        return Prototype(_required(found, "name"), arguments, found.span)

    # --- edges ---------------------------------------------------------------------------------------------------

    def _add_edge(self, element: Element) -> None:
        kind = _required(element, "kind")
        if kind == "fifo":
            self._add_fifo(element)
        elif kind == "dependency":
            self._add_dependency(element)
        else:
            raise reject(
                "format-element", f"there is no kind of edge '{kind}'", element.span, "Valid here: fifo, dependency."
            )

    def _add_fifo(self, element: Element) -> None:
        source = self._end(element, "source", PortKind.OUTPUT)
        target = self._end(element, "target", PortKind.INPUT)
        delay, size = self._delay(element)
        fifo = PiFifo(source, target, element.get("type") or "void", element.span, delay, size)
        from_delay, to_delay = (self.nodes[end.node].kind is Kind.DELAY for end in (source, target))
        if from_delay and to_delay:
            message = "this FIFO runs from a delay to a delay"
            raise reject("format-unsupported", message, element.span, "Put an actor between them.")
        if (from_delay or to_delay) and (delay or size is not None):
            message = "this FIFO has a delay, and runs from or to another one"
            raise reject("format-unsupported", message, element.span, "Remove its delay: it hands tokens over at once.")
        if from_delay:
            self.getters[source.node] = fifo
        elif to_delay:
            self.setters[target.node] = fifo
        else:
            self.fifos.append(fifo)

    def _delay(self, element: Element) -> tuple[str, Expression | None]:
        data = next((child for child in element.all("data") if child.get("key") == "delay"), None)
        if data is None:
            return "", None
        name = data.text.strip()
        if not name:
            return "", parse_expression(_required(element, "expr"), element.span)
        if name not in self.nodes or self.nodes[name].kind is not Kind.DELAY:
            raise reject("actor-unknown", f"there is no delay '{name}'", element.span, "Name a node of kind 'delay'.")
        first = self._used.setdefault((End(name, ""), "delay"), element.span)
        if first is not element.span:
            message = f"delay '{name}' is that of another FIFO"
            raise reject("name-duplicate", message, element.span, "Add one for this FIFO.", [Note("the other", first)])
        return name, None

    def _end(self, element: Element, which: str, wanted: PortKind) -> End:
        """One end of a FIFO, which nothing else may use."""
        node = self._node(element, which)
        if node.kind.is_interface or node.kind is Kind.DELAY:
            self._require_direction(node, wanted, element)
            end = End(node.name, "")
        else:
            end = End(node.name, self._port(element, f"{which}port", node, wanted))
        first = self._used.get((end, wanted.value))
        if first is not None:
            message = f"'{_shown(end)}' has an edge already"
            hint = "Use a broadcast to send tokens twice, a join to gather them."
            raise reject("port-connected-twice", message, element.span, hint, [Note("the first edge", first)])
        self._used[end, wanted.value] = element.span
        return end

    def _node(self, element: Element, which: str) -> Node:
        name = _required(element, which)
        node = self.nodes.get(name)
        if node is None:
            if any(other.get("id") == name for other in self.element.all("node")):
                raise Rejected(None)  # what is wrong with it has been said
            hint = suggestion(name, self.nodes, "Add the node, or remove the edge.")
            raise reject("actor-unknown", f"there is no node '{name}'", element.span, hint)
        return node

    def _require_direction(self, node: Node, wanted: PortKind, element: Element) -> None:
        wrong = Kind.INPUT if wanted is PortKind.INPUT else Kind.OUTPUT
        if node.kind is wrong:
            side = "target" if wanted is PortKind.INPUT else "source"
            what = "input" if wrong is Kind.INPUT else "output"
            message = f"the {what} interface '{node.name}' cannot be the {side} of a FIFO"
            raise reject("edge-direction", message, element.span, "Swap the ends.", [Note("the node", node.span)])

    def _port(self, element: Element, attribute: str, node: Node, wanted: PortKind) -> str:
        name = _required(element, attribute)
        port = next((port for port in node.ports if port.name == name), None)
        if port is None:
            fitting = [port.name for port in node.ports if port.kind is wanted]
            hint = suggestion(name, fitting, f"It has {listed(fitting)}.")
            message = f"'{node.name}' has no port '{name}'"
            raise reject("port-unknown", message, element.span, hint, [Note("the node", node.span)])
        if port.kind is not wanted:
            message = f"port '{name}' of '{node.name}' is no {wanted.value}"
            raise reject("edge-direction", message, element.span, "Swap the ends.", [Note("the port", port.span)])
        return name

    def _add_dependency(self, element: Element) -> None:
        source, target = self._node(element, "source"), self._node_or_fifo(element)
        if not source.kind.is_value:
            raise dynamic(source.name, element.span)
        if target is None or target.kind in (Kind.DELAY, Kind.INPUT, Kind.OUTPUT) or target.kind.is_value:
            return  # these see parameters by their names
        if target.kind is Kind.CONFIG_OUTPUT:
            raise dynamic(target.name, element.span)
        end = End(target.name, self._port(element, "targetport", target, PortKind.CONFIG_INPUT))
        self.bindings[end] = source.name

    def _node_or_fifo(self, element: Element) -> Node | None:
        """The target of a dependency; None for a FIFO with a delay (in old files), named after its ends."""
        name = element.get("target")
        return None if name not in self.nodes and "-" in name else self._node(element, "target")

    def _check_connected(self) -> None:
        if len(self.problems):
            return
        for node in self.nodes.values():
            if node.kind.is_interface:
                used = PortKind.OUTPUT if node.kind is Kind.INPUT else PortKind.INPUT
                self._check_used(End(node.name, ""), used, node.span)
            elif node.kind is not Kind.DELAY:
                for port in node.ports:
                    self._check_port(End(node.name, port.name), port)

    def _check_port(self, end: End, port: PiPort) -> None:
        if port.kind.is_data:
            self._check_used(end, port.kind, port.span)
        elif port.kind is PortKind.CONFIG_INPUT and end not in self.bindings:
            hint = "Draw a dependency from a parameter to it, or remove it."
            self.problems.add("port-unconnected", f"no parameter reaches '{_shown(end)}'", port.span, hint)

    def _check_used(self, end: End, side: PortKind, span: Span) -> None:
        if (end, side.value) not in self._used:
            self.problems.add("port-unconnected", f"no FIFO reaches '{_shown(end)}'", span, "Connect it.")


def _check_interface(node: Node) -> None:
    wanted = PortKind.OUTPUT if node.kind is Kind.INPUT else PortKind.INPUT
    if node.kind.is_interface and [port.kind for port in node.data_ports()] != [wanted]:
        message = f"interface '{node.name}' needs one port, of kind '{wanted.value}'"
        raise reject("format-element", message, node.span, "Its rate stands there.")


def dynamic(name: str, span: Span) -> Rejected:
    """The refusal of a parameter that an actor sets while the program runs."""
    message = f"'{name}' sets a parameter while the program runs"
    return reject("format-unsupported", message, span, "dfgen needs all rates when it compiles: use a 'param' node.")


def _shown(end: End) -> str:
    return f"{end.node}.{end.port}" if end.port else end.node


def _data(element: Element, key: str) -> str:
    return next((child.text.strip() for child in element.all("data") if child.get("key") == key), "")


def _level(element: Element) -> str:
    level = element.get("level").lower() or LEVELS[0]
    if level not in LEVELS:
        hint = f"Valid here: {', '.join(LEVELS)}."
        raise reject("format-element", f"there is no delay level '{level}'", element.span, hint)
    return level


def _required(element: Element, attribute: str) -> str:
    value = element.get(attribute)
    if not value:
        message = f"this <{element.tag}> has no '{attribute}'"
        raise reject("format-element", message, element.span, f'Write {attribute}="...".')
    return value


def _word(words: type[_Word], element: Element, attribute: str) -> _Word:
    text = _required(element, attribute)
    known = {word.value: word for word in words}
    if text not in known:
        hint = suggestion(text, known, f"Valid here: {', '.join(known)}.")
        raise reject("format-element", f"no <{element.tag}> has the {attribute} '{text}'", element.span, hint)
    return known[text]


def _argument(element: Element) -> PrototypeArgument:
    is_config = element.get("isConfig").lower() == "true"
    return PrototypeArgument(
        _required(element, "name"), element.get("direction"), is_config, element.get("type"), element.span
    )
