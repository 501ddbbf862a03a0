# SPDX-License-Identifier: Apache-2.0
"""How many passes overlap where the user does not say: so many that no core waits for a hiccup of another.

A FIFO between cores of two blocks makes its ends take turns; each waits for the other's last block. Measured between
two cores, streams of small tokens gain until the FIFO holds some MiB, which is where its bytes wait in the cache that
the cores share. Where a pass takes long two of them are enough.

Nor should the ends of a stream follow each other closely: lines that still lie in the other core's own cache take long
to come, and hardware does not fetch them ahead. Measured between two cores, tokens of 64 bytes and of 8 KiB went 1.4 to
1.9 times as fast through the same 8 MiB in two blocks as in blocks of 16 KiB.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from dfgen.machine.constants import DEPTH_STEPS_MAX, PASSES_MIN, SMALL_BYTE_NS
from dfgen.machine.machine import Machine
from dfgen.machine.times import fifo_bytes_per_iteration, firing_time_ns
from dfgen.mapping.work import Assignment
from dfgen.model.actor import Actor
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.schedule import Loop


def default_depth(
    graph: Graph, facts: Facts, root: Loop, assignment: Assignment, machine: Machine, small: Collection[str] = ()
) -> int:
    """Passes that may overlap. `root` is the schedule's loop of `root.chunk` iterations, `small` are the C functions of
    little code."""
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    crossing = sum(
        size_bytes[fifo.name] for fifo in graph.fifos if assignment[fifo.source.actor] != assignment[fifo.target.actor]
    )
    if not crossing:
        return PASSES_MIN.value
    by_bytes = machine.streamed_bytes // (crossing * root.chunk)
    by_time = machine.overlap_ns // max(_iteration_ns(graph, facts, small) * root.chunk, Fraction(1))
    return max(PASSES_MIN.value, min(by_bytes, int(by_time), DEPTH_STEPS_MAX.value // len(graph.actors)))


def streamed_iterations(
    graph: Graph, facts: Facts, crossing_bytes: int, machine: Machine, small: Collection[str] = ()
) -> int:
    """Iterations of a pass in which cores do little but give each other `crossing_bytes` an iteration; 1 where they do
    more. It is for passes that leave nothing in a core's cache that the core itself reads again."""
    if _iteration_ns(graph, facts, small) > machine.stream_byte_ns * crossing_bytes:
        return 1
    return machine.streamed_bytes // (PASSES_MIN.value * crossing_bytes)


def _iteration_ns(graph: Graph, facts: Facts, small: Collection[str]) -> Fraction:
    """The time of all firings of an iteration, one after the other."""
    return sum((facts.firings[actor.name] * _firing_ns(actor, small) for actor in graph.actors), Fraction(0))


def _firing_ns(actor: Actor, small: Collection[str]) -> Fraction:
    if actor.mean_time is None and actor.fire is not None and actor.fire.function in small:
        return SMALL_BYTE_NS.value * actor.touched_bytes
    return firing_time_ns(actor)
