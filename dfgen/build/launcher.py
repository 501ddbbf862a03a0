# SPDX-License-Identifier: Apache-2.0
"""Starts a program that runs on several nodes: by the launcher of the MPI that it was built with, and what that must be
told. It returns the program's own exit status, which launchers change, and hands signals on as the program wants them.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from dfgen.build.relay import Relay
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.input_files import read_content, read_text
from dfgen.processes import SHORTAGES, adopted, told_of_our_end

# Launchers end what they have started, soon and by force, for the signals that ask them to end. This one they hand on.
HANDED_ON = signal.SIGUSR1
# They lose what comes while they start, so it is repeated; programs take it for one request.
AGAIN_S = (0.5, 2)
ENVIRONMENT_LIST = "OMPI_MCA_mca_base_env_list"
ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Of programs that ended by themselves: done, failed, given wrong options, stuck, or asked by a signal. All others are
# the launcher's own.
_OF_PROGRAMS = frozenset({0, 1, 2, 4, 128 + signal.SIGINT, 128 + signal.SIGTERM})
# Those of a program that ended by itself though it was asked to.
_UNASKED = _OF_PROGRAMS - {0, 128 + signal.SIGINT}
_COMPILER_NAME = re.compile(r"^mpi[a-z]*")
_CACHED = re.compile(r"^MPIEXEC_EXECUTABLE:[A-Z]+=(.+)$", re.MULTILINE)


@frozen
class Launcher:
    """`is_open`: of Open MPI; else of MPICH or one like it."""

    path: str
    is_open: bool


def hosts_of(folder: Path) -> tuple[str, ...]:
    """Of the nodes that the program of a generated folder runs on, in their order; none if it runs on one machine, or
    if nothing is left that says so: the program knows itself how many processes it wants."""
    if not (folder / "plan.json").exists():
        return ()
    try:
        plan = json.loads(read_content(folder / "plan.json"))
        return tuple(str(node["host"]) for node in plan.get("nodes", ()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        place = Span(str(folder / "plan.json"), 0, 0)
        hint = "Compile the graph again."
        raise fail("file-unreadable", f"'{folder / 'plan.json'}' cannot be read", place, hint) from error


def mpi_compiler() -> str | None:
    """The path of the one that MPICC names, or else of mpicc."""
    return shutil.which(os.environ.get("MPICC") or "mpicc")


def mpi_launcher() -> str | None:
    """The path of the one that belongs to that compiler. Where MPICC chooses among several, it lies beside it, and is
    called so, too: mpiexec.mpich beside mpicc.mpich. The generated CMakeLists.txt looks for the same."""
    if not os.environ.get("MPICC"):
        return shutil.which("mpirun")
    found = mpi_compiler()
    if found is None:
        return None
    compiler = Path(found)
    return shutil.which(str(compiler.with_name(_COMPILER_NAME.sub("mpiexec", compiler.name))))


def find_launcher(build: Path) -> Launcher:
    """The one that CMake found beside the MPI of the program in that build folder."""
    try:
        cached = _CACHED.search((build / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace"))
    except OSError:
        cached = None
    path = cached[1] if cached and not cached[1].endswith("NOTFOUND") else mpi_launcher()
    if path is None or not os.access(path, os.X_OK):
        hint = "Install it, for example by 'apt-get install openmpi-bin', or name the compiler of an MPI in MPICC."
        raise fail("tool-missing", "'mpirun' is not on this machine, and starts programs on several nodes", None, hint)
    asked = subprocess.run([path, "--version"], capture_output=True, text=True, errors="replace", check=False)
    return Launcher(path, "Open MPI" in asked.stdout or "OpenRTE" in asked.stdout)


def launch_command(
    launcher: Launcher, program: Sequence[str], hosts: Sequence[str], hostfile: Path | None = None
) -> list[str]:
    """`hosts` of all nodes in their order, empty where any will do; a `hostfile` counts instead."""
    count = ["-np", str(len(hosts))]
    if not launcher.is_open:
        named = ["-f", str(hostfile)] if hostfile else ["-hosts", ",".join(hosts)] if any(hosts) else []
        return [launcher.path, *named, *count, *program]
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    common = [launcher.path, *root, "--oversubscribe", "--bind-to", "none"]
    if hostfile is not None:
        return [*common, "--hostfile", str(hostfile), "--map-by", "node", *count, *program]
    if not any(hosts):
        return [*common, *count, *program]
    each: list[str] = []
    for host in hosts:
        each += [*([":"] if each else []), "-np", "1", "--host", host or "localhost", *program]
    return [*common, *each]


def listed_hosts(file: Path) -> tuple[str, ...]:
    """Of a file as launchers read it: a host a line, and what else they have behind it. Raises `UserError`."""
    lines = (line.partition("#")[0].split() for line in read_text(file).splitlines())
    return tuple(words[0].partition(":")[0] for words in lines if words)


def check_hostfile(file: Path) -> None:
    """Where it names no host, one launcher takes this machine, and another does not say which file it means. Raises
    `UserError`."""
    if not listed_hosts(file):
        hint = "Write one host a line; this machine is localhost."
        raise fail("hosts-too-few", f"'{file}' names no host", Span(str(file), 1, 1), hint)


def launcher_environment() -> dict[str, str]:
    """Launchers look for devices in the machine's topology, and an OpenCL driver that they load for it may start
    threads of its own. A signal that such a thread takes is lost to Open MPI's, which then hands nothing on.

    Open MPI's gives processes on other hosts only those variables that it is told to: what programs read."""
    wanted = os.environ.get("HWLOC_COMPONENTS", "")
    handed_on = os.environ.get(ENVIRONMENT_LIST, "").split(";")
    handed_on += [name for name in os.environ if name.startswith("DFGEN_")]
    return {
        **os.environ,
        "HWLOC_COMPONENTS": f"{wanted},-opencl" if wanted else "-opencl",
        ENVIRONMENT_LIST: ";".join(filter(None, handed_on)),
    }


