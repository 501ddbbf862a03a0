# SPDX-License-Identifier: Apache-2.0
"""The plan: where every token lies, which bytes still move, and who waits for whom.

Lengths inside a buffer are in tokens of its type, offsets in the arena in bytes. A loop's *trip* is the number of
chunks it has run since the program began; slots of a buffer follow the trips of its loop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from dfgen.model.decisions import Account, Attempt, EngineVerdict, FifoChoice, Helped, Occupancy, Overlay, Owned
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.movement import HowToMove, Pages
from dfgen.model.port import TokenType
from dfgen.model.schedule import Schedule


@frozen
class View:
    """Where token t of a stream lies within a slot.

    Tokens come in runs of `run` (0: one endless run). Run r lies at `base` plus the strides of r's digits in the mixed
    radix of `dims`, which are (count, stride) pairs, the outermost first; the outermost count is 0, for endless.
    """

    base: int = 0
    run: int = 0
    dims: tuple[tuple[int, int], ...] = ()

    def offset(self, token: int) -> int:
        if self.run == 0:
            return self.base + token
        index, rest = divmod(token, self.run)
        position = self.base + rest
        for count, stride in reversed(self.dims):
            digit = index if count == 0 else index % count
            index = 0 if count == 0 else index // count
            position += digit * stride
        return position

    def holds(self, window: int) -> bool:
        """Whether every aligned window of `window` tokens lies in one piece."""
        return self.run == 0 or (window > 0 and self.run % window == 0)

    def moved(self, tokens: int) -> View:
        return View(self.base + tokens, self.run, self.dims)


ALIGN_BYTES = 64
"""Buffers start on lines of the cache, whatever lies in them."""


class Layout(Enum):
    """`slots`: one slot a trip. `linear`: each slot begins with the last tokens of the one before, copied over.
    `wrapped`: so do its slots, but they overlap, so that only the last one's tail is copied, before the first one."""

    SLOTS = "slots"
    LINEAR = "linear"
    WRAPPED = "wrapped"


@frozen
class Buffer:
    """Memory for one stream: `slots` slots of `stride_bytes`, one for each trip of loop `loop`.

    A slot holds `history_tokens` (linear and wrapped layouts), then `span_tokens`: the payload of a trip with the gaps
    that slices read as zero. So many `spare_slots` keep a core from writing where another one still reads the same
    cache line. `core` is set where only that core uses it, `owner` where only that actor does. `pinned`: contents
    outlive the trip. `divided`: each of these cores writes and reads a part of the slot that no other one uses, in this
    order; between the parts of two cores are `apart_bytes`.
    `is_variable`: no memory is set aside for it, as it is a variable of a trip of its loop; nor for one that lies in
    the file of the source `file`, where the slots of all trips lie side by side. Of a buffer of objects, the arenas of
    its tokens lie at `arenas_offset_bytes`, `arena_bytes` each.
    """

    name: str
    type: TokenType
    loop: int
    layout: Layout
    slots: int
    span_tokens: int
    history_tokens: int = 0
    spare_slots: int = 0
    core: int | None = None
    owner: str = ""
    pinned: bool = False
    divided: tuple[int, ...] = ()
    apart_bytes: int = 0
    pages: Pages = Pages.LINES
    is_variable: bool = False
    file: str = ""
    offset_bytes: int = -1
    stride_bytes: int = 0
    arenas_offset_bytes: int = -1
    arena_bytes: int = 0

    @property
    def is_placed(self) -> bool:
        """Whether it lies in the arena."""
        return not self.is_variable and not self.file

    @property
    def slots_overlap(self) -> bool:
        """Whether a slot begins in the one before."""
        return self.stride_bytes < self.slot_bytes

    @property
    def arenas(self) -> int:
        """How many tokens it holds in all, each of which has an arena if they are objects."""
        if self.type.arena is None:
            return 0
        if self.slots_overlap:
            return self.size_bytes // self.type.size_bytes
        return self.slots * (self.history_tokens + self.span_tokens)

    @property
    def footprint_bytes(self) -> int:
        """With its arenas."""
        return self.size_bytes + self.arenas * self.arena_bytes

    @property
    def slot_bytes(self) -> int:
        return (self.history_tokens + self.span_tokens) * self.type.size_bytes

    @property
    def tail_bytes(self) -> int:
        """What each slot begins with of the one before."""
        return self.history_tokens * self.type.size_bytes

    def holds_in_one_piece(self, tokens: int) -> bool:
        """Whether the tokens of the last trips lie side by side."""
        return self.layout is not Layout.SLOTS or tokens <= self.span_tokens or self.stride_bytes == self.slot_bytes

    @property
    def size_bytes(self) -> int:
        last = max(self.stride_bytes, self.slot_bytes) if self.pages.are_huge else self.slot_bytes
        return (self.slots - 1) * self.stride_bytes + last + max(0, len(self.divided) - 1) * self.apart_bytes

    def moved_bytes(self, core: int) -> int:
        """By how much what a core has of it lies behind where it would without what is between the parts."""
        return self.divided.index(core) * self.apart_bytes if core in self.divided else 0


