# SPDX-License-Identifier: Apache-2.0
"""Sets live parameters of programs that run with `--control`. Each listens at a socket that has its process number as
name, in a folder that is the user's alone; runtime/src/os_linux_socket.c has the same names."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path

from dfgen.model.diagnostics import UserError, fail
from dfgen.model.output_files import is_generated

PATIENCE_S = 10


def set_parameters(target: str, assignments: Sequence[str]) -> None:
    """`target`: the number of a process, or the folder that its program was built in. Raises `UserError`."""
    process = int(target) if target.isdecimal() else _process_of(Path(target))
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
    for path in _sockets().glob("[0-9]*"):
        try:
            program = Path(os.readlink(f"/proc/{path.name}/exe"))
        except OSError:  # it is dead, or somebody else's
            continue
        if program.is_relative_to(folder) and _generated_around(program) == _generated_around(folder):
            yield int(path.name)


def _asked(process: int, assignments: Sequence[str]) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(PATIENCE_S)
        try:
            asking.connect(str(_sockets() / str(process)))
            asking.sendall("".join(f"{assignment}\n" for assignment in assignments).encode())
            asking.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: asking.recv(4096), b"")).decode(errors="replace").strip()
        except TimeoutError as error:
            message = f"process {process} has not answered within {PATIENCE_S} s; it may still take the values"
            raise fail("live-set", message, None) from error
        except OSError as error:
            raise _nobody(f"process {process} does not listen") from error
    return answer or "the program has not answered"


def _nobody(message: str) -> UserError:
    return fail("live-set", message, None, "Start it with 'dfgen run --control'.")