def launch(command: Sequence[str], folder: Path | None = None) -> int:
    """Run it to its end. The program's exit status; that of a signal where one came and the program, or the launcher
    that was still starting it, ended for it. Raises `UserError` (launch-failed) for a status that programs do not
    have, and for an output that cannot be written (file-unwritable)."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    asked: list[int] = []
    handed_on = 0
    process: subprocess.Popen[bytes] | None = None

    def hand_on(number: int, _: FrameType | None) -> None:
        asked.append(number)
        hand_on_last()
        signal.setitimer(signal.ITIMER_REAL, *AGAIN_S)

    def hand_on_again(_: int, __: FrameType | None) -> None:
        if process is not None and process.poll() is None and len(asked) == 1:
            process.send_signal(HANDED_ON)

    def hand_on_last() -> None:
        nonlocal handed_on
        if process is not None and process.poll() is None and handed_on < len(asked):
            handed_on = len(asked)
            process.send_signal(HANDED_ON if len(asked) == 1 else asked[-1])

    # As if someone had asked for the end: it is the main thread that hands that on.
    relay = Relay(on_error=lambda: os.kill(os.getpid(), signal.SIGTERM))
    ignored = {signal.SIGHUP} if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN else set()  # by nohup
    before = {number: signal.signal(number, hand_on) for number in ASKING if number not in ignored}
    before[signal.SIGALRM] = signal.signal(signal.SIGALRM, hand_on_again)
    try:
        # In a session of its own: what a terminal sends to all processes comes here alone.
        with adopted() as end_what_is_left:
            process = subprocess.Popen(
                list(command), cwd=folder, env=launcher_environment(), start_new_session=True,
                preexec_fn=told_of_our_end(signal.SIGTERM), stdout=relay.target,
            )  # fmt: skip
            relay.begin(process.stdout)
            hand_on_last()  # what came before we knew the process
            status = process.wait()
            if asked or status != 0:  # a connection to a host that does not answer stays, and keeps our output open
                end_what_is_left()
            relay.end()
    except OSError as error:
        if error.errno in SHORTAGES:
            raise
        message = f"cannot start '{command[0]}': {error.strerror}"
        raise fail("file-unreadable", message, None, "Build the program again with: dfgen build") from error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
    if relay.error is not None:
        return _unwritten(relay.error)
    if asked and status not in _UNASKED:
        return 128 + asked[0]
    if status not in _OF_PROGRAMS:
        raise _lost(command[0], status)
    return status


def _unwritten(error: OSError) -> int:
    """As if the program had found it: a reader that has gone is told by the status alone."""
    if error.errno == errno.EPIPE:
        return 128 + signal.SIGPIPE
    raise fail("file-unwritable", f"the standard output cannot be written: {error.strerror}")


def _lost(launcher: str, status: int) -> UserError:
    how = f"status {status}" if status >= 0 else f"signal {signal.Signals(-status).name}"
    if status in (signal.SIGKILL, 128 + signal.SIGKILL):  # of a process, as the two launchers tell it
        why = "a process was killed (SIGKILL)"
        hint = "The system does so where memory runs out, and 'dmesg' tells it."
    else:
        why = "not all processes could be started, or one was killed"
        hint = "Of other machines, 'ssh HOST true' must work without a password."
    message = f"'{launcher}' ended with {how}: {why}"
    return fail("launch-failed", message, None, f"What the launcher says of it stands above. {hint}")
