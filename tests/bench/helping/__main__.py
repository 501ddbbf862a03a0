# SPDX-License-Identifier: Apache-2.0
"""What it gains, and what it costs, that cores which wait run firings of others: a program with and without it, run in
turn, whose two cores have half of an actor's firings each.

    python -m tests.bench.helping [--runs N] [--quick]

In a line of `even` work all firings take equally long, so that help only costs; in one of `uneven` work those of one
core take twice as long as the graph says. Ratios are of the times of pairs of runs, with an interval that encloses the
median with 95 % confidence. Lines whose firings `--help-others auto` takes as too short are marked.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from functools import partial

from dfgen.machine.constants import HELPED_NS
from dfgen.pipeline import CompileOptions
from dfgen.profile.comparison import Estimate
from tests.bench.constants.cases import BESIDE, ROUND_NS, Case, half_as_long
from tests.bench.tracing.__main__ import ratio_of
from tests.bench.transfers.builds import FAST, HASTY, Absent, Program, Workshop, run_program

FIRINGS_NS = (500, 1000, 2000, 5000, 10_000, 20_000)
WORK = {"even": 1, "uneven": 2}
FIRINGS = 64
RUN_NS = 150_000_000
QUICK_NS = 5_000_000


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.helping", description=__doc__)
    parser.add_argument("--runs", type=int, default=15, metavar="N", help="pairs of runs (default: 15)")
    parser.add_argument("--quick", action="store_true", help="one length of firings, run briefly")
    given = parser.parse_args()
    print("work    a firing  of the time without help   95 % interval")
    with closing(Workshop(HASTY if given.quick else FAST)) as workshop:
        for work, times in WORK.items():
            for firing_ns in (10_000,) if given.quick else FIRINGS_NS:
                ratio = compared(workshop, firing_ns, times, 2 if given.quick else given.runs, given.quick)
                short = "  too short" if firing_ns < HELPED_NS.value else ""
                interval = f"{ratio.low:.3f} to {ratio.high:.3f}"
                print(f"{work:<6}{firing_ns:>7} ns  {ratio.median:>24.3f}  {interval}{short}", flush=True)
    return 0


def compared(workshop: Workshop, firing_ns: int, times: int, runs: int, quick: bool) -> Estimate:
    case = Case("helped", half_as_long(round(firing_ns / ROUND_NS), times=times, count=FIRINGS))
    graph = workshop.graph(f"{firing_ns}_{times}", case.text, BESIDE)
    iterations = max(20, (QUICK_NS if quick else RUN_NS) // (firing_ns * FIRINGS // 2))
    options = (CompileOptions(cores=2, latency_iterations=1, helping=helping) for helping in ("none", "all"))
    alone, helped = (partial(iteration_ns, workshop.program(graph, each), iterations) for each in options)
    return ratio_of(alone, helped, runs)


def iteration_ns(program: Program | Absent, iterations: int) -> float:
    assert isinstance(program, Program)
    return run_program(program.path, iterations, {}).iteration_ns


if __name__ == "__main__":
    sys.exit(main())
