# SPDX-License-Identifier: Apache-2.0
"""Private views of buffers (strategy `cow`), run by a hand-written program under each compiler and sanitizer."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.runtime.toolchains import TIMEOUT_S, Built

PAGE_BYTES = 4096
SHAPES = [
    {"CORES": 1, "SLOTS": 1},
    {"CORES": 2, "SLOTS": 1, "WRITES": 256},
    {"CORES": 2, "SLOTS": 3, "WINDOWS": 7, "BYTES": 65537},
    {"CORES": 3, "SLOTS": 2, "WINDOWS": 3, "WRITES": 256, "BYTES": 40961},
    {"CORES": 4, "SLOTS": 2, "WRITES": 3, "BYTES": 200_000},
    {"CORES": 3, "SLOTS": 2, "BYTES": 100, "WINDOWS": 3, "WRITES": 256},
    {"CORES": 2, "SLOTS": 4, "BYTES": 4096, "WINDOWS": 2},
    {"CORES": 2, "SLOTS": 1, "BYTES": 3_000_000, "PASSES": 8},
]
FIGURES = re.compile(r"compared (\d+) uses (\d+) copied (\d+) written (\d+) dropped (\d+) caught (\d+)")


def figures(output: str) -> list[dict[str, int]]:
    """What each view has cost."""
    names = ("compared", "uses", "copied", "written", "dropped", "caught")
    found = [dict(zip(names, map(int, numbers), strict=True)) for numbers in FIGURES.findall(output)]
    assert found
    return found


def run_views(built: Built, **shape: int | str) -> tuple[list[dict[str, int]], str]:
    result = built.run("cow_views", **shape)
    assert result.returncode == 0, result.stderr
    return figures(result.stdout), result.stderr


def need_page_scan(built: Built, *ways: str) -> None:
    for way in ways:
        if run_views(built, DFGEN_PAGE_SCAN=way, PASSES=1)[1] != "":
            pytest.skip(f"this system does not tell written pages by way of '{way}'")


# --- what the consumers see ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scan", ["scan", "read", "none"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_consumer_sees_the_source_in_every_firing(built: Built, shape: dict[str, int], scan: str) -> None:
    shape = {"PASSES": 40, "BYTES": 100_000, "WINDOWS": 1, **shape}
    views, _ = run_views(built, DFGEN_PAGE_SCAN=scan, **shape)
    assert len(views) == max(2 if shape["CORES"] == 1 else 1, shape["CORES"] - 1)
    for view in views:
        assert view["compared"] == shape["PASSES"] * shape["BYTES"]
        assert view["uses"] == shape["PASSES"] * shape["WINDOWS"]
        assert view["copied"] < view["compared"]


# --- what it costs ------------------------------------------------------------------------------------------------


def test_a_view_that_is_only_read_copies_nothing(built: Built) -> None:
    need_page_scan(built, "read")
    views, _ = run_views(built, CORES=3, WRITES=0, WINDOWS=3)
    assert [(view["copied"], view["written"]) for view in views] == [(0, 0), (0, 0)]


def test_all_ways_to_find_written_pages_agree(built: Built) -> None:
    need_page_scan(built, "scan", "read")
    shape = {"CORES": 2, "WINDOWS": 5, "BYTES": 300_001, "SLOTS": 3, "WRITES": 40}
    assert run_views(built, DFGEN_PAGE_SCAN="scan", **shape) == run_views(built, DFGEN_PAGE_SCAN="read", **shape)


def test_pages_that_are_written_each_time_are_taken_once(built: Built) -> None:
    need_page_scan(built, "read")
    [view], _ = run_views(built, SLOTS=1, BYTES=50 * PAGE_BYTES, WRITES=256, PASSES=80)
    assert (view["written"], view["dropped"]) == (50, 0)
    assert view["copied"] == 79 * 50 * PAGE_BYTES


def test_pages_that_are_no_longer_written_are_given_back(built: Built) -> None:
    need_page_scan(built, "read")
    [view], _ = run_views(built, SLOTS=1, BYTES=50 * PAGE_BYTES, WRITES=256, PASSES=120, CALM=1)
    assert (view["written"], view["dropped"]) == (50, 50)
    assert 60 * 50 * PAGE_BYTES < view["copied"] < 100 * 50 * PAGE_BYTES


# --- falling back -------------------------------------------------------------------------------------------------


def test_a_system_that_does_not_tell_pages_is_told_once(built: Built) -> None:
    views, errors = run_views(built, CORES=3, DFGEN_PAGE_SCAN="none")
    assert errors == (
        "warning: FIFO 'a.out:b.in' is copied before each firing instead of shown copy-on-write: "
        "the system does not tell which pages were written\n"
    )
    assert all(view["dropped"] == 0 for view in views)


def test_an_arena_without_file_is_copied_and_told_once(built: Built) -> None:
    for shape in ({"CORES": 1}, {"CORES": 4, "WINDOWS": 3, "FAULT": 1}):
        views, errors = run_views(built, FILE=0, **shape)
        assert errors.count("\n") == 1
        assert "is copied before each firing" in errors
        assert all(view["copied"] == view["compared"] for view in views)
    assert built.run("cow_views", "-q", FILE=0).stderr == ""


def limited(built: Built, kib: int, **shape: int) -> subprocess.CompletedProcess[str]:
    """Runs the program where it may have so much address space and no more."""
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers reserve more address space than a limit would leave")
    command = " ".join(built.command("cow_views"))
    return subprocess.run(
        ["sh", "-c", f"ulimit -v {kib}; exec {command}"], env=built.environment({"CORES": 1, **shape}),
        capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
    )  # fmt: skip


def test_a_view_that_the_system_refuses_is_copied(built: Built) -> None:
    result = limited(built, 150_000, SLOTS=20, BYTES=5_000_000, PASSES=2)
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("\n") == 1
    assert "the system refuses a view: Cannot allocate memory" in result.stderr
    assert all(view["copied"] == view["compared"] == 10_000_000 for view in figures(result.stdout))


def test_without_memory_for_the_copy_the_program_says_so_and_ends(built: Built) -> None:
    result = limited(built, 150_000, SLOTS=1, BYTES=100_000_000, PASSES=2)
    assert result.returncode == 1
    assert "FIFO 'a.out:b.in' needs 95.4 MiB of memory for the port's own copy" in result.stderr
    assert "Cannot allocate memory" in result.stderr


def test_views_that_could_outgrow_the_memory_are_copied(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers refuse mappings of this size")
    result = built.run("cow_many", VIEWS=60)
    assert result.returncode == 0, result.stderr
    mapped, copies, mapped_again = map(int, result.stdout.split())
    assert mapped + copies == 60
    if copies == 0:
        pytest.skip("this machine has a TiB of memory")
    assert re.search(r"its pages may need 16368.0 MiB, and all views can have [\d.]+ MiB", result.stderr)
    assert mapped_again > 0 or mapped == 0, "what closed views might have needed is not given back"


# --- read-only views ----------------------------------------------------------------------------------------------


def test_the_first_write_to_a_read_only_view_is_told_once_and_works(built: Built) -> None:
    for shape in ({"CORES": 1}, {"CORES": 2, "WINDOWS": 5}, {"CORES": 4, "DFGEN_PAGE_SCAN": "none"}):
        views, errors = run_views(built, FAULT=1, **shape)
        told = [line for line in errors.splitlines() if "does not tell which pages" not in line]
        assert len(told) == 1
        assert told[0].startswith("warning: actor 'b' (views.sdf:2:5), firing ")
        assert ": writes its input port 'in' of FIFO 'a.out:b.in', declared read_only; " in told[0]
        assert all(view["caught"] == 1 for view in views)


def test_threads_of_an_actor_may_write_to_a_read_only_view_at_once(built: Built) -> None:
    [view], errors = run_views(built, FAULT=1, HELPERS=8, WRITES=256, PASSES=5)
    assert errors.count("\n") == 1
    assert 1 <= view["caught"] <= 8


def test_a_read_only_view_that_is_only_read_costs_nothing(built: Built) -> None:
    views, errors = run_views(built, FAULT=1, WRITES=0, CORES=3, WINDOWS=3)
    assert errors == ""
    assert [(view["copied"], view["written"], view["caught"]) for view in views] == [(0, 0, 0), (0, 0, 0)]


def test_a_crash_beside_a_read_only_view_stays_a_crash(built: Built) -> None:
    result = built.run("cow_views", FAULT=1, CRASH_AT=3)
    assert "error: actor 'b' (views.sdf:2:5), firing 3: segmentation fault at address 0x10 on core 1" in result.stderr
    if built.toolchain.sanitizer:
        assert f"{built.toolchain.sanitizer.capitalize()}Sanitizer" in result.stderr
    else:
        assert result.returncode == -signal.SIGSEGV


# --- races and leftovers ------------------------------------------------------------------------------------------


def test_the_thread_sanitizer_sees_an_early_release_of_a_view(built: Built) -> None:
    if built.toolchain.sanitizer != "thread":
        pytest.skip("only the thread sanitizer looks for races")
    assert "data race" in built.run("cow_views", EARLY=1, CORES=2, SLOTS=1, WRITES=0).stderr
    assert built.run("cow_views", CORES=2, SLOTS=1, WRITES=0).stderr == ""


def test_a_killed_program_leaves_nothing_behind(built: Built) -> None:
    before = set(Path("/dev/shm").iterdir())
    with subprocess.Popen(
        built.command("cow_views"), env=built.environment({"PASSES": 100_000_000}),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        time.sleep(0.5)
        assert "memfd:dfgen" in Path(f"/proc/{process.pid}/maps").read_text(encoding="utf-8")
        left = {path for path in set(Path("/dev/shm").iterdir()) - before if "dfgen" in path.name}
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert left == set()
    assert not [path for path in set(Path("/dev/shm").iterdir()) - before if "dfgen" in path.name]
