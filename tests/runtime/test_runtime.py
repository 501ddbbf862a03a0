# SPDX-License-Identifier: Apache-2.0
"""The C runtime, run by hand-written programs under each compiler and sanitizer that is here."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.runtime.toolchains import TIMEOUT_S, Built, await_handlers

BARE_SPIN = {"DFGEN_SPIN_NS": 0}
SHAPES = [
    {"CORES": 2, "DEPTH": 1, "V": 1},
    {"CORES": 2, "DEPTH": 2, "V": 3},
    {"CORES": 2, "DEPTH": 3, "V": 1, **BARE_SPIN},
    {"CORES": 2, "DEPTH": 4, "V": 3, "REVERSED": 1},
    {"CORES": 3, "DEPTH": 2, "V": 3, "DFGEN_PIN": 0},
    {"CORES": 4, "DEPTH": 1, "V": 3},
    {"CORES": 4, "DEPTH": 4, "V": 1, "REVERSED": 1},
]


def expected_sum(iterations: int, cores: int) -> int:
    """What the last stage of the chain sums up: the first word of each token as the stage before it wrote it."""
    return sum(8 * i + cores - 2 for i in range(iterations))


def sink_line(iterations: int, cores: int) -> str:
    return f"iterations {iterations} sum {expected_sum(iterations, cores)}"


# --- life, iterations, ends ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("iterations", [0, 1, 7, 200])
def test_sink_gets_exactly_the_iterations_asked_for(built: Built, shape: dict[str, int], iterations: int) -> None:
    result = built.run("chain", "-n", str(iterations), **shape)
    assert result.returncode == 0, result.stderr
    assert sink_line(iterations, shape["CORES"]) in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("reversed_cores", [0, 1])
def test_init_runs_in_order_and_end_in_reverse_on_the_core_of_the_actor(built: Built, reversed_cores: int) -> None:
    result = built.run("chain", "-n", "2", CORES=4, REVERSED=reversed_cores)
    names = ["zero", "one", "two", "three"]
    cores = [3, 2, 1, 0] if reversed_cores else [0, 1, 2, 3]
    inits = [f"init {name} on core {core}" for name, core in zip(names, cores, strict=True)]
    ends = [f"end {name} on core {core}" for name, core in reversed(list(zip(names, cores, strict=True)))]
    lines = [line for line in result.stdout.splitlines() if not line.startswith("iterations")]
    assert lines == inits + ends


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("at", [0, 4, 50])
@pytest.mark.parametrize(("what", "more"), [("stop", 1), ("end", 0)])
def test_stop_keeps_and_end_of_input_drops_the_current_iteration(
    built: Built, shape: dict[str, int], at: int, what: str, more: int
) -> None:
    result = built.run("chain", "stage=0", f"what={what}", f"at={at}", "--json", "-", **shape)
    assert result.returncode == 0, result.stderr
    assert sink_line(at + more, shape["CORES"]) in result.stdout
    figures = json.loads(result.stdout.splitlines()[-1])
    assert (figures["status"], figures["iterations"]) == ("stopped", at + more)


def test_end_of_input_in_init_runs_nothing(built: Built) -> None:
    result = built.run("chain", "empty=1")
    assert result.returncode == 0
    assert sink_line(0, 2) in result.stdout


def test_stop_after_the_last_iteration_asked_for_changes_nothing(built: Built) -> None:
    result = built.run("chain", "-n", "5", "stage=0", "what=stop", "at=4", "--json", "-")
    assert json.loads(result.stdout.splitlines()[-1])["status"] == "done"


@pytest.mark.parametrize("what", ["stop", "end"])
def test_an_actor_that_is_not_declared_to_cannot_stop(built: Built, what: str) -> None:
    result = built.run("chain", "stage=1", f"what={what}", "at=3")
    assert result.returncode == 1
    assert "error: actor 'one' (chain.sdf:2:5), firing 3: it calls df_" in result.stderr
    assert "add `stops;` to the actor" in result.stderr


def test_end_of_input_needs_a_plan_that_allows_it(built: Built) -> None:
    result = built.run("chain", "stage=0", "what=end", "at=3", END_OF_INPUT=0)
    assert result.returncode == 1
    assert "actor 'zero' (chain.sdf:1:5), firing 3: df_end_of_input() cannot take back" in result.stderr


# --- failures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("stage", [0, 1])
def test_a_failure_names_the_firing_wakes_all_and_leaves_a_prefix(
    built: Built, shape: dict[str, int], stage: int
) -> None:
    result = built.run("chain", f"stage={stage}", "what=fail", "at=37", "--json", "-", **shape)
    assert result.returncode == 1
    actor = ("'zero' (chain.sdf:1:5)", "'one' (chain.sdf:2:5)")[stage]
    assert result.stderr == f"error: actor {actor}, firing 37: cannot do this\n"
    seen = re.search(r"iterations (\d+) sum (\d+)", result.stdout)
    assert seen is not None
    assert int(seen[1]) <= 37
    assert int(seen[2]) == expected_sum(int(seen[1]), shape["CORES"])
    figures = json.loads(result.stdout.splitlines()[-1])
    assert figures["status"] == "failed"
    assert figures["iterations"] <= 37
    assert result.stdout.count("end ") == shape["CORES"]


def test_a_failure_in_init_ends_those_that_came_before(built: Built) -> None:
    result = built.run("chain", "fail_in_init=two", CORES=4)
    assert result.returncode == 1
    assert result.stderr == "error: actor 'two' (chain.sdf:3:5), in init: no input\n"
    assert [line for line in result.stdout.splitlines() if "end " in line] == [
        "end one on core 1",
        "end zero on core 0",
    ]
    assert "init three" not in result.stdout


def test_a_failure_in_end_lets_the_other_ends_run(built: Built) -> None:
    result = built.run("chain", "-n", "3", "fail_in_end=1", CORES=3)
    assert result.returncode == 1
    assert re.findall(r"actor '(\w+)' \(chain.sdf:\d:5\), in end: cannot close", result.stderr) == [
        "two",
        "one",
        "zero",
    ]


def test_a_crash_names_the_actor_and_dies_of_the_signal(built: Built) -> None:
    result = built.run("chain", "stage=1", "what=crash", "at=3")
    assert "error: actor 'one' (chain.sdf:2:5), firing 3: segmentation fault at address 0x10 on core 1" in result.stderr
    if built.toolchain.sanitizer:
        assert f"{built.toolchain.sanitizer.capitalize()}Sanitizer" in result.stderr
    else:
        assert result.returncode == -signal.SIGSEGV


@pytest.mark.parametrize(
    ("what", "number", "words"),
    [
        ("abort", signal.SIGABRT, "abort() was called, as by a failed assert()"),
        ("divide", signal.SIGFPE, "arithmetic error, such as a division by zero"),
        ("trap", signal.SIGILL, "illegal instruction"),
    ],
)
def test_a_crash_that_is_no_bad_access_names_the_actor_too(
    built: Built, what: str, number: signal.Signals, words: str
) -> None:
    result = built.run("chain", "stage=1", f"what={what}", "at=3")
    assert f"error: actor 'one' (chain.sdf:2:5), firing 3: {words} on core 1" in result.stderr
    assert "at address" not in result.stderr.splitlines()[0]
    if not built.toolchain.sanitizer:
        assert result.returncode == -number


@pytest.mark.parametrize("stage", [0, 1])
@pytest.mark.parametrize("what", ["descend", "leap"])
def test_a_full_stack_is_told_as_that(built: Built, what: str, stage: int) -> None:
    if built.toolchain.sanitizer == "thread":
        pytest.skip("its own list of the calls is full before the stack is")
    result = built.run("chain", f"stage={stage}", f"what={what}", "at=3")
    actor = f"actor '{('zero', 'one')[stage]}' (chain.sdf:{stage + 1}:5), firing 3"
    told = f"error: {actor}: its stack is full on core {stage}: calls go too deep, or local variables are too large"
    assert told in result.stderr
    assert "--guard" not in result.stderr
    if not built.toolchain.sanitizer:
        assert result.returncode == -signal.SIGSEGV


@pytest.mark.parametrize("cores", [2, 3])
def test_a_forked_process_ends_where_it_returns_from_the_actor(built: Built, cores: int) -> None:
    """Else it would wait for ever for cores that it does not have, and keep the output open."""
    result = built.run("chain", "-n", "9", "stage=0", "what=fork", "at=3", CORES=cores)
    assert (
        "error: actor 'zero' (chain.sdf:1:5), firing 3: a process that it has forked returns from it" in result.stderr
    )
    assert (result.returncode, result.stdout.count("end ")) == (0, cores)


def test_a_forked_process_may_exit(built: Built) -> None:
    result = built.run("chain", "-n", "9", "stage=1", "what=fork_to_exit", "at=3", CORES=3)
    assert (result.returncode, "exit()" in result.stderr) == (0, False)


# --- signals ------------------------------------------------------------------------------------------------------


def interrupt(built: Built, number: signal.Signals, *arguments: str, **shape: int) -> tuple[int, str, str]:
    command = ["stdbuf", "-oL", *built.command("chain", *arguments)]
    if built.toolchain.sanitizer:
        command = command[2:]
    process = subprocess.Popen(
        command, env=built.environment(dict(shape)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    await_handlers(process)
    time.sleep(0.5)
    process.send_signal(number)
    output, errors = process.communicate(timeout=TIMEOUT_S)
    return process.returncode, output, errors


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_orderly_with_whole_iterations(
    built: Built, shape: dict[str, int], number: signal.Signals
) -> None:
    status, output, errors = interrupt(built, number, "stage=1", "doze_us=500", "--json", "-", **shape)
    assert status == 128 + number, errors
    figures = json.loads(output.splitlines()[-1])
    assert figures["status"] == "interrupted"
    assert figures["iterations"] > 0
    assert figures["iterations"] % shape["V"] == 0
    assert sink_line(figures["iterations"], shape["CORES"]) in output


def test_a_signal_wakes_core_0_from_its_sleep(built: Built) -> None:
    if built.toolchain.sanitizer == "thread":
        pytest.skip("the thread sanitizer holds signals back while the thread sleeps in a futex")
    # Core 0 waits for core 1, which dozes 1.5 s in each firing: had core 0 slept on until the next token, the end
    # would be set by a pass later than the second.
    status, output, errors = interrupt(built, signal.SIGINT, "stage=0", "doze_us=1500000", "--json", "-", REVERSED=1)
    assert status == 130, errors
    assert json.loads(output.splitlines()[-1])["iterations"] == 2


def test_a_second_signal_exits_at_once_and_tells_who_waits(built: Built) -> None:
    if built.toolchain.sanitizer == "thread":
        pytest.skip("the thread sanitizer holds signals back while the thread sleeps in a futex")
    process = subprocess.Popen(
        built.command("chain", "stage=0", "doze_us=60000000"), env=built.environment({"REVERSED": 1}),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    await_handlers(process)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 128 + signal.SIGTERM
    assert re.search(r"core 0, pass \d+: waits for core 1: zero.out:one.in \(\d+ done, \d+ needed\)", errors)


# --- waits --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spin_ns", [0, 300, 3000, 50000])
@pytest.mark.parametrize("shape", [{"CORES": 2}, {"CORES": 4}, {"CORES": 4, "FAN": 1}], ids=str)
def test_no_wake_up_is_lost(built: Built, shape: dict[str, int], spin_ns: int) -> None:
    rounds = 20_000 if built.toolchain.sanitizer else 100_000
    result = built.run("handshake", "-n", str(rounds), DFGEN_SPIN_NS=spin_ns, **shape)
    assert result.returncode == 0, result.stderr
    assert f"turns {rounds}" in result.stdout


def wrapped_syscall(before: str = "", after: str = "", beside: str = "") -> str:
    """C text of a library with which each call of syscall() does more."""
    return f"""
