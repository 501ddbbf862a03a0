# SPDX-License-Identifier: Apache-2.0
"""Tries the strategies of FIFOs on the real program, and tells which are faster than what is there.

FIFOs hardly depend on each other, so groups of them are tried one after the other, each on top of what was found for
the ones before. What wins in total must win once more, as it will be compiled, against the program as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path

from dfgen.annotate import FifoLine, list_fifos
from dfgen.build.reporter import Reporter
from dfgen.frontend.elaborate import load_graph
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.port import Access
from dfgen.pipeline import CompileOptions
from dfgen.profile.comparison import Comparison, Verdict
from dfgen.profile.groups import Group, find_groups
from dfgen.profile.sampling import (
    FAILURES,
    MEASURES,
    RUN_LEAST_NS,
    Budget,
    Run,
    Runner,
    Sample,
    Variant,
    compare,
    enough_iterations,
)
from dfgen.profile.variants import Workshop

TELLING = next(strategy.name for strategy in STRATEGIES.values() if strategy.tells_written)
"""With it a program tells how much of their windows readers write."""


@frozen
class TuneOptions:
    """`patterns` name the FIFOs (none: all that may gain), `options` reach the program, which runs in `where`.
    `only_written`: no strategy is tried, but what readers write is measured."""

    patterns: tuple[str, ...] = ()
    strategies: tuple[str, ...] = tuple(STRATEGIES)
    iterations: int | None = None
    seconds: float = 120
    options: tuple[str, ...] = ()
    only_written: bool = False
    where: Path | None = None


@frozen
class Trial:
    """A strategy tried on a group whose FIFOs had `before`. Without a comparison, `obstacle` says why there is none;
    `is_refused`: the compiler would not have it."""

    group: Group
    before: str
    strategy: str
    comparison: Comparison | None = None
    obstacle: str = ""
    is_refused: bool = False

    @property
    def wins(self) -> bool:
        return self.comparison is not None and self.comparison.verdict is Verdict.FASTER


@frozen
class Written:
    """The fraction of a window's pages that a reader writes. `is_declared`: it is read mostly, by its own word."""

    fifo: str
    fraction: float
    declared: float | None
    is_declared: bool

    @property
    def percent(self) -> int:
        """As the graph file shall say it. Nobody knows that no page will ever be written, so it is 1 % at least."""
        return max(1, ceil(100 * self.fraction))

    @property
    def is_news(self) -> bool:
        return self.is_declared and self.declared != self.percent / 100


@frozen
class Tuned:
    """`chosen` are new strategies by group, and `total` compares the whole program with and without them."""

    iterations: int
    sample: Sample | None = None
    groups: tuple[Group, ...] = ()
    trials: tuple[Trial, ...] = ()
    chosen: tuple[tuple[Group, str], ...] = ()
    total: Comparison | None = None
    written: tuple[Written, ...] = ()
    left_alone: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_confirmed(self) -> bool:
        return self.total is not None and self.total.verdict is Verdict.FASTER


def tune(path: Path, compiling: CompileOptions, wanted: TuneOptions, folder: Path, reporter: Reporter) -> Tuned:
    """Measure what `wanted` asks for; programs are built in `folder`, which must be empty. No other file is written."""
    _check_strategies(wanted.strategies)
    reporter.step(f"compiling {path}")
    graph, fifos = load_graph(path, compiling.parameters, compiling.time_unit_ns), list_fifos(path, compiling)
    groups = find_groups(fifos, graph, wanted.patterns)
    tried = {name for group in groups for name in group.fifos}
    tuning = _Tuning(graph, compiling, wanted, folder, reporter, fifos, groups)
    left_alone = tuple(fifo.name for fifo in fifos if fifo.name not in tried)
    return tuning.run(left_alone) if groups else Tuned(wanted.iterations or 0, left_alone=left_alone)


def _check_strategies(names: Sequence[str]) -> None:
    for name in names:
        if name not in STRATEGIES:
            hint = f"Valid here: {', '.join(STRATEGIES)}."
            raise fail("transfer-unknown", f"there is no transfer strategy '{name}'", None, hint)


