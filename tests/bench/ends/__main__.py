# SPDX-License-Identifier: Apache-2.0
"""What it costs not to know how many iterations there are: apps/stereo, which processes one pair of images, until its
input ends and with -n 1, in turn.

    python -m tests.bench.ends [--runs N] [--cores N ...]

The time that counts is that from the first firing to the last. Ratios are of pairs of runs, with an interval that
encloses the median with 95 % confidence.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from functools import partial
from pathlib import Path

from dfgen.pipeline import CompileOptions
from tests.bench.tracing.__main__ import APPS, built, ratio_of, verdict
from tests.bench.transfers.builds import run_command

RATIO_MOST = 1.02


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ends", description=__doc__)
    parser.add_argument("--runs", type=int, default=11, metavar="N", help="pairs of runs (default: 11)")
    parser.add_argument(
        "--cores", type=int, nargs="+", default=[1, 2], metavar="N", help="of the programs (default: 1 2)"
    )
    given = parser.parse_args()
    print(f"cores  of the time with -n 1   95 % interval   limit {RATIO_MOST}")
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder:
        for cores in given.cores:
            program = built(APPS / "stereo" / "stereo.sdf", CompileOptions(cores=cores), Path(folder) / str(cores))
            ratio = ratio_of(partial(elapsed_ns, program, "-n", "1"), partial(elapsed_ns, program), given.runs)
            interval = f"{ratio.low:.4f} to {ratio.high:.4f}"
            print(f"{cores:>5}  {ratio.median:>21.4f}  {interval}  {verdict(ratio, RATIO_MOST)}", flush=True)
    return 0


def elapsed_ns(program: Path, *arguments: str) -> float:
    """Of a run, as the program itself says."""
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-run-") as folder:
        command = [str(program), *arguments, "-q", "--json", "figures.json", "disparity=out.pfm"]
        run_command(command, Path(folder))
        figures = json.loads((Path(folder) / "figures.json").read_text(encoding="utf-8"))
    if figures["iterations"] != 1:
        raise RuntimeError(f"{program} ran {figures['iterations']} iterations")
    return float(figures["elapsed_ns"])


if __name__ == "__main__":
    sys.exit(main())
