# SPDX-License-Identifier: Apache-2.0
"""Makes a failing case smaller as long as it fails in the same way: first how it is compiled, then the application."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields, replace

from tests.oracle import balance
from tests.oracle.application import (
    Actor,
    Application,
    Bulk,
    Delay,
    Edge,
    End,
    GraphSpec,
    Port,
    StateForm,
    TokenKind,
    Use,
)
from tests.oracle.settings import Setting

from .cases import Configuration, Toolchain

BYTE = TokenKind("uint8", "uint8_t *", 1, 1, "B")
PLAINEST = Toolchain("gcc -O0")


@dataclass(frozen=True)
class Case:
    application: Application
    configuration: Configuration


Fails = Callable[[Case], bool]


def shrunk(case: Case, fails: Fails) -> Case:
    """The smallest case found: none of the steps below makes it smaller and fails still. `fails` may say no at any
    time to end the search."""
    before = None
    while case != before:
        before = case
        for step in (_plain, _configured, _halved, _simplified):
            case = _repeated(case, step, fails)
    return case


def _repeated(case: Case, step: Callable[[Case], Iterator[Case]], fails: Fails) -> Case:
    """As often as the step finds something, going on behind what it found: what did not fail before rarely does now."""
    position = 0
    while True:
        candidates = list(step(case))
        found = next((i for i in range(position, len(candidates)) if fails(candidates[i])), None)
        if found is None:
            return case
        case, position = candidates[found], found


def _plain(case: Case) -> Iterator[Case]:
    """The plainest configuration at once, or nearly."""
    given = case.configuration
    setting = Setting(max(1, case.application.cores_min), 1, "balance", (), False, None)
    for plain in (
        Configuration(setting, PLAINEST, spread=given.spread),
        replace(given, toolchain=PLAINEST, variables={}, arguments=()),
    ):
        if plain != given:
            yield replace(case, configuration=plain)


def _configured(case: Case) -> Iterator[Case]:
    for configuration in _configurations(case.configuration):
        yield replace(case, configuration=configuration)


def _halved(case: Case) -> Iterator[Case]:
    """Without a half, a quarter, an eighth of the main graph's actors."""
    main = case.application.main
    names = [actor.name for actor in main.actors]
    for parts in (2, 4, 8):
        size = -(-len(names) // parts)
        if size > 1:
            for i in range(0, len(names), size):
                graphs = (_keeping(main, set(names) - set(names[i : i + size])), *case.application.graphs[1:])
                yield from _whole(case, _used(replace(case.application, graphs=graphs)))


def _simplified(case: Case) -> Iterator[Case]:
    for application in _applications(case.application):
        yield from _whole(case, application)


def _whole(case: Case, application: Application) -> Iterator[Case]:
    if _is_whole(application):
        yield replace(case, application=application)


def _is_whole(application: Application) -> bool:
    """Something is recorded, rates balance, and the graphs are live."""
    if not application.recorded() or not all(graph.actors for graph in application.graphs):
        return False
    try:
        return all(balance.schedule(graph) is not None for graph in application.graphs)
    except AssertionError:
        return False


# --- how it is compiled and run ---------------------------------------------------------------------------------------


def _configurations(configuration: Configuration) -> Iterator[Configuration]:
    for name in configuration.variables:
        yield replace(configuration, variables={k: v for k, v in configuration.variables.items() if k != name})
    if configuration.arguments:
        yield replace(configuration, arguments=())
    if configuration.spread is not None:
        yield replace(configuration, spread=None)
        if configuration.spread.nodes > 2:
            yield replace(configuration, spread=replace(configuration.spread, nodes=2))
    if configuration.toolchain != PLAINEST:
        yield replace(configuration, toolchain=PLAINEST)
    for setting in _settings(configuration.setting):
        yield replace(configuration, setting=setting)


def _settings(setting: Setting) -> Iterator[Setting]:
    transfers = setting.transfers
    if len(transfers) > 2:
        half = len(transfers) // 2
        yield from (replace(setting, transfers=kept) for kept in (transfers[:half], transfers[half:]))
    for i in range(len(transfers)):
        yield replace(setting, transfers=(*transfers[:i], *transfers[i + 1 :]))
    for other in fields(setting):
        if other.default is not MISSING and getattr(setting, other.name) != other.default:
            yield replace(setting, **{other.name: other.default})
    for name, value in {"guard": False, "latency": None, "mapper": "balance"}.items():
        if getattr(setting, name) != value:
            yield replace(setting, **{name: value})
    for name, value in {"cores": setting.cores, "depth": setting.depth}.items():
        if value is not None and value > 1:
            yield replace(setting, **{name: value - 1})


# --- the application --------------------------------------------------------------------------------------------------


def _applications(application: Application) -> Iterator[Application]:
    for iterations in dict.fromkeys((1, application.iterations // 2, application.iterations - 1)):
        if 0 < iterations < application.iterations:
            yield replace(application, iterations=iterations)
    if application.beyond:
        yield replace(application, beyond=0)
    for graph in application.graphs:
        for other in _graphs(application, graph):
            graphs = tuple(other if g is graph else g for g in application.graphs)
            yield _used(replace(application, graphs=graphs))


def _used(application: Application) -> Application:
    """Without graphs that refine nothing any more."""
    names, waiting = {application.main.name}, [application.main]
    while waiting:
        kinds = {actor.kind for actor in waiting.pop().actors} - names
        found = [graph for graph in application.graphs if graph.name in kinds]
        names |= {graph.name for graph in found}
        waiting += found
    return replace(application, graphs=tuple(g for g in application.graphs if g.name in names))


def _graphs(application: Application, graph: GraphSpec) -> Iterator[GraphSpec]:
    refined = {g.name for g in application.graphs}
    main = graph is application.main
    if main and graph.name != "app":
        yield replace(graph, name="app")
    if main:
        for component in balance.components(graph):
            yield _keeping(graph, {a.name for a in graph.actors} - component)
        for actor in graph.actors:
            yield _keeping(graph, {a.name for a in graph.actors} - {actor.name})
    for actor in graph.actors:
        if main and (actor.kind in refined or actor.is_routing):
            yield _with(graph, replace(actor, kind="code", slice=None))
    for edge in balance.inner_edges(graph):
        if main:
            yield _without_edges(graph, {edge})
        yield from (_with_edge(graph, edge, other) for other in _edges(graph, edge))
    for actor in graph.actors:
        yield from (_with(graph, other) for other in _actors(actor))


def _keeping(graph: GraphSpec, names: set[str]) -> GraphSpec:
    gone = {e for e in graph.edges if not {e.source.actor, e.target.actor} <= names | {None}}
    left = _without_edges(graph, gone)
    return _tidied(replace(left, actors=tuple(a for a in left.actors if a.name in names)))


def _without_edges(graph: GraphSpec, gone: set[Edge]) -> GraphSpec:
    """Without the edges and the ports that had no other. Where a routing actor loses a port, it becomes a code actor;
    where a code actor loses all, it goes."""
    edges = tuple(e for e in graph.edges if e not in gone)
    used = {end for e in edges for end in (e.source, e.target)}
    lost = {end for e in gone for end in (e.source, e.target)} - used
    actors = []
    for actor in graph.actors:
        ports = tuple(p for p in actor.ports if End(actor.name, p.name) not in lost)
        names = {p.name for p in ports}
        ports = tuple(replace(p, overlays=p.overlays if p.overlays in names else "") for p in ports)
        if ports != actor.ports:
            actor = replace(actor, kind="code", ports=ports, slice=None)
        if ports:
            actors.append(actor)
    return _tidied(replace(graph, edges=edges, actors=tuple(actors)))


def _tidied(graph: GraphSpec) -> GraphSpec:
    """Delays without setters and getters that are gone, and actors without the ports of those that nobody names."""
    there = {End(actor.name, port.name) for actor in graph.actors for port in actor.ports}
    edges = tuple(replace(e, delay=_left(e.delay, there)) for e in graph.edges)
    named = {end for e in edges if e.delay is not None for end in (e.delay.setter, e.delay.getter)}
    named |= {end for e in edges for end in (e.source, e.target)}
    actors = tuple(replace(a, ports=tuple(p for p in a.ports if _is_named(a, p, named))) for a in graph.actors)
    return replace(graph, edges=edges, actors=tuple(a for a in actors if a.ports))


def _left(delay: Delay | None, there: set[End]) -> Delay | None:
    if delay is None:
        return None
    ends = (end if end in there else None for end in (delay.setter, delay.getter))
    setter, getter = ends
    return replace(delay, setter=setter, getter=getter)


def _is_named(actor: Actor, port: Port, named: set[End | None]) -> bool:
    return port.name not in ("set", "get") or End(actor.name, port.name) in named


def _with(graph: GraphSpec, actor: Actor) -> GraphSpec:
    return replace(graph, actors=tuple(actor if a.name == actor.name else a for a in graph.actors))


def _with_edge(graph: GraphSpec, edge: Edge, other: Edge) -> GraphSpec:
    return _tidied(replace(graph, edges=tuple(other if e is edge else e for e in graph.edges)))


def _edges(graph: GraphSpec, edge: Edge) -> Iterator[Edge]:
    if edge.annotation:
        yield replace(edge, annotation="")
    if edge.delay is not None:
        yield replace(edge, delay=None)
        plain = Delay(edge.delay.tokens, reset=edge.delay.reset)
        if edge.delay != plain:
            yield replace(edge, delay=plain)


def _actors(actor: Actor) -> Iterator[Actor]:
    plain = {
        "effect": False, "template": False, "stop": None, "core": None, "stateless": False, "initialised": False,
        "cores": (), "time": "", "io": False, "scratch": None, "live": None, "period": "", "file": None,
    }  # fmt: skip
    for name, value in plain.items():
        if getattr(actor, name) != value:
            yield replace(actor, **{name: value})
    if actor.state is not StateForm.NONE and not actor.records and actor.stop is None:
        yield replace(actor, state=StateForm.NONE, initialised=False)
    if actor.kind != "code":
        return
    for port in actor.ports:
        for other in _ports(port):
            yield replace(actor, ports=tuple(other if p is port else p for p in actor.ports))
    if actor.phases > 1 and all(sum(p.rates) % len(p.rates) == 0 for p in actor.ports):
        yield replace(actor, ports=tuple(replace(p, rates=(sum(p.rates) // len(p.rates),)) for p in actor.ports))


def _ports(port: Port) -> Iterator[Port]:
    if port.use is not Use.CONST and port.is_input:
        yield replace(port, use=Use.CONST)
    if port.partial:
        yield replace(port, partial=False)
    if port.overlays and not port.is_merged:
        yield replace(port, overlays="")
    if port.bulk is not Bulk.NO:
        yield replace(port, bulk=Bulk.NO)
