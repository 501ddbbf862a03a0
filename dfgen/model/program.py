# SPDX-License-Identifier: Apache-2.0
"""The program: for every agent the list of what it does, operation by operation.

It is what the plan comes to, and all that the stages behind it read: the proof proves it, the prediction times it, the
generator prints it. So what is proven is what is predicted and what runs.

A *memory* holds bytes and belongs to a host. An *agent* runs a list: a core, or the queue of an engine, which does what
a core has submitted to it, in that order. A *counter* is raised by one agent and belongs to its host; agents wait only
for counters of their own host.

A list is a tree. Its root is the pass, of which a core runs one after the other, up to `chunk` graph iterations each. A
loop counts its *trips* since the program began; waits and counters inside of it speak of these, those of the root of
passes. Lengths in a buffer are in tokens of its type, offsets in a memory in bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property
from math import prod

from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.plan import Buffer, Scratch, Transfer, Window
from dfgen.model.schedule import StopEdge

ROOT = 0
"""The id of the loop that is the pass."""
THROTTLE = "the throttle"
"""What the counter tells of that all other cores watch: passes of core 0."""


@frozen
class Memory:
    """Bytes in one piece.

    buffers: by name, where the slots of each stream lie, also of those that are variables or lie in files
    states: by actor, the offset of what lasts from firing to firing
    scratch: by core, for the maps of copies of objects, if tokens are objects
    """

    name: str
    host: int
    size_bytes: int
    state_bytes: int
    buffers: Mapping[str, Buffer]
    states: Mapping[str, int]
    scratch: tuple[Scratch, ...] = ()

    @property
    def by_address(self) -> list[Buffer]:
        """The buffers that lie in it; others are variables of loops, or lie in files."""
        placed = (buffer for buffer in self.buffers.values() if buffer.is_placed)
        return sorted(placed, key=lambda buffer: (buffer.offset_bytes, buffer.name))


@frozen
class Counter:
    """How many trips of `loop` an agent has told to be done.

    about: what it tells of, for names and messages
    agent: the one that raises it
    waiters: the agents that ever wait for it
    """

    about: str
    host: int
    agent: int
    loop: int
    waiters: tuple[int, ...]


# --- operations -------------------------------------------------------------------------------------------------------


@frozen
class Wait:
    """Go on when counter number `counter` has told the trip `lag` trips ago. `reason` names the FIFO or the rule."""

    counter: int
    lag: int
    reason: str


@frozen
class Publish:
    """Tell by counter number `counter` that this trip is done."""

    counter: int


@frozen
class Complete:
    """The queue to an engine tells by `counter` that this trip is done, once it has done all that it was given."""

    counter: int
    engine: int


@frozen
class Drain:
    """Wait until an engine has done all that this core has given to it."""

    engine: int


@frozen
class ReadEnd:
    """Ask again how many iterations of this pass there are: an actor may have stopped the program."""


@frozen
class CarryTail:
    """The last `history_tokens` of the slot of this trip go to the front of the next slot of a linear buffer; of a
    wrapped one, whose slots overlap, only from the last slot to the first."""

    buffer: str


@frozen
class Clear:
    """In the slot of this trip the first `lead_tokens` and the last `trail_tokens`, which slices read and nobody
    writes, are set to zero: between trips the memory is others'."""

    buffer: str
    lead_tokens: int
    trail_tokens: int

    def ranges(self, span_tokens: int) -> tuple[tuple[int, int], ...]:
        """The first token of each of the two in a slot of so many, and how many there are."""
        return (0, self.lead_tokens), (span_tokens - self.trail_tokens, self.trail_tokens)


@frozen
class Acquire:
    """A view of the reader's window for the firing. `number`: of the transfer among those of the actor."""

    transfer: Transfer
    number: int


@frozen
class Release:
    """The end of a view's use."""

    transfer: Transfer
    number: int


@frozen
class Move:
    """Bytes that the core moves for the firing: to its window, from it, or as the firing of a routing actor."""

    transfer: Transfer
    number: int


@frozen
class Submit:
    """Bytes that an engine moves, in the queue that is agent number `queue`. The core goes on meanwhile, unless the
    copy `is_awaited`: then the block is followed by a `Drain`."""

    transfer: Transfer
    number: int
    queue: int
    is_awaited: bool


