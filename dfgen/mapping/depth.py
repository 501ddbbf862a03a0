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

from dfgen.machine.times import fifo_bytes_per_iteration, firing_time_ns, touched_bytes
from dfgen.mapping.work import Assignment
from dfgen.model.facts import Facts
from dfgen.model.graph import Actor, Graph
from dfgen.model.schedule import Loop

DEPTH_MIN = 2
# All FIFOs between cores together: about four times a usual L2.
DEPTH_BYTES = 8 * 1024 * 1024
# What overlapping passes may take from first to last: some hundred times as long as two cores need to see each other's
# counters. More would only bring the tokens out of the cores' own caches.
DEPTH_NS = 200_000
# An actor of little code and unknown time does at best this with each byte of its windows; too long an estimate would
# make its FIFOs too small.
SMALL_BYTE_NS = Fraction(1, 100)
# Cores that take less than this for a byte between them, at both ends together, wait for bytes, not for results.
STREAM_BYTE_NS = Fraction(2, 5)
# Every compile runs all steps of so many passes, to see that they never block.
DEPTH_STEPS = 10_000


def default_depth(graph: Graph, facts: Facts, root: Loop, assignment: Assignment, small: Collection[str] = ()) -> int:
    """Passes that may overlap. `root` is the schedule's loop of `root.chunk` iterations, `small` are the C functions of
    little code."""
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    crossing = sum(
        size_bytes[fifo.name] for fifo in graph.fifos if assignment[fifo.source.actor] != assignment[fifo.target.actor]
    )
    if not crossing:
        return DEPTH_MIN
    by_bytes = DEPTH_BYTES // (crossing * root.chunk)
    by_time = DEPTH_NS // max(_iteration_ns(graph, facts, small) * root.chunk, Fraction(1))
    return max(DEPTH_MIN, min(by_bytes, int(by_time), DEPTH_STEPS // len(graph.actors)))


def streamed_iterations(graph: Graph, facts: Facts, crossing_bytes: int, small: Collection[str] = ()) -> int:
    """Iterations of a pass in which cores do little but give each other `crossing_bytes` an iteration; 1 where they do
    more. It is for passes that leave nothing in a core's cache that the core itself reads again."""
    if _iteration_ns(graph, facts, small) > STREAM_BYTE_NS * crossing_bytes:
        return 1
    return DEPTH_BYTES // (DEPTH_MIN * crossing_bytes)


def _iteration_ns(graph: Graph, facts: Facts, small: Collection[str]) -> Fraction:
    """The time of all firings of an iteration, one after the other."""
    return sum((facts.firings[actor.name] * _firing_ns(actor, small) for actor in graph.actors), Fraction(0))


def _firing_ns(actor: Actor, small: Collection[str]) -> Fraction:
    if actor.mean_time is None and actor.fire is not None and actor.fire.function in small:
        return SMALL_BYTE_NS * touched_bytes(actor)
    return firing_time_ns(actor)
