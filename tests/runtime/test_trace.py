# SPDX-License-Identifier: Apache-2.0
"""Tracing in the runtime: what a traced program tells is complete, adds up, and is written however the run ends."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import time
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.toolchains import TIMEOUT_S, Built, await_handlers, with_commas

BLOCK = 50
BLOCKS, COPIES = 6, 7
"""Points of the taker."""


def traced(built: Built, folder: Path, *arguments: str, status: int = 0, **shape: int | str) -> tuple[Any, Any]:
    """The profile and the figures of a run."""
    profile, figures = folder / "profile.json", folder / "figures.json"
    ended = built.run("traced", "--profile", str(profile), "--json", str(figures), *arguments, **shape)
    assert ended.returncode == status, ended.stderr
    return json.loads(profile.read_text(encoding="utf-8")), json.loads(figures.read_text(encoding="utf-8"))


def run_in(
    built: Built, folder: Path, *arguments: str, largest_bytes: int = resource.RLIM_INFINITY
) -> subprocess.CompletedProcess[str]:
    """`largest_bytes`: of files that it may write."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    return subprocess.run(
        built.command("traced", *arguments), env=built.environment({}), capture_output=True, text=True, cwd=folder,
        timeout=TIMEOUT_S, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest_bytes, hard)),
    )  # fmt: skip


def points(profile: Any, core: int) -> dict[str, Any]:
    return {f"{point['kind']} {point['name']}": point for point in profile["cores"][core]["points"]}


def test_everything_is_counted(built: Built, tmp_path: Path) -> None:
    profile, figures = traced(built, tmp_path, "-n", "400")
    assert figures["iterations"] == profile["iterations"] == 400
    maker, taker = points(profile, 0)['actor ma"ker\\'], points(profile, 1)["actor taker"]
    copied = points(profile, 1)["move maker.out:taker.in"]
    assert (maker["count"], maker["singles"], maker["blocks"]) == (400 * BLOCK, 0, 400)
    assert (taker["count"], taker["singles"], taker["blocks"]) == (400 * BLOCK, 400 * BLOCK, 400)
    assert (copied["count"], copied["blocks"]) == (400 * BLOCK, 400 * BLOCK)
    for point in (maker, taker, copied):
        assert sum(count for _, _, count in point["histogram"]) == point["count"]
        assert all(low < high for low, high, _ in point["histogram"])
        assert point["least_ns"] <= point["ns"] / point["count"] <= point["most_ns"]


def test_the_time_of_each_core_adds_up_to_the_run(built: Built, tmp_path: Path) -> None:
    profile, figures = traced(built, tmp_path, "-n", "20", SLOW=100)
    for core in profile["cores"]:
        told = sum(point["ns"] for point in core["points"])
        assert told == pytest.approx(core["wall_ns"], abs=len(core["points"]))
        assert core["wall_ns"] == pytest.approx(figures["elapsed_ns"], rel=0.02)
    slow = points(profile, 1)["actor taker"]
    assert slow["ns"] >= 20 * BLOCK * 100_000
    assert slow["least_ns"] >= 100_000
    waits = points(profile, 0)["wait space in maker.out:taker.in"]
    assert waits["ns"] > 0.5 * figures["elapsed_ns"]
    assert 0 < waits["asleep_ns"] <= waits["ns"]
    assert profile["cores"][0]["sleeps"] >= 1
    assert profile["cores"][1]["wakes"] >= 1


def test_only_the_last_events_are_kept_and_they_are_in_order(built: Built, tmp_path: Path) -> None:
    profile, _ = traced(built, tmp_path, "-n", "100", "--trace-events", "64")
    core = profile["cores"][1]
    events = [event for event in core["events"] if event[0] == BLOCKS]
    assert len(core["events"]) == 64
    assert core["events_lost"] + 64 == sum(point["blocks"] for point in core["points"])
    assert [event[2] for event in core["events"]] == sorted(event[2] for event in core["events"])
    assert all(began <= ended for _, began, ended, _ in core["events"])
    assert events[-1][3] == BLOCK


