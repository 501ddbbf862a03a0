# SPDX-License-Identifier: Apache-2.0
"""The order of the stages, once. Every stage is a function from immutable values to an immutable value."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.analysis.facts import analyse
from dfgen.analysis.prepare import prepare
from dfgen.codegen.generate import generate_files
from dfgen.codegen.program import lower_program
from dfgen.codegen.user_files import collect_user_files
from dfgen.csource.learn import CKnowledge, learn_from_c, refuse_actors_without_code
from dfgen.frontend.elaborate import load_graph
from dfgen.mapping.mappers import MAPPERS
from dfgen.mapping.schedule_graph import MappingOptions, schedule_graph
from dfgen.memory.liveness import plan_is_live
from dfgen.memory.offloading import engine_requests
from dfgen.memory.plan_memory import MemoryOptions, plan_memory
from dfgen.memory.requests import requested_strategies
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.calibration import calibrated
from dfgen.model.diagnostics import Diagnostic, fail
from dfgen.model.dumps import dump_facts, dump_graph, dump_schedule
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.plan import Plan
from dfgen.model.plan_text import plan_as_json, plan_as_text
from dfgen.model.platform import Platform, default_platform, host_platform, load_platform, with_cores
from dfgen.model.schedule import Schedule
from dfgen.paths import runtime_dir

MAX_CORES = 64
STAGES = ("graph", "facts", "schedule", "plan")


@dataclass(frozen=True)
class CompileOptions:
    """What a user may ask of the compiler. `None` leaves the choice to dfgen."""

    cores: int | None = None
    platform: str = "default"
    parameters: Mapping[str, int] = field(default_factory=dict)
    transfers: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    depth: int | None = None
    mapper: str = "balance"
    guard: bool = False
    latency_iterations: int | None = None
    memory_bytes: int | None = None
    dump: tuple[str, ...] = ()


@dataclass(frozen=True)
class CheckResult:
    graph: Graph
    facts: Facts
    warnings: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Compiled:
    """`files` of the generated folder by relative path; `dumps` the stages asked for, as text."""

    files: Mapping[str, bytes]
    plan: Mapping[str, object]
    plan_text: str
    notes: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
    dumps: Mapping[str, str]


@dataclass(frozen=True)
class Planned:
    """All that is decided of a graph, before any C is written. `known` is what was read."""

    known: CKnowledge
    facts: Facts
    platform: Platform
    schedule: Schedule
    plan: Plan


def check_graph(path: Path, parameters: Mapping[str, int]) -> CheckResult:
    """Read a graph and all that can be known of it without deciding anything."""
    graph = load_graph(path, parameters)
    facts = analyse(graph)
    known = learn_from_c(graph, runtime_dir() / "include") if graph.includes or graph.sources else None
    return CheckResult(known.graph if known else graph, facts, facts.warnings)


def compile_graph(path: Path, options: CompileOptions) -> Compiled:
    """From a graph file to the files of a program."""
    _check_names(options)
    return generate(plan_graph(load_graph(path, options.parameters), options), options.dump)


def plan_graph(loaded: Graph, options: CompileOptions) -> Planned:
    """From a graph as it was read to the plan of its program."""
    platform = choose_platform(options)

    # Read: the flat graph's types and access modes completed from the user's C.
    refuse_actors_without_code(loaded)
    known = learn_from_c(loaded, runtime_dir() / "include")

    # Analyse: rates balance, an iteration can complete; what never fires is left out.
    wanted = requested_strategies(known.graph, options.transfers)
    graph, refused = prepare(known.graph, engine_requests(wanted))
    facts = analyse(graph)

    # Map and schedule: which firings form blocks, in which order, on which core.
    # A guarded program keeps one iteration in a slot, so that what runs over its end meets the guard page.
    mapping = MappingOptions(options.mapper, options.depth, options.latency_iterations, single=options.guard)
    schedule = schedule_graph(graph, facts, platform.core_count, mapping, known.impure)

    # Plan memory: where every token lies, what moves, who waits; then prove that the plan runs.
    limit = options.memory_bytes or platform.memory_bytes
    may_wait = options.depth is None
    memory = MemoryOptions(options.transfers, limit, options.guard, may_wait, options.candidates, refused, platform)
    plan = plan_memory(graph, facts, schedule, memory)
    plan_is_live(plan)
    return Planned(known, facts, platform, schedule, plan)


def generate(planned: Planned, dump: Sequence[str] = ()) -> Compiled:
    """The C program, the runtime files that it needs, the user's own, and the stages to dump."""
    plan, facts, known = planned.plan, planned.facts, planned.known
    plan_json, plan_text = plan_as_json(plan, facts, planned.platform), plan_as_text(plan, facts)
    program = lower_program(plan, facts.order, known.telling)
    graph = plan.graph
    user = collect_user_files(Path(graph.base), graph.sources, graph.includes, known.include_dirs, known.compiler)
    files = generate_files(plan, program, user)
    files["plan.json"] = (json.dumps(plan_json, indent=1) + "\n").encode()
    files["plan.txt"] = plan_text.encode()
    dumps = {"graph": dump_graph(graph), "facts": dump_facts(facts), "schedule": dump_schedule(planned.schedule)}
    dumps["plan"] = plan_text
    return Compiled(files, plan_json, plan_text, plan.notes, facts.warnings, {stage: dumps[stage] for stage in dump})


def choose_platform(options: CompileOptions) -> Platform:
    if options.platform == "default":
        return default_platform(options.cores)
    platform = calibrated(host_platform()) if options.platform == "host" else load_platform(options.platform)
    return with_cores(platform, options.cores or min(platform.core_count, MAX_CORES))


def _check_names(options: CompileOptions) -> None:
    for name in options.candidates:
        if name not in STRATEGIES or not STRATEGIES[name].moves:
            known = ", ".join(s.name for s in STRATEGIES.values() if s.moves)
            message = f"'{name}' is no transfer strategy that a program can choose as it starts"
            raise fail("option-unknown", message, None, f"some of {known}")
    if options.mapper not in MAPPERS:
        raise fail("option-unknown", f"there is no mapper '{options.mapper}'", None, f"one of {', '.join(MAPPERS)}")
    for stage in options.dump:
        if stage not in STAGES:
            raise fail("option-unknown", f"there is no stage '{stage}' to dump", None, f"one of {', '.join(STAGES)}")
    if options.cores is not None and options.cores > MAX_CORES:
        message = f"{options.cores} cores are more than a program can use"
        raise fail("option-unknown", message, None, f"at most {MAX_CORES}")
