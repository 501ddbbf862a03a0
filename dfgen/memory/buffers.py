# SPDX-License-Identifier: Apache-2.0
"""How big each buffer is: the loop whose trips change its slots, these slots, what it carries from trip to trip."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil

from dfgen.machine.constants import APART_BYTES, TAIL_TRIPS
from dfgen.mapping.rings import ring_tokens
from dfgen.memory.binding import Binding, Root, fires_code
from dfgen.memory.options import MemoryOptions
from dfgen.memory.strides import guards_each, is_close, slots_between_lines
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.names import told_fifo
from dfgen.model.plan import Buffer, BufferAccess, Dependence, Layout, View, When, Window, meets_across
from dfgen.model.port import TokenType
from dfgen.model.schedule import Leaf, Listing, Loop, Schedule

MAX_INTERVALS = 4096
"""Effort: longer lists of runs are not compared: any two parts are then taken to meet."""


@frozen
class _Pair:
    """A part that writes and a part that reads the same tokens, `delay_tokens` later. `in_place`: the reader's next
    tokens may be written over those that it reads. `looks_back`: the reader comes first, and goes through the slots
    behind the writer."""

    writer: BufferAccess
    reader: BufferAccess
    delay_tokens: int
    fifo: str
    in_place: bool = False
    looks_back: bool = False


@frozen
class Sized:
    """A buffer with the dependences of its writers and readers. `ring`: if not 0, tokens come round after so many.
    `children`: those of the buffer's loop that touch it, also to write what nobody reads. `is_of_a_pass`: one slot, in
    which nothing outlives the pass, and which none but cores use. `margins`: if its memory may be another's between
    trips, the tokens before and behind those of a trip that have to be zero again."""

    buffer: Buffer
    dependences: tuple[Dependence, ...]
    tokens_per_trip: int
    children: frozenset[int]
    ring: int = 0
    is_of_a_pass: bool = False
    margins: tuple[int, int] = (0, 0)

    def window(self, view: View, delay_tokens: int, trip_tokens: int = 0) -> Window:
        """Where a reader behind a delay finds the tokens that `view` shows. `trip_tokens`: if it looks back, those that
        it reads in a trip."""
        if trip_tokens:
            return Window(self.buffer.name, view, delay_tokens=delay_tokens, trip_tokens=trip_tokens)
        if self.ring:
            return Window(self.buffer.name, View(0, self.ring, ((0, 0),)))
        if self.buffer.layout is Layout.LINEAR:
            return Window(self.buffer.name, view.moved(self.buffer.history_tokens - delay_tokens))
        shift, rest = divmod(delay_tokens, self.tokens_per_trip)
        return Window(self.buffer.name, view.moved(self.buffer.history_tokens - rest), shift)


@frozen
class User:
    """An actor that writes or reads a root: in firing k the tokens from where k begins at `rates`, seen by `view`.

    Of a reader, `sources` are the actors that write what it reads; `in_place`: it writes it itself, over what it reads.
    """

    actor: str
    view: View
    rates: tuple[int, ...]
    fifo: str
    delay_tokens: int = 0
    sources: frozenset[str] = frozenset()
    in_place: bool = False
    looks_back: bool = False


@frozen
class Users:
    """By the root's name."""

    writers: dict[str, list[User]]
    readers: dict[str, list[User]]


