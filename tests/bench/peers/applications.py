# SPDX-License-Identifier: Apache-2.0
"""Whole applications: what dfgen makes of them against a loop nest written by hand, and two cores against one.

The work is shared between two cores by the times that the actors take here and with these options: writing a map, say,
takes next to nothing where the output is /dev/null. Cores that read and write files themselves do so in all variants.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from dfgen.pipeline import CompileOptions
from dfgen.profile.comparison import Estimate
from tests.bench.copies import copy_of, update_times
from tests.bench.transfers.builds import Absent, Program, Run, Workshop, run_program
from tests.bench.transfers.measure import alternate, paired

HERE = Path(__file__).resolve().parent
RUNS = 3
PROGRAMS = ("one core", "by hand", "two cores")
TWICE = "two at once"
"""The program for one core twice at the same time: what the machine itself gains from its second core."""


@dataclass(frozen=True)
class Application:
    """`options(n)` lets the program run n iterations, and `iterations` take long enough to be timed."""

    name: str
    iterations: int
    quick_iterations: int
    options: Callable[[int], Mapping[str, object]]

    @property
    def by_hand(self) -> Path:
        return HERE / "by_hand" / f"{self.name}.c"


APPLICATIONS = (
    Application("cd2dat", 30_000, 2_000, lambda n: {"seconds": n // 300 + 1, "output": "/dev/null"}),
    Application("edges", 3_000, 100, lambda n: {"read": "/dev/zero", "write": "/dev/null"}),
    Application("stereo", 4, 1, lambda n: {"repeat": n, "disparity": "map.pfm"}),
)


@dataclass(frozen=True)
class Times:
    """ns an iteration by variant; `wrong` wrote other bytes."""

    name: str
    samples: Mapping[str, tuple[float, ...]]
    wrong: tuple[str, ...] = ()

    def median(self, variant: str) -> float:
        return statistics.median(self.samples[variant])

    def ratio(self, above: str, below: str) -> Estimate:
        return paired(self.samples[above], self.samples[below])


@dataclass
class Applications:
    workshop: Workshop
    quick: bool
    repeats: int
    skipped: list[str] = field(default_factory=list)

    def times(self, advance: Callable[[str, int, int], None]) -> Iterator[Times]:
        for number, application in enumerate(APPLICATIONS):
            advance(application.name, number, len(APPLICATIONS))
            yield self._times(application)

    def _times(self, application: Application) -> Times:
        count = application.quick_iterations if self.quick else application.iterations
        graph = copy_of(application.name, self.workshop.folder("apps") / application.name)
        text = graph.read_text()
        graph.write_text(re.sub(r"(= file_(?:source|sink)\(.*\));", r"\1 @file(scheme = direct);", text))
        update_times(graph, 2, RUNS, (f"{k}={v}" for k, v in application.options(count).items()), count)
        programs = {name: self._program(application, graph, name) for name in PROGRAMS}
        first = {name: _run(application, program, count) for name, program in programs.items()}
        written = {name: (_run(application, program, 2, False)).written for name, program in programs.items()}
        wrong = tuple(name for name in PROGRAMS if written[name] != written["one core"])
        variants = {name: partial(_sample, application, program, count) for name, program in programs.items()}
        variants[TWICE] = partial(_sample_twice, variants["one core"])
        walls = {name: run.wall_s for name, run in first.items()}
        walls[TWICE] = walls["one core"]
        return Times(application.name, alternate(variants, self.repeats, 120.0, walls), wrong)

    def _program(self, application: Application, graph: Path, variant: str) -> Program:
        options = CompileOptions(platform="host", cores=2 if variant == "two cores" else 1)
        instead = {"src/core_0.c": application.by_hand} if variant == "by hand" else {}
        program = self.workshop.program(graph, options, instead=instead)
        if isinstance(program, Absent):
            raise RuntimeError(program.reason)
        return program


def _run(application: Application, program: Program, count: int, timed: bool = True) -> Run:
    options = dict(application.options(count))
    if not timed:  # what is written is compared
        options.pop("output", None)
        options.update({"write": "out"} if "write" in options else {})
    return run_program(program.path, count, options)


def _sample(application: Application, program: Program, count: int) -> float:
    return _run(application, program, count).iteration_ns


def _sample_twice(sample: Callable[[], float]) -> float:
    with ThreadPoolExecutor(2) as both:
        taken = [both.submit(sample) for _ in range(2)]
        return statistics.mean(one.result() for one in taken) / 2


def as_json(times: Times) -> dict[str, Any]:
    return {
        "application": times.name,
        "iteration_ns": {name: list(values) for name, values in times.samples.items()},
        "by_hand_ratio": times.ratio("one core", "by hand").median,
        "speedup": times.ratio("one core", "two cores").median,
        "speedup_of_two_programs": times.ratio("one core", TWICE).median,
    }
