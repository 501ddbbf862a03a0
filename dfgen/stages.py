# SPDX-License-Identifier: Apache-2.0
"""The order of the stages behind the reading of a graph and its C, once. Every stage is a function from immutable
values to an immutable value."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from dfgen.analysis.buffers.demand import MINIMUM, Demand, demand_of
from dfgen.analysis.facts import analyse
from dfgen.analysis.prepare import prepare
from dfgen.attempts import Given, last_attempt
from dfgen.chosen import choose_platform, usable
from dfgen.codegen.generate import Whole, generate_files, generate_node_files
from dfgen.codegen.program import UserNames, library_in_c, to_c
from dfgen.codegen.separate_sources import untouched_by_lto
from dfgen.codegen.tracing import NO_INSTRUMENTS, Instruments
from dfgen.codegen.user_files import collect_user_files, read_user_headers
from dfgen.csource.file_calls import with_schemes
from dfgen.csource.headers import Headers
from dfgen.csource.learn import CKnowledge
from dfgen.csource.math_errors import with_math_errors
from dfgen.embedding import (
    refuse_as_program,
    refuse_for_library,
    refuse_in_library,
    refuse_pipelined_program,
    static_data_of,
    with_free_ports,
)
from dfgen.engine_choice import (
    ALL_ENGINES,
    NO_ENGINES,
    OFFLOAD,
    Demands,
    Outcome,
    choose_engines,
    engines_named,
    with_reasons,
)
from dfgen.frontend.sidecar_effect import with_pure_actors, with_unknown_types_told
from dfgen.less_memory import with_less_memory
from dfgen.lowering.lower import lower
from dfgen.machine.constants import FILES_GAIN
from dfgen.machine.times import with_file_times
from dfgen.mapping.allowed import without_absent_cores
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.mapping.schedules import Schedules
from dfgen.memory.occupancy import with_occupancy
from dfgen.memory.offloading import engine_requests, misfits, threshold_notes, with_bulk_engines
from dfgen.memory.options import MemoryOptions
from dfgen.memory.requests import requested_strategies, with_demands
from dfgen.model.compile_options import CONTRACTIONS, Compiled, CompileOptions
from dfgen.model.diagnostics import UserError, raise_if_any, some_of
from dfgen.model.dumps import dump_facts, dump_graph, dump_schedule
from dfgen.model.facts import Facts
from dfgen.model.files import Backend, Scheme
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.nodes_text import PlannedNodes, nodes_as_json, nodes_as_text, record_of_node
from dfgen.model.plan import Plan
from dfgen.model.plan_text import plan_as_json, plan_as_text
from dfgen.model.platform import Platform, with_types
from dfgen.model.program import Program
from dfgen.model.program_text import dump_program
from dfgen.model.progress import Effort, Tell, say_nothing
from dfgen.prediction.predict import Prediction, predict
from dfgen.prediction.record import record_bytes
from dfgen.processes import in_own_process, only_wait
from dfgen.reading import UNIT_NS, facts_of
from dfgen.several_nodes import NodeTask, plan_nodes
from dfgen.verify.verify import nodes_wait, verify, verify_nodes


@frozen
class Planned:
    """All that is decided of a graph, before any C is written. `known` is what was read."""

    known: CKnowledge
    facts: Facts
    platform: Platform
    plan: Plan
    program: Program
    instruments: Instruments = NO_INSTRUMENTS
    fp_contract: str = CONTRACTIONS[0]
    library: bool = False
    pipelined: bool = False


def plan_for_nodes(known: CKnowledge, options: CompileOptions, tell: Tell = say_nothing) -> PlannedNodes[Planned]:
    """From a graph and its C to the plans of the nodes that run it. Its times are in ns."""
    for pattern in options.pure:
        known = replace(known, graph=with_pure_actors(known.graph, pattern))
    graph, left = with_demands(known.graph, options.transfers)
    own = replace(options, pure=(), nodes=None, transfers=left)

    def plan(task: NodeTask) -> Planned:
        return plan_known(task.known, own, tell, task)

    def plan_all(*, in_step: bool) -> PlannedNodes[Planned]:
        return plan_nodes(replace(known, graph=graph), choose_platform(options), options.nodes, plan, in_step=in_step)

    nodes = plan_all(in_step=False)
    tell("proving that the nodes do not wait for each other")
    if nodes_wait([planned.program for planned in nodes.planned]):
        nodes = plan_all(in_step=True)
        verify_nodes([planned.program for planned in nodes.planned])
    return nodes


def plan_known(
    known: CKnowledge,
    options: CompileOptions,
    tell: Tell = say_nothing,
    task: NodeTask | None = None,
    schedules: Schedules | None = None,
    *,
    prove: bool = True,
) -> Planned:
    """The same, once the C has been read, which all options have in common. Files whose scheme nobody has chosen are
    left to engines where that gains enough, and so are copies. `task`: of a node among several. `schedules`: of plans
    made before. What is not to run, or will be proved as its C is written, need not be proved."""
    schedules = schedules or Schedules()
    planned = _plan_files(known, options, tell, task, schedules)
    if engines := () if task is not None else _engines_for(options):
        planned = _with_engines(planned, options, engines, tell, schedules)
    if prove:
        tell("proving that the program is right")
        verify(planned.program)
    return planned


def schedule_ahead(
    likely: Callable[[], CKnowledge],
    options: CompileOptions,
    tell: Tell,
    schedules: Schedules,
    meanwhile: Callable[[], CKnowledge],
    then: Callable[[], None] = only_wait,
) -> CKnowledge:
    """What `meanwhile` gives, done while `schedules` gets the one that `plan_known` asks for first, if all is as is
    `likely`. What is wrong there need not be so, and is not told. `then`: is called after `meanwhile`, before the
    schedule is waited for."""
    try:
        if choose_platform(options).nodes and not options.library:
            return meanwhile()
        it = _prepared(likely(), options, say_nothing, None, schedules)
    except UserError:
        return meanwhile()
    if it.given.cores == 1:
        return meanwhile()  # there is nothing to map

    def first() -> CKnowledge:
        known = meanwhile()
        tell("mapping its actors")
        then()
        return known

    return schedules.ahead(it.given.asked(it.mapping).with_effort(Effort(options.search_s, tell)), first)


def _engines_for(options: CompileOptions) -> tuple[str, ...]:
    """The engines that may copy what nobody has asked them for: with the platform `host` all, unless the user says
    otherwise. None for programs that are to be small, slow, or called."""
    special = options.guard or options.library or options.candidates or options.buffers
    wanted = options.engines or (NO_ENGINES if special or options.platform != "host" else ALL_ENGINES)
    return engines_named(wanted)


def _with_engines(
    alone: Planned, options: CompileOptions, engines: Sequence[str], tell: Tell, schedules: Schedules
) -> Planned:
    """The plan, or a better one with copies by these engines."""
    known = alone.known

    def outcome(planned: Planned) -> Outcome[Planned]:
        prediction = predict(planned.program, planned.platform)
        return Outcome(planned, planned.plan, planned.program, prediction.period_ns, prediction.is_guess)

    def plan_with(demands: Demands) -> Outcome[Planned] | None:
        wanted = (f"{fifo}={OFFLOAD.name}(engine = {engine})" for fifo, engine in demands.items())
        asked = replace(options, transfers=(*options.transfers, *wanted))
        try:
            return outcome(_plan_files(known, asked, tell, None, schedules))
        except UserError:
            return None

    tell("trying copies by engines")
    chosen, verdicts = choose_engines(outcome(alone), alone.platform, engines, _cpus(options), plan_with)
    return replace(chosen.whole, plan=with_reasons(chosen.plan, verdicts))


def _cpus(options: CompileOptions) -> int:
    """Those of the machine, however many cores of it the program may have."""
    return choose_platform(replace(options, cores=None)).core_count


def _plan_files(
    known: CKnowledge, options: CompileOptions, tell: Tell, task: NodeTask | None, schedules: Schedules
) -> Planned:
    unchosen = [a for a in known.graph.file_actors if a.file is not None and a.file.scheme is Scheme.AUTO]
    if not unchosen:
        return _plan(known, options, tell, task, schedules)
    direct = _with_schemes(known, dict.fromkeys((a.name for a in unchosen), Scheme.DIRECT), "mapped, or gains little")
    may = [a.name for a in unchosen if a.file is not None and a.file.backend is not Backend.MMAP]
    waiting = _plan(direct, options, tell, task, schedules)
    if not may:
        return waiting
    why = "an engine moves blocks while cores work"
    by_engine = _with_schemes(direct, dict.fromkeys(may, Scheme.SIGNALLED), why)
    signalled = _plan(by_engine, options, tell, task, schedules)
    ahead_ns, waiting_ns = (predict(each.program, each.platform).period_ns for each in (signalled, waiting))
    return signalled if ahead_ns * FILES_GAIN.value <= waiting_ns else waiting


def _with_schemes(known: CKnowledge, schemes: Mapping[str, Scheme], reason: str) -> CKnowledge:
    return replace(known, graph=with_schemes(known.graph, schemes, reason))


def _platform_for(known: CKnowledge, options: CompileOptions, task: NodeTask | None) -> Platform:
    chosen = task.platform if task is not None else choose_platform(options, known.graph.core_names)
    return with_types(chosen, known.graph.core_types)


def _with_types_told(graph: Graph, options: CompileOptions) -> Graph:
    """With warnings of types that no core has, of those that are used or not."""
    cores = choose_platform(replace(options, cores=None)).cores if graph.timed_types else ()
    return with_unknown_types_told(graph, (*(core.type for core in cores), *graph.core_types))


@frozen
class _Prepared:
    """A graph that can be mapped, with all that its plan is made from. `left_out`: what its user should know."""

    known: CKnowledge
    options: CompileOptions
    given: Given
    mapping: MappingOptions
    memory: MemoryOptions
    demand: Demand
    left_out: tuple[str, ...]

    @property
    def platform(self) -> Platform:
        return self.mapping.platform


def _plan(
    known: CKnowledge, options: CompileOptions, tell: Tell, task: NodeTask | None, schedules: Schedules
) -> Planned:
    """The same with all schemes chosen."""
    it = _prepared(known, options, tell, task, schedules)
    graph, facts = it.given.graph, it.given.facts
    plan = with_less_memory(last_attempt(it.given, it.mapping, it.memory)).plan
    facts = facts if len(plan.graph.actors) == len(graph.actors) else analyse(plan.graph)
    plan = with_occupancy(_with_notes(plan, it.known, it.options, (*graph.notes, *it.left_out)), it.demand)
    program = lower(plan)
    if options.library:
        refuse_in_library(program)
    instruments = Instruments(options.trace, options.watchdog_ns or 0, options.verify_transfers)
    kind = (options.fp_contract, options.library, options.pipelined)
    return Planned(it.known, facts, it.platform, plan, program, instruments, *kind)


def _prepared(
    known: CKnowledge, options: CompileOptions, tell: Tell, task: NodeTask | None, schedules: Schedules
) -> _Prepared:
    if options.library:
        refuse_for_library(known, options, pipelined=options.pipelined)
        if options.pipelined:
            known = replace(known, graph=with_free_ports(known.graph))
        else:
            options = replace(options, depth=1, latency_iterations=1)
    elif options.pipelined:
        raise refuse_pipelined_program()
    elif known.graph.boundary_actors:
        raise refuse_as_program(known.graph)
    for pattern in options.pure:
        known = replace(known, graph=with_pure_actors(known.graph, pattern))
    if options.buffers == MINIMUM and options.cores is None and not any(a.core for a in known.graph.actors):
        options = replace(options, cores=1)  # each core more needs room for what is on its way
    platform, left_out = usable(_platform_for(known, options, task))

    known = replace(known, graph=_with_types_told(known.graph, options))

    tell("analysing the graph")

    # Analyse: rates balance, an iteration can complete; what never fires is left out.
    wanted = requested_strategies(known.graph, options.transfers)
    graph, refused = prepare(with_bulk_engines(known.graph), engine_requests(wanted))
    raise_if_any(misfits(graph, wanted))
    facts = facts_of(graph)

    # A graph that comes with a platform speaks of its cores; the user may have chosen fewer.
    graph, absent = without_absent_cores(graph, platform.core_count)

    # Map and schedule: which firings form blocks, in which order, on which core. Capacities of FIFOs bound these.
    # A guarded program keeps one iteration in a slot, so that what runs over its end meets the guard page.
    demand = demand_of(graph, facts, options.buffers)
    graph = with_file_times(graph.in_nanoseconds(options.time_unit_ns or UNIT_NS), platform.costs)
    mapping = MappingOptions(
        options.mapper,
        options.depth,
        options.latency_iterations,
        options.guard,
        options.fusion,
        demand.capacities,
        options.latency_ns,
        fewer_cores=options.cores is None,
        listed=options.buffers == MINIMUM,
        effort=Effort(options.search_s, tell),
        pass_iterations=task.pass_iterations if task is not None else None,
        in_step=task is not None and task.in_step,
        helping=options.helping,
        platform=platform,
    )

    # Plan memory: where every token lies, what moves, who waits; then prove that the plan runs.
    limit = options.memory_bytes or platform.memory_bytes
    memory = MemoryOptions(
        options.transfers, limit, options.guard, options.candidates, refused, platform,
        bounded=bool(demand.capacities), catches=not options.library,
    )  # fmt: skip
    given = Given(graph, facts, platform.core_count, known.impure, known.small, tell, schedules)
    return _Prepared(
        known, options, given, mapping, memory, demand, (*left_out, *absent, *threshold_notes(graph, wanted))
    )


def _with_notes(plan: Plan, known: CKnowledge, options: CompileOptions, before: Sequence[str]) -> Plan:
    """The plan with all that the user should know, and what compilers do not do with the sources."""
    notes = (*before, *_contraction_notes(options), *_file_notes(plan.graph), *plan.notes)
    compiled = (*untouched_by_lto(plan.graph, known.objects), *with_math_errors(known.errno_readers))
    without = (*plan.schedule.unapplied, *compiled)
    return replace(plan, notes=notes, schedule=replace(plan.schedule, unapplied=without))


ReadHeaders: TypeAlias = Callable[[CKnowledge], Headers]
"""Gives what `read_user_headers` does: of those who have it read it while they plan."""


def generate_proven(
    planned: Planned, dump: Sequence[str] = (), read_headers: ReadHeaders = read_user_headers
) -> Compiled:
    """What `generate` gives of a plan that nobody has proved yet, which is done meanwhile: it takes as long."""
    made: list[Compiled] = []
    try:
        in_own_process(
            lambda _: verify(planned.program), meanwhile=lambda: made.append(generate(planned, dump, read_headers))
        )
    except UserError:
        raise
    except Exception:
        verify(planned.program)  # which says what is wrong, where others stumble on it
        if made:
            return made[0]
        raise
    return made[0]


def generate(planned: Planned, dump: Sequence[str] = (), read_headers: ReadHeaders = read_user_headers) -> Compiled:
    """The C program, the runtime files that it needs, the user's own, and the stages to dump."""
    plan, facts, known = planned.plan, planned.facts, planned.known
    told = _told(planned, dump)
    user = collect_user_files(plan.graph, known, read_headers(known))
    names = UserNames(known.names, user.macros, user.options)
    library = None
    if planned.library:
        library = library_in_c(planned.program.graph, static_data_of(known), pipelined=planned.pipelined)
    program = to_c(planned.program, facts.order, known.small, planned.instruments, names, library)
    plan_json = {**told.plan, **({"library": library.to_json(program.live)} if library is not None else {})}
    files = generate_files(planned.program, program, user, known.stand_ins, planned.fp_contract)
    files["plan.json"] = (json.dumps(plan_json, indent=1) + "\n").encode()
    files["plan.txt"] = told.plan_text.encode()
    files["report.json"] = record_bytes(plan.account, planned.program, facts, told.prediction)
    warnings = (*facts.warnings, *known.warnings)
    return Compiled(files, plan_json, told.plan_text, plan.notes, warnings, told.dumps, user.paths)


