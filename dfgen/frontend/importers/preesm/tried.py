# SPDX-License-Identifier: Apache-2.0
"""What only those know of a project who know its C: the effects of memory scripts, outputs that are read, and files
that actors share. Functions are tried for it; or it is taken for what trials find most often, by those who want to go
on meanwhile."""

from __future__ import annotations

from dataclasses import replace

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import Ask, asking
from dfgen.frontend.importers.preesm.file_order import with_file_order
from dfgen.frontend.importers.preesm.persistent_outputs import with_persistent_outputs
from dfgen.frontend.importers.preesm.scripts_effect import Trials, apply_scripts
from dfgen.frontend.importers.preesm.scripts_trial import TrialsByRunning, TrustingTrials


def tried(known: CKnowledge) -> CKnowledge:
    """Raises `UserError` for scripts that cannot be read."""
    with asking(known) as ask:
        return _answered(known, TrialsByRunning(known, ask), ask)


def untried(known: CKnowledge) -> CKnowledge:
    """The same where scripts are right, and functions write the whole of their outputs."""
    return _answered(known, TrustingTrials(known), lambda actor, question, find: find(None))


def _answered(known: CKnowledge, trials: Trials, ask: Ask) -> CKnowledge:
    if any(actor.script for actor in known.graph.actors):
        known = replace(known, graph=apply_scripts(known.graph, trials))
    if known.project is None:
        return known
    return with_file_order(replace(known, graph=with_persistent_outputs(known, ask)))
