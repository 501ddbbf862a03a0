# SPDX-License-Identifier: Apache-2.0
"""Work in other processes that ends when dfgen is told to end: programs, and libraries that would not listen.

A signal makes Python raise an exception, but not before code in C returns to it: a parser or a solver may take minutes.
So these work in a process of their own, a fork of this one, which ends with it, also if it is killed. What they find
comes back as plain data. Programs that dfgen starts are ended together with all that they have started.
"""

from __future__ import annotations

import errno
import faulthandler
import fcntl
import gc
import os
import pickle
import signal
import subprocess
import threading
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import IO, Any, NoReturn, TypeVar

from dfgen.model.diagnostics import UserError
from dfgen.model.progress import Tell, say_nothing

Found = TypeVar("Found")

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_TOLD, _FOUND, _REFUSED, _RAISED = "told", "found", "refused", "raised"

SHORTAGES = frozenset(
    {errno.EAGAIN, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EROFS}
)
"""Errors of the system that say what the machine is short of, and nothing of the program or the file."""

_FORK_ENDS_S = 0.005
"""So often it is looked whether a fork has come to its end."""

_ANSWER_BYTES = 1 << 20
"""Of what a fork finds, so much waits for who began it, which may have other work until then: as much as pipes hold."""

_DEFERRED = {signal.SIGINT, signal.SIGTERM}


class Died(Exception):
    """The process of its own did not come to an end of its work: `signal_name`, or how it ended."""

    def __init__(self, status: int) -> None:
        code = os.waitstatus_to_exitcode(status)
        self.signal_name = signal.Signals(-code).name if code < 0 else f"status {code}"
        super().__init__(self.signal_name)


def only_wait() -> None:
    """What is done while others work, by those who have nothing else to do."""


# --- signals ----------------------------------------------------------------------------------------------------


@contextmanager
def signals_wait() -> Iterator[None]:
    """For steps that belong together and take no time: a signal that comes between them counts as come behind them. Not
    by a mask, for other threads would take the signal and Python would raise its exception here all the same."""
    if threading.current_thread() is not threading.main_thread():  # which alone gets these exceptions
        yield
        return
    came: list[int] = []
    usual = {number: handler for number in _DEFERRED if (handler := signal.getsignal(number)) is not None}
    for number in usual:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


# --- libraries --------------------------------------------------------------------------------------------------


def in_own_process(
    work: Callable[[Tell], Found], tell: Tell = say_nothing, meanwhile: Callable[[], None] = only_wait
) -> Found:
    """What `work` gives, done in a fork of this process; what it tells is told here, `meanwhile` is done here.

    It must need no other thread of this process, and print nothing. Raises its `UserError`, and `Died`.
    """
    child = 0
    try:
        with signals_wait():
            child, pipe = _forked_to(work)
            answers = os.fdopen(pipe, "rb")
        with answers, _RUNNING.forked(child):
            meanwhile()
            kind, content = _answer(answers, tell)
    except BaseException:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        raise
    status = os.waitpid(child, 0)[1]
    if kind == _FOUND:
        found: Found = content
        return found
    if kind == _REFUSED:
        raise UserError(content)
    if kind == _RAISED:
        raise RuntimeError(content)
    raise Died(status)


def _forked_to(work: Callable[[Tell], object]) -> tuple[int, int]:
    """The child that does that, and where its answers come from. Signals that come meanwhile are for its parent."""
    parent = os.getpid()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _DEFERRED)
    try:
        child, pipe = _RUNNING.fork()
        if child == 0:
            _work_and_exit(work, pipe, parent, before)
        return child, pipe
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _answer(answers: IO[bytes], tell: Tell) -> tuple[str, Any]:
    """Reads up to the last word; there is none where the process died."""
    while True:
        try:
            kind, content = pickle.load(answers)
        except (EOFError, pickle.UnpicklingError):
            return "", None
        if kind != _TOLD:
            return kind, content
        tell(content)


