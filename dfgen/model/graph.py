# SPDX-License-Identifier: Apache-2.0
"""The elaborated dataflow graph: flat, every rate a number, every actor and FIFO named by its path.

A graph file is parsed to a syntax tree, and elaborated (parameters evaluated, hierarchy flattened) to one `Graph`.
All later stages read it and never change it. Rates are in tokens, one number a phase (an SDF port has one phase).
An actor of P phases fires them in turn; a firing is one phase, a cycle all P of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property

from dfgen.model.actor import Actor, InitialTokens
from dfgen.model.diagnostics import Diagnostic, Span
from dfgen.model.frozen import frozen
from dfgen.model.input_files import is_cpp
from dfgen.model.objects import ObjectType, ObjectWords
from dfgen.model.port import NOWHERE, Port, TokenType


@frozen
class TransferRequest:
    """`@transfer(strategy, option = value, ...)` as the user wrote it."""

    strategy: str
    options: tuple[tuple[str, str], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class PortRef:
    actor: str
    port: str

    def __str__(self) -> str:
        return f"{self.actor}.{self.port}"


@frozen
class Fifo:
    """One edge: tokens written by `source` are read by `target` in order, after the initial tokens.

    `capacity_tokens`: it must never hold more. `channel`, `token_bits`: the name and token size that another tool's
    file gave it, where they cannot be told from the rest. `private_span`: where it is said that it is private.
    """

    source: PortRef
    target: PortRef
    delay: InitialTokens | None = None
    transfer: TransferRequest | None = None
    private: bool = False
    written_fraction: float | None = None
    capacity_tokens: int | None = None
    channel: str = ""
    token_bits: int | None = None
    span: Span = field(default=NOWHERE, compare=False)
    private_span: Span = field(default=NOWHERE, compare=False)

    @cached_property
    def name(self) -> str:
        return f"{self.source}:{self.target}"

    @property
    def delay_tokens(self) -> int:
        return self.delay.count_tokens if self.delay else 0


@frozen
class CodeProject:
    """Where the C of a graph is whose file lists no sources: what `sources` define and the actors call is needed.

    All paths are relative to the graph's `base`. `absent`: what is said of headers that are not there when the graph is
    compiled.
    """

    name: str
    sources: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    absent: tuple[Diagnostic, ...] = ()


@frozen
class LinkedLibrary:
    """A library that the program is linked with, by the name that the linker has for it."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class LiveParameter:
    """A parameter that may be set while the program runs, a C scalar; `start` is its value until then."""

    name: str
    type: TokenType
    start: int | float
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Graph:
    """A whole application. `includes` and `sources` are paths relative to the graph file's folder `base`.

    `project`: where further sources are. `core_names`: the cores of the platform that came with the graph, if one did,
    and `core_types` of what type each is.
    `notes`: what its importer has to tell the user. `time_unit`: "ns", or None where times have no unit;
    `unit_assumed`: they have none, and "ns" is what was taken for the time being. `unit_given`: by the user.
    `in_ns`: the times, by actor and type of core ("" of any), that have a unit nevertheless, from beside the file.
    `throughput`: how many iterations a unit of time (a second, where there is a unit) the user demands.
    `unsized`: FIFOs whose stated size is no number, as the graph's file calls them. `libraries`: that its C needs.
    `standards`: of sources in C++, those that name one. `object_words`: what the graph file says of structs;
    `object_types`: those that tokens hold, once the C is read. `live`: the parameters that may be set while the program
    runs. `warnings`: of its file. `timed_types`: the types of core that the sidecar states times for, and where.
    """

    name: str
    parameters: tuple[tuple[str, int | float], ...]
    actors: tuple[Actor, ...]
    fifos: tuple[Fifo, ...]
    includes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    file: str = ""
    base: str = field(default="", compare=False)
    span: Span = field(default=NOWHERE, compare=False)
    project: CodeProject | None = None
    core_names: tuple[str, ...] = ()
    core_types: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    time_unit: str | None = "ns"
    unit_assumed: bool = False
    throughput: Fraction | None = None
    unsized: tuple[str, ...] = ()
    libraries: tuple[LinkedLibrary, ...] = ()
    object_words: tuple[ObjectWords, ...] = ()
    object_types: tuple[ObjectType, ...] = ()
    live: tuple[LiveParameter, ...] = ()
    standards: tuple[tuple[str, str], ...] = ()
    unit_given: bool = False
    in_ns: frozenset[tuple[str, str]] = frozenset()
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False)
    timed_types: tuple[tuple[str, Span], ...] = field(default=(), compare=False)

    @cached_property
    def c_includes(self) -> tuple[str, ...]:
        """The headers that C reads, too."""
        return tuple(name for name in self.includes if not is_cpp(name))

    def in_nanoseconds(self, unit_ns: int) -> Graph:
        """The graph with times in ns, `unit_ns` for each unit of a graph whose times have no unit."""
        return self if self.time_unit is not None else self._scaled(unit_ns)

    def with_unit(self, unit_ns: int | None) -> Graph:
        """The graph with times in ns, `unit_ns` for each unit where one was only assumed; None if it is not known."""
        if unit_ns is None or not self.unit_assumed:
            return self
        return replace(self._scaled(unit_ns), unit_given=True)

    def _scaled(self, unit_ns: int) -> Graph:
        def scale(actor: Actor, type: str) -> int:
            return 1 if (actor.name, type) in self.in_ns else unit_ns

        actors = tuple(
            replace(
                actor,
                times=tuple(time * scale(actor, "") for time in actor.times),
                core_times=tuple((type, time * scale(actor, type)) for type, time in actor.core_times),
                period=actor.period * unit_ns,
            )
            for actor in self.actors
        )
        throughput = self.throughput * 10**9 / unit_ns if self.throughput is not None else None
        return replace(
            self, actors=actors, throughput=throughput, time_unit="ns", unit_assumed=False, in_ns=frozenset()
        )

    @property
    def has_times_without_unit(self) -> bool:
        """Whether a unit counts for anything that the graph says, where it was only assumed."""
        stated = {(actor.name, "") for actor in self.actors if actor.times}
        stated |= {(actor.name, type) for actor in self.actors for type, _ in actor.core_times}
        return bool(stated - self.in_ns) or self.throughput is not None or any(actor.period for actor in self.actors)

    @cached_property
    def actor_by_name(self) -> dict[str, Actor]:
        return {a.name: a for a in self.actors}

    def actor(self, name: str) -> Actor:
        return self.actor_by_name[name]

    def port(self, ref: PortRef) -> Port:
        return self.actor(ref.actor).port(ref.port)

    @cached_property
    def file_actors(self) -> tuple[Actor, ...]:
        return tuple(actor for actor in self.actors if actor.file is not None)

    @cached_property
    def network_ends(self) -> tuple[Actor, ...]:
        return tuple(actor for actor in self.actors if actor.network is not None)

    @cached_property
    def boundary_actors(self) -> tuple[Actor, ...]:
        """Those that stand for the ports of the main graph, in the order of these."""
        return tuple(actor for actor in self.actors if actor.boundary is not None)

    @cached_property
    def fifo_by_name(self) -> dict[str, Fifo]:
        return {fifo.name: fifo for fifo in self.fifos}

    @cached_property
    def fifos_from(self) -> dict[PortRef, tuple[Fifo, ...]]:
        """The FIFOs that leave each output port: one, or the branches of an implicit broadcast."""
        found: dict[PortRef, list[Fifo]] = {}
        for fifo in self.fifos:
            found.setdefault(fifo.source, []).append(fifo)
        return {ref: tuple(fifos) for ref, fifos in found.items()}

    @cached_property
    def fifo_to(self) -> dict[PortRef, Fifo]:
        """The FIFO that enters each input port (checked: exactly one)."""
        return {fifo.target: fifo for fifo in self.fifos}

    def inputs_of(self, actor: Actor) -> Iterator[tuple[Port, Fifo]]:
        for port in actor.inputs:
            fifo = self.fifo_to.get(PortRef(actor.name, port.name))
            if fifo is not None:
                yield port, fifo

    def is_effectful(self, actor: Actor) -> bool:
        """Seen from outside: its firings must be exactly those of the iterations that count. What only has scratch
        memory in place of outputs is."""
        gives = any(True for _ in self.outputs_of(actor))
        return not actor.is_routing and actor.network is None and (actor.effect or not gives)

    def scratch_of(self, actor: Actor) -> list[Port]:
        """Outputs that nobody reads: memory for one firing."""
        return [port for port in actor.outputs if not self.fifos_from.get(PortRef(actor.name, port.name))]

    def outputs_of(self, actor: Actor) -> Iterator[tuple[Port, Fifo]]:
        for port in actor.outputs:
            for fifo in self.fifos_from.get(PortRef(actor.name, port.name), ()):
                yield port, fifo
