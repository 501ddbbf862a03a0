# SPDX-License-Identifier: Apache-2.0
"""The whole C program as data: what the templates set into files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from zlib import crc32

from dfgen.codegen import expressions
from dfgen.codegen.channels import ChannelEntry
from dfgen.codegen.code import Line, Statement
from dfgen.codegen.core_program import CoreProgram, core_in_c
from dfgen.codegen.engines import EngineEntry, engine_entry
from dfgen.codegen.firing import call_text, live_value, looks_for_end, state_pointer
from dfgen.codegen.initial import fill_statements
from dfgen.codegen.naming import Names, global_prefix, name_all, place_of
from dfgen.codegen.objects import ObjectTables, object_tables
from dfgen.codegen.tracing import NO_INSTRUMENTS, Instruments
from dfgen.codegen.types import renamed_types, types_of, with_renamed_types
from dfgen.csource.boundary_calls import headers_of_ports
from dfgen.csource.headers import STANDARD_MACROS
from dfgen.csource.literals import scalar_literal, string_literal
from dfgen.csource.reserved import SCRATCH_PREFIX, WORDS_OF_C
from dfgen.model.actor import Actor, Argument, ArgumentKind, Call
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, LiveParameter
from dfgen.model.movement import Pages
from dfgen.model.names import told_actor, told_buffer
from dfgen.model.network import CONTROL_SLOTS
from dfgen.model.port import DATA, TokenType
from dfgen.model.program import Fire, Memory, Program, Reset


@frozen
class ActorEntry:
    """An actor as the runtime knows it, and the constant that is its place among them. `init` and `end` are names of
    generated functions, or empty. `firings`: in an iteration, of one that reads or writes a file."""

    number: str
    name: str
    place: str
    core: int
    stops: bool
    init: str
    end: str
    firings: int = 0


@frozen
class Wrapper:
    """A generated function that calls an actor's init or end."""

    name: str
    calls: tuple[Statement, ...]


@frozen
class BufferEntry:
    """The slots of a buffer; `offset` and `stride` are C macros. `core` writes it, or writes first."""

    name: str
    offset: str
    slot_bytes: int
    stride: str
    slots: int
    core: int


@frozen
class CounterEntry:
    name: str
    waiters: str


@frozen
class LinkEntry:
    """The end of a link, as the runtime knows it. `bytes`: of a message, in at most `pieces`; `slots`: messages that
    may be on their way. `core`: that has its firings. `way_ns`: of a message, as the platform has it."""

    fifo: str
    number: int
    peer: int
    receives: bool
    tells_end: bool
    bytes: int
    pieces: int
    slots: int
    core: int
    way_ns: int


@frozen
class Constant:
    name: str
    value: int


@frozen
class PortEntry:
    """A port of a library's graph, `tokens` of `type` in an iteration, which are `scalars` of C."""

    name: str
    is_input: bool
    type: TokenType
    tokens: int
    scalars: int


@frozen
class PaceEntry:
    """An actor with a period. `variable`: what the runtime keeps of it; `actor` is a literal of C."""

    variable: str
    actor: str
    period_ns: int


@frozen
class LiveEntry:
    """A parameter that may be set while the program runs. `kind`: as the runtime calls its type; `start`: in C."""

    name: str
    c_type: str
    kind: str
    start: str


@frozen
class LibraryEntry:
    """The interface of a library: its names begin with `name`. `headers`: where the types of its ports are from.
    `static_data`: as C, what its instances would have in common. `pipelined`: it is pushed and pulled."""

    name: str
    ports: tuple[PortEntry, ...]
    headers: tuple[str, ...]
    static_data: str
    pipelined: bool = False

    @property
    def inputs(self) -> tuple[PortEntry, ...]:
        return tuple(port for port in self.ports if port.is_input)

    @property
    def outputs(self) -> tuple[PortEntry, ...]:
        return tuple(port for port in self.ports if not port.is_input)

    @property
    def moves(self) -> tuple[tuple[str, tuple[PortEntry, ...]], ...]:
        """What a caller of a pipelined one can do, and with which ports."""
        return tuple((verb, ports) for verb, ports in (("push", self.inputs), ("pull", self.outputs)) if ports)

    def to_json(self, live: Iterable[LiveEntry]) -> dict[str, object]:
        """What a caller in another language must know. `live`: its parameters."""
        ports = [
            {
                "name": port.name,
                "direction": "in" if port.is_input else "out",
                "c_type": port.type.c_name,
                "tokens": port.tokens,
                "scalars": port.scalars,
                "token_bytes": port.type.size_bytes,
            }
            for port in self.ports
        ]
        parameters = [{"name": parameter.name, "c_type": parameter.c_type} for parameter in live]
        interface = {"name": self.name, "ports": ports, "live": parameters, "pipelined": self.pipelined}
        return {**interface, "abi": crc32(json.dumps([INTERFACE, interface]).encode())}


