# SPDX-License-Identifier: Apache-2.0
"""Whether an actor that seems to cut its input does nothing but that: its function is tried on several inputs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dfgen.csource.learn import CKnowledge
from dfgen.csource.trial import trial_of
from dfgen.frontend.importers.preesm.scripts_effect import Cutter, Trial, windows_of

POISONS = (0xA5, 0x5A)
SEED = 1


def trial_by_running(known: CKnowledge) -> Trial:
    """A trial that compiles and runs the user's function; pure functions only."""

    def trial(cutter: Cutter) -> str:
        function = cutter.actor.fire.function if cutter.actor.fire else ""
        if not function or function in known.impure:
            return f"'{function}' {known.impure.get(function, 'is not there')}"
        with trial_of(cutter.actor, known) as program:
            if program is None:
                return f"'{function}' could not be tried"
            for poison, given in zip(POISONS * 2, _inputs(program.in_bytes), strict=True):
                answer = program.run(given, poison)
                if answer is None:
                    return f"'{function}' did not return when it was tried"
                if answer[0] != given:
                    return f"'{function}' writes to its input"
                if not _is_cut(cutter, given, answer[1], poison):
                    return f"'{function}' does not just copy these ranges"
        return ""

    return trial


def _inputs(size: int) -> Iterator[bytes]:
    source = random.Random(SEED)
    yield source.randbytes(size)
    yield source.randbytes(size)
    yield bytes(size)
    yield b"\xff" * size


def _is_cut(cutter: Cutter, given: bytes, made: bytes, poison: int) -> bool:
    """Whether `made` is the slice; what lies outside of the input may also be left unwritten."""
    zeroed, unwritten = windows_of(cutter, given, 0), windows_of(cutter, given, poison)
    length = len(zeroed[0])
    parts = (made[at : at + length] for at in range(0, len(made), length))
    return all(part in choices for part, *choices in zip(parts, zeroed, unwritten, strict=True))
