# SPDX-License-Identifier: Apache-2.0
"""One reader that wants bytes: all that a strategy may ask before it says whether it is legal there."""

from __future__ import annotations

from functools import cached_property

from dfgen.memory import views
from dfgen.memory.binding import Binding, Reading, fits
from dfgen.memory.cost import Use
from dfgen.model.actor import ActorKind
from dfgen.model.frozen import frozen
from dfgen.model.plan import View
from dfgen.model.platform import Platform
from dfgen.model.port import Access, Trust

NOT_IN_ONE_PIECE = "its window does not lie in one piece"


@frozen
class Case:
    """`others`: whoever reads the same root, this reader among them. `catches`: whether the program can catch the first
    write to a view."""

    reading: Reading
    use: Use
    binding: Binding
    others: tuple[tuple[object, View], ...]
    platform: Platform
    guard: bool = False
    catches: bool = True

    @property
    def in_one_piece(self) -> bool:
        """Whether each of its windows does so where the writer has put them."""
        return fits(self.reading.alias.view, self.reading.port)

    @property
    def is_reset(self) -> bool:
        """A reset routing actor reads: its code is generated and writes to no window of its own accord."""
        return self.reading.actor.kind is ActorKind.RESET

    @property
    def is_by_engine(self) -> bool:
        """Whether an engine does bulk operations on bytes of its root."""
        return self.reading.alias.root in self.binding.written_in_bulk

    @property
    def access(self) -> Access:
        return self.reading.port.access or Access.READ_WRITE

    @property
    def claims(self) -> bool:
        """Its port is declared read_only, which nothing proves."""
        return self.access in (Access.READ_ONLY, Access.UNUSED) and self.reading.port.trust is Trust.CLAIMED

    @property
    def reads_beyond(self) -> bool:
        """Whether a slice's windows hold what is read as zero, and lie with it in the root."""
        root = self.binding.roots[self.reading.alias.root]
        return bool(root.lead + root.trail) and self.reading.alias.view != root.view

    @cached_property
    def read_again(self) -> str:
        """Who else reads bytes of its windows, or that a later firing does; nothing if nobody."""
        view = self.reading.alias.view
        for other, others_view in self.others:
            if other is not self.reading and views.overlap(view, others_view):
                if isinstance(other, Reading):
                    return f"{other.actor.name}.{other.port.name} reads too"
                return "is read again later"
        return "its next firing reads again" if views.overlaps_itself(view) else ""


def who_reads(binding: Binding) -> dict[str, tuple[tuple[object, View], ...]]:
    """Who reads what of each root. Transfers read too; so does what keeps the tokens of a delay, which may be any: but
    of those that a single reader is done with it keeps none."""
    found: dict[str, list[tuple[object, View]]] = {name: [] for name in binding.roots}
    for reading in binding.readings.values():
        found[reading.alias.root].append((reading, reading.alias.view))
    for transfer in binding.transfers:
        found[transfer.source.buffer].append((transfer, transfer.source.view))
    for name, root in binding.roots.items():
        if root.delayed and len(found[name]) > 1:
            found[name].append((root, View()))
    return {name: tuple(readers) for name, readers in found.items()}
