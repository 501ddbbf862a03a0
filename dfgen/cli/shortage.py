# SPDX-License-Identifier: Apache-2.0
"""Where the machine is short of something: full disks, and limits of memory, files and threads. No bug, and no mistake
in a graph."""

from __future__ import annotations

import errno

from dfgen.model.diagnostics import Diagnostic
from dfgen.processes import SHORTAGES


def shortage(error: Exception) -> Diagnostic | None:
    """What to say where that is why dfgen cannot go on; None for all other errors."""
    reason = _reason(error)
    if not reason:
        return None
    hint = (
        "See what this shell may take (ulimit -a), and whether there is room for files, also temporary ones (TMPDIR)."
    )
    if isinstance(error, OSError) and error.errno == errno.EMFILE:
        hint = "Allow this shell more open files: ulimit -n 1024."
    return Diagnostic("machine-short", f"the system does not give what dfgen needs: {reason}", None, hint)


def _reason(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "no memory is left"
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return "no thread can be started"
    # Python's answer where nothing can be written into any folder for temporary files names none of them.
    no_folder = isinstance(error, FileNotFoundError) and error.filename is None and "temporary" in str(error)
    if isinstance(error, OSError) and (error.errno in SHORTAGES or no_folder):
        return f"{error.filename or ''}: {error.strerror}".removeprefix(": ")
    return ""
