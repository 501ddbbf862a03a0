# SPDX-License-Identifier: Apache-2.0
"""How many cores are worth having: light stages run faster side by side on one core than apart on two.

What an iteration takes is what the busiest core does: its firings, and the bytes that it fetches from others. That is
known where every actor's time is, or follows from its windows; else the user's cores are all used.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dfgen.machine.constants import CORES_GAIN
from dfgen.machine.machine import Machine
from dfgen.machine.times import fifo_bytes_per_iteration, firing_time_ns
from dfgen.mapping.static_order import static_order_period_ns
from dfgen.mapping.work import Assignment, Share, Work
from dfgen.model.actor import Actor
from dfgen.model.costs import duration
from dfgen.model.diagnostics import fail
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph


def cores_that_pay(
    graph: Graph,
    facts: Facts,
    cores: int,
    work_for: Callable[[int], Work],
    assign: Callable[[int], tuple[Work, Assignment]],
) -> int:
    """The fewest of `cores` cores with which an iteration takes no longer than with more of them.

    `assign` maps the graph to so many cores, as does `work_for` their work. Powers of two are tried, and `cores`
    itself; few cores only where their work could be done in time, were it shared as well as can be.
    """
    if cores == 1 or why_cores_are_not_compared(graph):
        return cores
    periods = {cores: period_ns(graph, facts, *assign(cores))}
    for count in (1 << n for n in reversed(range(cores.bit_length())) if 1 << n < cores):
        if work_for(count).least_period_ns <= min(periods.values()) * CORES_GAIN.value:
            periods[count] = period_ns(graph, facts, *assign(count))
    enough_ns = min(periods.values()) * CORES_GAIN.value
    return min(count for count, each_ns in periods.items() if each_ns <= enough_ns)


def _is_unknown(graph: Graph, actor: Actor) -> bool:
    """What is set in at links, or moves blocks of a file, takes what the platform says; ports of a library take what
    their caller does."""
    is_of_platform = actor.is_at_link or actor.file is not None or actor.boundary is not None
    return not is_of_platform and (actor.mean_time is None or graph.time_unit is None)


def why_cores_are_not_compared(graph: Graph) -> str:
    """Why it is not known whether fewer cores would do; empty if it is."""
    for actor in graph.actors:
        if not (actor.is_routing or actor.is_light) and _is_unknown(graph, actor):
            return f"how long '{actor.name}' takes is not known"
        if actor.core is not None or actor.cores:
            return f"'{actor.name}' is for certain cores"
    return ""


def iterations_within(graph: Graph, latency_ns: int, period: Fraction) -> int:
    """Iterations that may be on their way together so that none of them takes longer than `latency_ns`, where one ends
    every `period` ns; at least one. Raises `UserError` (latency-unknown) where times of actors are not known."""
    unknown = next((actor for actor in graph.actors if not actor.is_routing and _is_unknown(graph, actor)), None)
    if unknown is not None:
        raise fail(
            "latency-unknown",
            f"how many iterations take {duration(latency_ns)} is not known: actor '{unknown.name}' states no time",
            unknown.span,
            "State it as 'time 20us;', let 'dfgen profile --update-times' measure it, or give --latency in iterations.",
        )
    return max(1, int(latency_ns / max(period, Fraction(1))))


def period_ns(graph: Graph, facts: Facts, work: Work, assignment: Assignment) -> Fraction:
    """What the busiest core does in an iteration, or what cores that wait for each other need."""
    busy = [Fraction(0)] * work.cores
    for actor in graph.actors:
        for share in assignment[actor.name]:
            time_ns = firing_time_ns(actor, work.machine.core_type(share.core))
            busy[share.core] += share.fraction * facts.firings[actor.name] * time_ns
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    byte_ns = work.machine.crossing_byte_ns
    for fifo in (fifo for fifo in graph.fifos if _comes_from_caches(graph, fifo, work.machine)):
        source, target = assignment[fifo.source.actor], assignment[fifo.target.actor]
        for share in target:
            busy[share.core] += byte_ns * size_bytes[fifo.name] * _fetched(source, share)
    return max(*busy, Fraction(static_order_period_ns(work, assignment)))


def fetching_ns(work: Work, assignment: Assignment) -> list[Fraction]:
    """By core: the time in which it gets from others what the units that it runs read in an iteration, and gets back
    the lines that it wrote for others, to write there again."""
    found: list[int | Fraction] = [0] * work.cores
    running = {unit.name for unit in work.units if not unit.is_routing}
    for (source, target), size_bytes in work.traffic_bytes.items():
        if source in running and target in running:
            own, other = assignment[source], assignment[target]
            if len(own) == len(other) == 1:  # most are whole, and whole numbers add up fast
                if own[0].core != other[0].core:
                    found[own[0].core] += size_bytes
                    found[other[0].core] += size_bytes
                continue
            for one, reading in ((own, other), (other, own)):
                for share in reading:
                    found[share.core] += size_bytes * _fetched(one, share)
    return [work.machine.crossing_byte_ns * size_bytes for size_bytes in found]


def _comes_from_caches(graph: Graph, fifo: Fifo, machine: Machine) -> bool:
    """Routing actors fetch nothing, and a large window costs everybody the same."""
    port = graph.port(fifo.target)
    window_bytes = max(port.rates) * port.type.footprint_bytes
    return not graph.actor(fifo.target.actor).is_routing and window_bytes <= machine.own_cache_bytes


def _fetched(source: tuple[Share, ...], reader: Share) -> Fraction:
    """The part of a FIFO's tokens that `reader` gets from other cores, at least."""
    own = sum((share.fraction for share in source if share.core == reader.core), Fraction(0))
    return max(Fraction(0), reader.fraction - own)
