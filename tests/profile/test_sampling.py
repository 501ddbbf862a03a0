# SPDX-License-Identifier: Apache-2.0
"""Runs whose figures are read, with shell scripts in the place of programs, and comparisons with made-up figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from dfgen.build.reporter import SILENCE, Silence
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.profile.comparison import PAIRS_LEAST, PAIRS_MOST, Verdict
from dfgen.profile.sampling import RUN_LEAST_NS, Budget, Runner, Sample, Variant, compare, enough_iterations

FIGURES = {
    "iterations": 8, "elapsed_ns": 4000, "cores": 2, "page_faults_minor": 0, "page_faults_major": 0, "fifos": [],
    "status": "done",
}  # fmt: skip

Script = Callable[..., Variant]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """A program that does `body` after it has told its figures; they are the second argument's file."""

    def write(body: str, figures: object = FIGURES, **environment: str) -> Variant:
        path = tmp_path / "program"
        path.write_text(f"#!/bin/sh\ncat >\"$2\" <<'END'\n{json.dumps(figures)}\nEND\n{body}\n")
        path.chmod(0o755)
        return Variant(path, environment)

    return write


def runner(tmp_path: Path, options: Sequence[str] = (), limit_s: float = 60) -> Runner:
    return Runner(tmp_path, options, limit_s, SILENCE)


def refusal(run: Callable[[], object]) -> Diagnostic:
    with pytest.raises(UserError) as error:
        run()
    return error.value.diagnostics[0]


