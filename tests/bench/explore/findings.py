# SPDX-License-Identifier: Apache-2.0
"""What Ghasemi et al. (2021) found on stereo, beside what replayed plans find: each as what is claimed, what was found,
and the paper's figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dfgen.explore.architectures import PAPER_CORES
from dfgen.explore.sweep import Point

COPIED = "memcpy"
LEAPS = (("7", "8"), ("11", "12"), ("16", "17"))

Row = tuple[str, str, str]
Points = Mapping[tuple[str, int, str], Point]


def findings(points: Sequence[Point], cores: Sequence[int]) -> Iterator[Row]:
    by_key = {(p.architecture, p.cores, p.strategy): p for p in points}
    for strategy in ("shared", "cow"):
        yield from _against_copies(by_key, cores, strategy)
    yield from _leaps(by_key, cores)
    yield from _sharing(by_key, cores)
    yield from _queues(by_key, cores)
    if PAPER_CORES[-1] in cores:
        yield from _best(points, PAPER_CORES[-1])


def _best(points: Sequence[Point], cores: int) -> Iterator[Row]:
    times = {p.architecture: p.figures.iteration_ps for p in points if (p.cores, p.strategy) == (cores, COPIED)}
    best = min(times, key=lambda name: times[name])
    beyond = min(time for name, time in times.items() if int(name) > 7) / times[best] - 1
    found = f"({best}), best of (8) to (22) {beyond:+.1%}"
    yield f"4. best architecture of {COPIED} on {cores} cores", found, "(1) to (7)"


def _against_copies(points: Points, cores: Sequence[int], strategy: str) -> Iterator[Row]:
    for count in cores:
        for name, paper_says in (("2", "-53 %"), ("4", "-63 to -72 %")):
            new, old = points.get((name, count, strategy)), points.get((name, count, COPIED))
            if new and old:
                first = new.figures.levels[0].misses / old.figures.levels[0].misses - 1
                memory = new.figures.dram_accesses / old.figures.dram_accesses - 1
                what = f"1. {strategy} for {COPIED} on ({name}), {count} cores"
                yield what, f"L1 misses {first:+.0%}, DRAM {memory:+.0%}", f"-46 %, {paper_says}"


def _leaps(points: Points, cores: Sequence[int]) -> Iterator[Row]:
    for before, after in LEAPS:
        for strategy in (COPIED, "shared"):
            for count in cores:
                pair = points.get((before, count, strategy)), points.get((after, count, strategy))
                if pair[0] and pair[1]:
                    found = pair[1].figures.dram_accesses / pair[0].figures.dram_accesses
                    yield f"2. DRAM ({before}) to ({after}), {strategy}, {count} cores", f"{found:.2f}", "1.15 or more"


def _sharing(points: Points, cores: Sequence[int]) -> Iterator[Row]:
    for strategy in (COPIED, "shared"):
        found = [points.get((name, cores[-1], strategy)) for name in ("1", "2", "3", "8")]
        if all(found):
            rates = " > ".join(f"{100 * point.figures.levels[1].miss_rate:.0f} %" for point in found if point)
            yield f"3. L2 miss rate, private, x2, x4, x8, {strategy}", rates, "falling"


def _queues(points: Points, cores: Sequence[int]) -> Iterator[Row]:
    for before, after in LEAPS:
        for strategy in (COPIED, "shared"):
            for count in cores:
                pair = points.get((before, count, strategy)), points.get((after, count, strategy))
                if pair[0] and pair[1]:
                    waits = f"{pair[0].figures.queue_ns:.0f} to {pair[1].figures.queue_ns:.0f} ns"
                    yield f"4. queue delay ({before}) to ({after}), {strategy}, {count} cores", waits, "rising"
