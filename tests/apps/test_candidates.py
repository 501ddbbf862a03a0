# SPDX-License-Identifier: Apache-2.0
"""`--transfer-candidates` and DFGEN_TRANSFER: strategies chosen as a program starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.applications import EDGES
from tests.apps.harness import Workbench, run

CANDIDATES = ("memcpy", "stream", "cow")


@pytest.fixture(scope="module")
def program(bench: Workbench) -> Path:
    """Edges with all that it reads copied in some way."""
    return bench.program(EDGES.graph, EDGES.options(cores=2, transfers=("memcpy",), candidates=CANDIDATES))


@pytest.fixture(scope="module")
def reference(bench: Workbench) -> dict[str, bytes]:
    alone = bench.program(EDGES.graph, EDGES.options(cores=1))
    assert run(alone, *EDGES.arguments).returncode == 0
    return EDGES.written(alone.parent)


@pytest.mark.parametrize(
    "wishes",
    ["", " ; ", "*=cow", "*=stream", "cut[0].out=cow", "*=stream; cut[0].out:sobel.in = cow ;", "*=memcpy;"],
)
def test_bytes_do_not_depend_on_the_choice(wishes: str, program: Path, reference: dict[str, bytes]) -> None:
    ended = run(program, *EDGES.arguments, environment={"DFGEN_TRANSFER": wishes})
    assert (ended.returncode, ended.stderr) == (0, "")
    assert EDGES.written(program.parent) == reference


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ("cow", "'cow' is not FIFO=strategy"),
        ("=cow", "'=cow' is not FIFO=strategy"),
        ("*=", "'*=' is not FIFO=strategy"),
        ("*=shared", "was not compiled for 'shared', but for memcpy cow stream"),
        ("nobody.out=cow", "no FIFO of this program that has a choice matches 'nobody.out'"),
        (f"*={'x' * 5000}", "is not FIFO=strategy"),
    ],
)
def test_a_wish_that_cannot_be_met_ends_the_program(wishes: str, words: str, program: Path) -> None:
    ended = run(program, *EDGES.arguments, environment={"DFGEN_TRANSFER": wishes})
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: DFGEN_TRANSFER: ")
    assert words in ended.stderr
    assert not any((program.parent / name).exists() for name in EDGES.outputs)


def test_the_help_of_a_program_with_a_choice_names_the_variable(program: Path) -> None:
    assert "DFGEN_TRANSFER " in run(program, "--help").stdout


def test_a_program_without_a_choice_says_so(bench: Workbench) -> None:
    program = bench.program(EDGES.graph, EDGES.options(cores=1))
    assert "DFGEN_TRANSFER " not in run(program, "--help").stdout
    ended = run(program, *EDGES.arguments, environment={"DFGEN_TRANSFER": "*=cow"})
    assert ended.returncode == 1
    assert "--transfer-candidates" in ended.stderr


def test_the_plan_tells_the_candidates(bench: Workbench) -> None:
    compiled = bench.compile(EDGES.graph, EDGES.options(cores=1, transfers=("stream",), candidates=CANDIDATES))
    assert "(at the start also memcpy or cow)" in compiled.plan_text
