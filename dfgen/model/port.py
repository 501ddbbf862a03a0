# SPDX-License-Identifier: Apache-2.0
"""Ports of actors: which tokens pass, and what the actor does with them."""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.objects import Arena

NOWHERE = Span("", 0, 0)
AFTER = "+"
"""Behind the name of a port that is input and output, it is the output."""
DATA = "data"
"""The port of actors that stand for ports of the main graph, and of those that read or write files."""


class Direction(Enum):
    INPUT = "in"
    OUTPUT = "out"


class Access(Enum):
    """What an actor does with the bytes of a window."""

    READ_ONLY = "read_only"
    READ_MOSTLY = "read_mostly"
    READ_WRITE = "read_write"
    WRITE_ONLY = "write_only"
    UNUSED = "unused"

    @property
    def may_write(self) -> bool:
        return self in (Access.READ_MOSTLY, Access.READ_WRITE)


class Trust(Enum):
    """How dfgen knows that an access mode is true."""

    PROVEN = "proven"
    CLAIMED = "claimed"


@frozen
class TokenType:
    """`name` as the graph writes it, `c_name` as C writes it; sizes in bytes (0 until a struct has been probed).

    `count` > 1 is a fixed array of `c_name`: in C the pointer is a `c_name *`. `objects`: of a token that is an object
    graph, the C type of its root; each has an `arena` besides, once the C is known.
    """

    name: str
    c_name: str
    size_bytes: int
    align_bytes: int
    count: int = 1
    objects: str = ""
    arena: Arena | None = None

    @property
    def footprint_bytes(self) -> int:
        """All the memory that a token takes."""
        return self.size_bytes + (self.arena.size_bytes() if self.arena is not None else 0)


BYTE = TokenType("uint8", "unsigned char", 1, 1)


@frozen
class SlicePattern:
    """Window i of `count` covers input tokens [start + i*step, start + i*step + length) of one firing.

    Tokens outside of the input read as zero.
    """

    count: int
    length_tokens: int
    start_tokens: int
    step_tokens: int


@frozen
class ByEngine:
    """`@by(engine = name, threshold = bytes)` of an output: the engine does the bulk operations of the actor's firings.

    threshold_bytes: the core does smaller ones; 0: as the engine has it
    runtime_files: of the engine, once it is known
    """

    engine: str
    threshold_bytes: int = 0
    runtime_files: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Port:
    """`rates[f % len(rates)]` tokens pass in firing f. `access` is None until it is declared or derived.

    `access_span`: where an annotation of its FIFO declares the access mode. `overlays`: of an output, the input of the
    actor over whose window it may be written, or nothing. `is_persistent`: each firing finds there what the one before
    left, for which its actor's state has room, one such output after the other. `in_place`: the code gets one pointer
    for this output and the input that it overlays. `up_to_bytes`: of an output of objects, the most that a token may
    take; `used_bytes`: what one did take in a run, at most. `by`: of an output, the engine that writes it.
    `unwritten_bytes`: of an output that is `partial`, the only bytes of a window that firings may leave, as first bytes
    and ends; nothing where they may leave any.
    """

    name: str
    direction: Direction
    type: TokenType
    rates: tuple[int, ...]
    access: Access | None = None
    trust: Trust = Trust.CLAIMED
    partial: bool = False
    unwritten_bytes: tuple[tuple[int, int], ...] = ()
    is_persistent: bool = False
    in_place: bool = False
    overlays: str = ""
    up_to_bytes: int = 0
    used_bytes: int = 0
    pattern: SlicePattern | None = None
    by: ByEngine | None = None
    access_span: Span | None = field(default=None, compare=False)
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def is_input(self) -> bool:
        return self.direction is Direction.INPUT

    def rate(self, phase: int) -> int:
        return self.rates[phase % len(self.rates)]

    @property
    def window_bytes(self) -> int:
        """Of its window in the first firing."""
        return self.rate(0) * self.type.size_bytes

    @property
    def tokens_per_phases(self) -> int:
        """Tokens of one trip through this port's own phases."""
        return sum(self.rates)
