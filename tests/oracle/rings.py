# SPDX-License-Identifier: Apache-2.0
"""Random applications that are one cycle with long delays: actors of it can fire side by side.

    source -> ring0 -> ring1 -> ... -> sink
                ^                |
                +---- delay -----+

The loop around the ring trips several times in an iteration. Some actors of it have state, some feed something back to
themselves or to the one before, some FIFOs along the ring have delays of their own, and broadcasts on the way show
tokens to a second sink or to a later actor of the ring.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import lcm

from .application import Actor, Application, Delay, Edge, End, Fill, GraphSpec, Port, StateForm, TokenKind, Use
from .drafts import TOKEN_KINDS

USES = (Use.CONST, Use.CONST, Use.PLAIN, Use.CLAIMED, Use.SCRIBBLED, Use.WRITTEN)


@dataclass
class _Ring:
    """What is made so far. `repetitions`: of each actor in a trip of the loop."""

    rng: random.Random
    trips: int
    repetitions: dict[str, int] = field(default_factory=dict)
    ports: dict[str, list[Port]] = field(default_factory=dict)
    routers: list[Actor] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def actor(self, name: str, repetitions: int) -> str:
        self.repetitions[name], self.ports[name] = repetitions, []
        return name

    def output(self, name: str, kind: TokenKind, tokens: int) -> End:
        return self._port(name, kind, tokens, False)

    def input(self, name: str, kind: TokenKind, tokens: int) -> End:
        return self._port(name, kind, tokens, True)

    def _port(self, name: str, kind: TokenKind, tokens: int, is_input: bool) -> End:
        """`tokens` pass in a trip of the loop."""
        port = f"p{len(self.ports[name])}"
        use = self.rng.choice(USES) if is_input else Use.CONST
        self.ports[name].append(Port(port, is_input, kind, (tokens // self.repetitions[name],), use))
        return End(name, port)

    def tokens(self, one: str, other: str) -> int:
        return lcm(self.repetitions[one], self.repetitions[other]) * self.rng.choice([1, 1, 2, 5])

    def connect(self, one: str, other: str, delay_trips: float = 0) -> None:
        """A FIFO, now and then by way of a broadcast to the second sink."""
        kind, tokens = self.rng.choice(TOKEN_KINDS), self.tokens(one, other)
        source, target = self.output(one, kind, tokens), self.input(other, kind, tokens)
        if self.rng.random() < 0.3:
            name = f"b{len(self.routers)}"
            ports = [Port("i", True, kind, (tokens,))] + [Port(f"o{i}", False, kind, (tokens,)) for i in range(2)]
            self.routers.append(Actor(name, 0, "broadcast", tuple(ports)))
            self.edges.append(Edge(source, End(name, "i")))
            self.edges.append(Edge(End(name, "o1"), self.input("spy", kind, self.trips * tokens)))
            source = End(name, "o0")
        delay = self._delay(round(tokens * delay_trips)) if delay_trips else None
        self.edges.append(Edge(source, target, delay))

    def _delay(self, tokens: int) -> Delay:
        return Delay(max(1, tokens), Fill.FUNCTION, number=500 + len(self.edges))

    def application(self, seed: int) -> Application:
        rng = self.rng
        actors = []
        for name, ports in self.ports.items():
            outside = name in ("source", "sink", "spy")
            state = StateForm.STRUCT if outside or rng.random() < 0.4 else StateForm.NONE
            actor = Actor(name, 0, "code", tuple(ports), state, records=name in ("sink", "spy"))
            actors.append(replace(actor, stateless=state is StateForm.NONE and rng.random() < 0.5))
        found = [a for a in (*actors, *self.routers) if a.ports]
        numbered = tuple(replace(actor, number=number) for number, actor in enumerate(found, start=1))
        return Application(seed, (GraphSpec("ring", numbered, tuple(self.edges)),), rng.randint(1, 5))


def ring_application(seed: int) -> Application:
    """The same for the same seed."""
    rng = random.Random(f"ring {seed}")
    trips = rng.choice([2, 4, 6, 8, 12])
    ring = _Ring(rng, trips)
    ring.actor("source", 1)
    members = [ring.actor(f"ring{i}", rng.choice([1, 1, 1, 2, 3])) for i in range(rng.randint(2, 5))]
    for outside in ("sink", "spy"):
        ring.actor(outside, 1)
    kind = rng.choice(TOKEN_KINDS)
    tokens = ring.repetitions[members[0]] * rng.randint(1, 3)
    feed = ring.output("source", kind, trips * tokens), ring.input(members[0], kind, tokens)
    ring.edges.append(Edge(*feed))
    for one, other in pairwise(members):
        ring.connect(one, other, rng.choice([0, 0, 0, 1, 1.5, 3]))
    ring.connect(members[-1], members[0], rng.choice([1, 2, 2, 3, 4.5, trips, trips + 1]))
    for one, other in [*pairwise(members), *((name, name) for name in members)]:
        if rng.random() < 0.25:
            ring.connect(other, one, rng.choice([1, 1.5]) if one == other else 1)
    kind = rng.choice(TOKEN_KINDS)
    tokens = ring.repetitions[members[-1]]
    ring.edges.append(Edge(ring.output(members[-1], kind, tokens), ring.input("sink", kind, trips * tokens)))
    return ring.application(seed)
