# SPDX-License-Identifier: Apache-2.0
"""The elaborated dataflow graph: flat, every rate a number, every actor and FIFO named by its path.

A graph file is parsed to a syntax tree, and elaborated (parameters evaluated, hierarchy flattened) to one `Graph`.
All later stages read it and never change it. Rates are in tokens, one number a phase (an SDF port has one phase).
An actor of P phases fires them in turn; a firing is one phase, a cycle all P of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm

from dfgen.model.diagnostics import Span
from dfgen.model.files import FileEnd
from dfgen.model.input_files import is_cpp
from dfgen.model.network import AT_LINK, NetworkEnd
from dfgen.model.objects import Arena, ObjectType, ObjectWords

NOWHERE = Span("", 0, 0)
AFTER = "+"
"""Behind the name of a port that is input and output, it is the output."""
DATA = "data"
"""The port of actors that stand for ports of the main graph, and of those that read or write files."""


class Direction(Enum):
    INPUT = "in"
    OUTPUT = "out"


class Access(Enum):
    """What an actor does with the bytes of a window."""

    READ_ONLY = "read_only"
    READ_MOSTLY = "read_mostly"
    READ_WRITE = "read_write"
    WRITE_ONLY = "write_only"
    UNUSED = "unused"

    @property
    def may_write(self) -> bool:
        return self in (Access.READ_MOSTLY, Access.READ_WRITE)


class Trust(Enum):
    """How dfgen knows that an access mode is true."""

    PROVEN = "proven"
    CLAIMED = "claimed"


class ActorKind(Enum):
    """`CODE` fires a C function; all others are routing actors: they only say which bytes go where.

    `COPY` stands in no graph file: dfgen sets it into a FIFO whose bytes an engine is to move.
    """

    CODE = "actor"
    BROADCAST = "broadcast"
    ROUNDBUFFER = "roundbuffer"
    FORK = "fork"
    JOIN = "join"
    SLICE = "slice"
    RESET = "reset"
    COPY = "copy"


@dataclass(frozen=True)
class TokenType:
    """`name` as the graph writes it, `c_name` as C writes it; sizes in bytes (0 until a struct has been probed).

    `count` > 1 is a fixed array of `c_name`: in C the pointer is a `c_name *`. `objects`: of a token that is an object
    graph, the C type of its root; each has an `arena` besides, once the C is known.
    """

    name: str
    c_name: str
    size_bytes: int
    align_bytes: int
    count: int = 1
    objects: str = ""
    arena: Arena | None = None

    @property
    def footprint_bytes(self) -> int:
        """All the memory that a token takes."""
        return self.size_bytes + (self.arena.size_bytes() if self.arena is not None else 0)


@dataclass(frozen=True)
class SlicePattern:
    """Window i of `count` covers input tokens [start + i*step, start + i*step + length) of one firing.

    Tokens outside of the input read as zero.
    """

    count: int
    length_tokens: int
    start_tokens: int
    step_tokens: int


@dataclass(frozen=True)
class ByEngine:
    """`@by(engine = name, threshold = bytes)` of an output: the engine does the bulk operations of the actor's firings.

    threshold_bytes: the core does smaller ones; 0: as the engine has it
    runtime_files: of the engine, once it is known
    """

    engine: str
    threshold_bytes: int = 0
    runtime_files: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Port:
    """`rates[f % len(rates)]` tokens pass in firing f. `access` is None until it is declared or derived.

    `access_span`: where an annotation of its FIFO declares the access mode. `overlays`: of an output, the input of the
    actor over whose window it may be written, or nothing. `is_persistent`: each firing finds there what the one before
    left, for which its actor's state has room, one such output after the other. `in_place`: the code gets one pointer
    for this output and the input that it overlays. `up_to_bytes`: of an output of objects, the most that a token may
    take; `used_bytes`: what one did take in a run, at most. `by`: of an output, the engine that writes it.
    """

    name: str
    direction: Direction
    type: TokenType
    rates: tuple[int, ...]
    access: Access | None = None
    trust: Trust = Trust.CLAIMED
    partial: bool = False
    is_persistent: bool = False
    in_place: bool = False
    overlays: str = ""
    up_to_bytes: int = 0
    used_bytes: int = 0
    pattern: SlicePattern | None = None
    by: ByEngine | None = None
    access_span: Span | None = field(default=None, compare=False)
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def is_input(self) -> bool:
        return self.direction is Direction.INPUT

    def rate(self, phase: int) -> int:
        return self.rates[phase % len(self.rates)]

    @property
    def tokens_per_phases(self) -> int:
        """Tokens of one trip through this port's own phases."""
        return sum(self.rates)


class ArgumentKind(Enum):
    PARAMETER = "parameter"  # an integer, by value
    LIVE = "live parameter"  # its value in the iteration of the firing
    PORT = "port"  # a pointer to the port's window
    PORTS = "ports"  # an array of pointers to the windows of an array of ports
    STATE = "state"  # a pointer to the instance's state
    PHASE = "phase"  # the firing's phase, 0..P-1, by value


