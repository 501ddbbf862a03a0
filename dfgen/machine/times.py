# SPDX-License-Identifier: Apache-2.0
"""Times of actors: as the graph states them, else a guess by the bytes that a firing touches."""

from __future__ import annotations

from fractions import Fraction

from dfgen.machine.constants import BYTE_NS, CALL_NS
from dfgen.model.facts import Facts
from dfgen.model.graph import Actor, Graph

# Of files, whose times depend on the disk, on what the page cache holds, and on who else writes: guesses for one that
# is read at 2 GB/s.
FILE_SUBMIT_NS = 2_000
FILE_CALL_NS = 5_000
FILE_BYTE_NS = Fraction(1, 2)


def firing_time_ns(actor: Actor) -> Fraction:
    """Time of one firing on average: as stated in the graph, else an estimate from the bytes it touches."""
    if actor.is_mover:
        return Fraction(0)
    if actor.mean_time is not None:
        return actor.mean_time
    if actor.file is not None:
        return Fraction(FILE_SUBMIT_NS) if actor.file.engine else file_transfer_ns(actor)
    return CALL_NS.value + BYTE_NS.value * touched_bytes(actor)


def file_transfer_ns(actor: Actor) -> Fraction:
    """What reading or writing the block of a firing takes, whoever waits for it."""
    return FILE_CALL_NS + FILE_BYTE_NS * touched_bytes(actor)


def iteration_times_ns(graph: Graph, facts: Facts) -> dict[str, Fraction]:
    """By actor, the time of all its firings in one graph iteration."""
    return {actor.name: facts.firings[actor.name] * firing_time_ns(actor) for actor in graph.actors}


def touched_bytes(actor: Actor) -> Fraction:
    """Bytes of all windows of one firing, on average."""
    in_phases: dict[int, int] = {}  # one sum of integers for ports of as many phases
    for port in actor.ports:
        phases = len(port.rates)
        in_phases[phases] = in_phases.get(phases, 0) + port.tokens_per_phases * port.type.size_bytes
    return sum((Fraction(size, phases) for phases, size in in_phases.items()), Fraction(0))


def fifo_bytes_per_iteration(graph: Graph, facts: Facts) -> dict[str, int]:
    """Bytes that pass through each FIFO in one graph iteration, by FIFO name."""
    return {fifo.name: facts.tokens[fifo.name] * graph.port(fifo.source).type.size_bytes for fifo in graph.fifos}
