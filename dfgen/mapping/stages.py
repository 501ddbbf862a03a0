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
from dfgen.mapping.parts import Parts, parts_in_order
from dfgen.mapping.work import Assignment, Staged, Work, stages_of
from dfgen.model.actor import ActorKind
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.schedule import Loop


def staged(work: Work, assignment: Assignment) -> Assignment:
    """The assignment with a stage for each unit: a unit is a stage later than those before it if it brings tokens back
    to a core that they were on. As it is where nothing comes back, or where passes cannot be pipelined."""
    if not work.may_stage:
        return assignment
    stages = _stages(work, parts_in_order(work, assignment))
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
    last = {unit.name: stages[unit.name] for unit in work.units if unit.is_routing}
    rank = {unit.name: index for index, unit in enumerate(work.units)}
    for source, target in sorted(work.traffic_bytes, key=lambda ends: -rank[ends[0]]):
        if source in last:
            last[source] = max(last[source], last.get(target, stages[target]))
    return last


def _stages(work: Work, parts: Parts) -> dict[str, int]:
    """By unit."""
    before: dict[str, list[str]] = {}
    for source, target in work.ordered:
        before.setdefault(target, []).append(source)
    arrivals = _Arrivals(work.cores)
    cores = parts.cores
    seen = [0] * len(cores)
    stage_of = [-1] * len(cores)
    stages: dict[str, int] = {}

    def comes_back(numbers: Sequence[int], stage: int) -> bool:
        """Whether anything does if these parts have that stage. What arrives is then known."""
        for number in numbers:
            stage_of[number] = stage
        found = False
        for number in numbers:
            arrived = 0
            for other in parts.waits[number]:
                if stage_of[other] == stage:
                    arrived |= seen[other]
            found = found or arrivals.come_back(arrived, cores[number])
            seen[number] = arrivals.left(arrived, cores[number])
        return found

    for cluster in work.clusters:
        numbers = [number for name in cluster for number in parts.own[name]]
        known = [stage_of[other] for number in numbers for other in parts.waits[number]]
        known += [stages[source] for name in cluster for source in before.get(name, ()) if source in stages]
        stage = max(known, default=-1)
        if comes_back(numbers, max(stage, 0)) and stage >= 0:
            stage += 1
            comes_back(numbers, stage)
        stages.update(dict.fromkeys(cluster, max(stage, 0)))
    return stages


class _Arrivals:
    """Where tokens were before they came to a part: for each core that they come from, a row of bits for those that
    they were on before in the same stage, and itself; all rows in one number."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._row = (1 << cores) - 1
        others = [sum(1 << row * cores for row in range(cores) if row != core) for core in range(cores)]
        self._back = [rows << core for core, rows in enumerate(others)]

    def come_back(self, arrived: int, core: int) -> bool:
        """Whether anything comes from another core and was on this one before."""
        return core >= 0 and bool(arrived & self._back[core])

    def left(self, arrived: int, core: int) -> int:
        """What arrives from a part on that core; a routing actor, which is on none, passes on what arrives there."""
        if core < 0:
            return arrived
        been = 1 << core
        while arrived:
            been |= arrived & self._row
            arrived >>= self._cores
        return been << core * self._cores


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
