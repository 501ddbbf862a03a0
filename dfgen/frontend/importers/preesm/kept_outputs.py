# SPDX-License-Identifier: Apache-2.0
"""Outputs that actors read before they write them: where PREESM's buffers never move, they hold what was there before.

`out->x -= in->x` is such a use. In programs of dfgen an output's window may lie elsewhere in the next firing, or others
may have written there. So a small output of such an actor is brought back before each firing, which makes it state.
Whether an output is read is asked from the compiler first, and then tried: with different bytes in it, does the
function give different ones? What a function that is not pure reads cannot be tried; as its firings are in order anyway
the little copy is made if the compiler does not exclude it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import Trial, trial_of
from dfgen.model.graph import Actor, ArgumentKind, Call, Graph, Port, State, TokenType

KEPT_BYTES_MAX = 64
POISONS = (0x00, 0xA5)
FILLINGS = (0x00, 0x01)

_BYTE = TokenType("uint8", "unsigned char", 1, 1)


def with_kept_outputs(known: CKnowledge) -> Graph:
    """The graph of a project in which such outputs are kept, and a note that says which."""
    graph = known.graph
    if known.project is None:
        return graph
    tried: dict[tuple[object, ...], frozenset[str]] = {}
    names: list[str] = []

    def keeping(actor: Actor) -> Actor:
        ports = {port.name for port in _candidates(actor, known)}
        if ports and actor.fire is not None and actor.fire.function not in known.impure:
            key = (actor.fire, tuple((port.rates, port.type) for port in actor.ports))
            if key not in tried:
                tried[key] = _outputs_that_differ(actor, known)
            ports &= tried[key]
        names.extend(f"{actor.name}.{port}" for port in sorted(ports))
        return _with_kept(actor, ports) if ports else actor

    actors = tuple(keeping(actor) for actor in graph.actors)
    text = "these outputs may be read before they are written, and begin each firing as the one before left them: "
    notes = (text + ", ".join(names),) if names else ()
    return replace(graph, actors=actors, notes=(*graph.notes, *notes))


def _candidates(actor: Actor, known: CKnowledge) -> Iterator[Port]:
    """Small outputs through which the compiler does not exclude that something is read."""
    if actor.fire is None or actor.state is not None or actor.phases > 1 or known.project is None:
        return
    answer = known.project.read_only.get(actor.fire.function)
    unread = answer.unread if answer is not None else frozenset()
    for port in actor.outputs:
        small = 0 < _size_bytes(port) <= KEPT_BYTES_MAX and not port.overlays and not port.partial
        if small and not set(_places(actor.fire, port.name)) <= unread:
            yield port


def _places(call: Call, port: str) -> Iterator[int]:
    return (n for n, a in enumerate(call.arguments) if a.kind is ArgumentKind.PORT and a.port == port)


def _outputs_that_differ(actor: Actor, known: CKnowledge) -> frozenset[str]:
    """The outputs whose bytes after a firing depend on those before it; none where the function does not return."""
    found: set[str] = set()
    with trial_of(actor, known) as program:
        if program is not None:
            for filling in FILLINGS:
                found |= _differing(actor, program, bytes((filling,)) * program.in_bytes)
    return frozenset(found)


def _differing(actor: Actor, program: Trial, given: bytes) -> set[str]:
    first, second = (program.run(given, poison) for poison in POISONS)
    if first is None or second is None:
        return set()
    left, right = _by_port(actor, first[1]), _by_port(actor, second[1])
    return {name for name in left if left[name] != right[name]}


def _by_port(actor: Actor, written: bytes) -> dict[str, bytes]:
    found, at = {}, 0
    for port in actor.outputs:
        found[port.name] = written[at : at + _size_bytes(port)]
        at += _size_bytes(port)
    return found


def _size_bytes(port: Port) -> int:
    return port.rate(0) * port.type.size_bytes


def _with_kept(actor: Actor, names: Collection[str]) -> Actor:
    ports = tuple(replace(port, kept=port.name in names) for port in actor.ports)
    size = sum(_size_bytes(port) for port in ports if port.kept)
    return replace(actor, ports=ports, state=State("kept", _BYTE, size, actor.span), ordered=True)
