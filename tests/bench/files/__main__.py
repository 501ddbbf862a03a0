# SPDX-License-Identifier: Apache-2.0
"""What file actors gain: files read, and encrypted by AES-256, by one scheme and by another in turn.

    python -m tests.bench.files [--bytes N] [--runs N] [--table NAME ...] [--row NAME ...] [--folder DIR] [--quick]

First the tables and figures of the paper that the schemes are from, each beside its numbers; then rows of what is to
be reached. The time is that of the whole process, from its start to its end. The input is cold: before each run its
pages are dropped, and what was written before is on the disk. Ratios are of medians of alternated runs.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.files.disk import DROP, Disk, middle
from tests.bench.files.programs import MIB, Case
from tests.bench.files.tables import DIRECT, SIGNALLED, TABLES, Bench
from tests.probing import unusable

SIGNALLED_DIRECT = "scheme = signalled, direct"
URING = "scheme = signalled, backend = uring, direct"
DIRECT_DIRECT = "scheme = direct, direct"
AUTO = "scheme = auto"


@dataclass(frozen=True)
class Row:
    """`one` is to take at most `most` times as long as the longest of `others`."""

    name: str
    one: Case
    others: tuple[Case, ...]
    most: float
    part: float = 1.0  # of the size asked for


_ROWS = (
    Row("buffered", Case("cbc", SIGNALLED, 2), (Case("cbc", DIRECT, 2),), 0.86),
    Row("past the cache", Case("cbc", SIGNALLED_DIRECT, 2), (Case("cbc", DIRECT_DIRECT, 2),), 0.65),
    Row("durable", Case("cbc", SIGNALLED_DIRECT, 2, durable=True), (Case("cbc", DIRECT, 2, durable=True),), 0.70),
    Row("bound", Case("cbc", SIGNALLED_DIRECT, 2), (Case("cbc", "none", 2), Case("copy", SIGNALLED_DIRECT, 2)), 1.2),
    Row("one core", Case("cbc", URING, 1), (Case("cbc", "plain", 2),), 1.15),
    Row("small blocks", Case("cbc", URING, 2, 16384), (Case("cbc", DIRECT_DIRECT, 2, 16384),), 0.65, 1 / 16),
    Row("short work", Case("ctr", AUTO, 2), (Case("ctr", DIRECT, 2),), 1.10, 1 / 2),
)
ROWS = {row.name: row for row in _ROWS}


def measured(row: Row, disk: Disk, size_bytes: int, runs: int) -> Iterator[str]:
    cases = (row.one, *row.others)
    disk.fill(size_bytes)
    rounds = disk.rounds(cases, size_bytes, runs)
    first, *others = (middle(own).wall_s for own in zip(*rounds, strict=True))
    ratio = first / max(others)
    each = [one.wall_s / max(other.wall_s for other in rest) for one, *rest in rounds]
    for case, seconds in zip(cases, (first, *others), strict=True):
        yield f"    {seconds * 1000:8.0f} ms  {case.name}"
    verdict = "within" if ratio <= row.most else "BEYOND"
    found = f"{ratio:.3f} of the other (rounds {min(each):.3f} to {max(each):.3f})"
    yield f"  {row.name}: {size_bytes >> 20} MiB, {found}, at most {row.most:.2f}: {verdict}"


def lines(disk: Disk, given: argparse.Namespace) -> Iterator[str]:
    bench = Bench(disk, given.runs, given.bytes, given.work_bytes)
    wanted = [*given.table, *given.row] or [*TABLES, *ROWS]
    for name, table in TABLES.items():
        if name in wanted:
            yield f"{name}{(table.__doc__ or '').partition(':')[1]}{(table.__doc__ or '').partition(':')[2]}"
            yield from table(bench)
    for name, row in ROWS.items():
        if name in wanted:
            yield from measured(row, disk, max(MIB, int(given.bytes * row.part) // MIB * MIB), given.runs)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.files", description=__doc__)
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="of each program (default: 7)")
    parser.add_argument("--bytes", type=int, default=1 << 30, metavar="N", help="of the file (default: 1 GiB)")
    more = "of the file that tables 3 to 6 encrypt (default: 64 MiB, theirs)"
    parser.add_argument("--work-bytes", type=int, default=64 << 20, metavar="N", help=more)
    parser.add_argument("--table", action="append", default=[], choices=TABLES, help="only this one")
    parser.add_argument("--row", action="append", default=[], choices=ROWS, help="only this one")
    parser.add_argument("--folder", type=Path, help="where the files are (default: one of its own)")
    parser.add_argument(
        "--fadvise", action="store_true", help="drop the pages of the input only, whatever rights allow"
    )
    parser.add_argument("--quick", action="store_true", help="few and short runs, of which the figures say little")
    given = parser.parse_args()
    if reason := unusable("cc", "-lcrypto"):
        print(f"libcrypto cannot be linked here: {reason}")
        return 0
    if given.quick:
        given.runs, given.bytes, given.work_bytes = 2, 16 << 20, 4 << 20
    drops_all = os.access(DROP, os.W_OK) and not given.fadvise
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-", dir=given.folder) as name:
        print(f"caches are dropped {'whole' if drops_all else 'by posix_fadvise'}; files of {given.bytes >> 20} MiB in")
        print(f"{Path(name).parent}; medians of {given.runs} alternated runs on {len(os.sched_getaffinity(0))} CPUs")
        for line in lines(Disk(Path(name), drops_all), given):
            print(line, flush=True)
    print(f"took {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
