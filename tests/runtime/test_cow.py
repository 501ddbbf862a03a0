# SPDX-License-Identifier: Apache-2.0
"""Private views of buffers (strategy `cow`), run by a hand-written program under each compiler and sanitizer."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.toolchains import LARGE_PAGES, TIMEOUT_S, Built, with_commas

PAGE_BYTES = 4096
HUGE_PAGE_BYTES = 2 * 1024 * 1024
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
FIGURES = re.compile(
    r"compared (\d+) uses (\d+) copied (\d+) written (\d+) dropped (\d+) caught (\d+) page (\d+) turned (\d)"
)


def figures(output: str) -> list[dict[str, int]]:
    """What each view has cost."""
    names = ("compared", "uses", "copied", "written", "dropped", "caught", "page", "turned")
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


COUNTED_GETRUSAGE = """
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static int calls;
int getrusage(__rusage_who_t who, struct rusage *usage)
{
    calls++;
    return (int)syscall(SYS_getrusage, who, usage);
}
__attribute__((destructor)) static void tell(void)
{
    fprintf(stderr, "asked %d times\\n", calls);
}
"""


def test_views_that_are_only_read_ask_together_whether_there_were_faults(built: Built, tmp_path: Path) -> None:
    """Also when reading a page for the first time, which is a fault too, has misled each of them once."""
    need_page_scan(built, "scan")
    library = built.library(tmp_path, COUNTED_GETRUSAGE)

    def asked(passes: int) -> int:
        _, errors = run_views(built, CORES=1, WRITES=0, SLOTS=1, PASSES=passes, LD_PRELOAD=library)
        return int(errors.split("asked ")[1].split()[0])

    assert asked(1300) - asked(300) <= 1000 + 10


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


def test_a_view_that_takes_other_pages_each_time_becomes_a_copy(built: Built) -> None:
    need_page_scan(built, "read")
    [view], _ = run_views(built, SLOTS=1, BYTES=50 * PAGE_BYTES, WRITES=26, PASSES=600)
    assert view["turned"] == 1
    assert 0 < view["dropped"] < 100
    assert view["compared"] == 600 * 50 * PAGE_BYTES


def test_a_view_that_is_expected_to_be_written_is_a_copy_from_the_start(built: Built) -> None:
    [view], _ = run_views(built, SLOTS=2, BYTES=50 * PAGE_BYTES, WRITES=256, EXPECTED=50, PASSES=20)
    assert (view["turned"], view["written"]) == (1, 0)
    assert view["copied"] == 20 * 50 * PAGE_BYTES


def test_a_view_of_which_half_is_written_for_long_becomes_a_copy(built: Built) -> None:
    need_page_scan(built, "read")
    [view], _ = run_views(built, SLOTS=1, BYTES=50 * PAGE_BYTES, WRITES=256, PASSES=150)
    assert (view["turned"], view["written"], view["dropped"]) == (1, 50, 0)


def test_views_that_are_copies_take_turns_in_the_same_memory(built: Built) -> None:
    """Two consumers on one core, which scribble on all that they see: neither sees what the other wrote."""
    views, _ = run_views(built, CORES=1, SLOTS=1, BYTES=50 * PAGE_BYTES, WRITES=256, EXPECTED=50, PASSES=20)
    assert [view["turned"] for view in views] == [1, 1]


# --- figures ------------------------------------------------------------------------------------------------------


def report(built: Built, **shape: int | str) -> dict[str, Any]:
    """The figures of a run that are about its one FIFO, with those about all."""
    result = built.run("cow_views", "-q", "--json", "-", **shape)
    assert result.returncode == 0, result.stderr
    figures = json.loads(result.stdout.splitlines()[0])
    [fifo] = figures["fifos"]
    assert (fifo["name"], fifo["port"]) == ("a.out:b.in", "in")
    return {**fifo, "cow_worst_bytes": figures["cow_worst_bytes"]}


def test_the_report_adds_up_the_views_of_a_port(built: Built) -> None:
    shape = {"CORES": 3, "SLOTS": 2, "BYTES": 100_000, "PASSES": 20}
    fifo = report(built, **shape)
    views, _ = run_views(built, **shape)
    assert (fifo["views"], fifo["strategy"], fifo["page_bytes"]) == (2, "cow", PAGE_BYTES)
    assert fifo["cow_worst_bytes"] == fifo["worst_bytes"] == 2 * 2 * 25 * PAGE_BYTES
    for key, name in (("uses", "uses"), ("copied_bytes", "copied"), ("pages_written", "written")):
        assert fifo[key] == sum(view[name] for view in views)
    assert (fifo["became_copy"], fifo["faulted"], fifo["written_fraction"]) == (False, False, None)


def test_the_report_tells_of_writes_to_a_read_only_view(built: Built) -> None:
    assert report(built, CORES=3, FAULT=1)["faulted"] is True
    assert report(built, CORES=3, FAULT=1, WRITES=0)["faulted"] is False


def test_the_report_tells_of_copies_in_place_of_views(built: Built) -> None:
    fifo = report(built, FILE=0)
    assert (fifo["strategy"], fifo["cow_worst_bytes"]) == ("memcpy", 0)


@pytest.mark.parametrize("way", [{}, {"DFGEN_PAGE_SCAN": "none"}, {"FILE": 0}], ids=str)
def test_the_written_fraction_is_what_each_use_writes(built: Built, way: dict[str, int | str]) -> None:
    shape: dict[str, int | str] = {"DFGEN_MEASURE": 1, "CORES": 3, "BYTES": 50 * PAGE_BYTES, "PASSES": 40, **way}
    assert report(built, WRITES=0, **shape)["written_fraction"] == 0
    assert report(built, WRITES=256, **shape)["written_fraction"] == 1
    assert report(built, WRITES=256, CALM=1, **shape)["written_fraction"] == 0.5


def test_the_report_has_points_where_the_users_language_has_commas(built: Built, tmp_path: Path) -> None:
    found = report(built, DFGEN_MEASURE=1, CORES=2, SLOTS=1, WRITES=26, PASSES=40, **with_commas(built, tmp_path))
    assert 0 < found["written_fraction"] < 1


# --- huge pages ---------------------------------------------------------------------------------------------------


def free_huge_pages() -> int:
    folder = Path("/sys/kernel/mm/hugepages/hugepages-2048kB")
    if not folder.exists():
        return 0
    free, promised = ((folder / name).read_text(encoding="utf-8") for name in ("free_hugepages", "resv_hugepages"))
    return int(free) - int(promised)


@pytest.fixture(scope="module")
def huge_pages() -> Iterator[int]:
    """At least so many huge pages are free: those of the system, or some that are set aside for these tests."""
    wanted = 24
    knob = Path("/proc/sys/vm/nr_hugepages")
    if free_huge_pages() >= wanted:
        yield wanted
        return
    if not os.access(knob, os.W_OK) or not knob.exists():
        pytest.skip("no huge pages are free, and only root can set some aside (sysctl vm.nr_hugepages)")
    before = knob.read_text(encoding="utf-8")
    try:
        knob.write_text(str(int(before) + wanted), encoding="utf-8")
        if free_huge_pages() < wanted:
            pytest.skip("this system cannot set huge pages aside")
        yield wanted
    finally:
        knob.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(
    "shape",
    [
        {"CORES": 1},
        {"CORES": 3, "WINDOWS": 3, "WRITES": 256, "BYTES": 40961},
        {"CORES": 2, "SLOTS": 2, "BYTES": 3_000_000, "PASSES": 8},
        {"CORES": 2, "FAULT": 1, "DFGEN_PAGE_SCAN": "read"},
        {"CORES": 2, "DFGEN_PAGE_SCAN": "none", "BYTES": 2_500_000, "PASSES": 8},
    ],
    ids=str,
)
def test_views_of_huge_pages_show_the_source(built: Built, huge_pages: int, shape: dict[str, int | str]) -> None:
    before = free_huge_pages()
    full = {"SLOTS": 2, "PASSES": 20, **shape}
    views, _ = run_views(built, HUGE=2, **full)
    assert {view["page"] for view in views} == {HUGE_PAGE_BYTES}
    assert {view["compared"] for view in views} == {int(full["PASSES"]) * int(full.get("BYTES", 100_000))}
    assert free_huge_pages() == before >= huge_pages


def test_huge_pages_are_taken_unasked_where_nobody_should_write(built: Built, huge_pages: int) -> None:
    assert huge_pages > 0
    for shape, page_bytes in (({}, PAGE_BYTES), ({"FAULT": 1, "WRITES": 0}, HUGE_PAGE_BYTES)):
        views, errors = run_views(built, HUGE=1, CORES=3, **shape)
        assert {view["page"] for view in views} == {page_bytes}
        assert errors == ""


def test_a_written_page_of_a_huge_view_is_seen_and_kept(built: Built, huge_pages: int) -> None:
    assert huge_pages > 0
    need_page_scan(built, "read")
    [view], _ = run_views(built, HUGE=2, SLOTS=1, BYTES=50 * PAGE_BYTES, WRITES=256, CALM=1, PASSES=120)
    assert (view["written"], view["dropped"], view["turned"]) == (1, 0, 0)
    assert view["copied"] == 119 * 50 * PAGE_BYTES


def test_the_written_fraction_of_huge_pages_is_that_of_small_ones(built: Built, huge_pages: int) -> None:
    assert huge_pages > 0
    shape = {"DFGEN_MEASURE": 1, "CORES": 2, "SLOTS": 1, "WRITES": 26, "PASSES": 40}
    fractions = [report(built, HUGE=huge, **shape)["written_fraction"] for huge in (0, 2)]
    assert fractions[0] == fractions[1]
    assert 0.05 < fractions[0] < 0.2


def test_who_asks_for_huge_pages_is_told_why_there_are_none(built: Built) -> None:
    told = "warning: FIFO 'a.out:b.in' gets pages of 4 KiB instead of huge pages: "
    shape = {"CORES": 3, "BYTES": 5000, "SLOTS": 40}
    views, errors = run_views(built, HUGE=2, LIES=1, **shape)
    assert errors == told + "its slots do not lie on whole ones; compile the graph again\n"
    assert {view["page"] for view in views} == {PAGE_BYTES}
    if free_huge_pages() >= 3 * 40:
        pytest.skip("so many huge pages are free here that the program gets them")
    views, errors = run_views(built, HUGE=2, **shape)
    assert re.fullmatch(
        re.escape(told) + r"its slots and views need 120, and \d+ are free \(sysctl vm.nr_hugepages\)\n", errors
    )
    assert run_views(built, HUGE=1, FAULT=1, WRITES=0, **shape)[1] == ""


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
    known = re.findall(r"(?:MemAvailable|SwapFree): *(\d+)", Path("/proc/meminfo").read_text(encoding="utf-8"))
    count = sum(map(int, known)) // (63 * 1024) + 50
    if count > 20_000:
        pytest.skip("this machine has a TiB of memory")
    result = built.run("cow_many", VIEWS=count)
    assert result.returncode == 0, result.stderr
    mapped, copies, mapped_again = map(int, result.stdout.split())
    assert mapped + copies == count
    assert copies > 0
    assert re.search(r"its pages may need 63.0 MiB, and all views can have [\d.]+ MiB", result.stderr)
    assert mapped_again > 0 or mapped == 0, "what closed views might have needed is not given back"


@pytest.fixture
def limited_group() -> Iterator[Path]:
    """A control group that may have 56 MiB of memory."""
    folder = Path("/sys/fs/cgroup/memory")
    limit = "memory.limit_in_bytes"
    if not folder.exists():
        folder, limit = folder.parent, "memory.max"
    group = folder / f"dfgen-test-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        pytest.skip(f"no control group can be made here: {error}")
    try:
        (group / limit).write_text(str(56 << 20), encoding="utf-8")
    except OSError as error:
        group.rmdir()
        pytest.skip(f"the memory of a control group cannot be limited here: {error}")
    yield group
    group.rmdir()


def run_in_group(built: Built, group: Path, **shape: int | str) -> subprocess.CompletedProcess[str]:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers need more memory than the group has")
    command = " ".join(built.command("cow_views"))
    return subprocess.run(
        ["sh", "-c", f"echo $$ > {group}/cgroup.procs && exec {command}"], env=built.environment(shape),
        capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
    )  # fmt: skip


def test_views_that_could_outgrow_their_control_group_are_copied(built: Built, limited_group: Path) -> None:
    result = run_in_group(built, limited_group, CORES=3, SLOTS=4, BYTES=5 << 20, PASSES=8, WRITES=256)
    assert result.returncode == 0, result.stderr
    assert re.search(r"its pages may need 20.0 MiB, and all views can have [\d.]+ MiB", result.stderr)
    views = figures(result.stdout)
    assert [view["compared"] for view in views] == [8 * (5 << 20)] * 2
    assert sorted(view["copied"] for view in views) == [4 * (5 << 20), 8 * (5 << 20)]


def test_an_arena_larger_than_its_control_group_is_refused(built: Built, limited_group: Path) -> None:
    result = run_in_group(built, limited_group, SLOTS=20, BYTES=5 << 20)
    assert result.returncode == 1
    assert re.search(r"the FIFOs need 100.0 MiB of memory, .*: only [\d.]+ MiB are left", result.stderr)


def test_buffers_that_begin_inside_of_a_page_are_copied(built: Built, tmp_path: Path) -> None:
    large = built.library(tmp_path, LARGE_PAGES)
    views, errors = run_views(built, CORES=3, UNIT=PAGE_BYTES, LD_PRELOAD=large)
    assert errors == (
        "warning: FIFO 'a.out:b.in' is copied before each firing instead of shown copy-on-write: "
        "its buffer begins inside of a page, and pages have 64 KiB here\n"
    )
    assert all(view["copied"] == view["compared"] for view in views)
    views, errors = run_views(built, CORES=3, DFGEN_PAGE_SCAN="none", LD_PRELOAD=large)
    assert "the system does not tell which pages were written" in errors
    assert {view["page"] for view in views} == {1 << 16}


def test_without_a_memory_file_views_are_copied(built: Built, tmp_path: Path) -> None:
    library = built.library(
        tmp_path,
        "#include <errno.h>\nint memfd_create(const char *name, unsigned flags);\n"
        "int memfd_create(const char *name, unsigned flags) { (void)name, (void)flags; errno = ENOSYS; return -1; }\n",
    )
    views, errors = run_views(built, CORES=3, LD_PRELOAD=library)
    assert errors.count("\n") == 1
    assert "is copied before each firing" in errors
    assert "the system refuses a view: Function not implemented" in errors
    assert all(view["copied"] == view["compared"] for view in views)


NOT_GRANTED = """\
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int refused = -1;
int memfd_create(const char *name, unsigned flags)
{
    int made = (int)syscall(SYS_memfd_create, name, flags & 1);
    if ((flags & 4) != 0)
        refused = made;
    return made;
}
int posix_fallocate(int file, off_t offset, off_t bytes)
{
    return file == refused ? ENOMEM : fallocate(file, 0, offset, bytes) == 0 ? 0 : errno;
}
FILE *fopen(const char *path, const char *mode)
{
    char text[] = "1000000";
    int ends[2];
    if (strstr(path, "/free_hugepages") == NULL || pipe(ends) != 0)
        return fdopen(open(path, *mode == 'w' ? O_WRONLY | O_CREAT : O_RDONLY, 0666), mode);
    (void)!write(ends[1], text, sizeof text - 1);
    close(ends[1]);
    return fdopen(ends[0], "r");
}
int close(int file)
{
    int closed = (int)syscall(SYS_close, file);
    if (closed != 0)
        fprintf(stderr, "%d is not open\\n", file);
    return closed;
}
"""
"""A system that has huge pages when it is asked, and none any more when they are taken."""


def test_huge_pages_that_are_gone_are_given_up_once(built: Built, tmp_path: Path) -> None:
    library = built.library(tmp_path, NOT_GRANTED)
    views, errors = run_views(built, CORES=3, HUGE=2, LD_PRELOAD=library)
    assert errors == ("warning: FIFO 'a.out:b.in' gets pages of 4 KiB instead of huge pages: Cannot allocate memory\n")
    assert {view["page"] for view in views} == {PAGE_BYTES}


def test_without_proc_views_work_and_the_loss_is_told(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers read /proc themselves")
    command = " ".join(built.command("cow_views"))
    hidden = ["unshare", "-m", "sh", "-c", f"mount -t tmpfs none /proc && exec {command}"]
    if shutil.which("unshare") is None or subprocess.run([*hidden[:4], "mount -t tmpfs none /proc"],
                                                         capture_output=True, check=False).returncode != 0:  # fmt: skip
        pytest.skip("only root can hide /proc from a program")
    result = subprocess.run(
        hidden, env=built.environment({"CORES": 3}), capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr.count("\n") == 1
    assert "the system does not tell which pages were written" in result.stderr
    assert all(view["dropped"] == 0 for view in figures(result.stdout))


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


@pytest.mark.parametrize(("where", "words"), [(1, "in init"), (2, "in end")])
def test_a_crash_outside_of_firings_stays_a_crash(built: Built, where: int, words: str) -> None:
    result = built.run("cow_views", FAULT=1, CRASH_IN=where, WRITES=0)
    assert f"error: actor 'b' (views.sdf:2:5), {words}: segmentation fault at address 0x10 on core 1" in result.stderr
    assert result.returncode != 0


def test_each_fifo_is_told_of_once(built: Built) -> None:
    result = built.run("cow_views", "--json", "-", CORES=4, FAULT=1, NAMES=1)
    names = {"a.out:b.in", "a.out:c.in", "a.out:d.in"}
    assert result.returncode == 0, result.stderr
    assert sorted(re.findall(r"of FIFO '([^']+)'", result.stderr)) == sorted(names)
    fifos = json.loads(result.stdout.splitlines()[0])["fifos"]
    assert {fifo["name"] for fifo in fifos if fifo["faulted"]} == names
    assert len(fifos) == 3


# --- races and leftovers ------------------------------------------------------------------------------------------


def test_the_thread_sanitizer_sees_an_early_release_of_a_view(built: Built) -> None:
    if built.toolchain.sanitizer != "thread":
        pytest.skip("only the thread sanitizer looks for races")
    shape = {"CORES": 2, "SLOTS": 1, "WRITES": 0}
    assert "data race" in built.run("cow_views", **shape, EARLY=1).stderr
    assert built.run("cow_views", **shape).stderr == ""


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


def test_a_killed_program_gives_its_huge_pages_back(built: Built, huge_pages: int) -> None:
    before = free_huge_pages()
    with subprocess.Popen(
        built.command("cow_views"), env=built.environment({"PASSES": 100_000_000, "HUGE": 2}),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        deadline = time.monotonic() + TIMEOUT_S
        while free_huge_pages() == before and time.monotonic() < deadline:
            time.sleep(0.01)
        during = free_huge_pages()
        process.kill()
    assert during < before
    assert free_huge_pages() == before >= huge_pages
