# SPDX-License-Identifier: Apache-2.0
"""Times of actors: as the graph states them, else a guess by the bytes that a firing touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from dfgen.machine.constants import (
    BYTE_NS,
    CALL_NS,
    FILE_BYTE_NS,
    FILE_SUBMIT_NS,
    LIGHT_BYTE_NS,
    OBJECT_BYTES,
    OBJECTS_USED,
)
from dfgen.model.actor import Actor
from dfgen.model.costs import Costs
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.port import TokenType


def firing_time_ns(actor: Actor, core_type: str = "") -> Fraction:
    """Time of one firing on average: as stated in the graph, for cores of a type if it has an own one, else an estimate
    from the bytes it touches."""
    if actor.is_routing:
        return Fraction(0)
    for known, time in actor.core_times if core_type else ():
        if known == core_type:
            return Fraction(time)
    if actor.mean_time is not None:
        return actor.mean_time
    if actor.network is not None:
        return Fraction(0)
    if actor.file is not None:
        return Fraction(FILE_SUBMIT_NS.value) if actor.file.engine else file_transfer_ns(actor)
    if actor.boundary is not None:
        return CALL_NS.value + LIGHT_BYTE_NS.value * actor.touched_bytes
    return guess_ns(actor)


def is_guessed(actor: Actor) -> bool:
    """Whether that is an estimate which may be far off: of code that may do anything with the bytes it touches."""
    given = actor.mean_time is not None or actor.core_times or actor.is_at_link
    return not (given or actor.is_routing or actor.is_light or actor.file is not None or actor.boundary is not None)


def guess_ns(actor: Actor) -> Fraction:
    """An estimate from the bytes that a firing touches; what an engine writes has another window as its source."""
    written = bulk_bytes(actor) if actor.bulk is not None else 0
    touched = max(actor.touched_bytes - 2 * written, Fraction(0)) if written else actor.touched_bytes
    return CALL_NS.value + (LIGHT_BYTE_NS if actor.is_light else BYTE_NS).value * touched


def file_transfer_ns(actor: Actor) -> Fraction:
    """What reading or writing the block of a firing takes, whoever waits for it."""
    file = actor.file
    assert file is not None
    return file.call_ns + file.byte_ns * actor.touched_bytes


def with_file_times(graph: Graph, costs: Costs) -> Graph:
    """The graph whose file actors take what they do with these costs."""
    byte_ns = max(Fraction(costs.file_ns_per_byte).limit_denominator(1000), FILE_BYTE_NS.value)

    def timed(actor: Actor) -> Actor:
        if actor.file is None:
            return actor
        return replace(actor, file=replace(actor.file, call_ns=costs.file_call_ns, byte_ns=byte_ns))

    return replace(graph, actors=tuple(map(timed, graph.actors))) if graph.file_actors else graph


def iteration_times_ns(graph: Graph, facts: Facts) -> dict[str, Fraction]:
    """By actor, the time of all its firings in one graph iteration."""
    return {actor.name: facts.firings[actor.name] * firing_time_ns(actor) for actor in graph.actors}


def core_times_ns(graph: Graph, facts: Facts, types: Sequence[str]) -> dict[str, tuple[Fraction, ...]]:
    """By actor that takes longer on cores of one type than of another, the time of all its firings in an iteration on
    each core; `types`: of the cores."""
    return {
        actor.name: tuple(facts.firings[actor.name] * firing_time_ns(actor, type) for type in types)
        for actor in graph.actors
        if actor.core_times and len(set(types)) > 1
    }


def moved_bytes(type: TokenType) -> int:
    """What moving a token has to touch; of objects what a run has used of the arena, or a guess."""
    if type.arena is None:
        return type.size_bytes
    return type.size_bytes + (type.arena.used_bytes or round(OBJECTS_USED.value * type.arena.up_to_bytes))


def objects_in(type: TokenType, window_bytes: float) -> int:
    """So many objects are in moved bytes; 0 where the tokens are no object graphs."""
    return round(window_bytes / OBJECT_BYTES.value) if type.arena is not None else 0


def moved_share(type: TokenType) -> float:
    """The same, of all the memory that a token takes."""
    return moved_bytes(type) / type.footprint_bytes if type.arena is not None else 1.0


def bulk_bytes(actor: Actor) -> Fraction:
    """What an engine writes in the bulk operations of a firing, on average: the outputs that it publishes."""
    ports = (port for port in actor.outputs if port.by is not None)
    return sum((Fraction(p.tokens_per_phases * p.type.footprint_bytes, len(p.rates)) for p in ports), Fraction(0))


SHORT = 10
"""Form: of times without a unit. Nobody touches bytes in so small a part of the time that it is guessed to take."""
FAR = 1000
"""Form: of times without a unit. So far from the guesses they may well be in another one."""


def with_likely_unit(graph: Graph) -> Graph:
    """The graph with the unit that its times are likely to have, where they came without one, and a note about it; a
    note, too, where the unit is the user's and hardly fits."""
    if not graph.unit_assumed:
        doubt = _doubt(graph) if graph.unit_given else ""
        notes = (f"times have the unit that --time-unit says{doubt}",) if doubt else ()
        return replace(graph, notes=(*graph.notes, *notes)) if notes else graph
    unit, unit_ns, why = "ns", 1, ""
    if _of_guesses(graph) * SHORT < 1:
        unit, unit_ns, why = "us", 1000, ", for in ns actors could not even touch their bytes"
    found = graph.with_unit(unit_ns)
    note = f"times come without a unit and are taken as {unit}{why}{_doubt(found)}; --time-unit says another"
    return replace(found, unit_given=False, notes=(*graph.notes, note))


def _doubt(graph: Graph) -> str:
    """Where stated times and guesses are far apart."""
    ratio = _of_guesses(graph)
    far = f"{FAR} times longer" if ratio > FAR else f"{FAR} times shorter" if ratio * FAR < 1 else ""
    return f", though most are more than {far} than it takes to touch their actors' bytes" if far else ""


def _of_guesses(graph: Graph) -> Fraction:
    """What the graph states for the actor in the middle, as a multiple of the guess; 1 where it states nothing. Tools
    that measure in ns came late, and those before meant us."""
    bare = (actor for actor in graph.actors if not actor.is_routing and (actor.name, "") not in graph.in_ns)
    times = ((guess_ns(actor), actor.mean_time) for actor in bare)
    ratios = sorted((stated / guess for guess, stated in times if stated), key=float, reverse=True)
    return ratios[len(ratios) // 2] if ratios else Fraction(1)


def fifo_bytes_per_iteration(graph: Graph, facts: Facts) -> dict[str, int]:
    """Bytes that pass through each FIFO in one graph iteration, by FIFO name."""
    return {fifo.name: facts.tokens[fifo.name] * graph.port(fifo.source).type.footprint_bytes for fifo in graph.fifos}