@dataclass(frozen=True)
class Argument:
    """One argument of a C call.

    text: what the graph file says
    value: what a parameter evaluates to
    parameter: the one of the main graph, or the live one, that it is, if it is one and no more
    elements: the ports of an array; of a port whose window is also an input's, that input
    retyped: the function's pointer has another type, to which C converts no pointer by itself
    """

    kind: ArgumentKind
    text: str
    value: int = 0
    port: str = ""
    parameter: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    elements: tuple[str, ...] = ()
    retyped: bool = False

    @property
    def ports(self) -> tuple[str, ...]:
        """The ports whose windows the function gets."""
        return (self.port, *self.elements) if self.kind is ArgumentKind.PORT else self.elements


@dataclass(frozen=True)
class Call:
    """`cpp`: what the graph calls, where `function` is but the way from C to it."""

    function: str
    arguments: tuple[Argument, ...]
    span: Span = field(default=NOWHERE, compare=False)
    cpp: str = ""

    @property
    def shown(self) -> str:
        """The name that the user knows."""
        return self.cpp or self.function


@dataclass(frozen=True)
class State:
    """Zeroed memory of one actor instance, handed to init, fire and end as `type *`.

    `moves`: nobody else has its address, and a copy of it does as well for the firings of a block. `is_read_only`: no
    firing writes it. `construction`: the arguments of its constructor in C++, if it has a list of them.
    """

    name: str
    type: TokenType
    count: int = 1
    span: Span = field(default=NOWHERE, compare=False)
    moves: bool = False
    is_read_only: bool = False
    construction: tuple[int, ...] | None = None


