# SPDX-License-Identifier: Apache-2.0
"""Runs programs for long: a thousand million tokens between cores, memory that must not grow, bytes that must stay the
same, and counters that pass 2^32. From the root of the repository, with gcc:

    python -m tests.long_runs --seconds 3600

The time is for all programs together. Exit status 0 if all went well, and enough tokens passed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .endurance import Run, endure
from .programs import SHORTLY_BEFORE_2_32, WAYS, build
from .wrap import complaint_about_wrap

TOKENS_LEAST = 10**9


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs", description=__doc__.split(". ")[0])
    parser.add_argument("--seconds", type=float, default=3600, help="for all programs together (default: 3600)")
    parser.add_argument("--tokens", type=int, default=TOKENS_LEAST, help="that must have passed (default: 10^9)")
    parser.add_argument("ways", nargs="*", metavar="WAY", help=f"of {', '.join(WAYS)} (default: all)")
    given = parser.parse_args()
    unknown = [name for name in given.ways if name not in WAYS]
    if unknown:
        parser.error(f"no such way: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="dfgen_long_runs_") as scratch:
        return _run_all(given.ways or list(WAYS), given.seconds, given.tokens, Path(scratch))


def _run_all(names: Sequence[str], seconds: float, tokens_least: int, scratch: Path) -> int:
    objects = scratch / "objects"
    objects.mkdir()
    print(f"{'way':14} {'seconds':>8} {'iterations':>12} {'tokens':>16} {'KiB':>8} {'KiB an hour':>12}  verdict")
    runs: list[Run] = []
    wrong = 0
    for name in names:
        program = build(WAYS[name], scratch / name.replace(" ", "_"), objects)
        runs.append(endure(program, seconds / len(names)))
        print(_row(name, runs[-1]), flush=True)
        problem = complaint_about_wrap(WAYS[name], scratch / f"{name.replace(' ', '_')}_begun", objects)
        print(f"{'':14} from pass {SHORTLY_BEFORE_2_32} over 2^32: {problem or 'the same bytes'}", flush=True)
        wrong += bool(problem)
    wrong += sum(bool(run.problem) for run in runs)
    tokens = sum(run.tokens for run in runs)
    enough = tokens >= tokens_least
    print(f"{tokens} tokens passed through FIFOs{'' if enough else f', fewer than {tokens_least}'}")
    return 0 if enough and not wrong else 1


def _row(name: str, run: Run) -> str:
    kib = run.resident[-1][1] if run.resident else 0
    return (
        f"{name:14} {run.seconds:8.0f} {run.iterations:12} {run.tokens:16} {kib:8} {run.slope_kib_per_hour:12.0f}  "
        f"{run.problem or 'well'}"
    )


if __name__ == "__main__":
    sys.exit(main())
