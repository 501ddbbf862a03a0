# SPDX-License-Identifier: Apache-2.0
"""The rows of the bench: each gives the lines of one figure or table."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import median

from dfgen.build.calibrate import build_program
from dfgen.csource.toolchain import find_compiler
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.profile.comparison import Estimate
from tests.bench.engines.choices import choices
from tests.bench.transfers.builds import FAST, Absent, Program, Workshop, run_program
from tests.bench.transfers.busy import HIDDEN_WANTED, LIMITS, busy_processes, graph_text
from tests.bench.transfers.measure import alternate, paired
from tests.bench.transfers.programs import ACTORS, cell, timing_of

SIZES = tuple(kib << 10 for kib in (4, 16, 64, 256, 1024, 4096, 16384, 32768))
STRIDES = (32, 128, 512, 1024, 4096)
SOFTWARE: Mapping[str, tuple[str, ...]] = {"dpdk": ("device", "skeleton")}
"""Options by which an engine does without hardware."""
GIVING_WANTED_NS: Mapping[str, int] = {"thread": 60, "dpdk": 150}
APPS = Path(__file__).resolve().parents[3] / "apps"
CPUS = sorted(os.sched_getaffinity(0))
ROUNDS = 4
PASSES = 400
"""Form: a choice between engine and core takes some dozen of them."""


class UnusableError(Exception):
    """Why the engine cannot be measured here."""


@dataclass
class Bench:
    """What the rows have in common: the engine, how often variants take turns, programs that were built."""

    folder: Path
    engine: str
    repeats: int
    quick: bool
    workshop: Workshop = field(default_factory=lambda: Workshop(FAST))

    def close(self) -> None:
        self.workshop.close()

    @cached_property
    def program(self) -> Path:
        """The program that calls the engine itself."""
        return build_program(self.folder, find_compiler(), program_of=Path(__file__).resolve().parent)

    def figures(self, **shape: object) -> dict[str, float]:
        """Its figures by name, in ns. Raises `UnusableError`."""
        options = " ".join(SOFTWARE.get(self.engine, ()))
        given = {"ENGINE": self.engine, "OPTIONS": options, "REPEATS": max(5, self.repeats), **shape}
        environment = {**os.environ, **{f"BENCH_{name}": str(value) for name, value in given.items()}}
        environment["DFGEN_ENGINE_RESTS"] = "0"
        done = subprocess.run([self.program], env=environment, capture_output=True, text=True, timeout=300, check=False)
        found = (line.split() for line in done.stdout.splitlines())
        figures = {name: float(ns) for name, ns in (words for words in found if len(words) == 2)}
        if not figures:
            raise UnusableError(done.stderr.strip() or f"status {done.returncode}")
        return figures

    def sampled(
        self, size: int, works: bool, variants: Mapping[str, str], before: Sequence[str] = ()
    ) -> dict[str, tuple[float, ...]]:
        """ns an iteration of a program with a copy that hides behind the work of another actor, or behind none."""
        built = {name: self._built(size, works, how) for name, how in variants.items()}
        absent = [f"{name}: {program.reason}" for name, program in built.items() if isinstance(program, Absent)]
        if absent:
            raise UnusableError("; ".join(absent))
        present = {name: program for name, program in built.items() if isinstance(program, Program)}
        timed = {name: lambda p=program: self._time(p, size, before) for name, program in present.items()}
        return dict(alternate(timed, self.repeats, 1e9, dict.fromkeys(timed, 0.0)))

    def offload(self, *options: str) -> str:
        software = SOFTWARE.get(self.engine, ())
        return ", ".join((f"offload, engine = {self.engine}", *([" = ".join(software)] if software else ()), *options))

    def _built(self, size: int, works: bool, how: str) -> Program | Absent:
        name = "".join(c if c.isalnum() else "_" for c in f"engines_{size}_{works}_{how}")
        graph = self.workshop.graph(name, graph_text(size, works, how), ACTORS)
        return self.workshop.program(graph, CompileOptions(cores=1, platform="host", engines="none"))

    def _time(self, program: Program, size: int, before: Sequence[str]) -> float:
        warm = program.passes_until_warm * program.iterations_per_pass
        total = warm + (5 if self.quick else PASSES) * program.iterations_per_pass
        options = {**cell(size, 1, 1, 1, 0).options, "rounds": ROUNDS, "warm": warm, "total": total}
        run = run_program(program.path, total, options, before=before)
        return timing_of(run.lines[-1], run.wall_s).iteration_ns


def lee_7(bench: Bench) -> Iterator[str]:
    """speed against one core by size and lanes; paper: 2.3 times at 64 KiB, 4.3 times at 4 MB with 4 GPU cores"""
    for lanes in (1,) if bench.quick else (1, 2, 4):
        for size in SIZES[2:5] if bench.quick else SIZES:
            found = bench.figures(BYTES=size, LANES=lanes)
            yield f"{lanes} lanes, {size >> 10:6} KiB: {found['core'] / found['engine']:.2f} times ({_us(found)})"


def cold(bench: Bench) -> Iterator[str]:
    """speed against one core by size, from memory that no cache holds; paper: 4.3 times at 4 MB with 4 GPU cores"""
    for size in SIZES[2:5] if bench.quick else SIZES[2:]:
        found = bench.figures(BYTES=size, COLD=1)
        wanted = " (wanted: 4.3)" if bench.engine == "cuda" and size == 4 << 20 else ""
        yield f"{size >> 10:6} KiB: {found['core'] / found['engine']:.2f} times ({_us(found)}){wanted}"


def bus(bench: Bench) -> Iterator[str]:
    """32 MiB against what the bus to the device moves in both directions at once, by kernel and by copier"""
    if bench.engine != "cuda":
        yield f"engine '{bench.engine}' has no bus of its own"
        return
    size = 32 << 20
    for by in ("kernel", "copier"):
        most = bench.figures(BYTES=size, BUS=1)["bus"]
        ns = bench.figures(BYTES=size, COLD=1, OPTIONS=f"by {by}")["engine"]
        yield f"{by}: {size / ns:.1f} of {size / most:.1f} GB/s, {100 * most / ns:.0f} % (wanted: 80)"


def lee_8(bench: Bench) -> Iterator[str]:
    """speed against one core by stride, 256 KiB; paper: 1 KiB is 3.4 times as fast as 32 B with 4 GPU cores"""
    if bench.engine not in ("opencl", "cuda"):
        yield f"engine '{bench.engine}' has no strides"
        return
    for stride in STRIDES:
        found = bench.figures(BYTES=256 << 10, STRIDE=stride)
        yield f"stride {stride:5}: {found['core'] / found['engine']:.2f} times ({_us(found)})"


def lee_9(bench: Bench) -> Iterator[str]:
    """giving a copy in a batch of 32, and noticing that 64 B are done; paper: in percent of the copy, no ns"""
    found = bench.figures(REPEATS=31)
    wanted = GIVING_WANTED_NS.get(bench.engine)
    yield f"giving {found['giving']:.0f} ns" + (f" (wanted: {wanted})" if wanted else "")
    yield f"noticing {found['noticing']:.0f} ns"


def lee_10(bench: Bench) -> Iterator[str]:
    """a copy by the core, by the engine, and by both (memcpy on 1 and 2 CPUs); paper: 2 CPUs are as 2 GPU cores"""
    for size in SIZES[3:]:
        found = bench.figures(BYTES=size)
        one, both = found["core"] / found["engine"], found["core"] / found["both"]
        wanted = " (wanted: 1.5)" if bench.engine == "opencl" and size == 16 << 20 else ""
        yield f"{size >> 10:6} KiB: engine {one:.2f} times as fast as one core{wanted}, both {both:.2f}"


def lee_12(bench: Bench) -> Iterator[str]:
    """a program with one copy: waited for, to cache, asynchronous; paper: 3 to 8, 10 to 17 % and more"""
    variants = {
        "memcpy": "memcpy", "sync, memory": bench.offload("mode = sync", "target = memory"),
        "sync, cache": bench.offload("mode = sync"), "async": bench.offload(),
    }  # fmt: skip
    for size in (1 << 20, 4 << 20):
        yield from _less(bench.sampled(size, True, variants), f"{size >> 20} MiB")


def lee_13(bench: Bench) -> Iterator[str]:
    """hazards that waits avert; paper: R-D most (to 90 %), W-S 20 % in three of eight applications"""
    for name in ("stereo", "edges"):
        options = CompileOptions(cores=2, transfers=(bench.offload().replace(", ", "(", 1) + ")",))
        hazards = compile_graph(APPS / name / f"{name}.sdf", options).plan.get("hazards", {})
        assert isinstance(hazards, dict)
        yield f"{name}: planned {', '.join(f'{kind} {count}' for kind, count in hazards.items()) or 'none'}"
    yield "waited: 'dfgen profile' tells how long, by engine and FIFO"


def zhao_10(bench: Bench) -> Iterator[str]:
    """TCP's receive side by packet; paper: 43 to 58 % less on an in-order core, less on one out of order"""
    yield f"python -m tests.bench.tcprx --engine {bench.engine} measures it"
    yield "in-order cores cannot be had here: not measured"


