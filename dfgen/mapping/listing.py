# SPDX-License-Identifier: Apache-2.0
"""Explicit firing orders for cycles that no looped schedule can order (tightly interdependent components)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dfgen.machine.constants import CYCLE_RUNS_MAX
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import fail
from dfgen.model.graph import Fifo, Graph
from dfgen.model.schedule import Run


def list_firings(graph: Graph, cycles: Mapping[str, int], fifos: Sequence[Fifo]) -> tuple[Run, ...]:
    """One iteration of the component as runs of firings, by firing each actor as often as its tokens allow.

    `cycles` gives each member's phase cycles in the iteration; `fifos` are those inside the component. The component
    is live (checked before), so the order always completes.
    """
    tokens = {f.name: f.delay_tokens for f in fifos}
    entering: dict[str, list[Fifo]] = {name: [] for name in cycles}
    leaving: dict[str, list[Fifo]] = {name: [] for name in cycles}
    for fifo in fifos:
        entering[fifo.target.actor].append(fifo)
        leaving[fifo.source.actor].append(fifo)
    fired = dict.fromkeys(cycles, 0)
    goal = {name: cycles[name] * graph.actor(name).phases for name in cycles}
    runs: list[Run] = []
    while any(fired[name] < goal[name] for name in cycles):
        for name in cycles:
            count = 0
            actor = graph.actor(name)
            while fired[name] < goal[name] and _enabled(actor, fired[name], entering[name], tokens):
                _fire(actor, fired[name], entering[name], leaving[name], tokens)
                fired[name] += 1
                count += 1
            if count:
                runs.append(Run(name, count))
        if len(runs) > CYCLE_RUNS_MAX.value:
            raise _too_long(graph, cycles)
    return tuple(runs)


def _enabled(actor: Actor, firing: int, entering: Sequence[Fifo], tokens: Mapping[str, int]) -> bool:
    return all(tokens[f.name] >= actor.port(f.target.port).rate(firing) for f in entering)


def _fire(actor: Actor, firing: int, entering: Sequence[Fifo], leaving: Sequence[Fifo], tokens: dict[str, int]) -> None:
    for fifo in entering:
        tokens[fifo.name] -= actor.port(fifo.target.port).rate(firing)
    for fifo in leaving:
        tokens[fifo.name] += actor.port(fifo.source.port).rate(firing)


def _too_long(graph: Graph, cycles: Mapping[str, int]) -> Exception:
    first = graph.actor(next(iter(cycles)))
    return fail(
        "cycle-too-long",
        f"the cycle through {', '.join(cycles)} needs a list of more than {CYCLE_RUNS_MAX.value} blocks",
        first.span,
        "Give one of its FIFOs a delay of a whole iteration of the cycle, so that it can be looped.",
    )
