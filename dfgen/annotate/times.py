# SPDX-License-Identifier: Apache-2.0
"""Writes measured times of actors into the graph file, or into its sidecar where the format is not edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import tomlkit
from tomlkit.items import InlineTable

from dfgen.annotate.edits import BOM, Edit, read_content, with_line_ends_of
from dfgen.frontend.edit import Draft
from dfgen.frontend.edit_times import NewTime, edit_times, time_text
from dfgen.frontend.edit_used import edit_used
from dfgen.frontend.elaborate import elaborate, import_graph, load_graph
from dfgen.frontend.importers import Imported
from dfgen.frontend.parse import parse_text
from dfgen.frontend.sidecar import SCHEMA, load_sidecar, needs_sidecar, sidecar_of
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Span, fail
from dfgen.model.graph import Graph
from dfgen.model.names import pattern_of

SAME_SHARE = Fraction(2, 100)
"""A time that differs by less is left as it is."""
APART = Fraction(3, 2)
"""Actors of one declaration whose times are farther apart have none in common: each gets its own, in the sidecar."""
NAMES_MAX = 5

Times = Mapping[str, tuple[Fraction, int]]
"""By actor, ns of a firing on average and how many firings there were."""


TypeTimes = Mapping[str, Mapping[str, Fraction]]
"""By actor, ns of a firing by type of core."""
NO_TYPES: TypeTimes = MappingProxyType({})


NOTHING_USED: Mapping[str, int] = MappingProxyType({})


def plan_times(
    path: Path,
    measured: Times,
    parameters: Mapping[str, int | float],
    by_type: TypeTimes = NO_TYPES,
    used: Mapping[str, int] = NOTHING_USED,
) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
    """The edits that state times, and the actors whose time they change; nothing is written. The first edit is that of
    the graph file or its sidecar; others are of files that it imports, where templates and graphs have their actors.

    `used`: by output, the most bytes that a token of objects used; such outputs are named with what changes.
    Actors made from one declaration get the mean of all, unless they are apart. Times `by_type` of core are kept apart,
    in the sidecar; a type on which an actor has not run keeps its time. Raises `UserError`
    (annotation-without-effect) where the file cannot state times in ns.
    """
    graph = timed_graph(path, parameters)
    if needs_sidecar(path):
        edit, stated = _into_sidecar(path, graph, measured, by_type)
        return (edit,), stated
    apart = tuple(dict.fromkeys((*_apart(path, graph, measured), *(name for name in measured if name in by_type))))
    changes = _changes(graph, {name: times for name, times in measured.items() if name not in apart})
    using = _changes_of_use(graph, used)
    own = _into_file(path, changes, using)
    files = sorted({span.file for span in (*changes, *using)} - {str(path)})
    imported = [edit for edit in (_into_file(Path(file), changes, using) for file in files) if edit.changes]
    alone = import_graph(path, parameters)
    syntax = parse_text(own.after.removeprefix(BOM).decode(), str(path))
    after = elaborate(Imported(syntax, path.parent, parameters, file=path), path.name)
    theirs = {span for span in changes if span.file in {str(edit.path) for edit in imported}}
    changed = (
        a.name for a, b in zip(after.actors, alone.actors, strict=True) if a.times != b.times or b.span in theirs
    )
    beside, stated = _into_sidecar(path, graph, {name: measured[name] for name in apart}, by_type)
    outputs = (f"{actor.name}.{port.name}" for actor in graph.actors for port in actor.outputs if port.span in using)
    return (own, *imported, *([beside] if stated else ())), (*changed, *stated, *outputs)


def timed_graph(path: Path, parameters: Mapping[str, int | float]) -> Graph:
    """The graph of a file that can state times in ns. Raises `UserError` for others."""
    graph = load_graph(path, parameters)
    if graph.time_unit is None:
        hint = "Write ns, us, ms or s behind its times."
        if needs_sidecar(path):
            hint = f"Use a graph whose times have one: 'dfgen convert {path} NEW.sdf --time-unit us' writes it."
        raise fail("annotation-without-effect", f"'{path}' has times without a unit", Span(str(path), 0, 0), hint)
    return graph


def times_file(path: Path) -> Path:
    """The file that states the times of a graph file."""
    return sidecar_of(path) if needs_sidecar(path) else path


def _into_file(path: Path, changes: Mapping[Span, NewTime], using: Mapping[Span, int]) -> Edit:
    before, text = read_content(path, may_be_missing=False)
    mark = BOM if before.startswith(BOM) else b""
    file = parse_text(text, str(path))
    draft = Draft(text, text).edited((*edit_times(text, file, changes), *edit_used(text, file, using)))
    return Edit(path, before, mark + draft.text.encode(), (), ())


def _apart(path: Path, graph: Graph, measured: Times) -> tuple[str, ...]:
    """The actors whose times stand in the sidecar, or belong there for they differ within a declaration."""
    patterns = [pattern_of(table.pattern) for table in load_sidecar(path) if table.time_ns is not None]
    together: dict[Span, list[str]] = {}
    for actor in graph.actors:
        if actor.name in measured and actor.fire is not None:
            together.setdefault(actor.span, []).append(actor.name)
    found: list[str] = []
    for names in together.values():
        times = [measured[name][0] for name in names]
        is_apart = max(times) > APART * min(times)
        found += [name for name in names if is_apart or any(each.fullmatch(name) for each in patterns)]
    return tuple(found)


def _into_sidecar(path: Path, graph: Graph, measured: Times, by_type: TypeTimes) -> tuple[Edit, tuple[str, ...]]:
    """A table for each actor beside the graph file."""
    sidecar = sidecar_of(path)
    before, text = read_content(sidecar, may_be_missing=True)
    document = tomlkit.parse(text or f"schema = {SCHEMA}\n")
    overruled = _overruled(path)
    changed: list[str] = []
    of_types: list[str] = []
    for actor in graph.actors:
        if actor.name not in measured or actor.is_routing:
            continue
        time = _new_time(actor, measured[actor.name][0], by_type.get(actor.name, {}))
        if time is not None:
            if actor.name in overruled:
                document.append(actor.name, document.pop(actor.name))
            elif actor.name not in document:
                document.append(actor.name, tomlkit.table())
            document[actor.name]["time"] = time
            changed.append(actor.name)
            of_types += [actor.name] if actor.core_times and isinstance(time, str) else []
    if not changed:
        return Edit(sidecar, before, before, (), ()), ()
    apart = [name for name in changed if name not in by_type]
    notes = [] if needs_sidecar(path) or not apart else [_why_beside(apart, measured, sidecar)]
    if of_types:
        notes.append(f"no core had a type: one time takes the place of those by type of core of {', '.join(of_types)}")
    mark = BOM if before.startswith(BOM) else b""
    after = mark + with_line_ends_of(text, document.as_string()).encode()
    return Edit(sidecar, before, after, (), tuple(notes)), tuple(changed)


def _overruled(path: Path) -> frozenset[str]:
    """The tables of single actors in whose place a later one with a pattern counts."""
    tables = [table for table in load_sidecar(path) if table.time_ns is not None]
    return frozenset(
        table.pattern
        for number, table in enumerate(tables)
        if any(pattern_of(later.pattern).fullmatch(table.pattern) for later in tables[number + 1 :])
    )


def _new_time(actor: Actor, measured_ns: Fraction, by_type: Mapping[str, Fraction]) -> str | InlineTable | None:
    """What the sidecar is to say of an actor; None if its times are met already."""
    if not by_type:
        return None if _is_met(actor.mean_time, measured_ns) else time_text(measured_ns)
    known = {type: Fraction(time) for type, time in actor.core_times}
    if all(_is_met(known.get(type), time) for type, time in by_type.items()):
        return None
    table = tomlkit.inline_table()
    table.update({type: time_text(time) for type, time in {**known, **by_type}.items()})
    return table


def _why_beside(names: Sequence[str], measured: Times, sidecar: Path) -> str:
    told = [f"'{name}' {time_text(measured[name][0])}" for name in names[:NAMES_MAX]]
    more = [f"{len(names) - NAMES_MAX} more"] if len(names) > NAMES_MAX else []
    return f"the actors of a template take different times: {', '.join(told + more)}; each has its own in '{sidecar}'"


def _is_met(known: Fraction | None, wanted: Fraction) -> bool:
    return known is not None and abs(wanted - known) <= max(SAME_SHARE * known, Fraction(1, 2))


def _changes_of_use(graph: Graph, used: Mapping[str, int]) -> dict[Span, int]:
    """What tokens of objects use at most, by the output's declaration, where the file does not say so."""
    most: dict[Span, int] = {}
    known: dict[Span, int] = {}
    for actor in graph.actors:
        for port in (port for port in actor.outputs if port.up_to_bytes):
            known[port.span] = port.used_bytes
            most[port.span] = max(
                most.get(port.span, 0), min(used.get(f"{actor.name}.{port.name}", 0), port.up_to_bytes)
            )
    return {span: size for span, size in most.items() if size and not _is_met(Fraction(known[span]), Fraction(size))}


def _changes(graph: Graph, measured: Times) -> dict[Span, NewTime]:
    """New times by declaration, for those that are not met already."""
    together: dict[Span, list[tuple[Actor, Fraction, int]]] = {}
    for actor in graph.actors:
        if actor.name in measured and actor.fire is not None:
            together.setdefault(actor.span, []).append((actor, *measured[actor.name]))
    found = {}
    for span, entries in together.items():
        firings = sum(count for _, _, count in entries)
        mean = sum((time * count for _, time, count in entries), Fraction(0)) / firings
        known = entries[0][0].mean_time
        if not _is_met(known, mean):
            found[span] = NewTime(mean, known)
    return found
