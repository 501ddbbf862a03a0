# SPDX-License-Identifier: Apache-2.0
"""What is read as zero around the tokens of a trip, where it is cleared in each.

Nobody writes these places, so in memory of the buffer's own they are zero for ever. Where others write there between
trips, they are zero again if they are cleared before anything else is done with the buffer in a trip. Whether nobody
writes there from then on is seen with the rest of the buffer (`addresses.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dfgen.model.plan import Buffer, Layout
from dfgen.model.program import Clear
from dfgen.verify.steps import Step, Steps
from dfgen.verify.uses import Use, by_buffer


def clears_of(steps: Steps) -> dict[str, list[Step]]:
    """By buffer, the operations that clear around its tokens."""
    found: dict[str, list[Step]] = {}
    for step in steps:
        if isinstance(step.operation, Clear):
            found.setdefault(step.operation.buffer, []).append(step)
    return found


def clear_problems(
    clears: Mapping[str, Sequence[Step]], uses: Sequence[Use], lasting: Collection[str]
) -> Iterator[str]:
    """`lasting`: buffers whose contents outlive a trip."""
    used = by_buffer(uses)
    for name, found in clears.items():
        own = used.get(name, [])
        if len(found) > 1 or not own or found[0].loop != own[0].buffer.loop:
            yield f"{name} is cleared more than once in a trip, or elsewhere"
        elif name in lasting or own[0].buffer.slots > 1 or any(use.is_local for use in own):
            yield f"{name} is cleared, and what it holds outlives the trip"
        elif not all(_is_before(found[0], use) for use in own):
            yield f"{name} is cleared when it may be in use"


def _is_before(clear: Step, use: Use) -> bool:
    is_of_one_core = use.agent == clear.core and use.step.late == clear.late
    return is_of_one_core and clear.number < use.at_level.number


def cleared(clears: Mapping[str, Sequence[Step]], uses: Sequence[Use]) -> set[str]:
    """The buffers of which each trip clears or writes all there is, if there are no problems with what is cleared."""
    found = set()
    for name, steps in clears.items():
        writers = [use for use in uses if use.buffer.name == name and use.writes]
        operation = steps[0].operation
        assert isinstance(operation, Clear)
        if writers and _fill(writers, writers[0].buffer, operation):
            found.add(name)
    return found


def _fill(writers: Sequence[Use], buffer: Buffer, clear: Clear) -> bool:
    """Whether writers that are known piece by piece leave nothing between what is cleared."""
    if buffer.layout is not Layout.SLOTS or not all(use.is_exact and use.has_all_pieces for use in writers):
        return False
    end = clear.lead_tokens
    for piece in sorted((piece for use in writers for piece in use.pieces), key=lambda piece: piece.place):
        if piece.place > end:
            return False
        end = max(end, piece.end)
    return end >= buffer.span_tokens - clear.trail_tokens
