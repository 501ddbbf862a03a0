# SPDX-License-Identifier: Apache-2.0
"""The stage itself: schedule in, plan out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from dfgen.machine.constants import WORTH_HUGE_BYTES
from dfgen.memory.arena import lay_out
from dfgen.memory.binding import Binding, Reading, fires_code, piece_of
from dfgen.memory.buffers import Sized, private_buffers, size_buffer, tokens_per_trip
from dfgen.memory.choice import Choice
from dfgen.memory.file_views import FileViews, Found, views_of_files
from dfgen.memory.helping import find_helped
from dfgen.memory.local_buffers import local_buffers
from dfgen.memory.margins import margins_of
from dfgen.memory.object_arenas import place_objects
from dfgen.memory.offloading import engines_of
from dfgen.memory.options import MemoryOptions
from dfgen.memory.overlays import buffers_below, find_overlays
from dfgen.memory.owning import find_owned
from dfgen.memory.rings_in_place import rings_in_place
from dfgen.memory.strategies import IN_PLACE, STRATEGIES
from dfgen.memory.strategies.contract import Strategy
from dfgen.memory.streams import Streams, streams_of
from dfgen.memory.strides import guard_notes
from dfgen.memory.sync import synchronise, tail_moves
from dfgen.model.alignment import PAGE_BYTES, align
from dfgen.model.decisions import FifoChoice
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph, PortRef
from dfgen.model.movement import HowToMove, Pages
from dfgen.model.names import user_name
from dfgen.model.plan import Buffer, Plan, Transfer, View, When, Window
from dfgen.model.port import Access, Port
from dfgen.model.schedule import Schedule


def plan_memory(
    graph: Graph, facts: Facts, schedule: Schedule, options: MemoryOptions, streams: Streams | None = None
) -> Plan:
    """The plan of a schedule, whatever memory it takes. Raises `UserError` for demands that cannot be met. `streams`:
    those of the schedule, if they are known."""
    streams = streams or streams_of(graph, facts, schedule, options)
    choices, users, engines = streams.choices, streams.users, streams.engines
    sized = {name: size_buffer(stream, options) for name, stream in streams.by_root.items()}
    found = _Windows(graph, schedule, streams.binding, choices, sized, options, engines_of(graph))
    found.find()
    sized = _paged(sized, found.transfers, set(_of_files(graph, found.windows)))
    receivers = {a.name: engines[a.name] for a in graph.network_ends if a.network is not None and a.network.receives}
    tails = tail_moves(schedule, sized.values())
    above: Mapping[str, str] = {}
    if not options.guard:
        sized = _with_variables(graph, schedule, sized, found, {move.buffer for move in tails})
    files = _file_views(graph, schedule, sized, found, options)
    sized = _with_buffers(sized, {n: replace(sized[n].buffer, file=file) for n, file in files.buffers.items()})
    if not options.guard:
        sized, above = rings_in_place(graph, schedule, found.windows, found.transfers, sized, users, options.slots)
    waits = synchronise(schedule, sized.values(), receivers)
    buffers = {name: item.buffer for name, item in sized.items()}
    overlays = find_overlays(graph, schedule, found.windows, found.transfers, buffers, users, above, options.guard)
    helped = find_helped(graph, schedule, found.windows, found.transfers, buffers, overlays, options.guard)
    owned = find_owned(graph, schedule, found.windows, found.transfers, buffers, users, overlays, helped, options.guard)
    below = buffers_below(overlays, found.windows)
    arena = lay_out(graph, schedule, list(sized.values()), found.private, options.guard, waits, below)
    transfers = tuple(replace(t, bytes_per_iteration=_moved(facts, t)) for t in found.transfers)
    objects = place_objects(graph, schedule, arena.buffers, transfers, below, arena.size_bytes, guard=options.guard)
    return Plan(
        graph=files.told(graph, arena.buffers),
        schedule=schedule,
        buffers=objects.buffers,
        windows=found.windows,
        transfers=transfers,
        tail_moves=tails,
        margins=tuple(margins_of(sized.values(), arena.buffers)),
        dependences=tuple(dependence for item in sized.values() for dependence in item.dependences),
        waits=waits,
        choices=tuple(_fifo_choices(graph, facts, choices, transfers)),
        state_offsets=arena.state_offsets,
        state_bytes=arena.state_bytes,
        arena_bytes=objects.end,
        lower_bound_bytes=arena.lower_bound_bytes + objects.end - arena.size_bytes,
        unshared_bytes=arena.unshared_bytes + objects.end - arena.size_bytes,
        cow_worst_bytes=sum(_worst_bytes(schedule, arena.buffers, t) for t in transfers),
        guard=options.guard,
        engines=found.engines,
        overlays=overlays,
        owned=owned,
        helped=helped,
        scratch=objects.scratch,
        notes=(*schedule.notes, *streams.notes, *(guard_notes(arena.buffers.values()) if options.guard else ())),
    )


def _file_views(
    graph: Graph, schedule: Schedule, sized: Mapping[str, Sized], found: _Windows, options: MemoryOptions
) -> FileViews:
    buffers = {name: item.buffer for name, item in sized.items()}
    return views_of_files(Found(graph, schedule, buffers, found.windows, tuple(found.transfers), options.guard))


def _with_variables(
    graph: Graph, schedule: Schedule, sized: Mapping[str, Sized], found: _Windows, others: Collection[str]
) -> dict[str, Sized]:
    """Buffers that are variables of a trip. `others`: what something else than actors and transfers uses."""
    ends = {window.buffer for transfer in found.transfers for window in (transfer.source, transfer.target)}
    buffers = (item.buffer for item in sized.values())
    variables = local_buffers(graph, schedule, found.windows, buffers, ends.union(others))
    return _with_buffers(sized, {name: replace(sized[name].buffer, is_variable=True) for name in variables})


def _of_files(graph: Graph, windows: Mapping[PortRef, Window]) -> Iterator[str]:
    """The buffers between which and a file bytes pass by the page cache, which devices ask to be aligned for."""
    for actor in graph.file_actors:
        if actor.file is not None and actor.file.past_cache:
            yield windows[PortRef(actor.name, "data")].buffer


def _paged(sized: Mapping[str, Sized], transfers: Iterable[Transfer], of_files: Collection[str]) -> dict[str, Sized]:
    """The slots of buffers that are seen through private views, or that files want on pages, start on them."""
    viewed: dict[str, list[Transfer]] = {}
    for t in transfers:
        if any(how.views for how in t.ways):
            viewed.setdefault(t.source.buffer, []).append(t)

    def pages(name: str, buffer: Buffer) -> Pages:
        return _pages(buffer, viewed[name]) if name in viewed else Pages.SMALL

    found = {name: sized[name].buffer for name in (*viewed, *of_files) if name in sized}
    return _with_buffers(sized, {name: replace(b, pages=pages(name, b)) for name, b in found.items()})


def _with_buffers(sized: Mapping[str, Sized], changed: Mapping[str, Buffer]) -> dict[str, Sized]:
    return {**sized, **{name: replace(sized[name], buffer=buffer) for name, buffer in changed.items()}}


def _pages(buffer: Buffer, views: Iterable[Transfer]) -> Pages:
    """Huge pages are refreshed as a whole: unasked, only readers that are not to write may get them."""
    shown = [how for view in views for how in view.ways if how.views]
    wishes = {how.pages for how in shown}
    if Pages.HUGE in wishes:
        return Pages.HUGE
    only_read = all(how.only_read for how in shown)
    worth = wishes == {Pages.HUGE_IF_WORTH} and only_read and buffer.slot_bytes >= WORTH_HUGE_BYTES.value
    return Pages.HUGE_IF_WORTH if worth else Pages.SMALL


@dataclass
class _Windows:
    """Every port's window, the private buffers behind some of them, and all transfers."""

    graph: Graph
    schedule: Schedule
    binding: Binding
    choices: Mapping[PortRef, Choice]
    sized: Mapping[str, Sized]
    options: MemoryOptions
    engines: tuple[str, ...]
    windows: dict[PortRef, Window] = field(default_factory=dict)
    private: dict[str, Buffer] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)

    def find(self) -> None:
        self.transfers.extend(self._resolved(transfer) for transfer in self.binding.transfers)
        for actor in self.graph.actors:
            for port in actor.ports if fires_code(actor) else ():
                ref = PortRef(actor.name, port.name)
                if ref in self.binding.readings:
                    self._read(ref, port, self.binding.readings[ref])
                elif ref in self.binding.aliases:
                    alias = self.binding.aliases[ref]
                    self.windows[ref] = self.sized[alias.root].window(alias.view, 0)
                elif actor.fire is None or port.name in actor.fire.ports:
                    self.windows[ref] = replace(self._own(ref, str(ref)), read_only=reads_only(port))

    def _read(self, ref: PortRef, port: Port, reading: Reading) -> None:
        choice = self.choices[ref]
        trip_tokens = tokens_per_trip(self.graph, self.schedule, ref, self.schedule.root) if reading.looks_back else 0
        source = self.sized[reading.alias.root].window(reading.alias.view, reading.fifo.delay_tokens, trip_tokens)
        source = replace(source, read_only=reads_only(port))
        how = choice.how
        if not how.moves:
            self.windows[ref] = source
            return
        candidates = self._among(how, lambda s: choice.is_legal(s))
        if not all(one.views for one in (how, *candidates)):
            self.windows[ref] = replace(self._own(ref, reading.fifo.name), read_only=reads_only(port))
        else:
            self.windows[ref] = source
        transfer = _reading_transfer(reading, source, self.windows[ref], choice, how)
        self.transfers.append(replace(transfer, candidates=candidates))

    def _own(self, ref: PortRef, name: str) -> Window:
        """A window for the port alone on each of its actor's cores."""
        buffers, window = private_buffers(self.graph, self.schedule, ref, name, max(self.graph.port(ref).rates))
        self.private.update((buffer.name, buffer) for buffer in buffers)
        return window

    def _among(self, chosen: HowToMove, possible: Callable[[Strategy], bool]) -> tuple[HowToMove, ...]:
        """The candidates asked for that are possible, with the one chosen; nothing if it is alone."""
        asked = {*self.options.candidates, chosen.strategy} if self.options.candidates else set()
        found = [s for s in STRATEGIES.values() if s.name in asked and s.moves and possible(s)]
        return tuple(chosen if s.name == chosen.strategy else s.how() for s in found) if len(found) > 1 else ()

    def _resolved(self, transfer: Transfer) -> Transfer:
        """The binding speaks of streams; the plan of slots, behind the delay of the FIFO."""
        fifo = self.graph.fifo_by_name[transfer.fifo]
        direct = transfer.when is When.FIRING and str(fifo.source) == transfer.source.buffer
        delay = fifo.delay_tokens if direct else 0
        how = transfer.how
        given = STRATEGIES[how.strategy].all_options(fifo.transfer.options if fifo.transfer else ())
        return replace(
            transfer,
            source=self.sized[transfer.source.buffer].window(transfer.source.view, delay),
            target=self.sized[transfer.target.buffer].window(transfer.target.view, 0),
            candidates=self._among(how, lambda s: _may_replace(s, how, transfer)),
            options=given if how.by_engine else (),
            engine=self.engines.index(how.engine) if how.by_engine else 0,
        )