@frozen
class Stream:
    """A root stream in the trips of the loop that all its users stand in: `tokens` in each, of a `type`, between the
    two ends of `pairs`. `cores` and `children` of the loop touch it, also to write what nobody reads; `by_cores`:
    nothing else does. `ring`: if not 0, tokens may come round after so many. `is_plain`: nothing but firings touches
    it, and each user has all of it."""

    schedule: Schedule
    root: Root
    loop: Loop
    tokens: int
    type: TokenType
    pairs: tuple[_Pair, ...]
    cores: frozenset[int]
    children: frozenset[int]
    by_cores: bool
    ring: int
    is_plain: bool

    @cached_property
    def delays(self) -> Sequence[int]:
        return sorted({fifo.delay_tokens for fifo in self.root.delayed})

    @property
    def has_one_stage(self) -> bool:
        return len({self.schedule.stage(self.loop.id, child) for child in self.children}) == 1

    @property
    def is_own(self) -> bool:
        """Whether one core alone touches it, pass after pass."""
        return len(self.cores) == 1 and self.has_one_stage and self.by_cores

    @property
    def static_order(self) -> bool:
        """Whether one trip is over before the next one begins."""
        return self.is_own or bool(self.loop.parts)

    @property
    def lead_and_trail(self) -> int:
        """Tokens in a trip that lie before and behind those of each unit."""
        each = self.root.lead + self.root.trail
        return self.tokens // self.root.unit * each if each else 0

    @property
    def lasts(self) -> bool:
        """Whether something in it outlives the trip."""
        return bool(self.delays) or self.lead_and_trail > 0 or self.root.is_looked_back_to

    @property
    def margins(self) -> tuple[int, int]:
        """What lies before and behind the tokens of a trip, if these lie in one piece and nothing else in it lasts."""
        root = self.root
        is_alone = self.is_own and not self.type.objects and not self.delays and not root.is_looked_back_to
        return (root.lead, root.trail) if is_alone and self.tokens == root.unit else (0, 0)

    @property
    def slot_bytes(self) -> int:
        return self.tokens * self.type.size_bytes

    def layout(self, guard: bool, bounded: bool) -> Layout:
        """Slots for whole trips. Else a tail of less than a trip is carried on from trip to trip; what is longer stays
        where it is, which takes a slot more, unless in guard mode each slot can end at a page of nobody."""
        delays = self.delays
        is_even = not delays or trips_are_even(self.schedule, self.loop)
        if is_even and all(d % self.tokens == 0 for d in delays):
            return Layout.SLOTS
        trips = Fraction(max(delays), self.tokens)
        is_long = trips >= (TAIL_TRIPS.value if bounded and self.static_order else 1)
        guarded = guard and guards_each(self._linear_slots, ceil(self.slot_bytes * (trips + 1)))
        return Layout.WRAPPED if is_even and is_long and not guarded else Layout.LINEAR

    def slots(self, layout: Layout, enough: int | None) -> int:
        own = [
            _slots_in_order(self.schedule, self.loop, pair, self.tokens) for pair in self.pairs if not _crosses(pair)
        ]
        crossing = [
            _slots_between(self.schedule, self.loop, pair, self.tokens) for pair in self.pairs if _crosses(pair)
        ]
        slots = self._linear_slots if layout is Layout.LINEAR else max([*own, *crossing], default=1)
        return slots if enough is None else min(slots, max([enough, *own]))

    def spare_slots(self, layout: Layout, slots: int, *, guard: bool) -> int:
        """Those that keep cores apart that would write and read close together. None for objects, whose arenas would
        take more than that saves; but in guard mode a pointer to an object of the trip before leads out of the arena
        only where the next trip has another one."""
        if self.type.objects:
            return int(guard and layout is Layout.SLOTS and slots == 1)
        close = layout is Layout.WRAPPED or (layout is Layout.SLOTS and is_close(slots, self.slot_bytes))
        return slots_between_lines(self.slot_bytes) if close and any(map(_crosses, self.pairs)) else 0

    @property
    def _linear_slots(self) -> int:
        return 1 if self.static_order else self.schedule.depth_passes + 1


def stream_of(
    graph: Graph, schedule: Schedule, root: Root, users: Users, engines: Mapping[str, int], *, may_ring: bool
) -> Stream:
    """`engines`: the engine of each actor whose work the cores do not wait for. `may_ring`: nothing but firings touches
    it."""
    loop = schedule.common_loop(root.users)
    tokens = tokens_per_trip(graph, schedule, root.tokens_from, loop)
    writers, readers = users.writers[root.name], users.readers[root.name]
    everyone = (*writers, *readers)
    ring = ring_of(schedule, writers, readers) if may_ring else 0
    return Stream(
        schedule,
        root,
        loop,
        tokens,
        graph.port(root.tokens_from).type,
        tuple(_pairs(schedule, loop, writers, readers, engines)),
        cores=frozenset().union(*(schedule.cores_of(user.actor) for user in everyone)),
        children=frozenset(schedule.places[user.actor].child_of(loop) for user in everyone),
        by_cores=not any(user.actor in engines for user in everyone),
        ring=ring if ring < tokens else 0,
        is_plain=may_ring and all(user.view == View() for user in everyone),
    )


