# SPDX-License-Identifier: Apache-2.0
"""Writes values of the main graph's parameters into the graph file, as their defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from dfgen.annotate.edits import BOM, Edit, read_content
from dfgen.frontend.edit import Draft, Replacement
from dfgen.frontend.elaborate import import_graph
from dfgen.frontend.parse import parse_text
from dfgen.frontend.sidecar import needs_sidecar
from dfgen.frontend.syntax import GraphDeclaration, Parameter
from dfgen.model.diagnostics import Span, fail
from dfgen.model.positions import Positions


def plan_parameters(path: Path, values: Mapping[str, int | float]) -> Edit:
    """The edit that makes these values the defaults; nothing is written. Raises `UserError` where the file's format is
    not edited."""
    require_editable(path)
    before, text = read_content(path, may_be_missing=False)
    place = import_graph(path, values).span
    file = parse_text(text, str(path))
    main = next(item for item in file.items if isinstance(item, GraphDeclaration) and item.name.span == place)
    draft = Draft(text, text).edited(_defaults(Positions(text), main.parameters, values))
    mark = BOM if before.startswith(BOM) else b""
    return Edit(path, before, mark + draft.text.encode(), (), ())


def require_editable(path: Path) -> None:
    """Raises `UserError` where the file's format is not edited."""
    if needs_sidecar(path):
        message = f"parameters of '{path}' are not written, for files of other tools are left as they are"
        hint = "Leave --write out, and compile it with -p and the values that are found to be the best."
        raise fail("annotation-without-effect", message, Span(str(path), 1, 1), hint)


def _defaults(
    positions: Positions, parameters: tuple[Parameter, ...], values: Mapping[str, int | float]
) -> Iterator[Replacement]:
    for parameter in parameters:
        value = values.get(parameter.name.text)
        if value is None:
            continue
        if parameter.value is not None:
            yield Replacement(*positions.range(parameter.value.span), str(value))
        else:
            _, end = positions.range(parameter.name.span)
            yield Replacement(end, end, f" = {value}")
