# SPDX-License-Identifier: Apache-2.0
"""What `check` tells of a graph. Nothing is decided and no C is written, so little of dfgen is imported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dfgen.analysis.periods import paced_iteration
from dfgen.csource.learn import CKnowledge
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.sidecar_effect import with_unknown_types_told
from dfgen.memory.offloading import with_bulk_engines
from dfgen.memory.requests import requested_strategies
from dfgen.model.diagnostics import Diagnostic
from dfgen.model.facts import Facts
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.progress import Tell, say_nothing
from dfgen.reading import UNIT_NS, facts_of, learn


@frozen
class Pace:
    """How long an iteration may take by the periods of actors, and what is predicted on so many cores. `guessed`:
    actors whose times nobody has stated."""

    asked_ns: int
    predicted_ns: float
    cores: int
    guessed: tuple[str, ...]

    @property
    def is_kept(self) -> bool:
        return self.predicted_ns <= self.asked_ns


@frozen
class CheckResult:
    """`pace`: of a graph with periods that can be compiled."""

    graph: Graph
    facts: Facts
    warnings: tuple[Diagnostic, ...]
    pace: Pace | None = None


def check_graph(
    path: Path, parameters: Mapping[str, int | float], tell: Tell = say_nothing, time_unit_ns: int | None = None
) -> CheckResult:
    """Read a graph and all that can be known of it without deciding anything."""
    tell("reading the graph")
    graph = load_graph(path, parameters, time_unit_ns)
    graph = with_unknown_types_told(graph, graph.core_types)
    tell("analysing the graph")
    facts = facts_of(graph)
    with_bulk_engines(graph)
    requested_strategies(graph, ())
    tell("reading its C")
    known = learn(graph) if graph.includes or graph.sources or graph.libraries or graph.project else None
    warnings = (*facts.warnings, *(known.warnings if known else ()))
    if known is not None and known.graph.actor_by_name.keys() != graph.actor_by_name.keys():
        facts = facts_of(known.graph)  # routing actors take the place of some that only move bytes
    pace = _pace(known, facts, tell, time_unit_ns) if known else None
    return CheckResult(known.graph if known else graph, facts, warnings, pace)


def _pace(known: CKnowledge, facts: Facts, tell: Tell, time_unit_ns: int | None) -> Pace | None:
    """None if no actor has a period, or nobody can run the graph."""
    graph = known.graph.in_nanoseconds(time_unit_ns or UNIT_NS)
    asked_ns = paced_iteration(graph, facts)
    if asked_ns is None or graph.boundary_actors or any(not a.is_routing and a.fire is None for a in graph.actors):
        return None
    from dfgen.pipeline import CompileOptions
    from dfgen.prediction.predict import predict
    from dfgen.stages import plan_known

    tell("predicting the time of an iteration")
    planned = plan_known(known, CompileOptions(time_unit_ns=time_unit_ns), tell)
    guessed = tuple(actor.name for actor in graph.actors if actor.fire is not None and not actor.times)
    return Pace(asked_ns, predict(planned.program, planned.platform).period_ns, len(planned.program.cores), guessed)
