# SPDX-License-Identifier: Apache-2.0
"""Turns of a pass: actors that keep a state go from core to core with the iterations that cores share (`spreading.py`).

A source or a sink on one core has all its tokens go from core to core, also those of a chain that each core fires by
itself. Where nothing but the state is handed on, each core has its iterations from end to end: their tokens stay in its
nearest cache, and the passes need no memory for tokens on their way. A turn takes a core no longer than it takes to see
a counter, so a core should have as many iterations from turn to turn as that cache holds, or as take long enough.

Chains whose actors all keep a state are shared so, too: while a core fires one of them, the next core fires the one
before (a DOACROSS loop: Cytron 1986). No actor may be more of the work than a core's part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from math import ceil

import networkx as nx

from dfgen.machine.constants import REGISTERS_BYTES, TURN_CROSSINGS
from dfgen.machine.machine import Machine
from dfgen.machine.times import fifo_bytes_per_iteration, iteration_times_ns
from dfgen.mapping.doacross import handed_bytes, loop_of, may_relay
from dfgen.mapping.schedule_tree import Block, ScheduleTree, Sharing, TreeLoop, actors_of
from dfgen.mapping.splitting import KEEPS_STATE, SEEN_OUTSIDE, unsplittable_reasons
from dfgen.model.actor import Actor
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph


@frozen
class Turns:
    """`sharing`: by actor that takes turns, that it goes round. `refused`: by actor that keeps its core though actors
    beside it are shared, why."""

    sharing: Mapping[str, Sharing] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)

    def instead(self, reason: str) -> Turns:
        """None takes turns, for that reason."""
        return Turns({}, {**self.refused, **dict.fromkeys(self.sharing, reason)})


def turning_actors(
    graph: Graph,
    facts: Facts,
    tree: ScheduleTree,
    impure: Mapping[str, str],
    cores: int,
    together: Mapping[str, int],
) -> Turns:
    """What fires in order beside actors of which cores share the iterations, and goes round with these; none where
    tokens would still go from core to core. `together`: by actor of the pass itself, of how many iterations cores can
    share the firings."""
    reasons = unsplittable_reasons(graph, facts, tree.cycles, impure, together)
    blocks = {child.actor for child in tree.body if isinstance(child, Block)}.intersection(together)
    if not blocks:
        return Turns()
    stopping = next((actor.name for actor in graph.actors if actor.stops), None)
    delayed = {end.actor for fifo in graph.fifos if fifo.delay_tokens for end in (fifo.source, fifo.target)}
    time_ns = iteration_times_ns(graph, facts)
    total = sum(time_ns.values(), Fraction(0))
    loop = loop_of(graph, facts, tuple(sorted(blocks)))

    def why_not(name: str) -> str:
        if stopping is not None:
            return f"'{stopping}' may stop the program, and all cores must know how long a pass is before it begins"
        if name not in blocks:
            return "it is in a loop of its own, or its passes have one iteration"
        if name in delayed:
            return "a delay stands beside it"
        if reasons[name] not in (KEEPS_STATE, SEEN_OUTSIDE):
            return reasons[name]
        if time_ns[name] * cores > total:
            return "it is more of the work than a core's part"
        return "" if may_relay(graph, loop, (name,), impure) else "its effects, or what it keeps, stay on one core"

    found = Turns()
    for linked in nx.connected_components(nx.Graph(_large_ends(graph, facts))):
        stateful = sorted(name for name in linked if name in reasons or name not in blocks)
        kept = {name: reason for name in stateful if (reason := why_not(name))}
        if not kept:
            own = {name: Sharing(1, frozenset((name,))) for name in stateful}
            found = replace(found, sharing={**found.sharing, **own})
        elif len(stateful) < len(linked):
            found = replace(found, refused={**found.refused, **kept})
    return found


def mostly_shared(graph: Graph, facts: Facts, turning: Collection[str]) -> bool:
    """Whether actors that do not take turns are at least half of the work."""
    time_ns = iteration_times_ns(graph, facts)
    return 2 * sum(time_ns[name] for name in turning) <= sum(time_ns.values())


def _large_ends(graph: Graph, facts: Facts) -> Iterator[tuple[str, str]]:
    """Of the FIFOs whose tokens a core would rather not get from another one."""
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    large = (fifo for fifo in graph.fifos if size_bytes[fifo.name] > REGISTERS_BYTES.value)
    return ((fifo.source.actor, fifo.target.actor) for fifo in large)


def turning_loops(tree: ScheduleTree) -> Iterator[TreeLoop]:
    """Those of the pass itself."""
    return (child for child in tree.body if isinstance(child, TreeLoop) and child.ordered)


def turns_ns(graph: Graph, facts: Facts, tree: ScheduleTree, cores: int, machine: Machine) -> Fraction:
    """What they cost in an iteration: a core has its turns once in a pass, of which it runs a part."""
    names = [name for loop in turning_loops(tree) for name in actors_of(loop)]
    if not names:
        return Fraction(0)
    handed = sum(handed_bytes(graph, (), (name,)) for name in names)
    each_ns = len(names) * machine.sync_ns + machine.crossing_byte_ns * handed
    return each_ns / (cores * iterations_in_turn(graph, facts, tree, machine))


def iterations_in_turn(graph: Graph, facts: Facts, tree: ScheduleTree, machine: Machine) -> int:
    """How many a core should have in a pass: more where more actors take turns, though they leave the nearest cache."""
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    names = (name for child in tree.body if isinstance(child, (Block, TreeLoop)) for name in actors_of(child))
    touched = max(_touched_bytes(graph, graph.actor(name), size_bytes) for name in names)
    turns = sum(1 for _ in turning_loops(tree))
    near = min(turns * machine.turn_bytes, machine.own_cache_bytes) // max(1, touched)
    iteration_ns = sum(iteration_times_ns(graph, facts).values(), Fraction(0))
    long_enough = ceil(turns * TURN_CROSSINGS.value * machine.sync_ns / max(iteration_ns, Fraction(1)))
    return max(1, min(near, long_enough))


def _touched_bytes(graph: Graph, actor: Actor, size_bytes: Mapping[str, int]) -> int:
    """Of an actor's windows in an iteration, where outputs that may lie over inputs do."""
    given = {str(fifo.source): size_bytes[fifo.name] for port, fifo in graph.outputs_of(actor) if not port.overlays}
    return sum(size_bytes[fifo.name] for _, fifo in graph.inputs_of(actor)) + sum(given.values())
