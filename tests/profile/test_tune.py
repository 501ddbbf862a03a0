# SPDX-License-Identifier: Apache-2.0
"""What is tried, what is taken and what is left, on a machine with made-up prices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.reporter import SILENCE
from dfgen.model.diagnostics import UserError, fail
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions, plan_graph
from dfgen.profile import variants
from dfgen.profile.comparison import Verdict
from dfgen.profile.tune import Tuned, TuneOptions, tune
from dfgen.stages import Planned
from tests.profile.machine import GRAPH, LARGE, SMALL, Machine

COPYING = ("memcpy", "cow", "stream")

Tune = Callable[..., Tuned]


@pytest.fixture
def tuned(graph: Path, machine: Machine, tmp_path: Path) -> Tune:
    def run(compiling: CompileOptions | None = None, **wanted: Any) -> Tuned:
        folder = tmp_path / "programs"
        folder.mkdir()
        options = TuneOptions(**{"strategies": COPYING, "iterations": 10, **wanted})
        return tune(graph, compiling or CompileOptions(cores=1), options, folder, SILENCE)

    return run


def chosen(tuned: Tuned) -> dict[str, str]:
    return {name: strategy for group, strategy in tuned.chosen for name in group.fifos}


def trials(tuned: Tuned) -> list[tuple[str, str, str, str]]:
    return [
        (t.group.fifos[0], t.before, t.strategy, t.comparison.verdict.value if t.comparison else t.obstacle)
        for t in tuned.trials
    ]


def test_the_fastest_strategy_of_each_fifo(tuned: Tune, machine: Machine) -> None:
    machine.prices = {(LARGE, "memcpy"): 900, (LARGE, "cow"): 200, (LARGE, "stream"): 500, (SMALL, "memcpy"): 400}
    found = tuned()
    assert trials(found) == [
        (LARGE, "memcpy", "cow", "faster"),
        (LARGE, "cow", "stream", "slower"),
        (SMALL, "shared", "memcpy", "slower"),
        (SMALL, "shared", "cow", "no clear difference"),
        (SMALL, "shared", "stream", "no clear difference"),
    ]
    assert chosen(found) == {LARGE: "cow"}
    assert found.is_confirmed
    assert found.total is not None
    assert (found.total.before_ns, found.total.after_ns) == (1900, 1200)
    assert found.left_alone == ("a.o:c.i", "b.o:c.j", "c.p:e.i", "d.o:f.i")


def test_what_won_stays_while_the_next_is_tried(tuned: Tune, machine: Machine) -> None:
    machine.prices = {(LARGE, "memcpy"): 900, (SMALL, "shared"): 500}
    found = tuned(strategies=("memcpy", "stream"))
    assert chosen(found) == {LARGE: "stream", SMALL: "memcpy"}
    tried = {(run[LARGE], run[SMALL]) for run in machine.runs}
    assert tried == {(large, small) for large, small in tried if large == "stream" or small == "shared"}
    assert found.total is not None
    assert (found.total.before_ns, found.total.after_ns) == (2400, 1000)


def test_one_build_serves_all_that_copy(tuned: Tune, machine: Machine) -> None:
    tuned(patterns=(LARGE,))
    assert machine.builds == 1


def test_nothing_is_kept_that_does_not_win_as_it_will_be_compiled(tuned: Tune, machine: Machine) -> None:
    machine.prices, machine.final_penalty = {(LARGE, "memcpy"): 900}, 900
    found = tuned(strategies=("stream",))
    assert trials(found)[0] == (LARGE, "memcpy", "stream", "faster")
    assert found.total is not None
    assert found.total.verdict is Verdict.SAME
    assert not found.is_confirmed


def test_a_strategy_that_is_not_legal_is_not_tried(tuned: Tune, machine: Machine) -> None:
    machine.prices = {(LARGE, "memcpy"): 900}
    found = tuned(strategies=("shared",), patterns=(LARGE,))
    (trial,) = found.trials
    assert trial.is_refused
    assert trial.obstacle.startswith("not possible: a.o:b.i cannot be shared: it may write what")
    assert found.total is None


def test_annotated_fifos_may_be_shared_again_unless_they_must_not(tuned: Tune, machine: Machine, graph: Path) -> None:
    machine.prices = {(SMALL, "stream"): 300}
    graph.write_text(GRAPH.replace("c.o -> d.i;", "c.o -> d.i @transfer(stream);"))
    assert chosen(tuned(strategies=("shared",), patterns=(SMALL,))) == {SMALL: "shared"}


def test_private_fifos_are_never_shared(tuned: Tune, graph: Path) -> None:
    graph.write_text(GRAPH.replace("c.o -> d.i;", "c.o -> d.i @private;"))
    assert tuned(strategies=("shared",), patterns=(SMALL,)).trials == ()


def test_a_candidate_that_fails_is_left_and_the_others_are_tried(tuned: Tune, machine: Machine) -> None:
    machine.prices, machine.failing = {(LARGE, "memcpy"): 900}, {(LARGE, "cow")}
    found = tuned(patterns=(LARGE,))
    assert trials(found) == [
        (LARGE, "memcpy", "cow", "failed: the program fails"),
        (LARGE, "memcpy", "stream", "faster"),
    ]


def test_a_program_that_fails_by_itself_is_an_error(tuned: Tune, machine: Machine) -> None:
    machine.failing = {(LARGE, "memcpy")}
    with pytest.raises(UserError) as error:
        tuned()
    assert error.value.diagnostics[0].id == "run-failed"


def test_when_the_time_is_over_nothing_new_is_tried(tuned: Tune, machine: Machine) -> None:
    machine.prices = {(LARGE, "memcpy"): 900}
    found = tuned(seconds=0)
    assert {trial.obstacle for trial in found.trials} == {"not looked at: the time was over"}
    assert found.chosen == ()


def test_without_memory_for_candidates_each_is_built_by_itself(
    tuned: Tune, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plan_with_little_memory(loaded: Graph, options: CompileOptions) -> Planned:
        if options.candidates:
            raise fail("memory-exceeded", "too much", None)
        return plan_graph(loaded, options)

    monkeypatch.setattr(variants, "plan_graph", plan_with_little_memory)
    machine.prices = {(LARGE, "memcpy"): 900}
    found = tuned(patterns=(LARGE,))
    assert chosen(found) == {LARGE: "cow"}
    assert machine.wishes == {""}
    assert machine.builds == 3


def test_a_branch_that_dfgen_sets_apart(tuned: Tune, machine: Machine, graph: Path) -> None:
    """Its parts have the name that the graph file has, so that one build serves here, too."""
    graph.write_text(GRAPH.replace("a.o -> { b.i, c.i };", "a.o -> b.i delay 8192 = 1; a.o -> c.i delay 8192 = 2;"))
    found = tuned(patterns=("a.o:c.i",), strategies=("memcpy", "stream"))
    assert found.groups
    assert all(trial.comparison is not None for trial in found.trials)
    assert machine.builds == 1


def test_what_readers_write(tuned: Tune, machine: Machine) -> None:
    machine.written = {LARGE: 0.0312, SMALL: 0.5, "x.y:z.z": 0.1}
    found = tuned(patterns=(LARGE, SMALL))
    assert [(w.fifo, w.fraction, w.declared, w.is_declared, w.percent, w.is_news) for w in found.written] == [
        (LARGE, 0.0312, 0.02, True, 4, True),
        (SMALL, 0.5, None, False, 50, False),
    ]


def test_only_what_readers_write(tuned: Tune, machine: Machine) -> None:
    machine.written = {LARGE: 0.02}
    found = tuned(only_written=True, strategies=("memcpy",))
    assert (found.trials, found.chosen, found.total) == ((), (), None)
    assert [(w.fifo, w.percent, w.is_news) for w in found.written] == [(LARGE, 2, False)]
    assert machine.runs[-1] == machine.runs[-1] | {LARGE: "cow", SMALL: "cow"}


def test_what_readers_write_that_have_a_view_already(tuned: Tune, machine: Machine, graph: Path) -> None:
    machine.written = {LARGE: 0.5}
    graph.write_text(GRAPH.replace("a.o -> { b.i, c.i };", "a.o -> b.i @transfer(cow); a.o -> c.i;"))
    (written,) = tuned(patterns=(LARGE,), strategies=("memcpy",)).written
    assert (written.fifo, written.percent) == (LARGE, 50)


def test_at_least_one_percent_is_written(tuned: Tune, machine: Machine) -> None:
    machine.written = {LARGE: 0.0}
    (written,) = tuned(only_written=True).written
    assert (written.percent, written.is_news) == (1, True)


def test_nothing_to_tune(tuned: Tune, machine: Machine) -> None:
    found = tuned(patterns=("c.p",))
    assert (found.groups, found.sample, machine.builds) == ((), None, 0)


def test_unknown_strategies(tuned: Tune) -> None:
    with pytest.raises(UserError) as error:
        tuned(strategies=("memcopy",))
    assert error.value.diagnostics[0].id == "transfer-unknown"


def test_a_short_run_is_told(tuned: Tune) -> None:
    (note,) = tuned(iterations=3, patterns=(SMALL,)).notes
    assert note == "a run is short, so figures are rough: it ended after 3 iterations in 0.0 ms"


def test_iterations_are_chosen(tuned: Tune, machine: Machine) -> None:
    machine.rest = 1_000_000
    found = tuned(iterations=None, strategies=("memcpy",), patterns=(SMALL,))
    assert 200 <= found.iterations <= 400
    assert found.notes == ()
