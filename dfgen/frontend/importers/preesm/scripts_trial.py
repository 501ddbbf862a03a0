# SPDX-License-Identifier: Apache-2.0
"""Whether what memory scripts claim of actors is true: their functions are tried on several inputs.

Pure functions only: one that keeps state or calls what is unknown can do harm here, and may do something else later.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import trial_of
from dfgen.frontend.importers.preesm.scripts_effect import Cutter, InPlace, windows_of
from dfgen.model.graph import Actor

POISONS = (0xA5, 0x5A)
SEED = 1


@dataclass(frozen=True)
class TrialsByRunning:
    """Trials that compile and run the user's functions."""

    known: CKnowledge

    def cuts(self, cutter: Cutter) -> str:
        function = _function(cutter.actor)
        reason = self._why_not_tried(cutter.actor)
        if reason:
            return reason
        with trial_of(cutter.actor, self.known) as program:
            if program is None:
                return f"'{function}' could not be tried"
            for poison, given in _inputs(program.in_bytes):
                answer = program.run(given, poison)
                if answer is None:
                    return f"'{function}' did not return when it was tried"
                if answer[0] != given:
                    return f"'{function}' writes to its input"
                if not _is_cut(cutter, given, answer[1], poison):
                    return f"'{function}' does not just copy these ranges"
        return ""

    def in_place(self, claim: InPlace) -> dict[str, bool] | None:
        if self._why_not_tried(claim.actor):
            return None
        with trial_of(claim.actor, self.known) as program:
            if program is None:
                return None
            alike = {output: True for output, _ in claim.over}
            for poison, given in _inputs(program.in_bytes):
                apart = program.run(given, poison)
                if apart is None:
                    return None
                for pair in claim.over:
                    together = program.run(given, poison, pair)
                    alike[pair[0]] &= together is not None and _is_alike(together[1], apart[1], poison)
        return alike

    def _why_not_tried(self, actor: Actor) -> str:
        function = _function(actor)
        if not function or function in self.known.impure:
            return f"'{function}' {self.known.impure.get(function, 'is not there')}"
        return ""


def _function(actor: Actor) -> str:
    return actor.fire.function if actor.fire else ""


def _inputs(size: int) -> Iterator[tuple[int, bytes]]:
    """What the outputs are full of before a trial, and the bytes of its inputs."""
    source = random.Random(SEED)
    given = (source.randbytes(size), source.randbytes(size), bytes(size), b"\xff" * size)
    return zip(POISONS * 2, given, strict=True)


def _is_cut(cutter: Cutter, given: bytes, made: bytes, poison: int) -> bool:
    """Whether `made` is the slice; what lies outside of the input may also be left unwritten."""
    zeroed, unwritten = windows_of(cutter, given, 0), windows_of(cutter, given, poison)
    length = len(zeroed[0])
    parts = (made[at : at + length] for at in range(0, len(made), length))
    return all(part in choices for part, *choices in zip(parts, zeroed, unwritten, strict=True))


def _is_alike(made: bytes, apart: bytes, poison: int) -> bool:
    """Whether `made` is what the outputs are apart, but for bytes that the function left full of poison."""
    return made == apart or all(a == b or b == poison for a, b in zip(made, apart, strict=True))
