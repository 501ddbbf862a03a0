# SPDX-License-Identifier: Apache-2.0
"""One instance of a `.pi` graph, with values for all parameters, to a graph declaration of dfgen's language.

Numbers stand in it as literals. A delay of level `local` lives outside of its graph, which gets and gives its tokens
through two more interfaces: `LocalDelay` says so to whoever instantiates it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from dfgen.frontend.importers.preesm.expressions import Number, parse_expression, rounded
from dfgen.frontend.importers.preesm.names import Names
from dfgen.frontend.importers.preesm.node_functions import NodeFunctions, integer
from dfgen.frontend.importers.preesm.pi import End, Kind, Node, PiFifo, PiGraph, PiPort, PortKind
from dfgen.frontend.importers.preesm.pi_reader import dynamic
from dfgen.frontend.importers.preesm.rates import FifoTypes, Kept, Rates, compute_rates, kept_parts
from dfgen.frontend.importers.preesm.scenario_facts import ActorFacts
from dfgen.frontend.importers.preesm.surroundings import LocalDelay, Made, Request, Surroundings
from dfgen.frontend.importers.preesm.values import Values
from dfgen.frontend.problems import Rejected, listed, reject
from dfgen.frontend.syntax import (
    ActorDeclaration,
    ActorItem,
    Annotation,
    AnnotationArgument,
    CallItem,
    Clause,
    Delay,
    Duration,
    Edge,
    Endpoint,
    Expression,
    GraphDeclaration,
    Identifier,
    InitCall,
    Instance,
    Integer,
    PathText,
    PeriodItem,
    PortDeclaration,
    Rate,
    RateList,
    Routing,
    Statement,
    TimeItem,
    TypeUse,
)
from dfgen.model.diagnostics import Note, Span
from dfgen.model.likeness import suggestion

_CLAUSES = {
    (PortKind.INPUT, "READ_ONLY"): "read_only",
    (PortKind.INPUT, "UNUSED"): "unused",
    (PortKind.OUTPUT, "WRITE_ONLY"): "write_only",
    (PortKind.OUTPUT, "UNUSED"): "unused",
}
"""Annotations of ports that say something; the others do not."""


@dataclass
class LevelWriter:
    request: Request
    values: Values
    around: Surroundings
    names: Names = field(default_factory=Names)
    statements: list[Statement] = field(default_factory=list)
    local: list[LocalDelay] = field(default_factory=list)
    ends: dict[End, Endpoint] = field(default_factory=dict)
    rates: Rates = field(init=False)
    kept: Kept = field(init=False)
    types: dict[End, TypeUse] = field(init=False)

    @property
    def graph(self) -> PiGraph:
        return self.request.graph

    @property
    def functions(self) -> NodeFunctions:
        return NodeFunctions(self.graph, self.around)

    def write(self, name: str) -> tuple[GraphDeclaration, Made]:
        problems = self.around.problems
        before = len(problems)
        self.rates = compute_rates(self.graph, self.values, problems)
        span = self.graph.span
        if len(problems) == before:
            self.kept = kept_parts(self.graph, self.rates)
            self.types = FifoTypes(self.graph, self.kept, dict(self.request.types), self.around.types).resolve(problems)
        if len(problems) == before:
            self._write_statements()
        declaration = GraphDeclaration(Identifier(name, span), (), tuple(self.statements), span=span)
        rates = {
            end.node: rate for end, rate in self.rates.rates.items() if self.graph.nodes[end.node].kind.is_interface
        }
        return declaration, Made(name, self.graph, rates, tuple(self.local))

    def _write_statements(self) -> None:
        for left_out in self.kept.left_out:
            self.around.note(
                f"'{left_out}' of {self.graph.path.name} never fires, for no token reaches it: it is left out"
            )
        for node in self.graph.nodes.values():
            if len(node.choices) > 1 and not self.values.is_given(node.name):
                self.around.note(
                    f"parameter '{node.name}' may have several values and has the first; which is best is told by "
                    f"'dfgen tune {self.graph.path.name} -p {node.name}={','.join(node.choices)}'"
                )
        for node in self.kept.nodes:
            if not node.kind.is_value:
                self.names.take(node.name)
        before = len(self.around.problems)
        for node in self.kept.nodes:
            with self.around.problems.caught():
                self.statements += self._node(node)
        for fifo in self.kept.fifos if len(self.around.problems) == before else ():
            with self.around.problems.caught():
                self.statements.append(self._edge(fifo))

    # --- nodes ---------------------------------------------------------------------------------------------------

    def _node(self, node: Node) -> list[Statement]:
        if node.kind.is_interface:
            return [self._interface(node)]
        if node.kind.moves:
            return self._routing(node)
        if node.kind is Kind.ACTOR:
            if node.is_refined and node.period not in ("", "0"):
                self.around.note(f"the period of '{node.name}' is not kept, for it is a graph: only actors have one")
            return self._refined(node) if node.is_refined else [self._actor(node)]
        if node.kind is Kind.CONFIG_OUTPUT:
            raise dynamic(node.name, node.span)
        if node.kind in (Kind.INIT, Kind.END):
            hint = "Use the graph that the user drew, not one that PREESM has transformed."
            raise reject("format-unsupported", f"'{node.name}' is a node of an exported graph", node.span, hint)
        return []

    def _interface(self, node: Node) -> PortDeclaration:
        direction = "in" if node.kind is Kind.INPUT else "out"
        end = End(node.name, "")
        name = Identifier(self.names.of(node.name), node.span)
        self.ends[end] = Endpoint(name, span=node.span)
        return self._port_declaration(direction, name, end)

    def _port_declaration(self, direction: str, name: Identifier, end: End) -> PortDeclaration:
        rates = RateList((Rate(integer(self.rates.of(end), name.span), span=name.span),), name.span)
        return PortDeclaration(direction, name, self.types[end], (rates,), span=name.span)

    def _ports(self, node: Node, ends_at: str = "") -> Iterator[tuple[PiPort, PortDeclaration]]:
        """The data ports of a node that is called `ends_at` in the declaration."""
        owner = Identifier(ends_at or self.names.of(node.name), node.span)
        inner = Names()
        for port in node.data_ports():
            end = End(node.name, port.name)
            if end in self.kept.ends:
                name = Identifier(inner.take(port.name), port.span)
                self.ends[end] = Endpoint(owner, name, port.span)
                direction = "in" if port.kind is PortKind.INPUT else "out"
                yield port, self._port_declaration(direction, name, end)

    def _routing(self, node: Node) -> list[Statement]:
        ports = [declaration for _, declaration in self._ports(node)]
        if not ports:
            return []
        inputs = [port for port in ports if port.direction == "in"]
        name = Identifier(self.names.of(node.name), node.span)
        if node.kind is Kind.BROADCAST:
            self._compare_broadcast(node)
        if node.kind is Kind.ROUNDBUFFER and len(inputs) > 1:
            return self._gathered(node, name, inputs, [port for port in ports if port.direction == "out"])
        return [Routing(node.kind.value, name, tuple(ports), node.span)]

    def _compare_broadcast(self, node: Node) -> None:
        """The code that PREESM writes goes on in the input from one output to the next, over its end to its start."""
        rates: dict[PortKind, list[int]] = {PortKind.INPUT: [], PortKind.OUTPUT: []}
        for port in node.data_ports():
            if End(node.name, port.name) in self.kept.ends:
                rates[port.kind].append(self.rates.of(End(node.name, port.name)))
        length = sum(rates[PortKind.INPUT])
        if length and any(end % length for end in list(accumulate(rates[PortKind.OUTPUT]))[:-1]):
            self.around.note(
                f"'{node.name}' of {self.graph.path.name} begins each output with the first token of its input; "
                "the code that PREESM writes goes on behind what the output before has got"
            )

    def _gathered(
        self, node: Node, name: Identifier, inputs: list[PortDeclaration], outputs: list[PortDeclaration]
    ) -> list[Statement]:
        """A roundbuffer with several inputs keeps the last tokens of all, one behind the other: a join before it."""
        join = Identifier(self.names.fresh(f"{name.text}_join"), node.span)
        total = 0
        for end in [end for end in self.ends if end.node == node.name]:
            endpoint = self.ends[end]
            if any(endpoint.port == port.name for port in inputs):
                self.ends[end] = Endpoint(join, endpoint.port, endpoint.span)
                total += self.rates.of(end)
        whole = self._between("out", inputs, total)
        taken = self._between("in", outputs, total)
        source, target = Endpoint(join, whole.name, node.span), Endpoint(name, taken.name, node.span)
        return [
            Routing("join", join, (*inputs, whole), node.span),
            Routing("roundbuffer", name, (taken, *outputs), node.span),
            Edge(source, (target,), span=node.span),
        ]

    def _between(self, direction: str, others: list[PortDeclaration], count: int) -> PortDeclaration:
        """A port beside `others` that the file does not have."""
        names = Names()
        for other in others:
            names.take(other.name.text)
        span = others[0].span
        rates = RateList((Rate(integer(count, span), span=span),), span)
        return PortDeclaration(direction, Identifier(names.fresh(direction), span), others[0].type, (rates,), span=span)

    # --- actors --------------------------------------------------------------------------------------------------

    def _actor(self, node: Node) -> ActorDeclaration:
        facts = self.request.facts.of(node.name)
        scope = self.rates.scopes[node.name]
        names: dict[str, str] = {}
        items: list[ActorItem] = []
        init, loop = self.functions.of(node)
        passed = {a.name for a in loop.arguments if not a.is_config} if loop is not None else None
        for port, declaration in self._ports(node):
            names[port.name] = declaration.name.text
            items.append(self._with_clause(node, port, declaration, passed))
        for word, prototype in (("init", init), ("fire", loop)):
            if prototype is not None:
                has_scratch = word == "init" and any(not argument.is_config for argument in prototype.arguments)
                if has_scratch:
                    self.around.note(
                        f"init functions of {self.graph.path.name} that are given ports get memory of their own for "
                        "them: what they write there is lost"
                    )
                items.append(
                    CallItem(word, self.functions.call(node, prototype, scope, names), prototype.span, has_scratch)
                )
        time_ns = facts.time_ns(scope)
        if time_ns is not None:
            by_type = ((type, _nanoseconds(time, node)) for type, time in facts.times_by_type(scope))
            items.append(TimeItem((_nanoseconds(time_ns, node),), node.span, tuple(by_type)))
        items += self._period(node, scope)
        annotations = tuple(self._annotations(node, facts, scope))
        return ActorDeclaration(
            Identifier(self.names.of(node.name), node.span), (), tuple(items), annotations, node.span
        )

    def _period(self, node: Node, scope: Mapping[str, Number]) -> Iterator[ActorItem]:
        period = parse_expression(node.period, node.span).integer(scope) if node.period else 0
        if period > 0:
            self.around.note("periods of actors count nanoseconds, as times do; DFGEN_PACE=0 runs without them")
            yield PeriodItem(_nanoseconds(period, node), node.span)

    def _with_clause(
        self, node: Node, port: PiPort, declaration: PortDeclaration, passed: set[str] | None
    ) -> PortDeclaration:
        word = _CLAUSES.get((port.kind, port.annotation), "")
        if passed is not None and port.name not in passed:
            self.around.note(
                f"'{node.name}.{port.name}' of {self.graph.path.name} is not an argument of its function: it is unused"
            )
            word = "unused"
        clauses = (Clause(word, span=port.span),) if word else ()
        return PortDeclaration(
            declaration.direction, declaration.name, declaration.type, declaration.brackets, None, clauses,
            span=declaration.span,
        )  # fmt: skip

    def _annotations(self, node: Node, facts: ActorFacts, scope: Mapping[str, Number]) -> Iterator[Annotation]:
        if facts.cores:
            cores = tuple(AnnotationArgument(Integer(core, node.span), span=node.span) for core in facts.cores)
            yield Annotation(Identifier("core", node.span), cores, node.span)
        if node.script:
            yield from self._script(node, scope)

    def _script(self, node: Node, scope: Mapping[str, Number]) -> Iterator[Annotation]:
        try:
            file = self.around.locate(node.script, "memory script", node.span, self.graph)
        except Rejected:
            self.around.note(f"the memory script '{node.script}' does not exist, and has no effect")
        else:
            path = AnnotationArgument(PathText(file, node.span), span=node.span)
            values = [
                AnnotationArgument(integer(rounded(value), node.span), Identifier(name, node.span), node.span)
                for name, value in scope.items()
            ]
            yield Annotation(Identifier("script", node.span), (path, *values), node.span)

    # --- refined actors ------------------------------------------------------------------------------------------

    def _refined(self, node: Node) -> list[Statement]:
        outer = {port.name: (port, declaration) for port, declaration in self._ports(node)}
        types = {name: declaration.type for name, (_, declaration) in outer.items()}
        scope = self.rates.scopes[node.name]
        inside = self.around.make(node, self.graph, scope, types, self.request.facts.inside(node.name))
        if inside is None:
            return []
        self._check_interfaces(node, inside, {name: port for name, (port, _) in outer.items()})
        name = Identifier(self.names.of(node.name), node.span)
        statements: list[Statement] = [Instance(name, Identifier(inside.name, node.span), span=node.span)]
        return [*statements, *(self._kept_outside(name, local, node.span) for local in inside.local_delays)]

    def _check_interfaces(self, node: Node, inside: Made, ports: Mapping[str, PiPort]) -> None:
        """The ports of a refined actor and the interfaces of its graph are the same ones."""
        interfaces = {each.name: each for each in inside.graph.of_kind(Kind.INPUT, Kind.OUTPUT)}
        problems = self.around.problems
        for interface in interfaces.values():
            wanted = PortKind.INPUT if interface.kind is Kind.INPUT else PortKind.OUTPUT
            port, note = ports.get(interface.name), Note("inside", interface.span)
            if port is None or port.kind is not wanted:
                message = f"'{node.name}' has no {wanted.value} '{interface.name}', which the graph inside has"
                problems.add("hierarchy-interface", message, node.span, "Add the port, or remove the node.", [note])
            elif (own := self.rates.of(End(node.name, port.name))) != (rate := inside.rates.get(port.name, own)):
                message = f"port '{port.name}' of '{node.name}' has a rate of {own}, inside it is {rate}"
                problems.add("hierarchy-interface", message, port.span, "Make the two rates equal.", [note])
        for port in ports.values():
            if port.name not in interfaces:
                message = f"the graph inside of '{node.name}' has no interface '{port.name}'"
                hint = suggestion(port.name, interfaces, f"It has {listed(interfaces)}.")
                problems.add("hierarchy-interface", message, port.span, hint, [Note("it", inside.graph.span)])

    def _kept_outside(self, node: Identifier, local: LocalDelay, span: Span) -> Edge:
        source = Endpoint(node, Identifier(local.leaving, span), span)
        target = Endpoint(node, Identifier(local.entering, span), span)
        return Edge(source, (target,), local.delay, span=span)

    # --- FIFOs ---------------------------------------------------------------------------------------------------

    def _edge(self, fifo: PiFifo) -> Edge:
        return Edge(self.ends[fifo.source], (self.ends[fifo.target],), self._delay(fifo), span=fifo.span)

    def _delay(self, fifo: PiFifo) -> Delay | None:
        if fifo.delay_size is not None:
            count = fifo.delay_size.integer(self.values.in_graph())
            return Delay(integer(count, fifo.span), span=fifo.span) if count else None
        if not fifo.delay:
            return None
        node = self.graph.nodes[fifo.delay]
        assert node.expression is not None, "a delay has a size"
        count = node.expression.integer(self.values.in_graph())
        setter, getter = self.graph.setters.get(node.name), self.graph.getters.get(node.name)
        size, initial = integer(count, node.span), self.functions.initial(node, self.values.in_graph())
        if setter is not None or getter is not None:
            return self._handed_over(node, size, initial, setter, getter)
        if not count:
            return None
        if node.level == "none":
            return Delay(size, initial, "reset", span=node.span)
        if node.level == "local" and not self.request.is_main:
            return self._local(node, fifo, size, initial)
        return Delay(size, initial, span=node.span)

    def _handed_over(
        self, node: Node, size: Expression, initial: InitCall | None, setter: PiFifo | None, getter: PiFifo | None
    ) -> Delay:
        if node.level != "none" and not self.request.is_main:
            message = f"delay '{node.name}' has a setter or a getter, and the level '{node.level}'"
            hint = "Such a delay starts anew at each firing of its graph: give it the level 'none'."
            raise reject("format-unsupported", message, node.span, hint)
        return Delay(
            size,
            None if setter is not None else initial,
            "",
            self.ends[setter.source] if setter is not None else None,
            self.ends[getter.target] if getter is not None else None,
            node.span,
        )

    def _local(self, node: Node, fifo: PiFifo, size: Expression, initial: InitCall | None) -> Delay:
        """The delay between two new interfaces, its tokens kept outside."""
        type = self.types[fifo.source]
        rates = RateList((Rate(size, span=node.span),), node.span)
        ends = []
        for direction in ("in", "out"):
            name = Identifier(self.names.fresh(f"{node.name}_{direction}"), node.span)
            self.statements.append(PortDeclaration(direction, name, type, (rates,), span=node.span))
            ends.append(Endpoint(name, span=node.span))
        outside = Delay(size, initial, "reset", span=node.span)
        self.local.append(LocalDelay(ends[0].node.text, ends[1].node.text, type, outside))
        return Delay(size, None, "", ends[0], ends[1], node.span)


def _nanoseconds(value: int, node: Node) -> Duration:
    return Duration(str(value), "ns", span=node.span)
