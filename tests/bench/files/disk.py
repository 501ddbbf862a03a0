# SPDX-License-Identifier: Apache-2.0
"""Files to read and write, cold or warm, and programs that do."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

from tests.apps.harness import Workbench
from tests.bench.files.programs import KEY, MIB, Case, Pieces, Readers, build

DROP = Path("/proc/sys/vm/drop_caches")
MS = 1e6

AnyCase = Case | Readers | Pieces


@dataclass(frozen=True)
class Measured:
    """Of one run. `wall_s`: of the whole process, `cpu_s`: of all its threads; `figures`: its own."""

    wall_s: float
    cpu_s: float
    figures: Mapping[str, Any]

    def of_file(self, actor: str, what: str) -> float:
        """In ms."""
        return sum(file[what] for file in self.figures["files"] if file["actor"] == actor) / MS

    @property
    def ms(self) -> float:
        return self.wall_s * 1000

    @property
    def elapsed_ms(self) -> float:
        return float(self.figures["elapsed_ns"]) / MS


@dataclass
class Disk:
    """`drops_all`: the whole page cache before each cold run, not only the pages of the input."""

    folder: Path
    drops_all: bool
    programs: dict[AnyCase, Path] = field(default_factory=dict)

    @cached_property
    def workbench(self) -> Workbench:
        return Workbench(self.folder)

    @property
    def source(self) -> Path:
        return self.folder / "in.bin"

    @property
    def target(self) -> Path:
        return self.folder / "out.bin"

    def program_of(self, case: AnyCase) -> Path:
        if case not in self.programs:
            self.programs[case] = build(case, self.folder / f"graph{len(self.programs)}", self.workbench)
        return self.programs[case]

    def fill(self, size_bytes: int, name: str = "in.bin") -> None:
        """With bytes of which no two MiB are the same; as it is if it has that size."""
        path = self.folder / name
        if path.exists() and path.stat().st_size == size_bytes:
            return
        block = os.urandom(MIB)
        with path.open("wb") as file:
            for at in range(0, size_bytes, MIB):
                file.write((at.to_bytes(8, "little") + block[8:])[: size_bytes - at])
            os.fsync(file.fileno())

    def make_cold(self, *names: str) -> None:
        for name in ("out.bin", "out.bin.part"):
            (self.folder / name).unlink(missing_ok=True)
        os.sync()
        if self.drops_all:
            DROP.write_text("1")
            return
        for name in names or ("in.bin",):
            with (self.folder / name).open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def run(self, case: AnyCase, size_bytes: int, *, is_cold: bool = True) -> Measured:
        names = [f"{source}.bin" for source in case.sources] if isinstance(case, Readers) else ["in.bin"]
        program = self.program_of(case)
        if is_cold:
            self.make_cold(*names)
        if isinstance(case, Readers):
            given = [f"{source}={self.folder / source}.bin" for source in case.sources]
        else:
            given = [f"read={self.source}", f"write={self.target}"]
        if isinstance(case, Case) and case.work != "copy":
            given += KEY
        if isinstance(case, Case) and case.how == "none":
            given = ["-n", str(size_bytes // case.block), *KEY]
        figures = self.folder / "figures.json"
        before, began = _children_cpu_s(), time.monotonic()
        command = [str(program), "-q", "--json", str(figures), *given]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        wall_s = time.monotonic() - began
        return Measured(wall_s, _children_cpu_s() - before, json.loads(figures.read_text()))

    def alternated(self, cases: Sequence[AnyCase], size_bytes: int, runs: int) -> list[Measured]:
        """Of each the run of the median time."""
        rounds = self.rounds(cases, size_bytes, runs)
        return [middle(own) for own in zip(*rounds, strict=True)]

    def rounds(self, cases: Sequence[AnyCase], size_bytes: int, runs: int) -> list[list[Measured]]:
        """Each case once a round."""
        for case in cases:
            self.program_of(case)
        return [[self.run(case, size_bytes) for case in cases] for _ in range(runs)]


def middle(runs: Sequence[Measured]) -> Measured:
    """The run whose time is nearest to the median."""
    usual = median(run.wall_s for run in runs)
    return min(runs, key=lambda run: abs(run.wall_s - usual))


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
