# SPDX-License-Identifier: Apache-2.0
"""The whole C program as data: what the templates set into files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dfgen.codegen.code import Line, Statement, string_literal
from dfgen.codegen.core_program import CoreProgram, lower_core, place_of
from dfgen.codegen.firing import Names, call_text
from dfgen.codegen.initial import fill_statements
from dfgen.codegen.naming import unique_identifiers
from dfgen.model.graph import Actor, ActorKind, Call, TokenType
from dfgen.model.plan import Counter, Plan, Transfer
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
    call: Line


@dataclass(frozen=True)
class BufferEntry:
    name: str
    offset_bytes: int
    slot_bytes: int
    stride_bytes: int
    slots: int


@dataclass(frozen=True)
class Program:
    name: str
    prefix: str
    graph_file: str
    includes: tuple[str, ...]
    types: tuple[TokenType, ...]
    cores: tuple[CoreProgram, ...]
    counters: tuple[Counter, ...]
    pace_waiters: int
    actors: tuple[ActorEntry, ...]
    wrappers: tuple[Wrapper, ...]
    buffers: tuple[BufferEntry, ...]
    fill: tuple[Statement, ...]
    iterations_per_pass: int
    depth_passes: int
    arena_bytes: int
    end_of_input_allowed: bool
    guard: bool


def lower_program(plan: Plan, order: tuple[str, ...], telling: frozenset[str]) -> Program:
    """Lower the plan. `order` is a topological order of the actors; `telling` functions may end the program."""
    graph, schedule = plan.graph, plan.schedule
    prefix = f"{graph.name}_"
    actors = [graph.actor(name) for name in order if graph.actor(name).kind is ActorKind.CODE]
    names = Names(prefix, {actor.name: index for index, actor in enumerate(actors)}, telling)
    transfers = _transfers_by_actor(plan)
    pieces = unique_identifiers(actor.name for actor in actors)
    wrappers = tuple(_wrappers(plan, actors, prefix, pieces))
    return Program(
        name=graph.name,
        prefix=prefix,
        graph_file=graph.file.rpartition("/")[2],
        includes=graph.includes,
        types=tuple(_probed_types(plan)),
        cores=tuple(lower_core(plan, core, names, transfers) for core in range(schedule.cores)),
        counters=tuple(plan.counters.values()),
        pace_waiters=sum(1 << core for core in range(1, schedule.cores)),
        actors=tuple(_entry(plan, actor, prefix, pieces) for actor in actors),
        wrappers=wrappers,
        buffers=tuple(_buffers(plan)),
        fill=fill_statements(plan),
        iterations_per_pass=schedule.iterations_per_pass,
        depth_passes=schedule.depth_passes,
        arena_bytes=plan.arena_bytes,
        end_of_input_allowed=all(edge.delay == 0 for edge in schedule.stop_edges),
        guard=plan.guard,
    )


def _transfers_by_actor(plan: Plan) -> dict[str, tuple[Transfer, ...]]:
    found: dict[str, list[Transfer]] = {}
    for transfer in plan.transfers:
        found.setdefault(transfer.actor, []).append(transfer)
    return {actor: tuple(transfers) for actor, transfers in found.items()}


def _wrappers(plan: Plan, actors: list[Actor], prefix: str, pieces: dict[str, str]) -> Iterator[Wrapper]:
    for actor in actors:
        for kind, call in _life_calls(actor):
            text = call_text(plan, actor, call, "core->arena")
            yield Wrapper(f"{prefix}{kind}_{pieces[actor.name]}", Line(f"{text};"))


def _life_calls(actor: Actor) -> Iterator[tuple[str, Call]]:
    if actor.init is not None:
        yield "init", actor.init
    if actor.end is not None:
        yield "end", actor.end


def _entry(plan: Plan, actor: Actor, prefix: str, pieces: dict[str, str]) -> ActorEntry:
    piece = pieces[actor.name]
    return ActorEntry(
        string_literal(actor.name),
        string_literal(f"{place_of(actor)}:{actor.span.column}"),
        _first_core(plan, actor.name),
        actor.stops,
        f"{prefix}init_{piece}" if actor.init else "NULL",
        f"{prefix}end_{piece}" if actor.end else "NULL",
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


def _buffers(plan: Plan) -> Iterator[BufferEntry]:
    for buffer in sorted(plan.buffers.values(), key=lambda b: b.offset_bytes):
        yield BufferEntry(
            string_literal(buffer.name), buffer.offset_bytes, buffer.slot_bytes, buffer.stride_bytes, buffer.slots
        )
    if plan.guard and plan.state_bytes:
        yield BufferEntry(string_literal("state"), 0, plan.state_bytes, plan.state_bytes, 1)
