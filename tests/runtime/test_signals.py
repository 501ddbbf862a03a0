# SPDX-License-Identifier: Apache-2.0
"""What one signal, two signals and limits do to a program, and what it tells of input that does not come."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.runtime.toolchains import TIMEOUT_S, Built, await_handlers

TOLD = "interrupted: ends in order; another signal exits at once"
READS = ("stage=0", "at=1", "what=read")
HELD_S = 1.0  # after that it is told that input is waited for


@contextmanager
def started(
    built: Built, *arguments: str, stdin: int, stderr: int = subprocess.PIPE, **shape: int
) -> Iterator[subprocess.Popen[str]]:
    """A chain that runs, and does not outlive the test."""
    with subprocess.Popen(
        built.command("chain", *arguments), env=built.environment(dict(shape)), stdin=stdin, stdout=subprocess.PIPE,
        stderr=stderr, text=True,
    ) as process:  # fmt: skip
        try:
            await_handlers(process)
            yield process
        finally:
            process.kill()


def line_with(process: subprocess.Popen[str], words: str) -> str:
    """The first line of its errors that holds the words, which come before long or never."""
    assert process.stderr is not None
    late = threading.Timer(TIMEOUT_S, process.kill)
    late.start()
    try:
        return next(line for line in process.stderr if words in line)
    finally:
        late.cancel()


# --- one request --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_signals_that_come_together_are_one_request(built: Built, second: signal.Signals) -> None:
    arguments = ("stage=1", "doze_us=20000", "--json", "-")
    with started(built, *arguments, stdin=subprocess.DEVNULL, CORES=3, DEPTH=4) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        process.send_signal(second)
        output, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode in (128 + signal.SIGTERM, 128 + second), errors
    assert json.loads(output.splitlines()[-1])["status"] == "interrupted"
    assert output.count("end ") == output.count("init ") == 3
    assert errors.splitlines().count(TOLD) == 1


def test_a_quiet_program_does_not_tell(built: Built) -> None:
    with started(built, "-q", "stage=1", "doze_us=1000", stdin=subprocess.DEVNULL) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 128 + signal.SIGTERM
    assert TOLD not in errors


def test_nobody_who_reads_the_errors_is_waited_for(built: Built) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with suppress(BlockingIOError):
        while os.write(writer, b"x" * 4096):
            pass
    os.set_blocking(writer, True)
    arguments = ("stage=1", "doze_us=1000")
    with started(built, *arguments, stdin=subprocess.DEVNULL, stderr=writer) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=TIMEOUT_S)
    os.close(reader)
    os.close(writer)
    assert process.returncode == 128 + signal.SIGTERM
    assert "end zero" in output


def test_after_a_signal_during_init_no_option_is_called_unasked(built: Built) -> None:
    arguments = ("first_ms=400", "xyzzy=1", "--json", "-")
    with started(built, *arguments, stdin=subprocess.DEVNULL) as process:
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 128 + signal.SIGINT
    assert "init one" not in output
    assert TOLD in errors
    assert "xyzzy" not in errors


# --- input that does not come ---------------------------------------------------------------------------------------


@contextmanager
def interrupted_while_it_reads(built: Built) -> Iterator[subprocess.Popen[str]]:
    if built.toolchain.sanitizer == "thread":
        pytest.skip("the thread sanitizer holds signals back while the thread reads")
    with started(built, *READS, stdin=subprocess.PIPE) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        yield process


def test_a_second_after_the_signal_the_actor_that_holds_the_end_is_named(built: Built) -> None:
    with interrupted_while_it_reads(built) as process:
        assert TOLD in line_with(process, "interrupted")
        told_s = time.monotonic()
        assert "another signal exits at once" in line_with(process, "chain still runs a second after the signal")
        assert time.monotonic() - told_s > HELD_S / 2
        assert re.fullmatch(r"  core 0, pass 1: runs actor 'zero' \(chain.sdf:1:5\)\n", line_with(process, "core 0"))
        # The read went on all the same: with its byte the program ends in order.
        output, errors = process.communicate("x", timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert "end zero" in output
    assert "core 1" not in errors  # which only waits for core 0


def test_a_signal_after_that_exits_at_once(built: Built) -> None:
    with interrupted_while_it_reads(built) as process:
        line_with(process, "core 0")
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT_S) == 130
        assert line_with(process, "interrupted twice")


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    master, slave = pty.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    reader, writer = os.pipe()
    yield writer, reader
    os.close(writer)
    os.close(reader)


@pytest.mark.parametrize("kind", [terminal, pipe])
@pytest.mark.parametrize("reversed_cores", [0, 1])
def test_where_input_waits_for_input_it_is_told_once(
    built: Built, kind: Callable[[], contextmanager[tuple[int, int]]], reversed_cores: int
) -> None:
    arguments = (*READS, "-n", "40")
    with kind() as (ours, theirs), started(built, *arguments, stdin=theirs, V=20, REVERSED=reversed_cores) as process:
        note = line_with(process, "note: ")
        os.write(ours, b"x\n")
        _, errors = process.communicate(timeout=TIMEOUT_S)
    assert "note: actor 'zero' (chain.sdf:1:5) waits for input: what it reads goes on once 20 iterations are" in note
    assert "--latency 1" in note
    assert (process.returncode, errors) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "per_pass"), [(("-n", "40"), 1), (("-n", "40", "-q"), 20), (("-n", "2"), 1)], ids=str
)
def test_where_nothing_is_held_back_nothing_is_told(built: Built, arguments: tuple[str, ...], per_pass: int) -> None:
    with started(built, *READS, *arguments, stdin=subprocess.PIPE, V=per_pass) as process:
        time.sleep(HELD_S * 1.8)
        _, errors = process.communicate("x", timeout=TIMEOUT_S)
    assert (process.returncode, errors) == (0, "")


@pytest.mark.parametrize("reversed_cores", [0, 1])
def test_where_a_slow_actor_holds_a_pass_it_is_told_once(built: Built, reversed_cores: int) -> None:
    arguments = ("stage=0", "doze_us=100000", "-n", "40")
    with started(built, *arguments, stdin=subprocess.DEVNULL, V=20, REVERSED=reversed_cores) as process:
        _, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0
    (note,) = errors.splitlines()
    assert note.startswith(
        "note: a pass of 20 iterations takes more than a second, now in actor 'zero' (chain.sdf:1:5): "
    )
    assert note.endswith("where the graph states its 'time', passes are shorter, and compiled with --latency 1, each "
                         "iteration goes on at once")  # fmt: skip


@pytest.mark.parametrize(("quiet", "per_pass"), [((), 1), (("-q",), 20)], ids=str)
def test_where_a_slow_actor_holds_nothing_nothing_is_told(built: Built, quiet: tuple[str, ...], per_pass: int) -> None:
    with started(
        built, "stage=0", "doze_us=100000", "-n", "20", *quiet, stdin=subprocess.DEVNULL, V=per_pass
    ) as process:
        _, errors = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, errors) == (0, "")


# --- limits -----------------------------------------------------------------------------------------------------------


def limited(built: Built, limit: int, bytes: int, *arguments: str, **shape: int) -> subprocess.CompletedProcess[str]:
    hard = resource.getrlimit(limit)[1]
    return subprocess.run(
        built.command("chain", *arguments), env=built.environment(dict(shape)), capture_output=True, text=True,
        timeout=TIMEOUT_S, check=False, preexec_fn=lambda: resource.setrlimit(limit, (bytes, hard)),
    )  # fmt: skip


@pytest.mark.parametrize("stage", [0, 1])
@pytest.mark.parametrize("reversed_cores", [0, 1])
def test_a_file_that_cannot_grow_is_a_failure_though_the_actor_does_not_look(
    built: Built, stage: int, reversed_cores: int, tmp_path: Path
) -> None:
    options = (f"stage={stage}", "at=3", "what=grow", f"file={tmp_path / 'file'}")
    ended = limited(built, resource.RLIMIT_FSIZE, 1000, *options, REVERSED=reversed_cores)
    name = ("zero", "one")[stage]
    assert ended.returncode == 1
    assert f"error: actor '{name}' (chain.sdf:{stage + 1}:5), firing 3: a file cannot grow further" in ended.stderr
    assert "ulimit -f" in ended.stderr
    assert f"end {name}" in ended.stdout


def test_too_small_a_stack_is_told(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers themselves need more")
    # The environment counts, too, and up to 8 KiB by which the kernel moves the stack: with less no program starts.
    ended = limited(built, resource.RLIMIT_STACK, 48 * 1024, "-n", "3")
    assert ended.returncode == 1
    assert (
        ended.stderr == "error: the stack may have 48 KiB, and the program needs 64 KiB or more: raise the limit "
        "(ulimit -s)\n"
    )


def test_threads_have_as_much_stack_as_the_main_thread(built: Built) -> None:
    if built.toolchain.sanitizer:
        pytest.skip("sanitizers change the limit")
    if resource.getrlimit(resource.RLIMIT_STACK)[1] != resource.RLIM_INFINITY:
        pytest.skip("the stack is limited here")
    for bytes in (resource.RLIM_INFINITY, 16 << 20):
        for stage in ("stage=0", "stage=1"):
            ended = limited(built, resource.RLIMIT_STACK, bytes, "-n", "3", stage, "at=1", "what=deep")
            assert ended.returncode == 0, ended.stderr
