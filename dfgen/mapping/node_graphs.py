# SPDX-License-Identifier: Apache-2.0
"""The graph of each node: its own actors, and where a FIFO crosses to another node, one that sends or receives.

The tokens of a port travel once to each other node that reads them, an iteration at a time. Initial tokens lie where
they are read. Links have numbers such that what one takes depends on those of lower numbers only; in the graph of a
node a receiver comes after all senders of lower numbers. So whatever the lists of all nodes are, a sender waits for
links of lower numbers only, and there is no deadlock between them. A link without bytes leads from each node on which
an actor may stop the program to each other one with effects, which so learns of the end before it does anything more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import networkx as nx

from dfgen.mapping.stopping import stop_edges
from dfgen.model.diagnostics import Span, fail
from dfgen.model.facts import Facts
from dfgen.model.graph import (
    Access,
    Actor,
    ActorKind,
    Argument,
    ArgumentKind,
    Call,
    Direction,
    Fifo,
    Graph,
    Port,
    PortRef,
    Trust,
)
from dfgen.model.names import user_ends, user_name
from dfgen.model.network import COPIER, COPY_AT_LINK, Link, NetworkEnd
from dfgen.model.platform import Platform

DATA = "data"
NO_POINTERS: Mapping[str, str] = MappingProxyType({})
SEND, RECEIVE = "df_network_send", "df_network_receive"


@dataclass(frozen=True)
class NodeGraphs:
    """By node, the graph of each; and what lies between them, by number."""

    graphs: tuple[Graph, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True)
class _Crossing:
    """What a link takes: the FIFOs that leave one port for one node; none where it only tells of the end."""

    link: Link
    fifos: tuple[Fifo, ...]

    @property
    def sender(self) -> str:
        return f"send{self.link.number}@{self.link.target}"

    @property
    def receiver(self) -> str:
        return f"receive{self.link.number}@{self.link.source}"


def graphs_of_nodes(
    graph: Graph,
    facts: Facts,
    node_of: Mapping[str, int],
    platform: Platform,
    pointing: Mapping[str, str] = NO_POINTERS,
) -> NodeGraphs:
    """`node_of` each actor; `platform` has these nodes. `pointing`: by C type of tokens, a pointer that they hold."""
    count = 1 + max(node_of.values())
    found = [*_of_fifos(graph, facts, node_of, platform, pointing), *_of_ends(graph, node_of)]
    crossings = _in_order(graph, node_of, found)
    graphs = tuple(_graph_of(graph, facts, node, count, node_of, crossings) for node in range(count))
    return NodeGraphs(graphs, tuple(crossing.link for crossing in crossings))


def _of_fifos(
    graph: Graph, facts: Facts, node_of: Mapping[str, int], platform: Platform, pointing: Mapping[str, str]
) -> Iterator[_Crossing]:
    found: dict[tuple[PortRef, int], list[Fifo]] = {}
    for fifo in graph.fifos:
        target = node_of[fifo.target.actor]
        if target != node_of[fifo.source.actor] and facts.tokens[fifo.name]:
            _refuse(graph, fifo, pointing)
            found.setdefault((fifo.source, target), []).append(fifo)
    for number, ((port, target), fifos) in enumerate(found.items()):
        size_bytes = facts.tokens[fifos[0].name] * graph.port(port).type.size_bytes
        more = f" and {len(fifos) - 1} more of its readers" if len(fifos) > 1 else ""
        name = user_name(graph, fifos[0])
        source = node_of[port.actor]
        byte_ns = platform.network.between(platform.nodes[source].name, platform.nodes[target].name).byte_ns
        link = Link(number, source, target, name, size_bytes, f"read there{more}", byte_ns)
        yield _Crossing(link, tuple(fifos))


def _refuse(graph: Graph, fifo: Fifo, pointing: Mapping[str, str]) -> None:
    """What cannot cross."""
    type_ = graph.port(fifo.source).type
    span = fifo.span or graph.actor(fifo.target.actor).span
    if type_.c_name in pointing:
        message = f"the tokens of {user_name(graph, fifo)} hold a pointer, '{pointing[type_.c_name]}' of '{type_.name}'"
        hint = "It means nothing on another node: put both actors on one, with @node."
        raise fail("node-pointers", message, span, hint)
    if type_.objects:
        message = f"the tokens of {user_name(graph, fifo)} are object graphs, which do not cross nodes"
        raise fail("node-objects", message, span, "Put both actors on one node, with @node.")


def _of_ends(graph: Graph, node_of: Mapping[str, int]) -> list[_Crossing]:
    """From each node with actors that stop the program to those with effects."""
    pairs = {(node_of[edge.source], node_of[edge.target]): edge.source for edge in reversed(stop_edges(graph))}
    found: list[_Crossing] = []
    for (source, target), actor in sorted(pairs.items()):
        if source != target:
            link = Link(len(found), source, target, actor, 0, f"{actor} may stop the program", control=True)
            found.append(_Crossing(link, ()))
    return found


def _in_order(graph: Graph, node_of: Mapping[str, int], crossings: Sequence[_Crossing]) -> tuple[_Crossing, ...]:
    """Numbered such that what a link takes depends on links of lower numbers only."""
    ways: nx.DiGraph[str | int] = nx.DiGraph()
    ways.add_nodes_from(actor.name for actor in graph.actors)
    ways.add_edges_from((fifo.source.actor, fifo.target.actor) for fifo in graph.fifos)
    ways.add_edges_from((edge.source, edge.target) for edge in stop_edges(graph) if not edge.delay)
    for number, crossing in enumerate(crossings):
        link = crossing.link
        sources = [crossing.fifos[0].source.actor] if crossing.fifos else _on(graph, node_of, link.source, stops=True)
        targets = [f.target.actor for f in crossing.fifos] or _on(graph, node_of, link.target, stops=False)
        ways.add_edges_from((source, number) for source in sources)
        ways.add_edges_from((number, target) for target in targets)
    whole = nx.condensation(ways)
    place = {
        name: place for place, key in enumerate(nx.topological_sort(whole)) for name in whole.nodes[key]["members"]
    }
    ordered = sorted(range(len(crossings)), key=place.__getitem__)
    return tuple(
        replace(crossings[old], link=replace(crossings[old].link, number=number)) for number, old in enumerate(ordered)
    )


def _on(graph: Graph, node_of: Mapping[str, int], node: int, *, stops: bool) -> list[str]:
    """The actors of a node that may stop the program, or that have effects."""
    return [a.name for a in graph.actors if node_of[a.name] == node and (a.stops if stops else a.is_effectful)]


def _graph_of(
    graph: Graph,
    facts: Facts,
    node: int,
    count: int,
    node_of: Mapping[str, int],
    crossings: Sequence[_Crossing],
) -> Graph:
    own = {actor.name for actor in graph.actors if node_of[actor.name] == node}
    actors = [actor for actor in graph.actors if actor.name in own]
    fifos = [f for f in graph.fifos if f.source.actor in own and f.target.actor in own]
    for crossing in crossings:
        link, rate = crossing.link, facts.tokens[crossing.fifos[0].name] if crossing.fifos else 0
        if link.source == node:
            actors.append(_end(graph, crossing, crossing.sender, link.target, rate, is_input=True))
            if crossing.fifos:
                first = crossing.fifos[0]
                fifos.append(Fifo(first.source, PortRef(crossing.sender, DATA), span=first.span))
        elif link.target == node:
            end = _end(graph, crossing, crossing.receiver, link.source, rate, is_input=False)
            assert end.network is not None
            earlier = (other for other in crossings[: link.number] if other.link.source == node)
            network = replace(end.network, after=tuple(other.sender for other in earlier))
            actors.append(replace(end, network=network, stops=link.control))
            fifos += (replace(fifo, source=PortRef(crossing.receiver, DATA)) for fifo in crossing.fifos)
    name = f"{graph.name}_{node}" if count > 1 else graph.name
    return replace(graph, name=name, actors=tuple(actors), fifos=tuple(fifos))


def _end(graph: Graph, crossing: _Crossing, name: str, peer: int, rate: int, *, is_input: bool) -> Actor:
    link = crossing.link
    ports: tuple[Port, ...] = ()
    span = Span("", 0, 0)
    if crossing.fifos:
        type_ = graph.port(crossing.fifos[0].source).type
        span = crossing.fifos[0].span or graph.actor(crossing.fifos[0].source.actor).span
        direction = Direction.INPUT if is_input else Direction.OUTPUT
        access = Access.READ_ONLY if is_input else Access.WRITE_ONLY
        ports = (Port(DATA, direction, type_, (rate,), access, Trust.PROVEN, span=span),)
    call = Call(SEND if is_input else RECEIVE, tuple(Argument(ArgumentKind.PORT, p.name, port=p.name) for p in ports))
    tells_end = any(other.stops for other in graph.actors)
    ends = [(ref.actor, ref.port) for fifo in crossing.fifos[:1] for ref in user_ends(graph, fifo)]
    end = NetworkEnd(link.number, peer, not is_input, link.fifo, tuple(ends), link.byte_ns, (), tells_end, link.control)
    return Actor(name, ActorKind.CODE, ports, fire=call, ordered=True, network=end, span=span)


def with_copies(graph: Graph, ends: Collection[str]) -> Graph:
    """The graph in which an actor of its own copies what these ends of links send or have received: an engine can use
    no window that a core copies for a firing alone."""
    for name in ends:
        actor, copier = graph.actor(name), name + COPIER
        if copier in graph.actor_by_name or not actor.ports:
            continue
        (port,) = actor.ports
        ports = (
            Port("in", Direction.INPUT, port.type, port.rates, Access.READ_ONLY, Trust.PROVEN, span=port.span),
            Port("out", Direction.OUTPUT, port.type, port.rates, Access.WRITE_ONLY, Trust.PROVEN, span=port.span),
        )
        size = port.rate(0) * port.type.size_bytes
        windows = (Argument(ArgumentKind.PORT, p.name, port=p.name) for p in ports)
        call = Call(COPY_AT_LINK, (*windows, Argument(ArgumentKind.PARAMETER, str(size), size)), actor.span)
        inner = PortRef(copier, "in"), PortRef(copier, "out")
        ref = PortRef(name, DATA)
        if port.is_input:
            fifos = [replace(f, target=inner[0]) if f.target == ref else f for f in graph.fifos]
            fifos.append(Fifo(inner[1], ref, span=actor.span))
        else:
            fifos = [replace(f, source=inner[1]) if f.source == ref else f for f in graph.fifos]
            fifos.append(Fifo(ref, inner[0], span=actor.span))
        added = Actor(copier, ActorKind.CODE, ports, fire=call, stateless=True, span=actor.span)
        graph = replace(graph, actors=(*graph.actors, added), fifos=tuple(fifos))
    return graph