def size_buffer(stream: Stream, options: MemoryOptions) -> Sized:
    """The buffer of a root stream."""
    loop, tokens = stream.loop, stream.tokens
    layout = stream.layout(options.guard, options.bounded)
    slots = stream.slots(layout, options.slots.get(stream.root.name))
    spare = stream.spare_slots(layout, slots, guard=options.guard)
    ring = stream.ring if not stream.lead_and_trail else 0
    delays = [d % tokens if layout is Layout.WRAPPED else d for d in stream.delays]
    # Of objects, what lies in an arena may be handed on to another core.
    may_be_divided = not (stream.is_own or stream.lasts or stream.type.objects) and stream.has_one_stage and slots == 1
    divided = _divided(stream.pairs, stream.cores) if may_be_divided else ()
    margins = stream.margins if slots + spare == 1 and not options.guard else (0, 0)
    buffer = Buffer(
        stream.root.name,
        stream.type,
        loop.id,
        layout,
        slots + spare,
        ring or tokens + stream.lead_and_trail,
        max(delays) if layout is not Layout.SLOTS else 0,
        spare,
        core=next(iter(stream.cores)) if stream.is_own else None,
        pinned=(stream.lasts and not any(margins)) or not (stream.is_own or divided),
        divided=divided,
        apart_bytes=0 if options.guard else _apart_bytes(stream, divided),
    )
    is_root = loop.id == stream.schedule.root.id
    is_plain = layout is Layout.SLOTS and buffer.slots == 1 and is_root and not stream.type.objects
    dependences = tuple(_dependence(pair, buffer, tokens) for pair in stream.pairs)
    is_of_a_pass = is_plain and stream.by_cores and stream.has_one_stage and not stream.lasts
    return Sized(buffer, dependences, tokens, stream.children, ring, is_of_a_pass, margins)


def _divided(pairs: Sequence[_Pair], cores: Collection[int]) -> tuple[int, ...]:
    """The cores in the order of their parts, if each writes and reads nothing but its own part of a trip."""
    ends = [access for pair in pairs for access in (pair.writer, pair.reader)]
    all_read = {access.core for access in ends} == cores
    if not all_read or any(map(_crosses, pairs)) or not all(a.exact and a.engine is None for a in ends):
        return ()
    first = {pair.writer.core: pair.writer.start for pair in pairs}
    return tuple(sorted(first, key=first.__getitem__))


def _apart_bytes(stream: Stream, divided: Sequence[int]) -> int:
    """Between the parts of cores, if these are no smaller: a core that reads through its own part has the lines behind
    it fetched ahead, which another one would have to fetch back."""
    is_large = bool(divided) and stream.slot_bytes >= len(divided) * APART_BYTES.value
    return APART_BYTES.value if is_large and not stream.type.objects and stream.is_plain else 0


def ring_of(schedule: Schedule, writers: Sequence[User], readers: Sequence[User]) -> int:
    """The tokens of a ring between firings of one listing; 0 where they cannot pass through one."""
    everyone = (*writers, *readers)
    plain = all(len(u.rates) == 1 and u.view == View() and not u.delay_tokens for u in everyone)
    nodes = [schedule.node(user.actor) for user in everyone]
    if not plain or len(writers) != 1 or not readers or len({user.actor for user in everyone}) < len(everyone):
        return 0
    if not isinstance(nodes[0], Listing) or any(node is not nodes[0] for node in nodes):
        return 0
    rates = {reader.actor: reader.rates[0] for reader in readers}
    return ring_tokens(nodes[0].runs, writers[0].actor, writers[0].rates[0], rates)


def _crosses(pair: _Pair) -> bool:
    return meets_across(pair.writer, pair.reader)


