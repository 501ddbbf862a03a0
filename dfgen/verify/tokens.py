# SPDX-License-Identifier: Apache-2.0
"""Which token lies where a port looks, and whether it is the one that it must see.

A buffer is taken as an endless row of places: that of trip t's payload begins at t times its tokens, and what a window
sees behind a delay lies before. Slots are a matter of time: when a place is used again is seen to in `needs`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise
from math import lcm, prod

from dfgen.model.graph import Fifo, PortRef
from dfgen.model.plan import Buffer, Layout
from dfgen.model.program import ROOT
from dfgen.verify.origins import OPAQUE, ZERO, Origins, Token, in_early_round, is_same
from dfgen.verify.repetition import ByRepetition, apart
from dfgen.verify.steps import Step, Steps
from dfgen.verify.uses import Piece, Use, WrongProgram, by_buffer, some

LATER = 10**9
"""A pass so late that nothing is left of initial tokens."""
FIRINGS, NUMBERS, EDGES = 12, 4, 8
"""So many firings of a trip are looked at, so many tokens of each, and so many of those where another writer begins.
Places are linear in both, so that few would do."""
MOVES_MOST = 300
"""On the way of a token; more come of bytes that are copied in a circle, for routing actors behind routing actors are
few."""
Seen = dict[tuple[str, int], int]
"""By buffer and place of a trip, the iteration with which the trip begins."""
SMALL = 64
"""Tokens in a trip that are all looked at; and tokens of its first and last firing where routing actors put them in
order."""
ROUTED = 1024
"""Tokens in a trip that are all looked at where routing actors put them in order. Places are not linear there: a view
whose digits count wrong may be wrong in one piece of many, which nothing tells but that piece."""
ROUTED_IN_ALL = 150_000
"""Such tokens of all ports together: where there are more, fewer are looked at of each."""


class Writers:
    """Who writes which place of a buffer's payload, of all that write there in a trip."""

    def __init__(self, uses: Sequence[Use]) -> None:
        self.problems: list[str] = []
        found: list[tuple[int, int, Piece, Use]] = []
        self.many = [use for use in uses if not use.has_all_pieces]
        self.repeating = ByRepetition(self.many)
        for use in uses:
            if use.has_all_pieces:
                found += [(piece.place, piece.end, piece, use) for piece in use.pieces]
        found.sort(key=lambda each: (each[0], each[1]))
        if any(a[1] > b[0] for a, b in pairwise(found)):
            found = self._painted(found, uses)
        if self.many:
            self._compare_many(uses)
        self.found = found
        self.starts = [each[0] for each in found]

    def _painted(
        self, found: list[tuple[int, int, Piece, Use]], uses: Sequence[Use]
    ) -> list[tuple[int, int, Piece, Use]]:
        """What one block writes twice holds what it wrote last. Blocks of several cores of which it is not known which
        firings they have write the same; all others must not write what another one writes."""
        edges = sorted({edge for start, end, *_ in found for edge in (start, end)})
        owner: dict[int, tuple[Piece, Use]] = {}
        for use in (use for use in uses if use.has_all_pieces):
            for piece in use.pieces:
                for index in range(bisect_right(edges, piece.place) - 1, bisect_right(edges, piece.end - 1)):
                    known = owner.get(edges[index])
                    if known is not None and not _is_same(known[1], use):
                        self.problems.append(f"{use.name} writes to {use.buffer.name} where {known[1].name} does")
                    owner[edges[index]] = (piece, use)
        ends = dict(pairwise(edges))
        return [(edge, ends[edge], *owner[edge]) for edge in edges if edge in owner]

    def _compare_many(self, uses: Sequence[Use]) -> None:
        """The same where pieces are too many to look at each: of those that may meet, at some."""
        different = list({(use.name, use.window, use.stream): use for use in uses}.values())
        if apart(*different):
            return
        for one, other in combinations(different, 2):
            is_seen = one.has_all_pieces and other.has_all_pieces
            if not is_seen and not apart(one, other) and _meet(one, other):
                self.problems.append(f"{other.name} writes to {other.buffer.name} where {one.name} does")

    def at(self, place: int) -> tuple[Use, int] | None:
        """Who writes it, and which token of its stream in the trip it is."""
        index = bisect_right(self.starts, place) - 1
        if index >= 0 and place < self.found[index][1]:
            *_, piece, use = self.found[index]
            return use, piece.token + place - piece.place
        tokens = ((use, use.token_at(place)) for use in self.repeating.near(place))
        return next(((use, token) for use, token in tokens if token is not None), None)

    def edges(self, start: int, end: int) -> Iterator[int]:
        """Where a piece begins or ends."""
        index = max(0, bisect_right(self.starts, start) - 1)
        while index < len(self.starts) and self.starts[index] < end:
            yield from (edge for edge in self.found[index][:2] if start < edge < end)
            index += 1


