# SPDX-License-Identifier: Apache-2.0
"""Sets live parameters of programs that run with `--control`. Each listens at a socket that has its process number as
name, in a folder that is the user's alone; runtime/src/os_linux_socket.c has the same names."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from dfgen.model.diagnostics import UserError, fail
from dfgen.model.output_files import is_generated
from dfgen.model.shell_words import in_quotes

PATIENCE_S = 10


def set_parameters(target: str, assignments: Sequence[str]) -> None:
    """`target`: the number of a process, or the folder that its program was built in. Raises `UserError`."""
    is_number = target.isascii() and target.isdecimal()
    process = target.lstrip("0") or "0" if is_number else str(_process_of(Path(target)))
    answer = _asked(process, assignments)
    if answer != "ok":
        raise fail("live-set", f"{answer}; nothing was set", None)


def _sockets() -> Path:
    of_session = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(of_session, "dfgen") if of_session.startswith("/") else Path("/tmp", f"dfgen-{os.getuid()}")


def _process_of(folder: Path) -> int:
    if _generated_around(folder.resolve()) is None:  # or one far above would stand for whatever runs below it
        what = f"dfgen did not write '{folder}'" if folder.is_dir() else f"'{folder}' is not a folder"
        hint = "Name the number of a process, or a folder that 'dfgen compile' wrote."
        raise fail("live-set", what, None, hint)
    found = sorted(_processes_in(folder.resolve()))
    if not found:
        raise _nobody(f"no program of '{folder}' listens")
    if len(found) > 1:
        message = f"{len(found)} programs of '{folder}' listen: {', '.join(map(str, found))}"
        raise fail("live-set", message, None, "Name one of these numbers.")
    return found[0]


def _generated_around(path: Path) -> Path | None:
    """The generated folder that a path is, or lies in: programs are built in one below it."""
    return next(filter(is_generated, (path, *path.parents)), None)


def _processes_in(folder: Path) -> Iterator[int]:
    for process, program in _listening():
        if program.is_relative_to(folder) and _generated_around(program) == _generated_around(folder):
            yield process


def _listening() -> Iterator[tuple[int, Path]]:
    """The processes that can be asked, and their programs."""
    for path in _sockets().glob("[0-9]*"):
        with suppress(OSError):  # it is dead, or somebody else's
            yield int(path.name), Path(os.readlink(f"/proc/{path.name}/exe"))


def _asked(process: str, assignments: Sequence[str]) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(PATIENCE_S)
        try:
            asking.connect(str(_sockets() / process))
            asking.sendall("".join(f"{assignment}\n" for assignment in assignments).encode())
            asking.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: asking.recv(4096), b"")).decode(errors="replace").strip()
        except TimeoutError as error:
            message = f"process {process} has not answered within {PATIENCE_S} s; it may still take the values"
            raise fail("live-set", message, None) from error
        except OSError as error:
            raise _nobody(_why_silent(process)) from error
    return answer or "the program has not answered"


def _why_silent(process: str) -> str:
    is_there = os.path.exists(f"/proc/{process}")
    return f"process {process} does not listen" if is_there else f"there is no process {process}"


def _nobody(message: str) -> UserError:
    """Programs make the folder of the sockets by the environment that they got, which may be another one."""
    listening = ", ".join(str(process) for process, _ in sorted(_listening()))
    known = f"these listen: {listening}" if listening else f"nobody listens in {in_quotes(str(_sockets()))}"
    hint = "Start it with 'dfgen run --control', and with the same XDG_RUNTIME_DIR as here, or with none."
    return fail("live-set", f"{message}; {known}", None, hint)
