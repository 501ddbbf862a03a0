# SPDX-License-Identifier: Apache-2.0
"""What one firing of a refined actor means: a whole iteration of its graph.

The repetition vector of the graph, its interfaces left out, says how often each node fires; where an interface brings
(or wants) more tokens than that, the part behind it runs as many iterations as take them all. An input interface whose
tokens are used k times becomes a broadcast that repeats them, an output interface that gets k times as many tokens as
it gives becomes a roundbuffer that keeps the last ones. A delay that is reset becomes a routing actor of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from dfgen.analysis.repetition import repetition_vector
from dfgen.frontend.levels import OUTSIDE, Level
from dfgen.frontend.problems import Problems, Rejected, reject
from dfgen.frontend.resets import check_handovers, handed_over, insert_resets, tokens_of_firing, unique_name
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Note, UserError
from dfgen.model.graph import Fifo, Graph, PortRef
from dfgen.model.port import Direction, Port


def balanced_cycles(
    name: str, actors: Collection[Actor], fifos: Collection[Fifo], problems: Problems
) -> dict[str, int]:
    """The repetition vector; an inconsistency is reported and ends in `Rejected`."""
    try:
        return repetition_vector(Graph(name, (), tuple(actors), tuple(fifos)))
    except UserError as error:
        for diagnostic in error.diagnostics:
            problems.take(diagnostic)
        raise Rejected(None) from None


def refine_main(level: Level, problems: Problems) -> dict[str, int]:
    """As `refine`, for the main graph: an iteration is its firing, and it has no interfaces."""
    if not level.resets:
        return balanced_cycles(level.name, level.nodes.values(), level.fifos, problems) if level.children else {}
    cycles = _cycles_of_firing(level, problems)
    insert_resets(level, cycles)
    return cycles


def refine(level: Level, problems: Problems) -> dict[str, int]:
    """Give the graph its interface routing actors and reset routing actors; returns the cycles of each node in one
    firing."""
    _replace_passages(level)
    cycles = _cycles_of_firing(level, problems)
    insert_resets(level, cycles)
    _insert_repeats(level, cycles)
    _insert_keepers(level, cycles)
    return cycles


def _is_inner(fifo: Fifo) -> bool:
    return OUTSIDE not in (fifo.source.actor, fifo.target.actor)


def _routing(level: Level, name: str, kind: ActorKind, source: Port, read: int, given: tuple[int, ...]) -> Actor:
    """A new routing actor in `level` with port `in` and ports `out` (or `out0`, `out1`, ...)."""
    names = ["out"] if len(given) == 1 else [f"out{i}" for i in range(len(given))]
    ports = [Port("in", Direction.INPUT, source.type, (read,), span=source.span)]
    ports += [Port(n, Direction.OUTPUT, source.type, (r,), span=source.span) for n, r in zip(names, given, strict=True)]
    router = Actor(unique_name(name, level.nodes), kind, tuple(ports), span=source.span)
    level.nodes[router.name] = router
    return router


def _replace_passages(level: Level) -> None:
    """An edge from an input interface straight to an output interface goes through a routing actor."""
    for fifo in [f for f in level.fifos if f.source.actor == f.target.actor == OUTSIDE]:
        source, target = level.interfaces[fifo.source.port], level.interfaces[fifo.target.port]
        read, given = source.rates[0], target.rates[0]
        if fifo.target in level.resets:
            message = "a delay from interface to interface cannot be reset"
            raise reject("hierarchy-reset", message, level.resets[fifo.target], "Put an actor between.")
        if given % read and read % given:
            raise _no_multiple(source, read, given, fifo, [Note("the other interface", target.span)])
        kind = ActorKind.BROADCAST if given % read == 0 else ActorKind.ROUNDBUFFER
        router = _routing(level, f"{source.name}_{target.name}", kind, source, read, (given,))
        level.fifos.remove(fifo)
        level.fifos += _through(fifo, router, "out", fifo)


def _through(before: Fifo, router: Actor, port: str, after: Fifo) -> list[Fifo]:
    """The FIFOs into and out of a routing actor; the delay stands before it."""
    entering = Fifo(before.source, PortRef(router.name, "in"), before.delay, span=before.span)
    return [entering, replace(after, source=PortRef(router.name, port), delay=None)]


def _cycles_of_firing(level: Level, problems: Problems) -> dict[str, int]:
    """The repetition vector of the graph inside, each part as often as its interfaces need."""
    inner = [fifo for fifo in level.fifos if _is_inner(fifo)]
    cycles = balanced_cycles(level.name, level.nodes.values(), inner, problems)
    part = _parts(level, inner)
    factors: dict[str, int] = {}
    wants = [(interface.rates[0], ref) for interface, ref, _ in _crossings(level)]
    wants += [(count, ref) for count, ref, _ in handed_over(level)]
    for wanted, ref in wants:
        total = tokens_of_firing(level, ref, cycles)
        root = part[ref.actor]
        factors[root] = max(factors.get(root, 1), -(-wanted // total))
    cycles = {name: count * factors.get(part[name], 1) for name, count in cycles.items()}
    for interface, ref, fifo in _crossings(level):
        total = tokens_of_firing(level, ref, cycles)
        if total % interface.rates[0]:
            note = Note("the port behind it", level.nodes[ref.actor].port(ref.port).span)
            raise _no_multiple(interface, interface.rates[0], total, fifo, [note])
    check_handovers(level, cycles)
    return cycles


def _no_multiple(interface: Port, rate: int, total: int, fifo: Fifo, notes: list[Note]) -> Rejected:
    verb = "brings" if interface.is_input else "gives"
    inside = "the graph inside takes" if interface.is_input else "the graph inside makes"
    message = f"interface '{interface.name}' {verb} {rate} tokens a firing, {inside} {total}, which is not a multiple"
    hint = "Change a rate so that one number divides the other."
    return reject("hierarchy-total", message, interface.span, hint, [*notes, Note("the edge", fifo.span)])


def _crossings(level: Level) -> list[tuple[Port, PortRef, Fifo]]:
    """Each FIFO at an interface: the interface, the port of a node at the other end, the FIFO."""
    found = []
    for fifo in level.fifos:
        if fifo.source.actor == OUTSIDE:
            found.append((level.interfaces[fifo.source.port], fifo.target, fifo))
        elif fifo.target.actor == OUTSIDE:
            found.append((level.interfaces[fifo.target.port], fifo.source, fifo))
    return found


def _parts(level: Level, inner: list[Fifo]) -> dict[str, str]:
    """For each node one node of its connected part, the same for all of them."""
    parent = {name: name for name in level.nodes}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for fifo in inner:
        parent[root(fifo.source.actor)] = root(fifo.target.actor)
    return {name: root(name) for name in level.nodes}


def _insert_repeats(level: Level, cycles: dict[str, int]) -> None:
    """Input interfaces whose tokens are used more than once."""
    for interface in [port for port in level.interfaces.values() if port.is_input]:
        rate, start = interface.rates[0], PortRef(OUTSIDE, interface.name)
        repeated: list[Fifo] = []
        others: list[Fifo] = []
        for fifo in level.fifos:
            is_repeated = fifo.source == start and tokens_of_firing(level, fifo.target, cycles) > rate
            (repeated if is_repeated else others).append(fifo)
        if not repeated:
            continue
        totals = tuple(tokens_of_firing(level, fifo.target, cycles) for fifo in repeated)
        router = _routing(level, interface.name, ActorKind.BROADCAST, interface, rate, totals)
        cycles[router.name] = 1
        level.fifos = [*others, Fifo(start, PortRef(router.name, "in"), span=interface.span)]
        for fifo, port in zip(repeated, router.outputs, strict=True):
            level.fifos.append(replace(fifo, source=PortRef(router.name, port.name)))


def _insert_keepers(level: Level, cycles: dict[str, int]) -> None:
    """Output interfaces that keep the last of more tokens."""
    for index, fifo in enumerate(list(level.fifos)):
        if fifo.target.actor != OUTSIDE or fifo.source.actor == OUTSIDE:
            continue
        interface = level.interfaces[fifo.target.port]
        total, rate = tokens_of_firing(level, fifo.source, cycles), interface.rates[0]
        if total > rate:
            router = _routing(level, interface.name, ActorKind.ROUNDBUFFER, interface, total, (rate,))
            cycles[router.name] = 1
            entering, leaving = _through(fifo, router, "out", replace(fifo, transfer=None, private=False))
            level.fifos[index] = replace(
                entering, transfer=fifo.transfer, private=fifo.private, private_span=fifo.private_span
            )
            level.fifos.append(leaving)
