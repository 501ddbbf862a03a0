# SPDX-License-Identifier: Apache-2.0
"""The throughput of a graph, and the conventions that fill what the graph leaves open.

Firings of an actor may overlap without bound, unless the actor has state or a FIFO from itself to itself limits them.
Routing actors and actors without a stated time take none; where no actor states one, every firing of an actor takes 1.
FIFOs hold any number of tokens.
"""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.analysis.liveness import check_live
from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.analysis.throughput.problem import Channel, Problem, Task, one_at_a_time
from dfgen.analysis.tokens import carries_tokens
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Diagnostic, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import Port


@frozen
class Conventions:
    """`auto_concurrency`: firings of an actor may overlap. `capacities`: FIFOs keep to those that the graph states."""

    auto_concurrency: bool = True
    capacities: bool = False


@frozen
class TimedGraph:
    """A consistent graph with its timed problem. `stated`: some actor states a time."""

    graph: Graph
    cycles: Mapping[str, int]
    firings: Mapping[str, int]
    stated: bool
    conventions: Conventions
    problem: Problem


def timed_graph(graph: Graph, conventions: Conventions) -> TimedGraph:
    """Raises `UserError` if the rates do not balance, or a size that counts is unknown; says nothing of deadlock."""
    if conventions.capacities and graph.unsized:
        message = f"the size of {', '.join(graph.unsized)} is not a number, so FIFOs cannot keep to it"
        raise fail("format-element", message, graph.span, "State the size in the file, or leave out --capacities.")
    cycles = repetition_vector(graph)
    stated = any(actor.times for actor in graph.actors)
    problem = timed_problem(graph, cycles, conventions)
    return TimedGraph(graph, cycles, firings_per_iteration(graph, cycles), stated, conventions, problem)


def timed_problem(graph: Graph, cycles: Mapping[str, int], conventions: Conventions) -> Problem:
    """All actors that fire, in the order of the graph.

    A firing claims the space for what it writes as it starts, and frees that of what it has read as it ends.
    """
    actors = [actor for actor in graph.actors if cycles[actor.name] > 0]
    index = {actor.name: place for place, actor in enumerate(actors)}
    stated = any(actor.times for actor in graph.actors)
    tasks = tuple(Task(actor.name, _durations(actor, stated)) for actor in actors)
    channels = []
    for fifo in graph.fifos:
        if fifo.source.actor not in index or fifo.target.actor not in index or not carries_tokens(graph, fifo):
            continue
        source, target = graph.actor(fifo.source.actor), graph.actor(fifo.target.actor)
        given, taken = _rates(source, graph.port(fifo.source)), _rates(target, graph.port(fifo.target))
        start, end = index[source.name], index[target.name]
        channels.append(Channel(fifo.name, start, end, given, taken, fifo.delay_tokens))
        if conventions.capacities and fifo.capacity_tokens is not None and start != end:
            space = fifo.capacity_tokens - fifo.delay_tokens
            channels.append(Channel(f"space of {fifo.name}", end, start, taken, given, space))
    for actor in actors:
        if actor.keeps_state:
            channels.append(one_at_a_time(tasks[index[actor.name]], index[actor.name]))
    problem = Problem(tasks, tuple(channels))
    return problem if conventions.auto_concurrency else problem.one_at_a_time()


def explain_deadlock(timed: TimedGraph) -> tuple[Diagnostic, ...]:
    """Who waits for whom in a graph that is known to deadlock, as far as its FIFOs alone are to blame."""
    try:
        check_live(timed.graph, timed.cycles)
    except UserError as error:
        return tuple(diagnostic for diagnostic in error.diagnostics if diagnostic.id == "deadlock")
    return ()


def _durations(actor: Actor, stated: bool) -> tuple[int, ...]:
    if actor.times:
        return tuple(actor.time(phase) for phase in range(actor.phases))
    return (0 if stated or actor.is_routing else 1,) * actor.phases


def _rates(actor: Actor, port: Port) -> tuple[int, ...]:
    return tuple(port.rate(phase) for phase in range(actor.phases))
