# SPDX-License-Identifier: Apache-2.0
"""Cycles on several cores: how many iterations of a cycle's loop may run at a time, so that cores can share them.

A delay of many firings lets an actor of a cycle run that far ahead of what comes back to it. Actors without state then
fire side by side, as many firings at a time as all delays around them cover; what is still strongly connected (an actor
with state, a result that is fed back at once) stays together on one core. So a chain of heavy actors between a source
of candidates and an accumulator, with some tokens on the way back, is no reason to leave all cores idle but one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, gcd

from dfgen.mapping.splitting import unsplittable_reasons
from dfgen.mapping.tree import Tree, ordering_fifos, tight_parts, tokens_per_iteration
from dfgen.mapping.work import Assignment, iteration_times_ns
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph

# What cores need in a turn to see that the others are done: some looks at a counter.
TURN_NS = 1000
# More iterations at a time take more memory, and must be worth so much.
MORE_GAIN = Fraction(103, 100)
# Cores that take turns in a loop wait for each other more often than it seems.
SHARED_GAIN = Fraction(11, 10)
# More at a time is of no use: their turns are long enough for any number of cores.
COUNT_MAX = 4096


@dataclass(frozen=True)
class _Loop:
    """The loop of a cycle: `turns` iterations in one of the graph's, with so many `cycles` of each actor."""

    turns: int
    cycles: Mapping[str, int]
    fifos: tuple[Fifo, ...]


def iterations_at_once(graph: Graph, facts: Facts, tree: Tree, impure: Mapping[str, str], cores: int) -> dict[str, int]:
    """By first actor of a cycle that keeps cores idle: the iterations of its loop that they should share at a time."""
    time_ns = iteration_times_ns(graph, facts)
    total = sum(time_ns.values(), Fraction(0))
    found: dict[str, int] = {}
    for members in tree.cycles:
        binds = sum((time_ns[name] for name in members), Fraction(0)) * cores > total
        free = all(not (a.stops or a.cores or a.core is not None) for a in map(graph.actor, members))
        if binds and free:
            best = _best(graph, facts, members, impure, cores, time_ns)
            if best > 1:
                found[members[0]] = best
    return found


def may_share(graph: Graph, cycle: Collection[str], assignment: Assignment) -> bool:
    """Whether cores that share the loop of a cycle never have to wait there for a whole loop of another core: they
    would if what one of them writes were read both by another one and outside of the loop."""
    for actor in (graph.actor(name) for name in cycle if not graph.actor(name).is_mover):
        for _, fifo in graph.outputs_of(actor):
            readers = set(_readers(graph, fifo))
            inside = {actor.name, *(name for name in readers if name in cycle)}
            homes = {assignment[name] for name in inside}
            if readers - inside and (len(homes) > 1 or len(next(iter(homes))) > 1) and len(inside) > 1:
                return False
    return True


def _readers(graph: Graph, fifo: Fifo) -> Iterator[str]:
    """The actors that find the tokens of a FIFO where they were written, with movers that copy them, as they must what
    they delay."""
    actor = graph.actor(fifo.target.actor)
    passed = [further for _, further in graph.outputs_of(actor)] if actor.is_mover else []
    if not actor.is_mover or any(further.delay_tokens for further in passed):
        yield actor.name
    for further in passed:
        if not further.delay_tokens:
            yield from _readers(graph, further)


def _loop(graph: Graph, facts: Facts, members: tuple[str, ...]) -> _Loop:
    turns = gcd(*(facts.cycles[name] for name in members))
    cycles = {name: facts.cycles[name] // turns for name in members}
    inside = (f for f in graph.fifos if f.source.actor in cycles and f.target.actor in cycles)
    return _Loop(turns, cycles, tuple(inside))


def _best(
    graph: Graph,
    facts: Facts,
    members: tuple[str, ...],
    impure: Mapping[str, str],
    cores: int,
    time_ns: Mapping[str, Fraction],
) -> int:
    """1 if it does not pay."""
    loop = _loop(graph, facts, members)
    alone_ns = sum((time_ns[name] for name in members), Fraction(0)) / loop.turns
    best, best_ns = 1, alone_ns / SHARED_GAIN
    for count in possible_counts(graph, facts, members):
        parts = tight_parts(members, ordering_fifos(graph, loop.cycles, loop.fifos, count))
        reasons = unsplittable_reasons(graph, facts, [part for part in parts if len(part) > 1], impure)
        free = [name for (name, *others) in parts if not others and name not in reasons]
        if free:
            free_ns = sum((time_ns[name] for name in free), Fraction(0)) / loop.turns
            pieces = count * min(loop.cycles[name] * graph.actor(name).phases for name in free)
            turn_ns = _turn_ns(count * (alone_ns - free_ns), count * free_ns, pieces, cores)
            if (turn_ns + TURN_NS) / count * (MORE_GAIN if best > 1 else 1) < best_ns:
                best, best_ns = count, (turn_ns + TURN_NS) / count
    return best


def possible_counts(graph: Graph, facts: Facts, members: tuple[str, ...]) -> list[int]:
    """Numbers of iterations of a cycle's loop that divide all of them and that a delay covers: more than 1."""
    loop = _loop(graph, facts, members)
    covered = (f.delay_tokens // tokens_per_iteration(graph, f, loop.cycles) for f in loop.fifos)
    most = min(max(covered, default=1), loop.turns, COUNT_MAX)
    return [count for count in range(2, most + 1) if loop.turns % count == 0]


def _turn_ns(fixed_ns: Fraction, free_ns: Fraction, pieces: int, cores: int) -> Fraction:
    """Of a turn in which one core has fixed work, and all share what comes in so many pieces."""
    if not free_ns:
        return fixed_ns
    piece_ns = free_ns / pieces
    even = int((pieces - (cores - 1) * fixed_ns / piece_ns) / cores)
    near = {min(max(0, even + step), pieces) for step in range(-cores, cores + 1)}  # others have whole pieces, too
    return min(max(fixed_ns + own * piece_ns, ceil(Fraction(pieces - own, cores - 1)) * piece_ns) for own in near)
