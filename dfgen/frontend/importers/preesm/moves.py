# SPDX-License-Identifier: Apache-2.0
"""Actors that only move bytes, in the order of their C: routing actors take their place, which may cost nothing.

PREESM has actors for what is not a fork, a join or a broadcast to it: a `Merge` in which images of several sizes come
to lie one behind the other. Such a function calls `memcpy` and looks at nothing; it is fired with windows that nobody
may touch, so what it copies there is what it copies always (`runtime/trial/moves.c`). Each output is then joined from
pieces of inputs, and pieces that lie at one distance are a slice. Where most of it are whole inputs, which may be
written where they are wanted, that is better than to copy them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import NamedTuple, TypeVar

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import MOVING, Move, Trial, asking
from dfgen.frontend.routing import same_type
from dfgen.model.actor import Actor, ActorKind, ArgumentKind
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.port import Direction, Port, SlicePattern

PARTS_MAX = 16
"""Effort: of an output; where there are more, the function's own loop is as good as routing actors."""

QUESTION = "moves"
IN, OUT = "part", "copy"


def with_moves(known: CKnowledge) -> CKnowledge:
    """The same of a project with routing actors in place of such actors, which its notes tell. Functions are tried for
    it."""
    if known.project is None:
        return known
    actors = [actor for actor in known.graph.actors if _may_only_move(actor, known)]
    if not actors:
        return known
    with asking(known, MOVING, actors) as ask:
        told = {actor.name: ask(actor, QUESTION, _moves) for actor in actors}
    graph = known.graph
    for actor in actors:
        parts = _parts(graph, actor, [Move(*each) for each in told[actor.name] or ()])
        if parts:
            graph = _routed(graph, actor, parts)
    return replace(known, graph=graph)


def _may_only_move(actor: Actor, known: CKnowledge) -> bool:
    """Whether nothing speaks against it but what its function does."""
    fire = actor.fire
    if actor.kind is not ActorKind.CODE or fire is None or fire.function not in known.copying - known.impure.keys():
        return False
    bound = actor.init or actor.end or actor.state is not None or actor.period or actor.effect or actor.phases > 1
    known_before = all(argument.kind in (ArgumentKind.PARAMETER, ArgumentKind.PORT) for argument in fire.arguments)
    alike = all(same_type(port.type, actor.ports[0].type) for port in actor.ports)
    plain = not any(port.partial or port.is_persistent or port.by or port.type.objects for port in actor.ports)
    return bool(actor.inputs and actor.outputs) and known_before and alike and plain and not bound


def _moves(trial: Trial | None) -> list[Move] | None:
    return trial.moves() if trial is not None else None


@frozen
class _Part:
    """Windows of an input that lie one behind the other in an output."""

    input: str
    pattern: SlicePattern

    @property
    def tokens(self) -> int:
        return self.pattern.count * self.pattern.length_tokens


_Parts = Mapping[str, Sequence[_Part]]
"""By output, what it is joined from."""


def _parts(graph: Graph, actor: Actor, moves: Sequence[Move]) -> _Parts:
    """Nothing where routing actors cannot do it."""
    found: dict[str, Sequence[_Part]] = {}
    for port in actor.outputs:
        pieces = _pieces(port, [move for move in moves if move.output == port.name])
        if PortRef(actor.name, port.name) in graph.fifos_from:
            found[port.name] = list(_grouped(pieces))
    used = {part.input for parts in found.values() for part in parts}
    gains = all(_gains(graph, actor, parts) for parts in found.values())
    return found if gains and used == {port.name for port in actor.inputs} else {}


def _gains(graph: Graph, actor: Actor, parts: Sequence[_Part]) -> bool:
    """Whether most tokens are those of inputs that are there as they are: these may be written in their place. Others
    would be copied in any case, on a core that nobody has chosen."""
    at_once = {fifo.target.port for _, fifo in graph.inputs_of(actor) if not fifo.delay_tokens}
    whole = sum(part.tokens for part in parts if part.input in at_once and _is_whole(actor, part))
    return 2 * whole > sum(part.tokens for part in parts) and len(parts) <= PARTS_MAX


