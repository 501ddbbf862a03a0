# SPDX-License-Identifier: Apache-2.0
"""Graph to graph, before anything is decided: FIFOs that an engine serves get a copy actor, branches that cannot share
a buffer are set apart, and what never passes a token is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import gcd

from dfgen.analysis.facts import analyse
from dfgen.analysis.structure import strongly_connected_components
from dfgen.model.actor import Actor, ActorKind, InitialTokens
from dfgen.model.diagnostics import UserError
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph, PortRef, TransferRequest
from dfgen.model.port import Access, Direction, Port

# From this size on a window is a copy of its own, so that loops can use its memory again.
WINDOW_BYTES = 64 * 1024


def prepare(graph: Graph, engine_requests: Mapping[str, TransferRequest]) -> tuple[Graph, dict[str, str]]:
    """The graph that is mapped; and why some FIFOs, by name, cannot be served by the engine asked for."""
    served, refused = insert_copies(graph, engine_requests)
    whole = separate_branches(served)
    try:
        return without_idle_parts(whole, analyse(whole)), refused
    except UserError:
        analyse(graph)  # tells the same of what the user wrote, and names nothing that was set in
        raise


def insert_copies(graph: Graph, wanted: Mapping[str, TransferRequest]) -> tuple[Graph, dict[str, str]]:
    """Set a copy actor into each FIFO of `wanted`, which serves the request; and why some FIFOs cannot have one.

    The FIFO's delay stands behind the copy actor, whose firings move what the greedier of its two ends takes at once.
    It comes next after what writes the FIFO, so that the engine works while others fire.
    """
    home = _cycles(graph)
    copies: dict[str, list[Actor]] = {actor.name: [] for actor in graph.actors}
    fifos: list[Fifo] = []
    refused: dict[str, str] = {}
    for fifo in graph.fifos:
        if fifo.name in wanted and home[fifo.source.actor] == home[fifo.target.actor]:
            refused[fifo.name] = "it lies on a cycle, whose firings follow each other"
        if fifo.name not in wanted or fifo.name in refused:
            fifos.append(fifo)
            continue
        router = _passing_routing(graph, fifo, ActorKind.COPY, _copied_at_once(graph, fifo))
        copies[fifo.source.actor].append(router)
        fifos.append(Fifo(fifo.source, PortRef(router.name, "in"), transfer=wanted[fifo.name], span=fifo.span))
        fifos.append(replace(fifo, source=PortRef(router.name, "out"), transfer=None, private=False))
    actors = (one for actor in graph.actors for one in (actor, *copies[actor.name]))
    return replace(graph, actors=tuple(actors), fifos=tuple(fifos)), refused


def _cycles(graph: Graph) -> dict[str, int]:
    """The number of the strongly connected component of each actor."""
    return {name: index for index, found in enumerate(strongly_connected_components(graph)) for name in found}


def _copied_at_once(graph: Graph, fifo: Fifo) -> int:
    """What the greedier of its two ends takes at once; where the windows of the other are large, what that takes."""
    ends = graph.port(fifo.source), graph.port(fifo.target)
    less, more = sorted(port.tokens_per_phases for port in ends)
    return less if more % less == 0 and less * ends[0].type.size_bytes >= WINDOW_BYTES else more


def separate_branches(graph: Graph) -> Graph:
    """Give a branch of a broadcast a stream of its own if its initial tokens contradict those of an earlier branch.

    The branch goes through a routing actor that passes every token on, and its delay stands behind the routing actor.
    """
    actors, fifos = list(graph.actors), []
    home = _cycles(graph)
    kept: dict[PortRef, list[InitialTokens]] = {}
    for fifo in graph.fifos:
        agreed = kept.setdefault(fifo.source, [])
        if fifo.delay is None or all(_agree(fifo.delay, other) for other in agreed):
            agreed.extend([fifo.delay] if fifo.delay is not None else [])
            fifos.append(fifo)
            continue
        port = graph.port(fifo.source)
        # On a cycle, what a phase gives may have to come through before the next one can fire.
        in_cycle = home[fifo.source.actor] == home[fifo.target.actor]
        rate = gcd(*port.rates) if in_cycle else port.tokens_per_phases
        router = _passing_routing(graph, fifo, ActorKind.BROADCAST, rate)
        actors.append(router)
        fifos.append(Fifo(fifo.source, PortRef(router.name, "in"), span=fifo.span))
        fifos.append(replace(fifo, source=PortRef(router.name, "out")))
    return replace(graph, actors=tuple(actors), fifos=tuple(fifos))


def _agree(a: InitialTokens, b: InitialTokens) -> bool:
    """Whether the tokens that both have are the same: the youngest ones."""
    if a.init is not None or b.init is not None:
        return a.init == b.init and a.count_tokens == b.count_tokens
    if len(a.values) <= 1 and len(b.values) <= 1:
        return (a.values or (0,)) == (b.values or (0,))
    return a.values == b.values and a.count_tokens == b.count_tokens


def _passing_routing(graph: Graph, fifo: Fifo, kind: ActorKind, rate: int) -> Actor:
    """A routing actor that passes on `rate` tokens a firing, named like the port at the end of the FIFO."""
    type_ = graph.port(fifo.source).type
    return Actor(
        f"{fifo.target}",
        kind,
        (
            Port("in", Direction.INPUT, type_, (rate,), Access.READ_ONLY, span=fifo.span),
            Port("out", Direction.OUTPUT, type_, (rate,), span=fifo.span),
        ),
        span=fifo.span,
    )


def without_idle_parts(graph: Graph, facts: Facts) -> Graph:
    """The graph without actors that never fire and FIFOs that never carry a token."""
    return replace(
        graph,
        actors=tuple(actor for actor in graph.actors if facts.cycles[actor.name] > 0),
        fifos=tuple(fifo for fifo in graph.fifos if facts.tokens[fifo.name] > 0),
    )
