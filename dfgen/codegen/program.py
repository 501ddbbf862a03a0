# SPDX-License-Identifier: Apache-2.0
"""The whole C program as data: what the templates set into files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dfgen.codegen.channels import ChannelEntry
from dfgen.codegen.code import Line, Statement, string_literal
from dfgen.codegen.core_program import CoreProgram, lower_core, place_of
from dfgen.codegen.firing import call_text, looks_for_end, state_pointer
from dfgen.codegen.initial import fill_statements
from dfgen.codegen.naming import Names, name_all
from dfgen.codegen.tracing import NO_INSTRUMENTS, Instruments
from dfgen.model.graph import Actor, Call, Graph, TokenType
from dfgen.model.plan import PACE, Pages, Plan, Transfer
from dfgen.model.schedule import Leaf


@dataclass(frozen=True)
class ActorEntry:
    """An actor as the runtime knows it; `init` and `end` are names of generated functions, or NULL."""

    name: str
    place: str
    core: int
    stops: bool
    init: str
    end: str


@dataclass(frozen=True)
class Wrapper:
    """A generated function that calls an actor's init or end."""

    name: str
    calls: tuple[Statement, ...]


@dataclass(frozen=True)
class BufferEntry:
    """The slots of a buffer; `offset` and `stride` are C macros. `core` writes it, or writes first."""

    name: str
    offset: str
    slot_bytes: int
    stride: str
    slots: int
    core: int


@dataclass(frozen=True)
class CounterEntry:
    name: str
    waiters: str


@dataclass(frozen=True)
class Macro:
    name: str
    value: int


@dataclass(frozen=True)
class Program:
    name: str
    prefix: str
    graph_file: str
    includes: tuple[str, ...]
    types: tuple[TokenType, ...]
    cores: tuple[CoreProgram, ...]
    places: tuple[Macro, ...]
    counters: tuple[CounterEntry, ...]
    actors: tuple[ActorEntry, ...]
    wrappers: tuple[Wrapper, ...]
    buffers: tuple[BufferEntry, ...]
    fill: tuple[Statement, ...]
    iterations_per_pass: int
    depth_passes: int
    arena_bytes: int
    end_of_input_allowed: bool
    guard: bool
    arena_file: bool
    engines: tuple[str, ...]
    hidden: tuple[str, ...]
    of_project: bool = False
    instruments: Instruments = NO_INSTRUMENTS

    @property
    def channels(self) -> tuple[ChannelEntry, ...]:
        return tuple(channel for core in self.cores for channel in core.channels)


def lower_program(
    plan: Plan, order: tuple[str, ...], telling: frozenset[str], instruments: Instruments = NO_INSTRUMENTS
) -> Program:
    """Lower the plan. `order` is a topological order of the actors; `telling` functions may end the program."""
    graph, schedule = plan.graph, plan.schedule
    names = name_all(plan, order, telling)
    transfers = _transfers_by_actor(plan)
    actors = [graph.actor(name) for name in names.actors]
    return Program(
        name=graph.name,
        prefix=names.prefix,
        graph_file=graph.file.rpartition("/")[2],
        includes=graph.includes,
        types=tuple(_probed_types(plan)),
        cores=tuple(lower_core(plan, core, names, transfers, instruments) for core in range(schedule.cores)),
        places=tuple(_places(plan, names)),
        counters=tuple(_counters(plan, names)),
        actors=tuple(_entry(plan, names, actor) for actor in actors),
        wrappers=tuple(_wrappers(graph, names, actors)),
        buffers=tuple(_buffers(plan, names)),
        fill=fill_statements(plan, names),
        iterations_per_pass=schedule.iterations_per_pass,
        depth_passes=schedule.depth_passes,
        arena_bytes=plan.arena_bytes,
        end_of_input_allowed=all(edge.delay == 0 for edge in schedule.stop_edges),
        guard=plan.guard,
        arena_file=any(b.pages is not Pages.LINES for b in plan.buffers.values()),
        engines=tuple(f"df_engine_{engine}" for engine in plan.engines),
        hidden=tuple(sorted(names.hidden)),
        of_project=graph.project is not None,
        instruments=instruments,
    )


