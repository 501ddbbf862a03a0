# SPDX-License-Identifier: Apache-2.0
"""What a copy by an engine costs and hides where CPUs are free, and where others have them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from dfgen.pipeline import CompileOptions
from dfgen.profile.comparison import Estimate
from tests.bench.transfers.builds import Absent, Program, run_program
from tests.bench.transfers.measure import alternate, paired
from tests.bench.transfers.programs import ACTORS, Programs, cell, timing_of

SIZE, QUICK_SIZE = 4 << 20, 1 << 20
ROUNDS = 4
PASSES, QUICK_PASSES = 200, 20
VARIANTS = {"memcpy": "memcpy", "offload": "offload, engine = thread", "shared": ""}
CPUS = sorted(os.sched_getaffinity(0))
CONDITIONS: Mapping[str, Sequence[int]] = {"free": (), "busy": CPUS[1:2], "crowded": (*CPUS, *CPUS), "one CPU": ()}
"""The CPUs of busy processes beside the program; `one CPU`: the program has one only."""
LIMITS = {"busy": 1.25, "crowded": 1.15, "one CPU": 1.15}
"""How long an iteration with the engine may take by that with memcpy."""
HIDDEN_WANTED = 0.85
BUSY = "while True: pass"


@dataclass(frozen=True)
class Busy:
    """ns an iteration by variant, under one condition; `works`: an actor has work while the engine copies."""

    condition: str
    works: bool
    samples: Mapping[str, tuple[float, ...]]

    @property
    def ratio(self) -> Estimate:
        return paired(self.samples["offload"], self.samples["memcpy"])

    @property
    def hidden(self) -> Estimate:
        """The share of what memcpy adds that the engine takes off the core."""
        shared, memcpy, offload = (self.samples[name] for name in ("shared", "memcpy", "offload"))
        saved = [m - o for m, o in zip(memcpy, offload, strict=True)]
        return paired(saved, [m - s for m, s in zip(memcpy, shared, strict=True)])


def graph_text(size: int, works: bool, transfer: str, writes: bool = False) -> str:
    """One core. With `works`, an actor reads what was copied, before the reader of the copy. With `writes`, the latter
    changes its window, which it must have for itself then."""
    consumers = ("copied", "work") if works else ("copied",)
    changed = {"copied"} if writes else set()
    lines = [
        f"graph transfers(size = {size}) {{",
        '    include "actors.h"; source "actors.c";',
        "    actor produce { state s : struct bench_source; init open_source(s); fire produce(size, s, out); io;",
        "        out out : uint8[size]; }",
    ]
    for number, name in enumerate(consumers):
        lines += [
            f"    actor {name} {{ state c : struct bench_consumer; init open_consumer(size, {number}, c);",
            f"        fire {'change' if name in changed else 'observe'}(c, size, in, sum);",
            f"        in in : uint8[size]{' read_write' if name in changed else ''}; out sum : uint64[1]; }}",
        ]
    ports = " ".join(f"in a{number} : uint64[1];" for number in range(len(consumers)))
    lines += [
        f"    join gather {{ {ports} out all : uint64[{len(consumers)}]; }}",
        "    actor collect { state c : struct bench_clock; init open_clock(c); end close_clock(c);",
        f"        fire collect({len(consumers)}, c, sums); io; in sums : uint64[{len(consumers)}]; }}",
        f"    produce.out -> copied.in{f' @transfer({transfer})' if transfer else ''};",
        *(f"    produce.out -> {name}.in;" for name in consumers[1:]),
        *(f"    {name}.sum -> gather.a{number};" for number, name in enumerate(consumers)),
        "    gather.all -> collect.sums;",
        "}",
    ]
    return "\n".join(lines) + "\n"


@contextmanager
def busy_processes(cpus: Sequence[int]) -> Iterator[None]:
    """One on each of these CPUs."""
    hogs = []
    try:
        for cpu in cpus:
            hogs.append(subprocess.Popen([sys.executable, "-c", BUSY]))
            os.sched_setaffinity(hogs[-1].pid, {cpu})
        yield
    finally:
        for hog in hogs:
            hog.kill()
            hog.wait()


def run_busy(
    programs: Programs, quick: bool, repeats: int, advance: Callable[[str, int, int], None], skipped: list[str]
) -> Iterator[Busy]:
    size = QUICK_SIZE if quick else SIZE
    if len(CPUS) < 2:
        skipped.append("busy: this process has one CPU")
        return
    cases = [(works, condition) for works in (False, True) for condition in CONDITIONS]
    for number, (works, condition) in enumerate(cases):
        advance(f"busy, {condition}", number, len(cases))
        built = {name: _program(programs, size, works, transfer) for name, transfer in VARIANTS.items()}
        absent = [f"busy, {name}: {program.reason}" for name, program in built.items() if isinstance(program, Absent)]
        if absent:
            skipped += absent
            return
        before = ["taskset", "-c", str(CPUS[0])] if condition == "one CPU" else []
        passes = QUICK_PASSES if quick else PASSES
        with busy_processes(CONDITIONS[condition]):
            samples = {
                name: partial(_sample, program, size, passes, before)
                for name, program in built.items()
                if isinstance(program, Program)
            }
            yield Busy(condition, works, alternate(samples, repeats, 1e9, dict.fromkeys(samples, 0.0)))


def _program(programs: Programs, size: int, works: bool, transfer: str) -> Program | Absent:
    text = graph_text(size, works, transfer)
    graph = programs.workshop.graph(f"busy_{size}_{works}_{transfer[:4]}", text, ACTORS)
    return programs.workshop.program(graph, CompileOptions(cores=1, platform="host"))


def _sample(program: Program, size: int, passes: int, before: Sequence[str]) -> float:
    one = cell(size, 1, 1, 1, 0)
    warm = program.passes_until_warm * program.iterations_per_pass
    total = warm + passes * program.iterations_per_pass
    options = {**one.options, "rounds": ROUNDS, "warm": warm, "total": total}
    run = run_program(program.path, total, options, before=before)
    return timing_of(run.lines[-1], run.wall_s).iteration_ns


def as_json(busy: Busy) -> dict[str, Any]:
    return {
        "condition": busy.condition,
        "works": busy.works,
        "iteration_ns": {name: list(values) for name, values in busy.samples.items()},
        "by_memcpy": busy.ratio.median,
        "hidden": busy.hidden.median,
    }
