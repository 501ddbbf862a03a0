# SPDX-License-Identifier: Apache-2.0
"""Counters that pass 2^32: a program that begins shortly before tells the same as one that begins at 0."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from .programs import PERIOD_ITERATIONS, SHORTLY_BEFORE_2_32, Program, Way, build

SECONDS_MAX = 120
PERIODS = 4


def complaint_about_wrap(way: Way, folder: Path, objects: Path) -> str:
    """Empty if all is well."""
    usual = build(way, folder / "usual", objects)
    begun = build(way, folder / "begun", objects, SHORTLY_BEFORE_2_32)
    passes = -(-PERIODS * PERIOD_ITERATIONS // usual.iterations_per_pass)
    passes = max(passes, 2**32 - SHORTLY_BEFORE_2_32 + 40)
    outputs = [_output(program, passes) for program in (usual, begun)]
    return "" if outputs[0] == outputs[1] else f"{outputs[1].strip()!r} in place of {outputs[0].strip()!r}"


def _output(program: Program, passes: int) -> str:
    iterations = (program.first_pass + passes) * program.iterations_per_pass
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DFGEN_")}
    ended = subprocess.run(
        [str(program.binary), "-n", str(iterations)], env=kept, capture_output=True, text=True, timeout=SECONDS_MAX,
        check=False,
    )  # fmt: skip
    return ended.stdout + ended.stderr + (f" status {ended.returncode}" if ended.returncode else "")
