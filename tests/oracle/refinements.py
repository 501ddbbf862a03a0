# SPDX-License-Identifier: Apache-2.0
"""Random graphs to refine actors with. Their interfaces get rates last, when it is known how many tokens pass."""

from __future__ import annotations

import random
from dataclasses import replace
from math import gcd

from . import balance
from .application import Application, Edge, End, GraphSpec, Interface
from .drafts import SMALL, Draft, Limits

TIMES = (1, 1, 1, 1, 1, 1, 1, 1, 2, 3)  # iterations of the graph that one firing of the refined actor takes


def refinement(
    rng: random.Random, name: str, size: int, application: Application, in_place: float, limits: Limits = SMALL
) -> GraphSpec | None:
    """A graph to refine actors with, connected and with at least one interface; None if this attempt gave none."""
    draft = Draft(rng, name, refines=True, in_place=in_place, limits=limits)
    draft.grow(size, application.graphs, application)
    loose = [w for w in draft.wires if w.readers == 0]
    rng.shuffle(loose)
    shown = loose[: rng.choice([1, 1, 2, 3])]
    shown += [w for w in draft.wires if w.readers and rng.random() < 0.1][:1]
    for i, wire in enumerate(shown):
        wire.readers += 1
        draft.edges.append(Edge(wire.end, End(None, f"y{i}")))
    draft.end_wires()
    spec = draft.spec()
    return _with_interfaces(rng, spec, limits) if len(balance.components(spec)) == 1 else None


def _with_interfaces(rng: random.Random, spec: GraphSpec, limits: Limits) -> GraphSpec | None:
    """All that passes an interface in an iteration is a multiple of its rate: inputs repeat, outputs keep the last."""
    repetitions = balance.cycles(spec)
    ends: dict[tuple[str, bool], list[End]] = {}
    for edge in spec.edges:
        if edge.source.actor is None:
            ends.setdefault((edge.source.port, True), []).append(edge.target)
        elif edge.target.actor is None:
            ends.setdefault((edge.target.port, False), []).append(edge.source)
    times = random.Random(repr(spec)).choice(TIMES)
    interfaces = []
    for (port, is_input), inner in ends.items():
        total = gcd(*(balance.tokens(spec, end, repetitions) for end in inner)) * times
        rates = [r for r in range(1, total + 1) if total % r == 0]
        rate = total if rng.random() < 0.5 else rng.choice(rates)
        interfaces.append(Interface(port, is_input, spec.port(inner[0]).kind, rate))
        if rate * interfaces[-1].kind.size > limits.window_bytes:
            return None
    refining = replace(spec, interfaces=tuple(interfaces))
    largest = {name: count * times for name, count in repetitions.items()}
    return refining if interfaces and balance.cycles(refining) == largest else None
