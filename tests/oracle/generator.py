# SPDX-License-Identifier: Apache-2.0
"""Random applications: consistent, live, and small enough to interpret. The same seed gives the same application."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from math import lcm
from pathlib import Path

from . import balance, c_text, odd_names, sdf_text
from .application import (
    Application,
    Delay,
    Edge,
    End,
    Fill,
    GraphSpec,
    Port,
    TokenKind,
    Use,
)
from .drafts import SMALL, Draft, Limits, TooLarge
from .ending import with_cores, with_stops
from .refinements import refinement

ATTEMPTS = 200
ANNOTATIONS = (*[""] * 28, " @private", " @transfer(memcpy)")
DELAY_NUMBERS_FROM = 50
LIST_SCALARS_MAX = 24


def random_application(seed: int, size: int | None = None, limits: Limits = SMALL) -> Application:
    """About `size` actors in the main graph (2 to 14 when not given), and as many in each refinement as it draws."""
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"{seed}/{attempt}")
        application = drawn_application(rng, seed, size or rng.randint(2, 14), limits)
        if application is not None:
            return application
    raise AssertionError(f"seed {seed} gives no application")


def write(application: Application, folder: Path) -> Path:
    """Write the graph file and its C; returns the graph file."""
    (folder / "actors.h").write_text(c_text.header(application))
    (folder / "actors.c").write_text(c_text.source(application))
    graph = folder / "graph.sdf"
    graph.write_text(sdf_text.graph_file(application))
    return graph


def drawn_application(rng: random.Random, seed: int, size: int, limits: Limits = SMALL) -> Application | None:
    """What `rng` draws, unless it is too large or comes to nothing. `seed` decides what is not drawn."""
    with suppress(TooLarge):
        return _attempt(rng, seed, size, limits)
    return None


def _attempt(rng: random.Random, seed: int, size: int, limits: Limits) -> Application | None:
    in_place = random.Random(f"{seed} in place").choice([0, 0.6])
    library = Application(seed, (), 1)
    for i in range(rng.choice([0, 0, 1, 1, 2, 3])):
        tries = (refinement(rng, f"sub{i}", rng.randint(1, 4), library, in_place, limits) for _ in range(ATTEMPTS))
        sub = next((found for found in tries if found is not None), None)
        if sub is None:
            return None
        sub = _with_delays(rng, sub, limits)
        library = replace(library, graphs=(*library.graphs, sub))
    draft = Draft(rng, odd_names.graph_name(seed), refines=False, in_place=in_place, limits=limits)
    draft.grow(size, library.graphs, library)
    draft.end_wires()
    main = _with_delays(rng, draft.spec(), limits)
    main = replace(main, edges=tuple(replace(e, annotation=rng.choice(ANNOTATIONS)) for e in main.edges))
    application = Application(seed, (main, *library.graphs), rng.randint(1, 8))
    application = replace(application, graphs=_used(application))
    if max(len(g.actors) for g in application.graphs) >= DELAY_NUMBERS_FROM or _too_large(application, limits):
        return None
    application = with_stops(rng, application) if rng.random() < 0.3 else application
    application = with_cores(rng, application) if rng.random() < 0.2 else application
    return _shuffled(random.Random(f"{seed} order"), application)


def _shuffled(rng: random.Random, application: Application) -> Application:
    """Half of the graphs name actors and FIFOs in another order than that in which data flow."""

    def shuffled(graph: GraphSpec) -> GraphSpec:
        if rng.random() < 0.5:
            return graph
        actors, edges = (tuple(rng.sample(each, len(each))) for each in (graph.actors, graph.edges))
        return replace(graph, actors=actors, edges=edges)

    return replace(application, graphs=tuple(map(shuffled, application.graphs)))


def _used(application: Application) -> tuple[GraphSpec, ...]:
    """The main graph and those that it is refined with; others would be main graphs themselves."""
    names = {application.main.name}
    waiting = [application.main]
    while waiting:
        for actor in waiting.pop().actors:
            found = next((g for g in application.graphs if g.name == actor.kind), None)
            if found is not None and found.name not in names:
                names.add(found.name)
                waiting.append(found)
    return tuple(g for g in application.graphs if g.name in names)


def _too_large(application: Application, limits: Limits) -> bool:
    firings = balance.firings(application)
    moved = sum(
        firings[path] * sum(sum(p.rates) * p.kind.size // len(p.rates) for p in actor.ports)
        for path, _, actor, _ in application.instances()
    )
    return sum(firings.values()) > limits.firings or moved > limits.moved_bytes


def _with_delays(rng: random.Random, graph: GraphSpec, limits: Limits) -> GraphSpec:
    """Initial tokens on some edges along the data, and some edges against it."""
    repetitions = balance.cycles(graph)
    edges: list[Edge] = []
    for edge in graph.edges:
        inner = edge.source.actor is not None and edge.target.actor is not None
        if inner and rng.random() < 0.22:
            total = balance.tokens(graph, edge.source, repetitions)
            tokens = _forward_delay(rng, graph, edge, total, limits)
            reset = bool(graph.interfaces) and tokens <= total and rng.random() < 0.5
            edge = replace(edge, delay=_delay(rng, graph.port(edge.source).kind, tokens, len(edges), reset))
        edges.append(edge)
    graph = replace(graph, edges=tuple(edges))
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        graph = _with_feedback(rng, graph, limits)
    return graph


def _forward_delay(rng: random.Random, graph: GraphSpec, edge: Edge, total: int, limits: Limits) -> int:
    windows = lcm(max(graph.port(edge.source).rates), max(graph.port(edge.target).rates))
    size = graph.port(edge.source).kind.size
    tokens = rng.choice([windows, rng.randint(1, total), rng.randint(1, total), total, total + rng.randint(1, total)])
    return tokens if tokens * size <= 2 * limits.window_bytes else rng.randint(1, total)


def _delay(rng: random.Random, kind: TokenKind, tokens: int, place: int, reset: bool) -> Delay:
    scalars = tokens * kind.scalars
    fills = [Fill.ZERO] if kind.objects and reset else [Fill.ZERO, Fill.FUNCTION]
    if kind.scalar:
        fills += [Fill.SAME] + ([Fill.LIST] if scalars <= LIST_SCALARS_MAX else [])
    fill = rng.choice(fills)
    lowest = 0 if kind.scalar in ("B", "Q") else -50
    count = {Fill.SAME: 1, Fill.LIST: scalars}.get(fill, 0)
    values = tuple(rng.randint(lowest, 100) for _ in range(count))
    return Delay(tokens, fill, values, DELAY_NUMBERS_FROM + place, reset)


def _with_feedback(rng: random.Random, graph: GraphSpec, limits: Limits) -> GraphSpec:
    """An edge from an actor to itself or to one before it, with enough initial tokens, or just enough."""
    code = [a for a in graph.actors if a.kind == "code"]
    if not code:
        return graph
    source = rng.choice(code)
    known = balance.before(graph, {source.name}) - {source.name}
    earlier = [a for a in code if a.name in known] or code[: code.index(source) + 1]
    target = source if rng.random() < 0.25 else rng.choice(earlier)
    repetitions = balance.cycles(graph)
    total = lcm(repetitions[source.name], repetitions[target.name]) * rng.choice([1, 1, 2, 3])
    kind = rng.choice(limits.kinds)
    if total * kind.size > limits.window_bytes:
        return graph
    draft = Draft(rng, "", refines=False)
    out = Port("back", False, kind, draft.split(total // repetitions[source.name], source.phases))
    use = rng.choice((Use.CONST, Use.CONST, Use.SCRIBBLED, Use.WRITTEN))
    into = Port("again", True, kind, draft.split(total // repetitions[target.name], target.phases), use)
    if source.port_names & {"back"} or target.port_names & {"again"} or not source.outputs:
        return graph
    actors = {a.name: a for a in graph.actors}
    actors[source.name] = replace(source, ports=(*source.ports, out))
    actors[target.name] = replace(actors[target.name], ports=(*actors[target.name].ports, into))
    edge = Edge(End(source.name, "back"), End(target.name, "again"))
    wider = replace(graph, actors=tuple(actors.values()))
    tokens = _enough(wider, edge, total)
    if rng.random() < 0.5:
        tokens = max(total, tokens) + rng.choice([0, 0, rng.randint(1, total)])
    if tokens:
        reset = bool(graph.interfaces) and tokens <= total and rng.random() < 0.3
        edge = replace(edge, delay=_delay(rng, kind, tokens, len(graph.edges), reset))
    return replace(wider, edges=(*graph.edges, edge))


def _enough(graph: GraphSpec, edge: Edge, total: int) -> int:
    """The fewest initial tokens on `edge` with which `graph` is live; an iteration's are always enough."""
    low, high = 0, total
    while low < high:
        middle = (low + high) // 2
        tried = replace(edge, delay=Delay(middle))
        if balance.schedule(replace(graph, edges=(*graph.edges, tried))) is None:
            low = middle + 1
        else:
            high = middle
    return low