def _may_replace(strategy: Strategy, how: HowToMove, transfer: Transfer) -> bool:
    """Whether a program may choose it as it starts in place of how a routing actor's bytes move."""
    if transfer.type.objects and how.by_engine:
        return False  # a copy by an engine is called in its own way, and awaited
    if strategy.obstacle_of(transfer.type):
        return False
    return strategy.way.is_copy or (strategy.by_engine and how.by_engine)


def _reading_transfer(reading: Reading, source: Window, target: Window, choice: Choice, how: HowToMove) -> Transfer:
    """What moves before each firing of the reader."""
    port, views = reading.port, how.views and source == target
    return Transfer(
        fifo=reading.fifo.name,
        actor=reading.actor.name,
        port=port.name,
        when=When.BEFORE,
        source=source,
        target=target,
        rates=port.rates,
        source_rates=port.rates,
        target_rates=port.rates if views else (0,),
        piece=piece_of(port.rates, source.view, View()),
        type=port.type,
        how=how,
        reason=choice.reason,
        options=choice.options,
        estimates_ns=choice.estimates_ns,
        written_percent=ceil(100 * (reading.fifo.written_fraction or 0)),
    )


def _worst_bytes(schedule: Schedule, buffers: Mapping[str, Buffer], transfer: Transfer) -> int:
    """What the views of a transfer take when all of their pages have been written: one view on each of its cores."""
    if not transfer.how.views:
        return 0
    buffer = buffers[transfer.source.buffer]
    return align(buffer.size_bytes, PAGE_BYTES) * len(schedule.cores_of(transfer.actor))


