# SPDX-License-Identifier: Apache-2.0
"""The proof against runs: programs of random graphs, unchanged and with one thing changed. What the compiler makes must
pass the proof and run right; what any run shows wrong, the proof must refuse. Run from the root of the repository:

    python -m tests.verify.campaign --programs 1000 --mutants 1000 --seed 1
    python -m tests.verify.campaign --replay 17.2.5

Exit status 0 if so.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context

from dfgen.verify.verify import InvalidProgram, verify

from .cases import FIRINGS_MAX, Case, case_of
from .mutations import KINDS, mutant

SETTINGS = 4
RUNS, MORE_RUNS = 2, 6
"""Of a mutant that is refused; of one that is not, for there a run that goes wrong tells something."""


@dataclass
class Outcome:
    """Of the programs of one application. `made`, `shown` wrong, `refused`, `missed`: mutants by kind. `faults`: what
    is wrong with the proof, the program or a run, each with what to say to see it again."""

    programs: int = 0
    left_out: int = 0
    made: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        self.programs += other.programs
        self.left_out += other.left_out
        for mine, more in ((self.made, other.made), (self.shown, other.shown), (self.refused, other.refused),
                           (self.missed, other.missed)):  # fmt: skip
            mine.update(more)
        self.faults += other.faults


def refusal(program: object) -> str:
    """What the proof says against a program; nothing if it accepts it."""
    try:
        verify(program)  # type: ignore[arg-type]
    except InvalidProgram as error:
        return str(error) or "invalid"
    return ""


def try_unchanged(case: Case, outcome: Outcome) -> None:
    """Each length of the last pass, and some more runs if that are few."""
    outcome.programs += 1
    refused = refusal(case.program)
    if refused:
        outcome.faults.append(f"{case.name}: REFUSED {refused}\n    {case.arguments}")
    for seed in range(max(4, case.program.chunk)):
        wrong = case.fault(seed)
        if wrong:
            outcome.faults.append(f"{case.name}: RUN {seed} WRONG {wrong}\n    {case.arguments}")


def try_mutant(case: Case, number: int, outcome: Outcome) -> None:
    name = f"{case.name}.{number}"
    made = mutant(case.program, name)
    outcome.made[made.kind] += 1
    try:
        refused = refusal(made.program)
    except Exception as error:  # whatever it is: the proof must say so in its own words
        refused = ""
        outcome.faults.append(f"{name}: {made.kind}: PROOF FAILED {type(error).__name__} {error}")
    outcome.refused[made.kind] += bool(refused)
    for seed in range(RUNS if refused else MORE_RUNS):
        wrong = case.fault(seed, made.program)
        if wrong:
            outcome.shown[made.kind] += 1
            if not refused:
                outcome.missed[made.kind] += 1
                outcome.faults.append(f"{name}: MISSED {made.told}: {wrong}\n    {case.arguments}")
            return


def try_application(seed: int, settings: int, mutants: int) -> Outcome:
    outcome = Outcome()
    for index in range(settings):
        case = case_of(seed, index)
        if case.firings > FIRINGS_MAX:
            outcome.left_out += 1
            continue
        try_unchanged(case, outcome)
        for number in range(mutants):
            try_mutant(case, number, outcome)
    return outcome


def outcomes(first: int, programs: int, mutants: int, workers: int) -> Iterator[Outcome]:
    """Applications from a seed on until there are so many programs; each has its share of mutants."""
    each = -(-mutants // programs)
    done = 0
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        seeds = count(first)
        waiting = [pool.submit(try_application, next(seeds), SETTINGS, each) for _ in range(workers + 1)]
        while done < programs:
            outcome = waiting.pop(0).result()
            done += outcome.programs
            if done < programs:
                waiting.append(pool.submit(try_application, next(seeds), SETTINGS, each))
            yield outcome
        for left in waiting:
            left.cancel()


def table(outcome: Outcome) -> Iterator[str]:
    yield f"{'change':30}{'made':>8}{'shown wrong':>13}{'refused':>9}{'MISSED':>8}"
    for kind in sorted(kind.name for kind in KINDS):
        row = (outcome.made[kind], outcome.shown[kind], outcome.refused[kind], outcome.missed[kind])
        yield f"{kind:30}{row[0]:8}{row[1]:13}{row[2]:9}{row[3]:8}"
    totals = [each.total() for each in (outcome.made, outcome.shown, outcome.refused, outcome.missed)]
    yield f"{'all':30}{totals[0]:8}{totals[1]:13}{totals[2]:9}{totals[3]:8}"


def replay(name: str) -> int:
    """A program, or one mutant of it, again."""
    seed, index, *number = map(int, name.split("."))
    outcome, case = Outcome(), case_of(seed, index)
    if number:
        print(mutant(case.program, name).told)
        try_mutant(case, number[0], outcome)
    else:
        try_unchanged(case, outcome)
    print("\n".join(outcome.faults) or "as expected")
    return 1 if outcome.faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.verify.campaign", description=__doc__.split("\n\n")[0])
    parser.add_argument("--programs", type=int, default=100, help="unchanged programs to try (default: 100)")
    parser.add_argument("--mutants", type=int, default=500, help="changed programs to try (default: 500)")
    parser.add_argument("--seed", type=int, default=0, help="the first application's seed (default: 0)")
    parser.add_argument("--workers", type=int, default=1, help="processes to use (default: 1)")
    parser.add_argument("--replay", metavar="NAME", help="only this program, or mutant, again")
    given = parser.parse_args()
    if given.replay:
        return replay(given.replay)
    begin, all_of_them = time.monotonic(), Outcome()
    for outcome in outcomes(given.seed, max(1, given.programs), given.mutants, given.workers):
        all_of_them.add(outcome)
        for fault in outcome.faults:
            print(fault, flush=True)
    print("\n".join(table(all_of_them)))
    print(f"{all_of_them.programs} programs from seed {given.seed} on, {all_of_them.left_out} left out as too long, "
          f"{len(all_of_them.faults)} faults, {(time.monotonic() - begin) / 60:.1f} min")  # fmt: skip
    return 1 if all_of_them.faults else 0


if __name__ == "__main__":
    sys.exit(main())
