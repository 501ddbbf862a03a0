# SPDX-License-Identifier: Apache-2.0
"""The stage itself: graph and facts in, schedule out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from functools import cache, cached_property

from dfgen.machine.constants import ORDERED_GAIN, PASSES_MIN, SHARED_GAIN
from dfgen.machine.machine import Machine
from dfgen.machine.times import core_times_ns, fifo_bytes_per_iteration, is_guessed, iteration_times_ns
from dfgen.mapping.allowed import allowed_cores, check_cores
from dfgen.mapping.capacity import capacity_within, sharing, trees_within, waits_within_trips
from dfgen.mapping.core_count import cores_that_pay, iterations_within, period_ns
from dfgen.mapping.depth import default_depth
from dfgen.mapping.distribute import distribute
from dfgen.mapping.doacross import NOT_FASTER, may_share, ordered_loops, shared_cycles
from dfgen.mapping.fusing import Fusing, left_out
from dfgen.mapping.helping import is_likely_helped, why_unhelped
from dfgen.mapping.loop_nesting import build_tree
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.mappers.exact import Proven
from dfgen.mapping.mappers.shares import whole
from dfgen.mapping.schedule_tree import ScheduleTree, Sharing, loops_of
from dfgen.mapping.splitting import KEEPS_STATE, ONCE_A_TRIP, firings_in_trips, unsplittable_reasons
from dfgen.mapping.spreading import spread_iterations
from dfgen.mapping.stages import ahead_of_engines, joined_by_delays, passes_behind, why_not_staged, with_stages
from dfgen.mapping.stopping import stop_edges
from dfgen.mapping.turning import mostly_shared, turning_actors, turns_ns
from dfgen.mapping.unapplied import Bounds, Kept, unapplied, unfused
from dfgen.mapping.work import USUAL_EFFORT, Assignment, Staged, Unit, Work, stages_of
from dfgen.model.diagnostics import some_of
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.platform import Platform, default_platform
from dfgen.model.progress import Effort
from dfgen.model.schedule import Proof, Schedule, StopEdge

LONG_NS = 1_000_000
"""Shown: iterations that take less are not worth a note about their times."""
GUESSED_SHOWN = 2
"""Shown: actors that a note names."""
MEASURING_HELPS = "; 'dfgen profile --update-times' measures it"
VOUCHED_SHOWN = 4
"""Shown: actors that a note names."""
_ONE_ITERATION = "a guarded program keeps one iteration in a slot"
_CAPACITIES = "the capacities of FIFOs are given"


@frozen
class MappingOptions:
    """`depth` and `latency` count graph iterations; None lets dfgen choose. `single`: a pass holds one iteration.
    `fusion`: one of `FUSIONS`. `capacities`: tokens that FIFOs are to hold at most, where a schedule can keep to it.
    `latency_ns`: how long an iteration may be on its way. `fewer_cores`: not all cores need be used. `share_cycles`:
    cores may share the loop of a cycle. `listed`: on one core, actors may be listed firing by firing to keep to
    capacities. `longest_pass` is in iterations, like `pass_iterations`, which a pass has if it need not have fewer.
    `in_step`: no core runs a pass while it is not done with the one before, for other nodes wait for it. `helping`: one
    of `HELPING`. Actors that are `unmerged` stand in no loop with others. `effort`: of mappers that search. `platform`:
    whose crossings and caches count; how many of its cores, says the caller."""

    mapper: str = "auto"
    depth: int | None = None
    latency: int | None = None
    single: bool = False
    fusion: str = "auto"
    capacities: Mapping[str, int] = field(default_factory=dict)
    latency_ns: int | None = None
    fewer_cores: bool = False
    share_cycles: bool = True
    listed: bool = False
    longest_pass: int | None = None
    pass_iterations: int | None = None
    in_step: bool = False
    helping: str = "auto"
    unmerged: frozenset[str] = frozenset()
    effort: Effort = USUAL_EFFORT
    platform: Platform = field(default_factory=default_platform)

    @cached_property
    def machine(self) -> Machine:
        return Machine(self.platform)

    @property
    def may_stage(self) -> bool:
        """Whether more passes may be on their way than cores would need that run one after the other."""
        return not self.why_unstaged

    @property
    def why_unstaged(self) -> str:
        if self.depth is not None:
            return "the number of passes that overlap is given"
        if self.latency is not None or self.latency_ns is not None:
            return "the latency is given"
        if self.in_step:
            return "nodes would wait for each other"
        return _ONE_ITERATION if self.single else _CAPACITIES if self.capacities else self._too_long

    @property
    def why_single(self) -> str:
        if self.latency is not None or self.latency_ns is not None:
            return "the latency is given"
        return _ONE_ITERATION if self.single else self._too_long

    @property
    def _too_long(self) -> str:
        return "" if self.longest_pass is None else "longer passes would take too much memory"


def schedule_graph(
    graph: Graph,
    facts: Facts,
    cores: int,
    options: MappingOptions,
    impure: Mapping[str, str],
    small: Collection[str] = (),
) -> Schedule:
    """Build the tree, map, fuse and distribute. Raises `UserError` for annotations that cannot be met.

    `impure` gives by C function why its firings stay in order, `small` are the functions whose code is short.
    """
    check_cores(graph, cores)
    edges = stop_edges(graph)
    may_list = options.listed and cores == 1
    for tree in trees_within(graph, facts, edges, options.capacities, options.machine, may_list, options.unmerged):
        staging = options.may_stage and not why_not_staged(graph)
        placed = _place(graph, facts, tree, cores, options, impure, staging, edges)
        if not waits_within_trips(graph, tree, placed.assignment):
            break
    placed = _with_shared_loops(graph, facts, placed, cores, options, impure, edges)
    tree, reasons, used, work, assignment = placed.tree, placed.reasons, placed.cores, placed.work, placed.assignment
    latency = options.latency
    if options.latency_ns is not None:
        latency = iterations_within(graph, options.latency_ns, period_ns(graph, facts, work, assignment))
    capacity = capacity_within(graph, facts, tree, assignment, options.capacities, options.depth)
    most = 1 if options.single else min((n for n in (latency, options.longest_pass) if n is not None), default=None)
    fusing = Fusing(options.fusion, small, options.machine.near_bytes)
    wished = options.pass_iterations
    root = distribute(graph, facts, tree, assignment, used, most, fusing, options.machine, capacity, wished)
    stages: tuple[int, ...] = ()
    if stages_of(assignment):
        root, stages = with_stages(root, stages_of(assignment))
    least = PASSES_MIN.value + max(stages, default=0) + passes_behind(graph, options.may_stage)
    # Of a guarded program few slots: each ends at a page of nobody, of which a process can have a certain number.
    wanted = least if options.single else default_depth(graph, facts, root, assignment, options.machine, small)
    passes = min(max(least, wanted), capacity.passes)
    depth = passes if options.depth is None else -(-options.depth // root.chunk)
    if latency is not None:
        depth = min(depth, latency // root.chunk)
    notes = _notes(graph, tree, reasons, impure, used)
    notes += (*_cycles_that_bind(work, used, placed.unshared), *_guessed_times(graph, facts, used))
    if used < cores:
        notes += (f"{used} of {cores} cores are used: more would not be faster, by the times of the actors",)
    busy = 1 + max(root.cores)  # a core behind the last one with work would only wait for the others
    if busy < used:
        last = f"core {busy} is" if busy == used - 1 else f"cores {busy} to {used - 1} are"
        notes += (f"{last} left out: there is nothing to do there",)
    bounds = Bounds(options.why_unstaged, options.why_single)
    even = [unit.name for unit in work.units if unit.even]
    kept = Kept(reasons, placed.unturned, placed.unshared)
    without = unapplied(graph, tree, root, assignment, kept, even, edges, bool(stages), bounds)
    if root.chunk > 1 and (names := left_out(graph, tree.body, assignment, fusing)):
        without += (unfused(names),)
    unhelped = why_unhelped(graph, root, impure, options.helping)
    depth = max(1, depth)
    return Schedule(root, busy, depth, options.mapper, edges, notes, placed.proof, stages, without, unhelped)


@frozen
class _Placed:
    """A schedule tree with its work, and whose it is. `reasons`: why firings of an actor stay on one core; `proof`: how
    good it is, if the mapper has shown that. `unshared`: by first actor of a cycle, why cores do not share its loop;
    `unturned`: by actor, why it does not go round with the iterations that cores share."""

    tree: ScheduleTree
    reasons: Mapping[str, str]
    cores: int
    work: Work
    assignment: Assignment
    proof: Proof | None
    unshared: Mapping[str, str] = field(default_factory=dict)
    unturned: Mapping[str, str] = field(default_factory=dict)


def _with_shared_loops(
    graph: Graph,
    facts: Facts,
    placed: _Placed,
    cores: int,
    options: MappingOptions,
    impure: Mapping[str, str],
    edges: Sequence[StopEdge],
) -> _Placed:
    """The same where cores share the loops of cycles, if that is faster, and relay what fires in order in other loops,
    if that is not slower."""
    if cores == 1:
        return placed
    if (obstacle := _why_unshared(options)) is not None:
        return replace(placed, unshared={cycle[0]: obstacle for cycle in placed.tree.cycles})

    def place(sharing: Mapping[str, Sharing]) -> _Placed:
        tree = build_tree(graph, facts, edges, options.machine, shared=sharing, unmerged=options.unmerged)
        return _place(
            graph, facts, tree, cores, options, impure, options.may_stage and not why_not_staged(graph), edges
        )

    def period(placed: _Placed) -> Fraction:
        turns = turns_ns(graph, facts, placed.tree, placed.cores, options.machine)
        return period_ns(graph, facts, placed.work, placed.assignment) + turns

    together = spread_iterations(graph, facts, placed.tree, cores, options.machine, _iterations_at_most(options))
    turning = turning_actors(graph, facts, placed.tree, impure, cores, together)
    if placed.cores < cores and not mostly_shared(graph, facts, turning.sharing):
        turning = turning.instead("more cores do not pay without them")
    ordered = {**ordered_loops(graph, facts, placed.tree, impure, cores), **turning.sharing}
    if ordered and period(other := place(ordered)) * ORDERED_GAIN.value <= period(placed):
        placed = other
    else:
        ordered, turning = {}, turning.instead("that would be slower, by the times of the actors")
    placed = replace(placed, unturned=turning.refused)
    sharing, unshared = shared_cycles(graph, facts, placed.tree, impure, cores, options.machine)
    if sharing:
        other = place({**ordered, **sharing})
        cycles = [cycle for cycle in placed.tree.cycles if cycle[0] in sharing]
        may = all(may_share(graph, other.tree, cycle, other.assignment) for cycle in cycles)
        if may and period(other) * SHARED_GAIN.value < period(placed):
            return replace(other, unshared=unshared)
        reason = (
            NOT_FASTER if may else "what is written in its loop is read both by another core there and outside of it"
        )
        unshared |= dict.fromkeys(sharing, reason)
    return replace(placed, unshared=unshared)


def _why_unshared(options: MappingOptions) -> str | None:
    """Why cores share no loop of a cycle, whatever the cycle."""
    if options.single:
        return _ONE_ITERATION
    if options.capacities:
        return _CAPACITIES
    return None if options.share_cycles else "sharing its loop was tried before, and given up"


def _place(
    graph: Graph,
    facts: Facts,
    tree: ScheduleTree,
    cores: int,
    options: MappingOptions,
    impure: Mapping[str, str],
    staging: bool,
    edges: Sequence[StopEdge],
) -> _Placed:
    together = spread_iterations(graph, facts, tree, cores, options.machine, _iterations_at_most(options))
    once = dict.fromkeys((a for a, n in firings_in_trips(graph, tree).items() if n == 1), ONCE_A_TRIP)
    rigid = {**once, **unsplittable_reasons(graph, facts, tree.cycles, impure, together)}
    reasons = {name: reason for name, reason in rigid.items() if name not in tree.ordered}

    @cache
    def work_for(count: int) -> Work:
        work = _work(graph, facts, tree, reasons, count, edges, together, options.machine)
        shared = tuple(_shared_evenly(graph, facts, work.units, count, options.helping))
        work = replace(work, units=shared)
        return replace(work, effort=options.effort, may_stage=staging, machine=options.machine)

    @cache
    def by_unit(count: int) -> Assignment:
        return MAPPERS[options.mapper](work_for(count))

    def assign(count: int) -> tuple[Work, Assignment]:
        work = work_for(count)
        return work, _with_members(graph, work, ahead_of_engines(graph, facts, work, by_unit(count)))

    used = cores_that_pay(graph, facts, cores, work_for, assign) if options.fewer_cores else cores
    found = by_unit(used)
    return _Placed(tree, reasons, used, *assign(used), found.proof if isinstance(found, Proven) else None)


def _iterations_at_most(options: MappingOptions) -> int | None:
    """Of a pass, if it must have few."""
    if options.single or options.capacities or options.latency_ns is not None:
        return 1
    overlapping = None if options.depth is None else options.depth // PASSES_MIN.value
    return min((n for n in (options.latency, options.longest_pass, overlapping) if n is not None), default=None)


def _work(
    graph: Graph,
    facts: Facts,
    tree: ScheduleTree,
    reasons: Mapping[str, str],
    cores: int,
    edges: Sequence[StopEdge],
    together: Mapping[str, int],
    machine: Machine,
) -> Work:
    cycle_of = {name: cycle for cycle in tree.cycles for name in cycle}
    in_trip = firings_in_trips(graph, tree)
    units: list[Unit] = []
    unit_of: dict[str, str] = {}
    time_ns = iteration_times_ns(graph, facts)
    differing = core_times_ns(graph, facts, [machine.core_type(core) for core in range(cores)])
    for name, loop in loops_of(tree.body).items():
        if name in unit_of:
            continue
        members = cycle_of.get(name, (name,))
        weight = sum((time_ns[member] for member in members), Fraction(0))
        allowed = allowed_cores(graph, members, cores)
        splittable = name not in reasons and not allowed and cores > 1
        core = allowed[0] if len(allowed) == 1 else None
        several = () if core is not None else allowed
        firings = facts.firings[name] * together.get(name, 1)
        by_core: tuple[Fraction, ...] = ()
        if any(member in differing for member in members):
            columns = [differing.get(member, (time_ns[member],) * cores) for member in members]
            by_core = tuple(sum(column, Fraction(0)) for column in zip(*columns, strict=True))
        units.append(
            Unit(tuple(members), weight, splittable, core, several, loop, firings, by_core, in_trip.get(name, 0))
        )
        unit_of.update(dict.fromkeys(members, members[0]))
    traffic: dict[tuple[str, str], int] = {}
    size_bytes = fifo_bytes_per_iteration(graph, facts)
    for fifo in graph.fifos:
        ends = unit_of[fifo.source.actor], unit_of[fifo.target.actor]
        if ends[0] != ends[1]:
            traffic[ends] = traffic.get(ends, 0) + size_bytes[fifo.name]
    joined = joined_by_delays(graph, sharing(graph)) if any(f.delay_tokens for f in graph.fifos) else ()
    pairs = tuple((unit_of[one], unit_of[other]) for one, other in joined if unit_of[one] != unit_of[other])
    ending = ((unit_of[edge.source], unit_of[edge.target]) for edge in edges)
    ordered = tuple((source, target) for source, target in ending if source != target)
    return Work(tuple(units), traffic, cores, joined=pairs, ordered=ordered)


def _shared_evenly(graph: Graph, facts: Facts, units: Sequence[Unit], cores: int, helping: str) -> Iterator[Unit]:
    """The units, of which cores do equally much where it is not known how long it takes: by guesses one core might get
    all of what takes long. Those that wait then help it with what they can. Where one that can be divided states a
    time, it would be levelled against guesses, apart from its neighbours; so the mapper then shares all of them."""
    divisible = {unit.name: [graph.actor(name) for name in unit.actors] for unit in units if unit.splittable}
    by_guesses = all(actor.mean_time is None for actors in divisible.values() for actor in actors)
    for unit in units:
        actors = divisible.get(unit.name, ())
        unknown = by_guesses and any(map(is_guessed, actors))
        is_helped = not unit.loop and all(is_likely_helped(graph, actor, helping) for actor in actors)
        yield replace(unit, even=True) if unknown and not is_helped and facts.firings[unit.name] >= cores else unit


def _with_members(graph: Graph, work: Work, by_unit: Assignment) -> Assignment:
    """Shares by actor: members of a cycle share their unit's; a routing actor stands with the first that it reads
    from."""
    shares = {name: by_unit[unit.name] for unit in work.units for name in unit.actors}
    alone = {name for unit in work.units if len(unit.actors) == 1 for name in unit.actors}
    for unit in work.units:
        actor = graph.actor(unit.name)
        if actor.is_routing and actor.core is None and actor.name in alone:
            near = [f.source.actor for _, f in graph.inputs_of(actor)]
            shares[actor.name] = whole(shares[near[0]][0].core) if near else whole(0)
    stages = stages_of(by_unit)
    return Staged(shares, {name: stages[u.name] for u in work.units for name in u.actors}) if stages else shares


def _cycles_that_bind(work: Work, cores: int, reasons: Mapping[str, str]) -> Iterator[str]:
    """Cycles without which more cores would help, each with the reason why cores do not share it."""
    total = sum((unit.weight_ns for unit in work.units), Fraction(0))
    for unit in work.units:
        if len(unit.actors) > 1 and unit.weight_ns * cores > total and cores > 1:
            part = round(100 * unit.weight_ns / total)
            why = f": {reasons[unit.name]}" if unit.name in reasons else ""
            yield f"the actors of a cycle stay on one core: {some_of(unit.actors)} ({part} % of the work){why}"


def _guessed_times(graph: Graph, facts: Facts, cores: int) -> Iterator[str]:
    """Actors without a time that are most of the work, where that takes long enough to be worth another mapping."""
    time_ns = iteration_times_ns(graph, facts)
    guessed = [a.name for a in graph.actors if a.mean_time is None and time_ns[a.name] and not a.is_at_link]
    share_ns = sum((time_ns[name] for name in guessed), Fraction(0))
    if cores > 1 and share_ns > LONG_NS and 2 * share_ns > sum(time_ns.values(), Fraction(0)):
        heaviest = sorted(guessed, key=lambda name: -time_ns[name])
        yield (
            f"cores share the work by guesses, for most of it states no time: {some_of(heaviest, GUESSED_SHOWN)}"
            f"{MEASURING_HELPS}"
        )


def _notes(
    graph: Graph, tree: ScheduleTree, reasons: Mapping[str, str], impure: Mapping[str, str], cores: int
) -> tuple[str, ...]:
    """What the user did not ask for and should know."""
    notes = []
    if tree.listed:
        notes.append(
            f"no looped schedule exists for the cycle through {', '.join(tree.listed)}: its firings are listed"
        )
    hidden = set(impure.values())
    if cores > 1:
        for actor in graph.actors:
            if reasons.get(actor.name) in hidden:
                notes.append(f"actor '{actor.name}' keeps its firings in order on one core: it {reasons[actor.name]}")
        notes.extend(_vouched_in_vain(graph, reasons))
    return tuple(notes)


def _vouched_in_vain(graph: Graph, reasons: Mapping[str, str]) -> Iterator[str]:
    """Actors that the user vouches for, and whose firings stay on one core or in order all the same, by reason."""
    named: dict[str, list[str]] = {}
    for actor in graph.actors:
        if actor.stateless and actor.name in reasons and not actor.is_at_link:
            named.setdefault(reasons[actor.name], []).append(actor.name)
    for reason, names in named.items():
        remedy = " that 'fire' takes without const" if reason == KEEPS_STATE else ""
        yield f"vouching for {some_of(names, VOUCHED_SHOWN)} puts no firings on other cores: {reason}{remedy}"
    in_order = [a.name for a in graph.actors if a.stateless and a.keeps_state and a.name not in reasons]
    if in_order:
        why = "cores share the firings in order, for 'fire' takes state without const"
        yield f"vouching for {some_of(in_order, VOUCHED_SHOWN)} changes nothing: {why}"
