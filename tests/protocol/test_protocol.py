# SPDX-License-Identifier: Apache-2.0
"""The protocol between cores, checked by spin in all orders of its steps: no wake-up is lost, nothing ends in a
deadlock, no core overtakes another, and the end of the program is where it was asked for. Models with a mistake in them
must fail, so that it is known what a pass is worth.

The models stand beside this file. Spin (of Debian's package `spin`) makes a C program of a model, which visits every
state.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

MODELS = Path(__file__).parent
MEMORY_MIB = 3000
SECONDS_MAX = 500
DONE, STOP, END_OF_INPUT, FAIL, SIGNAL = range(5)

pytestmark = pytest.mark.skipif(shutil.which("spin") is None, reason="spin is not installed (Debian package spin)")


def check(model: str, folder: Path, optimised: bool, **constants: int) -> str:
    """Visit all states of a model; empty, or what is wrong with one. The compiler optimises where there are so many
    states that it is worth its time."""
    defined = [f"-D{name}={value}" for name, value in constants.items()]
    shutil.copy(MODELS / model, folder)
    made = subprocess.run(["spin", *defined, "-a", model], cwd=folder, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    flags = ["-O1" if optimised else "-O0", "-w", "-DSAFETY", f"-DMEMLIM={MEMORY_MIB}", "-DVECTORSZ=2048"]
    subprocess.run(["gcc", *flags, "pan.c", "-o", "pan"], cwd=folder, check=True)
    visited = subprocess.run(
        ["./pan", "-m100000"], cwd=folder, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    errors = re.search(r"errors: (\d+)", visited.stdout)
    assert errors is not None, visited.stdout + visited.stderr
    if int(errors[1]):
        problem = re.search(r"^pan:\d+: (.*)$", visited.stdout, re.MULTILINE)  # after lines of progress
        assert problem is not None, visited.stdout
        return problem[1]
    complete = "Full statespace search" in visited.stdout and "too small" not in visited.stdout
    assert complete, visited.stdout
    assert "Search not completed" not in visited.stdout, visited.stdout  # as where memory was short
    return ""


def waiting(folder: Path, **constants: int) -> str:
    shape = {"CORES": 2, "DEPTH": 1, "SLOTS": 1, "PASSES": 3, "REVERSED": 0, "UNFENCED": 0}
    shape |= {"ENDING": DONE, "WHO": 0, "AT": 1}
    return check("waiting.pml", folder, constants.get("CORES", 2) > 2, **{**shape, **constants})


@pytest.mark.parametrize("reversed_cores", [0, 1])
@pytest.mark.parametrize(("depth", "slots"), [(1, 1), (2, 2), (1, 3)])
@pytest.mark.parametrize(
    ("ending", "who"), [(DONE, 0), (STOP, 0), (STOP, 1), (END_OF_INPUT, 0), (FAIL, 0), (FAIL, 1), (SIGNAL, 0)]
)
def test_two_cores(reversed_cores: int, depth: int, slots: int, ending: int, who: int, tmp_path: Path) -> None:
    shape = {"DEPTH": depth, "SLOTS": slots, "REVERSED": reversed_cores}
    assert waiting(tmp_path, **shape, ENDING=ending, WHO=who) == ""


@pytest.mark.parametrize("reversed_cores", [0, 1])
@pytest.mark.parametrize(("depth", "slots"), [(1, 1), (2, 2)])
@pytest.mark.parametrize(("ending", "who"), [(DONE, 0), (STOP, 1), (FAIL, 0), (SIGNAL, 0)])
def test_sleepers_fence_publishers(
    reversed_cores: int, depth: int, slots: int, ending: int, who: int, tmp_path: Path
) -> None:
    shape = {"DEPTH": depth, "SLOTS": slots, "REVERSED": reversed_cores, "UNFENCED": 1}
    assert waiting(tmp_path, **shape, ENDING=ending, WHO=who) == ""


@pytest.mark.parametrize(("reversed_cores", "ending", "who"), [(0, STOP, 2), (1, END_OF_INPUT, 1), (1, SIGNAL, 0)])
def test_three_cores(reversed_cores: int, ending: int, who: int, tmp_path: Path) -> None:
    assert waiting(tmp_path, CORES=3, PASSES=2, REVERSED=reversed_cores, ENDING=ending, WHO=who) == ""


DEADLOCK = "invalid end state"
WRONG = "assertion violated"


@pytest.mark.parametrize(
    ("mutation", "shape", "problem"),
    [
        ("ASLEEP_READ_BEFORE_PUBLISH", {}, DEADLOCK),
        ("COUNTER_NOT_READ_AGAIN", {}, DEADLOCK),
        ("BELL_READ_LATE", {}, DEADLOCK),
        ("BELL_NOT_RUNG_AT_THE_END", {"ENDING": FAIL, "WHO": 1}, DEADLOCK),
        ("BELL_NOT_CHANGED", {}, DEADLOCK),
        ("RELEASED_BEFORE_READ", {}, WRONG),
        ("PUBLISHED_BEFORE_WRITTEN", {}, WRONG),
        ("NO_WAIT_FOR_ROOM", {}, WRONG),
        ("NO_PACE", {"ENDING": SIGNAL, "SLOTS": 3, "REVERSED": 1}, WRONG),
        ("ASLEEP_SET_LATE", {}, DEADLOCK),
        ("END_NOT_READ_BEFORE_SLEEP", {"ENDING": FAIL, "WHO": 1}, DEADLOCK),
        ("END_NOT_READ_AFTER_WAITS", {"ENDING": END_OF_INPUT}, WRONG),
        ("NOBODY_FENCES", {"UNFENCED": 1}, DEADLOCK),
        ("FENCED_BEFORE_ASLEEP", {"UNFENCED": 1}, DEADLOCK),
    ],
)
def test_a_mistake_in_the_protocol_is_found(mutation: str, shape: dict[str, int], problem: str, tmp_path: Path) -> None:
    assert problem in waiting(tmp_path, **shape, MUTATION=constant("waiting.pml", mutation))


def life(folder: Path, **constants: int) -> str:
    return check("life.pml", folder, False, **{"CORES": 3, "ACTORS": 4, "STEP": 2, "FAILING": 4, **constants})


@pytest.mark.parametrize("failing", [0, 2, 4])
@pytest.mark.parametrize(("cores", "step"), [(2, 1), (3, 2), (3, 3)])
def test_actors_live_in_order(cores: int, step: int, failing: int, tmp_path: Path) -> None:
    assert life(tmp_path, CORES=cores, STEP=step, FAILING=failing) == ""


@pytest.mark.parametrize(
    ("mutation", "failing", "problem"),
    [
        ("TRIP_STOPS_AT_FAIL", 2, DEADLOCK),
        ("ENDS_WITHOUT_INIT", 2, WRONG),
        ("LAST_TURN_UNAWAITED", 4, WRONG),
        ("NO_MEETING_AT_END", 4, WRONG),
    ],
)
def test_a_mistake_in_their_lives_is_found(mutation: str, failing: int, problem: str, tmp_path: Path) -> None:
    assert problem in life(tmp_path, FAILING=failing, MUTATION=constant("life.pml", mutation))


def pending(folder: Path, **constants: int) -> str:
    shape = {"JOBS": 2, "SLOTS": 1, "PLACES": 2, "RUNS": 1, "HELPS": 1, "FAILING": 0}
    return check("pending.pml", folder, True, **{**shape, **constants})


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"FAILING": 1},
        {"JOBS": 3, "SLOTS": 2, "HELPS": 0},
        {"JOBS": 3, "SLOTS": 2, "RUNS": 0},
        pytest.param({"JOBS": 3, "SLOTS": 2}, marks=pytest.mark.sweep),
        pytest.param({"SLOTS": 2, "PLACES": 4, "FAILING": 1}, marks=pytest.mark.sweep),
    ],
    ids=str,
)
def test_engine_giver_and_waiter(shape: dict[str, int], tmp_path: Path) -> None:
    assert pending(tmp_path, **shape) == ""


@pytest.mark.parametrize(
    ("mutation", "shape", "problem"),
    [
        ("CLAIM_IN_TWO_STEPS", {}, WRONG),
        ("RAISED_BY_STORE", {"JOBS": 3, "SLOTS": 2}, WRONG),
        ("DONE_NOT_READ_AGAIN", {"JOBS": 3, "SLOTS": 2}, WRONG),
        ("DONE_NOT_LOOKED_AT_AFTER", {}, DEADLOCK),
        ("NOT_WOKEN_BY_PUBLICATION", {"RUNS": 0}, DEADLOCK),
        ("TAKEN_OVER_BEFORE_STOP", {"FAILING": 1}, WRONG),
        ("PLACE_REUSED_EARLY", {"JOBS": 3, "SLOTS": 2}, WRONG),
        ("PUBLISHED_OUT_OF_ORDER", {"SLOTS": 2, "PLACES": 4}, WRONG),
        ("NOT_SETTLED_BY_GIVER", {"SLOTS": 2, "PLACES": 4}, DEADLOCK),
        ("STOP_LOOKS_UP_TO_GIVEN", {"SLOTS": 2, "PLACES": 4, "FAILING": 1}, DEADLOCK),
    ],
)
def test_a_mistake_in_the_pending_table_is_found(
    mutation: str, shape: dict[str, int], problem: str, tmp_path: Path
) -> None:
    assert problem in pending(tmp_path, **shape, MUTATION=constant("pending.pml", mutation))


def links(folder: Path, **constants: int) -> str:
    shape = {"SLOTS": 1, "PASSES": 2, "REVERSED": 0, "ENDING": DONE, "AT": 1, "WHO": 0}
    return check("links.pml", folder, True, **{**shape, **constants})


@pytest.mark.parametrize("reversed_nodes", [0, 1])
@pytest.mark.parametrize(
    ("ending", "who", "at"),
    [(DONE, 0, 0), (STOP, 0, 0), (END_OF_INPUT, 0, 2), (FAIL, 0, 1), (FAIL, 1, 1), (SIGNAL, 0, 0)],
)
def test_link_between_nodes(reversed_nodes: int, ending: int, who: int, at: int, tmp_path: Path) -> None:
    assert links(tmp_path, REVERSED=reversed_nodes, ENDING=ending, WHO=who, AT=at) == ""


@pytest.mark.parametrize(
    "shape",
    [
        {"SLOTS": 2, "ENDING": STOP, "AT": 1},
        pytest.param({"SLOTS": 2, "PASSES": 3, "ENDING": STOP, "AT": 2}, marks=pytest.mark.sweep),
        pytest.param({"ENDING": SIGNAL, "WHO": 1, "REVERSED": 1}, marks=pytest.mark.sweep),
        pytest.param({"SLOTS": 2, "ENDING": SIGNAL}, marks=pytest.mark.sweep),
        pytest.param({"SLOTS": 2, "PASSES": 3, "ENDING": FAIL, "WHO": 1, "AT": 2}, marks=pytest.mark.sweep),
    ],
    ids=str,
)
def test_longer_links(shape: dict[str, int], tmp_path: Path) -> None:
    assert links(tmp_path, **shape) == ""


@pytest.mark.parametrize(
    ("mutation", "shape", "problem"),
    [
        ("CREDIT_IGNORED", {}, WRONG),
        ("HOLD_IGNORED", {"ENDING": SIGNAL}, WRONG),
        ("PASS_READ_ONCE", {"ENDING": SIGNAL}, WRONG),
        ("LAST_NOT_TOLD", {}, DEADLOCK),
        ("SENT_BEFORE_READ", {}, WRONG),
        ("NOT_GIVEN_UP", {"SLOTS": 2, "ENDING": STOP, "AT": 0}, DEADLOCK),
        ("WINDOW_GIVEN_EARLY", {}, WRONG),
        ("END_NOT_TOLD", {"ENDING": END_OF_INPUT, "AT": 2}, DEADLOCK),
        ("END_TAKEN_LATE", {"ENDING": STOP, "AT": 0}, WRONG),
        ("BOUND_NOT_AWAITED", {"ENDING": SIGNAL}, WRONG),
        ("NOTES_DISORDERED", {"SLOTS": 2, "REVERSED": 0, "PASSES": 2}, DEADLOCK),
    ],
)
def test_a_mistake_between_nodes_is_found(mutation: str, shape: dict[str, int], problem: str, tmp_path: Path) -> None:
    assert problem in links(
        tmp_path, **{"REVERSED": 1, "PASSES": 3, **shape, "MUTATION": constant("links.pml", mutation)}
    )


def helped(folder: Path, **constants: int) -> str:
    shape = {"CORES": 2, "PASSES": 1, "BLOCKS": 2, "FIRINGS": 2, "CHAIN": 0, "LEAVES": 0, "STAYS": 1}
    shape |= {"GROUPED": 0, "FAILING": NONE_FAILS}
    return check("helped.pml", folder, False, **{**shape, **constants})


NONE_FAILS = 255
GROUPS_OF_THREE = {"CORES": 3, "FIRINGS": 3, "GROUPED": 1, "STAYS": 0}


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"BLOCKS": 3},
        {"PASSES": 2, "FIRINGS": 3},
        {"PASSES": 2, "GROUPED": 1},
        {"FAILING": 1},
        {"PASSES": 2, "FIRINGS": 3, "FAILING": 4},
        {"LEAVES": 1},
        {"LEAVES": 1, "GROUPED": 1},
        {"LEAVES": 1, "FAILING": 2},
        {"LEAVES": 1, **GROUPS_OF_THREE, "STAYS": 1},
        GROUPS_OF_THREE,
        {"CHAIN": 1, **GROUPS_OF_THREE},
        {"CHAIN": 1, "CORES": 3, "BLOCKS": 1, "STAYS": 0},
        {"CORES": 3, "BLOCKS": 1, "FAILING": 1, "STAYS": 0},
        pytest.param({"PASSES": 2, "BLOCKS": 1, **GROUPS_OF_THREE}, marks=pytest.mark.sweep),
        pytest.param({"CHAIN": 1, "PASSES": 2, "BLOCKS": 1, **GROUPS_OF_THREE}, marks=pytest.mark.sweep),
        pytest.param({"CORES": 3, "STAYS": 0}, marks=pytest.mark.sweep),
        pytest.param({"CHAIN": 1, **GROUPS_OF_THREE, "BLOCKS": 1, "FAILING": 1, "STAYS": 1}, marks=pytest.mark.sweep),
    ],
    ids=str,
)
def test_who_waits_helps(shape: dict[str, int], tmp_path: Path) -> None:
    assert helped(tmp_path, **shape) == ""


@pytest.mark.parametrize(
    ("mutation", "shape", "problem"),
    [
        ("ASLEEP_READ_BEFORE_OPEN", {"GROUPED": 1}, DEADLOCK),
        ("OPENED_BEFORE_WRITTEN", {}, WRONG),
        ("TAKEN_BY_STORE", {}, WRONG),
        ("ENDED_BEFORE_WRITE", {}, WRONG),
        ("BEGUN_SET_BACK", {}, WRONG),
        ("ENDED_NOT_AWAITED", {}, WRONG),
        ("OPEN_READ_BEFORE_ASLEEP", {"GROUPED": 1}, DEADLOCK),
        ("OWNER_NOT_RUNG", {}, DEADLOCK),
        ("ENDED_NOT_READ_AGAIN", {}, DEADLOCK),
        ("BELL_READ_LATE", {"GROUPED": 1}, DEADLOCK),
        ("ONLY_DIRECT_RUNG", {"CHAIN": 1, **GROUPS_OF_THREE}, DEADLOCK),
        ("ONLY_DIRECT_HELPED", {"CHAIN": 1, **GROUPS_OF_THREE}, DEADLOCK),
        ("WAITING_SET_LATE", {"GROUPED": 1}, DEADLOCK),
        ("STAYS_WITHOUT_NAPS", {"LEAVES": 1, "GROUPED": 1}, DEADLOCK),
        ("LEFT_TOLD_LATE", {}, DEADLOCK),
    ],
)
def test_a_mistake_in_the_help_is_found(mutation: str, shape: dict[str, int], problem: str, tmp_path: Path) -> None:
    assert problem in helped(tmp_path, **shape, MUTATION=constant("helped.pml", mutation))


def constant(model: str, name: str) -> int:
    found = re.search(rf"#define {name}\s+(\d+)", (MODELS / model).read_text())
    assert found is not None
    return int(found[1])