@frozen
class _Told:
    """What is told of one plan."""

    plan: Mapping[str, object]
    plan_text: str
    prediction: Prediction
    dumps: Mapping[str, str]


def _told(planned: Planned, dump: Sequence[str]) -> _Told:
    plan, facts = planned.plan, planned.facts
    plan_json = plan_as_json(plan, planned.program, facts, planned.platform)
    plan_text = plan_as_text(plan, planned.program, facts)
    prediction = predict(planned.program, planned.platform)
    plan_json["prediction"] = prediction.to_json()
    dumps = {
        "graph": lambda: dump_graph(plan.graph),
        "facts": lambda: dump_facts(facts),
        "schedule": lambda: dump_schedule(plan.schedule),
        "plan": lambda: plan_text,
        "program": lambda: dump_program(planned.program),
    }
    return _Told(plan_json, plan_text, prediction, {stage: dumps[stage]() for stage in dump})


def generate_for_nodes(
    nodes: PlannedNodes[Planned], known: CKnowledge, dump: Sequence[str], read_headers: ReadHeaders
) -> Compiled:
    """The same of a program for several nodes: one source folder for each, and what all have in common."""
    user = collect_user_files(known.graph, known, read_headers(known))
    asked = None if user.options is None else (*(a.name for a in known.graph.file_actors), *user.options)
    names = UserNames(known.names, user.macros, asked)
    programs = [(p.program, to_c(p.program, p.facts.order, known.small, p.instruments, names)) for p in nodes.planned]
    whole = Whole(known.graph, nodes.nodes, len(nodes.links), known.names)
    files = generate_node_files(whole, programs, user, known.stand_ins, nodes.planned[0].fp_contract)
    told = [_told(planned, dump) for planned in nodes.planned]
    computing_ns = (each.prediction.period_ns for each in told)
    periods_ns = [max(pair) for pair in zip(computing_ns, nodes.ports_ns, strict=True)]
    plan_json = nodes_as_json(known.graph.name, nodes, [each.plan for each in told], periods_ns)
    plan_text = nodes_as_text(known.graph.name, nodes, [each.plan_text for each in told], periods_ns)
    files["plan.json"] = (json.dumps(plan_json, indent=1) + "\n").encode()
    files["plan.txt"] = plan_text.encode()
    for number, (planned, each) in enumerate(zip(nodes.planned, told, strict=True)):
        files[record_of_node(number)] = record_bytes(
            planned.plan.account, planned.program, planned.facts, each.prediction
        )
    notes = dict.fromkeys((*_node_notes(nodes), *(note for p in nodes.planned for note in p.plan.notes)))
    warnings = dict.fromkeys((*(w for p in nodes.planned for w in p.facts.warnings), *known.warnings))
    dumps = {stage: "".join(each.dumps[stage] for each in told) for stage in dump}
    return Compiled(files, plan_json, plan_text, tuple(notes), tuple(warnings), dumps, user.paths)


def _node_notes(nodes: PlannedNodes[Planned]) -> Iterator[str]:
    """What their user may not expect."""
    yield from nodes.notes
    calling = [
        node.name
        for node, planned in zip(nodes.nodes, nodes.planned, strict=True)
        if any(actor.io for actor in planned.plan.graph.actors)
    ]
    if len(calling) > 1:
        yield f"actors that are 'io' run on nodes {some_of(calling)}: each finds the files of its own node"


def _file_notes(graph: Graph) -> Iterator[str]:
    """Schemes that are not what was asked for."""
    for actor in graph.file_actors:
        if actor.file is not None and actor.file.overruled is not None:
            yield f"actor '{actor.name}' has scheme '{actor.file.scheme.value}': {actor.file.reason}"


def _contraction_notes(options: CompileOptions) -> tuple[str, ...]:
    if options.fp_contract == CONTRACTIONS[0]:
        return ()
    depends = "the compiler, the machine" + (" and the mapping" if options.fp_contract == CONTRACTIONS[-1] else "")
    return (f"floating-point results depend on {depends}, for --fp-contract is {options.fp_contract}",)
