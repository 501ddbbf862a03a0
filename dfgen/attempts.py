# SPDX-License-Identifier: Apache-2.0
"""From a graph and its facts to the plan that is taken: the attempts at it, in order.

The first attempt is what the mapper likes best. After each, the first row of `CHANGES` that applies says how the next
one differs. Where none applies, the plan is taken if it fits into memory; if it does not, the user is told. So engines
lose first the files whose blocks are copied, and a plan that needs too much memory loses what costs least: private
views, then passes that overlap, long passes, loops that cores share.

Each row says how often it applies at most, which bounds the attempts; the plan keeps those that were made, each with
its reason. Mapping and planning are functions of the options of one attempt: neither knows that there are others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace

from dfgen.analysis.facts import analyse
from dfgen.csource.file_calls import with_schemes
from dfgen.lowering.slots import slots_that_suffice
from dfgen.mapping.node_graphs import with_copies
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.schedules import Asked, Schedules
from dfgen.memory.choice import ASKED_FOR
from dfgen.memory.excess import Excess, excess_of
from dfgen.memory.offloading import without_bulk_engines
from dfgen.memory.options import MemoryOptions
from dfgen.memory.plan_memory import plan_memory
from dfgen.memory.serialized_loops import serialized_loops
from dfgen.memory.streams import Streams, streams_of
from dfgen.model.decisions import Attempt
from dfgen.model.diagnostics import UserError, some_of
from dfgen.model.facts import Facts
from dfgen.model.files import Scheme
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph, PortRef
from dfgen.model.names import fifo_name
from dfgen.model.plan import Plan, Transfer
from dfgen.model.progress import Tell, say_nothing
from dfgen.model.schedule import Schedule

OVERLAPPING = 3
"""Effort: passes that overlap in an attempt, where memory is short: one is written, one is read, one lies between."""


@frozen
class Given:
    """What all attempts at a graph have in common.

    cores: how many there are
    impure: by C function, why its firings stay in order
    small: C functions whose code is short
    schedules: which this graph may have in common with plans that were made before
    """

    graph: Graph
    facts: Facts
    cores: int
    impure: Mapping[str, str] = field(default_factory=dict)
    small: frozenset[str] = frozenset()
    tell: Tell = say_nothing
    schedules: Schedules = field(default_factory=Schedules)

    def asked(self, mapping: MappingOptions) -> Asked:
        return Asked(self.graph, self.facts, self.cores, mapping, self.impure, self.small)


@frozen
class Options:
    """What one attempt differs in from others.

    overlap: passes overlap, as deep as the mapper likes
    too_long: iterations of the pass that the mapper likes best, where that takes too much memory
    waiting: actors with files or bulk operations that no engine serves, though it was chosen for them, and ends of
        links for which cores copy
    mapping_notes, memory_notes: what the user did not ask for and should know
    """

    mapping: MappingOptions
    memory: MemoryOptions
    overlap: bool = True
    too_long: int = 0
    waiting: frozenset[str] = frozenset()
    mapping_notes: tuple[str, ...] = ()
    memory_notes: tuple[str, ...] = ()

    def mapped_anew(self, mapping: MappingOptions, *notes: str) -> Options:
        """With another mapping, for whose memory nothing has been tried yet."""
        memory = replace(self.memory, unviewed=frozenset(), slots={})
        more = (*self.mapping_notes, *notes)
        return Options(mapping, memory, too_long=self.too_long, waiting=self.waiting, mapping_notes=more)


@frozen
class Tried:
    """An attempt and what came of it.

    mapped: the schedule as the mapper gave it
    streams: what plans of it have in common that differ in slots alone
    looked_at: delayed outputs of which it was asked whether readers look back or get copies
    excess: why the plan does not fit
    made: the attempts after the first, up to this one
    """

    given: Given
    options: Options
    mapped: Schedule
    streams: Streams
    plan: Plan
    excess: Excess | None
    made: tuple[Attempt, ...] = ()
    looked_at: frozenset[PortRef] = frozenset()


@frozen
class Next:
    """The options of an attempt, and why it is made."""

    options: Options
    reason: str


# --- what may follow on an attempt ------------------------------------------------------------------------------------


def no_engine_for_copies(tried: Tried) -> Next | None:
    """What a core copies for a firing has one place, and an engine would use that for longer than the firing. What is
    copied then may be others' blocks: the second time no file is left to an engine."""
    graph = tried.plan.graph
    served = {actor.name for actor in graph.actors if actor.engine}
    copied = served.intersection(transfer.actor for transfer in tried.plan.transfers)
    if not copied:
        return None
    files = served.intersection(actor.name for actor in graph.file_actors)
    waiting = frozenset(copied.union(files)) if tried.options.waiting else frozenset(copied)
    options = replace(tried.options, waiting=tried.options.waiting | waiting)
    return Next(
        options.mapped_anew(options.mapping), f"an engine cannot use what cores copy: {some_of(sorted(copied))}"
    )


