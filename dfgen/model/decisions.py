# SPDX-License-Identifier: Apache-2.0
"""What a plan tells of how it came about: what was decided, and why it is not otherwise."""

from __future__ import annotations

from dfgen.model.frozen import frozen
from dfgen.model.graph import PortRef


@frozen
class FifoChoice:
    """What was chosen for a FIFO, by its name in the user's graph, and why; `bytes_per_iteration` pass through it.

    `target` is the port that reads it. `estimates_ns`: what the strategies that are legal there are expected to add to
    an iteration, by name.
    """

    fifo: str
    target: PortRef
    strategy: str
    reason: str
    bytes_per_iteration: int
    moved_bytes_per_iteration: int
    estimates_ns: tuple[tuple[str, int], ...] = ()


@frozen
class Account:
    """Why a plan is as it is: what a report tells of it beside the program.

    choices: by what each FIFO moves, and what else it could
    lower_bound_bytes: no arena that has all its buffers at their times is smaller
    unshared_bytes: the arena, if no two buffers shared addresses
    cow_worst_bytes: what all private views take, beyond the arena, when every page of theirs has been written
    """

    choices: tuple[FifoChoice, ...]
    lower_bound_bytes: int
    unshared_bytes: int
    cow_worst_bytes: int


@frozen
class Overlay:
    """An output that may be written over an input's window. Where it is not, `obstacle` says why."""

    output: PortRef
    input: PortRef
    obstacle: str = ""

    @property
    def is_done(self) -> bool:
        return not self.obstacle


@frozen
class Owned:
    """An input whose tokens another core writes. The cache of the reader's core takes over the lines of its windows
    while that gains, unless `obstacle` says why not."""

    input: PortRef
    obstacle: str = ""

    @property
    def is_done(self) -> bool:
        return not self.obstacle


@frozen
class Helped:
    """An actor of several firings in a row. Cores that wait for the one that runs them run some, unless `obstacle` says
    why not."""

    actor: str
    obstacle: str = ""

    @property
    def is_done(self) -> bool:
        return not self.obstacle


@frozen
class FifoOccupancy:
    """The most tokens that a FIFO's buffer takes, and how many it is to hold at most, if that was said."""

    fifo: str
    held_tokens: int
    capacity_tokens: int | None

    @property
    def is_kept(self) -> bool:
        return self.capacity_tokens is None or self.held_tokens <= self.capacity_tokens


@frozen
class Occupancy:
    """What was asked for by `goal`, or by the graph, and what came of it.

    `tokens`, `bytes`: of all buffers that are FIFOs.
    `least_tokens`, `least_bytes`: what every schedule needs, where it was looked for.
    `unproven`: what is not proven of the capacities asked for, in words.
    """

    goal: str
    fifos: tuple[FifoOccupancy, ...]
    tokens: int
    bytes: int
    least_tokens: int | None = None
    least_bytes: int | None = None
    unproven: str = ""


@frozen
class Attempt:
    """A plan that was made after another one, and why."""

    name: str
    reason: str


@frozen
class EngineVerdict:
    """Whether an engine copies what passes through a FIFO, though nobody asked for it: which one, and why, or why
    none."""

    fifo: str
    engine: str
    reason: str
