# SPDX-License-Identifier: Apache-2.0
"""What is known of a graph before anything is decided: its facts, and what its C says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dfgen.analysis.periods import paced_iteration
from dfgen.csource.learn import CKnowledge, learn_from_c, refuse_actors_without_code
from dfgen.embedding import require_whole_ports
from dfgen.machine.times import with_likely_unit
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.paths import runtime_dir
from dfgen.processes import only_wait

UNIT_NS = 1000
"""What a time without unit counts, where no format says otherwise."""


def facts_of(graph: Graph) -> Facts:
    """Raises `UserError` for a graph that no run could keep to."""
    from dfgen.analysis.facts import analyse

    facts = analyse(graph)
    require_whole_ports(graph, facts)
    paced_iteration(graph, facts)
    return facts


def read_code(loaded: Graph, *, stand_ins: bool = False, meanwhile: Callable[[], None] = only_wait) -> CKnowledge:
    """The flat graph's types and access modes completed from the user's C; where there is none, from stand-ins."""
    if stand_ins:
        from dfgen.codegen.stand_ins import with_stand_ins

        return with_stand_ins(learn(loaded, meanwhile), loaded)
    refuse_actors_without_code(loaded)
    return learn(loaded, meanwhile)


def learn(loaded: Graph, meanwhile: Callable[[], None] = only_wait) -> CKnowledge:
    """What the C says, and then what only those know who know the C: memory scripts, outputs that are read.

    Both are imported for graphs that have any. Times without a unit get the one that fits what firings touch.
    """
    known = learn_from_c(loaded, runtime_dir() / "include", meanwhile)
    has_scripts = any(actor.script for actor in known.graph.actors)
    if has_scripts or known.project is not None:
        from dfgen.csource.trial import asking

        with asking(known) as ask:
            if has_scripts:
                from dfgen.frontend.importers.preesm.scripts_effect import apply_scripts
                from dfgen.frontend.importers.preesm.scripts_trial import TrialsByRunning

                known = replace(known, graph=apply_scripts(known.graph, TrialsByRunning(known, ask)))
            if known.project is not None:
                from dfgen.frontend.importers.preesm.persistent_outputs import with_persistent_outputs

                known = replace(known, graph=with_persistent_outputs(known, ask))
    return replace(known, graph=with_likely_unit(known.graph))