def fewer_slots(tried: Tried) -> Next | None:
    """Without slots that no core would be waiting for."""
    options = tried.options
    if not options.overlap or options.memory.slots:
        return None
    slots = slots_that_suffice(tried.plan)
    if not slots:
        return None
    counts = some_of([f"{name} {count} and not {tried.plan.buffers[name].slots}" for name, count in slots.items()])
    reason = f"no core waits longer where buffers have fewer slots: {counts}"
    return Next(replace(options, memory=replace(options.memory, slots=slots)), reason)


def copies_for_views(tried: Tried) -> Next | None:
    """Copies in place of views that nobody asked for."""
    options = tried.options
    chosen = [t for t in tried.plan.transfers if t.how.views and t.reason != ASKED_FOR]
    if not tried.excess or options.memory.unviewed or not chosen:
        return None
    ports = frozenset(PortRef(t.actor, t.port) for t in chosen)
    memory = replace(options.memory, unviewed=ports, slots={})
    notes = (*options.memory_notes, _views_note(chosen, tried.plan))
    return Next(replace(options, memory=memory, memory_notes=notes), str(tried.excess))


def _views_note(chosen: Sequence[Transfer], plan: Plan) -> str:
    more = f" and {len(chosen) - 1} more" if len(chosen) > 1 else ""
    are = "are" if more else "is"
    fifos = f"{fifo_name(plan.graph, chosen[0].fifo)}{more}"
    return f"{fifos} {are} copied, not seen through views: these may take {plan.cow_worst_bytes} bytes"


def one_pass_at_a_time(tried: Tried) -> Next | None:
    """Unless a depth was asked for. Cores that hand each other bytes would take turns, so that their passes overlap as
    long as they can be shortened, and so do passes that were shortened for other reasons: short passes that overlap
    keep more cores busy than long ones that do not."""
    options, mapping = tried.options, tried.options.mapping
    hands_over = any(dependence.crosses for dependence in tried.plan.dependences)
    at_once = mapping.longest_pass is None and not (hands_over and tried.mapped.iterations_per_pass > 1)
    may_wait = mapping.depth is None and (at_once or mapping.longest_pass == 1)
    if not tried.excess or not may_wait or tried.plan.schedule.depth_passes == 1:
        return None
    note = f"passes do not overlap: that would take {tried.excess.needed_bytes} bytes of memory"
    memory, notes = replace(options.memory, slots={}), (*options.memory_notes, note)
    return Next(replace(options, memory=memory, overlap=False, memory_notes=notes), str(tried.excess))