class _Tuning:
    """One run of `tune`. `current` is the assignment found so far."""

    def __init__(
        self,
        graph: Graph,
        compiling: CompileOptions,
        wanted: TuneOptions,
        folder: Path,
        reporter: Reporter,
        fifos: Sequence[FifoLine],
        groups: Sequence[Group],
    ) -> None:
        self.graph, self.wanted, self.reporter = graph, wanted, reporter
        self.fifos, self.groups = fifos, groups
        self.current: dict[str, str] = {}
        self.trials: list[Trial] = []
        self.viewed: list[Group] = []
        self.notes: list[str] = []
        self.iterations = wanted.iterations or 1
        self.budget = Budget(wanted.seconds)
        self.runner = Runner(folder, wanted.options, wanted.seconds, reporter, wanted.where)
        strategies = (TELLING,) if wanted.only_written else wanted.strategies
        self.workshop = Workshop(graph, compiling, strategies, folder, reporter)

    def run(self, left_alone: tuple[str, ...]) -> Tuned:
        self.workshop.open(self.fifos)
        sample = self._settle()
        chosen: tuple[tuple[Group, str], ...] = ()
        if self.wanted.only_written:
            self.viewed = [group for group in self._readers() if not self.workshop.refusal(_all(group, TELLING))]
        else:
            self.viewed = [group for group in self._readers() if _tells_written(self._before(group))]
            self._try_groups()
            chosen = tuple((group, name) for group in self.groups if (name := self.current.get(group.fifos[0])))
        total = self._confirm() if chosen else None
        written = tuple(self._written()) if self.viewed else ()
        return Tuned(
            self.iterations,
            sample,
            tuple(self.groups),
            tuple(self.trials),
            chosen,
            total,
            written,
            left_alone,
            tuple(self.notes),
        )

    def _settle(self) -> Sample:
        """Find out how many iterations a run takes."""
        variant = self.workshop.variant({})
        self.reporter.step("running the program as it is")
        if self.wanted.iterations is not None:
            sample = self.runner.run(variant, self.iterations)
        else:
            self.iterations, sample = enough_iterations(lambda count: self.runner.run(variant, count))
        self.budget = Budget(self.wanted.seconds)  # what it took to build is not held against it
        self.runner.limit_to_multiple_of(sample.elapsed_ns / 1e9)
        if sample.elapsed_ns < RUN_LEAST_NS:
            took = f"{sample.iterations} iterations in {sample.elapsed_ns / 1e6:.1f} ms"
            self.notes.append(f"a run is short, so figures are rough: it ended after {took}")
        return sample

    def _readers(self) -> list[Group]:
        """Groups whose readers may write."""
        may_write = {fifo.name for fifo in self.fifos if fifo.access is not None and fifo.access.may_write}
        return [group for group in self.groups if may_write.issuperset(group.fifos)]

    def _try_groups(self) -> None:
        for group in self.groups:
            for strategy in STRATEGIES:
                if strategy in self.wanted.strategies and (STRATEGIES[strategy].moves or not group.must_copy):
                    self._try(group, strategy)

    def _try(self, group: Group, strategy: str) -> None:
        before = self._before(group)
        if before == strategy:
            return
        trial = self._measured(group, before, strategy)
        self.trials.append(trial)
        if trial.wins:
            self.current.update(_all(group, strategy))

    def _before(self, group: Group) -> str:
        planned = {fifo.name: fifo.strategy for fifo in self.fifos}
        return ", ".join(dict.fromkeys(self.current.get(name, planned[name]) for name in group.fifos))

    def _measured(self, group: Group, before: str, strategy: str) -> Trial:
        if self.budget.is_over:  # whether it is possible takes a plan to tell, which takes time, too
            return Trial(group, before, strategy, None, "not looked at: the time was over")
        assignment = {**self.current, **_all(group, strategy)}
        refusal = self.workshop.refusal(assignment)
        if refusal:
            return Trial(group, before, strategy, None, f"not possible: {refusal}", True)
        there, candidate = self.workshop.variant(self.current), self.workshop.variant(assignment)
        self.reporter.step(f"comparing {before} with {strategy} on {group.title}")
        there_run, candidate_run = self._run_of(there), self._run_of(candidate)
        there_run()  # only the candidate may fail from here on
        try:
            found = compare(there_run, candidate_run, self.budget, self.reporter)
        except UserError as error:
            if error.diagnostics[0].id not in FAILURES:
                raise
            return Trial(group, before, strategy, None, f"failed: {error.diagnostics[0].message}")
        if _tells_written(strategy) and group in self._readers():
            self.viewed.append(group)
        return Trial(group, before, strategy, found)

    def _run_of(self, variant: Variant) -> Run:
        return lambda: self.runner.run(variant, self.iterations)

    def _confirm(self) -> Comparison:
        """Both as they are compiled without candidates; it takes as long as it takes."""
        untuned, tuned = self.workshop.final({}), self.workshop.final(self.current)
        self.reporter.step("comparing the program as it was with all that has won")
        endless = Budget(float("inf"))
        return compare(self._run_of(untuned), self._run_of(tuned), endless, self.reporter)

    def _written(self) -> list[Written]:
        assignment = {name: TELLING for group in self.viewed for name in group.fifos}
        variant = self.workshop.variant(assignment)
        self.reporter.step("measuring how much of their windows readers write")
        found = self.runner.run(replace(variant, environment={**variant.environment, MEASURES: "1"}), self.iterations)
        mostly = {fifo.name for fifo in self.fifos if fifo.access is Access.READ_MOSTLY}
        return [
            Written(name, found.written[name], self.graph.fifo_by_name[name].written_fraction, name in mostly)
            for name in assignment
            if name in found.written
        ]


def _tells_written(strategies: str) -> bool:
    """Whether that is one strategy, and its program tells what readers write."""
    return strategies in STRATEGIES and STRATEGIES[strategies].tells_written


def _all(group: Group, strategy: str) -> dict[str, str]:
    return dict.fromkeys(group.fifos, strategy)
