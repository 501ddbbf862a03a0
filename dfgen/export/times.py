# SPDX-License-Identifier: Apache-2.0
"""The times of a graph as the new file is to have them: with the unit that the user says, and those of the sidecar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from dfgen.frontend.importers import Imported
from dfgen.frontend.numbers import exact_number
from dfgen.frontend.sidecar import load_sidecar
from dfgen.frontend.sidecar_effect import apply_sidecar
from dfgen.frontend.syntax import (
    ActorDeclaration,
    ActorItem,
    Annotation,
    AnnotationArgument,
    Binary,
    Duration,
    GraphDeclaration,
    GraphFile,
    Identifier,
    Integer,
    PathText,
    Percent,
    PeriodItem,
    PortDeclaration,
    TimeItem,
)
from dfgen.frontend.times import NANOSECONDS
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Span
from dfgen.model.graph import Graph

NS_PER_S = 1_000_000_000


def with_time_unit(imported: Imported, graph: Graph, unit_ns: int) -> Imported:
    """What was imported with times in ns, `unit_ns` for each unit of those that came without one. `graph`: the flat
    graph of it, which makes sense."""
    if graph.time_unit is not None and not graph.unit_assumed:
        return imported
    bare = "ns" if imported.unit_assumed else ""

    def in_ns(duration: Duration) -> Duration:
        if duration.unit != bare:
            return duration
        time_ns = int(exact_number(duration.number, duration.span) * unit_ns)
        return replace(_duration(time_ns), phases=duration.phases, span=duration.span)

    def timed(item: ActorItem) -> ActorItem:
        if isinstance(item, TimeItem):
            by_type = tuple((type, in_ns(duration)) for type, duration in item.by_type)
            return replace(item, durations=tuple(map(in_ns, item.durations)), by_type=by_type)
        return replace(item, duration=in_ns(item.duration)) if isinstance(item, PeriodItem) else item

    syntax = _with_actors(imported.syntax, lambda actor: replace(actor, items=tuple(map(timed, actor.items))))
    items = (
        replace(item, annotations=tuple(_per_second(each, unit_ns) for each in item.annotations))
        if isinstance(item, GraphDeclaration)
        else item
        for item in syntax.items
    )
    return replace(imported, syntax=GraphFile(tuple(items)), unit_assumed=False)


def _duration(time_ns: int) -> Duration:
    """In the largest unit of which it is a whole number."""
    unit, scale = max(((u, s) for u, s in NANOSECONDS.items() if time_ns % s == 0), key=lambda each: each[1])
    return Duration(str(time_ns // scale), unit)


def _per_second(annotation: Annotation, unit_ns: int) -> Annotation:
    """Of a graph: the throughput that it demands, which was an iteration a unit."""
    if annotation.name.text != "throughput":
        return annotation
    return replace(annotation, arguments=tuple(_scaled(argument, unit_ns) for argument in annotation.arguments))


def _scaled(argument: AnnotationArgument, unit_ns: int) -> AnnotationArgument:
    value = argument.value
    if isinstance(value, (Percent, PathText, Identifier)):
        return argument
    return replace(argument, value=Binary("/", Binary("*", value, Integer(NS_PER_S)), Integer(unit_ns)))


def with_sidecar_times(imported: Imported, graph: Graph, path: Path) -> tuple[Imported, Graph, tuple[str, ...]]:
    """What was imported from `path` and its flat graph with the times of the sidecar, and the actors whose times only
    the flat graph has: others of the same declaration take another time. Times that have a unit do not go together with
    such as have none."""
    tables = [replace(table, pure=None) for table in load_sidecar(path) if table.time_ns is not None]
    if not tables or graph.time_unit is None:
        return imported, graph, ()
    timed = apply_sidecar(graph, tables)
    together: dict[Span, list[Actor]] = {}
    for actor in timed.actors:
        together.setdefault(actor.span, []).append(actor)
    new = {actor.name for actor, old in zip(timed.actors, graph.actors, strict=True) if _times(actor) != _times(old)}
    changed = {span: actors for span, actors in together.items() if any(actor.name in new for actor in actors)}
    declared = {span: actors[0] for span, actors in changed.items() if len(set(map(_times, actors))) == 1}
    told: set[Span] = set()

    def with_time(declaration: ActorDeclaration) -> ActorDeclaration:
        actor = declared.get(declaration.name.span)
        if actor is None:
            return declaration
        told.add(declaration.name.span)
        return replace(declaration, items=_with_time(declaration.items, actor))

    syntax = _with_actors(imported.syntax, with_time)
    untold = (actor.name for span, actors in changed.items() if span not in told for actor in actors)
    return replace(imported, syntax=syntax), timed, tuple(name for name in untold if name in new)


def _times(actor: Actor) -> tuple[tuple[int, ...], tuple[tuple[str, int], ...]]:
    return actor.times, actor.core_times


def _with_time(items: tuple[ActorItem, ...], actor: Actor) -> tuple[ActorItem, ...]:
    """In the place of the time that there was, else before the ports."""
    time = TimeItem(
        tuple(map(_duration, actor.times)),
        by_type=tuple((type, _duration(each)) for type, each in actor.core_times),
    )
    ends = (number for number, item in enumerate(items) if isinstance(item, (TimeItem, PortDeclaration)))
    place = next(ends, len(items))
    return (*items[:place], time, *(item for item in items[place:] if not isinstance(item, TimeItem)))


def _with_actors(syntax: GraphFile, change: Callable[[ActorDeclaration], ActorDeclaration]) -> GraphFile:
    """The same file with all declarations of actors changed, those of templates, too."""
    items = []
    for item in syntax.items:
        if isinstance(item, ActorDeclaration):
            item = change(item)
        elif isinstance(item, GraphDeclaration):
            statements = (change(each) if isinstance(each, ActorDeclaration) else each for each in item.statements)
            item = replace(item, statements=tuple(statements))
        items.append(item)
    return GraphFile(tuple(items))
