# SPDX-License-Identifier: Apache-2.0
"""Delays that start anew at each firing of their graph, as routing actors.

Such a routing actor has phases. In the first it gives the initial tokens, which it has itself or takes from a setter at
port `set`; in those between it passes pieces on; in the last it drops what is left, or gives it to a getter at port
`get`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import gcd

from dfgen.frontend.levels import OUTSIDE, Level
from dfgen.frontend.ports import PHASES_MAX
from dfgen.frontend.problems import reject
from dfgen.model.actor import Actor, ActorKind
from dfgen.model.diagnostics import Span
from dfgen.model.graph import Fifo, PortRef
from dfgen.model.port import Direction, Port


def unique_name(name: str, taken: Mapping[str, object]) -> str:
    while name in taken:
        name += "_"
    return name


def tokens_of_firing(level: Level, ref: PortRef, cycles: Mapping[str, int]) -> int:
    """Tokens through a port of a node while the graph fires once."""
    node = level.nodes[ref.actor]
    return cycles[ref.actor] * node.tokens_per_cycle(node.port(ref.port))


def handed_over(level: Level) -> list[tuple[int, PortRef, Span]]:
    """The nodes that set or get a delay: through which port, how many tokens at each firing of the graph."""
    found = []
    for fifo in level.fifos:
        handover = level.handovers.get(fifo.target)
        if handover is not None and fifo.delay is not None:
            ends = (handover.setter, handover.getter)
            found += [(fifo.delay_tokens, end, handover.span) for end in ends if end is not None]
    return [entry for entry in found if entry[1].actor != OUTSIDE]


def check_handovers(level: Level, cycles: Mapping[str, int]) -> None:
    """Setters and getters move as many tokens as their delay has."""
    for count, ref, span in handed_over(level):
        total = tokens_of_firing(level, ref, cycles)
        if total != count:
            verb = "takes" if level.nodes[ref.actor].port(ref.port).is_input else "gives"
            message = f"'{ref}' {verb} {total} tokens at each firing of '{level.name}', and this delay has {count}"
            raise reject("hierarchy-reset", message, span, "Make the two numbers equal.")


def insert_resets(level: Level, cycles: dict[str, int]) -> None:
    """Replace the delays; the routing actors are nodes of the level, with their cycles."""
    for index, fifo in enumerate(list(level.fifos)):
        span = level.resets.get(fifo.target)
        if span is None or fifo.delay is None:
            continue
        router = _routing(level, fifo, _pieces(level, fifo, span, cycles))
        cycles[router.name] = 1
        level.fifos[index] = Fifo(fifo.source, PortRef(router.name, "in"), span=fifo.span)
        level.fifos.append(replace(fifo, source=PortRef(router.name, "out"), delay=None))
        level.fifos += _hand_over(level, fifo, router)


def _pieces(level: Level, fifo: Fifo, span: Span, cycles: Mapping[str, int]) -> tuple[int, ...]:
    """What is passed on in each phase but for the first and the last."""
    inside = fifo.target if fifo.target.actor != OUTSIDE else fifo.source
    total, delay = tokens_of_firing(level, inside, cycles), fifo.delay_tokens
    if delay > total:
        message = f"a delay of {delay} tokens cannot be reset: only {total} tokens pass in one firing"
        raise reject("hierarchy-reset", message, span, "Say 'keep', or shorten the delay.")
    piece = gcd(total, delay, *_rates(level, fifo.source), *_rates(level, fifo.target))
    pieces = (total - delay) // piece
    if pieces + 2 > PHASES_MAX:
        message = f"resetting this delay takes more than {PHASES_MAX} phases"
        raise reject("hierarchy-reset", message, span, "Use larger rates, or say 'keep'.")
    return (piece,) * pieces


def _rates(level: Level, ref: PortRef) -> tuple[int, ...]:
    return _port(level, ref).rates


def _port(level: Level, ref: PortRef) -> Port:
    return level.interfaces[ref.port] if ref.actor == OUTSIDE else level.nodes[ref.actor].port(ref.port)


def _routing(level: Level, fifo: Fifo, pieces: tuple[int, ...]) -> Actor:
    assert fifo.delay is not None
    delay, source = fifo.delay.count_tokens, fifo.source
    type, span = _port(level, source).type, fifo.span
    handover = level.handovers.get(fifo.target)
    idle = (0,) * len(pieces)
    ports = [
        Port("in", Direction.INPUT, type, (0, *pieces, delay), span=span),
        Port("out", Direction.OUTPUT, type, (delay, *pieces, 0), span=span),
    ]
    is_set = handover is not None and handover.setter is not None
    if is_set:
        ports.append(Port("set", Direction.INPUT, type, (delay, *idle, 0), span=span))
    if handover is not None and handover.getter is not None:
        ports.append(Port("get", Direction.OUTPUT, type, (0, *idle, delay), span=span))
    base = f"{source.actor}_{source.port}_reset" if source.actor != OUTSIDE else f"{source.port}_reset"
    name = unique_name(base, level.nodes)
    initial = None if is_set else fifo.delay
    router = Actor(name, ActorKind.RESET, tuple(ports), reset_tokens=initial, span=fifo.delay.span)
    level.nodes[name] = router
    return router


def _hand_over(level: Level, fifo: Fifo, router: Actor) -> list[Fifo]:
    """The FIFOs from the setter and to the getter."""
    handover = level.handovers.get(fifo.target)
    found = []
    if handover is not None and handover.setter is not None:
        _check_interface(level, handover.setter, fifo.delay_tokens, handover.span)
        found.append(Fifo(handover.setter, PortRef(router.name, "set"), span=handover.span))
    if handover is not None and handover.getter is not None:
        _check_interface(level, handover.getter, fifo.delay_tokens, handover.span)
        found.append(Fifo(PortRef(router.name, "get"), handover.getter, span=handover.span))
    return found


def _check_interface(level: Level, ref: PortRef, count: int, span: Span) -> None:
    if ref.actor == OUTSIDE and count % level.interfaces[ref.port].rates[0]:
        interface = level.interfaces[ref.port]
        message = f"interface '{ref.port}' has {interface.rates[0]} tokens a firing, and this delay has {count}"
        raise reject("hierarchy-total", message, span, "Change a number so that the first divides the second.")