def zhao_11(bench: Bench) -> Iterator[str]:
    """where the engine is: other threads, cores, packages (paper: on or off the die, 38 and 41 % less)"""
    if bench.engine != "thread":
        yield f"engine '{bench.engine}' has no places"
        return
    places = ("sibling", "package", "other")
    found = [place for place in places if _has(place)]
    yield from (f"{place}: this machine has no such CPU, not measured" for place in places if place not in found)
    variants = {"memcpy": "memcpy", **{place: bench.offload(f"place = {place}") for place in found}}
    yield from _less(bench.sampled(1 << 20, True, variants), "1 MiB")


def zhao_15(bench: Bench) -> Iterator[str]:
    """copies into the cache against copies to memory; paper: 20 % less if waited for, 13 % if not"""
    if bench.engine not in ("thread",):
        yield f"engine '{bench.engine}' does not say where its copies end up: what follows is what it makes of it"
    variants = {
        "sync, memory": bench.offload("mode = sync", "target = memory"), "sync, cache": bench.offload("mode = sync"),
        "async, memory": bench.offload("target = memory"), "async, cache": bench.offload("target = cache"),
    }  # fmt: skip
    for size in (1 << 18,) if bench.quick else (1 << 18, 1 << 20, 4 << 20):
        found = bench.sampled(size, True, variants)
        for mode in ("sync", "async"):
            ratio = paired(found[f"{mode}, cache"], found[f"{mode}, memory"])
            yield f"{mode}, {size >> 10} KiB: to cache {_percent(ratio)} less than to memory"