@dataclass(frozen=True)
class InitialTokens:
    """`count_tokens` tokens at stream positions -count..-1, oldest first.

    `values` repeats cyclically over scalars (empty: zero bytes); `init` is a C function filling the window instead,
    its port argument standing for the window.
    """

    count_tokens: int
    values: tuple[int | float, ...] = ()
    init: Call | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class MemoryScript:
    """A script (`file`, relative to the graph's `base`) that says which bytes of an actor's windows may share memory.

    `values` are those of the variables that it finds: the actor's parameters by name.
    """

    file: str
    values: tuple[tuple[str, int], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Actor:
    """One actor instance. `name` is its path (`filter/fir`, without the main graph's own name).

    `ordered`: fires in order on one core (a bare `state`, or any state that firings write). `stateless`: the user
    vouches for purity.
    `is_light`: of an unknown time that follows from its windows, over which its code goes once. `only_counts`: its
    outputs need nothing of what it keeps from firing to firing. `is_plain`: its code is arithmetic on its windows, with
    no branch and no call; `is_tokenwise`: and sums up nothing, so that each token depends on no other one.
    `core`: the one that is to run it; or, where it may be one of several, `cores`.
    `reset_tokens`: of a `RESET` routing actor, the tokens it gives first in every cycle; none if they come in at port
    `set`. `times[f % len(times)]` is how long firing f takes, in the graph's unit of time; empty if nobody has said so.
    `core_times`: the mean time of a firing on cores of a type, where these differ, in the same unit.
    `period`: between the starts of its firings, in the same unit; 0 if they start as soon as they can.
    `clones`: its code brings objects into tokens from elsewhere. `script`: of an actor of a foreign project.
    `file`: of a built-in one that reads or writes a file. `boundary`: of one that stands for a port of the main graph,
    the number of that port; its one port, `data`, lets in what comes from outside, or out what goes there. `node`: the
    machine that is to run it, by number or name. `network`: of one that dfgen sets into the graph of a node, where
    tokens leave for other nodes or come from them.
    """

    name: str
    kind: ActorKind
    ports: tuple[Port, ...]
    fire: Call | None = None
    init: Call | None = None
    end: Call | None = None
    state: State | None = None
    ordered: bool = False
    stateless: bool = False
    is_light: bool = False
    only_counts: bool = False
    is_plain: bool = False
    is_tokenwise: bool = False
    stops: bool = False
    effect: bool = False
    io: bool = False
    times: tuple[int, ...] = ()
    core_times: tuple[tuple[str, int], ...] = ()
    period: int = 0
    core: int | None = None
    cores: tuple[int, ...] = ()
    clones: bool = False
    script: MemoryScript | None = None
    reset_tokens: InitialTokens | None = None
    file: FileEnd | None = None
    node: int | str | None = None
    network: NetworkEnd | None = None
    boundary: int | None = None
    span: Span = field(default=NOWHERE, compare=False)

    @cached_property
    def phases(self) -> int:
        return lcm(*(len(p.rates) for p in self.ports), max(1, len(self.times)))

    @property
    def keeps_state(self) -> bool:
        """Whether a firing needs what those before it left."""
        return self.ordered or (self.state is not None and not self.state.is_read_only)

    @property
    def mean_time(self) -> Fraction | None:
        """The time of a firing on average, in the graph's unit; None if it is not known."""
        return Fraction(sum(self.times), len(self.times)) if self.times else None

    def time(self, phase: int) -> int:
        """The time of a firing in the graph's unit; only of an actor whose times are known."""
        return self.times[phase % len(self.times)]

    @cached_property
    def inputs(self) -> tuple[Port, ...]:
        return tuple(p for p in self.ports if p.is_input)

    @cached_property
    def outputs(self) -> tuple[Port, ...]:
        return tuple(p for p in self.ports if not p.is_input)

    @cached_property
    def port_by_name(self) -> dict[str, Port]:
        return {p.name: p for p in self.ports}

    def port(self, name: str) -> Port:
        return self.port_by_name[name]

    def tokens_per_cycle(self, port: Port) -> int:
        """Tokens through `port` in one full cycle of the actor's phases."""
        return port.tokens_per_phases * (self.phases // len(port.rates))

    @property
    def is_routing(self) -> bool:
        return self.kind is not ActorKind.CODE

    @property
    def is_at_link(self) -> bool:
        """Whether dfgen has set it in where tokens leave for other nodes or come from them."""
        return self.network is not None or (self.fire is not None and self.fire.function in AT_LINK)

    @property
    def is_by_engine(self) -> bool:
        """Whether its firings only give work to an engine."""
        return self.kind is ActorKind.COPY or bool(self.engine)

    @property
    def engine(self) -> str:
        """The engine that moves bytes of its windows, to or from what is not memory, or in bulk operations of its code;
        none where its code does so."""
        if self.network is not None:
            return self.network.engine
        if self.file is not None:
            return self.file.engine
        return self.bulk.engine if self.bulk is not None else ""

    @cached_property
    def touched_bytes(self) -> Fraction:
        """Bytes of all windows of one firing, on average."""
        in_phases: dict[int, int] = {}  # one sum of integers for ports of as many phases
        for port in self.ports:
            phases = len(port.rates)
            in_phases[phases] = in_phases.get(phases, 0) + port.tokens_per_phases * port.type.footprint_bytes
        return sum((Fraction(size, phases) for phases, size in in_phases.items()), Fraction(0))

    @cached_property
    def bulk(self) -> ByEngine | None:
        """Who does the bulk operations of its firings; none where the core does. Outputs do not differ in that."""
        return next((port.by for port in self.outputs if port.by is not None), None)


@dataclass(frozen=True)
class TransferRequest:
    """`@transfer(strategy, option = value, ...)` as the user wrote it."""

    strategy: str
    options: tuple[tuple[str, str], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class PortRef:
    actor: str
    port: str

    def __str__(self) -> str:
        return f"{self.actor}.{self.port}"


@dataclass(frozen=True)
class Fifo:
    """One edge: tokens written by `source` are read by `target` in order, after the initial tokens.

    `capacity_tokens`: it must never hold more. `channel`, `token_bits`: the name and token size that another tool's
    file gave it, where they cannot be told from the rest.
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

    @cached_property
    def name(self) -> str:
        return f"{self.source}:{self.target}"

    @property
    def delay_tokens(self) -> int:
        return self.delay.count_tokens if self.delay else 0


@dataclass(frozen=True)
class CodeProject:
    """Where the C of a graph is whose file lists no sources: what `sources` define and the actors call is needed.

    All paths are relative to the graph's `base`. `sizes_bytes`: what the project says of the sizes of its C types.
    """

    name: str
    sources: tuple[str, ...] = ()
    include_dirs: tuple[str, ...] = ()
    sizes_bytes: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class LinkedLibrary:
    """A library that the program is linked with, by the name that the linker has for it."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class LiveParameter:
    """A parameter that may be set while the program runs, a C scalar; `start` is its value until then."""

    name: str
    type: TokenType
    start: int | float
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Graph:
    """A whole application. `includes` and `sources` are paths relative to the graph file's folder `base`.

    `project`: where further sources are. `core_names`: the cores of the platform that came with the graph, if one did,
    and `core_types` of what type each is.
    `notes`: what its importer has to tell the user. `time_unit`: "ns", or None where times have no unit;
    `unit_assumed`: they have none, and "ns" is what was taken for the time being. `unit_given`: by the user.
    `throughput`: how many iterations a unit of time (a second, where there is a unit) the user demands.
    `unsized`: FIFOs whose stated size is no number, as the graph's file calls them. `libraries`: that its C needs.
    `standards`: of sources in C++, those that name one. `object_words`: what the graph file says of structs;
    `object_types`: those that tokens hold, once the C is read. `live`: the parameters that may be set while the program
    runs.
    """

    name: str
    parameters: tuple[tuple[str, int], ...]
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
        actors = tuple(
            replace(
                actor,
                times=tuple(time * unit_ns for time in actor.times),
                core_times=tuple((type, time * unit_ns) for type, time in actor.core_times),
                period=actor.period * unit_ns,
            )
            for actor in self.actors
        )
        throughput = self.throughput * 10**9 / unit_ns if self.throughput is not None else None
        return replace(self, actors=actors, throughput=throughput, time_unit="ns", unit_assumed=False)

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
