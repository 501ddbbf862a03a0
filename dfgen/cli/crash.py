# SPDX-License-Identifier: Apache-2.0
"""Our own bugs: a log with what a report needs, and a message that asks for one."""

from __future__ import annotations

import platform
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence

from dfgen import __version__

_PACKAGES = ("antlr4-python3-runtime", "jinja2", "libclang", "networkx", "rich")


def crash_message(error: Exception, arguments: Sequence[str]) -> str:
    """Write the log; the text to show."""
    log = _log_text(error, arguments)
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="dfgen-", suffix=".log", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as file:
            file.write(log)
        where = f"The log is {file.name}"
    except OSError as unwritable:
        where = f"The log could not be written ({unwritable.strerror}), so here it is:\n\n{log}"
    summary = f"{type(error).__name__}: {error}".splitlines()[0]
    return (
        f"dfgen: internal error: {summary}\n"
        f"This is a bug of dfgen, not of your graph. Please report it, with the log and the graph if you may.\n{where}"
    )


def _log_text(error: Exception, arguments: Sequence[str]) -> str:
    versions = [f"{name} {_version_of(name)}" for name in _PACKAGES]
    return "\n".join(
        [
            f"dfgen {__version__}, Python {platform.python_version()}, {platform.platform()}",
            ", ".join(versions),
            f"command: dfgen {shlex.join(arguments)}",
            f"Python: {sys.executable}",
            "",
            *traceback.format_exception(error),
        ]
    )


def _version_of(package: str) -> str:
    import importlib.metadata  # it takes long to load, and crashes are rare

    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "absent"
