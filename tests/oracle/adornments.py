# SPDX-License-Identifier: Apache-2.0
"""What a random application is given last: features of single actors that leave rates and edges as they are."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from . import balance
from .application import Actor, Application, Bulk, Edge, End, Fill, GraphSpec, Live, Port, Scratch, StateForm, Use
from .drafts import TOKEN_KINDS
from .ending import CORES_MAX, cycles_of

TIMES = ("20us", "300us", "2ms", "40ns")
PERIODS = ("500ns", "3us", "20us")
LIVE_TYPES = (("int32", "int32_t", 31), ("uint8", "uint8_t", 8), ("int64", "int64_t", 63), ("int16", "short", 15))
SCRATCH_MAX = 40
EITHER = (
    "", "", " @file(scheme = direct)", " @file(scheme = staged)", " @file(scheme = signalled)",
    " @file(scheme = signalled, backend = thread)", " @file(scheme = signalled, backend = uring)",
    " @file(backend = uring)", " @file(scheme = direct, direct)", " @file(scheme = signalled, direct)",
)  # fmt: skip
FILES = {
    False: (*EITHER, " @file(scheme = prefetch)", " @file(scheme = prefetch_async)", " @file(backend = mmap)",
            " @file(scheme = direct, backend = mmap)"),
    True: (*EITHER, " @file(durable)"),
}  # fmt: skip
"""By whether they are sinks."""
Change = Callable[[random.Random, Actor], Actor]


def adorned(rng: random.Random, application: Application) -> Application:
    """Each application has some of the features, most of them several times."""
    wanted = [change for change in (_table, _scratch, _bulk, _timed, _io) if rng.random() < 0.35]
    graphs = list(application.graphs)
    if rng.random() < 0.6:
        graphs = [_with_merged(rng, graph) for graph in graphs]
    graphs = [graphs[0], *(_with_handovers(rng, graph) for graph in graphs[1:])]
    if rng.random() < 0.4:
        graphs = [_with_arrays(rng, graph) for graph in graphs]
    graphs = [_each(rng, graph, wanted) for graph in graphs]
    if rng.random() < 0.1:
        graphs[0] = _with_choices_of_cores(rng, graphs[0])
    return replace(application, graphs=tuple(graphs))


def _each(rng: random.Random, graph: GraphSpec, changes: list[Change]) -> GraphSpec:
    actors = list(graph.actors)
    for change in changes:
        share = rng.choice([0.2, 0.6])
        actors = [change(rng, a) if a.has_code and rng.random() < share else a for a in actors]
    return replace(graph, actors=tuple(actors))


def _table(_: random.Random, actor: Actor) -> Actor:
    if actor.state not in (StateForm.STRUCT, StateForm.ARRAY) or actor.records or actor.stop is not None:
        return actor
    return replace(actor, state=StateForm.TABLE, initialised=True) if actor.inputs else actor


def _scratch(rng: random.Random, actor: Actor) -> Actor:
    return replace(actor, scratch=Scratch(rng.choice(TOKEN_KINDS), rng.randint(1, SCRATCH_MAX)))


def _bulk(rng: random.Random, actor: Actor) -> Actor:
    if actor.copied is None:
        return actor
    ports = tuple(replace(p, bulk=Bulk.CORE) if _may_be_bulk(p) and rng.random() < 0.6 else p for p in actor.ports)
    return replace(actor, ports=ports)


def _may_be_bulk(port: Port) -> bool:
    return not port.is_input and not port.overlays and not port.kind.objects and not port.array


def _timed(rng: random.Random, actor: Actor) -> Actor:
    """Of what nobody believes: mappers do, and spread actors over cores as those of real applications."""
    if actor.phases > 1 and rng.random() < 0.3:
        return replace(actor, time=f"{rng.choice(TIMES)} for {actor.phases - 1}, {rng.choice(TIMES)}")
    return replace(actor, time=rng.choice(TIMES))


def _io(_: random.Random, actor: Actor) -> Actor:
    return replace(actor, io=True)


def _with_merged(rng: random.Random, graph: GraphSpec) -> GraphSpec:
    """Outputs that lie over inputs of the same windows become one pointer with them, and so may what an actor feeds
    back to itself."""
    found: dict[End, End] = {}
    actors = []
    for actor in graph.actors:
        pairs = _pairs(graph, actor) if actor.has_code else {}
        pairs = {name: below for name, below in pairs.items() if rng.random() < 0.6}
        ports = tuple(_one_pointer(rng, port, pairs) for port in actor.ports)
        found.update({End(actor.name, name): End(actor.name, f"{below}+") for name, below in pairs.items()})
        actors.append(replace(actor, ports=ports))
    edges = tuple(replace(edge, source=found.get(edge.source, edge.source)) for edge in graph.edges)
    return replace(graph, actors=tuple(actors), edges=edges)


def _pairs(graph: GraphSpec, actor: Actor) -> dict[str, str]:
    """Outputs and the inputs below that they may be one pointer with."""
    found = {}
    for port in actor.outputs:
        below = port.overlays or _fed_back(graph, End(actor.name, port.name))
        if below and below not in found.values():
            into = actor.port(below)
            if (into.kind, into.rates) == (port.kind, port.rates) and not into.kind.objects:
                found[port.name] = below
    return found


def _fed_back(graph: GraphSpec, source: End) -> str:
    """The only reader of an output, if it is an input of the same actor."""
    readers = [edge.target for edge in graph.edges if edge.source == source]
    alone = source.port == "back" and len(readers) == 1 and readers[0].actor == source.actor
    return readers[0].port if alone else ""


def _one_pointer(rng: random.Random, port: Port, pairs: dict[str, str]) -> Port:
    if port.name in pairs:
        below = pairs[port.name]
        return replace(port, name=f"{below}+", overlays=below, partial=False)
    if port.name in pairs.values():
        return replace(port, use=rng.choice((Use.PLAIN, Use.SCRIBBLED)))
    return port


def _with_choices_of_cores(rng: random.Random, graph: GraphSpec) -> GraphSpec:
    """Actors that may run on several cores; those of a cycle on the same ones."""
    chosen: dict[str, tuple[int, ...]] = {}
    for component in cycles_of(graph):
        cores = tuple(sorted(rng.sample(range(CORES_MAX), rng.randint(1, CORES_MAX))))
        chosen.update(dict.fromkeys(component, cores) if rng.random() < 0.5 else {})
    actors = tuple(
        replace(a, cores=chosen[a.name]) if a.name in chosen and a.core is None and not a.is_routing else a
        for a in graph.actors
    )
    return replace(graph, actors=actors)


def _with_handovers(rng: random.Random, graph: GraphSpec) -> GraphSpec:
    """Delays that each firing of the graph resets are set by an actor before them, or show their ends to one behind."""
    for edge in [e for e in graph.edges if e.delay is not None and e.delay.reset]:
        if rng.random() < 0.6:
            graph = _handed_over(rng, graph, edge)
    return graph


def _handed_over(rng: random.Random, graph: GraphSpec, edge: Edge) -> GraphSpec:
    assert edge.delay is not None
    delay, source, target = edge.delay, str(edge.source.actor), str(edge.target.actor)
    before, behind = balance.before(graph, {source}), balance.before(graph, {target}, after=True)
    setters = [a for a in graph.actors if a.name not in behind and _gives(graph, a, delay.tokens, "set")]
    if setters and rng.random() < 0.7:
        setter = rng.choice(setters)
        delay = replace(delay, fill=Fill.ZERO, values=(), setter=End(setter.name, "set"))
        before = balance.before(graph, {source, setter.name})
        graph = _with_port(rng, graph, setter, Port("set", False, graph.port(edge.source).kind, ()), delay.tokens)
    getters = [a for a in graph.actors if a.name not in before and _gives(graph, a, delay.tokens, "get")]
    if getters and (delay.setter is None or rng.random() < 0.5):
        getter = rng.choice(getters)
        delay = replace(delay, getter=End(getter.name, "get"))
        port = Port("get", True, graph.port(edge.source).kind, (), rng.choice((Use.CONST, Use.PLAIN, Use.SCRIBBLED)))
        graph = _with_port(rng, graph, getter, port, delay.tokens)
    edges = tuple(replace(e, delay=delay) if e == edge else e for e in graph.edges)
    return replace(graph, edges=edges)


def _gives(graph: GraphSpec, actor: Actor, tokens: int, port: str) -> bool:
    return actor.has_code and port not in actor.port_names and tokens % balance.cycles(graph)[actor.name] == 0


def _with_port(rng: random.Random, graph: GraphSpec, actor: Actor, port: Port, tokens: int) -> GraphSpec:
    """`tokens` pass it in an iteration, all of a cycle in one phase."""
    rates = [0] * actor.phases
    rates[rng.randrange(actor.phases)] = tokens // balance.cycles(graph)[actor.name]
    wider = replace(actor, ports=(*actor.ports, replace(port, rates=tuple(rates))))
    return replace(graph, actors=tuple(wider if a.name == actor.name else a for a in graph.actors))


def _with_arrays(rng: random.Random, graph: GraphSpec) -> GraphSpec:
    """Some inputs become arrays whose ports read the same output, or two ports of what then is an array, too."""
    for target in [edge.target for edge in graph.edges]:
        # Its output may have become an array meanwhile.
        edge = next(edge for edge in graph.edges if edge.target == target)
        if _may_be_array(graph, edge) and rng.random() < 0.15:
            graph = _with_array(graph, edge, both=rng.random() < 0.5)
    return graph


def _may_be_array(graph: GraphSpec, edge: Edge) -> bool:
    target = edge.target
    if target.actor is None or not graph.actor(target.actor).has_code or (edge.delay and edge.delay.setter):
        return False
    actor, port = graph.actor(target.actor), graph.port(target)
    return not port.kind.objects and not port.array and port.name not in actor.overlaid and edge.source != target


def _with_array(graph: GraphSpec, edge: Edge, *, both: bool) -> GraphSpec:
    """`both`: the output becomes one as well, if it may."""
    both = both and edge.source.actor is not None and edge.source.actor != edge.target.actor
    if both:
        actor, port = graph.actor(str(edge.source.actor)), graph.port(edge.source)
        both = actor.has_code and not port.overlays and not port.array and "+" not in port.name
    delay = replace(edge.delay, fill=Fill.ZERO, values=(), getter=None) if edge.delay is not None else None
    ends = {end: _element(end, 0) for end in ((edge.source, edge.target) if both else (edge.target,))}
    edges = []
    for each in graph.edges:
        source, target = ends.get(each.source, each.source), ends.get(each.target, each.target)
        edges.append(replace(each, source=source, target=target))
    second = _element(edge.source, 1) if both else edge.source
    edges.append(Edge(second, _element(edge.target, 1), delay))
    actors = tuple(_with_elements(actor, ends) for actor in graph.actors)
    return replace(graph, actors=actors, edges=tuple(edges))


def _element(end: End, index: int) -> End:
    return End(end.actor, f"{end.port}[{index}]")


def _with_elements(actor: Actor, ends: dict[End, End]) -> Actor:
    ports = [
        replace(port, name=f"{port.name}[{index}]") if End(actor.name, port.name) in ends else port
        for port in actor.ports
        for index in range(2 if End(actor.name, port.name) in ends else 1)
    ]
    return replace(actor, ports=tuple(ports))


# --- what needs arguments of the run, or engines ----------------------------------------------------------------------


def with_more(rng: random.Random, application: Application, *, is_spread: bool = False) -> Application:
    """What programs know how to do that are run with `Expected.options`; over several nodes they know less."""
    if rng.random() < 0.25:
        application = with_engines(rng, application)
    if rng.random() < 0.3:
        application = with_files(rng, application)
        reads = any(not actor.records for actor in application.files())
        if reads and _may_end_with_files(application) and rng.random() < 0.5:
            application = replace(application, beyond=rng.randint(1, 5))
    if rng.random() < 0.25 and not is_spread:
        application = with_live(rng, application)
    return with_period(rng, application) if rng.random() < 0.06 and not is_spread else application


def with_engines(rng: random.Random, application: Application) -> Application:
    """Engines do some of the bulk operations, where that is allowed: outside of cycles."""
    main = application.main
    in_cycles = {name for component in cycles_of(main) if len(component) > 1 for name in component}
    in_cycles |= {str(e.source.actor) for e in main.edges if e.source.actor == e.target.actor}

    def left(actor: Actor) -> Actor:
        if actor.name in in_cycles or any(port.overlays for port in actor.ports):
            return actor
        engine = rng.choice((Bulk.ENGINE, Bulk.ENGINE_ANY_SIZE, Bulk.ENGINE_ANY_SIZE))
        ports = (replace(p, bulk=engine) if p.bulk is Bulk.CORE else p for p in actor.ports)
        return replace(actor, ports=tuple(ports))

    main = _each(rng, main, [lambda rng, actor: left(_bulk(rng, actor))])
    return replace(application, graphs=(main, *application.graphs[1:]))


def with_live(rng: random.Random, application: Application) -> Application:
    """One or two live parameters that change in the course of the run."""
    found = [_live(rng, name, application.iterations) for name in ("tune", "gain")[: rng.randint(1, 2)]]

    def given(actor: Actor) -> Actor:
        return actor if actor.template else replace(actor, live=rng.choice(found))

    main = _each(rng, application.main, [lambda _, actor: given(actor)])
    return replace(application, graphs=(main, *application.graphs[1:]))


def _live(rng: random.Random, name: str, iterations: int) -> Live:
    type_, c_type, bits = rng.choice(LIVE_TYPES)
    since = sorted({rng.randrange(iterations) for _ in range(rng.randint(0, 3))})
    values = [rng.getrandbits(bits) for _ in range(len(since) + 1)]
    return Live(name, type_, c_type, tuple(zip([0, *since], values, strict=True)))


def with_period(rng: random.Random, application: Application) -> Application:
    """One actor of the main graph fires by the clock."""
    main = application.main
    code = [actor.name for actor in main.actors if actor.has_code and not actor.stateless]
    if not code:
        return application
    name, period = rng.choice(code), rng.choice(PERIODS)
    actors = tuple(replace(a, period=period) if a.name == name else a for a in main.actors)
    return replace(application, graphs=(replace(main, actors=actors), *application.graphs[1:]))


def with_files(rng: random.Random, application: Application) -> Application:
    """Some sources of the main graph are files that hold what these would give, some sinks write files."""
    graph = application.main
    renamed: dict[End, End] = {}
    actors = []
    for actor in graph.actors:
        is_typed = not any(end in renamed for end in _others_of(graph, actor))  # a file has the type of its neighbour
        if _may_be_file(graph, actor) and rng.random() < 0.6 and is_typed:
            (port,) = actor.ports
            renamed[End(actor.name, port.name)] = End(actor.name, "data")
            port = replace(port, name="data", use=Use.CONST, partial=False, bulk=Bulk.NO)
            how = rng.choice(FILES[port.is_input])
            actor = replace(actor, ports=(port,), file=how, scratch=None, io=False, time="")
        actors.append(actor)
    edges = tuple(_between(edge, renamed) for edge in graph.edges)
    return replace(application, graphs=(replace(graph, actors=tuple(actors), edges=edges), *application.graphs[1:]))


def _between(edge: Edge, renamed: dict[End, End]) -> Edge:
    source, target = (renamed.get(end, end) for end in (edge.source, edge.target))
    return replace(edge, source=source, target=target)


def _others_of(graph: GraphSpec, actor: Actor) -> list[End]:
    """The ports that an actor is connected to."""
    ends = [(edge.source, edge.target) for edge in graph.edges]
    return [other for pair in ends for own, other in (pair, pair[::-1]) if own.actor == actor.name]


def _may_be_file(graph: GraphSpec, actor: Actor) -> bool:
    if not actor.has_code or len(actor.ports) != 1 or actor.phases > 1 or actor.stop is not None or actor.template:
        return False
    (port,) = actor.ports
    if port.kind.objects or actor.live is not None:
        return False
    others = [graph.port(e.target) for e in graph.edges if e.source == End(actor.name, port.name)]
    return actor.records or (not port.is_input and bool(others))


def _may_end_with_files(application: Application) -> bool:
    """Whether nothing else ends the program in a way that forbids a source to do so."""
    return all(actor.stop is None for actor in application.main.actors)


def firings_of(application: Application, actor: Actor) -> int:
    """Of an actor of the main graph, in all iterations."""
    return balance.cycles(application.main)[actor.name] * actor.phases * application.iterations
