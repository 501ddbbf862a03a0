# SPDX-License-Identifier: Apache-2.0
"""SDF3 XML, from the flat graph: what `dfgen.frontend.importers.sdf3` reads, reads back the same.

- An output that several inputs read becomes one port for each of them, for a port of SDF3 has one channel.
- An actor whose firings stay in order gets a channel to itself with one token: SDF3 lets firings of an actor overlap.
- Routing actors take no time. Outputs that nobody reads are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, count
from pathlib import Path
from xml.sax.saxutils import quoteattr

from dfgen.export.source import Source, Written
from dfgen.export.times import NS_PER_S
from dfgen.frontend.importers.sdf3 import UNSIZED
from dfgen.frontend.mangling import from_identifier
from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef

_INDENT = "  "


def write_sdf3(source: Source, folder: Path) -> Written:
    graph = source.sized_graph
    text = sdf3_text(graph)
    notes = []
    if _has_unit(graph):
        notes.append(f"times are numbers of {graph.time_unit} in the new file")
    if graph.throughput is not None and _is_rounded(_throughput(graph)):
        notes.append("the throughput constraint is rounded: SDF3 writes decimal numbers")
    if lost := _lost(graph):
        notes.append(f"SDF3 has no place for {', '.join(lost)}: the new file does not say them")
    return Written(text, tuple(notes))


def _lost(graph: Graph) -> list[str]:
    """What the graph says and the new file cannot."""
    actors = graph.actors
    said = {
        "C functions and sources": any(actor.fire is not None for actor in actors) or bool(graph.sources),
        "file actors": any(actor.file is not None for actor in actors),
        "contents of initial tokens": any(
            fifo.delay and (fifo.delay.init or fifo.delay.values) for fifo in graph.fifos
        ),
        "transfers of FIFOs": any(fifo.transfer is not None for fifo in graph.fifos),
        "cores of actors": any(actor.core is not None or actor.cores for actor in actors),
        "periods": any(actor.period for actor in actors),
    }
    return [what for what, is_said in said.items() if is_said]


def sdf3_text(graph: Graph) -> str:
    channels = list(_Channels(graph).all())
    kind = "csdf" if any(actor.phases > 1 for actor in graph.actors) else "sdf"
    name = from_identifier(graph.name)
    body = _Element(kind, {"name": name, "type": name})
    ends: dict[str, list[tuple[str, _End]]] = {actor.name: [] for actor in graph.actors}
    for channel in channels:
        ends[channel.target.actor].append(("in", channel.target))
        ends[channel.source.actor].append(("out", channel.source))
    body.children += [_actor(actor, ends[actor.name]) for actor in graph.actors]
    body.children += [_channel(channel) for channel in channels]
    properties = _Element(f"{kind}Properties", {})
    properties.children += [_actor_properties(actor) for actor in graph.actors if actor.times or actor.is_routing]
    properties.children += [element for channel in channels for element in _channel_properties(channel)]
    if graph.throughput is not None:
        constraint = _Element("throughput", {}, text=_decimal(_throughput(graph)))
        properties.children.append(
            _Element("graphProperties", {}, [_Element("timeConstraints", {}, [constraint])])
        )  # fmt: skip
    application = _Element("applicationGraph", {"name": name}, [body, properties])
    root = _Element("sdf3", {"type": kind, "version": "1.0"}, [application])
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *root.lines()]) + "\n"


@dataclass
class _Element:
    tag: str
    attributes: dict[str, str]
    children: list[_Element] = field(default_factory=list)
    text: str = ""

    def lines(self, depth: int = 0) -> Iterator[str]:
        space = _INDENT * depth
        start = "".join([self.tag, *(f" {name}={quoteattr(value)}" for name, value in self.attributes.items())])
        if self.children:
            yield f"{space}<{start}>"
            for child in self.children:
                yield from child.lines(depth + 1)
            yield f"{space}</{self.tag}>"
        else:
            yield f"{space}<{start}>{self.text}</{self.tag}>" if self.text else f"{space}<{start}/>"


@frozen
class _End:
    """An end of a channel: an actor, and a port that has this channel alone."""

    actor: str
    port: str
    rates: tuple[int, ...]


@frozen
class _Channel:
    name: str
    source: _End
    target: _End
    tokens: int
    token_bits: int | None = None
    capacity_tokens: int | None = None


class _Channels:
    """The FIFOs of a graph as channels."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._names: set[str] = set()
        self._ports = {actor.name: {port.name for port in actor.ports} for actor in graph.actors}
        self._taken: set[PortRef] = set()

    def all(self) -> Iterator[_Channel]:
        # Names that were given come first: those that are made up avoid them.
        ordered = sorted(self._graph.fifos, key=lambda fifo: not fifo.channel)
        names = {fifo.name: _free(from_identifier(fifo.channel) or "ch", self._names) for fifo in ordered}
        for fifo in self._graph.fifos:
            yield self._of_fifo(fifo, names[fifo.name])
        with_loop = {fifo.source.actor for fifo in self._graph.fifos if self._keeps_order(fifo)}
        for actor in self._graph.actors:
            if actor.ordered and actor.name not in with_loop:
                yield self._order_of(actor)

    def _of_fifo(self, fifo: Fifo, name: str) -> _Channel:
        port = self._graph.port(fifo.source)
        source_port = fifo.source.port
        if fifo.source in self._taken:
            source_port = self._free_port(fifo.source.actor, source_port)
        self._taken.add(fifo.source)
        bits: int | None = 8 * port.type.size_bytes
        if fifo.token_bits is not None or port.type.name == UNSIZED:
            bits = fifo.token_bits
        target = self._graph.port(fifo.target)
        return _Channel(
            name,
            _End(fifo.source.actor, source_port, self._rates(fifo.source.actor, port.rates)),
            _End(fifo.target.actor, fifo.target.port, self._rates(fifo.target.actor, target.rates)),
            fifo.delay_tokens,
            bits,
            fifo.capacity_tokens,
        )

    def _keeps_order(self, fifo: Fifo) -> bool:
        """Whether it runs from an actor to itself and has too few tokens for two firings at once."""
        rates = {*self._graph.port(fifo.source).rates, *self._graph.port(fifo.target).rates}
        is_loop = fifo.source.actor == fifo.target.actor
        return is_loop and len(rates) == 1 and fifo.delay_tokens < 2 * max(rates)

    def _order_of(self, actor: Actor) -> _Channel:
        ends = [_End(actor.name, self._free_port(actor.name, port), (1,)) for port in ("order_out", "order_in")]
        return _Channel(_free("order", self._names), ends[0], ends[1], 1)

    def _rates(self, actor: str, rates: tuple[int, ...]) -> tuple[int, ...]:
        """One rate a phase of the actor, or one for all."""
        return rates * (self._graph.actor(actor).phases // len(rates)) if len(rates) > 1 else rates

    def _free_port(self, actor: str, wanted: str) -> str:
        return _free(wanted, self._ports[actor])


def _free(wanted: str, taken: set[str]) -> str:
    """A name that is free; it is taken now."""
    name = next(n for n in chain((wanted,), (f"{wanted}_{i}" for i in count(2))) if n not in taken)
    taken.add(name)
    return name


def _actor(actor: Actor, ends: list[tuple[str, _End]]) -> _Element:
    """`ends`: those of its channels, with the directions of their ports."""
    order = [port.name for port in actor.ports]
    element = _Element("actor", {"name": from_identifier(actor.name), "type": from_identifier(actor.name)})
    for direction, end in sorted(
        ends, key=lambda each: order.index(each[1].port) if each[1].port in order else len(order)
    ):
        rate = ",".join(map(str, end.rates))
        element.children.append(_Element("port", {"name": from_identifier(end.port), "type": direction, "rate": rate}))
    return element


def _channel(channel: _Channel) -> _Element:
    attributes = {"name": channel.name}
    for side, end in (("src", channel.source), ("dst", channel.target)):
        attributes[f"{side}Actor"] = from_identifier(end.actor)
        attributes[f"{side}Port"] = from_identifier(end.port)
    if channel.tokens:
        attributes["initialTokens"] = str(channel.tokens)
    return _Element("channel", attributes)


def _actor_properties(actor: Actor) -> _Element:
    times = actor.times or (0,)
    repeated = times * (actor.phases // len(times)) if len(times) > 1 else times
    time = _Element("executionTime", {"time": ",".join(map(str, repeated))})
    processor = _Element("processor", {"type": "core", "default": "true"}, [time])
    return _Element("actorProperties", {"actor": from_identifier(actor.name)}, [processor])


def _channel_properties(channel: _Channel) -> Iterator[_Element]:
    said = (("bufferSize", channel.capacity_tokens), ("tokenSize", channel.token_bits))
    children = [_Element(tag, {"sz": str(value)}) for tag, value in said if value is not None]
    if children:
        yield _Element("channelProperties", {"channel": channel.name}, children)


def _throughput(graph: Graph) -> Fraction:
    """The constraint in iterations a unit of the numbers that times are written as."""
    assert graph.throughput is not None
    return graph.throughput / NS_PER_S if _has_unit(graph) else graph.throughput


def _has_unit(graph: Graph) -> bool:
    return graph.time_unit is not None and any(actor.times for actor in graph.actors)


def _is_rounded(value: Fraction) -> bool:
    return Fraction(_decimal(value)) != value


def _decimal(value: Fraction) -> str:
    """The value in decimal digits; all of them where they end, else as many as a double has."""
    rest, digits = value.denominator, 0
    for prime in (2, 5):
        power = 0
        while rest % prime == 0:
            rest, power = rest // prime, power + 1
        digits = max(digits, power)
    if rest != 1 or digits > 400:
        return repr(float(value))
    scaled = str(value.numerator * 10**digits // value.denominator).rjust(digits + 1, "0")
    return f"{scaled[: len(scaled) - digits]}.{scaled[len(scaled) - digits :]}" if digits else scaled