def table_3(bench: Bench) -> Iterator[str]:
    """what comes of faster copies and what of overlap; paper: asynchronous, out of order: overlap is most of it"""
    variants = {"memcpy": "memcpy", "sync": bench.offload("mode = sync"), "async": bench.offload()}
    found = bench.sampled(4 << 20, True, variants)
    base = median(found["memcpy"])
    speed = (base - median(found["sync"])) / base
    overlap = (median(found["sync"]) - median(found["async"])) / base
    yield f"4 MiB: {100 * speed:.0f} % by the copy's speed, {100 * overlap:.0f} % by overlap"


def table_4(bench: Bench) -> Iterator[str]:
    """when copies are published: by page, by the engine's chunk, as a whole; paper: 40.7 and 37.8 % less"""
    chunks = {"page": "chunk = page", "the engine's": "", "whole": f"chunk = {4 << 20}"}
    variants = {"memcpy": "memcpy", **{name: bench.offload(*filter(None, (how,))) for name, how in chunks.items()}}
    yield from _less(bench.sampled(4 << 20, True, variants), "4 MiB")
    yield "lines that snoops invalidate (block_num) cannot be measured here"


def never_worse(bench: Bench) -> Iterator[str]:
    """an iteration by that with memcpy: a busy process on the engine's CPU, on all, one CPU; and what is hidden"""
    variants = {"memcpy": "memcpy", "offload": bench.offload(), "shared": ""}
    conditions = {"busy": (CPUS[1:2], ()), "crowded": ((*CPUS, *CPUS), ()), "one CPU": ((), ("taskset", "-c", "0"))}
    for works in (False, True):
        for name, (cpus, before) in conditions.items():
            with busy_processes(cpus):
                found = bench.sampled(4 << 20, works, variants, before)
            ratio = paired(found["offload"], found["memcpy"])
            yield f"{name}, {'work' if works else 'no work'} to hide behind: {_spread(ratio)} (wanted: {LIMITS[name]})"
    found = bench.sampled(4 << 20, True, variants)
    shared, memcpy, offload = (found[name] for name in ("shared", "memcpy", "offload"))
    saved, added = ([a - b for a, b in zip(memcpy, other, strict=True)] for other in (offload, shared))
    hidden = _percent(paired(saved, added), part=True)
    yield f"free CPU: {hidden} of the copy hidden (wanted: {100 * HIDDEN_WANTED:.0f} %)"


