# SPDX-License-Identifier: Apache-2.0
"""How often dfgen is right to leave a copy to the engine, or not to: graphs with one copy that cannot be left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from dfgen.model.calibration import calibrated_engines
from dfgen.pipeline import CompileOptions
from dfgen.profile.comparison import Estimate
from tests.bench.copies import update_times
from tests.bench.transfers.builds import Absent, Program, Workshop, run_program
from tests.bench.transfers.busy import graph_text
from tests.bench.transfers.measure import SAME, alternate, paired
from tests.bench.transfers.programs import ACTORS, PAGE_BYTES, timing_of

SIZES = tuple(kib << 10 for kib in (64, 256, 1024, 4096, 16384))
ROUNDS = (0, 1, 4)
"""How often readers read all of their windows, 0: one page. So much work there is to hide the copy behind."""
NEAR = 1.05
WANTED = 0.9
PASSES_BYTES = 200 << 20
"""A run takes as many passes as copy so much, and at least so many."""
PASSES_LEAST = 40
COPY = "produce.out:copied.in"


class Setting(Protocol):
    """What the bench gives to its rows."""

    @property
    def engine(self) -> str: ...
    @property
    def repeats(self) -> int: ...
    @property
    def quick(self) -> bool: ...
    @property
    def workshop(self) -> Workshop: ...
    def offload(self, *options: str) -> str: ...


@dataclass(frozen=True)
class Choice:
    """`by_none`: the time of what dfgen took by that without engines; `by_best`: by the faster of that and of the
    program whose copy was left to the engine."""

    takes_engine: bool
    by_none: Estimate
    by_best: Estimate

    @property
    def is_right(self) -> bool:
        return self.by_best.median <= NEAR

    @property
    def loses(self) -> bool:
        return self.by_none.low > 1


def choices(bench: Setting) -> Iterator[str]:
    """whether dfgen, with the times of this machine, takes the engine where that is faster, and nowhere else"""
    if bench.engine not in {engine.name for engine in calibrated_engines()}:
        yield f"not measured: dfgen knows nothing of the engine '{bench.engine}' here; dfgen calibrate finds out"
        return
    cases = product((SIZES[2],) if bench.quick else SIZES, ROUNDS)
    found = []
    for size, rounds in cases:
        choice = _choice(bench, size, rounds)
        found.append(choice)
        yield (
            f"{size >> 10:6} KiB, read {rounds} times: "
            f"{bench.engine if choice.takes_engine else 'no engine'}, "
            f"{choice.by_none.median:.2f} [{choice.by_none.low:.2f} to {choice.by_none.high:.2f}] of without, "
            f"{choice.by_best.median:.2f} of the best{'' if choice.is_right else ': wrong'}"
        )
    right = sum(choice.is_right for choice in found)
    yield f"{right} of {len(found)} fastest or within 5 % (wanted: {WANTED * len(found):.0f})"
    yield f"{sum(choice.loses for choice in found)} surely slower than without engines (wanted: 0)"


def _choice(bench: Setting, size: int, rounds: int) -> Choice:
    name = f"choice_{size}_{rounds}"
    graph = bench.workshop.graph(name, graph_text(size, True, "", writes=True), ACTORS)
    passes = max(PASSES_LEAST, PASSES_BYTES // size) // (5 if bench.quick else 1)
    pages = size // PAGE_BYTES
    read = {"read_pages": pages if rounds else 1, "rounds": max(rounds, 1)}
    options: dict[str, object] = {**read, "written_pages": pages, "made": "all"}
    update_times(graph, 1, 5, (f"{k}={v}" for k, v in {**options, "warm": 1, "total": passes}.items()), passes)

    def program(engines: str, transfers: Sequence[str] = ()) -> Program:
        made = CompileOptions(cores=1, platform="host", engines=engines, transfers=tuple(transfers))
        built = bench.workshop.program(graph, made)
        if isinstance(built, Absent):
            raise RuntimeError(f"{name}: {built.reason}")
        return built

    def time(program: Program) -> float:
        warm = program.passes_until_warm * program.iterations_per_pass
        total = warm + passes
        run = run_program(program.path, total, {**options, "warm": warm, "total": total})
        return timing_of(run.lines[-1], run.wall_s).iteration_ns

    none, taken = program("none"), program(bench.engine)
    forced = program("none", (f"{COPY}={_called(bench.offload())}",))
    programs = {other.key: other for other in (none, taken, forced)}
    timed = {key: lambda p=other: time(p) for key, other in programs.items()}
    samples = alternate(timed, bench.repeats, 1e9, dict.fromkeys(timed, 0.0))
    by_none = SAME if taken.key == none.key else paired(samples[taken.key], samples[none.key])
    others = [SAME if taken.key == key else paired(samples[taken.key], samples[key]) for key in programs]
    return Choice(taken.key != none.key, by_none, max(others, key=lambda ratio: ratio.median))


def _called(annotation: str) -> str:
    """The strategy with its options, as the command line has it."""
    strategy, *options = annotation.split(", ")
    return f"{strategy}({', '.join(options)})"
