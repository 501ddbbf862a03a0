# SPDX-License-Identifier: Apache-2.0
"""Edits what tokens of objects use inside the text of a graph file; every byte that an edit does not mean stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.frontend.edit import Replacement
from dfgen.frontend.edit_times import actor_declarations
from dfgen.frontend.syntax import GraphFile, PortDeclaration
from dfgen.model.diagnostics import Span
from dfgen.model.positions import Positions


def edit_used(text: str, file: GraphFile, changes: Mapping[Span, int]) -> Iterator[Replacement]:
    """`changes`: bytes by the span of the name in a port's declaration."""
    positions = Positions(text)
    ports = (item for actor in actor_declarations(file) for item in actor.items if isinstance(item, PortDeclaration))
    for port in ports:
        if port.name.span not in changes:
            continue
        words = f"@used({changes[port.name.span]})"
        known = next((each for each in port.annotations if each.name.text == "used"), None)
        if known is not None:
            yield Replacement(*positions.range(known.span), words)
        else:
            _, end = positions.range(port.marks[-1].span)  # `up to` at least
            yield Replacement(end, end, f" {words}")
