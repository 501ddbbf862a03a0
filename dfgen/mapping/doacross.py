# SPDX-License-Identifier: Apache-2.0
"""Cycles on several cores: how many iterations of a cycle's loop may run at a time, so that cores can share them.

A delay of many firings lets an actor of a cycle run that far ahead of what comes back to it. Actors without state then
fire side by side, as many firings at a time as all delays around them cover. What is still strongly connected (an actor
with state, a result that is fed back at once) fires in order: on one core, or ordered from core to core, so that each
does as much of it as the others and none waits for it to be done (a DOACROSS loop: Cytron 1986). So a chain of heavy
actors between a source of candidates and an accumulator, with some tokens on the way back, is no reason to leave all
cores idle but one.

Where no delay is as long, all of an iteration may still have to be done before the next, but what fires several times
in it, such as an actor for slices of a picture that is filtered again and again, fires side by side there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, gcd

from dfgen.machine.constants import MORE_GAIN, SHARED_GAIN, TRIP_ITERATIONS_MAX
from dfgen.machine.machine import Machine
from dfgen.machine.times import iteration_times_ns
from dfgen.mapping.loop_nesting import ordering_fifos, tight_parts, tokens_per_iteration
from dfgen.mapping.readers import readers_in_place
from dfgen.mapping.schedule_tree import ALONE, Order, ScheduleTree, Sharing, actors_of, tree_loops_of
from dfgen.mapping.splitting import unsplittable_reasons
from dfgen.mapping.work import Assignment
from dfgen.model.actor import Actor
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph


@frozen
class CycleLoop:
    """The loop of a cycle: `trips` iterations in one of the graph's, with so many `cycles` of each actor."""

    trips: int
    cycles: Mapping[str, int]
    fifos: tuple[Fifo, ...]


NOT_FASTER = "sharing its loop would not be faster, by the times of the actors"


def shared_cycles(
    graph: Graph, facts: Facts, tree: ScheduleTree, impure: Mapping[str, str], cores: int, machine: Machine
) -> tuple[dict[str, Sharing], dict[str, str]]:
    """By first actor of a cycle that keeps cores idle: how they should share its loop, or why they should not."""
    time_ns = iteration_times_ns(graph, facts)
    total = sum(time_ns.values(), Fraction(0))
    found: dict[str, Sharing] = {}
    reasons: dict[str, str] = {}
    for members in tree.cycles:
        if sum((time_ns[name] for name in members), Fraction(0)) * cores <= total:
            continue
        obstacle = why_alone(graph, facts, members)
        best = _best(graph, facts, members, impure, cores, time_ns, machine) if obstacle is None else ALONE
        if best is not ALONE:
            found[members[0]] = best
        else:
            reasons[members[0]] = obstacle or NOT_FASTER
    return found, reasons


def why_alone(graph: Graph, facts: Facts, members: tuple[str, ...]) -> str | None:
    """Why cores cannot share the loop of a cycle at all."""
    bound = next((name for name in members if not _are_free(graph, (name,))), None)
    if bound is not None:
        return f"'{bound}' {'may stop the program' if graph.actor(bound).stops else 'is for certain cores'}"
    if not (possible_counts(graph, facts, members) or is_divisible(graph, facts, members)):
        return "no delay in it is as long as two trips of its loop, nor does an actor fire several times in a trip"
    return None


def ordered_loops(
    graph: Graph, facts: Facts, tree: ScheduleTree, impure: Mapping[str, str], cores: int
) -> dict[str, Sharing]:
    """What fires in order in a loop whose other actors cores can share: by first actor, that it goes round, too."""
    time_ns = iteration_times_ns(graph, facts)
    reasons = unsplittable_reasons(graph, facts, tree.cycles, impure)
    found: dict[str, Sharing] = {}
    for shared in (shared for shared in tree_loops_of(tree.body) if not shared.cycle):
        members = tuple(actors_of(shared))
        loop = loop_of(graph, facts, members)
        total = sum((time_ns[name] for name in members), Fraction(0))
        is_shared = any(name not in reasons and time_ns[name] for name in members)
        parts = (tuple(actors_of(child)) for child in shared.body if not isinstance(child, Order))
        for part in (part for part in parts if any(time_ns[name] for name in part)):
            is_light = sum(time_ns[name] for name in part) * cores <= total
            if is_shared and is_light and part[0] in reasons and may_relay(graph, loop, part, impure):
                found[part[0]] = Sharing(1, frozenset(part[:1]))
    return found


