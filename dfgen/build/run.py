# SPDX-License-Identifier: Apache-2.0
"""Runs a built program."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from dfgen.model.diagnostics import fail
from dfgen.processes import SHORTAGES


def program_command(
    program: Path,
    *,
    iterations: int | None = None,
    options: Sequence[str] = (),
    json: bool = False,
    quiet: bool = False,
    trace: str = "",
    watchdog_ns: int | None = None,
    control: bool = False,
) -> list[str]:
    """The command line of a generated program.

    `options` are its `NAME=VALUE`, `json` asks for the figures of the run on its standard output, `trace` is the file
    for what happens; `control` lets other processes set live parameters.
    """
    counted = [] if iterations is None else ["-n", str(iterations)]
    traced = ["--trace", trace] if trace else []
    watched = ["--watchdog", f"{watchdog_ns // 10**6}ms"] if watchdog_ns else []
    shown = [*(["-q"] if quiet else []), *(["--json", "-"] if json else []), *(["--control"] if control else [])]
    return [str(program), *counted, *shown, *traced, *watched, *options]


def become_program(command: Sequence[str], folder: Path | None = None) -> NoReturn:
    """Turn this process into the program, which runs in `folder` or where we are.

    Signals, the terminal and the exit status are then the program's own, with nobody in between.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # one that is closed
            stream.flush()
    # Python ignores these two, and what is ignored stays so in the program.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.chdir(folder or ".")
        os.execv(command[0], list(command))
    except OSError as error:
        if error.errno in SHORTAGES:
            raise
        hint = "Build it again with 'dfgen build'."
        if error.errno == errno.ENOEXEC:
            hint = "It is for another machine: take it there, or choose a compiler for this one in CC."
        if error.errno == errno.EACCES and os.access(folder or ".", os.X_OK):
            hint = (
                "It may lie where programs may not be started (noexec): name another folder with -o, or in DFGEN_CACHE."
            )
        raise fail("file-unreadable", f"cannot start '{command[0]}': {error.strerror}", None, hint) from error
