# SPDX-License-Identifier: Apache-2.0
"""One actor of a graph: its ports, its C calls, its state, and where and when it fires."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import lcm

from dfgen.model.diagnostics import Span
from dfgen.model.files import FileEnd
from dfgen.model.frozen import frozen
from dfgen.model.network import AT_LINK, NetworkEnd
from dfgen.model.port import NOWHERE, ByEngine, Port, TokenType


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


class ArgumentKind(Enum):
    PARAMETER = "parameter"  # a number, by value
    LIVE = "live parameter"  # its value in the iteration of the firing
    PORT = "port"  # a pointer to the port's window
    PORTS = "ports"  # an array of pointers to the windows of an array of ports
    STATE = "state"  # a pointer to the instance's state
    PHASE = "phase"  # the firing's phase, 0..P-1, by value


@frozen
class Argument:
    """One argument of a C call.

    text: what the graph file says
    value: what a parameter evaluates to
    parameter: the one of the main graph, or the live one, that it is, if it is one and no more
    elements: the ports of an array; of a port whose window is also an input's, that input
    retyped: the function's pointer has another type, to which C converts no pointer by itself, or takes a float of what
        is a double
    """

    kind: ArgumentKind
    text: str
    value: int | float = 0
    port: str = ""
    parameter: str = ""
    span: Span = field(default=NOWHERE, compare=False)
    elements: tuple[str, ...] = ()
    retyped: bool = False

    @property
    def ports(self) -> tuple[str, ...]:
        """The ports whose windows the function gets."""
        return (self.port, *self.elements) if self.kind is ArgumentKind.PORT else self.elements


@frozen
class Call:
    """`cpp`: what the graph calls, where `function` is but the way from C to it."""

    function: str
    arguments: tuple[Argument, ...]
    span: Span = field(default=NOWHERE, compare=False)
    cpp: str = ""

    @property
    def ports(self) -> set[str]:
        """Those whose windows the function gets."""
        return {port for argument in self.arguments for port in argument.ports}

    @property
    def shown(self) -> str:
        """The name that the user knows."""
        return self.cpp or self.function


@frozen
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
    construction: tuple[int | float, ...] | None = None


@frozen
class InitialTokens:
    """`count_tokens` tokens at stream positions -count..-1, oldest first.

    `values` repeats cyclically over scalars (empty: zero bytes); `init` is a C function filling the window instead,
    its port argument standing for the window.
    """

    count_tokens: int
    values: tuple[int | float, ...] = ()
    init: Call | None = None
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def is_filled(self) -> bool:
        """Whether they are anything but zero bytes."""
        return self.init is not None or any(self.values)


@frozen
class MemoryScript:
    """A script (`file`, relative to the graph's `base`) that says which bytes of an actor's windows may share memory.

    `values` are those of the variables that it finds: the actor's parameters by name.
    """

    file: str
    values: tuple[tuple[str, int], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Actor:
    """One actor instance. `name` is its path (`filter/fir`, without the main graph's own name).

    `ordered`: fires in order on one core (a bare `state`, or any state that firings write). `stateless`: the user
    vouches for purity.
    `is_light`: of an unknown time that follows from its windows, over which its code goes once. `only_counts`: its
    outputs need nothing of what it keeps from firing to firing. `is_plain`: its code is arithmetic on its windows, with
    no branch and no call that stays one; `is_tokenwise`: and sums up nothing, so that no token depends on another one.
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
    def is_code_alone(self) -> bool:
        """Whether the user's code does all that a firing does with windows: no engine, file, link or other program."""
        others = (self.file, self.network, self.bulk, self.boundary)
        return not self.is_routing and all(other is None for other in others) and not self.engine

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
