# SPDX-License-Identifier: Apache-2.0
"""The names of FIFOs as the user knows them, `source.port:target.port`, also where dfgen has set a routing actor into
one, or cut it in two between nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from dfgen.model.actor import Actor
from dfgen.model.diagnostics import Span, fail
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.network import COPIER, PACKER, NetworkEnd


def user_ends(graph: Graph, fifo: Fifo) -> tuple[PortRef, PortRef]:
    """Source and target in the user's graph. A routing actor that `analysis.prepare` sets into a FIFO has the name of
    the port at the FIFO's end; the FIFOs on both of its sides are one to the user. An end of a link stands for the
    writer on another node, or for a reader there, and so does what copies at that end."""
    source, target = ends_in_graph(graph, fifo)
    writer, reader = _end_at(graph, source, receives=True), _end_at(graph, target, receives=False)
    return (
        PortRef(*writer.ends[0]) if writer is not None else source,
        PortRef(*reader.ends[1]) if reader is not None else target,
    )


def _end_at(graph: Graph, ref: PortRef, *, receives: bool) -> NetworkEnd | None:
    """Of the link that the actor is an end of, or copies or packs for beyond the FIFO."""
    actor = graph.actor(ref.actor)
    end = end_at(graph, actor)
    return end if end is not None and (actor.network is not None or end.receives is receives) else None


def end_at(graph: Graph, actor: Actor) -> NetworkEnd | None:
    """Of the link that the actor is an end of, or copies or packs for."""
    if actor.network is not None or not actor.is_at_link:
        return actor.network
    return graph.actor(actor.name.removesuffix(COPIER).removesuffix(PACKER)).network


def told_actor(graph: Graph, actor: Actor) -> str:
    """What messages call it: at a link there are actors that no user knows."""
    end = end_at(graph, actor)
    return f"messages of {end.fifo}" if end is not None else actor.name


def told_fifo(graph: Graph, fifo: Fifo) -> str:
    """The same of a FIFO: one at a link is part of what crosses there."""
    source, target = ends_in_graph(graph, fifo)
    writer, reader = end_at(graph, graph.actor(source.actor)), end_at(graph, graph.actor(target.actor))
    from_user = PortRef(*writer.ends[0]) if writer is not None else source
    to_user = PortRef(*reader.ends[1]) if reader is not None else target
    return f"{from_user}:{to_user}"


def told_buffer(graph: Graph, name: str) -> str:
    """The same of a buffer, whose name begins with that of the port that writes it: messages, or what is made of
    them."""
    writer = _writer_of(graph, name) or _writer_of(graph, name.rpartition("@")[0])
    end = end_at(graph, writer) if writer is not None else None
    if writer is None or end is None:
        return name
    makes_objects = any(port.type.objects for port in writer.outputs)
    return str(PortRef(*end.ends[0])) if makes_objects else f"messages of {end.fifo}"


def _writer_of(graph: Graph, name: str) -> Actor | None:
    actor, _, port = name.rpartition(".")
    return graph.actor(actor) if PortRef(actor, port) in graph.fifos_from else None


def ends_in_graph(graph: Graph, fifo: Fifo) -> tuple[PortRef, PortRef]:
    """The same, where both are in this graph: ends of links stand for themselves."""
    source, target = fifo.source, fifo.target
    if graph.actor(source.actor).is_routing and source.actor == str(target):
        ((_, before),) = graph.inputs_of(graph.actor(source.actor))
        return before.source, target
    reader = graph.actor(target.actor)
    for _, after in graph.outputs_of(reader) if reader.is_routing else ():
        if str(after.target) == target.actor:
            return source, after.target
    return source, target


def user_name(graph: Graph, fifo: Fifo) -> str:
    source, target = user_ends(graph, fifo)
    return f"{source}:{target}"


def fifo_name(graph: Graph, name: str) -> str:
    """Of the FIFO with this name in the graph, as the user knows it."""
    return user_name(graph, graph.fifo_by_name[name])


def pattern_of(text: str) -> re.Pattern[str]:
    """A name pattern: `*` stands for any characters, `?` for one, and all others for themselves, for names have
    brackets (`band[2]`)."""
    signs = {"*": ".*", "?": "."}
    return re.compile("".join(signs.get(sign) or re.escape(sign) for sign in re.sub(r"\*+", "*", text)), re.DOTALL)


class FifoNames:
    """Finds FIFOs by what a user writes: a name, a source port (all its FIFOs), or a name pattern over either.

    Where a routing actor of dfgen's stands in a FIFO, the part behind it has the name.
    """

    def __init__(self, graph: Graph) -> None:
        self._fifos = graph.fifos
        self._by_name: dict[str, list[int]] = {}
        for index, fifo in enumerate(graph.fifos):
            source, _ = user_ends(graph, fifo)
            for name in (f"{source}:{fifo.target}", str(source)):
                self._by_name.setdefault(name, []).append(index)

    def find(self, pattern: str, span: Span | None = None) -> list[Fifo]:
        """The FIFOs in the order of the graph; `UserError` (transfer-no-match) at `span` if there are none."""
        found = self._by_name.get(pattern) or sorted(set(self._matching(pattern)))
        if not found:
            near = get_close_matches(pattern, self._by_name, 1)
            hint = f"Did you mean '{near[0]}'?" if near else "A FIFO is named source.port:target.port."
            raise fail("transfer-no-match", f"no FIFO matches '{pattern}'", span, hint)
        return [self._fifos[index] for index in found]

    def _matching(self, pattern: str) -> Iterator[int]:
        if any(sign in pattern for sign in "*?"):
            matches = pattern_of(pattern).fullmatch
            for name, indices in self._by_name.items():
                if matches(name):
                    yield from indices
