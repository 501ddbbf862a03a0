# SPDX-License-Identifier: Apache-2.0
"""What every port must see, from the graph alone: each byte of each stream, traced back through delays and routing
actors to the firing that writes it, or to an initial token.

A *tag* tells one such byte from all others. Initial tokens of one value have one tag, wherever they stand: branches of
a broadcast may share them. Streams are bytes themselves, `TAG_BYTES` of them a tag, for they are compared all the time.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm

from dfgen.model.actor import Actor, ActorKind, InitialTokens
from dfgen.model.graph import Graph, PortRef
from dfgen.model.port import Port, TokenType

TAG_BYTES = 4
SPECIAL_TAGS = 16


def tag(number: int) -> bytes:
    return number.to_bytes(TAG_BYTES, sys.byteorder)


ZERO, WRITING, SPOILED, TORN, UNDEFINED, UNKNOWN = map(tag, range(6))
"""A zero byte; one that is being written; one that a reader may have written; one that was copied while it changed; of
a variable that nobody has written; of a stream that is not known yet."""

NAMES = {ZERO: "zeros", WRITING: "what is being written", SPOILED: "what a reader has written over"}
NAMES |= {TORN: "what changed while it was copied", UNDEFINED: "nothing", UNKNOWN: "what comes from nowhere"}


class Tags:
    """Gives out tags, and tells what they stand for."""

    def __init__(self) -> None:
        self.next = SPECIAL_TAGS
        self.ranges: list[tuple[int, int, str]] = []
        self.known: dict[Hashable, int] = {}

    def take(self, count: int, name: str) -> int:
        first = self.next
        self.next += count
        self.ranges.append((first, self.next, name))
        return first

    def of(self, key: Hashable, count: int, name: str) -> int:
        """The first of `count` tags that are the same for the same key."""
        if key not in self.known:
            self.known[key] = self.take(count, name)
        return self.known[key]

    def name(self, one: bytes) -> str:
        if one in NAMES:
            return NAMES[one]
        number = int.from_bytes(one, sys.byteorder)
        return next((f"{name} byte {number - a}" for a, b, name in self.ranges if a <= number < b), "nonsense")


def row(first: int, count: int) -> bytes:
    """Tags one after the other."""
    return array("I", range(first, first + count)).tobytes()


def cycles_of(graph: Graph) -> dict[str, int]:
    """How often each actor goes through its phases in an iteration: the least that balances."""
    found: dict[str, Fraction] = {}
    links: dict[str, list[tuple[str, Fraction]]] = {actor.name: [] for actor in graph.actors}
    for fifo in graph.fifos:
        source, target = graph.actor(fifo.source.actor), graph.actor(fifo.target.actor)
        ratio = Fraction(
            source.tokens_per_cycle(source.port(fifo.source.port)),
            target.tokens_per_cycle(target.port(fifo.target.port)),
        )
        links[source.name].append((target.name, ratio))
        links[target.name].append((source.name, 1 / ratio))
    for actor in graph.actors:
        if actor.name in found:
            continue
        group, todo = {actor.name: Fraction(1)}, [actor.name]
        while todo:
            name = todo.pop()
            for other, ratio in links[name]:
                if other not in group:
                    group[other] = group[name] * ratio
                    todo.append(other)
        scale = lcm(*(value.denominator for value in group.values()))
        least = Fraction(scale) / gcd(*(int(value * scale) for value in group.values()))
        found |= {name: value * least for name, value in group.items()}
    return {name: int(value) for name, value in found.items()}


def tokens_before(rates: tuple[int, ...], firing: int) -> int:
    cycles, phase = divmod(firing, len(rates))
    return cycles * sum(rates) + sum(rates[:phase])


class Streams:
    """The streams of so many iterations of a graph."""

    def __init__(self, graph: Graph, iterations: int) -> None:
        self.graph, self.iterations, self.tags = graph, iterations, Tags()
        self.cycles = cycles_of(graph)
        self.firings = {actor.name: self.cycles[actor.name] * actor.phases for actor in graph.actors}
        self.written: dict[PortRef, bytes] = {}
        self.initial = {fifo.name: self._initial_of(fifo.delay, str(fifo.source), self._type(fifo.source))
                        for fifo in graph.fifos}  # fmt: skip
        self.state_tags = {a.name: self.tags.take(self.firings[a.name] * iterations + 1, f"{a.name} state after firing")
                           for a in graph.actors}  # fmt: skip
        for actor in graph.actors:
            for port in actor.outputs:
                ref = PortRef(actor.name, port.name)
                count = self._bytes(actor, port)
                opaque = actor.kind in (ActorKind.CODE, ActorKind.RESET)
                self.written[ref] = row(self.tags.take(count, str(ref)), count) if opaque else UNKNOWN * count
        self._move()
        self.seen = {PortRef(a.name, p.name): self._seen(a, p) for a in graph.actors for p in a.inputs}

    def _type(self, ref: PortRef) -> TokenType:
        return self.graph.port(ref).type

    def _bytes(self, actor: Actor, port: Port) -> int:
        return self.cycles[actor.name] * actor.tokens_per_cycle(port) * self.iterations * port.type.size_bytes

    def initial_of_reset(self, actor: Actor) -> bytes:
        return self._initial_of(actor.reset_tokens, actor.name, actor.outputs[0].type)

    def _initial_of(self, tokens: InitialTokens | None, owner: str, type_: TokenType) -> bytes:
        """The tags of initial tokens, oldest first."""
        if tokens is None:
            return b""
        count = tokens.count_tokens * type_.size_bytes
        if tokens.init is not None:
            key = (owner, tokens.init, tokens.count_tokens)
            return row(self.tags.of(key, count, f"initial tokens of {owner}"), count)
        if not any(tokens.values):
            return ZERO * count
        scalar = type_.size_bytes // type_.count
        scalars = tokens.count_tokens * type_.count
        return b"".join(self._value(tokens.values[i % len(tokens.values)], scalar) for i in range(scalars))

    def _value(self, value: int | float, size: int) -> bytes:
        return row(self.tags.of((value, size), size, f"initial value {value}"), size) if value else ZERO * size

    # --- routing actors
    # ---------------------------------------------------------------------------------------------------

    def _seen(self, actor: Actor, port: Port) -> bytes:
        fifo = self.graph.fifo_to.get(PortRef(actor.name, port.name))
        if fifo is None:
            return b""
        return (self.initial[fifo.name] + self.written[fifo.source])[: self._bytes(actor, port) * TAG_BYTES]

    def _move(self) -> None:
        """Until nothing more comes through: a cycle of routing actors alone passes on, each time, what its delay
        lets."""
        routers = [actor for actor in self.graph.actors if actor.is_routing and actor.kind is not ActorKind.RESET]
        changed = True
        while changed:
            changed = False
            for router in routers:
                for name, stream in self._moved(router).items():
                    changed |= self.written[PortRef(router.name, name)] != stream
                    self.written[PortRef(router.name, name)] = stream

    def _moved(self, router: Actor) -> dict[str, bytes]:
        """What its outputs hold, by what its inputs hold."""
        sizes = {port.name: port.rate(0) * port.type.size_bytes * TAG_BYTES for port in router.ports}
        seen = {port.name: self._seen(router, port) for port in router.inputs}
        given: dict[str, list[bytes]] = {port.name: [] for port in router.outputs}
        move = MOVES[router.kind]
        for firing in range(self.firings[router.name] * self.iterations):
            windows = {name: stream[firing * sizes[name] : (firing + 1) * sizes[name]] for name, stream in seen.items()}
            for name, window in move(router, windows, sizes):
                given[name].append(window)
        return {name: b"".join(windows) for name, windows in given.items()}


Moved = Iterator[tuple[str, bytes]]


def _broadcast(router: Actor, windows: Mapping[str, bytes], sizes: Mapping[str, int]) -> Moved:
    (window,) = windows.values()
    for port in router.outputs:
        size = sizes[port.name]
        yield port.name, (window * (size // len(window) + 1))[:size]


def _fork(router: Actor, windows: Mapping[str, bytes], sizes: Mapping[str, int]) -> Moved:
    (window,) = windows.values()
    at = 0
    for port in router.outputs:
        yield port.name, window[at : at + sizes[port.name]]
        at += sizes[port.name]


def _join(router: Actor, windows: Mapping[str, bytes], _: Mapping[str, int]) -> Moved:
    yield router.outputs[0].name, b"".join(windows[port.name] for port in router.inputs)


def _roundbuffer(router: Actor, windows: Mapping[str, bytes], sizes: Mapping[str, int]) -> Moved:
    (window,) = windows.values()
    name = router.outputs[0].name
    yield name, window[len(window) - sizes[name] :]


def _slice(router: Actor, windows: Mapping[str, bytes], _: Mapping[str, int]) -> Moved:
    (window,) = windows.values()
    for port in router.outputs:
        assert port.pattern is not None
        size, pattern = port.type.size_bytes * TAG_BYTES, port.pattern
        parts = []
        for index in range(pattern.count):
            start = pattern.start_tokens + index * pattern.step_tokens
            for token in range(start, start + pattern.length_tokens):
                inside = 0 <= token * size < len(window)
                parts.append(window[token * size : (token + 1) * size] if inside else ZERO * port.type.size_bytes)
        yield port.name, b"".join(parts)


def _copy(router: Actor, windows: Mapping[str, bytes], _: Mapping[str, int]) -> Moved:
    (window,) = windows.values()
    yield router.outputs[0].name, window


MOVES: Mapping[ActorKind, Callable[[Actor, Mapping[str, bytes], Mapping[str, int]], Moved]] = {
    ActorKind.BROADCAST: _broadcast,
    ActorKind.FORK: _fork,
    ActorKind.JOIN: _join,
    ActorKind.ROUNDBUFFER: _roundbuffer,
    ActorKind.SLICE: _slice,
    ActorKind.COPY: _copy,
}
