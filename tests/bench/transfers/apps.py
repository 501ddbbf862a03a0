# SPDX-License-Identifier: Apache-2.0
"""Stereo matching and video stabilization under every strategy and under the chosen ones: time, page faults,
instructions and simulated cache misses, as Ghasemi et al. 2021 report them in their Tables 6 and 8."""

from __future__ import annotations

import re
import shutil
import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from dfgen.pipeline import CompileOptions
from dfgen.profile.comparison import Estimate
from tests.bench.transfers.builds import CHOSEN, HERE, PLAIN, Absent, Program, Run, Workshop, run_program
from tests.bench.transfers.measure import SAME, alternate, paired
from tests.bench.transfers.programs import FORCED

APPS = HERE.parent.parent.parent / "apps"
CACHES = ("--D1=32768,8,64", "--LL=8388608,16,64")
"""Simulated: a first level as most machines have, and as last level the 8 MiB of the paper's architecture 2."""
COUNTED = {"instructions": r"I +refs", "d1_misses": r"D1 +misses", "ll_misses": r"LLd misses"}
BUDGET_S = 600.0
QUICK_BUDGET_S = 1.0


@dataclass(frozen=True)
class Application:
    """`small` are parameters for the simulated caches. `options(n)` lets the program run n iterations."""

    name: str
    iterations: int
    options: Callable[[int], Mapping[str, object]]
    parameters: Mapping[str, int] = field(default_factory=dict)
    small: Mapping[str, int] = field(default_factory=dict)

    @property
    def graph(self) -> Path:
        return APPS / self.name / f"{self.name}.sdf"


def _stereo(iterations: int) -> Mapping[str, object]:
    return {"repeat": iterations, "disparity": "map.pfm"}


def _stabilization(iterations: int) -> Mapping[str, object]:
    return {"frames": iterations, "output": "video.yuv"}


TINY_STEREO = {"width": 120, "height": 80, "disparities": 16}
TINY_STABILIZATION = {"width": 160, "height": 96, "slices": 3, "bands": 2, "reach": 10}
FULL = (
    Application("stereo", 5, _stereo, {}, {"disparities": 8}),
    Application("stabilization", 300, _stabilization),
)
QUICK = (
    Application("stereo", 20, _stereo, TINY_STEREO, TINY_STEREO),
    Application("stabilization", 30, _stabilization, TINY_STABILIZATION, TINY_STABILIZATION),
)


@dataclass(frozen=True)
class Column:
    """One application on so many cores under one variant. `samples`: ns an iteration."""

    app: str
    cores: int
    variant: str
    samples: tuple[float, ...]
    page_faults: float
    moved_bytes: int
    same_bytes: bool
    speedup: Estimate
    counts: Mapping[str, float] = field(default_factory=dict)

    @property
    def median_ns(self) -> float:
        return statistics.median(self.samples)


@dataclass(frozen=True)
class Shares:
    """All-memcpy on so many cores: CPU time of actors and of copies, ns an iteration, and how much faster the chosen
    variant is than all-memcpy."""

    app: str
    cores: int
    actors_ns: float
    copies_ns: float
    copies: float
    speedup: Estimate

    @property
    def possible(self) -> float:
        return (self.actors_ns + self.copies_ns) / self.actors_ns

    @property
    def reached(self) -> float:
        return self.speedup.median / self.possible


