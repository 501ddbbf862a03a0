# SPDX-License-Identifier: Apache-2.0
"""Writes measured times of actors into the graph file, or into its sidecar where the format is not edited."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import tomlkit

from dfgen.annotate.edits import BOM, Edit, read_content
from dfgen.frontend.edit import Draft
from dfgen.frontend.edit_times import NewTime, edit_times, time_text
from dfgen.frontend.elaborate import elaborate, import_graph, load_graph
from dfgen.frontend.importers import Imported
from dfgen.frontend.parse import parse_text
from dfgen.frontend.sidecar import SCHEMA, needs_sidecar, sidecar_of
from dfgen.model.diagnostics import Span, fail
from dfgen.model.graph import Actor, Graph

SAME_SHARE = Fraction(2, 100)
"""A time that differs by less is left as it is."""


def plan_times(
    path: Path, measured: Mapping[str, tuple[Fraction, int]], parameters: Mapping[str, int]
) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
    """The edits that state times, and the actors whose time they change; nothing is written. The first edit is that of
    the graph file or its sidecar; others are of files that it imports, where templates and graphs have their actors.

    `measured`: by actor, ns of a firing on average and how many firings there were. Actors made from one declaration
    get the mean of all. Raises `UserError` (annotation-without-effect) where the file cannot state times in ns.
    """
    graph = load_graph(path, parameters)
    if graph.time_unit is None:
        hint = "Write ns, us, ms or s behind its times."
        raise fail("annotation-without-effect", f"'{path}' has times without a unit", Span(str(path), 0, 0), hint)
    if needs_sidecar(path):
        edit, stated = _into_sidecar(path, graph, measured)
        return (edit,), stated
    changes = _changes(graph, measured)
    own = _into_file(path, changes)
    files = sorted({span.file for span in changes} - {str(path)})
    imported = [edit for edit in (_into_file(Path(file), changes) for file in files) if edit.changes]
    alone = import_graph(path, parameters)
    tree = parse_text(own.after.removeprefix(BOM).decode(), str(path))
    after = elaborate(Imported(tree, path.parent, parameters, file=path), path.name)
    theirs = {span for span in changes if span.file in {str(edit.path) for edit in imported}}
    changed = (
        a.name for a, b in zip(after.actors, alone.actors, strict=True) if a.times != b.times or b.span in theirs
    )
    return (own, *imported), tuple(changed)


def _into_file(path: Path, changes: Mapping[Span, NewTime]) -> Edit:
    before, text = read_content(path, may_be_missing=False)
    mark = BOM if before.startswith(BOM) else b""
    draft = Draft(text, text).edited(edit_times(text, parse_text(text, str(path)), changes))
    return Edit(path, before, mark + draft.text.encode(), (), ())


def _into_sidecar(
    path: Path, graph: Graph, measured: Mapping[str, tuple[Fraction, int]]
) -> tuple[Edit, tuple[str, ...]]:
    """A table for each actor beside the graph file, which is left alone."""
    sidecar = sidecar_of(path)
    before, text = read_content(sidecar, may_be_missing=True)
    document = tomlkit.parse(text or f"schema = {SCHEMA}\n")
    changed = []
    for actor in graph.actors:
        if actor.name not in measured or actor.is_routing:
            continue
        time = time_text(measured[actor.name][0])
        if not _is_met(actor.mean_time, measured[actor.name][0]):
            if actor.name not in document:
                document.append(actor.name, tomlkit.table())
            document[actor.name]["time"] = time
            changed.append(actor.name)
    if not changed:
        return Edit(sidecar, before, before, (), ()), ()
    return Edit(sidecar, before, document.as_string().encode(), (), ()), tuple(changed)


def _is_met(known: Fraction | None, wanted: Fraction) -> bool:
    return known is not None and abs(wanted - known) <= max(SAME_SHARE * known, Fraction(1, 2))


def _changes(graph: Graph, measured: Mapping[str, tuple[Fraction, int]]) -> dict[Span, NewTime]:
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
