# SPDX-License-Identifier: Apache-2.0
"""Reading the files that a user names: whatever the name leads to, the answer is a text or a diagnostic."""

from __future__ import annotations

import stat
from pathlib import Path

from dfgen.model.diagnostics import Span, fail

FILE_BYTES_MAX = 64 << 20


def read_content(path: Path, shown_as: str = "", hint: str = "") -> bytes:
    """The bytes of `path`, called `shown_as` in messages; a `UserError` if it cannot be read or is too large.

    `hint` is told where there is no such file. Pipes and devices are refused: they can be read only once, if they end.
    """
    shown = shown_as or str(path)
    span = Span(shown, 1, 1)
    try:
        is_endless = not (stat.S_ISREG(mode := path.stat().st_mode) or stat.S_ISDIR(mode))
        content = b"" if is_endless else path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise fail("file-unreadable", f"cannot read '{shown}': {reason}", span, hint) from None
    if is_endless:
        message = f"cannot read '{shown}': it is a pipe or a device"
        raise fail("file-unreadable", message, span, "Put the text into a file: dfgen reads it more than once.")
    if len(content) > FILE_BYTES_MAX:
        message = f"'{shown}' has {len(content)} bytes; {FILE_BYTES_MAX >> 20} MiB can be read"
        raise fail("file-unreadable", message, span, "Use templates and parameters for repeated parts.")
    return content


def read_text(path: Path, hint: str = "") -> str:
    """The text of `path` without a mark of byte order; a `UserError` if it cannot be read or is not UTF-8."""
    content = read_content(path, hint=hint)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        message = f"'{path}' is not UTF-8 text: byte 0x{content[error.start]:02X}"
        raise fail("file-unreadable", message, Span(str(path), line, column), "Save the file as UTF-8.") from None
