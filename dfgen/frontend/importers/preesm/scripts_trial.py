# SPDX-License-Identifier: Apache-2.0
"""Whether what memory scripts claim of actors is true: their functions are tried on several inputs.

Pure functions only: one that keeps state or calls what is unknown can do harm here, and may do something else later.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import RANDOM, Ask, Trial, of_changed, of_unwritten
from dfgen.frontend.importers.preesm.scripts_effect import Cutter, InPlace, window_of
from dfgen.model.actor import Actor
from dfgen.model.frozen import frozen

POISONS = (0xA5, 0x5A)
FILLINGS = (RANDOM, RANDOM + 1, 0x00, 0xFF)
SEED = 1
PERIODS = (65_521, 65_519)
"""Bytes of inputs are random for so many, both prime: no image has rows that begin alike in both."""


@frozen
class TrialsByRunning:
    """Trials that compile and run the user's functions."""

    known: CKnowledge
    ask: Ask

    def cuts(self, cutter: Cutter) -> str:
        reason = _why_not_tried(cutter.actor, self.known)
        if reason:
            return reason
        found: str = self.ask(cutter.actor, f"cuts {cutter.pattern}", lambda trial: _why_no_cut(cutter, trial))
        return found

    def in_place(self, claim: InPlace) -> dict[str, bool] | None:
        if _why_not_tried(claim.actor, self.known):
            return None
        found: dict[str, bool] | None = self.ask(
            claim.actor, f"in place {claim.over}", lambda trial: _alike(claim, trial)
        )
        return found


@frozen
class TrustingTrials:
    """Trials that run nothing: what may be tried is found to be as its script claims."""

    known: CKnowledge

    def cuts(self, cutter: Cutter) -> str:
        return _why_not_tried(cutter.actor, self.known)

    def in_place(self, claim: InPlace) -> dict[str, bool] | None:
        if _why_not_tried(claim.actor, self.known):
            return None
        return dict.fromkeys((output for output, _ in claim.over), True)


def _why_not_tried(actor: Actor, known: CKnowledge) -> str:
    function = _function(actor)
    if not function or function in known.impure:
        return f"'{function}' {known.impure.get(function, 'is not there')}"
    return ""


def _why_no_cut(cutter: Cutter, trial: Trial | None) -> str:
    function = _function(cutter.actor)
    if trial is None:
        return f"'{function}' could not be tried"
    for poison, given in _inputs(trial.in_bytes):
        answer = trial.run(given, poison)
        if answer is None:
            return f"'{function}' did not return when it was tried"
        if answer[0] != given:
            return f"'{function}' writes to its input"
        if not _is_cut(cutter, given, answer[1], poison):
            return f"'{function}' does not just copy these ranges"
    return ""


def _alike(claim: InPlace, trial: Trial | None) -> dict[str, bool] | None:
    """By output, whether all outputs are the same where it lies over the input; None if the function cannot be tried
    with windows apart."""
    if trial is None:
        return None
    tried = [
        (filling, poison, pair) for filling, poison in zip(FILLINGS, POISONS * 2, strict=True) for pair in claim.over
    ]
    # One program makes them all: to get the memory of large windows takes longer than to try.
    changed = trial.compared(*(of_changed(filling, poison, pair) for filling, poison, pair in tried))
    crashed = dict.fromkeys(filling for (filling, _, _), names in zip(tried, changed, strict=True) if names is None)
    if crashed and None in trial.compared(*map(of_unwritten, crashed)):
        return None
    alike = dict.fromkeys((output for output, _ in claim.over), True)
    for (_, _, (output, _)), names in zip(tried, changed, strict=True):
        alike[output] &= names is not None and not names
    return alike


def _function(actor: Actor) -> str:
    return actor.fire.function if actor.fire else ""


def _inputs(size: int) -> Iterator[tuple[int, bytes]]:
    """What the outputs are full of before a trial, and the bytes of its inputs."""
    source = random.Random(SEED)
    given = (*(_repeated(source.randbytes(period), size) for period in PERIODS), bytes(size), b"\xff" * size)
    return zip(POISONS * 2, given, strict=True)


def _repeated(block: bytes, size: int) -> bytes:
    return (block * (size // len(block) + 1))[:size]


def _is_cut(cutter: Cutter, given: bytes, made: bytes, poison: int) -> bool:
    """Whether `made` is the slice; what lies outside of the input may also be left unwritten."""
    length = len(made) // cutter.pattern.count

    def is_window(number: int) -> bool:
        part = made[number * length : (number + 1) * length]
        return any(part == window_of(cutter, number, given, outside) for outside in (0, poison))

    return all(map(is_window, range(cutter.pattern.count)))
