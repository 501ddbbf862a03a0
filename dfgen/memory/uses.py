# SPDX-License-Identifier: Apache-2.0
"""How each FIFO is read, as far as that can be known when a graph is compiled: the input of the cost model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from dfgen.machine.constants import MOSTLY_WRITTEN
from dfgen.machine.times import moved_bytes, objects_in
from dfgen.memory.binding import Binding, Reading, fires_code, piece_of
from dfgen.memory.cost import Use
from dfgen.model.actor import Actor
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.plan import Transfer, View
from dfgen.model.platform import Platform
from dfgen.model.port import Access, Port
from dfgen.model.schedule import Schedule


def uses_of(binding: Binding, graph: Graph, facts: Facts, schedule: Schedule, platform: Platform) -> dict[PortRef, Use]:
    """The use of every reading port."""
    near = _cores_that_hold(binding, graph, schedule)
    readers = Counter(
        (r.alias.root, core) for r in binding.readings.values() for core in schedule.cores_of(r.actor.name)
    )
    found = {}
    for name in facts.order:
        inputs_bytes = sum(_window_bytes(port) for port in graph.actor(name).inputs)
        for ref, reading in ((r, binding.readings[r]) for r in _inputs(graph, name) if r in binding.readings):
            cores, root = schedule.cores_of(name), reading.alias.root
            use = _use(reading, inputs_bytes, facts, platform)
            most = max(readers[root, core] for core in cores)
            found[ref] = replace(use, far=not cores <= near[root], readers=most, alone=schedule.cores == 1)
            near[root] |= cores
    return found


def use_of_move(transfer: Transfer, facts: Facts) -> Use:
    """A routing actor's; whoever reads it next is taken to read it all."""
    size = moved_bytes(transfer.type)
    window = Fraction(sum(transfer.rates), len(transfer.rates))
    moving = facts.firings[transfer.actor] * (transfer.period - transfer.skip) // transfer.period
    return Use(
        round(window * size), moving, transfer.piece * size, objects=objects_in(transfer.type, round(window * size))
    )


def _cores_that_hold(binding: Binding, graph: Graph, schedule: Schedule) -> dict[str, set[int]]:
    """The cores that write each root; whose caches may hold it."""
    found: dict[str, set[int]] = {name: set() for name in binding.roots}
    for ref, alias in binding.aliases.items():
        if fires_code(graph.actor(ref.actor)):
            found[alias.root] |= schedule.cores_of(ref.actor)
    for transfer in binding.transfers:
        found[transfer.target.buffer] |= schedule.cores_of(transfer.actor)
    return found


def _inputs(graph: Graph, actor: str) -> list[PortRef]:
    return [PortRef(actor, port.name) for port in graph.actor(actor).inputs]


def _use(reading: Reading, inputs_bytes: int, facts: Facts, platform: Platform) -> Use:
    """`inputs_bytes`: of all windows that the actor reads in a firing."""
    port, size = reading.port, moved_bytes(reading.port.type)
    window_bytes = _window_bytes(port)
    others = inputs_bytes - window_bytes + _state_bytes(reading.actor)
    return Use(
        window_bytes,
        facts.firings[reading.actor.name],
        piece_of(port.rates, reading.alias.view, View()) * size or 1,
        written=_written(reading.port, reading.fifo),
        resident_bytes=min(others, max(0, platform.l2_bytes - window_bytes)),
        objects=objects_in(port.type, window_bytes),
    )


def _window_bytes(port: Port) -> int:
    return round(Fraction(port.tokens_per_phases * moved_bytes(port.type), len(port.rates)))


def _state_bytes(actor: Actor) -> int:
    return actor.state.type.size_bytes * actor.state.count if actor.state is not None else 0


def _written(port: Port, fifo: Fifo) -> float:
    fractions: Mapping[Access | None, float] = {
        Access.READ_ONLY: 0.0, Access.UNUSED: 0.0, Access.READ_MOSTLY: MOSTLY_WRITTEN.value,
    }  # fmt: skip
    written = fifo.written_fraction if port.access is Access.READ_MOSTLY else None
    return fractions.get(port.access, 1.0) if written is None else written
