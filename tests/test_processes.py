# SPDX-License-Identifier: Apache-2.0
"""Work in other processes: what comes back of it, and that it ends with those who asked for it."""

from __future__ import annotations

import errno
import linecache
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from dfgen.model.diagnostics import UserError, fail
from dfgen.model.progress import Tell
from dfgen.processes import Died, in_own_process, program, run_program, threads


def test_what_it_finds_and_tells_comes_back() -> None:
    told: list[str] = []

    def work(tell: Tell) -> tuple[int, str]:
        tell("first")
        tell("second")
        return os.getpid(), "x" * 10**6

    process, text = in_own_process(work, told.append)
    assert (process != os.getpid(), len(text), told) == (True, 10**6, ["first", "second"])


def test_mistakes_of_users_stay_theirs_and_ours_ours() -> None:
    def refuse(_: Tell) -> None:
        raise fail("c-header", "it does not parse")

    def stumble(_: Tell) -> None:
        raise ValueError("no such thing")

    with pytest.raises(UserError) as refused:
        in_own_process(refuse)
    assert refused.value.diagnostics[0].message == "it does not parse"
    with pytest.raises(RuntimeError, match="ValueError: no such thing") as ours:
        in_own_process(stumble)
    assert "test_processes.py" in str(ours.value)


@pytest.mark.parametrize(("number", "name"), [(signal.SIGSEGV, "SIGSEGV"), (signal.SIGKILL, "SIGKILL")])
def test_a_crash_is_its_own(number: int, name: str) -> None:
    with pytest.raises(Died) as died:
        in_own_process(lambda _: os.kill(os.getpid(), number))
    assert died.value.signal_name == name


def test_an_exception_here_ends_it_there(tmp_path: Path) -> None:
    def work(tell: Tell) -> None:
        tell(str(os.getpid()))
        time.sleep(600)

    def interrupt(text: str) -> None:
        (tmp_path / "process").write_text(text)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_own_process(work, interrupt)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "process").read_text()), 0)


def test_something_else_is_done_meanwhile(tmp_path: Path) -> None:
    """Each waits for the other one: neither would end if they came one after the other."""
    here, there = tmp_path / "here", tmp_path / "there"

    def meet(own: Path, other: Path) -> str:
        own.touch()
        while not other.exists():
            time.sleep(0.001)
        return own.name

    assert in_own_process(lambda _: meet(there, here), meanwhile=lambda: print(meet(here, there))) == "there"


def test_an_exception_meanwhile_ends_it_there(tmp_path: Path) -> None:
    def work(_: Tell) -> None:
        (tmp_path / "process").write_text(str(os.getpid()))
        time.sleep(600)

    def fall() -> None:
        while not (tmp_path / "process").exists() or not (tmp_path / "process").read_text():
            time.sleep(0.001)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_own_process(work, meanwhile=fall)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "process").read_text()), 0)


def test_nothing_that_it_prints_is_seen(capfd: pytest.CaptureFixture[str]) -> None:
    in_own_process(lambda _: os.write(2, b"Stack dump:\n"))
    assert capfd.readouterr() == ("", "")


def test_a_fork_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(os, "fork", refuse)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ()), os.listdir("/proc/self/fd")
    with pytest.raises(BlockingIOError):
        in_own_process(lambda _: 1)
    assert (signal.pthread_sigmask(signal.SIG_BLOCK, ()), os.listdir("/proc/self/fd")) == before


def test_its_answer_comes_back_where_the_standard_files_are_closed() -> None:
    """The pipe then has their numbers, which lead nowhere in the fork."""
    work = """
import os, sys
from dfgen.processes import in_own_process
os.close(0)
os.close(1)
sys.exit(in_own_process(lambda tell: 7))
"""
    ended = subprocess.run([sys.executable, "-c", work], timeout=60, check=False)
    assert ended.returncode == 7


# Starts another one, says so, and waits.
FAMILY = """
import subprocess, sys
p = subprocess.Popen(['sleep', '600'], start_new_session=bool(sys.argv[1:]))
print(p.pid, flush=True)
p.wait()
"""


