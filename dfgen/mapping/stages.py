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
from fractions import Fraction
from itertools import accumulate

import networkx as nx

from dfgen.machine.constants import (
    AHEAD_BYTES,
    AHEAD_PASSES_MIN,
    BEHIND_PASSES,
    BULK_PASSES,
    HEAVY,
    LINK_PASSES,
    STAGES_MAX,
)
from dfgen.mapping.static_order import Task, tasks_by_unit
from dfgen.mapping.work import Assignment, Staged, Work, stages_of
from dfgen.model.actor import ActorKind
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.schedule import Loop

Arrivals = Mapping[int, int]
"""By core that tokens come from, the cores that they were on before in the same stage, as bits."""


def staged(work: Work, assignment: Assignment) -> Assignment:
    """The assignment with a stage for each unit: a unit is a stage later than those before it if it brings tokens back
    to a core that they were on. As it is where nothing comes back, or where passes cannot be pipelined."""
    if not work.may_stage:
        return assignment
    stages = _stages(work, tasks_by_unit(work, assignment))
    return Staged(assignment, stages) if 0 < max(stages.values()) < STAGES_MAX.value else assignment


def cuts(work: Work) -> Iterator[frozenset[str]]:
    """Units that may come a stage later than all others, where that can help: a heavy unit that cannot be divided, with
    all that depends on it, or all but such a unit and what it depends on."""
    total_ns = sum((unit.weight_ns for unit in work.units), Fraction(0))
    heavy = {u.name for u in work.units if not u.splittable and u.weight_ns * work.cores > total_ns * HEAVY.value}
    ways = work.ways
    everyone = frozenset(ways)
    seen: set[frozenset[str]] = {everyone, frozenset()}
    for unit in work.units:
        if unit.name in heavy:
            after = frozenset((unit.name, *nx.descendants(ways, unit.name)))
            before = frozenset((unit.name, *nx.ancestors(ways, unit.name)))
            for later in (after, everyone - before):
                if later not in seen:
                    seen.add(later)
                    yield later


def growth(work: Work, assignment: Assignment) -> float:
    """How many times as much memory the FIFOs take with the stages as without them; what fits into a cache is free."""
    stages = stages_of(assignment)
    if not stages:
        return 1.0
    loops = {unit.name: unit.loop for unit in work.units}
    last = _last_readers(work, stages)
    held = more = 0
    for (source, target), size in work.traffic_bytes.items():
        if source not in last and not (loops[source] and loops[source] == loops[target]):
            held += size
            more += size * max(0, last.get(target, stages[target]) - stages[source])
    return 1.0 + max(0, more - work.machine.own_cache_bytes) / max(1, held)


def _last_readers(work: Work, stages: Mapping[str, int]) -> dict[str, int]:
    """By routing actor, which only shows what it got: the latest stage in which that is read."""
    last = {unit.name: stages[unit.name] for unit in work.units if not unit.weight_ns}
    rank = {unit.name: index for index, unit in enumerate(work.units)}
    for source, target in sorted(work.traffic_bytes, key=lambda ends: -rank[ends[0]]):
        if source in last:
            last[source] = max(last[source], last.get(target, stages[target]))
    return last


def _stages(work: Work, parts: Mapping[str, Sequence[Task]]) -> dict[str, int]:
    """By unit."""
    before: dict[str, list[str]] = {}
    for source, target in work.ordered:
        before.setdefault(target, []).append(source)
    unit_of = [name for name, own in parts.items() for _ in own]
    first = dict(zip(parts, accumulate((len(own) for own in parts.values()), initial=0), strict=False))
    arrivals: list[Arrivals] = [{}] * len(unit_of)
    stages: dict[str, int] = {}

    def comes_back(cluster: Sequence[str], stage: int) -> bool:
        """Whether anything does if the cluster has that stage. What arrives is then known."""
        stages.update(dict.fromkeys(cluster, stage))
        found = False
        for name in cluster:
            for number, part in enumerate(parts[name], start=first[name]):
                seen = _joined(arrivals[n] for n in part.waits if stages.get(unit_of[n]) == stage)
                arrivals[number] = _left(part.share.core, seen)
                found |= part.share.core >= 0 and any(
                    been >> part.share.core & 1 for c, been in seen.items() if c != part.share.core
                )
        return found

    for cluster in work.clusters:
        sources = {unit_of[n] for name in cluster for part in parts[name] for n in part.waits}
        sources.update(source for name in cluster for source in before.get(name, ()))
        known = [stages[source] for source in sources if source in stages]
        stage = max(known, default=0)
        if comes_back(cluster, stage) and known:
            comes_back(cluster, stage + 1)
    return stages


