# SPDX-License-Identifier: Apache-2.0
"""Repetitions and an order of one level of an application, found naively. Refined actors count as atomic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm

from .application import Application, Edge, End, GraphSpec, Port


def inner_edges(graph: GraphSpec) -> list[Edge]:
    return [e for e in graph.edges if e.source.actor is not None and e.target.actor is not None]


def components(graph: GraphSpec) -> list[set[str]]:
    """Actors that edges connect, whatever their direction."""
    home = {actor.name: {actor.name} for actor in graph.actors}
    for edge in inner_edges(graph):
        one, other = home[str(edge.source.actor)], home[str(edge.target.actor)]
        if one is not other:
            one |= other
            for name in other:
                home[name] = one
    return list({id(found): found for found in home.values()}.values())


def cycles(graph: GraphSpec) -> Mapping[str, int]:
    """How many cycles of its phases each actor runs in an iteration: the smallest numbers, component by component, that
    take (and make) at least one window of each interface.
    """
    ratio: dict[str, int] = {}
    for component in components(graph):
        root = min(component)
        found = {root: Fraction(1)}
        edges = [e for e in inner_edges(graph) if e.source.actor in component]
        while len(found) < len(component):
            for edge in edges:
                source, target = str(edge.source.actor), str(edge.target.actor)
                factor = Fraction(per_cycle(graph, edge.source), per_cycle(graph, edge.target))
                if source in found:
                    found.setdefault(target, found[source] * factor)
                elif target in found:
                    found[source] = found[target] / factor
        scale = Fraction(lcm(*(r.denominator for r in found.values())))
        common = gcd(*(int(r * scale) for r in found.values()))
        smallest = {name: int(r * scale) // common for name, r in found.items()}
        times = _times(graph, smallest)
        ratio.update({name: count * times for name, count in smallest.items()})
    for edge in inner_edges(graph):
        assert tokens(graph, edge.source, ratio) == tokens(graph, edge.target, ratio), edge
    return ratio


def _times(graph: GraphSpec, smallest: Mapping[str, int]) -> int:
    """How often a component goes through its smallest iteration so that its interfaces get all their tokens."""
    times = 1
    for interface in graph.interfaces:
        for edge in graph.edges:
            outside, inside = (edge.source, edge.target) if interface.is_input else (edge.target, edge.source)
            if outside == End(None, interface.name) and inside.actor in smallest:
                times = max(times, -(-interface.rate // tokens(graph, inside, smallest)))
    return times


def per_cycle(graph: GraphSpec, end: End) -> int:
    return graph.actor(str(end.actor)).per_cycle(graph.port(end))


def tokens(graph: GraphSpec, end: End, cycles_of: Mapping[str, int]) -> int:
    """Tokens that pass a port in an iteration."""
    return cycles_of[str(end.actor)] * per_cycle(graph, end)


def schedule(graph: GraphSpec) -> tuple[str, ...] | None:
    """Actors in an order in which they can fire for one iteration; None if the initial tokens do not suffice."""
    repetitions = cycles(graph)
    left = {a.name: repetitions[a.name] * a.phases for a in graph.actors}
    fired = dict.fromkeys(left, 0)
    level: dict[object, int] = {}
    into: dict[str, list[tuple[object, Port]]] = {name: [] for name in left}
    out_of: dict[str, list[tuple[object, Port]]] = {name: [] for name in left}
    gates: dict[str, list[tuple[object, int]]] = {name: [] for name in left}
    for edge in inner_edges(graph):
        target = str(edge.target.actor)
        level[edge] = edge.delay.tokens if edge.delay else 0
        into[target].append((edge, graph.port(edge.target)))
        out_of[str(edge.source.actor)].append((edge, graph.port(edge.source)))
        if edge.delay is not None and edge.delay.setter is not None:
            level[edge.delay.setter] = 0
            out_of[str(edge.delay.setter.actor)].append((edge.delay.setter, graph.port(edge.delay.setter)))
            gates[target].append((edge.delay.setter, edge.delay.tokens))
        if edge.delay is not None and edge.delay.getter is not None:
            # What it gets is there when all is written, whoever has read it.
            level[edge.source] = 0
            out_of[str(edge.source.actor)].append((edge.source, graph.port(edge.source)))
            gates[str(edge.delay.getter.actor)].append((edge.source, tokens(graph, edge.source, repetitions)))
    order: list[str] = []
    progress = True
    while progress:
        progress = False
        for name in left:
            while left[name] and (
                all(level[e] >= p.rate(fired[name]) for e, p in into[name])
                and all(level[end] >= count for end, count in gates[name])
            ):
                for edge, port in into[name]:
                    level[edge] -= port.rate(fired[name])
                for edge, port in out_of[name]:
                    level[edge] += port.rate(fired[name])
                fired[name] += 1
                left[name] -= 1
                order.append(name)
                progress = True
    return None if any(left.values()) else tuple(order)


def before(graph: GraphSpec, names: set[str], *, after: bool = False) -> set[str]:
    """`names` and the actors whose data comes to them; with `after`, those that their data comes to."""
    steps = [(str(e.target.actor), str(e.source.actor)) for e in inner_edges(graph)]
    if after:
        steps = [(source, target) for target, source in steps]
    while True:
        found = names | {other for one, other in steps if one in names}
        if found == names:
            return names
        names = found


def firings(application: Application) -> dict[str, int]:
    """Firings of every actor in an iteration of the whole application, by path."""
    return dict(_firings(application, application.main, "", 1))


def _firings(application: Application, graph: GraphSpec, path: str, times: int) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    refinements = {g.name for g in application.graphs}
    repetitions = cycles(graph)
    for actor in graph.actors:
        count = times * repetitions[actor.name] * actor.phases
        if actor.kind in refinements:
            found += _firings(application, application.graph(actor.kind), f"{path}{actor.name}/", count)
        else:
            found.append((path + actor.name, count))
    return found
