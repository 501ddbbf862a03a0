# SPDX-License-Identifier: Apache-2.0
"""Which token a port must see: through FIFOs and routing actors back to the actor that wrote it, from the graph alone.

Tokens of a stream are numbered from the start of the program; initial tokens have the numbers before 0.
"""

from __future__ import annotations

from itertools import count
from math import gcd, lcm

from dfgen.model.actor import Actor, ActorKind, InitialTokens
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef

OPAQUE = (ActorKind.CODE, ActorKind.RESET)
STEPS_FEW = 64
"""Before so many FIFOs have been gone through nobody asks whether it goes round."""
EARLY_ROUNDS = 2
ENDLESS = 1 << 62
"""Form: the length of a way that no window ends."""


@frozen
class Token:
    """Token `number` of an output port, or of a FIFO's initial tokens."""

    port: PortRef
    number: int
    initial: InitialTokens | None = None

    def __str__(self) -> str:
        return f"{'initial token' if self.initial else 'token'} {self.number} of {self.port}"


ZERO: Token | None = None
"""What no actor has written."""


class Origins:
    """Of the tokens that leave FIFOs. The way back of a token is also that of those behind it, up to the end of a
    window, and of others, so many firings of all routing actors on it later; each is gone once."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._last: dict[str, _Way] = {}
        """Of a FIFO, the way that was gone last: mostly the next token is asked for next."""
        self._known: dict[str, dict[int, dict[int, _Way]]] = {}
        """Of a FIFO, by period and by the rest of a token's number: the way of the first one that was asked for."""

    def token_at(self, fifo: Fifo, number: int) -> Token | None:
        """What token `number` of those that leave a FIFO is."""
        last = self._last.get(fifo.name)
        if last is not None and last.first <= number < last.first + last.length:
            return last.token_behind(number - last.first)
        ways = self._known.setdefault(fifo.name, {})
        for period, known in ways.items():
            way = known.get(number % period)
            if way is not None and way.first <= number:
                return way.token_of(number)
        way = self._last[fifo.name] = _way_back(self._graph, fifo, number)
        if way.period:
            ways.setdefault(way.period, {})[number % way.period] = way
        return way.token


@frozen
class _Way:
    """From token `first` of a FIFO back to `token`, and from those behind it, `length` in all, to those behind that.
    `period`: tokens of the FIFO after which it is the same way, to a token that is later by `taken` for each `given` of
    the FIFO; 0 where it ends at a token of the start, as no other does."""

    first: int
    token: Token | None
    length: int
    period: int = 0
    taken: int = 1
    given: int = 1

    def token_behind(self, count: int) -> Token | None:
        """To which token it leads from one `count` tokens behind the first, of the same length."""
        if self.token is None or count == 0:
            return self.token
        return Token(self.token.port, self.token.number + count, self.token.initial)

    def token_of(self, number: int) -> Token | None:
        if self.token is None or number == self.first:
            return self.token
        later = (number - self.first) * self.taken // self.given
        return Token(self.token.port, self.token.number + later)


