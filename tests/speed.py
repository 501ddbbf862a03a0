# SPDX-License-Identifier: Apache-2.0
"""How much of the work that `durations.json` tells of fits into a time on this machine, all of whose processors work.

    python -m tests.speed SECONDS

prints so many of the seconds that are recorded there; a machine that is faster is given no more.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

RECORDED_S = 0.12
"""What a sample took where the durations were recorded."""
ADDITIONS, SAMPLES = 2_000_000, 9
SAMPLE = f"""
from time import perf_counter
for _ in range({SAMPLES}):
    began, total = perf_counter(), 0
    for number in range({ADDITIONS}):
        total += number
    print(perf_counter() - began)
"""


def slowness() -> float:
    """How many times longer a sample takes here, one on each processor, for these may share what computes."""
    commands = [[sys.executable, "-c", SAMPLE]] * len(os.sched_getaffinity(0))
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    taken_s = [float(line) for process in running for line in process.communicate()[0].split()]
    return max(1.0, statistics.median(taken_s) / RECORDED_S)


if __name__ == "__main__":
    print(round(float(sys.argv[1]) / slowness()))