@frozen
class UserNames:
    """Of the user's C: all `names` that generated code could meet, the `macros` that its headers define, and the
    `options` that it asks for, if those are known."""

    names: frozenset[str] = frozenset()
    macros: frozenset[str] = frozenset()
    options: tuple[str, ...] | None = None


@frozen
class CProgram:
    """`renamed` are types of the user's, each with the program's name for it; `redeclared` are words of the standard
    headers that the user's declare themselves."""

    name: str
    prefix: str
    graph_file: str
    includes: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]
    redeclared: tuple[str, ...]
    types: tuple[TokenType, ...]
    cores: tuple[CoreProgram, ...]
    parameters: tuple[Constant, ...]
    places: tuple[Constant, ...]
    counters: tuple[CounterEntry, ...]
    actors: tuple[ActorEntry, ...]
    wrappers: tuple[Wrapper, ...]
    buffers: tuple[BufferEntry, ...]
    fill: tuple[Statement, ...]
    iterations_per_pass: int
    depth_passes: int
    arena_bytes: int
    state_bytes: int
    end_of_input_allowed: bool
    guard: bool
    arena_file: bool
    engines: tuple[EngineEntry, ...]
    hidden: tuple[str, ...]
    links: tuple[LinkEntry, ...] = ()
    of_project: bool = False
    files: int = 0
    options: tuple[str, ...] | None = None
    instruments: Instruments = NO_INSTRUMENTS
    objects: ObjectTables | None = None
    library: LibraryEntry | None = None
    live: tuple[LiveEntry, ...] = ()
    port_cores: tuple[int, ...] = ()
    paces: tuple[PaceEntry, ...] = ()

    @property
    def abi(self) -> object:
        """The number of a library's interface: who calls it was compiled for the same."""
        return self.library.to_json(self.live)["abi"] if self.library is not None else 0

    @property
    def passes_late(self) -> int:
        """How many passes the last stage of a core runs behind the one that it has begun."""
        return max((late for core in self.cores for late, _ in core.stages), default=0)

    @property
    def passes_to_come(self) -> int:
        """How many passes must begin, at most, behind one that is to end: a core that is late in it has begun those
        after it, which wait for others. None waits for itself, so that each core counts once."""
        return sum(max((late for late, _ in core.stages), default=0) for core in self.cores)

    @property
    def channels(self) -> tuple[ChannelEntry, ...]:
        return tuple(channel for core in self.cores for channel in core.channels)


INTERFACE = 2
"""Form: changes with what all libraries have in common: their functions and records."""

NO_NAMES = UserNames()


