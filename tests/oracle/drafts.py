# SPDX-License-Identifier: Apache-2.0
"""Grows one graph of a random application: actor by actor along the data, so that rates balance by construction.

Every wire (an output port) knows how many tokens it passes in an iteration; whoever reads it fires a divisor of that.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import gcd, lcm

from . import balance
from .application import (
    Actor,
    Application,
    Edge,
    End,
    GraphSpec,
    Port,
    Slice,
    StateForm,
    TokenKind,
    Use,
)
from .object_text import PARCEL

TOKEN_KINDS = (
    TokenKind("uint8", "uint8_t *", 1, 1, "B"),
    TokenKind("int8", "int8_t *", 1, 1, "b"),
    TokenKind("int16", "int16_t *", 2, 2, "h"),
    TokenKind("float", "float *", 4, 4, "f"),
    TokenKind("double", "double *", 8, 8, "d"),
    TokenKind("uint64", "uint64_t *", 8, 8, "Q"),
    TokenKind("struct rgb", "struct rgb *", 3, 1),
    TokenKind("struct mixed", "struct mixed *", 12, 4),
    TokenKind("five", "five *", 5, 1),
    TokenKind("mixed_t", "struct mixed *", 12, 4),
    TokenKind("triple", "uint8_t *", 3, 1, "B", 3),
    TokenKind("vector", "float *", 20, 4, "f", 5),
)
ODD_KINDS = (
    TokenKind("struct packed", "struct packed *", 9, 1),
    TokenKind("struct wide", "struct wide *", 64, 64),
    TokenKind("struct page", "struct page *", 4096, 1),
    TokenKind("struct huge", "struct huge *", 70_001, 1),
    TokenKind("seven", "int16_t *", 14, 2, "h", 7),
)
CYCLES_MAX = 16
PLAIN_RATES = (1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 12, 24)
PLAIN_SIZE = 64  # tokens below have any of these rates
USES = (Use.CONST, Use.CONST, Use.CONST, Use.PLAIN, Use.CLAIMED, Use.SCRIBBLED, Use.WRITTEN, Use.TOUCHED, Use.UNUSED)


@dataclass(frozen=True)
class Limits:
    """How large an application may get: a window, what passes a wire in an iteration, and all that one iteration fires
    and moves. `large` is the share of rates that are drawn from all that fit."""

    window_bytes: int = 6000
    wire_bytes: int = 12_000
    firings: int = 500
    moved_bytes: int = 100_000
    kinds: tuple[TokenKind, ...] = TOKEN_KINDS
    large: float = 0.12


SMALL = Limits()
ODD = Limits(kinds=(*TOKEN_KINDS, *ODD_KINDS), window_bytes=80_000, wire_bytes=160_000, moved_bytes=1_500_000)
OBJECTS = Limits(kinds=(PARCEL, PARCEL, PARCEL, *TOKEN_KINDS[:4]), window_bytes=1000, wire_bytes=4000)
LARGE = Limits(400_000, 800_000, 60, 2_500_000, (*TOKEN_KINDS, *ODD_KINDS), 0.6)


class TooLarge(Exception):
    """What passes a wire fits into the window of no actor: the draft is of no use."""


@dataclass
class Wire:
    """Something to read from: `total` tokens in an iteration; 0 for an interface, which gives as many as are wanted."""

    end: End
    kind: TokenKind
    total: int
    readers: int = 0


@dataclass
class Reading:
    """Wires that one actor reads, and how often it runs through how many phases for that."""

    wires: list[Wire]
    cycles: int
    phases: int = 1


@dataclass
class Draft:
    """A graph that grows. `cycles` need not be the smallest; what counts are the ratios. `in_place` is the share of
    outputs that may lie over inputs."""

    rng: random.Random
    name: str
    refines: bool
    actors: list[Actor] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    wires: list[Wire] = field(default_factory=list)
    in_place: float = 0.0
    limits: Limits = SMALL

    def split(self, total: int, phases: int) -> tuple[int, ...]:
        """`total` tokens a cycle of `phases` phases, as rates of a port of as many phases or of a divisor of them."""
        lengths = [n for n in range(1, phases + 1) if phases % n == 0 and total % (phases // n) == 0]
        length = self.rng.choice(lengths)
        share = total // (phases // length)
        cuts = sorted(self.rng.randint(0, share) for _ in range(length - 1))
        return tuple(b - a for a, b in zip([0, *cuts], [*cuts, share], strict=True))

    def choose(self, wanted: int, kind: TokenKind | None = None) -> list[Wire]:
        """Up to `wanted` wires, rather those that nobody reads yet; in a refinement perhaps interfaces."""
        fitting = [w for w in self.wires if kind is None or w.kind == kind]
        self.rng.shuffle(fitting)
        fitting.sort(key=lambda w: w.readers > 0 and self.rng.random() < 0.7)
        chosen = fitting[:wanted]
        if self.refines and (not chosen or self.rng.random() < 0.4):
            chosen = [*chosen[1:], self.interface(kind)]
        return chosen

    def interface(self, kind: TokenKind | None) -> Wire:
        """An input interface: one that is there already, or a new one."""
        ends = {e.source for e in self.edges if e.source.actor is None}
        known = [w for w in self._interfaces if w.end in ends and (kind is None or w.kind == kind)]
        if known and (len(known) >= 3 or self.rng.random() < 0.5):
            return self.rng.choice(known)
        wire = Wire(End(None, f"x{len(self._interfaces)}"), kind or self.rng.choice(self.limits.kinds), 0)
        self._interfaces.append(wire)
        return wire

    def __post_init__(self) -> None:
        self._interfaces: list[Wire] = []

    def reading(self, wires: list[Wire]) -> Reading | None:
        """How often an actor fires that reads `wires`: None if no number keeps its windows small."""
        totals = [w.total for w in wires if w.total]
        common = gcd(*totals) if totals else 12
        fitting = [
            n
            for n in range(1, CYCLES_MAX + 1)
            if common % n == 0 and all(w.total // n * w.kind.size <= self.limits.window_bytes for w in wires)
        ]
        return Reading(wires, self.rng.choice(fitting)) if fitting else None

    def rate(self, kind: TokenKind, cycles: int) -> int:
        limit = max(1, min(self.limits.window_bytes, self.limits.wire_bytes // cycles) // kind.size)
        if self.rng.random() < self.limits.large:
            return self.rng.randint(1, limit)
        return self.rng.choice([rate for rate in PLAIN_RATES if rate <= limit or kind.size < PLAIN_SIZE])

    def place(self, actor: Actor, reading: Reading) -> Actor:
        """Add `actor`, whose inputs read the wires in turn, and its outputs as new wires."""
        actor = replace(actor, name=f"{actor.name}{len(self.actors) + 1}", number=len(self.actors) + 1)
        self.actors.append(actor)
        for wire, port in zip(reading.wires, actor.inputs, strict=True):
            wire.readers += 1
            self.edges.append(Edge(wire.end, End(actor.name, port.name)))
        for port in actor.outputs:
            total = reading.cycles * reading.phases * sum(port.rates) // len(port.rates)
            self.wires.append(Wire(End(actor.name, port.name), port.kind, total))
        return actor

    def inputs(self, reading: Reading, phases: int) -> list[Port]:
        ports = []
        for i, wire in enumerate(reading.wires):
            per_cycle = wire.total // reading.cycles if wire.total else phases * self.rate(wire.kind, reading.cycles)
            use = self.rng.choice(USES)
            ports.append(Port(f"i{i}", True, wire.kind, self.split(per_cycle, phases), use))
        return ports

    def outputs(self, kinds: Sequence[TokenKind], cycles: int, phases: int) -> list[Port]:
        ports = []
        for i, kind in enumerate(kinds):
            per_cycle = max(1, self.rate(kind, cycles) * self.rng.choice([1, phases]))
            partial = self.rng.random() < 0.06
            ports.append(Port(f"o{i}", False, kind, self.split(per_cycle, phases), partial=partial))
        return ports

    def overlaid(self, inputs: list[Port], outputs: list[Port]) -> list[Port]:
        """Some of the outputs over inputs, most of them with windows of the same size."""
        left, found = list(inputs), []
        for port in outputs:
            if left and self.in_place and self.rng.random() < self.in_place:
                below = left.pop(self.rng.randrange(len(left)))
                port = replace(port, partial=False, overlays=below.name)
                if self.rng.random() < 0.8 or port.kind.objects or below.kind.objects:
                    port = replace(port, kind=below.kind, rates=below.rates)
            found.append(port)
        return found

    def code(self, wires: list[Wire], outputs: int) -> Actor | None:
        reading = self.reading(wires)
        if reading is None:
            return None
        rng = self.rng
        phases = reading.phases = rng.choice([1, 1, 1, 2, 3, 4])
        kinds = [rng.choice(self.limits.kinds) for _ in range(outputs)]
        inputs = self.inputs(reading, phases)
        ports = inputs + self.overlaid(inputs, self.outputs(kinds, reading.cycles, phases))
        effect = bool(wires) and outputs > 0 and rng.random() < 0.06
        actor = Actor("a", 0, "code", tuple(ports), template=rng.random() < 0.15)
        if outputs == 0 or effect:
            return self.place(_recording(actor, effect, rng.random() < 0.8), reading)
        odds = 0.85 if not wires else 0.35
        forms = [StateForm.STRUCT, StateForm.ARRAY] + ([] if self.refines else [StateForm.STATIC])
        state = rng.choice(forms) if rng.random() < odds else StateForm.NONE
        pointer = state in (StateForm.STRUCT, StateForm.ARRAY)
        actor = replace(
            actor,
            state=state,
            initialised=pointer and rng.random() < 0.5,
            stateless=state is StateForm.NONE and rng.random() < 0.25,
            template=actor.template and state is not StateForm.STATIC,
        )
        return self.place(actor, reading)

    def router(self) -> Actor | None:
        kind = self.rng.choice(["broadcast", "fork", "join", "roundbuffer", "slice", "slice"])
        wires = self.choose(1)
        if kind == "join":
            wires += [w for w in self.choose(2, wires[0].kind if wires else None) if w not in wires]
        if not wires:
            return None
        reading = self.reading(wires)
        if reading is None:
            return None
        rates = [w.total // reading.cycles or self.rate(w.kind, reading.cycles) for w in wires]
        ports = [Port(f"i{i}", True, w.kind, (r,)) for i, (w, r) in enumerate(zip(wires, rates, strict=True))]
        given, pattern = self._moved(kind, rates)
        limit = min(self.limits.window_bytes, self.limits.wire_bytes // reading.cycles)
        if not given or max(given) * wires[0].kind.size > limit:
            return None
        ports += [Port(f"o{i}", False, wires[0].kind, (r,)) for i, r in enumerate(given)]
        return self.place(Actor(kind[0] + "m", 0, kind, tuple(ports), slice=pattern), reading)

    def _moved(self, kind: str, rates: list[int]) -> tuple[list[int], Slice | None]:
        """The rates of a routing actor's outputs."""
        rng, rate = self.rng, rates[0]
        if kind == "join":
            return ([sum(rates)] if len(rates) > 1 else []), None
        if kind == "fork":
            cuts = sorted(rng.sample(range(1, rate), min(rate - 1, rng.choice([1, 1, 2]))))
            return ([b - a for a, b in zip([0, *cuts], [*cuts, rate], strict=True)] if cuts else []), None
        if kind == "roundbuffer":
            return [rng.randint(1, rate)], None
        if kind == "broadcast":
            lengths = [rate, rate, 2 * rate, 3 * rate, rng.randint(1, 2 * rate)]
            return [rng.choice(lengths) for _ in range(rng.choice([1, 2, 2, 3]))], None
        length = rng.randint(1, rate)
        start, step = rng.randint(1 - length, rate - 1), rng.randint(1, length + 2)
        count = min(rng.randint(1, 5), (rate - 1 - start) // step + 1)  # every window has a token of the input
        return [count * length], Slice(count, length, start, step)

    def refined(self, sub: GraphSpec, firings_max: int) -> Actor | None:
        """An instance of `sub`, fed directly where a wire fits, else through an actor made for it."""
        wanted = [i for i in sub.interfaces if i.is_input]
        ports = tuple(Port(i.name, i.is_input, i.kind, (i.rate,)) for i in sub.interfaces)
        draft = Actor("s", 0, sub.name, ports)
        if not wanted:
            return self.place(draft, Reading([], self.rng.randint(1, min(4, firings_max))))
        direct = [w for w in self.wires if len(wanted) == 1 and w.kind == wanted[0].kind]
        for wire in direct:
            times, rest = divmod(wire.total, wanted[0].rate)
            if rest == 0 and times <= firings_max:
                return self.place(draft, Reading([wire], times))
        reading = self.reading(self.choose(2))
        if reading is None:
            return None
        times = lcm(*(reading.cycles // gcd(reading.cycles, i.rate) for i in wanted))
        if times > firings_max:
            return None
        outputs = [Port(f"o{n}", False, i.kind, (times * i.rate // reading.cycles,)) for n, i in enumerate(wanted)]
        if any(p.rates[0] * p.kind.size > self.limits.window_bytes for p in outputs):
            return None
        feeder = Actor("a", 0, "code", (*self.inputs(reading, 1), *outputs), state=StateForm.STRUCT)
        self.place(feeder, reading)
        return self.place(draft, Reading(self.wires[-len(wanted) :], times))

    def grow(self, actors: int, subs: Sequence[GraphSpec], application: Application | None) -> None:
        rng = self.rng
        for step in range(actors):
            dice = rng.random()
            if step == 0 and self.refines and rng.random() < 0.3:
                self.router()
            elif step == 0 or (dice < 0.08 and not self.refines):
                self.code(self.choose(1) if self.refines else [], rng.choice([1, 1, 2, 3]))
            elif dice < 0.35:
                self.router()
            elif dice < (0.7 if self.refines else 0.6) and subs and application is not None:
                sub = rng.choice(subs)
                self.refined(sub, max(1, 150 // _cost(application, sub)))
            else:
                self.code(self.choose(rng.choice([1, 1, 2, 2, 3])), rng.choice([1, 1, 1, 2, 2, 3]))

    def end_wires(self) -> None:
        """Give every wire that nobody reads a recording actor, some actors taking several."""
        while loose := [w for w in self.wires if w.readers == 0]:
            taken = loose[: self.rng.choice([1, 1, 2, 3])]
            if self.code(taken, 0) is None and self.code(taken[:1], 0) is None:
                raise TooLarge

    def spec(self) -> GraphSpec:
        return GraphSpec(self.name, tuple(self.actors), tuple(self.edges))


def _recording(actor: Actor, effect: bool, initialised: bool) -> Actor:
    ports = tuple(replace(p, use=Use.PLAIN) if p.use is Use.UNUSED else p for p in actor.ports)
    return replace(actor, ports=ports, state=StateForm.STRUCT, records=True, effect=effect, initialised=initialised)


def _cost(application: Application, sub: GraphSpec) -> int:
    """Firings of one iteration of `sub`."""
    return sum(balance.firings(replace(application, graphs=(sub, *application.graphs))).values())
