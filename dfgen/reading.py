# SPDX-License-Identifier: Apache-2.0
"""What is known of a graph before anything is decided: its facts, and what its C says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

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


def only_try(untried: Callable[[], CKnowledge], trials: Callable[[], CKnowledge]) -> CKnowledge:
    """What is done while the C is tried, by those who have nothing else to do."""
    return trials()


WhileTrying: TypeAlias = Callable[[Callable[[], CKnowledge], Callable[[], CKnowledge]], CKnowledge]
"""Gives what the second function gives, which tries what the C does; the first one tells what is mostly found."""


def read_code(
    loaded: Graph,
    *,
    stand_ins: bool = False,
    meanwhile: Callable[[], None] = only_wait,
    while_trying: WhileTrying = only_try,
) -> CKnowledge:
    """The flat graph's types and access modes completed from the user's C; where there is none, from stand-ins."""
    if stand_ins:
        from dfgen.codegen.stand_ins import with_stand_ins

        return with_stand_ins(learn(loaded, meanwhile), loaded)
    refuse_actors_without_code(loaded)
    return learn(loaded, meanwhile, while_trying)


def learn(loaded: Graph, meanwhile: Callable[[], None] = only_wait, while_trying: WhileTrying = only_try) -> CKnowledge:
    """What the C says, and then what only those know who know the C: actors that only move bytes, memory scripts,
    outputs that are read. `meanwhile` is called while the compiler reads the C.

    Times without a unit get the one that fits what firings touch.
    """
    known = learn_from_c(loaded, runtime_dir() / "include", meanwhile)
    if known.project is not None or any(actor.script for actor in known.graph.actors):
        from dfgen.frontend.importers.preesm.moves import with_moves
        from dfgen.frontend.importers.preesm.tried import tried, untried

        moving = with_moves(known)
        return while_trying(lambda: _with_unit(untried(moving)), lambda: _with_unit(tried(moving)))
    return _with_unit(known)


def _with_unit(known: CKnowledge) -> CKnowledge:
    return replace(known, graph=with_likely_unit(known.graph))