def reads_only(port: Port) -> bool:
    return port.is_input and port.access in (Access.READ_ONLY, Access.UNUSED)


def _moved(facts: Facts, transfer: Transfer) -> int:
    """Bytes that a transfer moves in one graph iteration. Of a view: 0, for no plan can know what its reader writes."""
    if transfer.how.views:
        return 0
    firings = facts.firings[transfer.actor]
    tokens = firings // len(transfer.rates) * sum(transfer.rates)
    tokens = tokens * (transfer.period - transfer.skip) // transfer.period
    return tokens * transfer.type.footprint_bytes


def _fifo_choices(
    graph: Graph, facts: Facts, choices: Mapping[PortRef, Choice], transfers: Sequence[Transfer]
) -> list[FifoChoice]:
    by_fifo: dict[str, list[Transfer]] = {}
    for transfer in transfers:
        by_fifo.setdefault(transfer.fifo, []).append(transfer)
    found: dict[str, FifoChoice] = {}
    for fifo in graph.fifos:
        passed = facts.tokens[fifo.name] * graph.port(fifo.source).type.footprint_bytes
        moves = by_fifo.get(fifo.name, [])
        chosen = choices.get(fifo.target, Choice(IN_PLACE.name, "a view"))
        strategy, decided = (moves[0].how.strategy, moves[0]) if moves else (chosen.strategy, chosen)
        moved = sum(t.bytes_per_iteration for t in moves)
        name = user_name(graph, fifo)
        choice = FifoChoice(name, fifo.target, strategy, decided.reason, passed, moved, decided.estimates_ns)
        found[name] = _joined(found[name], choice) if name in found else choice
    return list(found.values())


def _joined(first: FifoChoice, second: FifoChoice) -> FifoChoice:
    """One choice for the two parts of a FIFO on both sides of a routing actor of dfgen's; the user's actor reads the
    second."""
    telling = max(second, first, key=lambda choice: choice.moved_bytes_per_iteration)
    moved = first.moved_bytes_per_iteration + second.moved_bytes_per_iteration
    return replace(telling, target=second.target, moved_bytes_per_iteration=moved)
