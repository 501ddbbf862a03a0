# SPDX-License-Identifier: Apache-2.0
"""What a random application exercises, as words, so that a test can see that none of it has been lost. The `LAST` words
are of what is added in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from . import balance
from .application import Actor, Application, Bulk, Edge, End, Fill, GraphSpec, StateForm, Use

ALWAYS_POSSIBLE = (
    "csdf", "phase of rate 0", "several components", "several records", "effect", "partial", "stateless", "template",
    "state struct", "state array", "state static", "init", "no state", "window of 1 KiB", "odd token",
    "broadcast", "fork", "join", "roundbuffer", "slice", "slice overlaps", "slice has gaps", "slice leaves its input",
    "implicit broadcast", "branches with different delays", "broadcast with cut output", "roundbuffer drops",
    "hierarchy", "hierarchy of two levels", "graph used twice", "record in hierarchy", "input repeats",
    "interface to several readers", "output keeps the last", "interface to routing actor",
    "firing of several iterations",
    "delay", "delay of whole windows", "delay between windows", "delay over an iteration", "reset delay",
    "keep delay in hierarchy", "cycle", "tight cycle", "self-loop", "cycle of several actors", "cycle in hierarchy",
    "private", "annotated transfer", "overlay", "overlay of equal windows",
    "df_stop", "df_end_of_input", "stop by a record", "stop too late",
    "several stops", "all actors placed", "some actors placed",
    *(f"delay {fill.value}" for fill in Fill), *(f"input {use.value}" for use in Use),
)  # fmt: skip
LAST = (
    "state table", "scratch", "inout", "inout of a self-loop", "array of inputs", "array of outputs", "bulk operations",
    "bulk operations of an engine", "time", "time by phase", "io", "several cores", "delay with a setter",
    "delay with a getter", "live", "live that changes", "period", "file source", "file sink", "ends with a file",
)  # fmt: skip


def features(application: Application) -> frozenset[str]:
    found: set[str] = set()
    for graph in application.graphs:
        for actor in graph.actors:
            found.update(_of_actor(actor))
        found.update(_of_graph(graph))
        for edge in graph.edges:
            found.update(_of_edge(graph, edge))
        if graph is not application.main:
            found.update(_of_refinement(graph))
    found.update(_of_whole(application))
    return frozenset(found)


def _of_actor(actor: Actor) -> Iterator[str]:
    if actor.is_routing:
        yield actor.kind
        yield from _of_routing(actor)
    if actor.phases > 1:
        yield "csdf"
    if any(0 in p.rates for p in actor.ports):
        yield "phase of rate 0"
    if any(max(p.rates) * p.kind.size >= 1024 for p in actor.ports):
        yield "window of 1 KiB"
    if any(p.kind.size in (3, 5, 12, 20) for p in actor.ports):
        yield "odd token"
    if actor.kind == "code":
        words = {
            "effect": actor.effect, "stateless": actor.stateless, "template": actor.template,
            "partial": any(p.partial for p in actor.ports), "init": actor.initialised,
            "state struct": actor.state is StateForm.STRUCT, "state array": actor.state is StateForm.ARRAY,
            "state static": actor.state is StateForm.STATIC, "no state": actor.state is StateForm.NONE,
            "state table": actor.state is StateForm.TABLE, "scratch": actor.scratch is not None,
            "inout": bool(actor.merged), "time": bool(actor.time), "time by phase": "for" in actor.time,
            "io": actor.io, "several cores": len(actor.cores) > 1, "live": actor.live is not None,
            "period": bool(actor.period),
            "array of inputs": any(p.array for p in actor.inputs),
            "array of outputs": any(p.array for p in actor.outputs),
            "bulk operations": any(p.bulk is Bulk.CORE for p in actor.ports),
            "bulk operations of an engine": any(p.bulk.annotation for p in actor.ports),
        }  # fmt: skip
        if actor.file is not None:
            yield "file sink" if actor.records else "file source"
        yield from (word for word, true in words.items() if true)
        yield from (f"input {p.use.value}" for p in actor.inputs)
        for port in actor.outputs:
            if port.overlays:
                below = actor.port(port.overlays)
                yield "overlay"
                yield from ["overlay of equal windows"] * ((port.kind, port.rates) == (below.kind, below.rates))


def _of_routing(actor: Actor) -> Iterator[str]:
    rate = actor.inputs[0].rates[0]
    if actor.kind == "broadcast" and any(p.rates[0] % rate for p in actor.outputs):
        yield "broadcast with cut output"
    if actor.kind == "roundbuffer" and actor.outputs[0].rates[0] < rate:
        yield "roundbuffer drops"
    if actor.slice is not None:
        pattern = actor.slice
        end = pattern.start + (pattern.count - 1) * pattern.step + pattern.length
        if pattern.count > 1:
            yield "slice overlaps" if pattern.step < pattern.length else "slice has gaps"
        if pattern.start < 0 or end > rate:
            yield "slice leaves its input"


def _of_graph(graph: GraphSpec) -> Iterator[str]:
    edges = balance.inner_edges(graph)
    if len(balance.components(graph)) > 1:
        yield "several components"
    delays: dict[object, set[int]] = {}
    for edge in edges:
        if edge.source in delays:
            yield "implicit broadcast"
        delays.setdefault(edge.source, set()).add(edge.delay.tokens if edge.delay else 0)
    if any(len(found) > 1 for found in delays.values()):
        yield "branches with different delays"


def _of_edge(graph: GraphSpec, edge: Edge) -> Iterator[str]:
    if edge.annotation:
        yield "private" if "private" in edge.annotation else "annotated transfer"
    if edge.source.actor is None or edge.target.actor is None:
        return
    refines = bool(graph.interfaces)
    if edge.delay is not None:
        yield "delay"
        yield f"delay {edge.delay.fill.value}"
        rates = {*graph.port(edge.source).rates, *graph.port(edge.target).rates} - {0}
        whole = all(edge.delay.tokens % rate == 0 for rate in rates)
        yield "delay of whole windows" if whole else "delay between windows"
        if edge.delay.tokens > balance.tokens(graph, edge.source, balance.cycles(graph)):
            yield "delay over an iteration"
        if refines:
            yield "reset delay" if edge.delay.reset else "keep delay in hierarchy"
        if edge.delay.setter is not None:
            yield "delay with a setter"
        if edge.delay.getter is not None:
            yield "delay with a getter"
    if edge.source == End(edge.target.actor, f"{edge.target.port}+"):
        yield "inout of a self-loop"
    if edge.source.port == "back" and edge.source.actor in balance.before(graph, {str(edge.target.actor)}, after=True):
        yield "cycle"
        yield "self-loop" if edge.source.actor == edge.target.actor else "cycle of several actors"
        if refines:
            yield "cycle in hierarchy"
        if edge.delay and edge.delay.tokens < balance.tokens(graph, edge.source, balance.cycles(graph)):
            yield "tight cycle"


def _of_refinement(graph: GraphSpec) -> Iterator[str]:
    yield "hierarchy"
    repetitions = balance.cycles(graph)
    if repetitions != balance.cycles(replace(graph, interfaces=())):
        yield "firing of several iterations"
    readers: dict[str, int] = {}
    for interface in graph.interfaces:
        for edge in graph.edges:
            if interface.is_input and edge.source.actor is None and edge.source.port == interface.name:
                readers[interface.name] = readers.get(interface.name, 0) + 1
                if balance.tokens(graph, edge.target, repetitions) > interface.rate:
                    yield "input repeats"
                if graph.actor(str(edge.target.actor)).kind != "code":
                    yield "interface to routing actor"
            shown = not interface.is_input and edge.target == End(None, interface.name)
            if shown and balance.tokens(graph, edge.source, repetitions) > interface.rate:
                yield "output keeps the last"
    if any(count > 1 for count in readers.values()):
        yield "interface to several readers"


def _of_whole(application: Application) -> Iterator[str]:
    if application.beyond:
        yield "ends with a file"
    if any(len(live.values) > 1 for live in application.live):
        yield "live that changes"
    recorded = application.recorded()
    if len(recorded) > 1:
        yield "several records"
    if any("/" in path for path in recorded.values()):
        yield "record in hierarchy"
    if any(path.count("/") > 1 for path, *_ in application.instances()):
        yield "hierarchy of two levels"
    uses = [actor.kind for graph in application.graphs for actor in graph.actors]
    if any(uses.count(graph.name) > 1 for graph in application.graphs):
        yield "graph used twice"
    if sum(actor.stop is not None for actor in application.main.actors) > 1:
        yield "several stops"
    if any(actor.core is not None for actor in application.main.actors):
        yield "all actors placed" if application.all_placed else "some actors placed"
    firings = balance.firings(application)
    for path, _, actor, _ in application.instances():
        if actor.stop is not None:
            yield "df_end_of_input" if actor.stop.end_of_input else "df_stop"
            if actor.records:
                yield "stop by a record"
            if actor.stop.firing >= firings[path] * application.iterations:
                yield "stop too late"