def to_c(
    program: Program,
    order: tuple[str, ...],
    small: frozenset[str],
    instruments: Instruments = NO_INSTRUMENTS,
    user: UserNames = NO_NAMES,
    library: LibraryEntry | None = None,
) -> CProgram:
    """`order` is a topological order of the actors; `small` are the functions whose code is short. `library`: in place
    of a program."""
    prefix = global_prefix(program.graph.name, user.names)
    redeclared = tuple(sorted(user.names & STANDARD_MACROS.keys()))
    renamed = renamed_types(program.graph, prefix, user.macros.union(redeclared))
    program = with_renamed_types(program, renamed)
    graph = program.graph
    names = name_all(program, order, small, prefix, in_library=library is not None)
    actors = [graph.actor(name) for name in names.actors]
    return CProgram(
        name=graph.name,
        prefix=names.prefix,
        graph_file=graph.file.rpartition("/")[2],
        includes=graph.c_includes,
        renamed=tuple(renamed.items()),
        redeclared=redeclared,
        types=tuple(_probed_types(graph)),
        cores=tuple(core_in_c(program, agent, names, instruments) for agent in program.cores),
        parameters=tuple(Constant(names.parameters[n], int(v)) for n, v in graph.parameters if n in names.parameters),
        places=tuple(_places(program.memory, names)),
        counters=tuple(_counters(program, names)),
        actors=tuple(_entry(program, names, actor) for actor in actors),
        wrappers=tuple(_wrappers(graph, names, actors)),
        buffers=tuple(_buffers(program, names)),
        fill=fill_statements(program, names),
        iterations_per_pass=program.chunk,
        depth_passes=program.depth_passes,
        arena_bytes=program.memory.size_bytes,
        state_bytes=program.memory.state_bytes,
        end_of_input_allowed=all(edge.delay == 0 for edge in program.stop_edges),
        guard=program.guard,
        arena_file=any(b.pages is not Pages.LINES for b in program.memory.by_address),
        engines=tuple(engine_entry(number, use) for number, use in enumerate(program.moving_engines)),
        hidden=tuple(sorted(names.hidden)),
        links=tuple(_links(program)),
        of_project=graph.project is not None,
        files=len(graph.file_actors),
        options=_options(graph, user),
        instruments=instruments,
        objects=object_tables(program, names),
        library=library,
        live=tuple(map(_live, graph.live)),
        port_cores=tuple(_first_core(program, actor.name) for actor in graph.boundary_actors),
        paces=tuple(PaceEntry(names.pace(a.name), string_literal(a.name), a.period) for a in actors if a.period),
    )


def _live(parameter: LiveParameter) -> LiveEntry:
    c_type = parameter.type.c_name
    start = scalar_literal(parameter.start, c_type)
    return LiveEntry(parameter.name, c_type, f"DF_LIVE_{c_type.lstrip('_').removesuffix('_t').upper()}", start)


def library_in_c(graph: Graph, static_data: str, *, pipelined: bool) -> LibraryEntry:
    """What the caller of a library sees. `static_data`: what instances would have in common, or nothing."""
    ports = tuple(_port(actor) for actor in graph.boundary_actors)
    static = string_literal(static_data) if static_data else ""
    return LibraryEntry(graph.name, ports, headers_of_ports(graph), static, pipelined)


def _port(actor: Actor) -> PortEntry:
    data = actor.port(DATA)
    tokens = data.rate(0)
    name = f"{actor.name}_" if actor.name in WORDS_OF_C or actor.name == "self" else actor.name
    return PortEntry(name, not data.is_input, data.type, tokens, tokens * data.type.count)


def _options(graph: Graph, user: UserNames) -> tuple[str, ...] | None:
    """As C: what the program may be given; None where that is not known. Files are named by their actors."""
    if user.options is None:
        return None
    names = dict.fromkeys((*(actor.name for actor in graph.file_actors), *sorted(user.options)))
    return tuple(map(string_literal, names))


def _places(memory: Memory, names: Names) -> Iterator[Constant]:
    """Where everything lies in the arena, in the order of addresses."""
    for state, offset in memory.states.items():
        yield Constant(names.offset(state), offset)
    for buffer in memory.by_address:
        yield Constant(names.offset(buffer.name), buffer.offset_bytes)
        if buffer.slots > 1:
            yield Constant(names.stride(buffer.name), buffer.stride_bytes)


def _counters(program: Program, names: Names) -> Iterator[CounterEntry]:
    for name, counter in zip(names.counters, program.counters, strict=True):
        yield CounterEntry(names.counter(name), _mask(counter.waiters))


def _mask(cores: Iterable[int]) -> str:
    return f"{sum(1 << core for core in cores):#x}ull"


def _wrappers(graph: Graph, names: Names, actors: list[Actor]) -> Iterator[Wrapper]:
    for actor in actors:
        for kind, call in _life_calls(actor):
            state = state_pointer(names, actor, expressions.name("core->arena"))
            text = call_text(names, call, state, lambda argument: _start_value(names, argument))
            calls = (*_scratch(actor, call), Line(f"{text};"), *looks_for_end(graph, actor))
            yield Wrapper(f"{names.prefix}{kind}_{names.functions[actor.name]}", calls)


