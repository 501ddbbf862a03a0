# SPDX-License-Identifier: Apache-2.0
"""Parameters that are set while cores run, by threads that know nothing of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.toolchains import Built

SHAPES = [
    {"CORES": 1, "V": 1},
    {"CORES": 2, "V": 1, "N": 5000},
    {"CORES": 3, "V": 7, "LATE": 3},
    {"CORES": 4, "V": 1, "LATE": 1, "DFGEN_PIN": 0},
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_cores_see_the_same_in_an_iteration(built: Built, shape: dict[str, int]) -> None:
    result = built.run("live", **shape)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("cores", [1, 3])
def test_what_is_scheduled_counts_from_its_iteration_on(built: Built, cores: int) -> None:
    given = ["one=5@100", "twice=10@100", "one=7@101", "twice=14@101", "one=1@300", "twice=2@300"]
    result = built.run("live", "-n", "400", *given, CORES=cores, N=400, SETS=0, V=64)
    assert (result.returncode, result.stdout) == (0, "changes 3, iteration 100: 5\n")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("one=1.5", "this is not a value of type int64"),
        ("one=", "this is not a value of type int64"),
        ("one=9223372036854775808", "this is not a value of type int64"),
        ("twice=nan", "this is not a value of type double"),
        ("twice=0,5", "this is not a value of type double"),
        ("twice=1@-3", "behind the @ stands the number of an iteration"),
    ],
)
def test_what_is_no_value_is_told_before_the_run(built: Built, given: str, problem: str) -> None:
    result = built.run("live", given, SETS=0)
    assert (result.returncode, result.stderr) == (1, f"error: {given}: {problem}\n")


SHORT_OF_MEMORY = """\
#include <stdlib.h>
void *memalign(size_t alignment, size_t bytes);
void *aligned_alloc(size_t alignment, size_t bytes)
{
    static int calls;
    return calls++ == atoi(getenv("FAIL_AT")) ? NULL : memalign(alignment, bytes);
}
"""


def test_a_lack_of_memory_is_told_once(built: Built, tmp_path: Path) -> None:
    library = built.library(tmp_path, SHORT_OF_MEMORY)
    for call in range(6):  # the state, its values, the first change, what was read, a change, a core
        result = built.run("live", "one=5@100", SETS=0, FAIL_AT=call, LD_PRELOAD=library)
        assert (result.returncode, result.stderr) == (1, "error: there is no memory for live parameters\n"), call