def _work_and_exit(
    work: Callable[[Tell], object], writing: int, parent: int, mask: set[signal.Signals | int]
) -> NoReturn:
    """What runs in the fork. It leaves without any of Python's last steps, which are its parent's."""
    try:
        import ctypes  # which takes time to load, and most have what they need

        gc.disable()
        faulthandler.disable()
        for stopping in _DEFERRED:  # its parent ends it
            signal.signal(stopping, signal.SIG_IGN)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        writing = fcntl.fcntl(writing, fcntl.F_DUPFD_CLOEXEC, 3)  # it is 0 to 2 where those were closed
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):  # a library that crashes has much to say
            os.dup2(nothing, number)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if os.getppid() == parent:
            _work(work, writing)
    finally:
        os._exit(0)


def _work(work: Callable[[Tell], object], writing: int) -> None:
    with os.fdopen(writing, "wb") as answers:

        def say(kind: str, content: object) -> None:
            pickle.dump((kind, content), answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()

        try:
            say(_FOUND, work(lambda text: say(_TOLD, text)))
        except UserError as error:
            say(_REFUSED, error.diagnostics)
        except BaseException as error:
            say(_RAISED, f"{type(error).__name__}: {error}\n{traceback.format_exc()}")
            raise


# --- programs ---------------------------------------------------------------------------------------------------


class _Running:
    """The programs that are running, each the leader of a session of its own; none is started any more once all are
    to end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._programs: set[subprocess.Popen[Any]] = set()
        self._forks: set[int] = set()
        self._is_ending = False

    def start(self, command: Sequence[str], options: Mapping[str, Any]) -> subprocess.Popen[Any]:
        with self._lock:
            if self._is_ending:
                raise KeyboardInterrupt
            program = subprocess.Popen(command, start_new_session=True, **options)
            self._programs.add(program)
            return program

    def forget(self, program: subprocess.Popen[Any]) -> None:
        with self._lock:
            self._programs.discard(program)

    def fork(self) -> tuple[int, int]:
        """The child, and the end of a pipe that comes from it; in the child 0, and where the pipe begins. No program is
        started meanwhile: the child would hold the pipe open by which that tells that it has begun."""
        with self._lock:
            reading, writing = os.pipe()
            with suppress(OSError):  # the user's pipes may hold enough by now
                fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _ANSWER_BYTES)
            try:
                child = os.fork()
            except OSError:
                os.close(reading)
                os.close(writing)
                raise
            own, other = (reading, writing) if child else (writing, reading)
            os.close(other)
            return child, own

    @contextmanager
    def forked(self, child: int) -> Iterator[None]:
        """A fork that is there, which works inside of the `with`. A signal may come at any place in here, too."""
        try:
            with self._lock:
                self._forks.add(child)
                if self._is_ending:
                    os.kill(child, signal.SIGKILL)
            yield
        finally:
            with self._lock:
                self._forks.discard(child)

    @property
    def forks(self) -> frozenset[int]:
        with self._lock:
            return frozenset(self._forks)

    def end_all(self) -> None:
        with self._lock:
            self._is_ending = True
            for fork in self._forks:
                with suppress(ProcessLookupError):  # a signal has kept somebody from saying that it has ended
                    os.kill(fork, signal.SIGKILL)
            for program in self._programs:
                end(program)

    def go_on(self) -> None:
        with self._lock:
            self._is_ending = False


_RUNNING = _Running()


@contextmanager
def program(
    command: Sequence[str], *, ended_by: int = signal.SIGKILL, **options: Any
) -> Iterator[subprocess.Popen[Any]]:
    """A program that runs inside of the `with`. Left by an exception, it gets the signal `ended_by`, with all that it
    has started."""
    running = _begun(command, options, ended_by)
    try:
        with running:
            try:
                yield running
            except BaseException:
                end(running, ended_by)
                _reap(running)
                raise
    finally:
        _RUNNING.forget(running)


def _begun(command: Sequence[str], options: Mapping[str, Any], ended_by: int) -> subprocess.Popen[Any]:
    """A signal that comes meanwhile finds it there, and not on the way."""
    running = None
    try:
        with signals_wait():
            running = _RUNNING.start(command, options)
    except BaseException:
        if running is not None:
            end(running, ended_by)
            _reap(running)
            _RUNNING.forget(running)
        raise
    return running


def run_program(
    command: Sequence[str], *, timeout: float | None = None, **options: Any
) -> subprocess.CompletedProcess[Any]:
    """As `subprocess.run` does. Raises `OSError`, `subprocess.TimeoutExpired`."""
    with program(command, **options) as running:
        output, errors = running.communicate(timeout=timeout)
    return subprocess.CompletedProcess(list(command), running.returncode, output, errors)


class _Threads(ThreadPoolExecutor):
    """So many, of which as many at a time work as there are without one for each of these forks that works as well; at
    least one."""

    def __init__(self, count: int, forks: Collection[int]) -> None:
        super().__init__(count, initializer=leave_signals_to_the_main_thread)
        self._count = count
        self._forks = forks
        self._working = 0
        self._changed = threading.Condition()

    def submit(self, fn: Callable[..., Found], /, *args: Any, **kwargs: Any) -> Future[Found]:
        return super().submit(self._in_turn, lambda: fn(*args, **kwargs))

    def _in_turn(self, work: Callable[[], Found]) -> Found:
        with self._changed:
            while self._working >= max(1, self._count - sum(map(_works, self._forks))):
                self._changed.wait(_FORK_ENDS_S)
            self._working += 1
        try:
            return work()
        finally:
            with self._changed:
                self._working -= 1
                self._changed.notify()


def leave_signals_to_the_main_thread() -> None:
    """One that another thread takes does not end a system call of the main thread, which then may wait for ever. What
    this thread starts inherits that: to let signals in while it does would be time enough to take one."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _DEFERRED)


def _works(fork: int) -> bool:
    """Whether it has not come to its end; who waits for it will still find that."""
    try:
        return os.waitid(os.P_PID, fork, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False


@contextmanager
def threads(count: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """So many threads, or as many as there are processors on which no fork works, which run programs or wait for forks.
    Where the `with` is left by an exception nothing more is begun; in the main thread, which gets the exceptions of
    signals, all programs and forks are ended, too."""
    pool = _Threads(os.cpu_count() or 1, _RUNNING.forks) if count is None else _Threads(count, ())
    is_main = threading.current_thread() is threading.main_thread()
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        if is_main:
            _RUNNING.end_all()
        raise
    finally:
        pool.shutdown()
        if is_main:
            _RUNNING.go_on()


def end(running: subprocess.Popen[Any], number: int = signal.SIGKILL) -> None:
    """Send it to a program of `program`, if it runs, and to all that it has started."""
    if running.poll() is not None:
        return
    apart = _descendants(running.pid)  # launchers of MPI put what they start into groups of their own
    with suppress(ProcessLookupError):  # another thread may have seen its end meanwhile
        os.killpg(running.pid, number)
    _signal(apart, number)


@contextmanager
def adopted(number: int = signal.SIGTERM) -> Iterator[Callable[[], None]]:
    """For a program that may end before what it has started does: that becomes ours inside of the `with`. What is
    yielded sends the signal to all that was begun in there and is still here."""
    import ctypes

    before = set(_descendants(os.getpid()))
    system = ctypes.CDLL(None)
    system.prctl(_PR_SET_CHILD_SUBREAPER, 1)
    try:
        yield lambda: _signal((pid for pid in _descendants(os.getpid()) if pid not in before), number)
    finally:
        system.prctl(_PR_SET_CHILD_SUBREAPER, 0)


def told_of_our_end(number: int) -> Callable[[], None]:
    """For a program in a session of its own, as `preexec_fn` of `subprocess`: it gets that signal when we die."""
    import ctypes

    system = ctypes.CDLL(None)

    def ask() -> None:
        system.prctl(_PR_SET_PDEATHSIG, number)

    return ask


def _descendants(ancestor: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as about:
            parent = int(about.read().rpartition(")")[2].split()[1])  # behind the name, which may hold anything
            children.setdefault(parent, []).append(int(name))
    found = [ancestor]
    for pid in found:  # which grows
        found += children.get(pid, ())
    return found[1:]


def _signal(processes: Iterable[int], number: int) -> None:
    for pid in processes:
        with suppress(ProcessLookupError, PermissionError):  # gone, or of another user
            os.kill(pid, number)


def _reap(running: subprocess.Popen[Any]) -> None:
    """As its `wait` does, but for the lock: the exception of a signal that comes as a wait begins leaves it taken."""
    if running.returncode is None:
        try:
            running.returncode = os.waitstatus_to_exitcode(os.waitpid(running.pid, 0)[1])
        except ChildProcessError:  # the wait that was left has seen its end
            running.returncode = 0
