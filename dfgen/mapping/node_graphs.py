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
from dataclasses import replace
from types import MappingProxyType

import networkx as nx

from dfgen.machine.constants import LINK_PASSES
from dfgen.mapping.stopping import stop_edges
from dfgen.model.actor import Actor, ActorKind, Argument, ArgumentKind, Call
from dfgen.model.diagnostics import Span, fail
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.names import user_ends, user_name
from dfgen.model.network import COPIER, COPY_AT_LINK, PACK_AT_LINK, PACKER, UNPACK_AT_LINK, Link, NetworkEnd
from dfgen.model.platform import Platform
from dfgen.model.port import Access, Direction, Port, TokenType, Trust

DATA, IN, OUT = "data", "in", "out"
NO_POINTERS: Mapping[str, str] = MappingProxyType({})
_WORD = TokenType("uint64", "uint64_t", 8, 8)
SEND, RECEIVE = "df_network_send", "df_network_receive"


@frozen
class NodeGraphs:
    """By node, the graph of each; and what lies between them, by number."""

    graphs: tuple[Graph, ...]
    links: tuple[Link, ...]


@frozen
class _Crossing:
    """What a link takes: the FIFOs that leave one port for one node; none where it only tells of the end. `late`: as
    `NetworkEnd` has it."""

    link: Link
    fifos: tuple[Fifo, ...]
    late: int = 0

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
        type_ = graph.port(port).type
        size_bytes = facts.tokens[fifos[0].name] * _items(type_) * _crossing_type(type_).size_bytes
        more = f" and {len(fifos) - 1} more of its readers" if len(fifos) > 1 else ""
        name = user_name(graph, fifos[0])
        source = node_of[port.actor]
        network = platform.network.between(platform.nodes[source].name, platform.nodes[target].name)
        costs = network.latency_ns, network.byte_ns
        link = Link(number, source, target, name, size_bytes, f"read there{more}", *costs)
        yield _Crossing(link, tuple(fifos))


def _refuse(graph: Graph, fifo: Fifo, pointing: Mapping[str, str]) -> None:
    """What cannot cross."""
    type_ = graph.port(fifo.source).type
    span = fifo.span or graph.actor(fifo.target.actor).span
    if type_.c_name in pointing:
        message = f"the tokens of {user_name(graph, fifo)} hold a pointer, '{pointing[type_.c_name]}' of '{type_.name}'"
        hint = "It means nothing on another node: put both actors on one, with @node."
        raise fail("node-pointers", message, span, hint)
    for struct, field in _externals(graph, type_.objects) if type_.objects else ():
        message = f"the tokens of {user_name(graph, fifo)} hold an external pointer, '{field}' of '{struct}'"
        hint = "It means nothing on another node: call it transient, or put both actors on one node, with @node."
        raise fail("node-external", message, span, hint)


def _externals(graph: Graph, root: str) -> Iterator[tuple[str, str]]:
    """The external fields of structs that objects of this type may lead to or have inside."""
    types = {each.c_name: each for each in graph.object_types}
    met, left = {root}, [root]
    while left:
        for each in {field.type for field in types[left.pop()].fields} & types.keys() - met:
            met.add(each)
            left.append(each)
    for words in graph.object_words:
        if words.c_name in met or words.c_name not in types:
            yield from ((words.c_name, field.name) for field in words.fields if field.word == "external")


def _crossing_type(type_: TokenType) -> TokenType:
    """As what a token crosses: object graphs are packed into words."""
    return _WORD if type_.arena is not None else type_


def _items(type_: TokenType) -> int:
    """So many tokens of that type make one of this type."""
    return type_.arena.packed_words if type_.arena is not None else 1


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
    late = _late(whole, {old: crossings[old].link for old in ordered})
    return tuple(
        replace(crossings[old], link=replace(crossings[old].link, number=number), late=late[old])
        for number, old in enumerate(ordered)
    )


def _late(whole: nx.DiGraph[int], links: Mapping[int, Link]) -> dict[int, int]:
    """By old number of a link, given in their order: how many passes its message is late. What is read of a message
    is `LINK_PASSES` later, and a node sends by links of lower numbers before it receives."""
    component = whole.graph["mapping"]
    link_at = {component[old]: link for old, link in links.items()}
    late: dict[int, int] = {}
    sent: dict[int, int] = {}
    for each in nx.topological_sort(whole):
        before = (late[other] + (LINK_PASSES.value if other in link_at else 0) for other in whole.predecessors(each))
        late[each] = max(before, default=0)
        if link := link_at.get(each):
            late[each] = max(late[each], sent.get(link.target, 0))
            sent[link.source] = max(sent.get(link.source, 0), late[each])
    return {old: late[component[old]] for old in links}


