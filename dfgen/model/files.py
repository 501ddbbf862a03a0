# SPDX-License-Identifier: Apache-2.0
"""Actors of kind file: where the bytes of a graph begin and end outside of memory."""

from __future__ import annotations

from dataclasses import field
from enum import Enum
from fractions import Fraction

from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen


class Scheme(Enum):
    """When the bytes of a file move. The numbers are those of the literature, whose fifth hands out blocks that may
    not be there yet."""

    AUTO = "auto"
    DIRECT = "direct"
    PREFETCH = "prefetch"
    PREFETCH_ASYNC = "prefetch_async"
    STAGED = "staged"
    SIGNALLED = "signalled"


SCHEME_NUMBERS = {
    1: Scheme.DIRECT,
    2: Scheme.PREFETCH,
    3: Scheme.PREFETCH_ASYNC,
    4: Scheme.STAGED,
    6: Scheme.SIGNALLED,
}
SCHEME_OF = {scheme: number for number, scheme in SCHEME_NUMBERS.items()}
UNSAFE_SCHEME = 5


SIZE, OFFSET = "size", "offset"
OPTIONAL_PORTS = {True: (SIZE, OFFSET), False: (SIZE,)}
"""What a source (`True`) knows of a block, and a sink may be told: one number a block. They are there if connected."""

ENGINE_THREAD, ENGINE_URING = "file_thread", "file_uring"
FILE_ENGINES = (ENGINE_THREAD, ENGINE_URING)


class Backend(Enum):
    """By which calls of the system."""

    AUTO = "auto"
    URING = "uring"
    THREAD = "thread"
    MMAP = "mmap"


@frozen
class FileEnd:
    """The file end of an actor, which reads or writes `block` tokens of a file in a firing.

    past_cache: blocks do not go through the page cache of the system (O_DIRECT)
    durable: of a sink, all is on the device before the file has its name
    ends_short: of a source, the last block is never whole: behind one that is there comes one of no bytes, so that its
        reader knows the end when it sees it
    call_ns, byte_ns: what reading or writing a block takes on the platform, whoever does it
    reason: why it has its scheme, where nobody has asked for that
    overruled: the scheme that was asked for, where that cannot be
    shown: if they are not 0, blocks are not copied: windows are views of the file, so many slots of so many bytes at a
        time; the plan says so
    copied: why they are, of a source whose bytes are in memory before the firings
    """

    is_source: bool
    scheme: Scheme = Scheme.AUTO
    backend: Backend = Backend.AUTO
    past_cache: bool = False
    durable: bool = False
    ends_short: bool = False
    call_ns: int = 0
    byte_ns: Fraction = Fraction(0)
    reason: str = ""
    overruled: Scheme | None = None
    shown: tuple[int, int] = (0, 0)
    copied: str = ""
    span: Span | None = field(default=None, compare=False)

    @property
    def engine(self) -> str:
        """The engine that does the work of its firings; none where the firing does it itself. Past the page cache the
        kernel needs no thread for it."""
        if self.scheme is not Scheme.SIGNALLED:
            return ""
        by_kernel = self.backend is Backend.URING or (self.backend is Backend.AUTO and self.past_cache)
        return ENGINE_URING if by_kernel else ENGINE_THREAD

    @property
    def is_shown(self) -> bool:
        return self.shown != (0, 0)

    @property
    def is_in_memory(self) -> bool:
        """Whether a firing finds its block in memory."""
        return self.is_source and (self.backend is Backend.MMAP or self.scheme is Scheme.STAGED)

    @property
    def options(self) -> tuple[str, ...]:
        """As `@file` has them, but for the scheme."""
        backend = () if self.backend is Backend.AUTO else (f"backend {self.backend.value}",)
        flags = (("direct", self.past_cache), ("durable", self.durable), ("ends_short", self.ends_short))
        return (*backend, *(word for word, is_set in flags if is_set))
