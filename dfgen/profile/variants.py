# SPDX-License-Identifier: Apache-2.0
"""From an assignment of strategies to FIFOs to a program that has them.

One build serves all strategies that a program can choose among as it starts; others are compiled into it. What is not
assigned stays as the graph file and dfgen have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from dfgen.annotate import FifoLine
from dfgen.build.folder import write_folder
from dfgen.build.reporter import Reporter
from dfgen.build.toolchain import build_folder
from dfgen.memory.strategies import FALLBACK, STRATEGIES
from dfgen.model.diagnostics import UserError
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions, plan_graph
from dfgen.profile.sampling import CHOOSES, Variant
from dfgen.stages import Planned, generate

Assignment = Mapping[str, str]
"""Strategies by FIFO, as the user names them."""


@frozen
class _Recipe:
    """How to get a program with an assignment: what to compile, what to say as it starts."""

    transfers: tuple[str, ...]
    choices: tuple[str, ...] = ()


class Workshop:
    """Builds the variants of one graph in subfolders of `folder`, each once."""

    def __init__(
        self, graph: Graph, options: CompileOptions, strategies: Iterable[str], folder: Path, reporter: Reporter
    ) -> None:
        self._graph, self._options, self._folder, self._reporter = graph, options, folder, reporter
        self._programs: dict[tuple[tuple[str, ...], tuple[str, ...]], Path] = {}
        self._candidates = tuple(name for name in strategies if STRATEGIES[name].chosen_at_start)
        self._baseline: dict[str, str] = {}

    def open(self, fifos: Iterable[FifoLine]) -> None:
        """Learn from the plan what is there. Raises `UserError` if the graph does not compile."""
        self._baseline = {fifo.name: fifo.strategy for fifo in fifos}
        try:
            self._planned((), self._candidates)
        except UserError:  # candidates take memory, and may be too much where each alone is not
            self._candidates = ()
            self._planned((), ())

    def refusal(self, assignment: Assignment) -> str:
        """Why the compiler does not accept an assignment; empty if it does."""
        try:
            self._planned(self._transfers(assignment), ())
        except UserError as error:
            return error.diagnostics[0].message
        return ""

    def variant(self, assignment: Assignment) -> Variant:
        """A program for comparing."""
        recipe = self._recipe(assignment)
        program = self._program(recipe.transfers, self._candidates)
        return Variant(program, {CHOOSES: ";".join(recipe.choices)} if recipe.choices else {})

    def final(self, assignment: Assignment) -> Variant:
        """The program as it will be when the graph file says so."""
        return Variant(self._program(self._transfers(assignment), ()))

    def _transfers(self, assignment: Assignment) -> tuple[str, ...]:
        return tuple(f"{name}={strategy}" for name, strategy in self._changed(assignment).items())

    def _changed(self, assignment: Assignment) -> Assignment:
        return {
            name: assignment[name] for name, is_now in self._baseline.items() if assignment.get(name, is_now) != is_now
        }

    def _recipe(self, assignment: Assignment) -> _Recipe:
        transfers, choices = [], []
        for name, strategy in self._changed(assignment).items():
            if strategy not in self._candidates:
                transfers.append(f"{name}={strategy}")
                continue
            if not STRATEGIES[self._baseline[name]].chosen_at_start:
                transfers.append(f"{name}={FALLBACK.name}")
                if strategy == FALLBACK.name:
                    continue
            choices.append(f"{name}={strategy}")
        return _Recipe(tuple(transfers), tuple(choices))

    def _program(self, transfers: tuple[str, ...], candidates: tuple[str, ...]) -> Path:
        key = transfers, candidates
        if key not in self._programs:
            folder = self._folder / f"program-{len(self._programs)}"
            compiled = generate(self._planned(transfers, candidates))
            write_folder(folder, compiled.files)
            self._programs[key] = build_folder(folder, native=True, sources=compiled.inputs, reporter=self._reporter)
        return self._programs[key]

    def _planned(self, transfers: tuple[str, ...], candidates: tuple[str, ...]) -> Planned:
        wanted = replace(self._options, transfers=(*self._options.transfers, *transfers), candidates=candidates)
        return plan_graph(self._graph, wanted)
