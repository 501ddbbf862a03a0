# SPDX-License-Identifier: Apache-2.0
"""A random application as data: what it means, and how its text is to look. The graph file, the C of its actors and
the interpreter all read this and nothing else; it knows nothing of dfgen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import lcm

ROUTING = ("broadcast", "fork", "join", "roundbuffer", "slice")
INSTANCES_PER_LEVEL = 100  # actor k of an instance with number n has the number n * 100 + k


@dataclass(frozen=True)
class TokenKind:
    """`name` is what the graph file says; `scalar` packs one scalar of it (empty: no values in the graph file).
    `objects`: in C a graph of objects that stand for `size` bytes."""

    name: str
    pointer: str
    size: int
    align: int
    scalar: str = ""
    scalars: int = 1
    objects: bool = field(default=False, repr=False)


class Use(Enum):
    """What an actor does with the window of an input, and how prototype and graph file say so."""

    CONST = "const pointer"
    PLAIN = "bare pointer, only read, nothing said"
    CLAIMED = "bare pointer, only read, read_only claimed"
    SCRIBBLED = "overwritten, nothing said"
    WRITTEN = "overwritten, read_write said"
    TOUCHED = "a little overwritten, read_mostly said"
    UNUSED = "not looked at, unused said"

    @property
    def writes(self) -> bool:
        return self in (Use.SCRIBBLED, Use.WRITTEN, Use.TOUCHED)


class Bulk(Enum):
    """Who makes an output by bulk operations: from the bytes of the first input that stays as it is, then one byte."""

    NO = ""
    CORE = "nobody said"
    ENGINE = "@by(engine = thread)"
    ENGINE_ANY_SIZE = "@by(engine = thread, threshold = 1)"

    @property
    def annotation(self) -> str:
        return f" {self.value}" if self.value.startswith("@") else ""


@dataclass(frozen=True)
class Port:
    """`rates` in tokens, one a phase. `partial`: only the first half of the window is written, the rest is zero.
    `overlays`: of an output, the input over whose window it may be written. One that is called as that input with a `+`
    behind is the same pointer: the graph file says `inout`. `bulk`: an output that bulk operations make, and the
    annotation that says so, if any.
    """

    name: str
    is_input: bool
    kind: TokenKind
    rates: tuple[int, ...]
    use: Use = Use.CONST
    partial: bool = False
    overlays: str = ""
    bulk: Bulk = field(default=Bulk.NO, repr=False)

    @property
    def word(self) -> str:
        """Its name in C and in edges."""
        return self.name.removesuffix("+")

    @property
    def stem(self) -> str:
        """The name of what is declared: of an array, which `x[0]` is one of the ports of, `x`."""
        return self.word.partition("[")[0]

    @property
    def array(self) -> bool:
        return self.stem != self.word

    @property
    def is_merged(self) -> bool:
        """An output that is one pointer with the input below."""
        return bool(self.overlays) and self.name != self.word

    def rate(self, firing: int) -> int:
        return self.rates[firing % len(self.rates)]


class StateForm(Enum):
    NONE = "none"
    STRUCT = "a struct"
    ARRAY = "an array"
    STATIC = "a C static, ordered by a bare 'state'"
    TABLE = "a const table that init fills"


@dataclass(frozen=True)
class Stop:
    """In firing `firing` (from 0) the actor ends the program, after (`df_stop`) or before the current iteration."""

    firing: int
    end_of_input: bool


@dataclass(frozen=True)
class Slice:
    count: int
    length: int
    start: int
    step: int


@dataclass(frozen=True)
class Live:
    """A live parameter of the graph file: `values` by the iteration from which on they hold, the first that of the
    file."""

    name: str
    type: str
    c_type: str
    values: tuple[tuple[int, int], ...]

    def at(self, iteration: int) -> int:
        return [value for since, value in self.values if since <= iteration][-1]


@dataclass(frozen=True)
class Scratch:
    """Memory to work in: an output that nothing is connected with."""

    kind: TokenKind
    rate: int


@dataclass(frozen=True)
class Actor:
    """`kind`: code, broadcast, fork, join, roundbuffer, slice, or the name of the graph that refines it.

    `cores`: those that it may run on. `live`: the parameter that it gets. `file`: it reads or writes a file in place of
    any code, as this annotation says; None of others."""

    name: str
    number: int
    kind: str
    ports: tuple[Port, ...]
    state: StateForm = StateForm.NONE
    initialised: bool = False
    records: bool = False
    effect: bool = False
    stateless: bool = False
    template: bool = False
    stop: Stop | None = None
    slice: Slice | None = None
    core: int | None = None
    cores: tuple[int, ...] = field(default=(), repr=False)
    time: str = field(default="", repr=False)
    period: str = field(default="", repr=False)
    io: bool = field(default=False, repr=False)
    scratch: Scratch | None = field(default=None, repr=False)
    live: Live | None = field(default=None, repr=False)
    file: str | None = field(default=None, repr=False)

    @property
    def is_routing(self) -> bool:
        return self.kind in ROUTING

    @property
    def phases(self) -> int:
        return lcm(*(len(p.rates) for p in self.ports))

    @property
    def inputs(self) -> tuple[Port, ...]:
        return tuple(p for p in self.ports if p.is_input)

    @property
    def outputs(self) -> tuple[Port, ...]:
        return tuple(p for p in self.ports if not p.is_input)

    @property
    def has_code(self) -> bool:
        return self.kind == "code" and self.file is None

    @property
    def copied(self) -> Port | None:
        """The input whose bytes bulk operations take."""
        fitting = (p for p in self.inputs if p.use in (Use.CONST, Use.PLAIN, Use.CLAIMED) and not p.kind.objects)
        return next((p for p in fitting if p.name not in self.overlaid), None)

    @property
    def overlaid(self) -> set[str]:
        """The inputs over which an output may be written."""
        return {p.overlays for p in self.ports if p.overlays}

    @property
    def merged(self) -> set[str]:
        """The inputs that are one pointer with an output."""
        return {p.overlays for p in self.ports if p.is_merged}

    @property
    def declared(self) -> list[Port]:
        """Each array by its first port; what is one pointer by its output."""
        merged = self.merged
        found = {p.stem: p for p in reversed(self.ports) if p.name not in merged}
        return [p for p in self.ports if found.get(p.stem) is p]

    def length(self, port: Port) -> int:
        """Of an array."""
        return sum(other.stem == port.stem for other in self.ports)

    @property
    def port_names(self) -> set[str]:
        return {p.name for p in self.ports}

    def port(self, name: str) -> Port:
        return next(p for p in self.ports if p.name == name)

    def per_cycle(self, port: Port) -> int:
        return sum(port.rates) * (self.phases // len(port.rates))


class Fill(Enum):
    ZERO = "zeros"
    SAME = "one value"
    LIST = "a list"
    FUNCTION = "an init function"


@dataclass(frozen=True)
class End:
    """A port of an actor, or with `actor` None an interface of the graph."""

    actor: str | None
    port: str


@dataclass(frozen=True)
class Delay:
    """`setter`: the output that gives the tokens in each firing of the graph. `getter`: the input that the last ones go
    to."""

    tokens: int
    fill: Fill = Fill.ZERO
    values: tuple[int, ...] = ()
    number: int = 0
    reset: bool = False
    setter: End | None = field(default=None, repr=False)
    getter: End | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Edge:
    source: End
    target: End
    delay: Delay | None = None
    annotation: str = ""


@dataclass(frozen=True)
class Interface:
    """Of a graph that refines an actor: `rate` tokens pass in each firing of that actor."""

    name: str
    is_input: bool
    kind: TokenKind
    rate: int


@dataclass(frozen=True)
class GraphSpec:
    name: str
    actors: tuple[Actor, ...]
    edges: tuple[Edge, ...]
    interfaces: tuple[Interface, ...] = ()

    def actor(self, name: str) -> Actor:
        return next(a for a in self.actors if a.name == name)

    def port(self, end: End) -> Port:
        assert end.actor is not None
        return self.actor(end.actor).port(end.port)


@dataclass(frozen=True)
class Application:
    """`graphs`: the main graph first; it runs for `iterations`, or is asked for `beyond` more, and the files end it."""

    seed: int
    graphs: tuple[GraphSpec, ...]
    iterations: int
    beyond: int = 0

    @property
    def cores_min(self) -> int:
        """As many cores as the actors' places need."""
        placed = [core for a in self.main.actors for core in (a.cores if a.core is None else (a.core,))]
        return 1 + max(placed, default=0)

    @property
    def all_placed(self) -> bool:
        return all(a.core is not None for a in self.main.actors if not a.is_routing)

    @property
    def has_objects(self) -> bool:
        return any(port.kind.objects for graph in self.graphs for actor in graph.actors for port in actor.ports)

    @property
    def works_in_place(self) -> bool:
        return any(actor.overlaid for graph in self.graphs for actor in graph.actors)

    @property
    def main(self) -> GraphSpec:
        return self.graphs[0]

    @property
    def live(self) -> list[Live]:
        """The live parameters that actors get."""
        return list(dict.fromkeys(actor.live for actor in self.main.actors if actor.live is not None))

    def graph(self, name: str) -> GraphSpec:
        return next(g for g in self.graphs if g.name == name)

    def instances(self) -> Iterator[tuple[str, int, Actor, GraphSpec]]:
        """(path, number, actor, the graph that it stands in) of all actors that are no refined ones."""
        yield from self._instances(self.main, "", 0)

    def _instances(self, graph: GraphSpec, path: str, number: int) -> Iterator[tuple[str, int, Actor, GraphSpec]]:
        for actor in graph.actors:
            inner = number * INSTANCES_PER_LEVEL + actor.number
            refinement = next((g for g in self.graphs if g.name == actor.kind), None)
            if refinement is None:
                yield path + actor.name, inner, actor, graph
            else:
                yield from self._instances(refinement, f"{path}{actor.name}/", inner)

    def files(self) -> Iterator[Actor]:
        """The actors that read or write files."""
        return (actor for actor in self.main.actors if actor.file is not None)

    def recorded(self) -> dict[int, str]:
        """The numbers and paths of the actors that write what they read to a file."""
        return {number: path for path, number, actor, _ in self.instances() if actor.records}
