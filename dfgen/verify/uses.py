# SPDX-License-Identifier: Apache-2.0
"""What the firings of a block read and write: which tokens of which stream, and where in a buffer they lie."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import lcm, prod

from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.graph import PortRef
from dfgen.model.plan import Buffer, Transfer, View, Window
from dfgen.model.port import Port, Trust
from dfgen.model.program import (
    Acquire,
    Content,
    Fire,
    FiringOperation,
    Firings,
    Loop,
    Move,
    Own,
    Prepare,
    Release,
    Reset,
    Submit,
)
from dfgen.verify.steps import Step, Steps, all_blocks

MANY = 512
"""Pieces of a trip that are looked at one by one; of more, some at both ends and in between."""
ENDS = MANY // 4
"""Of so many at each end all are looked at."""


@frozen
class Stream:
    """Firing k passes `rates[k % P]` tokens of a stream; of them it uses `counts[k % len]`, from number `first` on, of
    which each `piece` lies in one piece (0: the whole window does). Firings with k % `period` < `skip` use none."""

    rates: tuple[int, ...]
    counts: tuple[int, ...]
    first: int = 0
    piece: int = 0
    period: int = 1
    skip: int = 0

    @cached_property
    def starts(self) -> tuple[int, ...]:
        return tuple(accumulate(self.rates, initial=0))

    def begins(self, firing: int) -> int:
        """The number of the firing's first token."""
        if len(self.rates) == 1:
            return firing * self.rates[0]
        cycles, phase = divmod(firing, len(self.rates))
        return cycles * self.starts[-1] + self.starts[phase]

    def count(self, firing: int) -> int:
        return 0 if firing % self.period < self.skip else self.counts[firing % len(self.counts)]

    def at(self, token: int) -> tuple[int, int]:
        """The firing that a token belongs to, and its number there."""
        cycles, rest = divmod(token, self.starts[-1])
        phase = next(p for p in range(len(self.rates)) if rest < self.starts[p + 1])
        return cycles * len(self.rates) + phase, rest - self.starts[phase]

    @property
    def is_dense(self) -> bool:
        """Whether firings use all tokens."""
        return self.counts == self.rates and not self.first and not self.skip


@frozen
class Piece:
    """Tokens from number `token` of the stream in a trip on, `count` of them; the first lies at `place`."""

    place: int
    count: int
    token: int

    @property
    def end(self) -> int:
        return self.place + self.count


