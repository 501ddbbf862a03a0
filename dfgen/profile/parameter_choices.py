# SPDX-License-Identifier: Apache-2.0
"""Which values of a graph's parameters are best: all are planned and predicted, the promising ones built and measured.

PREESM calls such parameters moldable: they change how the work is divided, and not what comes out. Of what is printed
that is looked at; nobody but the user knows of files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import product
from math import prod
from pathlib import Path

from dfgen.build.folder import write_folder
from dfgen.build.reporter import Reporter
from dfgen.build.toolchain import build_folder
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers.imported import Given
from dfgen.model.diagnostics import UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions, plan_graph
from dfgen.prediction.predict import predict
from dfgen.profile.comparison import Estimate, Verdict
from dfgen.profile.sampling import FAILURES, Budget, Runner, Variant, compare, enough_iterations
from dfgen.stages import Planned, generate

CHOICES_MAX = 256
MEASURED_MOST = 6
COMPARED_MOST = 16
"""Iterations of which the output is compared."""
PROMISING = 1.5
"""What is predicted to take longer than the best by this factor is not measured, unless the times are guesses."""

Values = tuple[tuple[str, int | float], ...]


class Goal(Enum):
    TIME = "time"
    MEMORY = "memory"
    LATENCY = "latency"


_NO_TIME = "not measured: the time was over"


@frozen
class Choice:
    """Values of the parameters and what is known of the program that has them. `latency_ns`: how long iterations may be
    under way. `measured_ns`: of an iteration, on this machine. `problem`: why there is no program, or no figure.
    `same_output`: whether it prints what the first prints that was measured; None where that is not known."""

    values: Values
    cores: int = 0
    period_ns: float = 0.0
    latency_ns: float = 0.0
    memory_bytes: int = 0
    is_guess: bool = False
    measured_ns: float | None = None
    ratio: Estimate | None = None
    problem: str = ""
    is_refused: bool = False
    same_output: bool | None = None


@frozen
class Chosen:
    """All that was tried, and the best for each goal by its place among them. `as_now`: whether what will be written
    prints what the program of the graph file prints now; None where that is not known. `present`: the place of the
    values that the graph has now, which stay where none are better; None where they are not among the choices."""

    choices: tuple[Choice, ...]
    best: Mapping[Goal, int]
    iterations: int
    as_now: bool | None = None
    present: int | None = None

    @property
    def is_cut_short(self) -> bool:
        """Whether the time was over before all had been measured that might be the fastest."""
        return any(choice.problem == _NO_TIME for choice in self.choices)


@frozen
class ChoiceOptions:
    """`options` reach the program, which runs in `where`. `written_for`: the goal by which a choice will be written,
    if one will, which is then compared with the graph file as it is."""

    iterations: int | None = None
    seconds: float = 120
    options: tuple[str, ...] = ()
    where: Path | None = None
    written_for: Goal | None = None


def choose_parameters(
    path: Path,
    compiling: CompileOptions,
    values: Mapping[str, Sequence[int | float]],
    wanted: ChoiceOptions,
    folder: Path,
    reporter: Reporter,
) -> Chosen:
    """Try all combinations of `values`; programs are built in `folder`. Raises `UserError` where none compiles."""
    count = prod(map(len, values.values()))
    if count > CHOICES_MAX:
        message = f"there are {count} combinations of these values, and {CHOICES_MAX} at most are tried"
        raise fail("choices-too-many", message, None, "Name fewer values, or tune one parameter after the other.")
    trying = _Trying(path, compiling, wanted, folder, reporter)
    for number, combination in enumerate(product(*values.values()), 1):
        trying.plan(tuple(zip(values, combination, strict=True)))
        reporter.progress(number, count)
    return trying.chosen()


class _Trying:
    """One search."""

    def __init__(
        self, path: Path, compiling: CompileOptions, wanted: ChoiceOptions, folder: Path, reporter: Reporter
    ) -> None:
        self.path, self.compiling, self.wanted = path, compiling, wanted
        self.folder, self.reporter = folder, reporter
        self.choices: list[Choice] = []
        self.planned: dict[int, Planned] = {}
        self.variants: dict[int, Variant] = {}
        self.refusals: list[UserError] = []
        self.iterations = wanted.iterations or 1
        self.present: int | None = None
        self.runner = Runner(folder, wanted.options, wanted.seconds, reporter, wanted.where)

    def _loaded(self, values: Values) -> tuple[Graph, CompileOptions]:
        known = self.compiling.parameters
        folders = known.include_folders if isinstance(known, Given) else ()
        given = Given({**known, **dict(values)}, folders)
        options = replace(self.compiling, parameters=given)
        return load_graph(self.path, given, options.time_unit_ns), options

    def _planned(self, values: Values) -> Planned:
        return plan_graph(*self._loaded(values))

    def _place_of_present(self) -> int | None:
        try:
            now = dict(self._loaded(())[0].parameters).items()
        except UserError:
            return None
        return next((number for number in self.planned if dict(self.choices[number].values).items() <= now), None)

    def plan(self, values: Values) -> None:
        try:
            planned = self._planned(values)
        except UserError as error:
            self.refusals.append(error)
            self.choices.append(Choice(values, problem=error.diagnostics[0].message, is_refused=True))
            return
        prediction, schedule = predict(planned.program, planned.platform), planned.plan.schedule
        under_way = schedule.iterations_per_pass * schedule.depth_passes
        self.planned[len(self.choices)] = planned
        self.choices.append(
            Choice(
                values, schedule.cores, prediction.period_ns, under_way * prediction.period_ns,
                planned.plan.arena_bytes, prediction.is_guess,
            )
        )  # fmt: skip

    def chosen(self) -> Chosen:
        if not self.planned:
            raise self.refusals[0]
        self.present = self._place_of_present()
        fastest = self._measure()
        best = {Goal.TIME: fastest}
        best[Goal.MEMORY] = min(self.planned, key=lambda n: (self.choices[n].memory_bytes, n != self.present, n))
        best[Goal.LATENCY] = min(self.planned, key=lambda n: (self.choices[n].latency_ns, n != self.present, n))
        as_now = None if self.wanted.written_for is None else self._prints_as_now(best[self.wanted.written_for])
        return Chosen(tuple(self.choices), best, self.iterations, as_now, self.present)

    def _promising(self) -> list[int]:
        """From the best prediction on; the present values come first, for others to be clearly faster than they are."""
        ranked = sorted(self.planned, key=lambda n: self.choices[n].period_ns)
        least = self.choices[ranked[0]].period_ns
        near = (n for n in ranked if self.choices[n].is_guess or self.choices[n].period_ns <= PROMISING * least)
        return sorted(near, key=lambda n: n != self.present)[:MEASURED_MOST]

    def _measure(self) -> int:
        """The place of the fastest: each is run in turn with the fastest so far."""
        built = [(number, self._built(number)) for number in self._promising()]
        candidates = iter(built)  # all of them before the time counts that comparing may take
        best, there = next(candidates)
        if self.wanted.iterations is None:
            self.iterations, sample = enough_iterations(lambda count: self.runner.run(there, count))
        else:
            sample = self.runner.run(there, self.iterations)
        self.runner.limit_to_multiple_of(sample.elapsed_ns / 1e9)
        self.choices[best] = replace(self.choices[best], measured_ns=sample.iteration_ns)
        reference = self._printed_always(there)
        self.choices[best] = replace(self.choices[best], same_output=True if reference is not None else None)
        budget = Budget(self.wanted.seconds)
        for number, candidate in candidates:
            if budget.is_over:
                self.choices[number] = replace(self.choices[number], problem=_NO_TIME)
                continue
            is_faster = self._is_faster(number, candidate, best, there, budget)
            if reference is not None and self.choices[number].measured_ns is not None:
                same = self._printed(candidate) == reference
                self.choices[number] = replace(self.choices[number], same_output=same)
            if is_faster:
                best, there = number, candidate
        return best

    def _printed(self, variant: Variant) -> str:
        return self.runner.printed(variant, min(self.iterations, COMPARED_MOST))

    def _printed_always(self, variant: Variant) -> str | None:
        """What two runs print alike; None where they differ, as by a time of day."""
        first = self._printed(variant)
        return first if self._printed(variant) == first else None

    def _prints_as_now(self, number: int) -> bool | None:
        """Whether that choice prints what the graph file does, which may be none of the choices. What does not compile
        or run now has nothing that could change."""
        values = dict(self.choices[number].values)
        try:
            planned = self._planned(())
            if values.items() <= dict(planned.plan.graph.parameters).items():
                return True
            now = self._program(planned, "now", "the graph as it is, to compare what it prints")
            printed = self._printed_always(now)
        except UserError:
            return None
        return None if printed is None else self._printed(self._built(number)) == printed

    def _built(self, number: int) -> Variant:
        if number not in self.variants:
            planned, values = self.planned[number], text_of(self.choices[number].values)
            self.variants[number] = self._program(planned, str(number), values)
        return self.variants[number]

    def _program(self, planned: Planned, name: str, told: str) -> Variant:
        self.reporter.step(f"building {told}")
        folder = self.folder / f"program-{name}"
        compiled = generate(planned)
        write_folder(folder, compiled.files)
        return Variant(build_folder(folder, native=True, sources=compiled.inputs, reporter=self.reporter))

    def _is_faster(self, number: int, candidate: Variant, best: int, there: Variant, budget: Budget) -> bool:
        self.reporter.step(f"comparing with {text_of(self.choices[best].values)}")
        try:
            found = compare(
                lambda: self.runner.run(there, self.iterations), lambda: self.runner.run(candidate, self.iterations),
                budget, self.reporter,
            )  # fmt: skip
        except UserError as error:
            if error.diagnostics[0].id not in FAILURES:
                raise
            self.choices[number] = replace(self.choices[number], problem=f"failed: {error.diagnostics[0].message}")
            return False
        self.choices[best] = replace(self.choices[best], measured_ns=found.before_ns)
        self.choices[number] = replace(self.choices[number], measured_ns=found.after_ns, ratio=found.ratio)
        return found.verdict is Verdict.FASTER


def text_of(values: Values) -> str:
    return ", ".join(f"{name}={value}" for name, value in values)