#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
{beside}
long syscall(long number, ...)
{{
    long (*system)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall"), given[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        given[i] = va_arg(list, long);
    va_end(list);
    {before}
    long result = system(number, given[0], given[1], given[2], given[3], given[4], given[5]);
    {after}
    return result;
}}
"""


FENCE_ALL, REGISTER_TO_FENCE_ALL = 8, 16  # commands of membarrier(2)
MEMBARRIER = {"x86_64": 324, "aarch64": 283}
"""The number of the call."""


def system_fences() -> bool:
    """Whether this system has the call, and lets us."""
    number = MEMBARRIER.get(platform.machine())
    return number is not None and ctypes.CDLL(None).syscall(number, REGISTER_TO_FENCE_ALL, 0, 0) == 0


def handed_to_and_fro(built: Built, rounds: int, **shape: int | str) -> bool:
    """Whether sleepers fence, in a run of two cores that often publish while the other falls asleep."""
    result = built.run("handshake", "-n", str(rounds), CORES=2, JITTER=60, **shape)
    assert result.returncode == 0, result.stderr
    assert f"turns {rounds}" in result.stdout
    return "sleepers fence: yes" in result.stdout


@pytest.mark.parametrize("spin_ns", [0, 1, 3000])
def test_no_wake_up_is_lost_where_sleepers_fence(built: Built, spin_ns: int) -> None:
    spins = spin_ns != 0 and len(os.sched_getaffinity(0)) >= 2
    fences = handed_to_and_fro(built, 20_000 if built.toolchain.sanitizer else 60_000, DFGEN_SPIN_NS=spin_ns)
    assert fences == (spins and system_fences())


@pytest.mark.parametrize("refused", [REGISTER_TO_FENCE_ALL, FENCE_ALL])
def test_no_wake_up_is_lost_where_the_system_refuses_fences(built: Built, refused: int, tmp_path: Path) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers want to be the first library")
    refusal = f"""
        if (number == SYS_membarrier && given[0] == {refused}) {{
            errno = EPERM;
            return -1;
        }}"""
    library = built.library(tmp_path, wrapped_syscall(before=refusal))
    fences = handed_to_and_fro(built, 20_000, DFGEN_SPIN_NS=1, LD_PRELOAD=library)
    assert not fences or refused == FENCE_ALL


def test_a_core_that_waits_long_sleeps(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers take more time than the waits")
    built.command("chain")  # it is built before its time counts
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert built.run("chain", "-n", "25", "stage=0", "doze_us=40000", CORES=2).returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert used_s < 0.2  # of the second; it would be 0.5 if core 1 always spun as long as it may


SLOW_WAKE_UPS = wrapped_syscall(
    after="""
    if (number == SYS_futex && (given[1] & FUTEX_CMD_MASK) == FUTEX_WAIT) {
        atomic_fetch_add(&sleeps, 1);
        usleep(10000);
    }""",
    beside="""