def _on(graph: Graph, node_of: Mapping[str, int], node: int, *, stops: bool) -> list[str]:
    """The actors of a node that may stop the program, or that have effects."""
    return [a.name for a in graph.actors if node_of[a.name] == node and (a.stops if stops else graph.is_effectful(a))]


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
                first, target = crossing.fifos[0], PortRef(crossing.sender, DATA)
                if packer := _packer(graph, crossing, crossing.sender, rate, packs=True):
                    actors.append(packer)
                    fifos.append(Fifo(PortRef(packer.name, OUT), target, span=first.span))
                    target = PortRef(packer.name, IN)
                fifos.append(Fifo(first.source, target, span=first.span))
        elif link.target == node:
            end = _end(graph, crossing, crossing.receiver, link.source, rate, is_input=False)
            assert end.network is not None
            earlier = (other for other in crossings[: link.number] if other.link.source == node)
            network = replace(end.network, after=tuple(other.sender for other in earlier))
            actors.append(replace(end, network=network, stops=link.control))
            source = PortRef(crossing.receiver, DATA)
            if packer := _packer(graph, crossing, crossing.receiver, rate, packs=False):
                actors.append(packer)
                fifos.append(Fifo(source, PortRef(packer.name, IN), span=packer.span))
                source = PortRef(packer.name, OUT)
            fifos += (replace(fifo, source=source) for fifo in crossing.fifos)
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
        rates = (rate * _items(type_),)
        ports = (Port(DATA, direction, _crossing_type(type_), rates, access, Trust.PROVEN, span=span),)
    call = Call(SEND if is_input else RECEIVE, tuple(Argument(ArgumentKind.PORT, p.name, port=p.name) for p in ports))
    tells_end = any(other.stops for other in graph.actors)
    ends = [(ref.actor, ref.port) for fifo in crossing.fifos[:1] for ref in user_ends(graph, fifo)]
    end = NetworkEnd(
        link.number,
        peer,
        not is_input,
        link.fifo,
        tuple(ends),
        link.latency_ns,
        link.byte_ns,
        (),
        tells_end,
        link.control,
        crossing.late,
    )
    return Actor(name, ActorKind.CODE, ports, fire=call, ordered=True, network=end, span=span)


def _packer(graph: Graph, crossing: _Crossing, end: str, rate: int, *, packs: bool) -> Actor | None:
    """Makes messages of tokens that are object graphs, for an end that sends, or tokens of messages that have come."""
    if not crossing.fifos:
        return None
    first = crossing.fifos[0]
    port = graph.port(first.source)
    if port.type.arena is None:
        return None
    words, span = port.type.arena.packed_words, first.span or graph.actor(first.source.actor).span
    token, message = (port.type, rate), (_WORD, rate * words)
    taken, made = (token, message) if packs else (message, token)
    ports = _of_copy(*taken, *made, span, 0 if packs else port.up_to_bytes)
    numbers = (Argument(ArgumentKind.PARAMETER, str(number), number) for number in (rate, words))
    windows = (Argument(ArgumentKind.PORT, p.name, port=p.name) for p in ports)
    call = Call(PACK_AT_LINK if packs else UNPACK_AT_LINK, (*windows, *numbers), span)
    return Actor(end + PACKER, ActorKind.CODE, ports, fire=call, stateless=True, span=span)


def _of_copy(
    taken: TokenType, taken_count: int, made: TokenType, made_count: int, span: Span, up_to_bytes: int = 0
) -> tuple[Port, Port]:
    """What an actor that copies tokens, or makes others of them, takes and makes in a firing."""
    read, written = (Access.READ_ONLY, Trust.PROVEN), (Access.WRITE_ONLY, Trust.PROVEN)
    return (
        Port(IN, Direction.INPUT, taken, (taken_count,), *read, span=span),
        Port(OUT, Direction.OUTPUT, made, (made_count,), *written, up_to_bytes=up_to_bytes, span=span),
    )


def with_copies(graph: Graph, ends: Collection[str]) -> Graph:
    """The graph in which an actor of its own copies what these ends of links send or have received: an engine can use
    no window that a core copies for a firing alone."""
    for name in ends:
        actor, copier = graph.actor(name), name + COPIER
        if copier in graph.actor_by_name or not actor.ports:
            continue
        (port,) = actor.ports
        ports = _of_copy(port.type, port.rate(0), port.type, port.rate(0), port.span)
        size = port.window_bytes
        windows = (Argument(ArgumentKind.PORT, p.name, port=p.name) for p in ports)
        call = Call(COPY_AT_LINK, (*windows, Argument(ArgumentKind.PARAMETER, str(size), size)), actor.span)
        inner = PortRef(copier, IN), PortRef(copier, OUT)
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