def not_measured(bench: Bench) -> Iterator[str]:
    """rows of the papers that cannot be measured by programs"""
    yield "Lee 11 needs another clock of the engine"
    yield "Zhao, NLB and in-order rows, and 12 to 14: a simulated processor with other buffers or no order of its own"


ROWS: Mapping[str, Callable[[Bench], Iterator[str]]] = {
    "lee 7": lee_7, "cold": cold, "bus": bus, "lee 8": lee_8, "lee 9": lee_9, "lee 10": lee_10, "lee 12": lee_12,
    "lee 13": lee_13, "zhao 10": zhao_10, "zhao 11": zhao_11, "zhao 15": zhao_15, "table 3": table_3,
    "table 4": table_4, "never worse": never_worse, "choices": choices, "not measured": not_measured,
}  # fmt: skip


def _less(found: Mapping[str, Sequence[float]], what: str) -> Iterator[str]:
    for name, values in found.items():
        if name != "memcpy":
            yield f"{what}, {name}: {_percent(paired(values, found['memcpy']))} less than memcpy"


def _percent(ratio: Estimate, part: bool = False) -> str:
    ends = (ratio.median, ratio.low, ratio.high) if part else (1 - ratio.median, 1 - ratio.high, 1 - ratio.low)
    middle, low, high = (100 * value for value in ends)
    return f"{middle:.0f} % [{low:.0f} to {high:.0f}]"


def _spread(ratio: Estimate) -> str:
    return f"{ratio.median:.2f} [{ratio.low:.2f} to {ratio.high:.2f}]"


def _us(found: Mapping[str, float]) -> str:
    return f"{found['engine'] / 1e3:.1f} us, one core {found['core'] / 1e3:.1f} us"


def _has(place: str) -> bool:
    """Whether another CPU than the first is so placed, seen from that."""

    def known(cpu: int, name: str) -> str:
        return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/{name}").read_text(encoding="ascii").strip()

    first = CPUS[0]
    for cpu in CPUS[1:]:
        same_package = known(cpu, "physical_package_id") == known(first, "physical_package_id")
        same_core = same_package and known(cpu, "core_id") == known(first, "core_id")
        if place == ("sibling" if same_core else "package" if same_package else "other"):
            return True
    return False
