# SPDX-License-Identifier: Apache-2.0
"""The part of a buffer that is a core's own, where no other core touches that."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dfgen.model.frozen import frozen
from dfgen.model.plan import Layout
from dfgen.verify.uses import Use


@frozen
class Section:
    """Of a buffer with a slot for each trip of `loop`, the bytes [start, end) of the arena that are a core's own."""

    loop: int
    start: int
    end: int


def sections_of(uses: Sequence[Use]) -> dict[int, Section]:
    """By core; nothing where not only cores use the buffer, or one of them in several stages, or where they meet."""
    buffer = uses[0].buffer
    cores = {use.agent for use in uses}
    stages = {(use.agent, use.step.late) for use in uses}
    if any(use.agent != use.step.core for use in uses) or len(stages) > len(cores):
        return {}
    if len(cores) == 1:
        return {cores.pop(): Section(buffer.loop, buffer.offset_bytes, buffer.offset_bytes + buffer.size_bytes)}
    whole = all(use.is_exact and use.has_all_pieces and use.pieces for use in uses)
    if not whole or buffer.slots > 1 or buffer.layout is not Layout.SLOTS:
        return {}
    size = buffer.type.size_bytes
    found: dict[int, Section] = {}
    for core in cores:
        pieces = [piece for use in uses if use.agent == core for piece in use.pieces]
        start, end = min(piece.place for piece in pieces), max(piece.end for piece in pieces)
        found[core] = Section(buffer.loop, buffer.offset_bytes + start * size, buffer.offset_bytes + end * size)
    ordered = sorted(found.values(), key=lambda section: section.start)
    meet = any(one.end > other.start for one, other in pairwise(ordered))
    if meet or ordered[0].start < buffer.offset_bytes:
        return {}
    moved = {core: buffer.moved_bytes(core) for core in found}
    return {core: Section(part.loop, part.start + moved[core], part.end + moved[core]) for core, part in found.items()}
