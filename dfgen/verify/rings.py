# SPDX-License-Identifier: Apache-2.0
"""Buffers of several cores that lie over one another, slot by slot: outputs of a chain of actors that work in place.

A chain begins with the lowest buffer; an actor reads that and writes the next one over it. That is right where all uses
of a slot come in the order of the chain, and those of its next trip behind them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from math import lcm

from dfgen.model.plan import Layout
from dfgen.verify.uses import Use

Ring = tuple[str, ...]
"""Buffers, the lowest first."""


def rings_of(uses: Mapping[str, Sequence[Use]]) -> list[Ring]:
    """`uses`: by buffer."""
    above: dict[str, str] = {}
    readings: dict[tuple[int, str], list[Use]] = {}
    for use in chain.from_iterable(uses.values()):
        if not use.writes:
            readings.setdefault((id(use.block), use.port), []).append(use)
    for name, found in uses.items():
        below = ((use, other) for use in found for other in readings.get((id(use.block), use.overlays), ()))
        over = {other.buffer.name for use, other in below if is_over(use, other) and _are_rings(use, other)}
        if len(over) == 1:
            above[over.pop()] = name
    chains = []
    for first in [name for name in above if name not in above.values()]:
        names = [first]
        while names[-1] in above:
            names.append(above[names[-1]])
        if _goes_from_core_to_core([use for name in names for use in uses[name]]):
            chains.append(tuple(names))
    return chains


def _goes_from_core_to_core(uses: Sequence[Use]) -> bool:
    """Whether a core uses bytes of the chain that another one uses, too: buffers that cores divide are no rings."""
    if len({use.agent for use in uses}) == 1:
        return False
    spans = {use: _span(use) for use in uses}
    return any(one.agent != other.agent and _overlap(spans[one], spans[other]) for one, other in combinations(uses, 2))


def may_meet(one: Use, other: Use) -> bool:
    """Whether two uses of slots alike may have bytes of a slot in common."""
    return _overlap(_span(one), _span(other))


Span = tuple[int, int] | None
"""Bytes of a slot, from the first to the last; none where they are not known. Firings without tokens use no bytes."""


def _span(use: Use) -> Span:
    if not (use.is_exact and use.has_all_pieces):
        return None
    if not use.pieces:
        return 0, 0
    size = use.buffer.type.size_bytes
    return min(piece.place for piece in use.pieces) * size, max(piece.end for piece in use.pieces) * size


def _overlap(one: Span, other: Span) -> bool:
    return one is None or other is None or (one[0] < other[1] and other[0] < one[1])


def is_over(output: Use, input_: Use) -> bool:
    """Whether one firing reads the one and may write the other over it."""
    is_pair = output.writes and not input_.writes and output.overlays != "" and output.overlays == input_.port
    return is_pair and output.block is input_.block and output.buffer is not input_.buffer


def lie_alike(output: Use, input_: Use) -> bool:
    """The same bytes in every firing, which no other firing of the trip has: else a firing might read what an earlier
    one wrote over. Or a single firing, at one address."""
    above, below = output.buffer, input_.buffer
    if not _have_slots_alike(output, input_) or not (output.is_fired and input_.is_fired):
        return False
    start, stop = output.firings
    size, other = above.type.size_bytes, below.type.size_bytes
    core = output.step.core
    if above.moved_bytes(core) != below.moved_bytes(core):
        return False
    place = above.offset_bytes + output.position(start, 0)[1] * size
    same = below.offset_bytes + input_.position(start, 0)[1] * other
    if stop - start == 1 or place != same:
        return place == same
    # Windows that follow each other need to be compared only until their sizes repeat.
    phases = range(lcm(len(output.stream.counts), len(input_.stream.counts)))
    follow_each_other = all(use.stream.is_dense and use.window.view.run == 0 for use in (output, input_))
    return follow_each_other and all(output.stream.count(k) * size == input_.stream.count(k) * other for k in phases)


def _are_rings(output: Use, input_: Use) -> bool:
    """Whether the two lie in slots alike, which none of them looks back in."""
    above, below = output.buffer, input_.buffer
    return above.offset_bytes == below.offset_bytes and lie_alike(output, input_)


def _have_slots_alike(output: Use, input_: Use) -> bool:
    """Whether the two use slots of one number, and in each trip the same of them."""
    above, below = output.buffer, input_.buffer
    if above.layout is not Layout.SLOTS or below.layout is not Layout.SLOTS or above.loop != below.loop:
        return False
    if above.slots != below.slots or (output.window.shift - input_.window.shift) % above.slots:
        return False
    return above.slots == 1 or above.stride_bytes == below.stride_bytes
