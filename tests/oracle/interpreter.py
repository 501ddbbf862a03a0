# SPDX-License-Identifier: Apache-2.0
"""What an application means: it is executed level by level, one firing of a refined actor being one whole iteration of
its graph, and every token is copied. Slow and plain on purpose.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from . import balance
from .application import (
    INSTANCES_PER_LEVEL,
    Actor,
    Application,
    Bulk,
    Delay,
    Edge,
    End,
    Fill,
    GraphSpec,
    Port,
    StateForm,
    TokenKind,
    Use,
)
from .mixing import MASK, absorb, absorb_word, emit, scramble

Windows = dict[str, bytes]
Record = Callable[[int, bytes], None]
DELAY_STREAM = 200  # tells initial tokens from what actors write


class CodeInstance:
    """One instance of a code actor, as its C behaves."""

    def __init__(self, actor: Actor, number: int, record: Record) -> None:
        self.actor = actor
        self.number = number
        self.record = record
        self.fired = 0
        self.sum = scramble(number) if actor.initialised and not actor.records else 0
        self.in_iteration = 1

    def fire(self, inputs: Windows) -> Windows:
        phase, count = self.fired % self.actor.phases, self.fired
        self.fired += 1
        if self.actor.records:
            self.record(self.number, b"".join(inputs[p.name] for p in self.actor.inputs))
        value = absorb_word(absorb_word(1, self.number), phase)
        for port in self.actor.inputs:
            if port.use is not Use.UNUSED:
                value = absorb(value, inputs[port.name])
        if self.actor.live is not None:
            value = absorb_word(value, self.actor.live.at(count // self.in_iteration) & MASK)
        if self.actor.state is StateForm.TABLE:
            value = absorb_word(value, self.sum)
        elif self.actor.state is not StateForm.NONE:
            value = absorb_word(absorb_word(value, self.sum), count)
            self.sum = scramble(value)
        copied = self.actor.copied
        source = inputs[copied.name] if copied is not None else None
        return {p.name: _written(p, phase, value, i, source) for i, p in enumerate(self.actor.outputs)}


def _written(port: Port, phase: int, value: int, stream: int, source: bytes | None) -> bytes:
    """`source`: what bulk operations copy, if anything."""
    size = port.rate(phase) * port.kind.size
    written = (size + 1) // 2 if port.partial else size
    if port.bulk is Bulk.NO or source is None:
        made = emit(value, stream, written)
    else:
        copied = source[:written]
        made = copied + bytes([value % 256]) * (written - len(copied))
    return made + bytes(size - written)


def written_by(source: Actor, firings: int) -> bytes:
    """By an actor without inputs and with one output."""
    instance = CodeInstance(source, source.number, lambda *_: None)
    return b"".join(data for _ in range(firings) for data in instance.fire({}).values())


MakeInstance = Callable[[Actor, int, Record], CodeInstance]


def is_handed_over(delay: Delay) -> bool:
    return delay.setter is not None or delay.getter is not None


class HandedOver:
    """A FIFO in one firing of its graph, whose first tokens come from an output, or whose last go to an input."""

    def __init__(self, delay: Delay) -> None:
        self.delay = delay
        self.begin(b"")

    def begin(self, initial: bytes) -> None:
        self.initial = bytearray(b"" if self.delay.setter is not None else initial)
        self.written = bytearray()
        self.taken = self.got = 0

    def take(self, size: int) -> bytes:
        window = bytes((self.initial + self.written)[self.taken : self.taken + size])
        assert len(window) == size, "too few tokens behind a delay"
        self.taken += size
        return window

    def last(self, all_bytes: int, size: int) -> bytes:
        """So many of the last bytes, which the whole of what is written ends with."""
        last = self.written[len(self.written) - all_bytes :]
        self.got += size
        return bytes(last[self.got - size : self.got])


class Level:
    """One instance of a graph: its FIFOs and actors."""

    def __init__(
        self, application: Application, graph: GraphSpec, number: int, record: Record, make: MakeInstance
    ) -> None:
        self.graph = graph
        self.number = number
        order = balance.schedule(graph)
        assert order is not None, f"{graph.name} is not live"
        self.order = order
        self.cycles = balance.cycles(graph)
        self.ports = {end: graph.port(end) for e in graph.edges for end in (e.source, e.target) if end.actor}
        self.queues = {edge: bytearray(self._initial(edge)) for edge in graph.edges}
        self.into = {actor.name: [e for e in graph.edges if e.target.actor == actor.name] for actor in graph.actors}
        self.out_of = {actor.name: [e for e in graph.edges if e.source.actor == actor.name] for actor in graph.actors}
        self.fired = {actor.name: 0 for actor in graph.actors}
        self.handed = {e: HandedOver(e.delay) for e in graph.edges if e.delay is not None and is_handed_over(e.delay)}
        self.members: dict[str, Callable[[Windows], Windows]] = {}
        self.instances: list[CodeInstance] = []
        refinements = {g.name for g in application.graphs}
        for actor in graph.actors:
            inner = number * INSTANCES_PER_LEVEL + actor.number
            if actor.kind == "code":
                instance = make(actor, inner, record)
                instance.in_iteration = self.cycles[actor.name] * actor.phases
                self.instances.append(instance)
                self.members[actor.name] = instance.fire
            elif actor.kind in refinements:
                level = Level(application, application.graph(actor.kind), inner, record, make)
                self.instances += level.instances
                self.members[actor.name] = level.fire
            else:
                self.members[actor.name] = Routing(actor).fire

    def _initial(self, edge: Edge) -> bytes:
        if edge.delay is None:
            return b""
        return initial_tokens(edge.delay, self.graph.port(edge.source).kind, self.number)

    def fire(self, inputs: Windows) -> Windows:
        """One firing of the refined actor: one iteration."""
        for edge, queue in self.queues.items():
            if edge in self.handed:
                self.handed[edge].begin(self._initial(edge))
            elif edge.delay is not None and edge.delay.reset:
                queue[:] = self._initial(edge)
            elif edge.source.actor is None:
                queue[:] = self._repeated(edge.target, inputs[edge.source.port])
        self.run_iteration()
        outputs = {}
        for interface in self.graph.interfaces:
            if not interface.is_input:
                (edge,) = (e for e in self.graph.edges if e.target == End(None, interface.name))
                outputs[interface.name] = bytes(self.queues[edge][-interface.rate * interface.kind.size :])
                self.queues[edge].clear()
        return outputs

    def _repeated(self, target: End, window: bytes) -> bytes:
        total = balance.tokens(self.graph, target, self.cycles) * self.ports[target].kind.size
        assert total % len(window) == 0, f"interface of {self.graph.name}"
        return window * (total // len(window))

    def run_iteration(self) -> None:
        for name in self.order:
            firing = self.fired[name]
            self.fired[name] += 1
            inputs = {e.target.port: self._take(e, firing) for e in self.into[name]}
            inputs.update(self._got(name, firing))
            outputs = self.members[name](inputs)
            for edge in self.out_of[name]:
                written = self.handed[edge].written if edge in self.handed else self.queues[edge]
                written += outputs[edge.source.port]
            for handed in self.handed.values():
                setter = handed.delay.setter
                if setter is not None and setter.actor == name:
                    handed.initial += outputs[setter.port]

    def _got(self, name: str, firing: int) -> Windows:
        """What comes from the ends of delays."""
        found = {}
        for edge, handed in self.handed.items():
            getter = handed.delay.getter
            if getter is not None and getter.actor == name:
                size = handed.delay.tokens * self.graph.port(edge.source).kind.size
                port = self.graph.port(getter)
                window = handed.last(size, port.rate(firing) * port.kind.size)
                found[getter.port] = window
        return found

    def _take(self, edge: Edge, firing: int) -> bytes:
        port = self.ports[edge.target]
        size = port.rate(firing) * port.kind.size
        if edge in self.handed:
            return self.handed[edge].take(size)
        window = bytes(self.queues[edge][:size])
        assert len(window) == size, f"too few tokens on {edge}"
        del self.queues[edge][:size]
        return window


class Routing:
    """The actors without code."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.move = {
            "broadcast": self._broadcast, "fork": self._fork, "join": self._join, "roundbuffer": self._roundbuffer,
            "slice": self._slice,
        }[actor.kind]  # fmt: skip

    def fire(self, inputs: Windows) -> Windows:
        return self.move(inputs)

    def _size(self, port: Port) -> int:
        return port.rates[0] * port.kind.size

    def _broadcast(self, inputs: Windows) -> Windows:
        (window,) = inputs.values()
        return {p.name: (window * (self._size(p) // len(window) + 1))[: self._size(p)] for p in self.actor.outputs}

    def _fork(self, inputs: Windows) -> Windows:
        (window,) = inputs.values()
        outputs = {}
        for port in self.actor.outputs:
            outputs[port.name], window = window[: self._size(port)], window[self._size(port) :]
        return outputs

    def _join(self, inputs: Windows) -> Windows:
        return {self.actor.outputs[0].name: b"".join(inputs[p.name] for p in self.actor.inputs)}

    def _roundbuffer(self, inputs: Windows) -> Windows:
        (window,) = inputs.values()
        (port,) = self.actor.outputs
        return {port.name: window[len(window) - self._size(port) :]}

    def _slice(self, inputs: Windows) -> Windows:
        (window,) = inputs.values()
        (port,), pattern = self.actor.outputs, self.actor.slice
        assert pattern is not None
        size = port.kind.size
        parts = []
        for i in range(pattern.count):
            for token in range(pattern.start + i * pattern.step, pattern.start + i * pattern.step + pattern.length):
                inside = 0 <= token * size < len(window)
                parts.append(window[token * size : (token + 1) * size] if inside else bytes(size))
        return {port.name: b"".join(parts)}


def initial_tokens(delay: Delay, kind: TokenKind, number: int) -> bytes:
    """`number` is that of the graph instance that the FIFO stands in."""
    size = delay.tokens * kind.size
    if delay.fill is Fill.ZERO:
        return bytes(size)
    if delay.fill is Fill.FUNCTION:
        return emit(absorb_word(1, number * INSTANCES_PER_LEVEL + delay.number), DELAY_STREAM, size)
    scalars = delay.tokens * kind.scalars
    values = delay.values if delay.fill is Fill.LIST else delay.values * scalars
    assert len(values) == scalars
    return struct.pack(f"<{scalars}{kind.scalar}", *values)


class _Run:
    """The recorded bytes so far."""

    def __init__(self, application: Application) -> None:
        self.bytes = {number: bytearray() for number in application.recorded()}

    def record(self, number: int, data: bytes) -> None:
        self.bytes[number] += data


def interpret(
    application: Application, iterations: int | None = None, make: MakeInstance = CodeInstance, parts: int = 1
) -> dict[int, bytes]:
    """What each recording actor, by its number, has written when the program ends.

    `parts`: how many iterations of the flat graph make one of the application; a program ends after any of them.
    """
    run = _Run(application)
    level = Level(application, application.main, 0, run.record, make)
    stopping = [i for i in level.instances if i.actor.stop]
    for _ in range(application.iterations if iterations is None else iterations):
        before = {number: len(data) for number, data in run.bytes.items()}
        fired = [i.fired for i in stopping]
        level.run_iteration()
        ends = [end for i, count in zip(stopping, fired) if (end := _parts_run(i, count, parts)) is not None]
        if ends:
            return {n: bytes(data[: before[n] + (len(data) - before[n]) * min(ends) // parts])
                    for n, data in run.bytes.items()}  # fmt: skip
    return {number: bytes(data) for number, data in run.bytes.items()}


def _parts_run(instance: CodeInstance, fired_before: int, parts: int) -> int | None:
    """How many parts of the iteration just run count if `instance` has ended the program in it."""
    stop = instance.actor.stop
    if stop is None or stop.firing >= instance.fired:
        return None
    part = (stop.firing - fired_before) * parts // (instance.fired - fired_before)
    return part if stop.end_of_input else part + 1
