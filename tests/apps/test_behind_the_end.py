# SPDX-License-Identifier: Apache-2.0
"""No firing begins of an iteration that its core knows to be behind the end of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import Workbench, run
from tests.apps.promised import PROMISES

STRAIGHT, LISTED, RETURNING = (PROMISES / f"{name}.sdf" for name in ("straight", "listed", "returning"))
ENDS = [(what, at) for what in ("stop", "end") for at in (0, 1, 2, 7, 100, 1025)]
LARGE = {"size": 300_000}
OPTIONS = {
    "one core": CompileOptions(cores=1),
    "one core, single": CompileOptions(cores=1, latency_iterations=1),
    "one core, loop": CompileOptions(cores=1, parameters=LARGE),
    "two cores": CompileOptions(cores=2),
    "two cores, single": CompileOptions(cores=2, latency_iterations=1),
    "two cores, loop": CompileOptions(cores=2, parameters=LARGE),
    "three cores": CompileOptions(cores=3, mapper="staged"),
    "three cores, loop": CompileOptions(cores=3, parameters=LARGE),
    "guard": CompileOptions(cores=2, guard=True),
}


def counts(bench: Workbench, graph: Path, options: CompileOptions, what: str, at: int) -> dict[str, int]:
    """Firings of each actor of a program that ends in firing `at` of its first one."""
    result = run(bench.program(graph, options), "-n", "3000", f"what={what}", f"at={at}")
    assert (result.returncode, result.stderr) == (0, ""), result.stderr
    words = result.stdout.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@pytest.mark.parametrize(("what", "at"), ENDS)
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_what_reads_the_input_does_not_fire_behind_its_end(
    options: CompileOptions, what: str, at: int, bench: Workbench
) -> None:
    at = min(at, 8) if options.parameters else at
    iterations = at + (what == "stop")
    expected = {"feed": at + 1, "work": 4 * iterations, "fold": 4 * iterations, "drain": iterations}
    assert counts(bench, STRAIGHT, options, what, at) == expected


@pytest.mark.parametrize(("what", "at"), ENDS)
@pytest.mark.parametrize("cores", [1, 2])
def test_firings_that_are_listed_end_as_well(cores: int, what: str, at: int, bench: Workbench) -> None:
    """The order is feed feed work feed work."""
    found = counts(bench, LISTED, CompileOptions(cores=cores), what, at)
    iterations = at // 3 + (what == "stop")
    if what == "stop":
        expected = {"feed": 3 * iterations, "work": 2 * iterations, "drain": iterations}
    else:
        expected = {"feed": at + 1, "work": 2 * iterations + (at % 3 == 2), "drain": iterations}
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(("what", "at"), ENDS)
@pytest.mark.parametrize("options", [CompileOptions(cores=1), CompileOptions(cores=2)], ids=["one core", "two cores"])
def test_the_loop_of_an_actor_that_feeds_itself_ends_as_well(
    options: CompileOptions, what: str, at: int, bench: Workbench
) -> None:
    found = counts(bench, RETURNING, options, what, at)
    iterations = at // 2 + (what == "stop")
    fed = 2 * iterations if what == "stop" else at + 1
    assert found == {"feed": fed, "work": 2 * iterations, "fold": 0, "drain": iterations}