def _is_same(one: Use, other: Use) -> bool:
    """Whether two blocks write the same tokens to the same places."""
    return (one.name, one.window, one.stream) == (other.name, other.window, other.stream)


def _meet(one: Use, other: Use) -> bool:
    """Whether an end of a piece that is looked at of one use lies in the other."""
    return any(
        second.token_at(place) is not None
        for first, second in ((one, other), (other, one))
        for piece in first.pieces
        for place in (piece.place, piece.end - 1)
    )


class Tokens:
    """What every place holds."""

    def __init__(self, steps: Steps, uses: Sequence[Use]) -> None:
        self.steps, self.graph, self.uses = steps, steps.program.graph, uses
        self.origins = Origins(self.graph)
        read = [use for use in uses if not use.writes and PortRef(use.actor, use.port) in self.graph.fifo_to]
        routed = sum(not self._is_from_code(use) for use in read)
        self.routed_few = max(SMALL, min(ROUTED, ROUTED_IN_ALL // max(1, routed)))
        written = by_buffer(use for use in uses if use.writes)
        self.uses_in: dict[Step, list[Use]] = {}
        for use in uses:
            self.uses_in.setdefault(use.step, []).append(use)
        self.rings = {name: found[0] for name, found in written.items() if is_ring(found)}
        self.writers = {name: Writers(found) for name, found in written.items() if name not in self.rings}
        self.delayed: dict[str, list[Fifo]] = {}
        """By buffer, the FIFOs from its source that have initial tokens."""
        for fifo in self.graph.fifos:
            if fifo.delay is not None:
                self.delayed.setdefault(str(fifo.source), []).append(fifo)
        self.zeros: set[str] = set()
        """Buffers in which somebody reads what nobody writes."""

    def problems(self) -> Iterator[str]:
        for writers in self.writers.values():
            yield from dict.fromkeys(writers.problems)
        for use in self.uses:
            if use.writes and use.buffer.name in self.delayed:
                yield from self._slot_problems(use)
            if use.is_fired and not use.writes:
                yield from self._port_problems(use)

    def _slot_problems(self, use: Use) -> Iterator[str]:
        """Initial tokens fill as many slots as they would fill trips. Only those of the first trips are looked at one
        by one."""
        tokens = use.stream.begins(use.loop_firings * self.steps.chunk(use.buffer.loop))
        if tokens not in (0, use.buffer.span_tokens) and use.buffer.name not in self.rings:
            yield f"{use.buffer.name} has initial tokens, and slots for more or less than the tokens of a trip"

    def _port_problems(self, use: Use) -> Iterator[str]:
        fifo = self.graph.fifo_to.get(PortRef(use.actor, use.port))
        if fifo is None:
            return
        copied = next((other for other in self.uses_in[use.step] if _hands_over(other, use)), None)
        if copied is not None and not _fills(copied, use):  # what is there then is left of another firing
            yield f"{use.name} is not given all its tokens"
            return
        plain = copied is None and self._is_plain(use)
        for start in self._starts(use.buffer.loop, few=plain):
            for firing, number, token, place in self._ends(use) if plain else self._points(use):
                wanted_number = use.stream.begins(start * use.loop_firings) + token
                wanted = self.origins.token_at(fifo, wanted_number)
                if copied is not None:
                    if copied.position(firing, number) != use.position(firing, number):
                        yield f"{use.name} is given its token {wanted_number} elsewhere"
                        return
                    found = self._copied(copied, use, start, firing, number)
                elif use.buffer.name in self.rings:
                    found = self._in_ring(use, wanted_number)
                else:
                    found = self.content(use.buffer, start, place)
                if not is_same(found, wanted):
                    saw = f"{use.name} sees {found or 'nothing'}"
                    yield f"{saw} as its token {wanted_number}, which is {wanted or 'zero'}"
                    return
                if copied is None and use.spoils and self._is_never_written(use.buffer, start, place):
                    yield f"{use.name} writes over its token {wanted_number}, which nobody writes anew"
                    return

    def _copied(self, copy: Use, use: Use, start: int, firing: int, number: int) -> Token | None:
        """What a window that is filled before each firing holds then."""
        source = copy.moves
        assert source is not None
        return self._moved(source, firing + start * use.loop_firings, number)

    def _moved(self, source: Use, firing: int, number: int, seen: Seen | None = None) -> Token | None:
        """What a firing, counted from the start, takes as its token of that number."""
        if source.buffer.name in self.rings:
            return self._in_ring(source, source.stream.begins(firing) + source.stream.first + number)
        begins = self.steps.start_of_trip(source.buffer.loop, firing // source.loop_firings)
        return self.content(source.buffer, begins, source.place(firing - begins * source.loop_firings, number), seen)

    def _in_ring(self, use: Use, number: int) -> Token | None:
        """The places of a ring are those of the writer's tokens, if all go round alike."""
        writer = self.rings[use.buffer.name]
        if use.window.view != writer.window.view or use.window.shift != writer.window.shift or writer.moves is not None:
            return ZERO
        return Token(PortRef(writer.actor, writer.port), number)

    def _starts(self, loop: int, *, few: bool) -> list[int]:
        """Iterations with which trips begin: the program's first, and some of a late pass."""
        each = self._iterations_of(loop)
        late = LATER * each
        if few:
            return [0, late]
        inside = (late, late + self.steps.chunk(loop), late + each // 2, late + each - 1) if loop != ROOT else (late,)
        return sorted({0, *(self.steps.start_of_trip(loop, min(one, late + each - 1)) for one in inside)})

    def _iterations_of(self, loop: int) -> int:
        """In a full pass."""
        if loop == 0:
            return self.steps.program.chunk
        return self.steps.program.chunk * prod(outer.count for outer in self.steps.loops[loop])

    def _points(self, use: Use) -> Iterator[tuple[int, int, int, int]]:
        """Firings of a trip, numbers of tokens in them and in the trip, and where they lie: all of a few; else the ends
        of windows, and wherever somebody else begins to write."""
        start, stop = use.firings
        is_routed = not self._is_from_code(use)
        has_few = use.stream.begins(stop) - use.stream.begins(start) <= (self.routed_few if is_routed else SMALL)
        for firing in range(start, stop) if has_few else some(start, stop, FIRINGS):
            count, first, begins = use.stream.count(firing), use.place(firing, 0), use.stream.begins(firing)
            most = SMALL if is_routed and firing in (start, stop - 1) else NUMBERS
            for number in range(count) if has_few else self._numbers(use, first, count, most):
                yield firing, number, begins + number, first + number

    def _numbers(self, use: Use, first: int, count: int, most: int) -> list[int]:
        """Some tokens of a firing, the first of which lies at that place."""
        writers, span = self.writers.get(use.buffer.name), use.buffer.span_tokens
        numbers = {*some(0, count, most), count - 1} if count else set()
        if writers is not None:
            for trip in range(first - first % span, first + count, span):
                edges = writers.edges(max(0, first - trip), min(span, first + count - trip))
                numbers.update(trip + edge - first for edge in islice(edges, EDGES))
        return sorted(numbers)

    def _ends(self, use: Use) -> Iterator[tuple[int, int, int, int]]:
        """The same for the first and the last token of a trip."""
        start, stop = use.firings
        for firing, number in ((start, 0), (stop - 1, use.stream.count(stop - 1) - 1)):
            yield firing, number, use.stream.begins(firing) + number, use.place(firing, number)

    def _is_plain(self, use: Use) -> bool:
        """Whether tokens pass one after the other from one actor to the other, so that two of them tell of all."""
        writers = self.writers.get(use.buffer.name)
        return (
            writers is not None
            and not writers.many
            and len(writers.found) == 1
            and writers.found[0][:2] == (0, use.buffer.span_tokens)
            and use.window.view.run == 0
            and min(use.stream.rates) > 0
            and self._is_from_code(use)
        )

    def _is_from_code(self, use: Use) -> bool:
        """Whether no routing actor stands before the port."""
        fifo = self.graph.fifo_to[PortRef(use.actor, use.port)]
        return self.graph.actor(fifo.source.actor).kind in OPAQUE

    def content(self, buffer: Buffer, start: int, place: int, seen: Seen | None = None) -> Token | None:
        """What lies at a place of the trip that begins with iteration `start` of the buffer's loop. `seen`: the places
        that copies have led through on the way there."""
        span, chunk = buffer.span_tokens, self.steps.chunk(buffer.loop)
        start, place = self._in_trip(buffer, start, place)
        if start < 0:
            return self._initial(buffer.name, start * span // chunk + place)
        writers = self.writers.get(buffer.name)
        found = writers.at(place) if writers is not None else None
        if found is None:
            self.zeros.add(buffer.name)
            # Where slots come round without a part of each for the trip before, so do the initial tokens in them.
            has_own_part = buffer.history_tokens and buffer.layout is not Layout.WRAPPED
            return ZERO if has_own_part else self._initial(buffer.name, place - span)
        writer, token = found
        if writer.moves is None:
            return Token(PortRef(writer.actor, writer.port), writer.stream.begins(start * writer.loop_firings) + token)
        if writer.is_stationary:
            return ZERO  # a window of one firing, of no use later
        seen = {} if seen is None else seen
        start = self._skipping_rounds(buffer, start, place, seen)
        firing, number = writer.stream.at(token - writer.stream.first)
        return self._moved(writer.moves, firing + start * writer.loop_firings, number, seen)

    def _skipping_rounds(self, buffer: Buffer, start: int, place: int, seen: Seen) -> int:
        """Routing actors may send tokens round a cycle for ever: each round is like the one before."""
        key = (buffer.name, place)
        before = seen.get(key)
        if (before is not None and before <= start) or len(seen) > MOVES_MOST:
            raise WrongProgram(f"{buffer.name} is copied to itself")
        if before is not None and self.steps.is_even(buffer.loop):
            start = in_early_round(start, before - start)
        seen[key] = start
        return start

    def _is_never_written(self, buffer: Buffer, start: int, place: int) -> bool:
        """Neither in this trip nor in any other, so that it must stay as it was at the start."""
        start, place = self._in_trip(buffer, start, place)
        writers = self.writers.get(buffer.name)
        return start >= 0 and buffer.name not in self.rings and (writers is None or writers.at(place) is None)

    def _in_trip(self, buffer: Buffer, start: int, place: int) -> tuple[int, int]:
        """Where a trip begins, and a place of its payload: the same as `place` of the trip that begins with `start`."""
        span = buffer.span_tokens
        if 0 <= place < span:
            return start, place
        if self.steps.is_even(buffer.loop):
            return start + place // span * self.steps.chunk(buffer.loop), place % span
        return self._uneven(buffer.loop, start, place, span)

    def _uneven(self, loop: int, start: int, place: int, span: int) -> tuple[int, int]:
        """The same place as one of an earlier trip, of trips that are not all full."""
        each, rest = divmod(span, self.steps.chunk(loop))
        if each == 0 or rest:
            raise WrongProgram(f"iterations of loop {loop} have not the same number of its trip's {span} tokens each")
        iteration = start + place // each
        if iteration < 0:
            return iteration, place % each
        begins = self.steps.start_of_trip(loop, iteration)
        return begins, (iteration - begins) * each + place % each

    def _initial(self, buffer: str, number: int) -> Token | None:
        """As the program begins FIFOs with delays have filled the end of their source's buffer, one after the other."""
        found = ZERO
        for fifo in self.delayed.get(buffer, ()):
            if -fifo.delay_tokens <= number < 0:
                found = Token(fifo.source, number, fifo.delay)
        return found


def _hands_over(copy: Use, use: Use) -> bool:
    """Whether it fills the use's window for each firing anew."""
    return (
        copy.moves is not None
        and copy.block is use.block
        and copy.is_stationary
        and copy.buffer.name == use.buffer.name
        and copy.agent == use.agent
    )


def _fills(copy: Use, use: Use) -> bool:
    """Whether what fills the use's window has as many tokens as it in all firings."""
    firings = range(lcm(len(copy.stream.counts), copy.stream.period, len(use.stream.counts)))
    return all(use.stream.count(firing) <= copy.stream.count(firing) for firing in firings)


def is_ring(writers: Sequence[Use]) -> bool:
    """Whether more tokens pass through a buffer in a trip than it has places: they come round."""
    (use, *others) = writers
    view = use.window.view
    span = use.buffer.span_tokens
    comes_round = view.dims == ((0, 0),) and view.run == span and max(use.stream.rates) <= span and use.moves is None
    return not others and comes_round and use.stream.begins(use.firings[1]) > span
