# SPDX-License-Identifier: Apache-2.0
"""The tables and figures of Rafique, Butt, Nikolopoulos: DMA-based prefetching for I/O-intensive workloads on the Cell
architecture (Computing Frontiers 2008), beside what programs of dfgen take here.

Theirs are of a PlayStation 3: a disk of 41 MB/s, a host processor and six workers with 256 KiB of memory each. What can
be compared is how schemes stand to each other, so shares are printed beside times.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from tests.bench.files.disk import AnyCase, Disk, Measured
from tests.bench.files.programs import Case, Pieces, Readers

KIB, MIB = 1 << 10, 1 << 20
SIGNALLED = "scheme = signalled, backend = thread"
URING = "scheme = signalled, backend = uring"
DIRECT = "scheme = direct"


@dataclass(frozen=True)
class Bench:
    """`identity_bytes`: of the file that is only read, `work_bytes`: of the one that is encrypted."""

    disk: Disk
    runs: int
    identity_bytes: int
    work_bytes: int

    @property
    def cores(self) -> int:
        return min(len(os.sched_getaffinity(0)), 6)


def throughput(size_bytes: int, measured: Measured) -> str:
    return f"{measured.ms:9.0f} ms {size_bytes / MIB / measured.wall_s:8.0f} MiB/s"


def identity_in_parts(bench: Bench) -> Iterator[str]:
    """Table 1: reading a file in blocks of 16 KiB, in parts."""
    size = bench.identity_bytes
    bench.disk.fill(size, "read0.bin")
    yield f"    theirs, 2 GB: {'host':>10} {'worker':>10}   of which reading 48688 and 48414 ms"
    yield f"    {'total, ms':<14}{49664:>10} {49241:>10}"
    cases = [Readers(DIRECT), Readers(SIGNALLED)]
    found = bench.disk.alternated(cases, size, bench.runs)
    yield f"    here, {size / MIB:.0f} MiB: {'direct':>9} {'signalled':>10}"
    rows: tuple[tuple[str, Callable[[Measured], float]], ...] = (
        ("start and end", lambda m: m.ms - m.elapsed_ms),
        ("reading", lambda m: m.of_file("read0", "waited_ns")),
        ("all else", lambda m: m.elapsed_ms - m.of_file("read0", "waited_ns")),
        ("total, ms", lambda m: m.ms),
    )
    for name, part in rows:
        yield f"    {name:<14}" + " ".join(f"{part(measured):>10.1f}" for measured in found)


def identity_by_blocks(bench: Bench) -> Iterator[str]:
    """Table 2: reading a file in blocks of several sizes, cold, by several backends."""
    size = bench.identity_bytes
    bench.disk.fill(size, "read0.bin")
    yield "    theirs, 2 GB: 4 KB 41.09 (host) and 37.19 (worker) MB/s, 16 KB 41.08 and 40.48"
    ways = (DIRECT, "scheme = direct, backend = mmap", f"{DIRECT}, direct", SIGNALLED, URING, f"{URING}, direct")
    for block in (4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB):
        # A system call for each block past the cache waits for the disk: small ones are measured on a part.
        part = min(size, max(MIB, size * block // (256 * KIB)))
        bench.disk.fill(part, "read0.bin")
        cases = [Readers(how, block=block) for how in ways]
        for case, measured in zip(cases, bench.disk.alternated(cases, part, bench.runs), strict=True):
            yield f"    {block >> 10:>5} KiB {throughput(part, measured)}  {case.how}"


def cold_and_warm(bench: Bench) -> Iterator[str]:
    """Table 5: a file read cold, and three times more."""
    size = bench.work_bytes
    bench.disk.fill(size, "read0.bin")
    yield "    theirs, 64 MB: host 3403, host 205, worker 714, worker 640 ms"
    yield "                   worker 4174, worker 329, host 217, host 217 ms"
    one, other = Readers(DIRECT), Readers(SIGNALLED)
    for cases in ((one, one, other, other), (other, other, one, one)):
        found = [bench.disk.run(case, size, is_cold=index == 0) for index, case in enumerate(cases)]
        yield "    here: " + ", ".join(f"{c.how.split(',')[0][9:]} {m.ms:.1f}" for c, m in zip(cases, found)) + " ms"


def several_readers(bench: Bench) -> Iterator[str]:
    """Figure 3: one to six sources read files of their own, in blocks of 16 KiB, of as many bytes in all."""
    yield "    theirs, 2 GB: six readers get 6.4 % less than one"
    cases = {n: Readers(DIRECT, n, cores=bench.cores) for n in range(1, 7)}
    first = 0.0
    for count, case in cases.items():
        for name in case.sources:
            bench.disk.fill(bench.identity_bytes // count // case.block * case.block, f"{name}.bin")
        (measured,) = bench.disk.alternated([case], bench.identity_bytes, bench.runs)
        first = first or measured.wall_s
        more = 100 * (first / measured.wall_s - 1)
        yield f"    {count} {throughput(bench.identity_bytes, measured)}  {more:+.1f} %"


PIECES = (KIB, 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB)


def pieces(bench: Bench) -> Iterator[str]:
    """Table 3: blocks go to workers in pieces."""
    bench.disk.fill(bench.work_bytes)
    yield "    theirs, 64 MB, ms:    1 KB 21750, 2 KB 13952, 4 KB 9427, 8 KB 7828, 16 KB 6394 on one worker"
    yield "                          1 KB 95410, 2 KB 56953, 4 KB 37031, 8 KB 26168, 16 KB 21206 on six"
    for one_worker in (True, False):
        cases = [Pieces(piece, max(2, bench.cores), one_worker) for piece in PIECES]
        found = bench.disk.alternated(cases, bench.work_bytes, bench.runs)
        on = "one worker" if one_worker else f"{max(2, bench.cores)} cores"
        yield f"    here, {on}, ms: " + ", ".join(f"{c.name} {m.ms:.0f}" for c, m in zip(cases, found))


def pieces_in_parts(bench: Bench) -> Iterator[str]:
    """Table 4: pieces of 4 KiB and of 16 KiB on one worker, in parts."""
    bench.disk.fill(bench.work_bytes)
    cases = [Pieces(size, 2, one_worker=True) for size in (4 * KIB, 16 * KIB)]
    four, sixteen = bench.disk.alternated(cases, bench.work_bytes, bench.runs)
    yield f"    {'':<26}{'theirs, 4 KB':>13} {'16 KB':>8}   {'here, 4 KiB':>13} {'16 KiB':>8}"
    rows: tuple[tuple[str, int, int, Callable[[Measured], float]], ...] = (
        ("pieces", 16384, 4096, lambda m: 0),
        ("reading, ms", 450, 497, lambda m: m.of_file("read", "waited_ns")),
        ("writing, ms", 1191, 1221, lambda m: m.of_file("write", "waited_ns")),
        ("CPU time, ms", 11250, 4740, lambda m: m.cpu_s * 1000),
        ("total, ms", 10176, 6565, lambda m: m.ms),
    )
    for name, first, second, part in rows:
        own = [part(four), part(sixteen)]
        if name == "pieces":
            own = [float(bench.work_bytes // case.piece) for case in cases]
        yield f"    {name:<26}{first:>13} {second:>8}   {own[0]:>13.0f} {own[1]:>8.0f}"


SCHEMES = (
    (1, "scheme = direct", 1.0),
    (2, "scheme = prefetch", 1.076),
    (3, "scheme = prefetch_async", 1.025),
    (4, "scheme = staged", 1.024),
    (6, SIGNALLED, 0.778),
)
"""With how long it takes in their Figure 4, over scheme 1: from what their text says of each two of them."""


def all_schemes(bench: Bench) -> Iterator[str]:
    """Figure 4: encrypting a file under all schemes, in parts; one worker, blocks of 16 KiB."""
    bench.disk.fill(bench.work_bytes)
    cases: list[AnyCase] = [Case("cbc", how, 1, 16 * KIB) for _, how, _ in SCHEMES]
    *found, alone = bench.disk.alternated([*cases, Case("cbc", "none", 1, 16 * KIB)], bench.work_bytes, bench.runs)
    head = "".join(f"{word:>8}" for word in ("ahead", "read", "write", "work", "behind", "total"))
    yield f"    {'scheme':<18}{head} ms{'of 1':>8}{'theirs':>8}"
    for (number, how, theirs), measured in zip(SCHEMES, found, strict=True):
        waits = [measured.of_file(*of) for of in (("read", "waited_ns"), ("write", "waited_ns"))]
        ahead = measured.of_file("read", "ahead_ns")
        behind = measured.of_file("read", "behind_ns") + measured.of_file("write", "behind_ns")
        parts = (ahead, *waits, measured.elapsed_ms - sum(waits), behind, measured.ms)
        name = f"{number} {how.split(',')[0].removeprefix('scheme = ')}"
        figures = "".join(f"{part:>8.1f}" for part in parts)
        yield f"    {name:<18}{figures}   {measured.wall_s / found[0].wall_s:>8.2f}{theirs:>8.2f}"
    yield f"    the work alone takes {alone.elapsed_ms:.1f} ms; 5 is refused: blocks might not be there yet"


def scaled(bench: Bench) -> Iterator[str]:
    """Table 6: schemes 1 and 6 on all cores, which share the blocks."""
    bench.disk.fill(bench.work_bytes)
    cases = [Case("ctr", how, cores, 16 * KIB) for cores in (1, bench.cores) for how in (DIRECT, SIGNALLED)]
    found = bench.disk.alternated(cases, bench.work_bytes, bench.runs)
    yield "    theirs, 64 MB, six workers: scheme 1 3735 ms, scheme 6 3410 ms (-8.7 %), 23.9 % less than on one"
    for case, measured in zip(cases, found, strict=True):
        waits = " ".join(f"{name} {measured.of_file(name, 'waited_ns'):.1f}" for name in ("read", "write"))
        yield f"    {measured.ms:8.1f} ms  {case.name}; waits: {waits}"
    for one, other in pairwise(found[2:]):
        yield f"    here, {bench.cores} cores: {100 * (other.wall_s / one.wall_s - 1):+.1f} %"
    yield f"    scheme 6 on {bench.cores} cores against one: {100 * (found[3].wall_s / found[1].wall_s - 1):+.1f} %"


TABLES: dict[str, Callable[[Bench], Iterator[str]]] = {
    "table 1": identity_in_parts,
    "table 2": identity_by_blocks,
    "table 5": cold_and_warm,
    "figure 3": several_readers,
    "table 3": pieces,
    "table 4": pieces_in_parts,
    "figure 4": all_schemes,
    "table 6": scaled,
}