class Content(Enum):
    """What an output holds as a firing begins."""

    ZERO = "zero"
    PERSISTENT = "as the firing before left it"
    EMPTY = "no objects"
    HANDED_ON = "the objects of the input that it overlays"
    TAKEN = "a copy of the input in whose place it is written"


@frozen
class Prepare:
    """Set an output's window before the firing."""

    port: str
    content: Content


@frozen
class Seal:
    """End a firing's use of an output's window: keep it for the next firing (PERSISTENT), or make its objects ready to
    be read (EMPTY, HANDED_ON)."""

    port: str
    content: Content = Content.PERSISTENT


@frozen
class Fire:
    """Call the actor's code. `windows` by port; those of views are handed out by `Acquire`. If there is a `queue`, the
    code only submits to it what uses the windows: an engine moves bytes between them and a file, in any order."""

    actor: str
    windows: tuple[tuple[str, Window], ...]
    queue: int | None = None


@frozen
class Reset:
    """What a reset routing actor does: initial tokens in the first phase, then those that come in."""

    actor: str
    windows: tuple[tuple[str, Window], ...]


@frozen
class Own:
    """After the firing the core writes to each cache line of an input's window the byte that it has read there. Its
    cache then has the line alone, and the core that writes the next tokens there gets it from this one, without asking
    whoever else may have read it."""

    port: str


FiringOperation = Acquire | Release | Move | Submit | Prepare | Seal | Fire | Reset | Own


@frozen
class Firings:
    """Firings [start, stop) of `actor` in a trip, of which there are `per_iteration` in each iteration of the loop
    around; of a short trip, as far as there are so many.

    reads_end: before each of them the end of the program is asked for again, for the actor may have stopped it
    helped: other cores that wait for this one run some of them, in any order, each between its wait and the end of the
        block, as if this core did
    body: of one firing
    """

    actor: str
    per_iteration: int
    start: int
    stop: int
    body: tuple[FiringOperation, ...]
    reads_end: bool = False
    helped: bool = False


@frozen
class Interleaved:
    """Firings of several actors, one by one in an explicit order: `runs` are (actor, firings in a row). An actor's
    firings in all runs are those of its `blocks`."""

    runs: tuple[tuple[str, int], ...]
    blocks: tuple[Firings, ...]


@frozen
class Share:
    """Of an ordered loop, which goes from core to core (DOACROSS, Cytron 1986): of the `of` trips in a full trip of the
    loop around, [start, stop) are this agent's. Those of others count as trips, too."""

    start: int
    stop: int
    of: int


@frozen
class Loop:
    """`count` iterations for each iteration of the loop around it, `chunk` in a trip; the last may have fewer.

    share: of an ordered loop, whose chunk is 1
    locals: buffers that are variables of a trip, not memory
    """

    id: int
    count: int
    chunk: int
    body: tuple[Operation, ...]
    share: Share | None = None
    locals: tuple[str, ...] = ()


Operation = Wait | Publish | Complete | Drain | ReadEnd | CarryTail | Clear | Firings | Interleaved | Loop


@frozen
class Stage:
    """What a core does of a pass `late` passes after it has begun it: while it runs pass p of the first stage, it runs
    pass p - late of this one (software pipelining)."""

    late: int
    body: tuple[Operation, ...]


class AgentKind(Enum):
    CORE = "core"
    QUEUE = "queue"


@frozen
class Agent:
    """Who runs a list.

    number: its own; cores come first
    core: the core itself, or the one that submits to the queue
    engine: of a queue, the index of its engine
    stages: of a core, in the order in which they run; a queue has no list of its own
    """

    number: int
    kind: AgentKind
    host: int
    core: int
    engine: int = 0
    stages: tuple[Stage, ...] = ()


