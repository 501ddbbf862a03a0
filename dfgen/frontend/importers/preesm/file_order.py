# SPDX-License-Identifier: Apache-2.0
"""Iterations that do not overlap where actors share a file: PREESM's cores meet at a barrier after each iteration, and
its actors may rely on that. Here such actors get FIFOs of tokens that say nothing but whose turn it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from dfgen.analysis.facts import analyse
from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.csource.learn import CKnowledge
from dfgen.csource.shared_files import SharedFile, shared_file_notes
from dfgen.model.actor import InitialTokens
from dfgen.model.diagnostics import UserError, some_of
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.port import BYTE, Access, Direction, Port


def with_file_order(known: CKnowledge) -> CKnowledge:
    """The graph of a project with such FIFOs, and notes of its shared files. Those that fire several times in an
    iteration have no order in PREESM's programs, either."""
    graph = known.graph
    notes: list[str] = []
    firings = _firings(graph) if known.shared_files else {}
    for each in known.shared_files:
        ordered = _ordered(graph, each) if all(firings.get(actor) == 1 for actor in each.actors) else None
        graph = ordered or graph
        notes += [_note(each)] if ordered else shared_file_notes([each])
    return replace(known, graph=replace(graph, notes=(*graph.notes, *notes)))


def _ordered(graph: Graph, shared: SharedFile) -> Graph | None:
    """None where the graph has another order, which would end in a deadlock."""
    for source, target in shared.unordered:
        graph = _with_turn(graph, source, target)
    if shared.is_open:
        graph = _with_turn(graph, shared.actors[-1], shared.actors[0], InitialTokens(1))
    try:
        analyse(graph)
    except UserError:
        return None
    return graph


def _firings(graph: Graph) -> dict[str, int]:
    try:
        return firings_per_iteration(graph, repetition_vector(graph))
    except UserError:  # told in its turn
        return {}


def _note(shared: SharedFile) -> str:
    actors = some_of([f"'{name}'" for name in shared.actors])
    return f"{actors} use the file '{shared.name}', so each iteration of theirs ends before the next one begins"


def _with_turn(graph: Graph, source: str, target: str, delay: InitialTokens | None = None) -> Graph:
    """The graph with one more FIFO, whose tokens nobody looks at."""
    graph, written = _with_port(graph, source, Direction.OUTPUT)
    graph, read = _with_port(graph, target, Direction.INPUT)
    return replace(graph, fifos=(*graph.fifos, Fifo(written, read, delay, span=graph.span)))


def _with_port(graph: Graph, name: str, direction: Direction) -> tuple[Graph, PortRef]:
    actor = graph.actor(name)
    taken = {port.name for port in actor.ports}
    new = next(each for each in (f"turn{n or ''}" for n in count()) if each not in taken)
    port = Port(new, direction, BYTE, (1,), Access.UNUSED, span=actor.span)
    actors = (replace(each, ports=(*each.ports, port)) if each.name == name else each for each in graph.actors)
    return replace(graph, actors=tuple(actors)), PortRef(name, new)
