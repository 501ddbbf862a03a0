# SPDX-License-Identifier: Apache-2.0
"""How well an iteration's time is predicted: applications compiled with the costs and times of this machine, and run.

    python -m tests.bench.prediction [--app NAME]... [--cores N]... [--runs N] [--seconds N] [--calibrated] [--quick]

It does what a user would: `dfgen calibrate` once, then for each application and number of cores `dfgen profile
--update-times` on a copy of it, and `dfgen compile`, which predicts with these times. The profile's runs without a
trace, between which it takes the times, are what the prediction is held against. The cases take turns, round by round,
and each round takes the times anew, as others may slow a machine down by a third from one second to the next. A
prediction holds if the median of what the rounds say it is off is within 15 %.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dfgen.profile.profiling import predicted_of_a_run
from tests.bench.copies import copy_of, run_dfgen, update_times

OFF_MOST = 0.15
RUNS = 3


@dataclass(frozen=True)
class Application:
    """Its program's options: enough work for half a second or so. `iterations`: 0 for as many as dfgen finds enough."""

    name: str
    options: tuple[str, ...]
    iterations: int = 0


APPLICATIONS = (
    Application("cd2dat", ("seconds=60", "output=out.wav")),
    Application("edges", ("read=/dev/zero", "write=out.gray"), 2000),
    Application("stereo", ("repeat=1000", "disparity=out.pfm"), 2),
    Application("stabilization", ("frames=200", "output=out.yuv")),
)


@dataclass(frozen=True)
class Case:
    app: Application
    cores: int
    graph: Path

    @property
    def title(self) -> str:
        return f"{self.app.name} on {self.cores}"


@dataclass(frozen=True)
class Pair:
    """ns per iteration of a run."""

    predicted_ns: float
    measured_ns: float

    @property
    def off(self) -> float:
        return self.predicted_ns / self.measured_ns - 1


@dataclass(frozen=True)
class Outcome:
    """The pairs of a case, one a round."""

    pairs: tuple[Pair, ...]

    @property
    def off(self) -> float:
        return statistics.median(pair.off for pair in self.pairs)

    @property
    def verdict(self) -> str:
        return "within" if abs(self.off) <= OFF_MOST else "beyond"


def main() -> int:
    given = _arguments()
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as scratch:
        folder = Path(scratch)
        if not given.calibrated:
            _tell("calibrating")
            os.environ["DFGEN_CACHE"] = str(folder / "cache")
            run_dfgen(folder, "calibrate", "--seconds", str(given.seconds))
        wanted = [app for app in APPLICATIONS if not given.app or app.name in given.app]
        cases = [
            Case(app, cores, copy_of(app.name, folder / f"{app.name}-{cores}"))
            for app in wanted
            for cores in given.cores or (1, 2)
        ]
        rounds = []
        for number in range(given.runs + 1):
            _tell(f"round {number} of {given.runs}")
            rounds.append([_measured(case) for case in cases])
        del rounds[0]  # it ran with the mapping that the times in the repository lead to
    for line in report(cases, [Outcome(pairs) for pairs in zip(*rounds, strict=True)]):
        print(line)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.prediction", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    names = [app.name for app in APPLICATIONS]
    parser.add_argument("--app", action="append", choices=names, help="only this one (repeatable)")
    parser.add_argument(
        "--cores", action="append", type=int, metavar="N", help="so many (repeatable; default: 1 and 2)"
    )
    parser.add_argument("--runs", type=int, default=11, metavar="N", help="rounds (default: 11)")
    parser.add_argument("--seconds", type=int, default=20, metavar="N", help="for calibration (default: 20)")
    parser.add_argument("--calibrated", action="store_true", help="take the costs that this user has measured already")
    parser.add_argument("--quick", action="store_true", help="one application, once: shows that all works")
    given = parser.parse_args()
    if given.quick:
        given.app, given.cores, given.runs, given.seconds = ["edges"], [2], 1, 2
    return given


def _tell(what: str) -> None:
    print(f"* {what}", file=sys.stderr, flush=True)


def _measured(case: Case) -> Pair:
    """The graph gets the times of this machine on so many cores, and what they predict is compared with the run."""
    folder, cores = case.graph.parent, ("--cores", str(case.cores))
    found = update_times(case.graph, case.cores, RUNS, case.app.options, case.app.iterations)
    run_dfgen(folder, "compile", case.graph.name, *cores, "--platform", "host", "-o", "compiled")
    plan = json.loads((folder / "compiled" / "plan.json").read_text(encoding="utf-8"))
    iterations = found["run"]["iterations"]
    predicted_ns = predicted_of_a_run(plan["prediction"], plan["iterations_per_pass"], iterations)
    assert predicted_ns is not None
    return Pair(predicted_ns, found["iteration"]["period_ns"])


def report(cases: Sequence[Case], outcomes: Sequence[Outcome]) -> list[str]:
    lines = [f"application on cores  predicted us  measured us  off     between           limit {OFF_MOST:.0%}"]
    for case, found in zip(cases, outcomes, strict=True):
        predicted, measured = (
            statistics.median(values) / 1000
            for values in zip(*((p.predicted_ns, p.measured_ns) for p in found.pairs), strict=True)
        )
        offs = sorted(pair.off for pair in found.pairs)
        lines.append(
            f"{case.title:<20}  {predicted:>12.2f}  {measured:>11.2f}  {found.off:>+6.1%}  "
            f"{f'{offs[0]:+.1%} to {offs[-1]:+.1%}':<16}  {found.verdict}"
        )
    return lines


if __name__ == "__main__":
    sys.exit(main())