def _slots_in_order(schedule: Schedule, loop: Loop, pair: _Pair, tokens: int) -> int:
    """Slots needed when writer and reader are on one core: one more than the delay unless reading comes first, or what
    is written may lie over what is read; and one for each stage that the reader comes later."""
    if pair.looks_back:
        return 1
    shift = -(-pair.delay_tokens // tokens)
    is_in_place = pair.in_place and pair.delay_tokens % tokens == 0
    least = max(1, shift if is_in_place or pair.reader.child < pair.writer.child else shift + 1)
    return _stages_between(schedule, loop, pair) + least


def _slots_between(schedule: Schedule, loop: Loop, pair: _Pair, tokens: int) -> int:
    """Slots between cores: those of the delay, and one for each pass that may overlap; but for stages only as many as
    the reader comes later."""
    overlapping = schedule.depth_passes - max(schedule.stages, default=0)
    return overlapping + _stages_between(schedule, loop, pair) + -(-pair.delay_tokens // tokens)


def _stages_between(schedule: Schedule, loop: Loop, pair: _Pair) -> int:
    return schedule.stage(loop.id, pair.reader.child) - schedule.stage(loop.id, pair.writer.child)


def _dependence(pair: _Pair, buffer: Buffer, tokens: int) -> Dependence:
    """Linear slots end with the tail of the next one: its writer also writes the slot ahead."""
    if buffer.layout is Layout.LINEAR:
        behind, free = int(pair.delay_tokens >= tokens), max(1, buffer.slots - 1)
        return Dependence(buffer.name, buffer.loop, pair.writer, pair.reader, behind, free, pair.fifo)
    if pair.looks_back:
        free = buffer.slots - buffer.spare_slots
        return Dependence(buffer.name, buffer.loop, pair.writer, pair.reader, 0, free, pair.fifo)
    behind, rest = divmod(pair.delay_tokens, tokens)
    free = buffer.slots - buffer.spare_slots - behind - bool(rest)
    return Dependence(buffer.name, buffer.loop, pair.writer, pair.reader, behind, free, pair.fifo, spans=rest > 0)


def private_buffers(
    graph: Graph, schedule: Schedule, ref: PortRef, name: str, tokens: int
) -> tuple[Iterator[Buffer], Window]:
    """A window of `tokens` tokens for a port alone, once for each core that fires its actor."""
    loop = schedule.places[ref.actor].loops[-1]
    type_ = graph.port(ref).type
    buffers = (
        Buffer(f"{name}@{core}", type_, loop.id, Layout.SLOTS, 1, max(tokens, 1), core=core, owner=ref.actor)
        for core in sorted(schedule.cores_of(ref.actor))
    )
    return buffers, Window(name, View(0, 1, ((0, 0),)), per_core=True)


def tokens_per_trip(graph: Graph, schedule: Schedule, ref: PortRef, loop: Loop) -> int:
    """The tokens that a port passes in a trip of a loop around its actor."""
    actor = graph.actor(ref.actor)
    cycles = schedule.places[ref.actor].firings_per_iteration_of(loop) // actor.phases
    return cycles * actor.tokens_per_cycle(actor.port(ref.port)) * loop.chunk


def trips_are_even(schedule: Schedule, loop: Loop) -> bool:
    """Whether every trip of `loop` but the program's last runs a full chunk."""
    if loop.id == schedule.root.id or loop.chunk == 1:
        return True
    outer = next(o for o in schedule.loops.values() if loop in o.body)
    return loop.count % loop.chunk == 0 or (
        loop.count * outer.chunk % loop.chunk == 0 and outer.id != schedule.root.id and trips_are_even(schedule, outer)
    )


# --- who touches what -------------------------------------------------------------------------------------------


def index_users(graph: Graph, order: Sequence[str], binding: Binding, in_place: Collection[PortRef]) -> Users:
    """Who writes and who reads each root, by name. `order` is a topological order of the actors; `in_place` are inputs
    that their actors write over, with what they will read there later."""
    users = Users({name: [] for name in binding.roots}, {name: [] for name in binding.roots})
    written_by = _writers_of_streams(graph, order, binding)
    for ref, alias in binding.aliases.items():
        actor = graph.actor(ref.actor)
        if fires_code(actor):
            users.writers[alias.root].append(User(ref.actor, alias.view, actor.port(ref.port).rates, str(ref)))
    for ref, r in binding.readings.items():
        sources = written_by[r.fifo.source]
        name = told_fifo(graph, r.fifo)
        user = User(
            ref.actor, r.alias.view, r.port.rates, name, r.fifo.delay_tokens, sources, ref in in_place, r.looks_back
        )
        users.readers[r.alias.root].append(user)
    for t in binding.transfers:
        fifo = graph.fifo_by_name[t.fifo]
        name = told_fifo(graph, fifo)
        users.writers[t.target.buffer].append(User(t.actor, t.target.view, t.target_rates, name))
        if t.when is When.FIRING:
            direct = binding.aliases[fifo.source].root == t.source.buffer
            sources = written_by[fifo.source] if direct else frozenset((t.actor,))
            delay = fifo.delay_tokens if direct else 0
            users.readers[t.source.buffer].append(User(t.actor, t.source.view, t.source_rates, name, delay, sources))
    return users


def _writers_of_streams(graph: Graph, order: Sequence[str], binding: Binding) -> dict[PortRef, frozenset[str]]:
    """The actors that write the tokens of each stream where they lie."""
    routing_of = {(t.fifo, t.target.buffer): t.actor for t in binding.transfers}
    written_by: dict[PortRef, frozenset[str]] = {}
    for actor in map(graph.actor, order):
        for port in actor.outputs:
            ref = PortRef(actor.name, port.name)
            if ref not in binding.aliases:
                continue
            if fires_code(actor):
                written_by[ref] = frozenset((actor.name,))
                continue
            writers: set[str] = set()
            for _, fifo in graph.inputs_of(actor):
                moved_by = routing_of.get((fifo.name, binding.aliases[ref].root))
                writers |= {moved_by} if moved_by is not None else written_by[fifo.source]
            written_by[ref] = frozenset(writers)
    return written_by


def _pairs(
    schedule: Schedule, loop: Loop, writers: list[User], readers: list[User], engines: Mapping[str, int]
) -> Iterator[_Pair]:
    def of(user: User) -> Iterator[BufferAccess]:
        for access in buffer_accesses(schedule, loop, user.actor, engines.get(user.actor)):
            if not access.exact or token_at(user.rates, access.start) < token_at(user.rates, access.stop):
                yield access

    writing = [(user, access) for user in writers for access in of(user)]
    for reader in readers:
        for read in of(reader):
            for writer, write in writing:
                if write.core != read.core and _are_ordered(schedule, writer.actor, reader.actor):
                    continue  # they take turns anyway
                if writer.actor in reader.sources and (reader.delay_tokens or parts_meet(writer, write, reader, read)):
                    in_place = reader.in_place and writer.actor == reader.actor
                    yield _Pair(write, read, reader.delay_tokens, reader.fifo, in_place, reader.looks_back)


def _are_ordered(schedule: Schedule, one: str, other: str) -> bool:
    """Whether both stand in the same ordered loop."""
    loop = schedule.ordered_loop(one)
    return loop is not None and loop is schedule.ordered_loop(other)


def buffer_accesses(schedule: Schedule, loop: Loop, actor: str, engine: int | None = None) -> Iterator[BufferAccess]:
    """The parts of `actor`, as children of `loop` see them. `engine` does the work of this actor, if any."""

    place, node = schedule.places[actor], schedule.node(actor)
    child = place.child_of(loop)
    if isinstance(node, Leaf) and place.loops[-1].id == loop.id:
        for part in node.parts:
            yield BufferAccess(actor, part.core, child, part.start, part.stop, exact=True, engine=engine)
    elif place.loops[-1].parts and place.loops[-2].id == loop.id:
        for part in place.loops[-1].parts:
            first, last = part.start * place.firings, part.stop * place.firings
            yield BufferAccess(actor, part.core, child, first, last, exact=True, engine=engine)
    else:
        for core in sorted(node.cores):
            yield BufferAccess(actor, core, child, engine=engine)


def parts_meet(writer: User, write: BufferAccess, reader: User, read: BufferAccess) -> bool:
    if not (write.exact and read.exact):
        return True
    a = _intervals(writer, write)
    b = _intervals(reader, read)
    if a is None or b is None:
        return True
    merged = sorted([(start, stop, 0) for start, stop in a] + [(start, stop, 1) for start, stop in b])
    reached = [0, 0]
    for start, stop, side in merged:
        if start < reached[1 - side]:
            return True
        reached[side] = max(reached[side], stop)
    return False


def _intervals(user: User, access: BufferAccess) -> list[tuple[int, int]] | None:
    """The tokens that a range of firings touches within a slot; None if there are too many runs."""
    first, last = token_at(user.rates, access.start), token_at(user.rates, access.stop)
    view = user.view
    if view.run == 0:
        return [(view.base + first, view.base + last)]
    if (last - first) // view.run > MAX_INTERVALS:
        return None
    found = []
    token = first
    while token < last:
        length = min(view.run - token % view.run, last - token)
        found.append((view.offset(token), view.offset(token) + length))
        token += length
    return found


def token_at(rates: tuple[int, ...], firing: int) -> int:
    """The token at which `firing` begins."""
    cycles, phase = divmod(firing, len(rates))
    return cycles * sum(rates) + sum(rates[:phase])
