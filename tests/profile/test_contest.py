# SPDX-License-Identifier: Apache-2.0
"""Strategies against what was chosen, on a machine with made-up prices."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.build.reporter import SILENCE
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions
from dfgen.profile.contest import compare_strategies
from dfgen.profile.measured import ComparedStrategy
from dfgen.profile.profiling import ProfileOptions
from tests.profile.machine import LARGE, SMALL, Machine


def compared(graph: Path, folder: Path, *names: str, **options: object) -> dict[str, ComparedStrategy]:
    (folder / "contest").mkdir()
    wanted = ProfileOptions(iterations=1)
    compiling = CompileOptions(cores=1, **options)  # type: ignore[arg-type]
    found = compare_strategies(graph, compiling, names, wanted, folder / "contest", SILENCE)
    return {one.strategy: one for one in found}


def test_each_strategy_runs_on_all_fifos_that_it_is_legal_on(graph: Path, tmp_path: Path, machine: Machine) -> None:
    machine.prices = {(LARGE, "memcpy"): 500, (SMALL, "memcpy"): 500, (LARGE, "stream"): 250, (LARGE, "cow"): 1000}
    found = compared(graph, tmp_path, "memcpy", "stream", "chosen", transfers=("a.o:b.i=cow",))
    assert list(found) == ["chosen", "memcpy", "stream"]
    assert found["chosen"] == ComparedStrategy("chosen", 2000.0)
    assert (found["memcpy"].period_ns, found["memcpy"].ratio) == (2000.0, 1.0)
    assert (found["stream"].period_ns, found["stream"].ratio) == (1250.0, 0.625)
    assert found["memcpy"].note == found["stream"].note == "on 6 FIFOs"
    assert found["stream"].pairs >= 6


def test_fifos_keep_what_they_have_where_a_strategy_is_not_legal(graph: Path, tmp_path: Path, machine: Machine) -> None:
    """One reader of `a.o` writes what the other one reads."""
    assert compared(graph, tmp_path, "shared")["shared"].note == "on 5 FIFOs"
    assert machine.runs[-1][LARGE] != "shared"


def test_a_failing_program_is_told(graph: Path, tmp_path: Path, machine: Machine) -> None:
    machine.failing = {(LARGE, "stream")}
    found = compared(graph, tmp_path, "stream", "memcpy")
    assert (found["stream"].period_ns, found["stream"].note) == (None, "the program fails")
    assert found["memcpy"].period_ns is not None


def test_an_unknown_strategy_is_refused(graph: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        compared(graph, tmp_path, "magic")
    assert caught.value.diagnostics[0].id == "transfer-unknown"