def is_gone(process: int) -> bool:
    """Or is only waited for by nobody."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.parametrize("apart", [[], ["in a session of its own"]])
def test_programs_end_with_all_that_they_have_started(apart: list[str]) -> None:
    child = 0
    family = program([sys.executable, "-c", FAMILY, *apart], stdout=subprocess.PIPE, text=True)
    with pytest.raises(KeyboardInterrupt), family as running:  # noqa: PT012
        assert running.stdout is not None
        child = int(running.stdout.readline())
        raise KeyboardInterrupt
    assert running.returncode == -signal.SIGKILL
    for _ in range(200):
        if is_gone(child):
            break
        time.sleep(0.05)
    assert is_gone(child)


def test_threads_that_are_left_start_nothing_more() -> None:
    begun: list[int] = []

    def work(number: int) -> None:
        begun.append(number)
        run_program(["sleep", "600"])

    with pytest.raises(KeyboardInterrupt), threads() as pool:  # noqa: PT012
        for number in range(50):
            pool.submit(work, number)
        while not begun:
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert len(begun) <= 2 * (os.cpu_count() or 1)
    assert run_program(["true"]).returncode == 0


def test_forks_end_when_the_threads_that_wait_for_them_are_left(tmp_path: Path) -> None:
    """Also those that have not begun then."""

    def sleep(tell: Tell) -> None:
        (tmp_path / str(os.getpid())).touch()
        time.sleep(100)

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), threads() as pool:  # noqa: PT012
        coming = [pool.submit(in_own_process, sleep) for _ in range(2)]
        while not list(tmp_path.iterdir()):
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert time.monotonic() - began < 60
    for each in coming:
        assert each.cancelled() or isinstance(each.exception(), (Died, KeyboardInterrupt))


def test_threads_leave_a_fork_its_processor_until_it_ends(tmp_path: Path) -> None:
    cpus = os.cpu_count() or 1
    go_on, gone_on = tmp_path / "go on", tmp_path / "gone on"

    def fork_works(tell: Tell) -> None:
        while not go_on.exists():
            time.sleep(0.01)

    active, most, lock, deadline = 0, [0], threading.Lock(), time.monotonic() + 60

    def work(_: int) -> None:
        nonlocal active
        with lock:
            active += 1
            most[0] = max(most[0], active)
        while gone_on.exists() and most[0] < cpus and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.05)
        with lock:
            active -= 1

    found: list[int] = []

    def meanwhile() -> None:
        with threads() as pool:
            list(pool.map(work, range(2 * cpus)))
            found.append(most[0])
            gone_on.touch()
            go_on.touch()
            list(pool.map(work, range(2 * cpus)))
        found.append(most[0])

    in_own_process(fork_works, meanwhile=meanwhile)
    assert found[0] <= max(1, cpus - 1)
    assert found[1] == cpus


def test_a_signal_as_a_wait_begins_leaves_no_program_behind() -> None:
    """Python then leaves the lock of the wait taken, which no second wait would get."""
    begun: list[subprocess.Popen[bytes]] = []

    def interrupted() -> None:
        with program(["sleep", "600"]) as running:
            begun.append(running)
            running._waitpid_lock.acquire()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert begun[0].returncode == -signal.SIGKILL


def test_a_signal_as_a_fork_is_noted_leaves_no_program_behind() -> None:
    """The fork is waited for at once, so that nobody can end it once more with the programs."""

    def interrupt(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_name != "forked":
            return None
        if event == "line" and "_is_ending" in linecache.getline(frame.f_code.co_filename, frame.f_lineno):
            raise KeyboardInterrupt
        return interrupt

    before = sys.gettrace()
    with pytest.raises(KeyboardInterrupt), threads(1) as pool:  # noqa: PT012
        coming = pool.submit(run_program, ["sleep", "30"])
        while not coming.running():
            time.sleep(0.01)
        sys.settrace(interrupt)
        try:
            in_own_process(lambda _: time.sleep(600))
        finally:
            sys.settrace(before)
    assert isinstance(coming.exception(), KeyboardInterrupt) or coming.result().returncode == -signal.SIGKILL


def test_programs_begin_beside_forks() -> None:
    """A fork that was made while a program began would hold a pipe open whose end the program's start waits for."""
    work = """
from dfgen.processes import in_own_process, run_program, threads
with threads(8) as pool:
    coming = []
    for _ in range(100):
        coming += [pool.submit(run_program, ["true"]), pool.submit(in_own_process, lambda tell: "x" * 10**6)]
    print(sum(len(each.result()) for each in coming[1::2]))
"""
    ended = subprocess.run([sys.executable, "-c", work], capture_output=True, text=True, timeout=120, check=True)
    assert ended.stdout == f"{100 * 10**6}\n"


def test_a_program_that_takes_too_long() -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run_program(["sleep", "600"], timeout=0.2)