def _places(plan: Plan, names: Names) -> Iterator[Macro]:
    """Where everything lies in the arena, in the order of addresses."""
    for state, offset in plan.state_offsets.items():
        yield Macro(names.offset(state), offset)
    for buffer in sorted(plan.buffers.values(), key=lambda b: (b.offset_bytes, b.name)):
        yield Macro(names.offset(buffer.name), buffer.offset_bytes)
        if buffer.slots > 1:
            yield Macro(names.stride(buffer.name), buffer.stride_bytes)


def _counters(plan: Plan, names: Names) -> Iterator[CounterEntry]:
    for step, counter in plan.counters.items():
        yield CounterEntry(names.prefix + names.counters[step], _mask(counter.waiters))
    if plan.schedule.cores > 1:
        yield CounterEntry(names.prefix + names.counters[PACE], _mask(range(1, plan.schedule.cores)))


def _mask(cores: Iterable[int]) -> str:
    return f"{sum(1 << core for core in cores):#x}ull"


def _transfers_by_actor(plan: Plan) -> dict[str, tuple[Transfer, ...]]:
    found: dict[str, list[Transfer]] = {}
    for transfer in plan.transfers:
        found.setdefault(transfer.actor, []).append(transfer)
    return {actor: tuple(transfers) for actor, transfers in found.items()}


def _wrappers(graph: Graph, names: Names, actors: list[Actor]) -> Iterator[Wrapper]:
    for actor in actors:
        for kind, call in _life_calls(actor):
            text = call_text(names, call, state_pointer(names, actor, "core->arena"))
            calls = (Line(f"{text};"), *looks_for_end(graph, actor))
            yield Wrapper(f"{names.prefix}{kind}_{names.functions[actor.name]}", calls)


def _life_calls(actor: Actor) -> Iterator[tuple[str, Call]]:
    if actor.init is not None:
        yield "init", actor.init
    if actor.end is not None:
        yield "end", actor.end


def _entry(plan: Plan, names: Names, actor: Actor) -> ActorEntry:
    name = names.functions[actor.name]
    return ActorEntry(
        string_literal(actor.name),
        string_literal(f"{place_of(actor)}:{actor.span.column}"),
        _first_core(plan, actor.name),
        actor.stops,
        f"{names.prefix}init_{name}" if actor.init else "NULL",
        f"{names.prefix}end_{name}" if actor.end else "NULL",
    )


def _first_core(plan: Plan, actor: str) -> int:
    node = plan.schedule.node(actor)
    return node.parts[0].core if isinstance(node, Leaf) else node.core


def _probed_types(plan: Plan) -> Iterator[TokenType]:
    """Types whose size was measured and must be the same where the program is built."""
    seen: dict[str, TokenType] = {}
    for actor in plan.graph.actors:
        types = [port.type for port in actor.ports] + ([actor.state.type] if actor.state else [])
        for type_ in types:
            seen.setdefault(type_.c_name, type_)
    yield from (seen[c_name] for c_name in sorted(seen))


def _buffers(plan: Plan, names: Names) -> Iterator[BufferEntry]:
    writers = _writers(plan)
    for b in sorted(plan.buffers.values(), key=lambda b: (b.offset_bytes, b.name)):
        stride = names.stride(b.name) if b.slots > 1 else str(b.slot_bytes)
        yield BufferEntry(string_literal(b.name), names.offset(b.name), b.slot_bytes, stride, b.slots, writers[b.name])
    if plan.guard and plan.state_bytes:
        yield BufferEntry(string_literal("state"), "0", plan.state_bytes, str(plan.state_bytes), 1, 0)


def _writers(plan: Plan) -> dict[str, int]:
    """By buffer: the core that writes it first."""
    found = {name: buffer.core or 0 for name, buffer in plan.buffers.items()}
    for ref, window in plan.windows.items():
        is_written = not plan.graph.actor(ref.actor).port(ref.port).is_input
        if is_written and window.buffer in found and plan.buffers[window.buffer].core is None:
            found[window.buffer] = _first_core(plan, ref.actor)
    return found