def _is_whole(actor: Actor, part: _Part) -> bool:
    return part.tokens == actor.port(part.input).rate(0) == part.pattern.length_tokens


class _Piece(NamedTuple):
    input: str
    first: int
    tokens: int


def _pieces(port: Port, moves: Iterable[Move]) -> list[_Piece]:
    """What the output is made of, in order; nothing if that is no whole tokens, or does not write each one once."""
    ordered = sorted(moves, key=lambda move: move.output_byte)
    ends = [0, *(move.output_byte + move.size_bytes for move in ordered)]
    token = port.type.size_bytes
    seamless = [move.output_byte for move in ordered] == ends[:-1] and ends[-1] == port.window_bytes
    if not seamless or any(move.input_byte % token or move.size_bytes % token for move in ordered):
        return []
    return [_Piece(move.input, move.input_byte // token, move.size_bytes // token) for move in ordered]


def _grouped(pieces: Iterable[_Piece]) -> Iterator[_Part]:
    """Neighbours that are neighbours in the input, too, are one window; windows of one size that follow each other at
    one distance are a part."""
    windows = _runs(pieces, _connected)
    parts = (_Part(piece.input, SlicePattern(1, piece.tokens, piece.first, 0)) for piece in windows)
    return _runs(parts, _longer)


def _connected(piece: _Piece, following: _Piece) -> _Piece | None:
    """Both as one; None where they are not."""
    if piece.input != following.input or piece.first + piece.tokens != following.first:
        return None
    return piece._replace(tokens=piece.tokens + following.tokens)


def _longer(part: _Part, following: _Part) -> _Part | None:
    """The part with one more window, where that goes on as it began."""
    pattern, window = part.pattern, following.pattern
    step = window.start_tokens - pattern.start_tokens - (pattern.count - 1) * pattern.step_tokens
    alike = part.input == following.input and pattern.length_tokens == window.length_tokens
    if not alike or step <= 0 or (pattern.count > 1 and step != pattern.step_tokens):
        return None
    return replace(part, pattern=replace(pattern, count=pattern.count + 1, step_tokens=step))


_Item = TypeVar("_Item")


def _runs(items: Iterable[_Item], joined: Callable[[_Item, _Item], _Item | None]) -> Iterator[_Item]:
    """Each with as many of those behind it as go with it."""
    run: _Item | None = None
    for item in items:
        longer = None if run is None else joined(run, item)
        if run is not None and longer is None:
            yield run
        run = item if longer is None else longer
    if run is not None:
        yield run


# --- the routing actors -----------------------------------------------------------------------------------------------


def _routed(graph: Graph, actor: Actor, parts: _Parts) -> Graph:
    """The graph with a broadcast for each input of several parts, a slice for each part that is not all of its input,
    and a join for each output of several parts."""
    routing = _Routing(actor, parts)
    routing.make()

    def moved(fifo: Fifo) -> Fifo:
        source = routing.source_of.get(fifo.source, fifo.source)
        return replace(fifo, source=source, target=routing.target_of.get(fifo.target, fifo.target))

    others = (each for each in graph.actors if each is not actor)
    note = f"'{actor.name}': it only moves what it reads to what it writes, and need not run"
    return replace(
        graph,
        actors=(*others, *routing.actors),
        fifos=(*map(moved, graph.fifos), *routing.fifos),
        notes=(*graph.notes, note),
    )


@dataclass
class _Routing:
    """What takes the place of `actor`: routing actors, and the FIFOs between them. `source_of`, `target_of`: by port of
    the actor, the one that does its part now."""

    actor: Actor
    parts: _Parts
    actors: list[Actor] = field(default_factory=list)
    fifos: list[Fifo] = field(default_factory=list)
    source_of: dict[PortRef, PortRef] = field(default_factory=dict)
    target_of: dict[PortRef, PortRef] = field(default_factory=dict)

    def make(self) -> None:
        all_parts = [part for parts in self.parts.values() for part in parts]
        for port in self.actor.inputs:
            uses = sum(part.input == port.name for part in all_parts)
            if uses > 1 or self._is_handed_on(port):
                self._broadcast(port, uses)
        taken = dict.fromkeys((port.name for port in self.actor.inputs), 0)
        for output, parts in self.parts.items():
            ends = []
            for part in parts:
                ends.append(self._end(part, taken[part.input]))
                taken[part.input] += 1
            self.source_of[self._own(output)] = self._joined(output, parts, ends) if len(ends) > 1 else ends[0]

    def _is_handed_on(self, port: Port) -> bool:
        """Whether an output is that input and no more, which takes a routing actor between their FIFOs."""
        alone = (parts[0] for parts in self.parts.values() if len(parts) == 1)
        return any(part.input == port.name and _is_whole(self.actor, part) for part in alone)

    def _broadcast(self, port: Port, uses: int) -> None:
        name = f"{self.actor.name}/{port.name}"
        copies = (_moving(port, f"{OUT}{k}", Direction.OUTPUT) for k in range(uses))
        self._add(name, ActorKind.BROADCAST, _moving(port, IN), *copies)
        self.target_of[self._own(port.name)] = PortRef(name, IN)

    def _end(self, part: _Part, number: int) -> PortRef:
        """Where a part comes from, which is that `number` of its input: the input itself, or a routing actor."""
        broadcast = self.target_of.get(self._own(part.input))
        source = PortRef(broadcast.actor, f"{OUT}{number}") if broadcast is not None else self._own(part.input)
        if _is_whole(self.actor, part):
            return source
        name = f"{self.actor.name}/{part.input}/{number}"
        port = self.actor.port(part.input)
        cut = replace(_moving(port, OUT, Direction.OUTPUT), rates=(part.tokens,), pattern=part.pattern)
        self._add(name, ActorKind.SLICE, _moving(port, IN), cut)
        self._link(source, PortRef(name, IN))
        return PortRef(name, OUT)

    def _joined(self, output: str, parts: Sequence[_Part], ends: Sequence[PortRef]) -> PortRef:
        name = self.actor.name if len(self.parts) == 1 else f"{self.actor.name}/{output}"
        whole = self.actor.port(output)
        # What comes straight from an input's FIFO keeps its name, and so does the FIFO, which may be annotated.
        direct = {end.port for end in ends if end.actor == self.actor.name}
        free = (name for name in (f"{IN}{k}" for k in count()) if name not in {*direct, output})
        names = [part.input if part.input in direct else next(free) for part in parts]
        pieces = [replace(_moving(whole, n), rates=(part.tokens,)) for n, part in zip(names, parts, strict=True)]
        self._add(name, ActorKind.JOIN, *pieces, _moving(whole, output, Direction.OUTPUT))
        for source, piece in zip(ends, pieces, strict=True):
            self._link(source, PortRef(name, piece.name))
        return PortRef(name, output)

    def _link(self, source: PortRef, target: PortRef) -> None:
        if source.actor == self.actor.name and self.actor.port(source.port).is_input:
            self.target_of[source] = target
        else:
            self.fifos.append(Fifo(source, target, span=self.actor.span))

    def _add(self, name: str, kind: ActorKind, *ports: Port) -> None:
        self.actors.append(Actor(name, kind, ports, span=self.actor.span))

    def _own(self, port: str) -> PortRef:
        return PortRef(self.actor.name, port)


def _moving(port: Port, name: str, direction: Direction = Direction.INPUT) -> Port:
    """A port of a routing actor for the tokens of this one."""
    return Port(name, direction, port.type, port.rates, span=port.span)
