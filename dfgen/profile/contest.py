# SPDX-License-Identifier: Apache-2.0
"""What other strategies would cost: each on all FIFOs that it is legal on, run in turn with what was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dfgen.annotate import FifoLine, list_fifos
from dfgen.build.reporter import Reporter
from dfgen.frontend.elaborate import load_graph
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import UserError, fail
from dfgen.pipeline import CompileOptions, plan_graph
from dfgen.profile.comparison import Comparison
from dfgen.profile.measured import ComparedStrategy
from dfgen.profile.profiling import ProfileOptions
from dfgen.profile.sampling import FAILURES, Budget, Runner, Sample, Variant, compare, enough_iterations
from dfgen.profile.variants import Workshop

CHOSEN = "chosen"


def check_names(names: Sequence[str]) -> None:
    """Raises `UserError` (transfer-unknown)."""
    for name in names:
        if name != CHOSEN and name not in STRATEGIES:
            hint = f"Valid here: {', '.join(STRATEGIES)}, and '{CHOSEN}' for what the plan has."
            raise fail("transfer-unknown", f"there is no transfer strategy '{name}'", None, hint)


def compare_strategies(
    path: Path,
    compiling: CompileOptions,
    names: Sequence[str],
    wanted: ProfileOptions,
    folder: Path,
    reporter: Reporter,
) -> tuple[ComparedStrategy, ...]:
    """The chosen one first, whether it is among `names` or not; `folder`, which must be empty, takes the programs."""
    check_names(names)
    graph = load_graph(path, compiling.parameters, compiling.time_unit_ns)
    fifos = list_fifos(path, compiling)
    others = [name for name in names if name != CHOSEN]
    legal = {choice.fifo: dict(choice.estimates_ns) for choice in plan_graph(graph, compiling).plan.choices}
    workshop = Workshop(graph, compiling, others, folder, reporter)
    workshop.open(fifos)
    contest = _Contest(
        workshop, Runner(folder, wanted.options, wanted.seconds, reporter, wanted.where), wanted, reporter
    )
    contest.settle()
    found = [contest.against(name, _assignment(fifos, legal, name)) for name in others]
    return (ComparedStrategy(CHOSEN, contest.chosen_ns), *found)


def _assignment(fifos: Sequence[FifoLine], legal: Mapping[str, Mapping[str, int]], strategy: str) -> dict[str, str]:
    return {fifo.name: strategy for fifo in fifos if strategy in legal.get(fifo.name, ())}


class _Contest:
    def __init__(self, workshop: Workshop, runner: Runner, wanted: ProfileOptions, reporter: Reporter) -> None:
        self._workshop, self._runner, self._reporter = workshop, runner, reporter
        self._seconds, self._iterations = wanted.seconds, wanted.iterations or 1
        self._counts_itself = wanted.iterations is None
        self.chosen_ns = 0.0

    def settle(self) -> None:
        """Find out how many iterations a run takes."""
        variant = self._workshop.variant({})
        self._reporter.step("running the program with what was chosen")
        sample = self._run(variant)
        if self._counts_itself:
            self._iterations, sample = enough_iterations(lambda count: self._runner.run(variant, count))
        self._runner.limit_to_multiple_of(sample.elapsed_ns / 1e9)
        self.chosen_ns = sample.iteration_ns

    def against(self, strategy: str, assignment: Mapping[str, str]) -> ComparedStrategy:
        if not assignment:
            return ComparedStrategy(strategy, note="not legal on any FIFO")
        refusal = self._workshop.refusal(assignment)
        if refusal:
            return ComparedStrategy(strategy, note=refusal)
        chosen, candidate = self._workshop.variant({}), self._workshop.variant(assignment)
        count = "1 FIFO" if len(assignment) == 1 else f"{len(assignment)} FIFOs"
        self._reporter.step(f"comparing {strategy} on {count} with what was chosen")
        try:
            found = compare(
                lambda: self._run(chosen), lambda: self._run(candidate), Budget(self._seconds), self._reporter
            )
        except UserError as error:
            if error.diagnostics[0].id not in FAILURES:
                raise
            return ComparedStrategy(strategy, note=error.diagnostics[0].message)
        return self._told(strategy, found, f"on {count}")

    def _told(self, strategy: str, found: Comparison, where: str) -> ComparedStrategy:
        self.chosen_ns = found.before_ns
        ratio = found.ratio
        return ComparedStrategy(strategy, found.after_ns, ratio.median, ratio.low, ratio.high, found.pairs, where)

    def _run(self, variant: Variant) -> Sample:
        return self._runner.run(variant, self._iterations)
