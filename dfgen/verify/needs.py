# SPDX-License-Identifier: Apache-2.0
"""What must be over before what may begin, from trip to trip: what is read has been written, what is written again has
been read, tails are carried on between, and actors that have an order keep it.

Between operations of one agent their place in its list tells; what crosses agents is left to the abstract run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import prod

from dfgen.model.frozen import frozen
from dfgen.model.plan import Buffer, Layout
from dfgen.model.program import ROOT, CarryTail, Firings, Interleaved, Loop, Wait
from dfgen.verify.repetition import apart
from dfgen.verify.rings import is_over, lie_alike, may_meet, rings_of
from dfgen.verify.steps import Step, Steps, queue_of
from dfgen.verify.tokens import Tokens
from dfgen.verify.turns import in_turns, stages_between, turns_of
from dfgen.verify.uses import Use, by_buffer, some

WORK = (Firings, Interleaved, Loop)
FIRINGS = 64
"""Of a trip, that are looked at one by one, and pieces of each; of more, some at both ends and in between."""
FEW = 4
"""The same where one firing tells of all."""


@frozen
class Event:
    """An operation in a buffer's loop, as what `agent` does: the core, or an engine's queue that it submits to."""

    agent: int
    step: Step

    @property
    def place(self) -> tuple[int, int]:
        return self.step.late, self.step.number


@frozen
class Need:
    """`after` of trip t begins when `before` of trip t - `lag` is over; of trips of the loop that both stand in.

    The lag is below zero where `after` is of a later stage, whose trip is one before that of `before`, if that has one.
    """

    before: Event
    after: Event
    lag: int
    problem: str


class Needs:
    """Those that cross agents; problems are told of the others."""

    def __init__(self, steps: Steps, uses: Sequence[Use], tokens: Tokens) -> None:
        self.steps, self.tokens = steps, tokens
        self.cores = len(steps.program.cores)
        self.problems: list[str] = []
        self.crossing: dict[Need, None] = {}
        self.carries: dict[str, list[Step]] = {}
        for step in steps:
            if isinstance(step.operation, CarryTail):
                self.carries.setdefault(step.operation.buffer, []).append(step)
        used = by_buffer(uses)
        self.lasting: set[str] = set()
        """Buffers whose contents outlive a trip."""
        for found in used.values():
            self._of_buffer(found)
        self.rings = [] if steps.program.guard else rings_of(used)
        for ring in self.rings:
            self._of_ring_in_place([used[name] for name in ring])
        self.in_turns: set[frozenset[str]] = set()
        """Pairs of buffers that may have bytes in common, for cores take turns with them."""
        if not steps.program.guard:
            kept = self.lasting | tokens.zeros | {name for ring in self.rings for name in ring}
            self._of_turns({name: found for name, found in used.items() if name not in kept})
        for parts in steps.shares.values():
            self._in_trips(parts, "firings that are in order may overtake each other")
        self._of_ordered_actors()
        self._of_stop_edges()
        self._of_pace()

    # --- buffers ------------------------------------------------------------------------------------------------

    def _of_buffer(self, uses: Sequence[Use]) -> None:
        buffer = uses[0].buffer
        writers = [use for use in uses if use.writes]
        readers = [use for use in uses if not use.writes]
        if buffer.name in self.tokens.rings:
            self._of_ring(writers[0], readers)
            return
        places = {use: _places(use) for use in uses}
        for reader, writer in product(readers, writers):
            if apart(reader, writer):
                continue
            for read, written in _dependence(places[reader], places[writer]):
                back = read - written
                if back or buffer.slots > 1:
                    self.lasting.add(buffer.name)
                if back and buffer.layout is Layout.LINEAR:
                    continue  # the tail is carried on
                what = f"{reader.name} may be read before {writer.name} has written it"
                self._need(writer, reader, back, what, back)
                what = f"{reader.name} may be overwritten by {writer.name} before it is read"
                self._need(reader, writer, buffer.slots - back, what, back)
        for spoiler, reader in product([use for use in readers if use.is_alone], readers):
            is_known = reader.is_exact or spoiler.is_exact
            if reader is not spoiler and (is_known or reader.name != spoiler.name):
                dependence = _dependence(places[spoiler], places[reader])
                if not (spoiler.has_all_pieces and reader.has_all_pieces):
                    dependence = {(spoilt, read) for spoilt, read in dependence if _sees(spoiler, spoilt, reader, read)}
                for spoilt, read in dependence:
                    what = f"{spoiler.name} writes what {reader.name} has yet to read"
                    self._need(reader, spoiler, spoilt - read, what, read - spoilt)
        if buffer.layout is not Layout.SLOTS:
            self.lasting.add(buffer.name)
            self._of_tail(buffer, writers, readers)
        elif buffer.name in self.carries:
            self.problems.append(f"{buffer.name} has no tail to carry")
        looks_back = any(trip for use in uses for trip, *_ in places[use])
        if looks_back and buffer.layout is not Layout.LINEAR and not self.steps.is_even(buffer.loop):
            self.problems.append(f"{buffer.name} looks back in trips of different length")

    def _need(self, before: Use, after: Use, lag: int, problem: str, back: int) -> None:
        """`back`: so many trips before the one in which it is read it was written."""
        one, other = Event(before.agent, before.at_level), Event(after.agent, after.at_level)
        if lag == 0 and before.step.core != after.step.core and self.steps.is_ordered(before.buffer.loop):
            return  # each trip is on one core
        in_trips = self._take_trips(before, after)
        if in_trips and lag != 0:
            if lag < 0:
                self.problems.append(problem)
            return
        is_after_submission = before.agent < self.cores
        if lag == 0 and (in_trips or (one.step is other.step and is_after_submission)):
            if not self._is_in_order_inside(before, after, back):
                self.problems.append(problem)
            return
        self._add(one, other, lag, problem)

    def _add(self, before: Event, after: Event, lag: int, problem: str) -> None:
        if before.agent == after.agent < self.cores:
            (late, number), (late_after, number_after) = before.place, after.place
            if (late - lag, number) >= (late_after, number_after):
                self.problems.append(problem)
        elif self.steps.is_ordered(before.step.loop):
            # The cores have these trips one after the other, each trip on one core.
            if lag < 0:
                self.problems.append(problem)
        else:
            self.crossing[Need(before, after, lag, problem)] = None

    def _take_trips(self, one: Use, other: Use) -> bool:
        """Whether both are in one ordered loop, whose trips cores have one after the other."""
        if one.step.core == other.step.core:
            return False
        loops = {loop.id for loop in one.step.loops if loop.share is not None}
        return any(loop.id in loops for loop in other.step.loops)

    def _is_in_order_inside(self, before: Use, after: Use, back: int) -> bool:
        """Whether within one operation, firing by firing, what is used by `after` was used by `before`."""
        inner = self._common_loop(before, after)
        began, then = self._moments(before, inner), self._moments(after, inner)
        if before.writes:
            return all(began(firing) < then(other) for firing, other in self._firings_of(before, after, back))
        is_over = after.overlays != "" and after.overlays == before.port and after.block is before.block
        is_in_place = is_over and lie_alike(after, before)
        for firing, other in self._firings_of(after, before, back):
            written, read = then(firing), began(other)
            if written < read or (written == read and not is_in_place):
                return False
        return True

    def _firings_of(self, writer: Use, reader: Use, back: int) -> Iterator[tuple[int, int]]:
        """Firings that write and that read the same, `back` trips later."""
        later, is_known = back * writer.buffer.span_tokens, any(writer.stream.rates)
        for firing in some(*reader.firings, FEW if back == 0 and _in_step(writer, reader) else FIRINGS):
            count = reader.stream.count(firing)
            piece = reader.stream.piece or count
            for number in some(0, count // piece, FIRINGS) if count else ():
                place = reader.place(firing, number * piece) + later
                for token in writer.tokens_within(place, place + piece):
                    yield writer.stream.at(token - writer.stream.first)[0] if is_known else firing, firing

    def _common_loop(self, one: Use, other: Use) -> int:
        """The innermost loop that both are in."""
        loops = zip(one.step.loops, other.step.loops, strict=False)
        both = [loop.id for loop, same in loops if loop.id == same.id]
        return both[-1] if both else ROOT

    def _moments(self, use: Use, inner: int) -> Callable[[int], tuple[int, ...]]:
        """When a firing is made: in which trip of an inner loop, in which of its operations, and when there."""
        per_iteration = use.block.per_iteration * prod(
            loop.count for loop in use.step.loops[_level(use.step.loops, inner) :]
        )
        number = self._rank(use.step.at(inner))
        at = use.begins if use.writes else use.ends
        times = use.step.times[use.actor] if isinstance(use.step.operation, Interleaved) else [0]

        def moment(firing: int) -> tuple[int, ...]:
            rounds, place = divmod(firing, len(times))
            trip = self.steps.start_of_trip(inner, firing // per_iteration)
            return trip, number, rounds, times[place], at

        return moment

    def _rank(self, step: Step) -> int:
        """Where in its list it stands: in an ordered loop among the work, which is the same on all cores."""
        if step.parent is None or not self.steps.is_ordered(step.loop):
            return step.number
        return sum(isinstance(other.operation, WORK) for other in step.parent.inside if other.number < step.number)

    def _of_ring(self, writer: Use, readers: Sequence[Use]) -> None:
        """More tokens than places pass in one trip: only within one list of firings."""
        span = writer.buffer.span_tokens

        written_at = self._moments(writer, writer.step.loop)
        for reader in readers:
            if reader.step is not writer.step or not isinstance(writer.step.operation, Interleaved):
                self.problems.append(f"{reader.name} is not in the list of firings that {writer.name} is in")
                continue
            total = writer.stream.begins(writer.firings[1])
            read_at = self._moments(reader, reader.step.loop)
            for firing in range(*reader.firings):
                begins, count = reader.stream.begins(firing), reader.stream.count(firing)
                now = read_at(firing)
                if count and written_at(writer.stream.at(begins + count - 1)[0]) >= now:
                    self.problems.append(f"{reader.name} may be read before {writer.name} has written it")
                    break
                if begins + span < total and written_at(writer.stream.at(begins + span)[0]) <= now:
                    self.problems.append(f"{reader.name} is overwritten by {writer.name} before it is read")
                    break

    def _of_ring_in_place(self, ring: Sequence[Sequence[Use]]) -> None:
        """Buffers over one another, the lowest first: in each trip their uses come in this order, and those of the trip
        that has the slot next behind all of them."""
        slots = ring[0][0].buffer.slots
        looking_back = {use.name for uses in ring for use in uses if use.window.looks_back or use.is_local}
        self.problems += [f"{name} looks for other slots than its trip's" for name in sorted(looking_back)]
        for lower, upper in combinations(ring, 2):
            for below, above in product(lower, upper):
                if not (below.changes or above.changes) or not may_meet(below, above):
                    continue
                one, other = Event(below.agent, below.at_level), Event(above.agent, above.at_level)
                if not (is_over(above, below) and lie_alike(above, below)):
                    self._add(one, other, 0, f"{above.name} lies over {below.name}, which may be used later")
                self._add(other, one, slots, f"{below.name} lies under {above.name}, which may still be used")

    def _of_turns(self, used: Mapping[str, Sequence[Use]]) -> None:
        for first, second in in_turns(used, self.cores):
            self.in_turns.add(frozenset((first, second)))
            problem = f"{first} and {second} lie in the same memory, and may be in use at once"
            some, others = turns_of(used[first]), turns_of(used[second])
            back = stages_between(some, others)
            for one, other in product(some, others):
                self._add(Event(*one), Event(*other), -back, problem)
                self._add(Event(*other), Event(*one), 1 + back, problem)

    # --- tails --------------------------------------------------------------------------------------------------

    def _of_tail(self, buffer: Buffer, writers: Sequence[Use], readers: Sequence[Use]) -> None:
        """What the next trip begins with is carried on when it has been written, and before it is read."""
        carries = self.carries.get(buffer.name, [])
        cores = len(self.steps.shares.get(buffer.loop, ())) or 1
        if len(carries) != cores or any(carry.loop != buffer.loop for carry in carries):
            self.problems.append(f"the tail of {buffer.name} is carried on {len(carries)} times")
            return
        what = f"the tail of {buffer.name} may be carried on"
        for event in (Event(step.core, step) for step in carries):
            for use in writers:
                own = Event(use.agent, use.at_level)
                if not self._ends_before(use, event.step):
                    self._add(own, event, 0, f"{what} before {use.name} has written it")
                self._add(event, own, buffer.slots, f"{what} after {use.name} has overwritten it")
            for use in readers:
                if use.window.shift and buffer.layout is Layout.LINEAR:
                    self.problems.append(f"{use.name} looks for a slot before, where {buffer.name} has a tail")
                if any(piece.place < -use.window.shift * buffer.span_tokens for piece in use.pieces):
                    own, back = Event(use.agent, use.at_level), use.window.shift + 1
                    self._add(event, own, back, f"{use.name} may be read before its tail is carried on")
                    self._add(own, event, buffer.slots - back, f"{what} over what {use.name} has yet to read")

    def _ends_before(self, use: Use, carry: Step) -> bool:
        """Whether the use is in an ordered loop, of which the core of `carry` has the last trips before that."""
        inner = use.step.loops[_level(use.step.loops, use.buffer.loop) :]
        own = [loop.id for loop in inner if loop.share is not None]
        if not own or use.agent != use.step.core:
            return False
        last = self.steps.shares[own[0]][-1]
        return last.core == carry.core and last.late == carry.late and last.number < carry.number

    # --- actors -------------------------------------------------------------------------------------------------

    def _in_trips(self, parts: Sequence[Step], problem: str) -> None:
        events = [Event(part.core, part) for part in parts]
        for one, other in pairwise(events):
            self._add(one, other, 0, problem)
        if len(events) > 1:
            self._add(events[-1], events[0], 1, problem)

    def _of_ordered_actors(self) -> None:
        ordered = {actor.name for actor in self.steps.program.graph.actors if actor.ordered and not actor.is_routing}
        blocks: dict[str, list[tuple[Firings, Step]]] = {}
        for step in self.steps:
            for block in step.blocks:
                if block.actor in ordered:
                    blocks.setdefault(block.actor, []).append((block, step))
        for actor, found in blocks.items():
            loops = {step.loop for _, step in found}
            if len(found) > 1 and not all(self.steps.is_ordered(loop) for loop in loops):
                found.sort(key=lambda each: each[0].start)
                if len(loops) > 1:
                    self.problems.append(f"{actor} fires in several loops, and so not in order")
                else:
                    self._in_trips([step for _, step in found], f"firings of {actor} may overtake each other")

    def _of_stop_edges(self) -> None:
        """Effects wait for who may stop the program, receivers for those who send what they wait for."""
        at: dict[str, dict[Step, None]] = {}
        for step in self.steps:
            for block in step.blocks:
                at.setdefault(block.actor, {})[step.at(ROOT)] = None
        problem = "an actor with effects may run ahead of one that stops"
        for edge in self.steps.program.stop_edges:
            for one, other in product(at.get(edge.source, ()), at.get(edge.target, ())):
                if one is not other:
                    teller = self._teller(edge.source, one)
                    self._add(Event(teller, one), Event(other.core, other), edge.delay, problem)

    def _teller(self, actor: str, step: Step) -> int:
        """Whose completion tells that the end is known: the core's, or of messages from other nodes the queue's."""
        end = self.steps.program.graph.actor(actor).network
        if end is None or not end.receives:
            return step.core
        given = (queue_of(operation) for block in step.blocks if block.actor == actor for operation in block.body)
        return next((queue for queue in given if queue is not None), step.core)

    def _of_pace(self) -> None:
        """No core is so far ahead of core 0 that it has begun what that one leaves out when it is told to end: it looks
        as it begins a pass, and runs as many more as may overlap."""
        lag = self.steps.program.depth_passes + 1
        first, *others = self.steps.lists
        begun = [step for step in first if not isinstance(step.operation, Wait)][-1:]
        for own in others:
            work = [step for step in own if isinstance(step.operation, WORK)][:1]
            for after in work:
                if not begun:
                    self.problems.append(f"core 0 does nothing by which core {after.core} could tell how far it is")
                for before in begun:
                    problem = f"core {after.core} may run too far ahead of core 0"
                    self._add(Event(before.core, before), Event(after.core, after), lag, problem)


Place = tuple[int, int, int]
"""Trips back, and the places [start, end) of the payload there."""


def _places(use: Use) -> list[Place]:
    """What it uses, trip by trip that it looks back to, by place."""
    span = use.buffer.span_tokens
    found: list[Place] = []
    for piece in use.pieces:
        start = piece.place
        while start < piece.end:
            trip = start // span
            end = min(piece.end, (trip + 1) * span)
            found.append((-trip, start - trip * span, end - trip * span))
            start = end
    if not use.has_all_pieces:
        first, end = use.between
        trips = {trip for trip, *_ in found}
        by = 0 if use.window.trip_tokens else span
        between = ((trip, max(0, first + trip * by), min(span, end + trip * by)) for trip in trips)
        found += [place for place in between if place[1] < place[2]]
    return sorted(set(found), key=lambda place: place[1:])


def _dependence(some_places: Sequence[Place], others: Sequence[Place]) -> set[tuple[int, int]]:
    """The trips back of one and the other in which they use the same place."""
    found: set[tuple[int, int]] = set()
    trips, other_trips = ({trip for trip, *_ in places} for places in (some_places, others))
    for trip, other in product(trips, other_trips):
        mine = [place[1:] for place in some_places if place[0] == trip]
        theirs = [place[1:] for place in others if place[0] == other]
        if _overlap(mine, theirs):
            found.add((trip, other))
    return found


def _sees(one: Use, trip: int, other: Use, other_trip: int) -> bool:
    """Whether a place that one use has, so many trips back, is a place of the other; of very many, some are tried."""
    span = one.buffer.span_tokens
    pairs = ((one, trip, other, other_trip), (other, other_trip, one, trip))
    return any(
        second.token_at(place % span - second_trip * span) is not None
        for first, first_trip, second, second_trip in pairs
        for piece in first.pieces
        for place in {piece.place, piece.end - 1}
        if place // span == -first_trip
    )


def _overlap(mine: Sequence[tuple[int, int]], theirs: Sequence[tuple[int, int]]) -> bool:
    """Both by their starts; windows of one use may overlap."""
    i = j = 0
    end = other_end = -1
    while i < len(mine) or j < len(theirs):
        if j == len(theirs) or (i < len(mine) and mine[i][0] <= theirs[j][0]):
            if mine[i][0] < other_end:
                return True
            end = max(end, mine[i][1])
            i += 1
        else:
            if theirs[j][0] < end:
                return True
            other_end = max(other_end, theirs[j][1])
            j += 1
    return False


def _in_step(one: Use, other: Use) -> bool:
    """Whether firing k of both has the same tokens at the same place in the same trip, and no other firing has them."""
    return (
        one.stream == other.stream
        and one.stream.is_dense
        and one.window.view == other.window.view
        and one.window.view.run == 0
        and one.window.shift == other.window.shift
        and one.window.trip_tokens == other.window.trip_tokens == 0
        and one.firings == other.firings
        and all(isinstance(use.step.operation, Firings) for use in (one, other))
        and one.block.per_iteration == other.block.per_iteration
        and [(loop.id, loop.count) for loop in one.step.loops] == [(loop.id, loop.count) for loop in other.step.loops]
    )


def _level(loops: Sequence[Loop], inner: int) -> int:
    """How many loops stand around what is in that one."""
    return next((level for level, loop in enumerate(loops, 1) if loop.id == inner), 0)