@frozen
class Window:
    """How one port finds its tokens: in `buffer`, `shift` slots back, at `view`.

    `per_core`: each core has a buffer of its own, named `buffer@core`. Where it looks back, its token t is token
    t - `delay_tokens` of the view, which has `trip_tokens` in a trip: what comes before its first one lies in the slot
    before.
    """

    buffer: str
    view: View
    shift: int = 0
    per_core: bool = False
    read_only: bool = False
    delay_tokens: int = 0
    trip_tokens: int = 0

    @property
    def looks_back(self) -> bool:
        return self.shift > 0 or self.trip_tokens > 0

    def place(self, token: int) -> tuple[int, int]:
        """How many slots back a token of the trip lies, and where there."""
        if not self.trip_tokens:
            return self.shift, self.view.offset(token)
        trip, token = divmod(token - self.delay_tokens, self.trip_tokens)
        return self.shift - trip, self.view.offset(token)


class When(Enum):
    """When a transfer happens: before a firing of its actor, after one, or as the firing of a routing actor."""

    BEFORE = "before"
    AFTER = "after"
    FIRING = "firing"


@frozen
class Transfer:
    """Tokens that move in the firings of `actor`: `rates[k % P]` of them in firing k, in pieces of `piece` tokens.

    They come from the source's stream, at the token where firing k of something with `source_rates` begins, plus
    `source_first`; and go likewise to the target's. Only firings with k % `period` >= `skip` move anything.
    `candidates`: what the user may choose from as the program starts, in the order of the strategies; empty where there
    is no choice. `engine` is its index among the plan's engines. Where nobody moves bytes, but all show the source, the
    target is the source. `estimates_ns`: what strategies that are legal here are expected to add
    to an iteration. `written_percent`: the share of a window's pages that its reader is said to write; 0 if nothing is.
    """

    fifo: str
    actor: str
    port: str
    when: When
    source: Window
    target: Window
    rates: tuple[int, ...]
    source_rates: tuple[int, ...]
    target_rates: tuple[int, ...]
    piece: int
    type: TokenType
    how: HowToMove
    reason: str
    options: tuple[tuple[str, str], ...] = ()
    candidates: tuple[HowToMove, ...] = ()
    engine: int = 0
    estimates_ns: tuple[tuple[str, int], ...] = ()
    written_percent: int = 0
    bytes_per_iteration: int = 0
    source_first: int = 0
    target_first: int = 0
    period: int = 1
    skip: int = 0

    @property
    def ways(self) -> tuple[HowToMove, ...]:
        """All the ways that it may move in one run or another."""
        return tuple(dict.fromkeys((self.how, *self.candidates)))


@frozen
class TailMove:
    """A linear buffer's last tokens move to the front of the next slot at the end of a trip; a wrapped one's only from
    the last slot to the first.

    `child` is the child of the buffer's loop after which `core` moves them. Before that it waits until all that it has
    given to `engines` is done: they may still be writing these tokens.
    """

    buffer: str
    core: int
    child: int
    engines: tuple[int, ...] = ()


@frozen
class Margins:
    """What slices read as zero before and behind the tokens of a trip lies where other buffers lie, too: `core` clears
    it before it runs `child` of the buffer's loop, which is the first that uses the buffer."""

    buffer: str
    core: int
    child: int
    lead_tokens: int
    trail_tokens: int


class AgentRef(NamedTuple):
    """A core, or the queue from it to the engine of that index, which works in order."""

    core: int
    engine: int | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """Agents in their order: cores, then the queues to each engine."""
        return (-1 if self.engine is None else self.engine), self.core


class StepRef(NamedTuple):
    """What an agent does of a child of a loop in a trip, by the index of the child; of a queue, what it was given."""

    loop: int
    child: int
    agent: AgentRef

    @property
    def rank(self) -> tuple[int, int, tuple[int, int]]:
        """Steps in the order of the lists, then of the agents."""
        return self.loop, self.child, self.agent.rank


@frozen
class Wait:
    """Go on when `step` has been run in the trip of `lag` trips ago. `reason` names the FIFO or rule."""

    step: StepRef
    lag: int
    reason: str


