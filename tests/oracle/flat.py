# SPDX-License-Identifier: Apache-2.0
"""Executes dfgen's flat graph of a random application with the interpreter's actors: if the two disagree, dfgen has
read the graph file otherwise than it was meant, and nothing that is decided later can have been the reason.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from dfgen.model.actor import Actor, ActorKind, ArgumentKind, Call, InitialTokens
from dfgen.model.graph import Graph, PortRef
from dfgen.model.port import Port, SlicePattern, TokenType

from .application import Actor as ActorSpec
from .application import Application, Slice
from .application import Port as PortSpec
from .drafts import ODD_KINDS, TOKEN_KINDS
from .interpreter import DELAY_STREAM, CodeInstance, Routing, Windows
from .mixing import absorb_word, emit

KINDS = {kind.name: kind for kind in (*TOKEN_KINDS, *ODD_KINDS)}


class FlatRun:
    """The flat graph with its queues."""

    def __init__(self, graph: Graph, application: Application, firings: Mapping[str, int]) -> None:
        self.graph = graph
        self.firings = firings
        self.recorded = {number: bytearray() for number in application.recorded()}
        self.queues = {fifo.name: bytearray(_initial(fifo.delay, graph.port(fifo.source).type)) for fifo in graph.fifos}
        self.fired = dict.fromkeys(firings, 0)
        specs = {path: spec for path, _, spec, _ in application.instances()}
        self.code = {
            actor.name: CodeInstance(specs[actor.name], _number(actor.fire), self._record)
            for actor in graph.actors
            if actor.fire is not None
        }

    def _record(self, number: int, data: bytes) -> None:
        self.recorded[number] += data

    def run_iteration(self) -> None:
        goal = {name: self.fired[name] + count for name, count in self.firings.items()}
        progress = True
        while progress:
            progress = False
            for actor in self.graph.actors:
                while self.fired[actor.name] < goal[actor.name] and self._ready(actor):
                    self._fire(actor)
                    progress = True
        assert self.fired == goal, "the flat graph is not live"

    def _ready(self, actor: Actor) -> bool:
        phase = self.fired[actor.name]
        return all(len(self.queues[f.name]) >= _size(p, phase) for p, f in self.graph.inputs_of(actor))

    def _fire(self, actor: Actor) -> None:
        phase = self.fired[actor.name]
        self.fired[actor.name] += 1
        inputs: Windows = {}
        for port, fifo in self.graph.inputs_of(actor):
            inputs[port.name] = bytes(self.queues[fifo.name][: _size(port, phase)])
            del self.queues[fifo.name][: _size(port, phase)]
        if actor.name in self.code:
            outputs = self.code[actor.name].fire(inputs)
        elif actor.kind is ActorKind.RESET:
            outputs = _reset(actor, phase, inputs)
        else:
            outputs = Routing(_spec(actor)).fire(inputs)
        for port in actor.outputs:
            for fifo in self.graph.fifos_from.get(PortRef(actor.name, port.name), ()):
                self.queues[fifo.name] += outputs[port.name]


def _size(port: Port, phase: int) -> int:
    return port.rate(phase) * KINDS[port.type.name].size


def _number(call: Call) -> int:
    """The number that the graph file gives the instance."""
    (number,) = (a.value for a in call.arguments if a.kind is ArgumentKind.PARAMETER)
    return number


def _initial(tokens: InitialTokens | None, type: TokenType) -> bytes:
    if tokens is None:
        return b""
    kind = KINDS[type.name]
    size = tokens.count_tokens * kind.size
    if tokens.init is not None:
        return emit(absorb_word(1, _number(tokens.init)), DELAY_STREAM, size)
    if not tokens.values:
        return bytes(size)
    scalars = tokens.count_tokens * kind.scalars
    values = [tokens.values[i % len(tokens.values)] for i in range(scalars)]
    return struct.pack(f"<{scalars}{kind.scalar}", *values)


def _reset(actor: Actor, phase: int, inputs: Windows) -> Windows:
    """Gives the initial tokens, or those of the setter, passes what comes in between, drops the last, or gives them to
    the getter."""
    into, out = actor.port("in"), actor.port("out")
    found = {port.name: b"" for port in actor.outputs}
    if not into.rate(phase):
        found[out.name] = inputs["set"] if "set" in inputs else _initial(actor.reset_tokens, out.type)
    else:
        found[out.name if out.rate(phase) else "get"] = inputs[into.name]
    return {port.name: found[port.name] for port in actor.outputs}


def _spec(actor: Actor) -> ActorSpec:
    """A routing actor of the flat graph as the interpreter knows routing actors."""
    ports = tuple(PortSpec(p.name, p.is_input, KINDS[p.type.name], p.rates) for p in actor.ports)
    patterns = [_slice(p.pattern) for p in actor.outputs if p.pattern is not None]
    return ActorSpec(actor.name, 0, actor.kind.value, ports, slice=patterns[0] if patterns else None)


def _slice(pattern: SlicePattern) -> Slice:
    return Slice(pattern.count, pattern.length_tokens, pattern.start_tokens, pattern.step_tokens)


def run_flat(graph: Graph, application: Application, firings: Mapping[str, int]) -> dict[int, bytes]:
    """What the recording actors write in the application's iterations, nobody stopping."""
    run = FlatRun(graph, application, firings)
    for _ in range(application.iterations):
        run.run_iteration()
    return {number: bytes(data) for number, data in run.recorded.items()}
