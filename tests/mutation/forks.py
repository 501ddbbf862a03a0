# SPDX-License-Identifier: Apache-2.0
"""Work done in forks of this process: each starts from what is loaded here and leaves nothing behind."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

MEMORY_BYTES_MAX = 3 * 1024**3
POLL_SECONDS = 0.005

T = TypeVar("T")
Work = Callable[[T, Path], int]
"""Does a task with a folder of its own, where it may leave files for `Done.folder`; returns an exit status."""


@dataclass(frozen=True)
class Done(Generic[T]):
    """How the fork for `task` ended: `status` as of a process in Python, negative for a signal. `folder` goes soon."""

    task: T
    status: int
    folder: Path


@dataclass(frozen=True)
class _Running(Generic[T]):
    task: T
    end: float
    folder: Path


def in_forks(tasks: Iterable[T], work: Work[T], workers: int, seconds_max: float) -> Iterator[Done[T]]:
    """Each task in a fork of its own, `workers` at a time; whoever takes longer than `seconds_max` is killed."""
    waiting = deque(tasks)
    running: dict[int, _Running[T]] = {}
    scratch = Path(tempfile.mkdtemp(prefix="dfgen_mutation_"))
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                task, folder = waiting.popleft(), Path(tempfile.mkdtemp(dir=scratch))
                running[_start(work, task, folder)] = _Running(task, time.monotonic() + seconds_max, folder)
            pid, status = _ended(running)
            if pid:
                done = running.pop(pid)
                _kill(pid)
                yield Done(done.task, os.waitstatus_to_exitcode(status), done.folder)
                shutil.rmtree(done.folder, ignore_errors=True)
                continue
            for late in [pid for pid, one in running.items() if time.monotonic() > one.end]:
                _kill(late)
            time.sleep(POLL_SECONDS)
    finally:
        for pid in running:
            _kill(pid)
        shutil.rmtree(scratch, ignore_errors=True)


def _ended(running: Iterable[int]) -> tuple[int, int]:
    """One of these that has ended, with its status, or zeros. The process may have other children, too."""
    looks = (os.waitpid(pid, os.WNOHANG) for pid in running)
    return next((look for look in looks if look[0]), (0, 0))


def _kill(pid: int) -> None:
    """The fork and all that it started."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _start(work: Work[T], task: T, folder: Path) -> int:
    pid = os.fork()
    if pid:
        return pid
    status = 2
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        status = work(task, folder)
    finally:
        os._exit(status)
