# SPDX-License-Identifier: Apache-2.0
"""The long runs for a short time: `python -m tests.long_runs` goes on for an hour."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from .endurance import Run, endure
from .programs import PERIOD_ITERATIONS, WAYS, WORDS, Program, build, expected_digest
from .wrap import complaint_about_wrap

SECONDS = 1.0
SHORT = ("default", "small tokens", "offload")


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("objects")


@pytest.mark.parametrize("name", SHORT)
def test_tokens_stay_the_same_and_memory_does_not_grow(name: str, tmp_path: Path, objects: Path) -> None:
    run = endure(build(WAYS[name], tmp_path / "program", objects), SECONDS)
    assert run.problem == ""
    assert run.iterations > 2 * PERIOD_ITERATIONS
    assert run.tokens == run.iterations * 6 * WAYS[name].words
    assert run.resident


@pytest.mark.parametrize("name", [name for name in WAYS if name != "stream"])
def test_counters_pass_2_to_the_32(name: str, tmp_path: Path, objects: Path) -> None:
    assert complaint_about_wrap(WAYS[name], tmp_path, objects) == ""


def test_a_token_that_changes_is_noticed(tmp_path: Path, objects: Path) -> None:
    program = build(WAYS["default"], tmp_path / "program", objects)
    other = Program(replace(program.way, words=4), program.binary, program.iterations_per_pass)
    assert endure(other, 0.5).problem.startswith("its tokens have the digest")
    assert expected_digest(4) != expected_digest(WORDS)


def test_memory_that_grows_is_noticed(tmp_path: Path) -> None:
    program = Program(WAYS["default"], tmp_path, 1)
    samples = tuple((float(second), 1000 + 10 * second) for second in range(100))
    run = Run(program, 1, 100.0, samples, "")
    assert run.growth_kib == 790
    assert round(run.slope_kib_per_hour) == 36000