def _way_back(graph: Graph, fifo: Fifo, first: int) -> _Way:
    rounds, number, period, length = _Rounds(), first, 1, ENDLESS
    taken = given = 1  # no fraction: these took most of the time of a proof
    for step in count():
        source = graph.actor(fifo.source.actor)
        rate = source.port(fifo.source.port).rate(0)
        if step > STEPS_FEW:
            number, period, length = rounds.early(fifo, rate, number), 0, 1
        number -= fifo.delay_tokens
        if number < 0:
            return _Way(first, Token(fifo.source, number, fifo.delay), min(length, -number))
        if source.kind in OPAQUE:
            return _Way(first, Token(fifo.source, number), length, period, taken, given)
        firing, rest = divmod(number, rate)
        if source.kind is ActorKind.COPY:
            entering = source.inputs[0].name
        else:
            given *= rate
            period = lcm(period, given // gcd(taken, given))
            entering, place, more = _moved(source, fifo.source.port, rest)
            length = min(length, more)
            if place is None:
                return _Way(first, ZERO, length, period)
            entering_rate = source.port(entering).rate(0)
            number = firing * entering_rate + place
            taken *= entering_rate
            common = gcd(taken, given)
            taken, given = taken // common, given // common
        fifo = graph.fifo_to[PortRef(source.name, entering)]
    raise AssertionError("counting does not end")


def in_early_round(number: int, length: int) -> int:
    """The same place of a cycle as `number`, in one of its first rounds, each of which is so long; not in the very
    first, which may end on its way."""
    return number - max(0, number // length - EARLY_ROUNDS) * length


class _Rounds:
    """Routing actors may send tokens round a cycle for ever. Two rounds that come through the same tokens of firings,
    and are as long as each other, tell that all are."""

    def __init__(self) -> None:
        self._anchor: tuple[str, int] | None = None
        self._numbers: dict[tuple[str, int], int] = {}
        self._path: list[tuple[str, int]] = []
        self._last: tuple[int, list[tuple[str, int]]] = (0, [])

    def early(self, fifo: Fifo, rate: int, number: int) -> int:
        """`number`, or the same place of an early round. The FIFO's source gives `rate` tokens a firing."""
        here = fifo.name, (number - fifo.delay_tokens) % rate
        if here == self._anchor or (self._anchor is None and here in self._numbers):
            self._anchor = here
            found = (self._numbers[here] - number, self._path)
            is_alike, self._last, self._path = found == self._last, found, []
            if is_alike and found[0] > 0:
                number = in_early_round(number, found[0])
        self._path.append(here)
        self._numbers[here] = number
        return number


def _moved(router: Actor, output: str, rest: int) -> tuple[str, int | None, int]:
    """The input, and the number there, of token `rest` of a firing of a routing actor; None for a zero. And for how
    many tokens, with this one, each comes from the number behind that of the one before, or is a zero as it is."""
    entering = router.inputs[0]
    count = entering.rate(0)
    match router.kind:
        case ActorKind.BROADCAST:
            place = rest % count
            return entering.name, place, min(count - place, router.port(output).rate(0) - rest)
        case ActorKind.ROUNDBUFFER:
            back = router.port(output).rate(0) - 1 - rest
            return entering.name, count - 1 - back % count, back % count + 1
        case ActorKind.FORK:
            names = [port.name for port in router.outputs]
            before = router.outputs[: names.index(output)]
            return entering.name, rest + sum(port.rate(0) for port in before), router.port(output).rate(0) - rest
        case ActorKind.SLICE:
            pattern = router.port(output).pattern
            assert pattern is not None
            window, place = divmod(rest, pattern.length_tokens)
            found, left = pattern.start_tokens + window * pattern.step_tokens + place, pattern.length_tokens - place
            if found < 0:
                return entering.name, None, min(left, -found)
            return (entering.name, found, min(left, count - found)) if found < count else (entering.name, None, left)
    for port in router.inputs:  # of a join
        if rest < port.rate(0):
            return port.name, rest, port.rate(0) - rest
        rest -= port.rate(0)
    raise AssertionError(router.kind)


def is_same(found: Token | None, wanted: Token | None) -> bool:
    if found is None or wanted is None:
        return _is_zero(found) and _is_zero(wanted)
    if (found.port, found.number) != (wanted.port, wanted.number):
        return False
    return found.initial == wanted.initial or (
        found.initial is not None and wanted.initial is not None and _fill_alike(found.initial, wanted.initial)
    )


def _is_zero(token: Token | None) -> bool:
    """Initial tokens without values are zero as well."""
    return token is None or (token.initial is not None and token.initial.init is None and not any(token.initial.values))


def _fill_alike(one: InitialTokens, other: InitialTokens) -> bool:
    """Whether two delays of one stream have the same tokens as far as both reach. Who prepares the graph asks the same:
    a proof does not take its word for it."""
    if one.init is not None or other.init is not None:
        return one.init == other.init and one.count_tokens == other.count_tokens
    if len(one.values) <= 1 and len(other.values) <= 1:
        return (one.values or (0,)) == (other.values or (0,))
    return one.values == other.values and one.count_tokens == other.count_tokens
