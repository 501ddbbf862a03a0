# SPDX-License-Identifier: Apache-2.0
"""A pipeline of two cores whose tokens are lists: how long a token takes by strategy. The copies of `offload` are made
by a thread of its own. Each program must tell the same sum."""

from __future__ import annotations

import json
import os
import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path

from dfgen.pipeline import CompileOptions
from tests.bench.tracing.__main__ import built
from tests.bench.transfers.builds import run_command

HERE = Path(__file__).parent
GRAPH = """\
object struct link {{ }}
graph pipeline {{
    include "pipeline.h"; source "pipeline.c";
    actor make @core(0) {{
        state n : uint64; fire make({count}, n, out); out out : object struct link[1] up to {bytes};
    }}
    actor take @core(1) {{ state s : uint64; fire take(s, in); end tell(s); in in : object struct link[1]; }}
    make.out -> take.in;
}}
"""
LINK_BYTES = 16
COUNTS = (40, 300, 1000, 3000, 10_000)
QUICK_COUNTS = (300,)
# By itself a core would copy what has less than 64 KiB.
STRATEGIES = ("serialize", "memcpy", "shared", "offload(threshold=1)")
REFERENCE = "serialize"
THREADS = 3
RUN_NS = 200_000_000


def report(folder: Path, rounds: int, *, quick: bool) -> Iterator[str]:
    yield "\nPipeline of two cores, lists: ns a token, and times faster than serialize (least to most)"
    if len(os.sched_getaffinity(0)) < THREADS:
        yield "(the thread that copies for `offload` has no CPU of its own here)"
    yield f"{'elements':>9}{'bytes':>8}" + "".join(f"{name:>26}" for name in STRATEGIES)
    for count in QUICK_COUNTS if quick else COUNTS:
        times = _measured(folder / f"pipeline-{count}", count, rounds)
        yield f"{count:>9}{count * LINK_BYTES:>8}" + "".join(f"{_cell(times, name):>26}" for name in STRATEGIES)


def _cell(times: dict[str, list[float]], name: str) -> str:
    factors = [slow / fast for slow, fast in zip(times[REFERENCE], times[name], strict=True)]
    spread = f"{statistics.median(factors):.2f}x ({min(factors):.2f}-{max(factors):.2f})"
    return f"{statistics.median(times[name]):.0f} {spread}"


def _measured(folder: Path, count: int, rounds: int) -> dict[str, list[float]]:
    """By strategy, in turns."""
    folder.mkdir(parents=True)
    for name in ("pipeline.h", "pipeline.c"):
        shutil.copy(HERE / name, folder)
    graph = folder / "pipeline.sdf"
    graph.write_text(GRAPH.format(count=count, bytes=count * LINK_BYTES), encoding="utf-8")
    programs = {
        name: built(graph, CompileOptions(cores=2, transfers=(f"make.out={name}",)), folder / name.split("(")[0])
        for name in STRATEGIES
    }
    iterations = max(1000, round(RUN_NS / (20 * count)))
    found: dict[str, list[float]] = {name: [] for name in STRATEGIES}
    sums = set()
    for _ in range(rounds):
        for name, program in programs.items():
            token_ns, told = _run(program, iterations)
            found[name].append(token_ns)
            sums.add(told)
    if len(sums) != 1:
        raise SystemExit(f"strategies gave different sums for lists of {count}: {sums}")
    return found


def _run(program: Path, iterations: int) -> tuple[float, tuple[str, ...]]:
    ended = run_command([str(program), "-n", str(iterations), "-q", "--json", "figures.json"], program.parent)
    figures = json.loads((program.parent / "figures.json").read_text(encoding="utf-8"))
    return figures["elapsed_ns"] / figures["iterations"], tuple(ended.lines)