@frozen
class BufferAccess:
    """Firings [start, stop) of `actor` in a trip, run by `core` as child `child` of the buffer's loop.

    `exact`: start and stop are known; else the core may touch all that the actor touches. `engine`: the core only gives
    the work to it, and its queue does it later.
    """

    actor: str
    core: int
    child: int
    start: int = 0
    stop: int = 0
    exact: bool = False
    engine: int | None = None

    @property
    def starter(self) -> AgentRef:
        """Who waits before it."""
        return AgentRef(self.core)

    @property
    def finisher(self) -> AgentRef:
        """Whose completion tells that it is over: the core's or the queue's."""
        return AgentRef(self.core, self.engine)


def meets_across(writer: BufferAccess, reader: BufferAccess) -> bool:
    """Whether the order of one core does not suffice between the two."""
    return len({writer.starter, writer.finisher, reader.starter, reader.finisher}) > 1


@frozen
class Dependence:
    """A part that writes tokens of a buffer and a part that reads them.

    distance: the reader's trip t needs the writer's trip t - distance
    reuse_distance: the writer's trip t needs the reader's trip t - reuse_distance
    spans: the reader's trip begins in the tail of the trip before that one, which is not copied.
    """

    buffer: str
    loop: int
    writer: BufferAccess
    reader: BufferAccess
    distance: int
    reuse_distance: int
    fifo: str
    spans: bool = False

    @property
    def writer_step(self) -> StepRef:
        return StepRef(self.loop, self.writer.child, self.writer.starter)

    @property
    def reader_step(self) -> StepRef:
        return StepRef(self.loop, self.reader.child, self.reader.starter)

    @property
    def written_step(self) -> StepRef:
        """Whose completion tells that the tokens are there."""
        return StepRef(self.loop, self.writer.child, self.writer.finisher)

    @property
    def read_step(self) -> StepRef:
        """Whose completion tells that they were read."""
        return StepRef(self.loop, self.reader.child, self.reader.finisher)

    @property
    def crosses(self) -> bool:
        return meets_across(self.writer, self.reader)


@frozen
class Scratch:
    """Memory of a core for the maps of copies of objects, and behind these for two messages of `message_bytes` in all;
    none where the sizes are 0."""

    offset_bytes: int
    size_bytes: int
    message_bytes: int = 0

    @property
    def messages_offset_bytes(self) -> int:
        return self.offset_bytes + self.size_bytes


@frozen
class Plan:
    """What the program is made of. `waits` are done before the step, in order: all that buffers and stop edges ask
    for, of which the program leaves out what others imply.

    `cow_worst_bytes`: what all private views take, beyond the arena, when every page of theirs has been written.
    `attempts`: those after the first, of which this plan is the last. `engine_verdicts`: of copies that
    nobody asked for. `scratch`: by core, where tokens are objects.
    """

    graph: Graph
    schedule: Schedule
    buffers: Mapping[str, Buffer]
    windows: Mapping[PortRef, Window]
    transfers: tuple[Transfer, ...]
    tail_moves: tuple[TailMove, ...]
    margins: tuple[Margins, ...]
    dependences: tuple[Dependence, ...]
    waits: Mapping[StepRef, tuple[Wait, ...]]
    choices: tuple[FifoChoice, ...]
    state_offsets: Mapping[str, int] = field(default_factory=dict)
    state_bytes: int = 0
    arena_bytes: int = 0
    lower_bound_bytes: int = 0
    unshared_bytes: int = 0
    cow_worst_bytes: int = 0
    guard: bool = False
    engines: tuple[str, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    owned: tuple[Owned, ...] = ()
    helped: tuple[Helped, ...] = ()
    notes: tuple[str, ...] = ()
    occupancy: Occupancy | None = None
    attempts: tuple[Attempt, ...] = ()
    engine_verdicts: tuple[EngineVerdict, ...] = ()
    scratch: tuple[Scratch, ...] = ()

    @cached_property
    def taken_over(self) -> frozenset[PortRef]:
        """The inputs whose lines their readers take over."""
        return frozenset(owned.input for owned in self.owned if owned.is_done)

    @cached_property
    def laid_over(self) -> frozenset[PortRef]:
        """The outputs that are written where an input was read."""
        return frozenset(overlay.output for overlay in self.overlays if overlay.is_done)

    @cached_property
    def helped_actors(self) -> frozenset[str]:
        """Those of whose firings cores that wait run some."""
        return frozenset(helped.actor for helped in self.helped if helped.is_done)

    @property
    def account(self) -> Account:
        return Account(self.choices, self.lower_bound_bytes, self.unshared_bytes, self.cow_worst_bytes)

    @property
    def needed_bytes(self) -> int:
        """All that it may take."""
        return self.arena_bytes + self.cow_worst_bytes

    def buffer_of(self, window: Window, core: int) -> Buffer:
        return self.buffers[f"{window.buffer}@{core}" if window.per_core else window.buffer]