def ahead_of_engines(graph: Graph, facts: Facts, work: Work, assignment: Assignment) -> Assignment:
    """The assignment with sources whose bytes engines bring some passes ahead of those that need them, so that these
    are on their way while a core has work; as it is where passes cannot be pipelined."""
    return _ahead_of_users(graph, work, _ahead_of_files(graph, facts, work, assignment))


def _ahead_of_users(graph: Graph, work: Work, assignment: Assignment) -> Assignment:
    """What other nodes send is a message for each pass, and bulk operations that an engine does take a while. All that
    depends on them comes some passes later than they are known to come. Ends of links are as late on all nodes."""
    passes = {a.name: LINK_PASSES.value for a in graph.network_ends if a.network is not None and a.network.receives}
    passes |= {a.name: BULK_PASSES.value for a in graph.actors if a.bulk is not None}
    if not work.may_stage or not (passes or graph.network_ends):
        return assignment
    ends = {actor.name: actor.network.late for actor in graph.network_ends if actor.network is not None}
    stages, late = stages_of(assignment), dict[str, int]()
    before: dict[str, set[str]] = {unit.name: set() for unit in work.units}
    for source, target in work.ways.edges:
        before[target].add(source)
    for cluster in work.clusters:
        known = {source for name in cluster for source in before[name]}.difference(cluster)
        arrivals = (late[source] + passes.get(source, 0) for source in known)
        stage = max((*arrivals, *(ends.get(name, 0) for name in cluster)), default=0)
        late.update(dict.fromkeys(cluster, stage))
    first = min(late.values(), default=0)
    return Staged(assignment, {name: stages.get(name, 0) + stage - first for name, stage in late.items()})


def _ahead_of_files(graph: Graph, facts: Facts, work: Work, assignment: Assignment) -> Assignment:
    """Whole blocks of files are read ahead of all others."""
    sources = {a.name: a for a in graph.actors if a.file is not None and a.file.is_source and a.file.engine}
    if not sources or not work.may_stage:
        return assignment
    stages = stages_of(assignment)
    largest = max(facts.firings[name] * actor.touched_bytes for name, actor in sources.items())
    passes = max(AHEAD_PASSES_MIN.value, min(STAGES_MAX.value, int(AHEAD_BYTES.value // largest)))
    late = {unit.name: stages.get(unit.name, 0) + (0 if unit.name in sources else passes) for unit in work.units}
    return Staged(assignment, late)


def passes_behind(graph: Graph, may_stage: bool) -> int:
    """How many more passes overlap where an engine takes bytes away, so that it has more than one block of them."""
    sinks = any(a.engine and not a.outputs for a in graph.actors)
    return BEHIND_PASSES.value if sinks and may_stage else 0


def _joined(arrivals: Iterable[Arrivals]) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in arrivals:
        for core, been in each.items():
            found[core] = found.get(core, 0) | been
    return found


def _left(core: int, seen: Arrivals) -> Arrivals:
    """What arrives from a part on that core; a routing actor, which is on none, passes on what arrives there."""
    if core < 0:
        return seen
    been = 0
    for source, before in seen.items():
        been |= before if source == core else before | 1 << source
    return {core: been}


def why_not_staged(graph: Graph) -> str:
    """The actor for which no passes of different stages may be on their way; empty if there is none."""
    for actor in graph.actors:
        if actor.kind is ActorKind.COPY:
            return f"an engine copies what '{actor.name}' stands for, pass by pass"
    return ""


def joined_by_delays(graph: Graph, sharing: Iterable[Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Actors that must run the same pass, because a delay says how far apart they are. `sharing`: by group, actors
    whose FIFOs may lie in one buffer."""
    behind = {end for f in graph.fifos if f.delay_tokens for end in (f.source.actor, f.target.actor)}
    for actors in map(sorted, sharing):
        if behind.intersection(actors):
            yield from ((actors[0], other) for other in actors[1:])


def with_stages(root: Loop, stages: Mapping[str, int]) -> tuple[Loop, tuple[int, ...]]:
    """The root with its children in the order of their stages, and these. `stages`: by actor; those of a child have
    one."""
    found = [max(stages[actor] for actor in child.actors) for child in root.body]
    order = sorted(range(len(found)), key=found.__getitem__)
    return replace(root, body=tuple(root.body[index] for index in order)), tuple(found[index] for index in order)
