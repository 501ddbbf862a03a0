# SPDX-License-Identifier: Apache-2.0
"""The last touches to a random application: who ends it, and who is placed on which core."""

from __future__ import annotations

import random
from dataclasses import replace

import networkx as nx

from . import balance
from .application import Actor, Application, GraphSpec, StateForm, Stop

CORES_MAX = 4


def with_stops(rng: random.Random, application: Application) -> Application:
    """One to three actors of the main graph end the program: before an iteration only where that is allowed."""
    code = [a for a in application.main.actors if a.kind == "code"]
    first = rng.choice(code[:3] if rng.random() < 0.5 else code)
    others = rng.sample(code, min(len(code), rng.choice([0, 0, 0, 1, 2])))
    chosen = {a.name: a for a in (first, *others)}
    early = _may_end_early(application, set(chosen))
    stopping = {name: _stopping(rng, application, actor, early) for name, actor in chosen.items()}
    return _with_main_actors(application, stopping)


def _stopping(rng: random.Random, application: Application, actor: Actor, early: bool) -> Actor:
    firings = balance.cycles(application.main)[actor.name] * actor.phases * application.iterations
    stop = Stop(rng.randrange(firings + firings // 4 + 1), early and not actor.records and rng.random() < 0.7)
    state = StateForm.STRUCT if actor.state is StateForm.NONE else actor.state
    return replace(actor, stop=stop, stateless=False, state=state)


def _may_end_early(application: Application, stopping: set[str]) -> bool:
    """Whether every actor that records can wait in each iteration for every other that stops."""
    recording = {path.split("/")[0] for path in application.recorded().values()}
    order = _order(application.main)
    waits = [(one, other) for one in stopping for other in recording if one != other]
    order.add_edges_from(waits)
    return not any(nx.has_path(order, other, one) for one, other in waits)


def with_cores(rng: random.Random, application: Application) -> Application:
    """Some or all actors of the main graph are placed on cores; those of a cycle on the same."""
    share = rng.choice([0.3, 1])
    cores = rng.randint(1, CORES_MAX)
    placed = {}
    for component in cycles_of(application.main):
        core = rng.randrange(cores)
        for actor in application.main.actors:
            if actor.name in component and not actor.is_routing and rng.random() < share:
                placed[actor.name] = replace(actor, core=core)
    return _with_main_actors(application, placed)


def cycles_of(graph: GraphSpec) -> list[set[str]]:
    """The actors of each cycle, or one that is in none."""
    return list(nx.strongly_connected_components(_order(graph)))


def _order(graph: GraphSpec) -> nx.DiGraph[str]:
    order: nx.DiGraph[str] = nx.DiGraph()
    order.add_nodes_from(actor.name for actor in graph.actors)
    order.add_edges_from((str(e.source.actor), str(e.target.actor)) for e in balance.inner_edges(graph))
    return order


def _with_main_actors(application: Application, changed: dict[str, Actor]) -> Application:
    actors = tuple(changed.get(actor.name, actor) for actor in application.main.actors)
    return replace(application, graphs=(replace(application.main, actors=actors), *application.graphs[1:]))
