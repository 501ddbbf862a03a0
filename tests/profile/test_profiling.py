# SPDX-License-Identifier: Apache-2.0
"""Runs with and without tracing in turn, on a machine with made-up times."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.reporter import SILENCE
from dfgen.model.diagnostics import UserError
from dfgen.profile.profiling import ProfileOptions, Subject, profile_program, store
from dfgen.profile.sampling import Runner, Variant
from tests.profile.test_trace_figures import core, point

PLAIN, TRACED = Variant(Path("plain")), Variant(Path("traced"))
PLAN = {
    "graph": "g", "fifos": [], "transfers": [], "prediction": {"period_ns": 900},
    "memory": {"arena_bytes": 5, "lower_bound_bytes": 4, "cow_worst_bytes": 0},
}  # fmt: skip


@dataclass
class Machine:
    """The n-th traced run takes `traced_ns[n]` an iteration, half of which an actor has; others take 1000."""

    traced_ns: Sequence[int] = (1010,)
    runs: list[str] = field(default_factory=list)
    told: int = 0

    def figures(self, variant: Variant, iterations: int, flags: Sequence[str] = ()) -> dict[str, Any]:
        self.runs.append(variant.program.name)
        time_ns = 1000 * iterations
        if flags:
            time_ns = self.traced_ns[self.told] * iterations
            self.told += 1
            points = [point("actor", "a", time_ns / 2, iterations), point("runtime", "other", time_ns / 2)]
            profile = {"iterations": iterations, "clock": "counter", "resident_bytes": 77, "cores": [core(0, points)]}
            Path(flags[1]).write_text(json.dumps(profile))
        return {
            "iterations": iterations, "elapsed_ns": time_ns, "cores": 1, "fifos": [], "engines": [],
            "page_faults_minor": 1, "page_faults_major": 0,
        }  # fmt: skip


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    made = Machine()
    monkeypatch.setattr(Runner, "figures", lambda _, *arguments: made.figures(*arguments))
    (tmp_path / "plan.json").write_text(json.dumps(PLAN))
    (tmp_path / "report.json").write_text(json.dumps({"fifos": []}))
    return made


def test_both_programs_run_in_turn_after_a_warm_up(machine: Machine, tmp_path: Path) -> None:
    machine.traced_ns = (1010, 1030, 1020)
    wanted = ProfileOptions(iterations=300_000, runs=3)
    measured = profile_program(Subject(tmp_path, TRACED, PLAIN), wanted, tmp_path, SILENCE)
    assert machine.runs == ["plain", "plain", "traced", "traced", "plain", "plain", "traced"]
    assert measured.iteration.period_ns == 1000
    assert (measured.iteration.traced_ns, measured.iteration.predicted_ns) == (1020, 900)
    assert measured.elapsed_ns == 1020 * 300_000
    assert measured.notes == ()


@pytest.mark.parametrize(("iterations", "predicted_ns"), [(1, 1000), (10, 1000), (40, 925)])
def test_a_short_run_is_predicted_to_take_longer(
    iterations: int, predicted_ns: float, machine: Machine, tmp_path: Path
) -> None:
    plan = {**PLAN, "iterations_per_pass": 10, "prediction": {"period_ns": 900, "fill_ns": 1000}}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    measured = profile_program(Subject(tmp_path, TRACED), ProfileOptions(iterations, 1), tmp_path, SILENCE)
    assert (measured.iteration.predicted_ns, measured.iteration.predicted_run_ns) == (900, predicted_ns)


def test_an_actor_has_the_time_of_the_run_in_the_middle_and_the_usual_one(machine: Machine, tmp_path: Path) -> None:
    machine.traced_ns = (4000, 1010, 2000)
    measured = profile_program(Subject(tmp_path, TRACED), ProfileOptions(1000, 3), tmp_path, SILENCE)
    (actor,) = measured.actors
    assert (actor.firing_ns, actor.usual_ns) == (1000, 1000)
    assert measured.iteration.period_ns == measured.iteration.traced_ns == 2000
    assert "a run is short" in measured.notes[0]


def test_what_is_kept_is_what_is_told(machine: Machine, tmp_path: Path) -> None:
    measured = profile_program(Subject(tmp_path, TRACED), ProfileOptions(10, 1), tmp_path, SILENCE)
    assert json.loads(store(measured, tmp_path).read_text()) == json.loads(json.dumps(measured.to_json()))


def test_runs_may_take_as_long_as_was_allowed_however_long_the_first_one_took(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.traced_ns = (1010, 1010)
    limits: list[float] = []

    def figures(runner: Runner, *arguments: Any) -> dict[str, Any]:
        limits.append(runner._limit_s)
        return machine.figures(*arguments)

    monkeypatch.setattr(Runner, "figures", figures)
    profile_program(Subject(tmp_path, TRACED, PLAIN), ProfileOptions(1, runs=2, seconds=600), tmp_path, SILENCE)
    assert limits == [600] * 5


def test_a_folder_that_cannot_be_written_is_told(machine: Machine, tmp_path: Path) -> None:
    measured = profile_program(Subject(tmp_path, TRACED), ProfileOptions(10, 1), tmp_path, SILENCE)
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError) as caught:
        store(measured, tmp_path / "file")
    assert caught.value.diagnostics[0].id == "file-unwritable"


def test_a_folder_without_plan_is_refused(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "plan.json").unlink()
    with pytest.raises(UserError) as caught:
        profile_program(Subject(tmp_path, TRACED), ProfileOptions(10, 1), tmp_path, SILENCE)
    assert caught.value.diagnostics[0].id == "file-unreadable"