def test_a_copy_lies_within_the_block_of_its_actor(built: Built, tmp_path: Path) -> None:
    profile, _ = traced(built, tmp_path, "-n", "1")
    block = next(event for event in profile["cores"][1]["events"] if event[0] == BLOCKS)
    copies = [event for event in profile["cores"][1]["events"] if event[0] == COPIES]
    assert len(copies) == BLOCK
    assert all(block[1] <= began <= ended <= block[2] for _, began, ended, _ in copies)


def test_the_trace_is_what_chrome_reads(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    traced(built, tmp_path, "-n", "5", "--trace", str(file))
    content = json.loads(file.read_text(encoding="utf-8"))
    threads = {e["tid"]: e["args"]["name"] for e in content["traceEvents"] if e["name"] == "thread_name"}
    assert threads == {1: "core 0", 2: "core 1"}
    blocks = [e for e in content["traceEvents"] if e["ph"] == "X"]
    assert all(e["pid"] == 1 and e["dur"] >= 0 and isinstance(e["ts"], float) for e in blocks)
    made = [e for e in blocks if e["name"] == 'ma"ker\\']
    assert [e["args"]["firings"] for e in made] == [BLOCK] * 5
    assert {e["cat"] for e in blocks} >= {"actor", "move"}


def test_sleeps_are_events_within_their_waits(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    profile, _ = traced(built, tmp_path, "-n", "20", "--trace", str(file), SLOW=100)
    core = profile["cores"][0]
    kinds = [point["kind"] for point in core["points"]]
    sleeps = [event for event in core["events"] if kinds[event[0]] == "sleep"]
    waits = [event for event in core["events"] if kinds[event[0]] == "wait"]
    assert len(sleeps) == core["sleeps"] == points(profile, 0)["sleep asleep"]["count"]
    for _, began, ended, _ in sleeps:
        assert any(wait[1] <= began <= ended <= wait[2] for wait in waits)
    asleep = sum(ended - began for _, began, ended, _ in sleeps)
    assert asleep == pytest.approx(sum(point["asleep_ns"] for point in core["points"]), abs=len(sleeps) + 1)
    drawn = [e for e in json.loads(file.read_text(encoding="utf-8"))["traceEvents"] if e.get("cat") == "sleep"]
    assert [e["ph"] for e in drawn if e["tid"] == 1] == ["X"] * len(sleeps)


def test_page_faults_are_events_of_the_time_in_which_they_came(built: Built, tmp_path: Path) -> None:
    file = tmp_path / "trace.json"
    profile, _ = traced(built, tmp_path, "-n", "30", "--trace", str(file), TOUCH=500)
    core = profile["cores"][0]
    names = [point["name"] for point in core["points"]]
    faults = [event for event in core["events"] if names[event[0]] == "minor page faults"]
    counted = sum(count for _, _, _, count in faults)
    assert counted == core["page_faults_minor"] == points(profile, 0)["faults minor page faults"]["count"]
    assert counted >= 30 * 500
    assert all(one[2] <= other[1] for one, other in pairwise(faults))
    drawn = [e for e in json.loads(file.read_text(encoding="utf-8"))["traceEvents"] if e.get("cat") == "faults"]
    assert sum(e["args"]["page faults"] for e in drawn if e["tid"] == 1 and "minor" in e["name"]) == counted
    assert {e["ph"] for e in drawn} == {"i"}


def test_a_failure_is_traced_to_its_end(built: Built, tmp_path: Path) -> None:
    profile, figures = traced(built, tmp_path, "-n", "1000", status=1, FAIL_AT=7)
    assert figures["status"] == "failed"
    assert points(profile, 1)["actor taker"]["count"] == 7 * BLOCK
    for core in profile["cores"]:
        assert sum(point["ns"] for point in core["points"]) == pytest.approx(core["wall_ns"], abs=len(core["points"]))


SLOW_GETRUSAGE = """
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static __thread int calls;
int getrusage(__rusage_who_t who, struct rusage *usage)
{
    if (gettid() != getpid() && calls++ > 0)
        usleep(3000);
    return (int)syscall(SYS_getrusage, who, usage);
}
"""


def test_times_add_up_where_a_core_is_held_up_at_its_end(built: Built, tmp_path: Path) -> None:
    library = built.library(tmp_path, SLOW_GETRUSAGE)
    profile, _ = traced(built, tmp_path, "-n", "1000", status=1, FAIL_AT=7, LD_PRELOAD=library)
    for core in profile["cores"]:
        assert all(0 <= point["ns"] <= core["wall_ns"] for point in core["points"])
        assert sum(point["ns"] for point in core["points"]) == pytest.approx(core["wall_ns"], abs=len(core["points"]))


def test_an_interrupted_run_is_traced_too(built: Built, tmp_path: Path) -> None:
    profile, trace = tmp_path / "profile.json", tmp_path / "trace.json"
    command = built.command("traced", "--profile", str(profile), "--trace", str(trace))
    process = subprocess.Popen(command, env=built.environment({"SLOW": 100}), stderr=subprocess.PIPE)
    await_handlers(process)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert json.loads(profile.read_text(encoding="utf-8"))["iterations"] > 0
    assert json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]


def test_numbers_have_points_where_the_users_language_has_commas(built: Built, tmp_path: Path) -> None:
    shape = {"TOUCH": 3, **with_commas(built, tmp_path)}
    trace = tmp_path / "trace.json"
    profile, _ = traced(built, tmp_path, "-n", "40", "--trace", str(trace), **shape)
    assert points(profile, 1)["actor taker"]["most_ns"] > 0
    faults = [event["args"] for event in json.loads(trace.read_text())["traceEvents"] if event.get("s") == "t"]
    assert all(event["in the last us"] >= 0 for event in faults)


def test_a_full_disk_is_told(built: Built) -> None:
    for iterations, what in product((1, 400), ("profile", "trace")):
        ended = built.run("traced", f"--{what}", "/dev/full", "-n", str(iterations))
        told = f"error: /dev/full: the {what} cannot be written: No space left on device\n"
        assert (ended.returncode, ended.stderr) == (1, told)


@pytest.mark.parametrize("what", ["trace", "profile", "json"])
def test_a_file_that_is_not_written_whole_is_removed_if_it_is_new(built: Built, tmp_path: Path, what: str) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.touch()
    for path in (new, old):
        ended = run_in(built, tmp_path, f"--{what}", str(path), "-n", "400", largest_bytes=16)
        assert ended.returncode == 1
        assert f"error: {path}: the {'figures' if what == 'json' else what} cannot be written: File too" in ended.stderr
    assert (new.exists(), old.exists()) == (False, True)


@pytest.mark.parametrize("flags", [("trace", "profile"), ("json", "trace"), ("json", "profile")], ids="-".join)
def test_two_files_are_not_one(built: Built, tmp_path: Path, flags: tuple[str, str]) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "one")
    first, second = flags
    for _ in range(2):  # it is there the second time
        ended = built.run("traced", "-n", "1", f"--{first}", str(tmp_path / "one"), f"--{second}", f"{tmp_path}/link")
        what = "figures" if first == "json" else first
        assert (ended.returncode, ended.stdout) == (1, "")
        assert f"link: the {second} and the {what} cannot be in one file: name two files" in ended.stderr
        (tmp_path / "one").touch()
    both = [f"--{flag}=/dev/null" for flag in flags]
    assert built.run("traced", "-n", "1", *both).returncode == 0


def test_no_trace_goes_among_what_actors_print(built: Built, tmp_path: Path) -> None:
    for flag in ("--trace", "--profile"):
        ended = run_in(built, tmp_path, "-n", "1", flag, "-")
        assert ended.returncode == 2
        assert f"error: {flag}: name a file: the standard output is the actors'" in ended.stderr
    assert not (tmp_path / "-").exists()


def test_a_bad_path_is_known_before_the_run(built: Built, tmp_path: Path) -> None:
    for what in ("trace", "profile"):
        ended = built.run("traced", "-n", "1", f"--{what}", str(tmp_path / "not" / "there"))
        assert ended.returncode == 1
        assert f"the {what} cannot be written: No such file" in ended.stderr


@pytest.mark.parametrize("flags", [("--trace", "x"), ("--profile", "x"), ("--trace-events", "5")], ids=str)
def test_a_program_without_tracing_says_so(built: Built, flags: tuple[str, str]) -> None:
    ended = built.run("chain", "-n", "1", *flags)
    assert ended.returncode == 2
    assert f"{flags[0]}: only a program compiled with --trace knows what happens" in ended.stderr