def may_share(graph: Graph, tree: ScheduleTree, cycle: Collection[str], assignment: Assignment) -> bool:
    """Whether cores that share the loop of a cycle never have to wait there for a whole loop of another core: they
    would if what one of them writes were read both by another one and outside of the loop."""
    ordered = [set(part) for part in tree.cycles if tree.ordered.issuperset(part)]
    for actor in (graph.actor(name) for name in cycle if not graph.actor(name).is_routing):
        for _, fifo in graph.outputs_of(actor):
            readers = set(readers_in_place(graph, fifo))
            inside = {actor.name, *(name for name in readers if name in cycle)}
            homes = {assignment[name] for name in inside}
            in_order = any(inside <= part for part in ordered)
            if readers - inside and (len(homes) > 1 or len(next(iter(homes))) > 1) and len(inside) > 1 and not in_order:
                return False
    return True


def loop_of(graph: Graph, facts: Facts, members: tuple[str, ...]) -> CycleLoop:
    trips = gcd(*(facts.cycles[name] for name in members))
    cycles = {name: facts.cycles[name] // trips for name in members}
    inside = (f for f in graph.fifos if f.source.actor in cycles and f.target.actor in cycles)
    return CycleLoop(trips, cycles, tuple(inside))


def _best(
    graph: Graph,
    facts: Facts,
    members: tuple[str, ...],
    impure: Mapping[str, str],
    cores: int,
    time_ns: Mapping[str, Fraction],
    machine: Machine,
) -> Sharing:
    loop = loop_of(graph, facts, members)
    trip_of = {name: time_ns[name] / loop.trips for name in members}
    alone_ns = sum(trip_of.values(), Fraction(0))
    best, best_ns = ALONE, alone_ns / SHARED_GAIN.value
    for count in possible_counts(graph, facts, members):
        free, in_order = _parts(graph, facts, loop, members, impure, count)
        light = [part for part in in_order if 0 < sum(trip_of[name] for name in part) * cores <= alone_ns]
        for ordered in ([], light):
            found_ns = _iteration_ns(graph, loop, [*free, *ordered], ordered, count, cores, trip_of, machine)
            if found_ns * (1 if best is ALONE else MORE_GAIN.value) < best_ns:
                best, best_ns = Sharing(count, frozenset(part[0] for part in ordered)), found_ns
    if best is ALONE:
        free, _ = _parts(graph, facts, loop, members, impure, 1)
        pieces = {name: loop.cycles[name] * graph.actor(name).phases for (name,) in free}
        if _divided_ns(pieces, cores, trip_of, machine) < best_ns:
            return Sharing(divided=True)
    return best


def _divided_ns(pieces: Mapping[str, int], cores: int, trip_of: Mapping[str, Fraction], machine: Machine) -> Fraction:
    """Of an iteration of the loop whose actors follow on each other, where cores share the `pieces` of some and then
    wait for each other."""
    found = sum(trip_of.values(), Fraction(0))
    for name, count in pieces.items():
        if count > 1:
            found += trip_of[name] * (Fraction(ceil(Fraction(count, cores)), count) - 1) + machine.trip_ns
    return found


def _are_free(graph: Graph, members: Collection[str]) -> bool:
    """Whether these actors may fire on any core, as long as there is input."""
    return all(not (a.stops or a.cores or a.core is not None) for a in map(graph.actor, members))


def possible_ordered(
    graph: Graph, facts: Facts, members: tuple[str, ...], impure: Mapping[str, str], count: int
) -> list[str]:
    """The first actors of what may be ordered where so many iterations of a cycle's loop run at a time: what the
    mapper chooses from; tests try each choice."""
    return [part[0] for part in _parts(graph, facts, loop_of(graph, facts, members), members, impure, count)[1]]


def _parts(
    graph: Graph, facts: Facts, loop: CycleLoop, members: tuple[str, ...], impure: Mapping[str, str], count: int
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Of a loop with so many iterations at a time: what fires side by side, and what may be ordered."""
    parts = tight_parts(members, ordering_fifos(graph, loop.cycles, loop.fifos, count))
    reasons = unsplittable_reasons(graph, facts, [part for part in parts if len(part) > 1], impure)
    free: list[tuple[str, ...]] = [part for part in parts if len(part) == 1 and part[0] not in reasons]
    in_order = [part for part in parts if part not in free and not all(graph.actor(name).is_routing for name in part)]
    return free, [part for part in in_order if may_relay(graph, loop, part, impure)]


def _iteration_ns(
    graph: Graph,
    loop: CycleLoop,
    soft: Sequence[tuple[str, ...]],
    ordered: Sequence[tuple[str, ...]],
    count: int,
    cores: int,
    trip_of: Mapping[str, Fraction],
    machine: Machine,
) -> Fraction:
    """Of the loop, where `count` of its iterations run at a time, and cores share `soft` parts."""
    soft_ns = sum((trip_of[name] for part in soft for name in part), Fraction(0))
    fixed_ns = sum(trip_of.values(), Fraction(0)) - soft_ns
    if not soft:
        return fixed_ns
    pieces = count * min(gcd(*(loop.cycles[name] for name in part)) * graph.actor(part[0]).phases for part in soft)
    handed = sum(handed_bytes(graph, loop.fifos, part) for part in ordered)
    seen_ns = machine.trip_ns * (1 + len(ordered)) + machine.crossing_byte_ns * handed
    return (_trip_ns(count * fixed_ns, count * soft_ns, pieces, cores) + seen_ns) / count


def handed_bytes(graph: Graph, fifos: Iterable[Fifo], part: tuple[str, ...]) -> int:
    """What a core finds in another one's cache when it goes on with firings in order."""
    states = (graph.actor(name).state for name in part)
    fed_back = (f for f in fifos if {f.source.actor, f.target.actor} <= {*part})
    size = sum(state.type.size_bytes * state.count for state in states if state is not None)
    return size + sum(f.delay_tokens * graph.port(f.source).type.footprint_bytes for f in fed_back)


def may_relay(graph: Graph, loop: CycleLoop, part: tuple[str, ...], impure: Mapping[str, str]) -> bool:
    """Whether actors that fire in order may do so on one core after another: they have no effects and no hidden state,
    as those may belong to a thread, and a loop can order them. Of an actor without outputs the C must show that."""
    actors = [graph.actor(name) for name in part]
    hidden = any(a.fire is not None and not a.stateless and a.fire.function in impure for a in actors)
    seen = any(a.effect or (graph.is_effectful(a) and not _is_known_pure(a, impure)) for a in actors)
    bound = any(a.io or a.is_by_engine or any(p.is_persistent for p in a.ports) for a in actors)
    if hidden or seen or bound or not _are_free(graph, part):
        return False
    trips = gcd(*(loop.cycles[name] for name in part))
    cycles = {name: loop.cycles[name] // trips for name in part}
    inside = [f for f in loop.fifos if f.source.actor in cycles and f.target.actor in cycles]
    return all(len(tight) == 1 for tight in tight_parts(part, ordering_fifos(graph, cycles, inside, 1)))


def _is_known_pure(actor: Actor, impure: Mapping[str, str]) -> bool:
    return actor.fire is not None and actor.fire.function not in impure


def possible_counts(graph: Graph, facts: Facts, members: tuple[str, ...]) -> list[int]:
    """Numbers of iterations of a cycle's loop that divide all of them and that a delay covers: more than 1."""
    loop = loop_of(graph, facts, members)
    around = (f for f in loop.fifos if f.source.actor != f.target.actor)
    covered = (f.delay_tokens // tokens_per_iteration(graph, f, loop.cycles) for f in around)
    most = min(max(covered, default=1), loop.trips, TRIP_ITERATIONS_MAX.value)
    return [count for count in range(2, most + 1) if loop.trips % count == 0]


def is_divisible(graph: Graph, facts: Facts, members: tuple[str, ...]) -> bool:
    """Whether an iteration of a cycle's loop, which its delays order, has several firings of an actor."""
    loop = loop_of(graph, facts, members)
    parts = tight_parts(members, ordering_fifos(graph, loop.cycles, loop.fifos, 1))
    return any(len(part) == 1 and loop.cycles[part[0]] * graph.actor(part[0]).phases > 1 for part in parts)


def _trip_ns(fixed_ns: Fraction, free_ns: Fraction, pieces: int, cores: int) -> Fraction:
    """Of a trip in which one core has fixed work, and all share what comes in so many pieces."""
    if not free_ns:
        return fixed_ns
    piece_ns = free_ns / pieces
    even = int((pieces - (cores - 1) * fixed_ns / piece_ns) / cores)
    near = {min(max(0, even + step), pieces) for step in range(-cores, cores + 1)}  # others have whole pieces, too
    return min(max(fixed_ns + own * piece_ns, ceil(Fraction(pieces - own, cores - 1)) * piece_ns) for own in near)