static atomic_int sleeps;
__attribute__((destructor)) static void tell(void)
{
    fprintf(stderr, "slept %d times\\n", atomic_load(&sleeps));
}""",
)


def test_where_wake_ups_are_slow_waits_are_sat_out(built: Built, tmp_path: Path) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers want to be the first library")
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("cores that share a CPU always sleep")
    library = built.library(tmp_path, SLOW_WAKE_UPS)

    def sleeps() -> int:
        result = built.run("chain", "-n", "60", "stage=0", "doze_us=4000", CORES=2, LD_PRELOAD=library)
        assert result.returncode == 0
        return int(re.findall(r"slept (\d+) times", result.stderr)[-1])

    # Of several runs, for others may have the CPU meanwhile.
    assert any(sleeps() < 30 for _ in range(20))


# --- command line, options, figures -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["-n", "x"], "x: -n wants a number"),
        (["-n", "-1"], "-1: -n wants a number"),
        (["-n", ""], "-n wants a number"),
        (["-n", "18446744073709551616"], "-n wants a number"),
        (["-n"], "-n: this flag wants a value"),
        (["--frames", "3"], "--frames: there is no such flag"),
        (["-nq"], "q: -n wants a number"),
        (["left"], "left: arguments other than flags are NAME=VALUE"),
        (["=3"], "=3: arguments other than flags are NAME=VALUE"),
        (["--poison", "3"], "only a program compiled with --guard"),
    ],
)
def test_a_wrong_command_line_is_refused(built: Built, arguments: list[str], problem: str) -> None:
    result = built.run("chain", *arguments)
    assert result.returncode == 2
    assert problem in result.stderr
    assert result.stdout == ""


def test_help_lists_the_flags(built: Built) -> None:
    result = built.run("chain", "--help")
    assert result.returncode == 0
    assert all(flag in result.stdout for flag in ("-n N", "--json FILE", "-q", "-h, --help", "NAME=VALUE"))
    assert all(name in result.stdout for name in ("DFGEN_PIN ", "DFGEN_SPIN_NS ", "DFGEN_ENGINE_TIMEOUT "))
    assert "--poison" not in result.stdout
    assert "--poison BYTE" in built.run("scribble", "-h").stdout


def test_options_nobody_asked_for_are_told_once_with_the_nearest_name(built: Built) -> None:
    result = built.run("chain", "-n", "3", "doze_su=1", "xyzzy=2", "at=7", "at=8")
    near, far = result.stderr.splitlines()
    assert near == "warning: no actor asked for the option 'doze_su'; did you mean 'doze_us'?"
    lead, _, names = far.partition("; they ask for ")
    assert lead == "warning: no actor asked for the option 'xyzzy'"
    assert {"'at'", "'doze_us'", "'stage'", "'what'"} <= set(names.split(", "))
    assert built.run("chain", "-q", "-n", "3", "xyzzy=2").stderr == ""


def test_the_last_value_of_an_option_counts(built: Built) -> None:
    result = built.run("chain", "stage=0", "what=stop", "at=7", "at=8")
    assert sink_line(9, 2) in result.stdout


def test_figures_go_to_a_file(built: Built, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    assert built.run("chain", f"--json={path}", "-n", "12").returncode == 0
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert figures["schema"] == 1
    assert (figures["program"], figures["status"], figures["iterations"]) == ("chain", "done", 12)
    assert (figures["cores"], figures["arena_bytes"]) == (2, 64)
    assert figures["iteration_ns"] == (figures["elapsed_ns"] + 6) // 12
    assert {"page_faults_minor", "page_faults_major"} <= figures.keys()


def test_figures_that_cannot_be_written_fail_before_the_run(built: Built, tmp_path: Path) -> None:
    result = built.run("chain", "--json", str(tmp_path / "absent" / "figures.json"), "-n", "1")
    assert result.returncode == 1
    assert "the figures cannot be written" in result.stderr
    assert "init" not in result.stdout


# --- memory, copies, guard ----------------------------------------------------------------------------------------


def test_a_program_without_its_memory_names_the_largest_fifos(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers reserve more address space than a limit would leave")
    command = " ".join(built.command("large"))
    result = subprocess.run(
        ["sh", "-c", f"ulimit -v 300000; exec {command}"], env=built.environment({"MIB": 1000}),
        capture_output=True, text=True, timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert result.returncode == 1
    assert "need 1000.0 MiB of memory" in result.stderr
    assert re.findall(r"buffer: '(\w)\.out', ([\d.]+) MiB", result.stderr) == [
        ("b", "500.0"),
        ("c", "200.0"),
        ("d", "200.0"),
    ]


def test_more_memory_than_the_machine_has_is_refused_before_it_is_touched(built: Built) -> None:
    result = built.run("large", MIB=10_000_000)
    assert result.returncode == 1
    assert re.search(r"need 10000000.0 MiB of memory, .* only [\d.]+ MiB are left", result.stderr)


def test_memory_that_fits_is_zeroed(built: Built) -> None:
    assert built.run("large", MIB=20).returncode == 0


@pytest.mark.parametrize(
    ("shape", "problem"),
    [({"ABI": 999}, "of different versions"), ({"GUARD": 1}, "guard.c was not built in")],
)
def test_a_program_built_wrongly_is_refused(built: Built, shape: dict[str, int], problem: str) -> None:
    result = built.run("large", **shape)
    assert result.returncode == 1
    assert problem in result.stderr


def test_copies(built: Built) -> None:
    assert built.run("copies").stdout == "copied\n"


def test_debug_builds_refuse_an_overlapping_copy(built: Built) -> None:
    if "-DDF_DEBUG" not in built.toolchain.flags:
        pytest.skip("this toolchain builds without DF_DEBUG")
    result = built.run("copies", "overlap")
    assert result.returncode == -signal.SIGABRT
    assert "overlaps" in result.stderr


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        ("write_input", "wrote to its input port 'in' (declared read_only) at byte 37 of 352"),
        ("overrun", "wrote past the end of port 'out' (3 bytes beyond)"),
        ("underrun", "wrote before the start of port 'out' (3745 bytes before)"),
        ("read_beyond", "read past the end of port 'in' (1 byte beyond)"),
        ("stray", "which belongs to no window of this firing but to FIFO buffer 'other.out'"),
        ("wild", "wrote at address 0x10, which belongs to no window of this firing"),
    ],
)
def test_guard_names_the_port_of_a_bad_access(built: Built, mistake: str, message: str) -> None:
    result = built.run("scribble", f"do={mistake}")
    assert result.returncode == 1
    assert result.stderr.startswith("error: actor 'scribbler' (scribble.sdf:3:5), firing 5: ")
    assert message in result.stderr


def test_guard_lets_a_good_actor_run_and_poisons_its_output(built: Built) -> None:
    result = built.run("scribble")
    assert (result.returncode, result.stdout) == (0, f"in 77 out {0xA5}\n")
    assert built.run("scribble", "--poison", "0x5A").stdout == f"in 77 out {0x5A}\n"
    assert built.run("scribble", "--poison", "256").returncode == 2


def test_the_thread_sanitizer_sees_an_early_release_through_two_mappings(built: Built) -> None:
    assert built.run("early_release").returncode == 0
    if built.toolchain.sanitizer != "thread":
        pytest.skip("only the thread sanitizer looks for races")
    result = built.run("early_release", EARLY=1)
    assert "ThreadSanitizer: data race" in result.stderr
