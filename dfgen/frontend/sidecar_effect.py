# SPDX-License-Identifier: Apache-2.0
"""What the tables of a sidecar make of a graph, whatever format it was read from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from dfgen.frontend.annotations import AccessRequest, contradiction, with_ports
from dfgen.frontend.problems import Problems, Rejected, listed
from dfgen.frontend.scanner import DIAGNOSTICS_MAX
from dfgen.frontend.sidecar import DEFAULT, Table, Written
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail
from dfgen.model.graph import Fifo, Graph, PortRef, TransferRequest
from dfgen.model.likeness import suggestion
from dfgen.model.names import FifoNames, pattern_of
from dfgen.model.port import NOWHERE, Access, Port


@dataclass
class _Said:
    """What all tables together say of one FIFO."""

    transfer: TransferRequest | str | None = None
    access: AccessRequest | str | None = None
    written: Written | None = None
    private: bool | None = None
    private_span: Span = NOWHERE

    def add(self, table: Table) -> None:
        if table.transfer is not None:
            self.transfer = table.transfer
        if table.private is not None:
            self.private, self.private_span = table.private, table.private_span
        if table.access is not None:
            self.access, self.written = table.access, None
        if table.written is not None:
            self.written = table.written


def apply_sidecar(graph: Graph, tables: Iterable[Table]) -> Graph:
    """The graph with what the tables say. Raises `UserError` for a pattern without FIFO and for contradictions."""
    problems = Problems()
    tables = tuple(tables)
    if not tables:
        return graph
    for table in (t for t in tables if t.is_about_actors):
        try:
            graph = _with_actors(graph, table)
        except UserError as error:
            problems.take(error.diagnostics[0])
    said = _said_of(graph, (t for t in tables if not t.is_about_actors), problems)
    if not said and not len(problems):
        return graph
    change = _Change(graph, problems)
    for fifo in graph.fifos:
        change.take(fifo, said.get(fifo.name, _Said()))
    problems.raise_if_any()
    return replace(graph, actors=with_ports(graph.actors, change.ports), fifos=tuple(change.fifos))


def _with_actors(graph: Graph, table: Table) -> Graph:
    """The graph with what a table says of actors."""
    if table.pure is not None:
        graph = with_pure_actors(graph, table.pattern, table.pure, table.span)
    if table.time_ns is None:
        return graph
    if graph.time_unit is None:
        hint = "Give its times units; 'dfgen convert' writes a graph with them, with --time-unit."
        raise fail("time-unit", "this time has a unit, and those of the graph file have none", table.span, hint)
    names = _code_actors(graph, table.pattern, table.span)
    timed = {
        actor.name: _timed(actor, table.time_ns, graph.core_types) for actor in graph.actors if actor.name in names
    }
    graph = replace(graph, timed_types=(*graph.timed_types, *table.type_spans))
    in_ns = {(name, type) for name, (_, types) in timed.items() for type in types}
    actors = tuple(timed[actor.name][0] if actor.name in timed else actor for actor in graph.actors)
    return replace(graph, actors=actors, in_ns=graph.in_ns | in_ns if graph.unit_assumed else graph.in_ns)


def with_unknown_types_told(graph: Graph, known: Iterable[str]) -> Graph:
    """The graph with warnings of types of core that its sidecar states times for, and that are not known. Where no type
    is known, cores have none, and nothing is said of it."""
    types = list(dict.fromkeys(filter(None, known)))
    if not types:
        return graph
    told = tuple(_unknown_type(type, types, span) for type, span in graph.timed_types if type not in types)
    return replace(graph, warnings=(*graph.warnings, *told))


def _unknown_type(type: str, known: Sequence[str], span: Span) -> Diagnostic:
    there = f"the type of all is {listed(known)}" if len(known) == 1 else f"their types are {listed(known)}"
    hint = suggestion(type, known, "This time counts on other platforms only, which have such cores.")
    return Diagnostic("core-type-unknown", f"no core is of type '{type}', which has a time here: {there}", span, hint)


def _timed(
    actor: Actor, time_ns: int | tuple[tuple[str, int], ...], core_types: Iterable[str]
) -> tuple[Actor, tuple[str, ...]]:
    """An actor with a table's time, and of which types of core that is ("": of any). One by type says nothing of other
    types."""
    if isinstance(time_ns, int):
        return replace(actor, times=(time_ns,), core_times=()), ("",)
    by_type = {**dict(actor.core_times), **dict(time_ns)}
    types = tuple(type for type, _ in time_ns)
    if actor.times and not by_type.keys() >= set(core_types):
        return replace(actor, core_times=tuple(by_type.items())), types
    first, first_ns = next(iter(by_type.items()))
    timed = replace(actor, times=(first_ns,), core_times=tuple(by_type.items()))
    return timed, ("", *types) if first in types else types


def with_pure_actors(graph: Graph, pattern: str, is_pure: bool = True, span: Span | None = None) -> Graph:
    """The graph with the actors of that name or name pattern vouched for, or not; they must exist."""
    names = _code_actors(graph, pattern, span)
    actors = (replace(actor, stateless=is_pure) if actor.name in names else actor for actor in graph.actors)
    return replace(graph, actors=tuple(actors))


def _code_actors(graph: Graph, pattern: str, span: Span | None) -> frozenset[str]:
    """The actors of that name or name pattern; they must exist."""
    matches = pattern_of(pattern).fullmatch
    known = [actor.name for actor in graph.actors if not actor.is_routing]
    names = frozenset(filter(matches, known))
    if not names:
        if _names_fifos(graph, pattern):
            message = f"'{pattern}' names FIFOs, and this is said of actors"
            hint = "Name an actor by its path, such as 'filter/fir', in a table of its own."
            raise fail("actor-unknown", message, span, hint)
        hint = suggestion(pattern, known, "An actor is named by its path, such as 'filter/fir'.")
        raise fail("actor-unknown", f"no actor matches '{pattern}'", span, hint)
    return names


def _names_fifos(graph: Graph, pattern: str) -> bool:
    try:
        return bool(FifoNames(graph).find(pattern))
    except UserError:
        return False


def _said_of(graph: Graph, tables: Iterable[Table], problems: Problems) -> dict[str, _Said]:
    names = FifoNames(graph)
    said: dict[str, _Said] = {}
    for table in tables:
        if len(problems) == DIAGNOSTICS_MAX:
            break
        try:
            fifos = names.find(table.pattern, table.span)
        except UserError as error:
            problems.take(error.diagnostics[0])
            continue
        for fifo in fifos:
            said.setdefault(fifo.name, _Said()).add(table)
    return said


@dataclass
class _Change:
    """The FIFOs as they become, and the ports that change."""

    graph: Graph
    problems: Problems
    fifos: list[Fifo] = field(default_factory=list)
    ports: dict[PortRef, Port] = field(default_factory=dict)

    def take(self, fifo: Fifo, said: _Said) -> None:
        if isinstance(said.transfer, str):
            fifo = replace(fifo, transfer=None)
        elif said.transfer is not None:
            fifo = replace(fifo, transfer=said.transfer)
        if said.private is not None:
            fifo = replace(fifo, private=said.private, private_span=said.private_span)
        port = self.graph.port(fifo.target)
        if said.access is not None:
            with self.problems.caught():
                actor = self.graph.actor(fifo.target.actor)
                port = _with_access(fifo.target, actor, said.access, may_differ=self.graph.project is not None)
                self.ports[fifo.target] = port
            if port.access is not Access.READ_MOSTLY:
                fifo = replace(fifo, written_fraction=None)
        if said.written is not None:
            if port.access is not Access.READ_MOSTLY:
                self._refuse_written(fifo, port, said.written)
            fifo = replace(fifo, written_fraction=said.written.fraction)
        self.fifos.append(fifo)

    def _refuse_written(self, fifo: Fifo, port: Port, written: Written) -> None:
        mode = port.access.value if port.access is not None else "no known access mode"
        message = f"'written' is for readers that are 'read_mostly', and '{fifo.target}' has {mode}"
        hint = 'Add access = "read_mostly" to the table, if that is so.'
        self.problems.add("clause-invalid", message, written.span, hint)


def _with_access(ref: PortRef, actor: Actor, access: AccessRequest | str, *, may_differ: bool) -> Port:
    """The port with the access mode of a table, which wins over annotations, not over the port's own declaration.

    `may_differ`: over that too, in formats whose files are not to be edited for it.
    """
    port = actor.port(ref.port)
    is_declared = port.access is not None and port.access_span is None and not (may_differ and access != DEFAULT)
    if isinstance(access, str):
        return port if is_declared else replace(port, access=None, access_span=None)
    if is_declared and port.access is not access.access:
        raise Rejected(contradiction(ref, actor, access.span))
    return port if is_declared else replace(port, access=access.access, access_span=access.span)