@frozen
class Program:
    """All that the generated program does.

    chunk: graph iterations of a full pass
    depth_passes: how many passes may overlap
    stop_edges: which effects wait for which actor that may stop the program
    engines: their names; agents that are queues lead to them
    guard: each window is checked by the memory system
    """

    graph: Graph
    chunk: int
    depth_passes: int
    memory: Memory
    counters: tuple[Counter, ...]
    agents: tuple[Agent, ...]
    stop_edges: tuple[StopEdge, ...] = ()
    engines: tuple[str, ...] = ()
    guard: bool = False

    @cached_property
    def blocks(self) -> Mapping[str, tuple[Block, ...]]:
        """By actor, in the order of the graph: the blocks of all cores in which anything is done."""
        found: dict[str, list[Block]] = {actor.name: [] for actor in self.graph.actors}
        for block in blocks_of(self):
            if block.firings.body:
                found[block.firings.actor].append(block)
        return {actor: tuple(blocks) for actor, blocks in found.items() if blocks}

    @cached_property
    def cores(self) -> tuple[Agent, ...]:
        return tuple(agent for agent in self.agents if agent.kind is AgentKind.CORE)

    @cached_property
    def helped(self) -> tuple[str, ...]:
        """The actors of whose firings cores that wait run some, in the order of the graph."""
        return tuple(actor for actor, blocks in self.blocks.items() if any(b.firings.helped for b in blocks))

    @cached_property
    def owners(self) -> frozenset[int]:
        """The cores that take over lines."""
        return frozenset(b.core for b in blocks_of(self) if any(isinstance(o, Own) for o in b.firings.body))

    def is_link(self, engine: int) -> bool:
        """Whether an engine is the end of a link to another node."""
        return engine >= len(self.engines) - len(self.graph.network_ends)

    def link_of(self, engine: int) -> int:
        """The place among the node's links of one that is an engine; they stand behind all others."""
        return engine - (len(self.engines) - len(self.graph.network_ends))

    @property
    def moving_engines(self) -> tuple[str, ...]:
        """Those that are no links."""
        return self.engines[: len(self.engines) - len(self.graph.network_ends)]

    @cached_property
    def link_ends(self) -> tuple[Actor, ...]:
        """The actors at the ends of the node's links, in the order of these."""
        return tuple(sorted(self.graph.network_ends, key=lambda actor: self.engines.index(actor.engine)))

    def name_of(self, agent: int) -> str:
        """`core 1`, or `engine thread for core 1`."""
        found = self.agents[agent]
        if found.kind is AgentKind.CORE:
            return f"core {found.core}"
        return f"engine {self.engines[found.engine]} for core {found.core}"


def operations(body: Iterable[Operation]) -> Iterator[Operation]:
    """All operations of a list, with those inside of loops; the blocks of interleaved firings one by one."""
    for operation in body:
        yield operation
        if isinstance(operation, Loop):
            yield from operations(operation.body)
        elif isinstance(operation, Interleaved):
            yield from operation.blocks


@frozen
class Block:
    """Where a block of firings stands: on which core, in which loops from the outermost down.

    begins, share: of all firings of its actor, how many come before it and how many are in it, as fractions
    """

    core: int
    loops: tuple[Loop, ...]
    firings: Firings
    begins: Fraction
    share: Fraction

    @property
    def firings_per_iteration(self) -> int:
        """Of its actor, on all cores, in a graph iteration."""
        return self.firings.per_iteration * prod(loop.count for loop in self.loops)


def blocks_of(program: Program) -> Iterator[Block]:
    """All blocks of firings, core by core, in the order of their lists."""
    for agent in program.cores:
        for stage in agent.stages:
            yield from _blocks(agent.core, (), program.chunk, (Fraction(0), Fraction(1)), stage.body)


def firing_operations(program: Program) -> Iterator[FiringOperation]:
    """What all blocks do in a firing."""
    for block in blocks_of(program):
        yield from block.firings.body


def _blocks(
    core: int, loops: tuple[Loop, ...], chunk: int, part: tuple[Fraction, Fraction], body: Iterable[Operation]
) -> Iterator[Block]:
    """`part`: where the share of the loop around begins, and how much it is."""
    begins, share = part
    for operation in body:
        if isinstance(operation, Loop):
            inner = part
            if operation.share is not None:
                own = operation.share
                inner = begins + share * Fraction(own.start, own.of), share * Fraction(own.stop - own.start, own.of)
            yield from _blocks(core, (*loops, operation), operation.chunk, inner, operation.body)
        elif isinstance(operation, Firings):
            full = operation.per_iteration * chunk
            if (operation.start, operation.stop) == (0, full):
                yield Block(core, loops, operation, begins, share)
                continue
            first, count = Fraction(operation.start, full), Fraction(operation.stop - operation.start, full)
            yield Block(core, loops, operation, begins + share * first, share * count)
        elif isinstance(operation, Interleaved):
            yield from (Block(core, loops, block, begins, share) for block in operation.blocks)