def _scratch(actor: Actor, call: Call) -> Iterator[Statement]:
    """Memory for the ports that an init names: no window is there yet, and what it writes is lost.

    Static as large windows fit no stack; only foreign projects have such calls, whose own data is static, too.
    """
    for name in dict.fromkeys(argument.port for argument in call.arguments if argument.kind is ArgumentKind.PORT):
        port = next(port for port in actor.ports if port.name == name)
        yield Line(f"static {port.type.c_name} {SCRATCH_PREFIX}{name}[{max(*port.rates, 1)}];")


def _start_value(names: Names, argument: Argument) -> str:
    """What a live parameter is as actors begin, or where the memory of a port is for an init."""
    if argument.kind is ArgumentKind.PORT:
        return f"{SCRATCH_PREFIX}{argument.port}"
    return live_value(names, argument.parameter, expressions.const(0))


def _life_calls(actor: Actor) -> Iterator[tuple[str, Call]]:
    if actor.init is not None:
        yield "init", actor.init
    if actor.end is not None:
        yield "end", actor.end


def _entry(program: Program, names: Names, actor: Actor) -> ActorEntry:
    name = names.functions[actor.name]
    return ActorEntry(
        names.actors[actor.name],
        string_literal(told_actor(program.graph, actor)),
        string_literal(f"{place_of(actor)}:{actor.span.column}"),
        _first_core(program, actor.name),
        actor.stops,
        f"{names.prefix}init_{name}" if actor.init else "",
        f"{names.prefix}end_{name}" if actor.end else "",
        program.blocks[actor.name][0].firings_per_iteration if actor.file is not None else 0,
    )


def _links(program: Program) -> Iterator[LinkEntry]:
    for actor in program.link_ends:
        end = actor.network
        assert end is not None
        (block, *_) = program.blocks[actor.name]
        size_bytes, slots = 0, CONTROL_SLOTS
        for port in actor.ports:
            size_bytes = block.firings.stop * port.window_bytes
            (fire,) = (operation for operation in block.firings.body if isinstance(operation, Fire))
            slots = program.memory.buffers[dict(fire.windows)[port.name].buffer].slots
        pieces = block.firings.stop if size_bytes else 0
        fifo = string_literal(end.fifo)
        shape = size_bytes, pieces, slots, block.core, end.latency_ns + round(size_bytes * end.byte_ns)
        yield LinkEntry(fifo, end.link, end.peer, end.receives, end.tells_end, *shape)


def _first_core(program: Program, actor: str) -> int:
    """The core that has its first firing."""
    return min(program.blocks[actor], key=lambda block: (block.begins, block.core)).core


def _probed_types(graph: Graph) -> Iterator[TokenType]:
    """Types whose size was measured and must be the same where the program is built."""
    seen: dict[str, TokenType] = {}
    for actor in graph.actors:
        for type_ in types_of(actor):
            seen.setdefault(type_.c_name, type_)
    yield from (seen[c_name] for c_name in sorted(seen))


def _buffers(program: Program, names: Names) -> Iterator[BufferEntry]:
    memory, writers = program.memory, _writers(program)
    for b in memory.by_address:
        stride = names.stride(b.name) if b.slots > 1 else str(b.slot_bytes)
        told = string_literal(told_buffer(program.graph, b.name))
        yield BufferEntry(told, names.offset(b.name), b.slot_bytes, stride, b.slots, writers[b.name])
    if program.guard and memory.state_bytes:
        yield BufferEntry(string_literal("state"), "0", memory.state_bytes, str(memory.state_bytes), 1, 0)


def _writers(program: Program) -> dict[str, int]:
    """By buffer: the core that writes it first."""
    buffers = program.memory.buffers
    found = {name: buffer.core or 0 for name, buffer in buffers.items()}
    for actor, blocks in program.blocks.items():
        outputs = {port.name for port in program.graph.actor(actor).outputs}
        for operation in blocks[0].firings.body:
            for port, window in operation.windows if isinstance(operation, (Fire, Reset)) else ():
                if port in outputs and buffers[window.buffer].core is None:
                    found[window.buffer] = _first_core(program, actor)
    return found
