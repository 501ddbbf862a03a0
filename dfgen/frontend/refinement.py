# SPDX-License-Identifier: Apache-2.0
"""What one firing of a refined actor means: a whole iteration of its graph.

The repetition vector of the graph, its interfaces left out, says how often each node fires; where an interface brings
(or wants) more tokens than that, the part behind it runs as many iterations as take them all. An input interface whose
tokens are used k times becomes a broadcast that repeats them, an output interface that gets k times as many tokens as
it gives becomes a roundbuffer that keeps the last ones. A delay that is reset becomes a mover of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import gcd

from dfgen.analysis.repetition import repetition_vector
from dfgen.frontend.levels import OUTSIDE, Level
from dfgen.frontend.ports import PHASES_MAX
from dfgen.frontend.problems import Problems, Rejected, reject
from dfgen.model.diagnostics import Note, UserError
from dfgen.model.graph import Actor, ActorKind, Direction, Fifo, Graph, Port, PortRef


def unique_name(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name


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


def refine(level: Level, problems: Problems) -> dict[str, int]:
    """Give the graph its interface movers and reset movers; returns the cycles of each node in one firing."""
    _replace_passages(level)
    cycles = _cycles_of_firing(level, problems)
    _insert_resets(level, cycles)
    _insert_repeats(level, cycles)
    _insert_keepers(level, cycles)
    return cycles


def _is_inner(fifo: Fifo) -> bool:
    return OUTSIDE not in (fifo.source.actor, fifo.target.actor)


def _tokens(level: Level, ref: PortRef, cycles: dict[str, int]) -> int:
    """Tokens through a port of a node while the graph fires once."""
    node = level.nodes[ref.actor]
    return cycles[ref.actor] * node.tokens_per_cycle(node.port(ref.port))


def _mover(level: Level, name: str, kind: ActorKind, source: Port, read: int, given: tuple[int, ...]) -> Actor:
    """A new mover in `level` with port `in` and ports `out` (or `out0`, `out1`, ...)."""
    names = ["out"] if len(given) == 1 else [f"out{i}" for i in range(len(given))]
    ports = [Port("in", Direction.INPUT, source.type, (read,), span=source.span)]
    ports += [Port(n, Direction.OUTPUT, source.type, (r,), span=source.span) for n, r in zip(names, given, strict=True)]
    mover = Actor(unique_name(name, level.nodes), kind, tuple(ports), span=source.span)
    level.nodes[mover.name] = mover
    return mover


def _replace_passages(level: Level) -> None:
    """An edge from an input interface straight to an output interface goes through a mover."""
    for fifo in [f for f in level.fifos if f.source.actor == f.target.actor == OUTSIDE]:
        source, target = level.interfaces[fifo.source.port], level.interfaces[fifo.target.port]
        read, given = source.rates[0], target.rates[0]
        if fifo.target in level.resets:
            message = "a delay from interface to interface cannot be reset"
            raise reject("hierarchy-reset", message, level.resets[fifo.target], "Put an actor between.")
        if given % read and read % given:
            raise _no_multiple(source, read, given, fifo, [Note("the other interface", target.span)])
        kind = ActorKind.BROADCAST if given % read == 0 else ActorKind.ROUNDBUFFER
        mover = _mover(level, f"{source.name}_{target.name}", kind, source, read, (given,))
        level.fifos.remove(fifo)
        level.fifos += _through(fifo, mover, "out", fifo)


def _through(before: Fifo, mover: Actor, port: str, after: Fifo) -> list[Fifo]:
    """The FIFOs into and out of a mover; the delay stands before it."""
    entering = Fifo(before.source, PortRef(mover.name, "in"), before.delay, span=before.span)
    return [entering, replace(after, source=PortRef(mover.name, port), delay=None)]


def _cycles_of_firing(level: Level, problems: Problems) -> dict[str, int]:
    """The repetition vector of the graph inside, each part as often as its interfaces need."""
    inner = [fifo for fifo in level.fifos if _is_inner(fifo)]
    cycles = balanced_cycles(level.name, level.nodes.values(), inner, problems)
    part = _parts(level, inner)
    factors: dict[str, int] = {}
    for interface, ref, _ in _crossings(level):
        wanted, total = interface.rates[0], _tokens(level, ref, cycles)
        root = part[ref.actor]
        factors[root] = max(factors.get(root, 1), -(-wanted // total))
    cycles = {name: count * factors.get(part[name], 1) for name, count in cycles.items()}
    for interface, ref, fifo in _crossings(level):
        total = _tokens(level, ref, cycles)
        if total % interface.rates[0]:
            note = Note("the port behind it", level.nodes[ref.actor].port(ref.port).span)
            raise _no_multiple(interface, interface.rates[0], total, fifo, [note])
    return cycles


def _no_multiple(interface: Port, rate: int, total: int, fifo: Fifo, notes: list[Note]) -> Rejected:
    verb = "brings" if interface.is_input else "gives"
    inside = "the graph inside takes" if interface.is_input else "the graph inside makes"
    message = f"interface '{interface.name}' {verb} {rate} tokens a firing, {inside} {total}, which is no multiple"
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


def _insert_resets(level: Level, cycles: dict[str, int]) -> None:
    for index, fifo in enumerate(list(level.fifos)):
        span = level.resets.get(fifo.target)
        if span is None or fifo.delay is None:
            continue
        inside = fifo.target if fifo.target.actor != OUTSIDE else fifo.source
        total, delay = _tokens(level, inside, cycles), fifo.delay.count_tokens
        if delay > total:
            message = f"a delay of {delay} tokens cannot be reset: only {total} tokens pass in one firing"
            raise reject("hierarchy-reset", message, span, "Say 'keep', or shorten the delay.")
        piece = gcd(total, delay, *_rates(level, fifo.source), *_rates(level, fifo.target))
        pieces = (total - delay) // piece
        if pieces + 2 > PHASES_MAX:
            message = f"resetting this delay takes more than {PHASES_MAX} phases"
            raise reject("hierarchy-reset", message, span, "Use larger rates, or say 'keep'.")
        mover = _reset_mover(level, fifo, (piece,) * pieces)
        cycles[mover.name] = 1
        entering, leaving = _through(replace(fifo, delay=None), mover, "out", fifo)
        level.fifos[index] = entering
        level.fifos.append(leaving)


def _rates(level: Level, ref: PortRef) -> tuple[int, ...]:
    return level.interfaces[ref.port].rates if ref.actor == OUTSIDE else level.nodes[ref.actor].port(ref.port).rates


def _reset_mover(level: Level, fifo: Fifo, pieces: tuple[int, ...]) -> Actor:
    """Gives the initial tokens, passes the pieces on, drops as many at the end."""
    assert fifo.delay is not None
    delay, source = fifo.delay.count_tokens, fifo.source
    port = level.interfaces[source.port] if source.actor == OUTSIDE else level.nodes[source.actor].port(source.port)
    base = f"{source.actor}_{source.port}_reset" if source.actor != OUTSIDE else f"{source.port}_reset"
    ports = (
        Port("in", Direction.INPUT, port.type, (0, *pieces, delay), span=fifo.span),
        Port("out", Direction.OUTPUT, port.type, (delay, *pieces, 0), span=fifo.span),
    )
    name = unique_name(base, level.nodes)
    mover = Actor(name, ActorKind.RESET, ports, reset_tokens=fifo.delay, span=fifo.delay.span)
    level.nodes[name] = mover
    return mover


def _insert_repeats(level: Level, cycles: dict[str, int]) -> None:
    """Input interfaces whose tokens are used more than once."""
    for interface in [port for port in level.interfaces.values() if port.is_input]:
        rate, start = interface.rates[0], PortRef(OUTSIDE, interface.name)
        repeated = [f for f in level.fifos if f.source == start and _tokens(level, f.target, cycles) > rate]
        if not repeated:
            continue
        totals = tuple(_tokens(level, fifo.target, cycles) for fifo in repeated)
        mover = _mover(level, interface.name, ActorKind.BROADCAST, interface, rate, totals)
        cycles[mover.name] = 1
        level.fifos = [fifo for fifo in level.fifos if fifo not in repeated]
        level.fifos.append(Fifo(start, PortRef(mover.name, "in"), span=interface.span))
        for fifo, port in zip(repeated, mover.outputs, strict=True):
            level.fifos.append(replace(fifo, source=PortRef(mover.name, port.name)))


def _insert_keepers(level: Level, cycles: dict[str, int]) -> None:
    """Output interfaces that keep the last of more tokens."""
    for index, fifo in enumerate(list(level.fifos)):
        if fifo.target.actor != OUTSIDE or fifo.source.actor == OUTSIDE:
            continue
        interface = level.interfaces[fifo.target.port]
        total, rate = _tokens(level, fifo.source, cycles), interface.rates[0]
        if total > rate:
            mover = _mover(level, interface.name, ActorKind.ROUNDBUFFER, interface, total, (rate,))
            cycles[mover.name] = 1
            entering, leaving = _through(fifo, mover, "out", replace(fifo, transfer=None, private=False))
            level.fifos[index] = replace(entering, transfer=fifo.transfer, private=fifo.private)
            level.fifos.append(leaving)
