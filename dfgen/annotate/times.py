# SPDX-License-Identifier: Apache-2.0
"""Writes measured times of actors into the graph file."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from dfgen.annotate.edits import BOM, Edit, read_content
from dfgen.frontend.edit import Draft
from dfgen.frontend.edit_times import NewTime, edit_times
from dfgen.frontend.elaborate import elaborate, import_graph
from dfgen.frontend.importers import Imported
from dfgen.frontend.parse import parse_text
from dfgen.frontend.sidecar import needs_sidecar
from dfgen.model.diagnostics import Span, fail
from dfgen.model.graph import Actor, Graph

SAME_SHARE = Fraction(2, 100)
"""A time that differs by less is left as it is."""


def plan_times(
    path: Path, measured: Mapping[str, tuple[Fraction, int]], parameters: Mapping[str, int]
) -> tuple[Edit, tuple[str, ...]]:
    """The edit that states times, and the actors whose time it changes; nothing is written.

    `measured`: by actor, ns of a firing on average and how many firings there were. Actors made from one declaration
    get the mean of all. Raises `UserError` (annotation-without-effect) where the file cannot state times in ns.
    """
    if needs_sidecar(path):
        message = f"files such as '{path.name}' are not edited"
        raise fail("annotation-without-effect", message, Span(str(path), 0, 0), "Convert it first: dfgen convert.")
    graph = import_graph(path, parameters)
    if graph.time_unit is None:
        hint = "Write ns, us, ms or s behind its times."
        raise fail("annotation-without-effect", f"'{path}' has times without a unit", Span(str(path), 0, 0), hint)
    before, text = read_content(path, may_be_missing=False)
    file = parse_text(text, str(path))
    draft = Draft(text, text).edited(edit_times(text, file, _changes(graph, measured)))
    mark = BOM if before.startswith(BOM) else b""
    if draft.text == text:
        return Edit(path, before, before, (), ()), ()
    edited = elaborate(Imported(parse_text(draft.text, str(path)), path.parent, parameters), path.name)
    changed = tuple(a.name for a in edited.actors if a.times != graph.actor(a.name).times)
    return Edit(path, before, mark + draft.text.encode(), (), ()), changed


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
        if known is None or abs(mean - known) > max(SAME_SHARE * known, Fraction(1, 2)):
            found[span] = NewTime(mean, known)
    return found