@dataclass(eq=False, repr=False)
class Use:
    """Of one block, one window. `agent`: who uses it, the core or a queue.

    firings: [start, stop) in a full trip of the buffer's loop; `is_exact`: this block has all of these
    moves: of the target of a transfer, the use of its source
    spoils: the actor may write over what it reads
    owns: the core writes to what it has read, though nothing else
    overlays: of an output, the input that it may lie over
    begins, ends: the operations of the firing with which it begins and ends
    """

    step: Step
    block: Firings
    agent: int
    port: str
    writes: bool
    buffer: Buffer
    window: Window
    stream: Stream
    loop_firings: int
    firings: tuple[int, int]
    is_exact: bool
    moves: Use | None = None
    is_fired: bool = False
    spoils: bool = False
    owns: bool = False
    overlays: str = ""
    is_local: bool = False
    begins: int = 0
    ends: int = 0

    @property
    def actor(self) -> str:
        return self.block.actor

    @property
    def name(self) -> str:
        return f"{self.actor}.{self.port}"

    @property
    def is_alone(self) -> bool:
        """Whether, of a reader, nobody else may read the same meanwhile."""
        return self.spoils or self.owns

    @property
    def changes(self) -> bool:
        """Whether nobody else may use the bytes meanwhile."""
        return self.writes or self.is_alone

    @cached_property
    def at_level(self) -> Step:
        """The operation in the buffer's loop that it is in."""
        return self.step.at(self.buffer.loop)

    @cached_property
    def is_stationary(self) -> bool:
        """Whether all firings use the same place."""
        view = self.window.view
        return not any(self.stream.rates) or (
            not self.stream.piece and view.run == 1 and not any(stride for _, stride in view.dims)
        )

    def position(self, firing: int, number: int) -> tuple[int, int]:
        """How many slots back token `number` of those that a firing of a trip uses lies, and where there."""
        if self.is_stationary:
            return self.window.shift, self.window.view.base + number
        token = self.stream.begins(firing) + self.stream.first
        if self.stream.piece:
            begins = token + number - number % self.stream.piece
        else:
            begins = token - token % self.stream.starts[-1]
        back, place = self.window.place(begins)
        return back, place + token + number - begins

    def place(self, firing: int, number: int) -> int:
        """The same from where the payload of its trip begins: less than 0 where it looks back."""
        back, place = self.position(firing, number)
        return place - self.buffer.history_tokens - back * self.buffer.span_tokens

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Of its firings in a trip, from the first on, relative to where the payload of its trip begins. Pieces that
        adjoin are one; of very many, some."""
        found: list[Piece] = []
        for place, count, token in self._runs():
            last = found[-1] if found else None
            goes_on = last is not None and last.end == place and last.token + last.count == token
            if last is not None and goes_on and (place or not self.window.trip_tokens):
                found[-1] = Piece(last.place, last.count + count, last.token)
            elif count:
                found.append(Piece(place, count, token))
        return tuple(found)

    def _runs(self) -> Iterator[tuple[int, int, int]]:
        start, stop = self.firings
        stream = self.stream
        if self.is_stationary:
            yield self.place(0, 0), max(stream.counts), stream.begins(max(start, stop - 1))  # the last firing's
            return
        if self._is_one_run:
            yield self.place(start, 0), stream.begins(stop) - stream.begins(start), stream.begins(start)
            return
        for firing in some(start, stop, MANY):
            count, token = stream.count(firing), stream.begins(firing) + stream.first
            step = stream.piece or count
            for number in range(0, count, step or 1):
                yield self.place(firing, number), min(step, count - number), token + number

    @property
    def between(self) -> tuple[int, int]:
        """Of very many firings, where those lie of which `pieces` has only some: the first place and the end, or
        somewhat more on both sides."""
        stream, view = self.stream, self.window.view
        start, stop = self.firings
        first, end = (stream.begins(firing) + stream.first for firing in (start + ENDS, stop - ENDS))
        cycle = stream.starts[-1]
        first -= first % cycle
        if self.window.trip_tokens:  # anywhere in a trip of the view, in this slot or in the one before
            first, end = 0, self.window.trip_tokens - 1
        inner = view.dims[1:]
        unit = prod(count for count, _ in inner) * view.run
        if unit:
            stride = view.dims[0][1] if view.dims else 0
            first, end = first // unit * stride, end // unit * stride
        steps = [(count - 1) * step for count, step in inner]
        base = view.base - self.buffer.history_tokens - self.window.shift * self.buffer.span_tokens
        lowest, highest = sum(min(0, step) for step in steps), sum(max(0, step) for step in steps)
        return base + first + lowest, base + end + highest + view.run + cycle + max(stream.counts)

    @cached_property
    def _by_place(self) -> tuple[list[int], list[Piece]]:
        found = sorted(self.pieces, key=lambda piece: piece.place)
        return [piece.place for piece in found], found

    def token_at(self, place: int) -> int | None:
        """The number in a trip of the token that lies there, if any does."""
        if self.has_all_pieces:
            places, pieces = self._by_place
            index = bisect_right(places, place) - 1
            if index < 0 or place >= pieces[index].end:
                return None
            return pieces[index].token + place - pieces[index].place
        return next((token for token in self._seen_at(place) if self._has(token, place)), None)

    def _seen_at(self, place: int) -> Iterator[int]:
        """Tokens, by number in a trip, that the window may show there."""
        window, before = self.window, self.buffer.history_tokens + self.window.shift * self.buffer.span_tokens
        for back in range(2 if window.trip_tokens else 1):
            token = token_seen(window.view, place + before + back * self.buffer.span_tokens)
            if token is not None:
                yield token + window.delay_tokens - back * window.trip_tokens

    def _has(self, token: int, place: int) -> bool:
        """Whether its firings use that token there."""
        if not self.stream.begins(self.firings[0]) <= token < self.stream.begins(self.firings[1]):
            return False
        firing, number = self.stream.at(token - self.stream.first)
        return number < self.stream.count(firing) and self.place(firing, number) == place

    def tokens_within(self, start: int, end: int) -> Iterator[int]:
        """The numbers in a trip of the first and of the last token that lie at these places, if any do."""
        if not self.has_all_pieces:
            yield from (token for place in (start, end - 1) for token in [self.token_at(place)] if token is not None)
            return
        places, pieces = self._by_place
        low, high = max(0, bisect_right(places, start) - 1), bisect_left(places, end) - 1
        if low < len(pieces) and pieces[low].end <= start:
            low += 1
        if low <= high:
            first, last = pieces[low], pieces[high]
            yield first.token + max(0, start - first.place)
            yield last.token + min(end, last.end) - 1 - last.place

    @property
    def has_all_pieces(self) -> bool:
        start, stop = self.firings
        return self.is_stationary or self._is_one_run or stop - start <= MANY

    @property
    def _is_one_run(self) -> bool:
        """Whether all tokens of its firings lie one behind the other."""
        if not self.stream.is_dense or self.window.trip_tokens:
            return False
        run, (start, stop) = self.window.view.run, self.firings
        return run == 0 or self.stream.begins(start) // run == (self.stream.begins(stop) - 1) // run


def token_seen(view: View, place: int) -> int | None:
    """The last token that a view shows at a place, if there is any. The strides of a view that is written to are wider
    than what they stride over."""
    rest = place - view.base
    if view.run == 0 or rest < 0:
        return rest if rest >= 0 else None
    digits: dict[int, int] = {}
    for level, (count, stride) in sorted(enumerate(view.dims), key=lambda dim: -dim[1][1]):
        most = rest // stride if stride else count - 1
        digits[level] = max(0, min(most, count - 1) if count else most)
        rest -= digits[level] * stride
    index = 0
    for level, (count, _) in enumerate(view.dims):
        index = index * (count or 1) + digits[level]
    token = index * view.run + rest
    return token if rest < view.run and view.offset(token) == place else None


def some(start: int, stop: int, most: int) -> Iterator[int]:
    """All numbers of a range, or of very many the first, the last and some between."""
    if stop - start <= most:
        yield from range(start, stop)
        return
    ends = most * ENDS // MANY
    yield from range(start, start + ends)
    step = -(-(stop - start - 2 * ends) // (most - 2 * ends))
    yield from range(start + ends, stop - ends, step)
    yield from range(stop - ends, stop)


class WrongProgram(Exception):
    """What makes it no program at all, so that nothing else can be asked of it."""


def uses_of(steps: Steps) -> Iterator[Use]:
    """Of all blocks, in the order of their lists."""
    for step, block in all_blocks(steps):
        yield from _Block(steps, step, block).uses()


def by_buffer(uses: Iterable[Use]) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.buffer.name, []).append(use)
    return found


class _Block:
    def __init__(self, steps: Steps, step: Step, block: Firings) -> None:
        self.steps, self.program, self.step, self.block = steps, steps.program, step, block
        self.actor: Actor = self.program.graph.actor(block.actor)

    def uses(self) -> Iterator[Use]:
        body = self.block.body
        released = {op.number: index for index, op in enumerate(body) if isinstance(op, Release)}
        fired = next((index for index, op in enumerate(body) if isinstance(op, Fire)), 0)
        private = {
            op.transfer.port
            for index, op in enumerate(body)
            if isinstance(op, Acquire) and index < fired < released.get(op.number, 0)
        }
        prepared = {  # of several, from the first on
            op.port: index
            for index, op in reversed(list(enumerate(body)))
            if isinstance(op, Prepare) and op.content is not Content.HANDED_ON  # these objects stay as they are
        }
        for index, operation in enumerate(body):
            end = released.get(operation.number, index) if isinstance(operation, Acquire) else index
            for use in self._of(operation, private):
                use.begins, use.ends = index, end
                if use.writes and use.is_fired:  # what is prepared for a firing is written from then on
                    use.begins = min(index, prepared.get(use.port, index))
                yield use

    def _of(self, operation: FiringOperation, private: set[str]) -> Iterator[Use]:
        match operation:
            case Fire():
                agent = self.step.core if operation.queue is None else operation.queue
                fifos_from = self.program.graph.fifos_from
                for name, window in operation.windows:
                    port = self.actor.port(name)
                    # The core does what engines do elsewhere (runtime/src/engine_bulk.c).
                    is_own = not port.is_input and not fifos_from.get(PortRef(self.actor.name, name))
                    yield self._of_port(port, window, self.step.core if is_own else agent, keeps=name in private)
            case Reset():
                for name, window in operation.windows:
                    yield self._of_port(self.actor.port(name), window, self.step.core, keeps=True)
            case Prepare() if operation.content is Content.TAKEN:
                yield self._of_taken(operation.port)
            case Move() | Acquire():
                yield from self._of_transfer(operation.transfer, self.step.core, isinstance(operation, Acquire))
            case Submit():
                # A copy that is waited for at the end of its block is as good as the core's own.
                agent = self.step.core if operation.is_awaited else operation.queue
                yield from self._of_transfer(operation.transfer, agent, False)

    def _of_port(self, port: Port, window: Window, agent: int, *, keeps: bool) -> Use:
        spoils = port.is_input and not keeps and _may_write(port)
        owns = any(isinstance(operation, Own) and operation.port == port.name for operation in self.block.body)
        stream = Stream(port.rates, port.rates)
        use = self._use(port.name, not port.is_input, window, stream, agent)
        return _changed(use, is_fired=True, spoils=spoils, owns=owns, overlays=port.overlays)

    def _of_taken(self, output: str) -> Use:
        """What comes in is read, to be written where the function finds it."""
        taken = self.actor.port(self.actor.port(output).overlays)
        fires = (operation for operation in self.block.body if isinstance(operation, Fire))
        window = next((window for fire in fires for port, window in fire.windows if port == taken.name), None)
        if window is None:
            raise WrongProgram(f"{self.actor.name} copies what comes in at {taken.name}, which it is not given")
        return self._use(taken.name, False, window, Stream(taken.rates, taken.rates), self.step.core)

    def _of_transfer(self, transfer: Transfer, agent: int, is_view: bool) -> Iterator[Use]:
        if is_view:
            is_right = transfer.rates == transfer.source_rates == self.actor.port(transfer.port).rates
        else:
            lengths = (*transfer.rates, *transfer.source_rates, *transfer.target_rates)
            runs = (transfer.source.view.run, transfer.target.view.run if any(transfer.target_rates) else 0)
            firsts = (transfer.source_first, transfer.target_first)
            is_right = (
                transfer.piece > 0
                and not any(n % transfer.piece for n in (*lengths, *runs, *firsts))
                and _is_within(transfer.rates, transfer.source_rates, transfer.source_first)
                and _is_within(transfer.rates, transfer.target_rates, transfer.target_first)
            )
        if not is_right:
            raise WrongProgram(f"{self.actor.name}.{transfer.port} is not moved as it is read")

        def stream(rates: tuple[int, ...], first: int) -> Stream:
            if is_view:
                return Stream(rates, transfer.source_rates)
            return Stream(rates, transfer.rates, first, transfer.piece, transfer.period, transfer.skip)

        source = self._use(
            transfer.port, False, transfer.source, stream(transfer.source_rates, transfer.source_first), agent
        )
        yield source
        if transfer.target != transfer.source:
            # A view that becomes a copy has a window of its own, anew in each firing.
            target = stream((0,) if is_view else transfer.target_rates, transfer.target_first)
            yield _changed(self._use(transfer.port, True, transfer.target, target, agent), moves=source)

    def _use(self, port: str, writes: bool, window: Window, stream: Stream, agent: int) -> Use:
        buffer = self.program.memory.buffers[window.buffer]
        loops = self.step.loops
        if not stream.piece and not _has_whole_windows(window.view, stream.rates):
            raise WrongProgram(f"{self.actor.name}.{port} has runs of {window.view.run} tokens, not of whole windows")
        if window.trip_tokens and not self._looks_to_one_slot(window, stream):
            raise WrongProgram(f"{self.actor.name}.{port} looks back to two slots of {buffer.name} in one trip")
        level = 0 if buffer.loop == 0 else next((n for n, loop in enumerate(loops, 1) if loop.id == buffer.loop), -1)
        if level < 0:
            raise WrongProgram(f"{self.actor.name}.{port} uses {buffer.name}, which belongs to another loop")
        inner = loops[level:]
        per_iteration = self.block.per_iteration * prod(loop.count for loop in inner)
        chunk = self.steps.chunk(buffer.loop)
        firings, is_exact = self._firings(inner, per_iteration, chunk)
        is_local = any(buffer.name in loop.locals for loop in loops)
        return Use(
            self.step, self.block, agent, port, writes, buffer, window, stream, per_iteration, firings, is_exact,
            is_local=is_local,
        )  # fmt: skip

    def _looks_to_one_slot(self, window: Window, stream: Stream) -> bool:
        """The code chooses a slot for all firings of the block in a trip of the innermost loop."""
        chunk = self.step.loops[-1].chunk if self.step.loops else self.program.chunk
        tokens = self.block.per_iteration * chunk * stream.rates[0]
        is_even = len(set(stream.rates)) == 1 and tokens > 0 and window.trip_tokens % tokens == 0
        return is_even and not stream.piece and window.delay_tokens % tokens == 0

    def _firings(self, inner: tuple[Loop, ...], per_iteration: int, chunk: int) -> tuple[tuple[int, int], bool]:
        """Those of the block in a full trip, and whether it has all from the first to the last of them."""
        if not inner:
            return (self.block.start, self.block.stop), True
        whole = self.block.start == 0 and self.block.stop == self.block.per_iteration * inner[-1].chunk
        if not whole or any(loop.share is not None for loop in inner[1:]):
            return (0, per_iteration * chunk), False
        share = inner[0].share
        if share is None:
            return (0, per_iteration * chunk), True
        each = per_iteration // inner[0].count
        return (share.start * each, share.stop * each), True


def _may_write(port: Port) -> bool:
    """Whether an input's tokens may be others afterwards. Of objects a constant reference alone says nothing."""
    is_claimed = bool(port.type.objects) and port.trust is Trust.CLAIMED
    return port.access is not None and (port.access.may_write or is_claimed)


def _has_whole_windows(view: View, rates: tuple[int, ...]) -> bool:
    """The code counts windows in a run, or cycles of them where rates differ, and not tokens."""
    unit = rates[0] if len(set(rates)) == 1 else sum(rates)
    is_stationary = view.run == 1 and not any(stride for _, stride in view.dims)
    return not unit or is_stationary or view.run % unit == 0


def _is_within(counts: tuple[int, ...], rates: tuple[int, ...], first: int) -> bool:
    """Whether each firing uses only tokens of its own part of the stream; all use one place if that has no rates."""
    pairs = ((counts[k % len(counts)], rates[k % len(rates)]) for k in range(lcm(len(counts), len(rates))))
    return not any(rates) or all(count == 0 or first + count <= rate for count, rate in pairs)


def _changed(use: Use, **values: object) -> Use:
    for name, value in values.items():
        setattr(use, name, value)
    return use