def shorter_passes(tried: Tried) -> Next | None:
    """Of half as many iterations, unless a depth was asked for."""
    mapping, length = tried.options.mapping, tried.mapped.iterations_per_pass
    is_shortest = length == 1 and mapping.longest_pass in (None, 1)
    if not tried.excess or mapping.depth is not None or is_shortest:
        return None
    half = max(1, length // 2)
    in_flight = min(OVERLAPPING * half, mapping.latency or OVERLAPPING * half)
    options = tried.options.mapped_anew(replace(mapping, longest_pass=half, latency=in_flight))
    return Next(replace(options, too_long=options.too_long or length), str(tried.excess))


def serial_cycles(tried: Tried) -> Next | None:
    """Each loop whose firings have an order on one core."""
    mapping = tried.options.mapping
    if not tried.excess or not mapping.share_cycles:
        return None
    note = "cores share no loop of a cycle, for that would take too much memory"
    return Next(tried.options.mapped_anew(replace(mapping, share_cycles=False), note), str(tried.excess))


def no_serialized_loops(tried: Tried) -> Next | None:
    """Without loops in which cores would wait for each other's whole loop."""
    serialized = serialized_loops(tried.plan)
    cycles = (cycle for cycle in tried.given.facts.components if len(cycle) > 1)
    return _apart(tried, serialized, serialized, in_cycles=any(serialized.intersection(cycle) for cycle in cycles))


def no_loops(tried: Tried) -> Next | None:
    """The same for certain: loops of cycles are left, on one core each."""
    return _apart(tried, serialized_loops(tried.plan), frozenset(tried.given.facts.order), in_cycles=True)


def _apart(tried: Tried, serialized: frozenset[str], actors: frozenset[str], *, in_cycles: bool) -> Next | None:
    mapping = tried.options.mapping
    shared = mapping.share_cycles and not in_cycles
    other = replace(mapping, unmerged=mapping.unmerged | actors, share_cycles=shared)
    if tried.excess or not serialized or other == mapping:
        return None
    reason = f"each core would wait for another one's whole loop of {some_of(sorted(serialized))}"
    return Next(tried.options.mapped_anew(other, f"{reason}, so that they stand in none"), reason)


@frozen
class Change:
    """How an attempt may differ from the one before.

    most: how often it applies at most; unless it `maps` the graph anew, for each mapping
    follow: what to try after an attempt; None where that would not help
    """

    name: str
    most: int
    follow: Callable[[Tried], Next | None]
    maps: bool = False


CHANGES = (
    # Then none is left.
    Change("no engine for copies", 2, no_engine_for_copies, maps=True),
    # Without views slots are looked at again.
    Change("fewer slots", 2, fewer_slots),
    Change("copies for views", 1, copies_for_views),
    Change("one pass at a time", 1, one_pass_at_a_time),
    # No mapper likes a pass of 2^24 iterations.
    Change("shorter passes", 24, shorter_passes, maps=True),
    Change("serial cycles", 1, serial_cycles, maps=True),
    # Once is usual.
    Change("no serialized loops", 4, no_serialized_loops, maps=True),
    Change("no loops", 1, no_loops, maps=True),
)


# --- the attempts -----------------------------------------------------------------------------------------------------


def last_attempt(
    given: Given, mapping: MappingOptions, memory: MemoryOptions, changes: Sequence[Change] = CHANGES
) -> Tried:
    """With the plan, and all that it came from. Raises `UserError` if it does not fit, and for demands that cannot be
    met."""
    tried = _mapped(given, Options(mapping, memory))
    for _ in range(attempts_max(changes) - 1):
        following = _following(tried, changes)
        if following is None:
            break
        change, step = following
        made = (*tried.made, Attempt(change.name, step.reason))
        if change.maps:
            tried = _mapped(given, step.options, made)
        else:
            tried = planned_anew(tried.given, step.options, tried.mapped, made, tried)
    if tried.excess:
        raise UserError([tried.excess.diagnostic])
    return replace(tried, plan=replace(tried.plan, attempts=tried.made))


def attempts_max(changes: Sequence[Change]) -> int:
    """How many attempts the table allows."""
    mappings = 1 + sum(change.most for change in changes if change.maps)
    return mappings * (1 + sum(change.most for change in changes if not change.maps))


def _following(tried: Tried, changes: Sequence[Change]) -> tuple[Change, Next] | None:
    mapping = {change.name for change in changes if change.maps}
    names = [attempt.name for attempt in tried.made]
    since = max((place + 1 for place, name in enumerate(names) if name in mapping), default=0)
    for change in changes:
        is_left = names[0 if change.maps else since :].count(change.name) < change.most
        step = change.follow(tried) if is_left else None
        if step is not None:
            return change, step
    return None


def _mapped(given: Given, options: Options, made: tuple[Attempt, ...] = ()) -> Tried:
    given.tell("mapping its actors")
    given = _served(given, options.waiting)
    schedule = given.schedules.of(given.asked(options.mapping))
    notes = options.mapping_notes
    if options.too_long:
        length = schedule.iterations_per_pass
        note = f"a pass has {length} and not {options.too_long} iterations, for these would take too much memory"
        notes = (*notes, note)
    return planned_anew(given, options, replace(schedule, notes=(*schedule.notes, *notes)), made)


def _served(given: Given, waiting: frozenset[str]) -> Given:
    if not waiting:
        return given
    why = "the core copies its blocks, for others may write to them or want them elsewhere"
    graph = with_schemes(given.graph, dict.fromkeys(waiting, Scheme.DIRECT), why)
    graph = without_bulk_engines(graph, waiting)
    links = sorted(waiting.intersection(actor.name for actor in graph.network_ends))
    graph = with_copies(graph, links)
    return replace(given, graph=graph, facts=analyse(graph)) if links else replace(given, graph=graph)


def planned_anew(
    given: Given, options: Options, mapped: Schedule, made: tuple[Attempt, ...], before: Tried | None = None
) -> Tried:
    """The memory of a schedule. `before`: an attempt at the same graph, with which it may have much in common."""
    given.tell("planning its memory")
    schedule = replace(mapped, notes=(*mapped.notes, *options.memory_notes))
    if not options.overlap:
        schedule = replace(schedule, depth_passes=1, stages=())
    if before is not None and before.mapped is mapped and _differ_in_slots(before.options, options):
        streams, looked_at = before.streams, before.looked_at
    else:
        streams, looked_at = streams_of(given.graph, given.facts, schedule, options.memory), frozenset()
    plan = plan_memory(given.graph, given.facts, schedule, options.memory, streams)
    kept = {ref for ref, buffer in streams.looked_back.items() if plan.buffers[buffer].slots == 1}
    if not kept <= looked_at:
        streams, plan = _smaller(given, schedule, options.memory, (streams, plan), kept)
    has_depth = options.mapping.depth is not None
    excess = excess_of(plan, options.memory.limit_bytes, options.memory.platform, lower_depth=has_depth)
    return Tried(given, options, mapped, streams, plan, excess, made, looked_at | kept)


def _smaller(
    given: Given, schedule: Schedule, memory: MemoryOptions, planned: tuple[Streams, Plan], kept: Collection[PortRef]
) -> tuple[Streams, Plan]:
    """The same, or with copies for readers that look back to these buffers of one slot, if that takes less memory: such
    a buffer shares none with others, for it is kept from pass to pass."""
    streams = streams_of(given.graph, given.facts, schedule, memory, kept)
    plan = plan_memory(given.graph, given.facts, schedule, memory, streams)
    return (streams, plan) if plan.arena_bytes < planned[1].arena_bytes else planned


def _differ_in_slots(one: Options, other: Options) -> bool:
    """And in nothing else that memory depends on."""
    return one.overlap == other.overlap and replace(one.memory, slots=other.memory.slots) == other.memory
