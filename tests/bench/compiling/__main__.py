# SPDX-License-Identifier: Apache-2.0
"""How the time of a compilation grows with a graph: shapes of which there may be much, each of sizes n, 2n and 4n.

    python -m tests.bench.compiling [--shape NAME]... [--size N] [--cores N] [--command NAME] [--runs N] [--quick]

Times are seconds of processors, of all processes together: what runs beside them counts for less. The least of some
runs counts. The growth is the exponent k of n ** k, between n and 4n, of what a graph takes beyond a graph of the
smallest size; where that is next to nothing there is none. 1 is in proportion to the graph.
"""

from __future__ import annotations

import argparse
import math
import resource
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.compiling.shapes import SHAPES, Shape
from tests.bench.copies import run_dfgen

STEPS = (1, 2, 4)
LITTLE_S = 0.1
"""Beyond the smallest graph, of which the clock tells no growth."""


@dataclass(frozen=True)
class Growth:
    """Of one shape: seconds of the smallest graph, and of each size."""

    shape: Shape
    sizes: tuple[int, ...]
    least_s: float
    seconds: tuple[float, ...]

    @property
    def exponent(self) -> float | None:
        first, last = self.seconds[0] - self.least_s, self.seconds[-1] - self.least_s
        if first < LITTLE_S:
            return None
        return math.log(max(last, LITTLE_S) / first, self.sizes[-1] / self.sizes[0])


def main() -> int:
    given = _arguments()
    wanted = [shape for shape in SHAPES if not given.shape or shape.name in given.shape]
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as scratch:
        for line in report([_measured(shape, Path(scratch), given) for shape in wanted]):
            print(line)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.compiling", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    names = [shape.name for shape in SHAPES]
    parser.add_argument("--shape", action="append", choices=names, help="only this one (repeatable)")
    parser.add_argument("--size", type=int, metavar="N", help="n (default: by shape)")
    parser.add_argument("--cores", type=int, metavar="N", help="cores of the program (default: by shape)")
    parser.add_argument("--command", choices=["check", "compile"], default="compile", help="(default: compile)")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="of each size (default: 3)")
    parser.add_argument("--quick", action="store_true", help="one shape, small, once: shows that all works")
    given = parser.parse_args()
    if given.quick:
        given.shape, given.size, given.runs = ["chain"], 16, 1
    return given


def _measured(shape: Shape, scratch: Path, given: argparse.Namespace) -> Growth:
    first = given.size or shape.size
    sizes = tuple(first * step for step in STEPS)
    cores = given.cores or shape.cores
    graphs = [graph_of(shape, size, scratch) for size in (2, *sizes)]
    found: list[list[float]] = [[] for _ in graphs]
    _seconds(graphs[0], given.command, cores)  # what is learnt of the C is kept
    for _ in range(given.runs):
        for graph, seconds in zip(graphs, found, strict=True):
            print(f"* {graph.parent.name}", file=sys.stderr, flush=True)
            seconds.append(_seconds(graph, given.command, cores))
    least_s, *times = map(min, found)
    return Growth(shape, sizes, least_s, tuple(times))


def graph_of(shape: Shape, size: int, scratch: Path) -> Path:
    """The graph file, with its C, in a folder of its own."""
    folder = scratch / f"{shape.name.replace(' ', '-')}-{size}"
    folder.mkdir(exist_ok=True)
    for name in ("stages.c", "stages.h"):
        shutil.copy(Path(__file__).with_name(name), folder)
    graph = folder / "main.sdf"
    graph.write_text(shape.graph(size), encoding="utf-8")
    return graph


def _seconds(graph: Path, command: str, cores: int) -> float:
    before = _used_s()
    options = ["--cores", str(cores), "-o", "compiled"] if command == "compile" else []
    run_dfgen(graph.parent, command, graph.name, *options)
    return _used_s() - before


def _used_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(found: Sequence[Growth]) -> list[str]:
    lines = ["shape             n   least s       n s      2n s      4n s  growth"]
    for growth in found:
        times = "".join(f"{seconds:>10.2f}" for seconds in (growth.least_s, *growth.seconds))
        exponent = "-" if growth.exponent is None else f"{growth.exponent:.2f}"
        lines.append(f"{growth.shape.name:<12}{growth.sizes[0]:>7}{times}{exponent:>8}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