def test_what_a_program_is_told(tmp_path: Path, script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DFGEN_TRANSFER", "of.the:user=stream")
    monkeypatch.setenv("DFGEN_MEASURE", "1")
    body = f'echo "$@" >{tmp_path}/heard; echo "$DFGEN_TRANSFER,$DFGEN_MEASURE,$KIND" >>{tmp_path}/heard; cat; echo out'
    sample = runner(tmp_path, ["left=a.ppm"]).run(script(body, KIND="x"), 8)
    first, second = (tmp_path / "heard").read_text().splitlines()
    assert first == f"--json {tmp_path}/figures.json -n 8 -q left=a.ppm"
    assert second == ",,x"
    assert (sample.elapsed_ns, sample.iterations, sample.cores, sample.iteration_ns) == (4000, 8, 2, 500)


def test_figures_of_another_shape_are_refused(tmp_path: Path, script: Script) -> None:
    with pytest.raises(UserError, match="tells no figures that this dfgen reads"):
        runner(tmp_path).run(script("", {**FIGURES, "elapsed_ns": "4 us"}), 8)


def test_a_chosen_variant_wins_over_the_environment(
    tmp_path: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DFGEN_TRANSFER", "of.the:user=stream")
    runner(tmp_path).run(script(f'echo "$DFGEN_TRANSFER" >{tmp_path}/heard', DFGEN_TRANSFER="a.o:b.i=cow"), 1)
    assert (tmp_path / "heard").read_text() == "a.o:b.i=cow\n"


def test_written_fractions(tmp_path: Path, script: Script) -> None:
    counts = {"copied_bytes": 9, "pages_written": 1}
    fractions = {"a.o:b.i": 0.125, "a.o:c.i": None}
    views = [{"name": name, "written_fraction": fraction, **counts} for name, fraction in fractions.items()]
    sample = runner(tmp_path).run(script("", {**FIGURES, "fifos": views}), 1)
    assert sample.written == {"a.o:b.i": 0.125}
    without = {name: value for name, value in FIGURES.items() if name != "fifos"}
    assert runner(tmp_path).run(script("", without), 1).written == {}


def test_a_program_that_fails_is_quoted(tmp_path: Path, script: Script) -> None:
    variant = script("for i in 1 2 3 4 5 6 7; do echo line $i >&2; done; exit 1")
    found = refusal(lambda: runner(tmp_path).run(variant, 1))
    assert found.id == "run-failed"
    assert found.message == "'program' ended with status 1, so it cannot be measured"
    assert [note.message for note in found.notes] == [f"it said: line {i}" for i in range(3, 8)]
    assert "follow '--'" in found.hint


def test_an_error_is_quoted_that_a_launcher_s_words_follow(tmp_path: Path, script: Script) -> None:
    variant = script("echo begins >&2; echo error: no >&2; for i in 1 2 3 4 5 6 7; do echo line $i >&2; done; exit 1")
    found = refusal(lambda: runner(tmp_path).run(variant, 1))
    assert [note.message for note in found.notes] == ["it said: error: no"]


def test_a_program_that_crashes(tmp_path: Path, script: Script) -> None:
    found = refusal(lambda: runner(tmp_path).run(script("kill -SEGV $$"), 1))
    assert found.message == "'program' was ended by SIGSEGV, so it cannot be measured"


def test_a_program_without_figures(tmp_path: Path, script: Script) -> None:
    (tmp_path / "figures.json").write_text(json.dumps(FIGURES))  # of an earlier run
    for body in ('rm "$2"', 'echo "{" >"$2"'):
        found = refusal(lambda body=body: runner(tmp_path).run(script(body), 1))  # type: ignore[misc]
        assert found.message == "'program' ended without telling its figures, so it cannot be measured"
    found = refusal(lambda: runner(tmp_path).run(script("", {**FIGURES, "iterations": 0}), 1))
    assert found.message == "'program' ended without an iteration, so it cannot be measured"


def test_a_program_that_never_ends(tmp_path: Path, script: Script) -> None:
    found = refusal(lambda: runner(tmp_path, limit_s=0.2).run(script("exec sleep 1000"), 3))
    assert found.id == "run-too-long"
    assert "3 iterations" in found.message


def test_a_program_that_cannot_be_started(tmp_path: Path, script: Script) -> None:
    variant = script("")
    variant.program.chmod(0o644)
    found = refusal(lambda: runner(tmp_path).run(variant, 1))
    assert found.id == "run-failed"
    assert "TMPDIR" in found.hint


@pytest.mark.parametrize("iteration_ns", [1, 1000, 3_000_000, 10 * RUN_LEAST_NS])
def test_runs_get_longer_until_they_are_long_enough(iteration_ns: int) -> None:
    asked: list[int] = []

    def run(count: int) -> Sample:
        asked.append(count)
        return Sample(count * iteration_ns, count, 1)

    iterations, sample = enough_iterations(run)
    assert sample.elapsed_ns >= RUN_LEAST_NS
    assert sample.iterations == iterations == asked[-1]
    assert iterations == 1 or iterations * iteration_ns <= 2 * RUN_LEAST_NS
    assert asked == sorted(set(asked))
    assert len(asked) <= 7


def test_a_program_that_ends_by_itself_is_not_run_for_longer() -> None:
    iterations, sample = enough_iterations(lambda count: Sample(1000 * min(count, 5), min(count, 5), 1))
    assert (sample.iterations, iterations) == (5, 100)


class Bar(Silence):
    def __init__(self) -> None:
        self.shown: list[tuple[int, int]] = []

    def progress(self, done: int, total: int) -> None:
        self.shown.append((done, total))


def samples(log: list[str], name: str, times: Iterator[int]) -> Callable[[], Sample]:
    def run() -> Sample:
        log.append(name)
        return Sample(next(times), 1, 1)

    return run


def endless(*times: int) -> Iterator[int]:
    while True:
        yield from times


def test_two_programs_take_turns_and_the_order_changes() -> None:
    log: list[str] = []
    bar = Bar()
    found = compare(samples(log, "A", endless(100)), samples(log, "B", endless(50)), Budget(1e9), bar)
    assert (found.verdict, found.pairs) == (Verdict.FASTER, PAIRS_LEAST)
    assert "".join(log) == "ABBA" * (PAIRS_LEAST // 2)
    assert (found.before_ns, found.after_ns) == (100, 50)
    assert bar.shown == [(done + 1, PAIRS_MOST) for done in range(PAIRS_LEAST)]


def test_a_comparison_that_stays_unclear_ends() -> None:
    found = compare(samples([], "A", endless(100)), samples([], "B", endless(80, 120)), Budget(1e9), SILENCE)
    assert (found.verdict, found.pairs) == (Verdict.SAME, PAIRS_MOST)


def test_a_comparison_ends_with_the_time() -> None:
    seconds = iter(range(100))
    budget = Budget(3, clock=lambda: next(seconds))
    found = compare(samples([], "A", endless(100)), samples([], "B", endless(50)), budget, SILENCE)
    assert (found.verdict, found.pairs) == (Verdict.OPEN, 3)


def test_a_candidate_that_takes_far_longer_is_given_up(tmp_path: Path, script: Script) -> None:
    limited = runner(tmp_path, limit_s=0.001)
    limited.limit_to_multiple_of(0.5)  # there is a least limit, so that a start that takes its time is no failure
    assert limited.run(script("sleep 0.1"), 1).iterations == 8
