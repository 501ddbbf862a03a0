# SPDX-License-Identifier: Apache-2.0
"""Cores that wait run firings of the block of the core for which they wait.

The firings of `programs/helped.c` end only once as many run at a time as there are cores: without help it hangs."""

from __future__ import annotations

import re

import pytest

from tests.runtime.toolchains import Built

OTHER_FIRINGS = 9
"""In each pass, of the block that need not be helped."""
SHAPES = [
    {"CORES": 2},
    {"CORES": 3},
    {"CORES": 4, "ROUNDS": 3},
    {"CORES": 3, "CHAIN": 1},
    {"CORES": 4, "CHAIN": 1},
    {"CORES": 2, "LEAVE": 1},
    {"CORES": 4, "LEAVE": 1},
]


def firings(output: str) -> tuple[int, list[int]]:
    """How many passes core 0 has run, and how many firings each core."""
    told = re.search(r"^passes (\d+) firings ([\d ]+)$", output, re.MULTILINE)
    assert told is not None, output
    return int(told[1]), [int(count) for count in told[2].split()]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("asleep", [0, 1])
@pytest.mark.parametrize("spin_ns", [0, 3000, 1_000_000])
def test_cores_that_wait_run_firings_each_once(built: Built, shape: dict[str, int], asleep: int, spin_ns: int) -> None:
    passes = 40
    ended = built.run("helped", "-n", str(passes), ASLEEP=asleep, DFGEN_SPIN_NS=spin_ns, **shape)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    cores, rounds = shape["CORES"], shape.get("ROUNDS", 2)
    done, counts = firings(ended.stdout)
    assert done == passes
    assert sum(counts) == passes * (cores * rounds + OTHER_FIRINGS)
    assert all(count >= passes * rounds for count in counts)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("where", ["owner", "helper"])
@pytest.mark.parametrize("asleep", [0, 1])
def test_a_failure_in_such_a_firing_ends_the_program(
    built: Built, shape: dict[str, int], where: str, asleep: int
) -> None:
    ended = built.run("helped", "what=fail", f"where={where}", "at=5", ASLEEP=asleep, **shape)
    assert ended.returncode == 1
    told = re.fullmatch(r"error: actor 'work' \(helped.sdf:1:5\), firing (\d+): cannot do this\n", ended.stderr)
    assert told is not None, ended.stderr
    assert int(told[1]) // (shape["CORES"] * shape.get("ROUNDS", 2)) == 5
    assert firings(ended.stdout)[0] == 5


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("where", ["owner", "helper"])
@pytest.mark.parametrize(("what", "passes"), [("stop", [6]), ("end", [5, 6])])
def test_the_end_may_fall_while_a_block_is_open(
    built: Built, shape: dict[str, int], where: str, what: str, passes: list[int]
) -> None:
    """A pass that does not count may still be run to its end."""
    ended = built.run("helped", f"what={what}", f"where={where}", "at=5", **shape)
    assert ended.returncode == 0, ended.stderr
    assert firings(ended.stdout)[0] in passes


def test_who_waits_for_its_helpers_says_so(built: Built) -> None:
    ended = built.run("helped", "what=doze", "where=helper", "at=3", "--watchdog", "500ms", ROUNDS=1)
    assert ended.returncode == 4
    waits = r"  core 0, pass 3: waits for those who run its firings: firings in groups \((\d+) done, (\d+) needed\)"
    told = re.search(waits, ended.stderr)
    assert told is not None, ended.stderr
    assert int(told[2]) == int(told[1]) + 1
    assert re.search(r"  core 1, pass 3: runs actor 'work' \(helped.sdf:1:5\)", ended.stderr)