@dataclass
class Bench:
    """Measures the applications; `skipped` says what could not be, and why."""

    workshop: Workshop
    quick: bool
    repeats: int
    skipped: list[str] = field(default_factory=list)

    @property
    def applications(self) -> tuple[Application, ...]:
        return QUICK if self.quick else FULL

    @property
    def variants(self) -> tuple[str, ...]:
        return ("memcpy", CHOSEN) if self.quick else (*FORCED, CHOSEN)

    def run(self, advance: Callable[[str, int, int], None]) -> Iterator[tuple[tuple[Column, ...], Shares | None]]:
        places = [(app, cores) for app in self.applications for cores in ((2,) if self.quick else (1, 2))]
        counts: dict[str, Mapping[str, Mapping[str, float]]] = {}
        for number, (app, cores) in enumerate(places):
            advance(f"{app.name} on {cores} cores", number, len(places))
            if app.name not in counts:
                counts[app.name] = self._counts(app)
            columns = self._columns(app, cores, counts[app.name])
            chosen = next(column for column in columns if column.variant == CHOSEN)
            yield columns, self._shares(app, cores, chosen.speedup) if app.name == "stereo" else None

    def _program(self, app: Application, cores: int, variant: str, simulated: bool = False) -> Program | Absent:
        transfers = () if variant == CHOSEN else (variant,)
        parameters = app.small if simulated else app.parameters
        options = CompileOptions(cores=cores, platform="host", parameters=parameters, transfers=transfers)
        return self.workshop.program(app.graph, options, PLAIN if simulated else None)

    def _columns(self, app: Application, cores: int, counts: Mapping[str, Mapping[str, float]]) -> tuple[Column, ...]:
        built = {variant: self._program(app, cores, variant) for variant in self.variants}
        self.skipped += [f"{app.name}, {name}: {p.reason}" for name, p in built.items() if isinstance(p, Absent)]
        present = {name: program for name, program in built.items() if isinstance(program, Program)}
        # A program that two variants share runs once in a round.
        twins = {name: next(n for n, p in present.items() if p.key == program.key) for name, program in present.items()}
        first = {name: self._once(app, present[name]) for name in sorted(set(twins.values()))}
        variants = {name: partial(self._sample, app, present[name]) for name in first}
        budget_s = QUICK_BUDGET_S if self.quick else BUDGET_S
        samples = alternate(variants, self.repeats, budget_s, {name: run.wall_s for name, run in first.items()})
        reference = twins["memcpy"]
        return tuple(
            Column(
                app.name, cores, name, samples[twin], first[twin].page_faults / app.iterations, _moved(present[name]),
                first[twin].written == first[reference].written,
                SAME if twin == reference else paired(samples[reference], samples[twin]), counts.get(name, {}),
            )
            for name, twin in twins.items()
        )  # fmt: skip

    def _once(self, app: Application, program: Program, **changes: Any) -> Run:
        return run_program(program.path, app.iterations, app.options(app.iterations), **changes)

    def _sample(self, app: Application, program: Program) -> float:
        return self._once(app, program).iteration_ns

    def _counts(self, app: Application) -> dict[str, Mapping[str, float]]:
        """Per iteration, on one core: the difference between a run of three iterations and one of a single one."""
        if shutil.which("valgrind") is None:
            self.skipped.append("instructions and cache misses: valgrind is not installed")
            return {}
        counted: dict[str, Mapping[str, float]] = {}
        by_key: dict[str, Mapping[str, float]] = {}
        for variant in self.variants:
            program = self._program(app, 1, variant, simulated=True)
            if isinstance(program, Program):
                if program.key not in by_key:
                    one, three = (_simulated(app, program, iterations) for iterations in (1, 3))
                    by_key[program.key] = {name: (three[name] - one[name]) / 2 for name in COUNTED}
                counted[variant] = by_key[program.key]
        return counted

    def _shares(self, app: Application, cores: int, speedup: Estimate) -> Shares | None:
        """Copies are timed one by one, in a program of its own. Nothing spins, so that the rest is what actors take."""
        options = CompileOptions(cores=cores, platform="host", parameters=app.parameters, transfers=("memcpy",))
        timed = {"runtime/src/transfer_memcpy.c": HERE / "timed_memcpy.c"}
        program = self.workshop.program(app.graph, options, instead=timed)
        if isinstance(program, Absent):
            return None
        taken: list[tuple[float, float, float]] = []
        for _ in range(1 if self.quick else 3):
            run = self._once(app, program, environment={"DFGEN_SPIN_NS": "0"})
            found = re.search(r"copies_ns=(\d+) copies=(\d+)", run.errors)
            assert found is not None, run.errors
            copies_ns = int(found[1]) / app.iterations
            taken.append((run.cpu_s * 1e9 / app.iterations - copies_ns, copies_ns, int(found[2]) / app.iterations))
        actors_ns, copies_ns, copies = (statistics.median(values) for values in zip(*taken, strict=True))
        return Shares(app.name, cores, actors_ns, copies_ns, copies, speedup)


def _simulated(app: Application, program: Program, iterations: int) -> dict[str, int]:
    valgrind = ("valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null", *CACHES)
    return parse_counts(run_program(program.path, iterations, app.options(iterations), before=valgrind).errors)


def parse_counts(text: str) -> dict[str, int]:
    """The totals that cachegrind prints."""
    counts: dict[str, int] = {}
    for name, label in COUNTED.items():
        found = re.search(rf"{label}: +([\d,]+)", text)
        if found is None:
            raise RuntimeError(f"cachegrind did not tell '{label}':\n{text}")
        counts[name] = int(found[1].replace(",", ""))
    return counts


def _moved(program: Program) -> int:
    return sum(int(fifo["moved_bytes_per_iteration"]) for fifo in program.plan["fifos"])


def column_as_json(column: Column) -> dict[str, Any]:
    return {
        "app": column.app,
        "cores": column.cores,
        "variant": column.variant,
        "iteration_ns": list(column.samples),
        "speedup_over_memcpy": [column.speedup.median, column.speedup.low, column.speedup.high],
        "page_faults_per_iteration": column.page_faults,
        "moved_bytes_per_iteration": column.moved_bytes,
        "same_output": column.same_bytes,
        "simulated_per_iteration": dict(column.counts),
    }


def shares_as_json(shares: Shares) -> dict[str, Any]:
    return {
        "app": shares.app,
        "cores": shares.cores,
        "actors_ns": shares.actors_ns,
        "copies_ns": shares.copies_ns,
        "copies": shares.copies,
        "possible_speedup": shares.possible,
        "speedup": [shares.speedup.median, shares.speedup.low, shares.speedup.high],
        "reached": shares.reached,
    }
