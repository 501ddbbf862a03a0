# SPDX-License-Identifier: Apache-2.0
"""Software pipelining: which units run a pass that other units of their core are already done with.

A core that gives tokens away and gets back what others make of them would wait in the middle of each pass. It need not
if what comes back is work of a later stage, which it does for the pass before: then cores wait for each other no more
than their loads differ, however a chain of actors with state is spread over them (coarse-grained software pipelining:
Gordon, Thies, Amarasinghe, ASPLOS 2006, section 4). Buffers between stages hold a pass more for each stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dfgen.mapping.in_order import Part, parts_by_unit
from dfgen.mapping.work import Assignment, Staged, Work
from dfgen.model.graph import ActorKind, Graph
from dfgen.model.schedule import Loop, StopEdge

# Each stage more takes the memory of a pass, and its time from input to output.
STAGES_MAX = 8
# Raising a unit to the stage of those that it stays with may raise others, so often at most.
ROUNDS_MAX = 8

Arrivals = Mapping[int, int]
"""By core that tokens come from, the cores that they were on before in the same stage, as bits."""


def staged(work: Work, assignment: Assignment) -> Assignment:
    """The assignment with a stage for each unit: a unit is a stage later than those before it if it brings tokens back
    to a core that they were on. As it is where nothing comes back, or where passes cannot be pipelined."""
    if not work.may_stage:
        return assignment
    parts = parts_by_unit(work, assignment, float)
    together = _together(work)
    least = dict.fromkeys(parts, 0)
    for _ in range(ROUNDS_MAX):
        stages = _stages(parts, least)
        least = {name: max(stages[other] for other in together.get(name, (name,))) for name in parts}
        if least == stages:
            return Staged(assignment, stages) if 0 < max(stages.values()) < STAGES_MAX else assignment
    return assignment


def _together(work: Work) -> Mapping[str, Sequence[str]]:
    """By unit, those that must have its stage: what takes turns in a loop, and what a delay lies between."""
    loops: dict[int, str] = {}
    turning = [(loops.setdefault(unit.loop, unit.name), unit.name) for unit in work.units if unit.loop]
    groups: dict[str, list[str]] = {}
    for one, other in (*work.joined, *turning):
        first, second = groups.setdefault(one, [one]), groups.setdefault(other, [other])
        if first is not second:
            first.extend(second)
            groups.update(dict.fromkeys(second, first))
    return groups


def _stages(parts: Mapping[str, Sequence[Part[float]]], least: Mapping[str, int]) -> dict[str, int]:
    """By unit, in their order. `least`: what they have at least."""
    stages: dict[str, int] = {}
    unit_of: list[str] = []
    arrivals: list[Arrivals] = []
    for name, own in parts.items():
        sources = {unit_of[number] for part in own for number in part.waits}
        stage = max([least[name], *(stages[source] for source in sources)])
        seen = [_joined(arrivals[n] for n in part.waits if stages[unit_of[n]] == stage) for part in own]
        if any(_comes_back(part.core, arrived) for part, arrived in zip(own, seen, strict=True)):
            stage, seen = stage + 1, [{} for _ in own]
        stages[name] = stage
        unit_of += [name] * len(own)
        arrivals += [_left(part.core, arrived) for part, arrived in zip(own, seen, strict=True)]
    return stages


def _joined(arrivals: Iterable[Arrivals]) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in arrivals:
        for core, been in each.items():
            found[core] = found.get(core, 0) | been
    return found


def _comes_back(core: int, seen: Arrivals) -> bool:
    return core >= 0 and any(been >> core & 1 for source, been in seen.items() if source != core)


def _left(core: int, seen: Arrivals) -> Arrivals:
    """What arrives from a part on that core; a mover, which is on none, passes on what arrives there."""
    if core < 0:
        return seen
    been = 0
    for source, before in seen.items():
        been |= before if source == core else before | 1 << source
    return {core: been}


def may_stage(graph: Graph, stop_edges: Iterable[StopEdge]) -> bool:
    """Not where copies by engines, or what actors find in their outputs, or the program's end belong to a pass."""
    plain = all(actor.kind is not ActorKind.COPY and not any(p.kept for p in actor.ports) for actor in graph.actors)
    return plain and not any(edge.delay for edge in stop_edges)


def joined_by_delays(graph: Graph, sharing: Iterable[Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Actors that must run the same pass, because a delay says how far apart they are. `sharing`: by group, actors
    whose FIFOs may lie in one buffer."""
    behind = {end for f in graph.fifos if f.delay_tokens for end in (f.source.actor, f.target.actor)}
    for actors in map(sorted, sharing):
        if behind.intersection(actors):
            yield from ((actors[0], other) for other in actors[1:])


def with_stages(
    graph: Graph, root: Loop, stop_edges: Iterable[StopEdge], stages: Mapping[str, int]
) -> tuple[Loop, tuple[int, ...]]:
    """The root with its children in the order of their stages, and these. `stages`: by actor."""
    home = {actor: index for index, child in enumerate(root.body) for actor in child.actors}
    found = [max(stages[actor] for actor in child.actors) for child in root.body]
    ends = [(f.source.actor, f.target.actor) for f in graph.fifos]
    ends += [(edge.source, edge.target) for edge in stop_edges]
    for target, source in sorted((home[t], home[s]) for s, t in ends if home[s] < home[t]):
        found[target] = max(found[target], found[source])
    order = sorted(range(len(found)), key=found.__getitem__)
    return replace(root, body=tuple(root.body[index] for index in order)), tuple(found[index] for index in order)
