# SPDX-License-Identifier: Apache-2.0
"""How the bytes of a transfer get to where they are read: what a strategy decides once, when the plan is made. Code,
prediction and report go by this value; no stage behind the plan asks for a strategy by its name."""

from __future__ import annotations

from enum import Enum

from dfgen.model.frozen import frozen
from dfgen.model.objects import ObjectCopy


class Way(Enum):
    """Who moves what."""

    IN_PLACE = "in place"
    COPY = "copy"
    COPY_PAST_CACHES = "copy past the caches"
    PRIVATE_VIEW = "private view"
    ENGINE = "engine"

    @property
    def is_copy(self) -> bool:
        """Whether a core copies each byte, from one window to another."""
        return self in (Way.COPY, Way.COPY_PAST_CACHES)


class Pages(Enum):
    """What the slots of a buffer start on, for a private view has whole pages."""

    LINES = "cache lines"
    SMALL = "small pages"
    HUGE_IF_WORTH = "huge pages where they are worth it"
    HUGE = "huge pages"

    @property
    def are_huge(self) -> bool:
        return self in (Pages.HUGE, Pages.HUGE_IF_WORTH)


class Moving:
    """What has a way to move bytes."""

    way: Way

    @property
    def moves(self) -> bool:
        """Whether the reader gets bytes of its own."""
        return self.way is not Way.IN_PLACE

    @property
    def views(self) -> bool:
        """Whether the reader finds its window where the runtime says, before each firing anew."""
        return self.way is Way.PRIVATE_VIEW

    @property
    def by_engine(self) -> bool:
        return self.way is Way.ENGINE


@frozen
class Cut:
    """How an engine gets the copies of a FIFO; a size of 0 is left to the engine.

    - `threshold_bytes`: smaller ones the core copies; `chunk_bytes`: larger ones are given in pieces of this.
    - `to_memory`: the bytes go past the caches, for nobody reads them soon.
    - `stride_bytes`: how far apart the bytes are that neighbours among the engine's workers copy.
    """

    threshold_bytes: int = 0
    chunk_bytes: int = 0
    to_memory: bool = False
    stride_bytes: int = 0


@frozen
class HowToMove(Moving):
    """What a strategy with its options does.

    - `strategy`: its name, for texts and for whoever chooses as the program starts.
    - `table`: the C object that holds its functions (`df/transfer.h`); nothing where no bytes move.
    - `function`: of copies, the C function `(target, source, size_bytes)`; of engines, the one that is given the core
      and the number of the engine before these.
    - `runtime_files`: what a program needs of the runtime for it.
    - `pages`: what the slots that it reads should start on.
    - `only_read`: a view whose reader promises not to write; the first write opens it and is reported.
    - `engine`: the text of the engine's use (`EngineUse`); `cut`: of copies; `waits`: the core waits for it on
      the spot.
    - `packages`: of pkg-config, without which the engine is not there.
    - `objects`: of tokens that are objects.
    """

    strategy: str
    way: Way
    table: str = ""
    function: str = ""
    runtime_files: tuple[str, ...] = ()
    pages: Pages = Pages.LINES
    only_read: bool = False
    engine: str = ""
    packages: tuple[str, ...] = ()
    cut: Cut = Cut()
    waits: bool = False
    objects: ObjectCopy | None = None
