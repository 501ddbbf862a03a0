# SPDX-License-Identifier: Apache-2.0
"""Random applications that are chains of actors that work in place, whose iterations cores can share.

    source -> link0 -> link1 -> ... -> digest -> sink

Most links keep nothing, and their outputs lie over their inputs. The source, the digest and some links have a state:
they take turns on the cores that share the others. The sink, which writes a file, gets a token or two of an iteration,
so few that it may be on a core of its own. Now and then something reads on the way, or feeds a link from beside: then a
window is read by others, or an output has no input alone to lie over.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from dfgen.machine.constants import REGISTERS_BYTES

from .application import Actor, Application, Edge, End, GraphSpec, Port, StateForm, TokenKind, Use
from .drafts import TOKEN_KINDS
from .settings import REGISTERS_HERE

USES = (Use.CONST, Use.PLAIN, Use.SCRIBBLED, Use.WRITTEN)
WINDOW_BYTES = (REGISTERS_HERE + 1, 120, 400, *[REGISTERS_BYTES.value + 1] * 3, 4000)
"""What fits into registers takes nobody to another core."""


@dataclass
class _Chain:
    """What is made so far: all of its FIFOs have `tokens` of one kind. `is_timed`: sharing it pays, by its times."""

    rng: random.Random
    kind: TokenKind
    tokens: int
    is_timed: bool
    actors: list[Actor] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def input(self, name: str = "i") -> Port:
        return Port(name, True, self.kind, (self.tokens,), self.rng.choice(USES))

    def output(self, over: str = "") -> Port:
        return Port("o", False, self.kind, (self.tokens,), overlays=over)

    def state(self, odds: float) -> StateForm:
        forms = (StateForm.STRUCT, StateForm.STRUCT, StateForm.ARRAY)
        return self.rng.choice(forms) if self.rng.random() < odds else StateForm.NONE

    def add(self, name: str, *ports: Port, state: StateForm = StateForm.NONE, records: bool = False) -> Actor:
        stateless = state is StateForm.NONE and not records and self.rng.random() < 0.7
        time = ("20us" if state is StateForm.NONE else "1us") if self.is_timed else ""
        number = len(self.actors) + 1
        actor = Actor(name, number, "code", ports, state, records=records, stateless=stateless, time=time)
        self.actors.append(actor)
        return actor

    def connect(self, source: str, target: str, port: str = "i") -> None:
        self.edges.append(Edge(End(source, "o"), End(target, port)))

    def link(self, name: str, before: str) -> None:
        """One more behind `before`; it may read another source, too."""
        over = "i" if self.rng.random() < 0.85 else ""
        more = (self.input("more"),) if self.rng.random() < 0.1 else ()
        self.add(name, self.input(), *more, self.output(over), state=self.state(0.1))
        self.connect(before, name)
        if more:
            beside = self.add(f"beside_{name}", self.output(), state=self.state(0.8))
            self.connect(beside.name, name, "more")

    def told(self, before: str, number: str) -> None:
        """Who reads what comes in, and the file that tells it."""
        small = Port("o", False, TOKEN_KINDS[0], (self.rng.choice([1, 1, 2]),))
        digest = self.add(f"digest{number}", self.input(), small, state=self.state(0.6))
        sink = self.add(f"sink{number}", replace(small, name="i", is_input=True), state=StateForm.STRUCT, records=True)
        self.connect(before, digest.name)
        self.connect(digest.name, sink.name)


def chain_application(seed: int) -> Application:
    """The same for the same seed."""
    rng = random.Random(f"chain {seed}")
    kind = rng.choice(TOKEN_KINDS)
    chain = _Chain(rng, kind, -(-rng.choice(WINDOW_BYTES) // kind.size), rng.random() < 0.75)
    before = chain.add("source", chain.output(), state=chain.state(0.9)).name
    spied = rng.choice([None, None, None, None, 0])
    for number in range(rng.randint(1, 5)):
        if number == spied:
            chain.told(before, "_beside")
        chain.link(f"link{number}", before)
        before = f"link{number}"
    chain.told(before, "")
    return Application(seed, (GraphSpec("chain", tuple(chain.actors), tuple(chain.edges)),), rng.randint(4, 16))
