# SPDX-License-Identifier: Apache-2.0
"""Copies by engines: the engine `thread`, engines of the test program that are polled or do not open, and both kinds
with faults around them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from dfgen.codegen.generate import (
    BULK_SOURCES,
    FILE_ENGINE_SOURCES,
    FILE_SOURCES,
    OFFLOADED_OBJECT_SOURCES,
    URING_SOURCES,
)
from dfgen.memory.strategies.engines import ENGINES as COPY_ENGINES
from dfgen.memory.strategies.offload import OFFLOAD
from tests.runtime.toolchains import DEVICES, PROGRAMS, TIMEOUT_S, WARNINGS, Built, await_handlers
from tests.runtime.with_devices import require_device

OWN = ["thread", "polled", "waited", "single"]
REAL = [device.engine for device in DEVICES]
ENGINES = [*OWN, *(pytest.param(name, marks=pytest.mark.thorough) for name in REAL)]
WRAPPED = ["thread", "polled", "single", *(pytest.param(name, marks=pytest.mark.thorough) for name in REAL)]
PIECES = 5
SHAPES: list[dict[str, int | str]] = [
    {"CORES": 1, "DEPTH": 1},
    {"CORES": 2, "DEPTH": 2, "DFGEN_SPIN_NS": 0},
    {"CORES": 2, "DEPTH": 2, "CHUNK": 1000, "SEED": 2},
    {"CORES": 3, "DEPTH": 4, "DFGEN_ENGINE_PLACES": 2, "SEED": 3},
    {"CORES": 4, "DEPTH": 2, "MIN": 1, "SEED": 4},
    {"CORES": 4, "DEPTH": 1, "DFGEN_ENGINE_PLACES": 2, "CHUNK": 4096, "SEED": 5},
    {"CORES": 2, "DEPTH": 4, "LANES": 3, "CUT_CHUNK": 256, "SEED": 6},
    {"CORES": 1, "DEPTH": 2, "LANES": 8, "CUT_CHUNK": 4096, "CUT_HINTS": 2, "ENTRIES": 3, "SEED": 7},
]


@pytest.fixture(autouse=True)
def device_is_there(request: pytest.FixtureRequest) -> None:
    given = getattr(request.node, "callspec", None)
    for name in ("engine", "wrapped"):
        if given is not None and given.params.get(name) in REAL:
            require_device(request.getfixturevalue("built"), given.params[name])


def passes(built: Built) -> int:
    return 10 if built.toolchain.sanitizer else 100


def engines(output: str) -> list[dict[str, Any]]:
    figures: dict[str, Any] = json.loads(next(line for line in output.splitlines() if line.startswith("{")))
    found: list[dict[str, Any]] = figures["engines"]
    return found


def bytes_of(figures: dict[str, Any]) -> int:
    return sum(int(value) for name, value in figures.items() if name.endswith("_bytes"))


@pytest.mark.parametrize("sync", [0, 1])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_piece_arrives_in_order_as_it_was_written(
    built: Built, shape: dict[str, int | str], engine: str, sync: int
) -> None:
    given = {"MIN": 500, "PIECES": PIECES, **shape}
    result = built.run("offload", "-n", str(passes(built)), ENGINE=engine, SYNC=sync, **given)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"pieces {passes(built) * int(shape['CORES']) * PIECES}\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_what_nobody_waits_for_is_copied_before_the_end(built: Built, engine: str) -> None:
    shape = {"CORES": 4, "DEPTH": 4, "PIECES": PIECES, "BYTES": 300_000, "UNAWAITED": 1}
    result = built.run("offload", "-n", "4", ENGINE=engine, **shape)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"pieces {4 * 4 * PIECES}\n"


@pytest.mark.parametrize("sync", [0, 1])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("cores", [1, 4])
def test_a_failure_with_copies_in_flight_ends_the_program(built: Built, engine: str, cores: int, sync: int) -> None:
    shape = {"CORES": cores, "PIECES": PIECES, "BYTES": 300_000, "FIXED": 1, "FAIL_AT": 3, "SYNC": sync}
    result = built.run("offload", ENGINE=engine, **shape)
    assert result.returncode == 1
    assert re.search(r"error: actor '[ab]' \(offload.sdf:\d:5\), firing 3: in flight", result.stderr)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("cores", [1, 4])
def test_a_stop_with_copies_in_flight_completes_the_iteration(built: Built, engine: str, cores: int) -> None:
    shape = {"CORES": cores, "PIECES": PIECES, "BYTES": 200_000, "STOP_AT": 6, "DFGEN_ENGINE_PLACES": 4}
    result = built.run("offload", "--json", "-", ENGINE=engine, **shape)
    assert result.returncode == 0, result.stderr
    assert '"status": "stopped", "iterations": 7' in result.stdout
    seen = re.search(r"^pieces (\d+)$", result.stdout, re.MULTILINE)
    assert seen is not None
    assert int(seen[1]) >= 7 * cores * PIECES  # cores may have run ahead


@pytest.mark.parametrize("engine", ENGINES)
def test_a_signal_ends_the_program_orderly(built: Built, engine: str) -> None:
    command = built.command("offload", "-n", "1000000000", "--json", "-")
    shape: dict[str, int | str] = {"CORES": 2, "ENGINE": engine, "MIN": 500}
    process = subprocess.Popen(
        command, env=built.environment(shape), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    await_handlers(process)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 128 + signal.SIGINT, errors
    figures = engines(output)[0]
    has_begun = '"iterations": 0,' not in output  # where the machine is busy, devices may take longer to open
    assert (figures["engine_bytes"] + figures["taken_over_bytes"] > 0) is has_begun


def test_a_job_that_is_done_before_it_is_given_is_not_lost(built: Built) -> None:
    """By an engine that knows the place from a job before: the core, which waits for nothing else, learns of it."""
    shape = {"CORES": 1, "SYNC": 1, "BYTES": 16, "FIXED": 1, "MIN": 1, "DFGEN_ENGINE_PLACES": 2, "ENGINE": "eager"}
    passes = 10_000 if built.toolchain.sanitizer else 200_000
    result = built.run("offload", "-n", str(passes), **shape)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"pieces {passes * 3}\n"


def test_small_copies_are_made_by_the_core(built: Built) -> None:
    shape = {"BYTES": 5000, "FIXED": 1, "CORES": 2, "MIN": 5001}
    result = built.run("offload", "-n", "10", "--json", "-", **shape)
    assert engines(result.stdout) == [
        {"name": "thread", "copies": 60, "engine_bytes": 0, "taken_over_bytes": 0, "too_small_bytes": 300_000,
         "lane_full_bytes": 0, "not_open_bytes": 0, "unfit_bytes": 0}
    ]  # fmt: skip


def test_copies_of_the_least_size_go_to_the_engine(built: Built) -> None:
    shape = {"BYTES": 5000, "FIXED": 1, "CORES": 2, "MIN": 5000}
    figures = engines(built.run("offload", "-n", "10", "--json", "-", **shape).stdout)[0]
    assert figures["engine_bytes"] + figures["taken_over_bytes"] == 300_000
    assert (figures["too_small_bytes"], bytes_of(figures)) == (0, 300_000)


def test_a_copy_may_have_its_own_least_size(built: Built) -> None:
    shape = {"BYTES": 5000, "FIXED": 1, "CORES": 2, "MIN": 1}
    figures = engines(built.run("offload", "-n", "10", "--json", "-", CUT_MIN=5001, **shape).stdout)[0]
    assert (figures["too_small_bytes"], bytes_of(figures)) == (300_000, 300_000)
    figures = engines(built.run("offload", "-n", "10", "--json", "-", CUT_MIN=5000, **shape).stdout)[0]
    assert (figures["too_small_bytes"], bytes_of(figures)) == (0, 300_000)


def test_no_more_jobs_are_pending_than_the_user_wants(built: Built) -> None:
    """A copy of ten pieces, all given before the engine gets any: one is pending, or two that follow each other."""
    shape: dict[str, int | str] = {
        "BYTES": 40_960, "FIXED": 1, "CORES": 1, "CUT_CHUNK": 4096, "ENTRIES": 1, "ENGINE": "polled", "SYNC": 1,
        "PIECES": 1, "DFGEN_ENGINE_RESTS": 0,
    }  # fmt: skip
    figures = engines(built.run("offload", "-n", "20", "--json", "-", **shape).stdout)[0]
    assert figures["engine_bytes"] + figures["taken_over_bytes"] == 20 * 4096
    assert figures["lane_full_bytes"] == 20 * 9 * 4096


def test_as_many_threads_copy_as_the_user_wants_lanes(built: Built) -> None:
    command = built.command("offload", "-n", "1000000000")
    shape: dict[str, int | str] = {"CORES": 2, "LANES": 5, "MIN": 500}
    process = subprocess.Popen(
        command, env=built.environment(shape), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    await_handlers(process)
    time.sleep(0.2)
    threads = len(list(Path(f"/proc/{process.pid}/task").iterdir()))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=TIMEOUT_S)
    process = subprocess.Popen(
        command, env=built.environment({**shape, "LANES": 1}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    await_handlers(process)
    time.sleep(0.2)
    assert threads == len(list(Path(f"/proc/{process.pid}/task").iterdir())) + 4
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=TIMEOUT_S)


def test_a_place_that_the_machine_has_not_is_told_once(built: Built) -> None:
    packages = {path.read_text() for path in Path("/sys/devices/system/cpu").glob("cpu*/topology/physical_package_id")}
    if len(packages) > 1:
        pytest.skip("this machine has several packages")
    result = built.run("offload", "-n", "20", CORES=1, PIECES=PIECES, PLACE=3, LANES=2)
    assert result.returncode == 0
    assert result.stderr == (
        "warning: the copy engine 'thread' should run on another package, of which none is free: it runs elsewhere\n"
    )
    assert result.stdout == f"pieces {20 * PIECES}\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_full_lane_leaves_the_rest_to_the_core(built: Built, engine: str) -> None:
    shape = {"BYTES": 1_000_000, "FIXED": 1, "CORES": 2, "CHUNK": 4096, "DFGEN_ENGINE_PLACES": 2}
    result = built.run("offload", "-n", "5", "--json", "-", ENGINE=engine, **shape)
    figures = engines(result.stdout)[0]
    assert figures["engine_bytes"] + figures["taken_over_bytes"] > 0
    assert figures["lane_full_bytes"] > 0
    assert bytes_of(figures) == 2 * 5 * 3 * 1_000_000


def test_an_engine_that_does_not_open_is_told_once_and_done_without(built: Built) -> None:
    shape: dict[str, int | str] = {"CORES": 4, "ENGINE": "broken", "BYTES": 1000, "FIXED": 1}
    result = built.run("offload", "-n", "20", "--json", "-", **shape)
    assert result.returncode == 0
    assert result.stderr == (
        "warning: the copy engine 'broken' cannot be used (no such device): the cores copy themselves\n"
    )
    figures = engines(result.stdout)[0]
    assert figures["not_open_bytes"] == bytes_of(figures) == 4 * 20 * 3 * 1000
    assert built.run("offload", "-q", "-n", "20", **shape).stderr == ""


@pytest.mark.parametrize("fault", ["attach", "enter", "error", "silent"])
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("nth", [1, 12])
def test_cores_redo_what_a_failed_engine_had(built: Built, fault: str, wrapped: str, nth: int) -> None:
    shape = {"CORES": 3, "PIECES": PIECES, "MIN": 500, "FAULTY_ENGINE": fault, "FAULTY_NTH": nth, "WRAPPED": wrapped}
    result = built.run("offload", "-n", str(passes(built)), ENGINE="faulty", DFGEN_ENGINE_TIMEOUT=100, **shape)
    assert (result.returncode, result.stdout) == (0, f"pieces {passes(built) * 3 * PIECES}\n")
    (said,) = result.stderr.splitlines()
    why = {"attach": "no room for the memory", "enter": "no thread can be had", "error": "a job was refused",
           "silent": "no answer for 100 ms"}[fault]  # fmt: skip
    assert said.startswith("warning: the copy engine 'faulty' ")
    assert said.endswith(f" ({why}): the cores copy themselves")


@pytest.mark.parametrize("fault", ["refuse", "late", "disorder"])
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("nth", [1, 12])
def test_an_odd_engine_is_borne(built: Built, fault: str, wrapped: str, nth: int) -> None:
    shape = {"CORES": 3, "PIECES": PIECES, "MIN": 500, "FAULTY_ENGINE": fault, "FAULTY_NTH": nth, "WRAPPED": wrapped}
    result = built.run("offload", "-n", str(passes(built)), ENGINE="faulty", **shape)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"pieces {passes(built) * 3 * PIECES}\n"


@pytest.mark.parametrize("cores", [1, 3])
def test_an_engine_that_cannot_be_stopped_ends_the_program(built: Built, cores: int) -> None:
    """A late write of its would spoil what comes then."""
    shape = {"CORES": cores, "MIN": 500, "FAULTY_ENGINE": "stuck", "FAULTY_NTH": 7, "DFGEN_ENGINE_TIMEOUT": 100}
    result = built.run("offload", "-n", "100", ENGINE="faulty", WRAPPED="polled", **shape)
    assert result.returncode == 1
    assert re.fullmatch(
        r"error: the copy engine 'faulty' has failed \(no answer for 100 ms\) and cannot be stopped; it copied for "
        r"FIFO 'arrived'\n",
        result.stderr,
    )


def test_time_in_which_the_process_is_stopped_does_not_count(built: Built) -> None:
    """An engine that takes half of its time to answer, in a process that is stopped meanwhile for all of it."""
    shape: dict[str, int | str] = {"CORES": 2, "MIN": 500, "ENGINE": "faulty", "FAULTY_ENGINE": "silent",
                                   "WRAPPED": "polled", "DFGEN_ENGINE_TIMEOUT": 3000}  # fmt: skip
    command = built.command("offload", "-n", "10")
    process = subprocess.Popen(
        command, env=built.environment(shape), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    await_handlers(process)
    time.sleep(0.5)
    process.send_signal(signal.SIGSTOP)
    time.sleep(4)
    process.send_signal(signal.SIGCONT)
    time.sleep(0.5)
    went_on = process.poll() is None
    output, errors = process.communicate(timeout=TIMEOUT_S)
    assert went_on
    assert (process.returncode, output) == (0, "pieces 60\n")
    assert errors == "warning: the copy engine 'faulty' has failed (no answer for 3000 ms): the cores copy themselves\n"


def test_an_engine_does_not_rest_for_time_in_which_the_process_was_stopped(built: Built) -> None:
    """That would be ten times as long as the process was stopped."""
    shape: dict[str, int | str] = {"CORES": 1, "MIN": 1, "BYTES": 4096, "FIXED": 1, "SYNC": 1, "ENGINE": "pausing"}
    command = built.command("offload", "-q", "-n", "1000000000", "--json", "-")
    process = subprocess.Popen(
        command, env=built.environment(shape), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    time.sleep(4)
    process.send_signal(signal.SIGCONT)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, errors) == (128 + signal.SIGINT, "")
    assert engines(output)[0]["engine_bytes"] > 2 * 4096


@pytest.mark.parametrize("unawaited", [0, 1])
def test_what_lies_in_no_region_is_copied_by_the_core(built: Built, unawaited: int) -> None:
    shape = {"BYTES": 5000, "FIXED": 1, "MIN": 500, "OUTSIDE": 1, "UNAWAITED": unawaited}
    result = built.run("offload", "-n", "2", "--json", "-", **shape)
    assert (result.returncode, result.stderr) == (0, "")
    figures = engines(result.stdout)[0]
    assert (figures["unfit_bytes"], figures["not_open_bytes"]) == (2 * 2 * 3 * 5000, 0)


def test_what_an_engine_cannot_address_is_copied_by_the_core(built: Built) -> None:
    """Pieces of 5,001 bytes, one behind the other: every eighth lies where the engine `polled` can begin."""
    shape = {"BYTES": 5001, "FIXED": 1, "MIN": 500, "CORES": 1, "DEPTH": 1, "PIECES": 8, "ENGINE": "polled"}
    result = built.run("offload", "-n", "2", "--json", "-", **shape)
    assert (result.returncode, result.stderr) == (0, "")
    figures = engines(result.stdout)[0]
    assert (figures["unfit_bytes"], figures["too_small_bytes"]) == (2 * 7 * 5001, 2 * 1)


def test_an_engine_that_costs_a_core_more_than_it_saves_is_left_alone(built: Built) -> None:
    shape = {"BYTES": 5000, "FIXED": 1, "CORES": 1, "ENGINE": "costly"}
    figures = engines(built.run("offload", "-n", "200", "--json", "-", **shape).stdout)[0]
    assert figures["engine_bytes"] < figures["taken_over_bytes"]
    given = engines(built.run("offload", "-n", "200", "--json", "-", DFGEN_ENGINE_RESTS=0, **shape).stdout)[0]
    assert given["engine_bytes"] > given["taken_over_bytes"]
    assert bytes_of(figures) == bytes_of(given)


def test_engines_are_told_apart(built: Built) -> None:
    result = built.run("offload", "-n", "20", "--json", "-", FIRST="polled", MIN=500)
    assert result.returncode == 0, result.stderr
    first, second = engines(result.stdout)
    assert (first["name"], first["copies"], bytes_of(first)) == ("polled", 0, 0)
    assert (second["name"], second["copies"]) == ("thread", 2 * 20 * 3)


def test_a_source_that_is_freed_too_early_is_reported(built: Built) -> None:
    if built.toolchain.sanitizer != "thread":
        pytest.skip("only the thread sanitizer sees races")
    shape = {"BYTES": 100_000, "FIXED": 1}
    right = built.run("offload", "-n", "20", **shape)
    assert (right.returncode, right.stderr) == (0, "")
    wrong = built.run("offload", "-n", "20", EARLY=1, **shape)
    assert wrong.returncode != 0
    assert "ThreadSanitizer: data race" in wrong.stderr
    if "external symbolizer" in wrong.stderr:
        pytest.skip("clang's sanitizers name no sources without llvm-symbolizer")
    assert "engine_thread.c" in wrong.stderr


def test_an_overlapping_copy_is_refused_before_it_is_given(built: Built) -> None:
    if "-DDF_DEBUG" not in built.toolchain.flags:
        pytest.skip("this toolchain builds without DF_DEBUG")
    result = built.run("offload", OVERLAP=1)
    assert result.returncode == -signal.SIGABRT
    assert re.search(r"internal error: a copy of \d+ bytes .* overlaps", result.stderr)


def test_a_program_without_engines_does_without_their_files(built: Built) -> None:
    own = (name for engine in COPY_ENGINES.values() for name in engine.runtime_files)
    with_engines = (*OFFLOAD.runtime_files, *own, *BULK_SOURCES, *FILE_SOURCES, *FILE_ENGINE_SOURCES, *URING_SOURCES)
    absent = {"guard.c", *with_engines, *OFFLOADED_OBJECT_SOURCES}
    objects = sorted(path.name for path in built.folder.glob("*.o") if f"{path.stem}.c" not in absent)
    compiler = [built.toolchain.compiler, *WARNINGS, *built.toolchain.flags]
    include = PROGRAMS.parents[2] / "runtime" / "include"
    subprocess.run(
        [*compiler, f"-I{include}", str(PROGRAMS / "chain.c"), *objects, "-pthread", "-o", "engineless"],
        cwd=built.folder, check=True,
    )  # fmt: skip
    result = subprocess.run(
        [str(built.folder / "engineless"), "-n", "5", "--json", "-"], env=built.environment({}), capture_output=True,
        text=True, timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert engines(result.stdout) == []
