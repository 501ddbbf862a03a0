# SPDX-License-Identifier: Apache-2.0
"""One graph declaration before it is flattened: its nodes, its interfaces, and the edges between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain

from dfgen.frontend.annotations import AccessRequest, edge_notes
from dfgen.frontend.delays import elaborate_delay
from dfgen.frontend.printer import print_endpoint
from dfgen.frontend.problems import Rejected, listed, reject
from dfgen.frontend.replication import base_name, elements_of
from dfgen.frontend.routing import same_type, type_text
from dfgen.frontend.scopes import Scope
from dfgen.frontend.syntax import Delay, Edge, Endpoint
from dfgen.model.actor import Actor, InitialTokens
from dfgen.model.diagnostics import Diagnostic, Note, Span
from dfgen.model.files import OPTIONAL_PORTS
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, PortRef
from dfgen.model.likeness import suggestion
from dfgen.model.port import AFTER, DATA, Direction, Port

OUTSIDE = ""
"""The actor name in a reference to an interface of the graph itself."""


@frozen
class FlatLevel:
    """A graph with all that is inside of it, ready to be put into another one.

    Ends of FIFOs at interfaces name the actor `OUTSIDE`. `cycles` counts how often each actor goes through its phases
    while the graph fires once.
    """

    name: str
    interfaces: tuple[Port, ...]
    actors: tuple[Actor, ...]
    fifos: tuple[Fifo, ...]
    cycles: Mapping[str, int] = field(default_factory=dict)
    accesses: Mapping[PortRef, AccessRequest] = field(default_factory=dict)


@frozen
class Handover:
    """Ports (or interfaces) that a delay takes its tokens from, and that it gives them to, at each firing."""

    setter: PortRef | None
    getter: PortRef | None
    span: Span


@dataclass
class Level:
    """A graph under construction. A refined actor stands in `nodes` as an actor whose ports are its interfaces.
    `doubled`: names of several actors, one of which may be called as an edge has it."""

    name: str
    span: Span
    is_main: bool
    interfaces: dict[str, Port] = field(default_factory=dict)
    nodes: dict[str, Actor] = field(default_factory=dict)
    children: dict[str, FlatLevel] = field(default_factory=dict)
    cores: dict[str, tuple[int, ...]] = field(default_factory=dict)
    hosts: dict[str, int | str | None] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    doubled: set[str] = field(default_factory=set)
    fifos: list[Fifo] = field(default_factory=list)
    resets: dict[PortRef, Span] = field(default_factory=dict)
    handovers: dict[PortRef, Handover] = field(default_factory=dict)
    accesses: dict[PortRef, AccessRequest] = field(default_factory=dict)
    written: dict[PortRef, float] = field(default_factory=dict)
    _entering: dict[PortRef, Span] = field(default_factory=dict)
    _leaving: set[PortRef] = field(default_factory=set)
    _attempted: set[PortRef] = field(default_factory=set)

    def add_edge(self, edge: Edge, scope: Scope) -> None:
        """Add the FIFOs of one edge; report what is wrong with it."""
        problems = scope.problems
        notes = edge_notes(edge.annotations, problems, scope.values)
        source = self._source(edge, scope)
        if source is None and self._wrong_on_both_ends(edge) is not None:
            return
        delay, is_reset = self._delay(edge, source, scope)
        for endpoint in edge.targets:
            with problems.caught():
                target = self._end(endpoint, Direction.INPUT)
                if source is None:
                    self._attempted.add(target[0])
                    continue
                self._enter(target[0], endpoint)
                self._require_same_type(source, target, endpoint)
                fifo = Fifo(
                    source[0],
                    target[0],
                    delay,
                    notes.transfer,
                    notes.private,
                    self.written.get(target[0]),
                    notes.capacity_tokens,
                    notes.channel,
                    notes.token_bits,
                    edge.span if len(edge.targets) == 1 else endpoint.span,
                    notes.private_span,
                )
                self.fifos.append(fifo)
                if is_reset and edge.delay is not None:
                    self.resets[target[0]] = edge.delay.span
                    self._hand_over(edge, edge.delay, target, source)
                if notes.access is not None:
                    self.accesses[target[0]] = notes.access

    def _source(self, edge: Edge, scope: Scope) -> tuple[PortRef, Port] | None:
        source = None
        with scope.problems.caught():
            try:
                source = self._end(edge.source, Direction.OUTPUT)
            except Rejected as rejected:
                raise self._wrong_on_both_ends(edge) or rejected from None
            self._leaving.add(source[0])
        return source

    def _wrong_on_both_ends(self, edge: Edge) -> Rejected | None:
        """What is one mistake although neither end is right."""
        return self._backwards(edge) or self._between_actors(edge)

    def _between_actors(self, edge: Edge) -> Rejected | None:
        """Of an edge that names actors alone."""
        ends = (edge.source, *edge.targets)
        if any(end.port is not None or end.node.text not in self.nodes for end in ends):
            return None
        if any(self.nodes[end.node.text].boundary is not None for end in ends):
            return None
        wanted = (Direction.OUTPUT, *(Direction.INPUT for _ in edge.targets))
        fitting = [
            [f"{end.node.text}.{port.name}" for port in self.nodes[end.node.text].ports if port.direction is direction]
            for end, direction in zip(ends, wanted, strict=True)
        ]
        if not all(fitting):
            return None
        hint = f"Name one of {listed(fitting[0])}, and of {listed(chain.from_iterable(fitting[1:]))}."
        if all(len(names) == 1 for names in fitting):
            (source,), *targets = fitting
            hint = " ".join(f"Write '{source} -> {target};'." for (target,) in targets)
        return reject("port-unknown", "this edge names actors, and not their ports", edge.span, hint)

    def _backwards(self, edge: Edge) -> Rejected | None:
        """Of an edge whose source can only be a target, and each target only a source."""
        ends = ((edge.source, Direction.OUTPUT), *((target, Direction.INPUT) for target in edge.targets))
        wrong = [self._wrong_direction(endpoint, wanted) for endpoint, wanted in ends]
        notes = [note for diagnostic in wrong if diagnostic is not None for note in diagnostic.notes]
        if not all(wrong):
            return None
        there = print_endpoint(edge.source)
        hint = " ".join(f"Write '{print_endpoint(target)} -> {there};'." for target in edge.targets)
        return reject("edge-direction", "the ends of this edge are the wrong way round", edge.span, hint, notes)

    def _wrong_direction(self, endpoint: Endpoint, wanted: Direction) -> Diagnostic | None:
        """What is wrong with an end of an edge, if it is that."""
        try:
            self._end(endpoint, wanted)
        except Rejected as rejected:
            found = rejected.diagnostic
            return found if found is not None and found.id == "edge-direction" else None
        return None

    def _delay(
        self, edge: Edge, source: tuple[PortRef, Port] | None, scope: Scope
    ) -> tuple[InitialTokens | None, bool]:
        if edge.delay is None or source is None:
            return None, False
        delay = None
        with scope.problems.caught():
            delay = elaborate_delay(edge.delay, source[1].type, scope)
        is_handed_over = edge.delay.setter is not None or edge.delay.getter is not None
        if delay is None and is_handed_over:
            message = "a delay without tokens has nothing to hand over"
            scope.problems.add("delay-size", message, edge.delay.span, "Give it tokens, or no setter and no getter.")
        return delay, (edge.delay.policy == "reset" or is_handed_over) and delay is not None

    def _hand_over(self, edge: Edge, delay: Delay, target: tuple[PortRef, Port], source: tuple[PortRef, Port]) -> None:
        """Note who sets and gets the delay of an edge."""
        setter = getter = None
        if delay.setter is not None:
            setter = self._end(delay.setter, Direction.OUTPUT)
            self._leaving.add(setter[0])
            self._require_same_type(setter, target, delay.setter)
        if delay.getter is not None:
            getter = self._end(delay.getter, Direction.INPUT)
            self._enter(getter[0], delay.getter)
            self._require_same_type(source, getter, delay.getter)
        if setter is None and getter is None:
            return
        if len(edge.targets) > 1 or delay.policy == "keep" or (setter is not None and delay.initial is not None):
            message = "a delay with a setter or a getter belongs to one target, is not kept, and has no other values"
            raise reject("clause-invalid", message, delay.span, "Give each target an edge of its own.")
        self.handovers[target[0]] = Handover(setter and setter[0], getter and getter[0], delay.span)

    def _end(self, endpoint: Endpoint, wanted: Direction) -> tuple[PortRef, Port]:
        """The port at one end of an edge, which must let tokens out (or in)."""
        name = endpoint.node.text
        if endpoint.port is None and name in self.interfaces:
            port = self.interfaces[name]
            self._require_direction(port.direction is not wanted, port, wanted, endpoint)
            return PortRef(OUTSIDE, name), port
        if base_name(name) in self.broken:
            raise Rejected(None)
        if name not in self.nodes:
            raise Rejected(None) if self.doubled else self._unknown(endpoint)
        ports = self.nodes[name].port_by_name
        if self.nodes[name].boundary is not None:
            return self._boundary_end(endpoint, ports[DATA], wanted)
        if endpoint.port is None or endpoint.port.text not in ports:
            if name in self.doubled:
                raise Rejected(None)
            raise self._unknown_port(endpoint, ports, wanted)
        port = ports[endpoint.port.text]
        if wanted is Direction.OUTPUT and port.name + AFTER in ports:
            port = ports[port.name + AFTER]
        self._require_direction(port.direction is wanted, port, wanted, endpoint)
        return PortRef(name, port.name), port

    def _boundary_end(self, endpoint: Endpoint, port: Port, wanted: Direction) -> tuple[PortRef, Port]:
        """A port of the main graph, which edges name alone."""
        name = endpoint.node.text
        if endpoint.port is not None:
            message = f"'{name}' is a port of this graph and has no ports"
            raise reject("port-unknown", message, endpoint.port.span, f"Write '{name}' alone.")
        if port.direction is not wanted:
            what, other = ("an output", "source") if port.is_input else ("an input", "target")
            message = f"{what} of the graph cannot be the {other} of an edge"
            hint = "Inside of a graph, its inputs are sources of edges, and its outputs targets."
            raise reject("edge-direction", message, endpoint.node.span, hint, [Note("declared here", port.span)])
        return PortRef(name, port.name), port

    def _unknown(self, endpoint: Endpoint) -> Rejected:
        node = endpoint.node
        if node.text in self.interfaces and endpoint.port is not None:
            message = f"'{node.text}' is an interface of this graph and has no ports"
            return reject("port-unknown", message, endpoint.port.span, f"Write '{node.text}' alone.")
        known = [*self.nodes, *self.interfaces]
        hint = elements_of(node.text, known) or suggestion(node.text, known, f"Its actors: {listed(self.nodes)}.")
        return reject("actor-unknown", f"there is no actor '{node.text}' in graph '{self.name}'", node.span, hint)

    def _unknown_port(self, endpoint: Endpoint, ports: Mapping[str, Port], wanted: Direction) -> Rejected:
        node = endpoint.node.text
        fitting = [port.name for port in ports.values() if port.direction is wanted]
        file = self.nodes[node].file
        if file is not None and file.is_source == (wanted is Direction.OUTPUT):
            fitting += [name for name in OPTIONAL_PORTS[file.is_source] if name not in ports]
        side = "outputs" if wanted is Direction.OUTPUT else "inputs"
        otherwise = f"Its {side}: {listed(fitting)}."
        if endpoint.port is None:
            return reject("port-unknown", f"no port of '{node}' is named", endpoint.span, otherwise)
        hint = elements_of(endpoint.port.text, ports) or suggestion(endpoint.port.text, {*ports, *fitting}, otherwise)
        message = f"'{node}' has no port '{endpoint.port.text}'"
        return reject("port-unknown", message, endpoint.port.span, hint, [Note("the actor", self.nodes[node].span)])

    def _require_direction(self, is_right: bool, port: Port, wanted: Direction, endpoint: Endpoint) -> None:
        if is_right:
            return
        side = "source" if wanted is Direction.OUTPUT else "target"
        what = "input" if port.is_input else "output"
        kind = "interface" if endpoint.port is None else "port"
        message = f"{what} {kind} '{port.name}' cannot be the {side} of an edge"
        note = Note(f"declared as '{port.direction.value}'", port.span)
        hint = "Edges run from outputs to inputs; inside of a graph its own interfaces count the other way round."
        raise reject("edge-direction", message, (endpoint.port or endpoint.node).span, hint, [note])

    def _enter(self, target: PortRef, endpoint: Endpoint) -> None:
        first = self._entering.get(target)
        if first is not None:
            name = target.port if target.actor == OUTSIDE else str(target)
            hint = "Use a 'join', or another port."
            message = f"'{name}' has an edge already"
            raise reject("port-connected-twice", message, endpoint.span, hint, [Note("the first edge", first)])
        self._entering[target] = endpoint.span

    def _require_same_type(self, source: tuple[PortRef, Port], target: tuple[PortRef, Port], place: Endpoint) -> None:
        written, read = source[1], target[1]
        if not same_type(written.type, read.type):
            gives = f"'{written.name}' gives tokens of {type_text(written.type)}"
            message = f"{gives}, '{read.name}' takes {type_text(read.type)}"
            notes = [Note(f"'{written.name}'", written.span), Note(f"'{read.name}'", read.span)]
            raise reject("edge-types", message, place.span, "Give both ports the same type.", notes)

    def check_connected(self, scope: Scope) -> None:
        """Report the ports and interfaces that no edge reaches."""
        for node in self.nodes.values():
            for port in node.ports:
                self._check_reached(PortRef(node.name, port.name), port, port.is_input, scope)
        for port in self.interfaces.values():
            self._check_reached(PortRef(OUTSIDE, port.name), port, not port.is_input, scope)

    def _check_reached(self, ref: PortRef, port: Port, is_target: bool, scope: Scope) -> None:
        if ref in self._attempted or ref in (self._entering if is_target else self._leaving):
            return
        if not is_target and port.access is not None and port.access.value == "unused":
            return
        is_boundary = ref.actor != OUTSIDE and self.nodes[ref.actor].boundary is not None
        name = ref.port if ref.actor == OUTSIDE else ref.actor if is_boundary else str(ref)
        what = "input" if port.is_input != is_boundary else "output"
        hint = (
            "Add an edge."
            if is_target or is_boundary or ref.actor == OUTSIDE
            else "Add an edge, or say 'unused' after its rate."
        )
        place = port.span if ref.actor not in self.children else self.nodes[ref.actor].span
        scope.problems.add("port-unconnected", f"no edge reaches {what} '{name}'", place, hint)
