# SPDX-License-Identifier: Apache-2.0
"""Graphs written as text, taken through the stages up to the plan without a C compiler: what reads is taken to be
proven to read, unless the text says otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dfgen.analysis.facts import analyse
from dfgen.analysis.prepare import prepare
from dfgen.attempts import CHANGES, Change, Given, last_attempt
from dfgen.csource.learn import learn_from_c
from dfgen.frontend.elaborate import load_graph
from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions, schedule_graph
from dfgen.memory.offloading import engine_requests
from dfgen.memory.options import MemoryOptions
from dfgen.memory.requests import requested_strategies
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.plan import Plan
from dfgen.model.port import Access, Port, Trust
from dfgen.model.program import THROTTLE, Program, Wait, operations
from dfgen.model.schedule import Schedule
from dfgen.paths import runtime_dir
from dfgen.verify.verify import verify

OF_ONE_MAPPING = tuple(change for change in CHANGES if not change.maps)
ANY_MAPPING = MappingOptions()
ANY_MEMORY = MemoryOptions()
# One iteration a pass, and two of them at once.
SHORT = MappingOptions(latency=1)


def graph_of(body: str, folder: Path) -> Graph:
    path = folder / "g.sdf"
    path.write_text(f"graph g {{\n{body}}}\n")
    return graph_without_c(path)


def graph_without_c(path: Path) -> Graph:
    return _prepared(_proven(load_graph(path, {})))


def graph_with_c(path: Path, parameters: Mapping[str, int], transfers: Sequence[str] = ()) -> Graph:
    """With what the graph's own C says of it."""
    return _prepared(learn_from_c(load_graph(path, parameters), runtime_dir() / "include").graph, transfers)


def scheduled(
    graph: Graph, cores: int = 2, options: MappingOptions = ANY_MAPPING, impure: Mapping[str, str] | None = None
) -> tuple[Facts, Schedule]:
    facts = analyse(graph)
    return facts, schedule_graph(graph, facts, cores, options, impure or {})


def waits_by_core(program: Program) -> list[tuple[int, Wait]]:
    """All waits of a program but those for the throttle, each with the core that waits."""
    return [
        (agent.core, operation)
        for agent in program.cores
        for stage in agent.stages
        for operation in operations(stage.body)
        if isinstance(operation, Wait) and program.counters[operation.counter].about != THROTTLE
    ]


def prove(plan: Plan) -> None:
    """Raises `InvalidProgram` if the program of the plan is wrong."""
    verify(lower(plan))


def planned(
    graph: Graph,
    cores: int = 2,
    mapping: MappingOptions = ANY_MAPPING,
    memory: MemoryOptions = ANY_MEMORY,
    changes: Sequence[Change] = OF_ONE_MAPPING,
) -> Plan:
    return last_attempt(Given(graph, analyse(graph), cores), mapping, memory, changes).plan


def programmed(
    graph: Graph, cores: int = 2, mapping: MappingOptions = ANY_MAPPING, memory: MemoryOptions = ANY_MEMORY
) -> Program:
    return lower(planned(graph, cores, mapping, memory))


def _prepared(graph: Graph, transfers: Sequence[str] = ()) -> Graph:
    return prepare(graph, engine_requests(requested_strategies(graph, transfers)))[0]


def _proven(graph: Graph) -> Graph:
    return replace(graph, actors=tuple(map(_proven_actor, graph.actors)))


def _proven_actor(actor: Actor) -> Actor:
    return replace(actor, ports=tuple(map(_proven_port, actor.ports))) if actor.kind is ActorKind.CODE else actor


def _proven_port(port: Port) -> Port:
    if not port.is_input or port.access is not None:
        return port
    return replace(port, access=Access.READ_ONLY, trust=Trust.PROVEN)
