# SPDX-License-Identifier: Apache-2.0
"""Random applications whose loops read again what they have shown to others: by a delayed output of a broadcast.

    source -> member0 -> member1 -> ... -> broadcast -> join -> sink
                 ^                             |          ^
                 +---------- delay ------------+          +---- the same of another loop

Each loop trips several times in an iteration. Mostly the delay is of whole trips, its tokens are zeros, and who reads
them only reads; sometimes two broadcasts stand there, a spy reads trip by trip, or each loop has its own sink.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

from .application import Actor, Application, Delay, Edge, End, Fill, GraphSpec, Port, StateForm, TokenKind, Use
from .drafts import TOKEN_KINDS

USES = (*[Use.CONST] * 6, Use.PLAIN, Use.CLAIMED, Use.SCRIBBLED)
FILLS = (*[Fill.ZERO] * 6, Fill.FUNCTION)


@dataclass
class _Loops:
    """What is made so far."""

    rng: random.Random
    kind: TokenKind
    actors: list[Actor] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def add(self, name: str, ports: list[Port], kind: str = "code", records: bool = False) -> str:
        state = StateForm.STRUCT if records or (kind == "code" and self.rng.random() < 0.2) else StateForm.NONE
        self.actors.append(Actor(name, len(self.actors) + 1, kind, tuple(ports), state, records=records))
        return name

    def input(self, name: str, tokens: int) -> Port:
        return Port(name, True, self.kind, (tokens,), self.rng.choice(USES))

    def output(self, name: str, tokens: int) -> Port:
        return Port(name, False, self.kind, (tokens,))

    def connect(self, source: str, out: str, target: str, port: str, delay: Delay | None = None) -> None:
        self.edges.append(Edge(End(source, out), End(target, port), delay))

    def loop(self, number: int, trips: int, tokens: int) -> str:
        """Its last broadcast, whose output `o` shows `tokens` in each trip."""
        members = [f"member{number}_{i}" for i in range(self.rng.randint(1, 3))]
        reader = self.rng.choice(members)
        for name in members:
            each = tokens // self.rng.choice([n for n in (1, 1, 1, 2, 3) if tokens % n == 0])
            back = [self.input("back", each)] if name == reader else []
            self.add(name, [self.input("i", each), *back, self.output("o", each)])
        self.connect("source", f"o{number}", members[0], "i")
        for one, other in pairwise(members):
            self.connect(one, "o", other, "i")
        before = members[-1]
        for level in range(self.rng.choice([1, 1, 2])):
            name = f"show{number}_{level}"
            ports = [Port("i", True, self.kind, (tokens,)), *(self.output(o, tokens) for o in ("o", "p"))]
            self.add(name, ports, "broadcast")
            self.connect(before, "o", name, "i")
            if level:
                self.spy(f"spy{number}", tokens, before)
            before = name
        times = self.rng.choice([1, 1, 1, 2, trips, trips + 1, 1.5])
        delay = Delay(max(1, round(tokens * times)), self.rng.choice(FILLS), number=500 + number)
        self.connect(before, "p", reader, "back", delay)
        return before

    def spy(self, name: str, tokens: int, shown: str) -> None:
        self.add(name, [self.input("i", tokens)], records=True)
        self.connect(shown, "p", name, "i")


def loop_application(seed: int) -> Application:
    """The same for the same seed."""
    rng = random.Random(f"loop {seed}")
    loops = _Loops(rng, rng.choice(TOKEN_KINDS))
    sizes = [(rng.choice([2, 3, 4, 6, 12]), rng.choice([1, 2, 6, 12, 48])) for _ in range(rng.choice([1, 1, 2]))]
    totals = [trips * tokens for trips, tokens in sizes]
    loops.add("source", [loops.output(f"o{number}", total) for number, total in enumerate(totals)])
    shown = [loops.loop(number, *size) for number, size in enumerate(sizes)]
    if len(sizes) > 1 and rng.random() < 0.7:
        parts = [Port(f"i{number}", True, loops.kind, (total,)) for number, total in enumerate(totals)]
        loops.add("join", [*parts, loops.output("o", sum(totals))], "join")
        for number, name in enumerate(shown):
            loops.connect(name, "o", "join", f"i{number}")
        shown, totals = ["join"], [sum(totals)]
    for number, (name, total) in enumerate(zip(shown, totals, strict=True)):
        loops.add(f"sink{number}", [loops.input("i", total)], records=True)
        loops.connect(name, "o", f"sink{number}", "i")
    graph = GraphSpec("loops", tuple(loops.actors), tuple(loops.edges))
    return Application(seed, (graph,), rng.randint(2, 9))
