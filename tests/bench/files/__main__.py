# SPDX-License-Identifier: Apache-2.0
"""What file actors gain: a file through AES-256, by one scheme and by another in turn.

    python -m tests.bench.files [--runs N] [--mib N] [--row NAME ...] [--folder DIR] [--quick]

The time is that of the whole process, from its start to its end. The input is cold: before each run its pages are
dropped, and what was written before is on the disk. Ratios are of medians of alternated runs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.bench.files.programs import KEY, MIB, Case, build
from tests.probing import unusable

DROP = Path("/proc/sys/vm/drop_caches")
SIGNALLED = "scheme = signalled, backend = thread"
SIGNALLED_DIRECT = "scheme = signalled, direct"
URING = "scheme = signalled, backend = uring, direct"
DIRECT = "scheme = direct"
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


ROWS = (
    Row("buffered", Case("cbc", SIGNALLED, 2), (Case("cbc", DIRECT, 2),), 0.86),
    Row("past the cache", Case("cbc", SIGNALLED_DIRECT, 2), (Case("cbc", DIRECT_DIRECT, 2),), 0.65),
    Row("durable", Case("cbc", SIGNALLED_DIRECT, 2, durable=True), (Case("cbc", DIRECT, 2, durable=True),), 0.70),
    Row("bound", Case("cbc", SIGNALLED_DIRECT, 2), (Case("cbc", "none", 2), Case("copy", SIGNALLED_DIRECT, 2)), 1.2),
    Row("one core", Case("cbc", URING, 1), (Case("cbc", "plain", 2),), 1.15),
    Row("small blocks", Case("cbc", URING, 2, 16384), (Case("cbc", DIRECT_DIRECT, 2, 16384),), 0.65, 1 / 16),
    Row("short work", Case("ctr", AUTO, 2), (Case("ctr", DIRECT, 2),), 1.10, 1 / 2),
)


@dataclass(frozen=True)
class Disk:
    folder: Path
    drops_all: bool

    @property
    def source(self) -> Path:
        return self.folder / "in.bin"

    def fill(self, mib: int) -> None:
        block = os.urandom(MIB)
        with self.source.open("wb") as file:
            for _ in range(mib):
                file.write(block)
            os.fsync(file.fileno())

    def make_cold(self) -> None:
        for name in ("out.bin", "out.bin.part"):
            (self.folder / name).unlink(missing_ok=True)
        os.sync()
        if self.drops_all:
            DROP.write_text("1")
            return
        with self.source.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def seconds(self, program: Path, case: Case, blocks: int) -> float:
        """Of one run."""
        self.make_cold()
        end = ("-n", str(blocks)) if case.how == "none" else ()
        command = [str(program), "-q", *end, f"read={self.source}", f"write={self.folder / 'out.bin'}", *KEY]
        began = time.monotonic()
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return time.monotonic() - began


def measured(row: Row, disk: Disk, mib: int, runs: int, program_of: Callable[[Case], Path]) -> Iterator[str]:
    cases = (row.one, *row.others)
    programs = [program_of(case) for case in cases]
    disk.fill(mib)
    times: list[list[float]] = [[] for _ in cases]
    for _ in range(runs):
        for case, program, found in zip(cases, programs, times, strict=True):
            found.append(disk.seconds(program, case, mib * MIB // case.block))
    first, *others = (median(found) for found in times)
    ratio = first / max(others)
    for case, seconds in zip(cases, (first, *others), strict=True):
        yield f"    {seconds * 1000:8.0f} ms  {case.name}"
    verdict = "within" if ratio <= row.most else "BEYOND"
    yield f"  {row.name}: {mib} MiB, {ratio:.3f} of the other, at most {row.most:.2f}: {verdict}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.files", description=__doc__)
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="of each program (default: 7)")
    parser.add_argument("--mib", type=int, default=1024, metavar="N", help="size of the file (default: 1024)")
    parser.add_argument("--row", action="append", choices=[row.name for row in ROWS], help="only this one")
    parser.add_argument("--folder", type=Path, help="where the files are (default: one of its own)")
    parser.add_argument(
        "--fadvise", action="store_true", help="drop the pages of the input only, whatever rights allow"
    )
    parser.add_argument("--quick", action="store_true", help="few and short runs, of which the figures say little")
    given = parser.parse_args()
    if reason := unusable("cc", "-lcrypto"):
        print(f"libcrypto cannot be linked here: {reason}")
        return 0
    runs, mib = (2, 32) if given.quick else (given.runs, given.mib)
    drops_all = os.access(DROP, os.W_OK) and not given.fadvise
    print(f"caches are dropped {'whole' if drops_all else 'by posix_fadvise'}; medians of {runs} alternated runs")
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-", dir=given.folder) as name:
        disk = Disk(Path(name), drops_all)
        programs: dict[Case, Path] = {}

        def program_of(case: Case) -> Path:
            if case not in programs:
                programs[case] = build(case, disk.folder / f"program{len(programs)}")
            return programs[case]

        for row in ROWS:
            if not given.row or row.name in given.row:
                for line in measured(row, disk, max(1, int(mib * row.part)), runs, program_of):
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
