# SPDX-License-Identifier: Apache-2.0
"""Reading the files that a user names: whatever the name leads to, the answer is a text or a diagnostic."""

from __future__ import annotations

import os.path
import stat
import sys
from contextlib import suppress
from pathlib import Path

from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail
from dfgen.model.likeness import nearest

FILE_BYTES_MAX = 64 << 20
CPP_SUFFIXES = frozenset({".cpp", ".cc", ".cxx", ".c++", ".C", ".hpp", ".hh", ".hxx", ".h++", ".H"})
GENERATED_BYTES_MAX = 256 << 20  # what dfgen itself writes of the largest graphs takes some 100 MB


def is_cpp(path: str | Path) -> bool:
    """Whether the name of a header or source says that it is C++."""
    return Path(path).suffix in CPP_SUFFIXES


def read_content(path: Path, shown_as: str = "", hint: str = "") -> bytes:
    """The bytes of `path`, called `shown_as` in messages; a `UserError` if it cannot be read or is too large.

    `hint` is told where there is no such file. Pipes and devices are refused: they can be read only once, if they end.
    """
    shorten = "Use templates and parameters for repeated parts."
    return _content(path, shown_as or str(path), hint, FILE_BYTES_MAX, shorten)


def read_text(path: Path, hint: str = "") -> str:
    """The text of `path` without a mark of byte order; a `UserError` if it cannot be read or is not UTF-8."""
    return _decoded(path, read_content(path, hint=hint))


class FileTexts:
    """Where the texts of files come from that others name: from the files themselves. An editor has newer ones."""

    def is_file(self, path: Path) -> bool:
        return os.path.isfile(path)

    def read(self, path: Path) -> str:
        """As `read_text`."""
        return read_text(path)


def read_standard_input() -> str:
    """The same of the standard input, whatever the locale."""
    require_standard_input("Name a file.")
    return _decoded(Path("-"), sys.stdin.buffer.read())


def require_standard_input(hint: str) -> None:
    """A `UserError` where whoever started this process has closed it."""
    if sys.stdin is None:
        raise fail("file-unreadable", "cannot read the standard input: it is closed", None, hint)


def read_generated(path: Path, hint: str) -> str:
    """The text of a file that dfgen wrote; `hint` is told where it did not."""
    return _decoded(path, _content(path, str(path), hint, GENERATED_BYTES_MAX, hint))


def is_too_large(path: Path) -> bool:
    """Whether a file that is there is larger than those that are read."""
    return path.stat().st_size > FILE_BYTES_MAX


def too_large(shown: str, size_bytes: int, most_bytes: int, span: Span, hint: str) -> Diagnostic:
    """What is said of a file of more than `most_bytes`."""
    message = f"'{shown}' has {size_bytes} bytes; {most_bytes >> 20} MiB can be read"
    return Diagnostic("file-too-large", message, span, hint)


def _content(path: Path, shown: str, hint: str, most_bytes: int, shorten: str) -> bytes:
    span = Span(shown, 1, 1)
    try:
        status = path.stat()
        is_endless = not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode))
        is_read = not is_endless and status.st_size <= most_bytes
        content = path.read_bytes() if is_read else b""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        help = hint or (_neighbour(path) if isinstance(error, FileNotFoundError) else "")
        raise fail("file-unreadable", f"cannot read '{shown}': {reason}", Span(shown, 0, 0), help) from None
    if is_endless:
        message = f"cannot read '{shown}': it is a pipe or a device"
        raise fail("file-unreadable", message, span, "Put the text into a file: dfgen reads it more than once.")
    if not is_read:
        raise UserError([too_large(shown, status.st_size, most_bytes, span, shorten)])
    return content


def _neighbour(path: Path) -> str:
    """The file beside it that may have been meant, as a hint."""
    with suppress(OSError):
        if path.is_symlink():
            return f"It is a link to '{path.readlink()}', which is not there."
        names = [each.name for each in path.parent.iterdir() if not _is_c(each)]
        alike = [name for name in names if Path(name).suffix == path.suffix]
        near = nearest(path.name, alike) or nearest(path.name, names)
        return f"Did you mean '{path.with_name(near)}'?" if near else ""
    return f"There is no folder '{path.parent}'."


def _is_c(path: Path) -> bool:
    """C lies beside graphs under like names, and is nothing of what is read here."""
    return path.suffix in (".c", ".h") or is_cpp(path)


def _decoded(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        message = f"'{path}' is not UTF-8 text: byte 0x{content[error.start]:02X}"
        raise fail("file-unreadable", message, Span(str(path), line, column), "Save the file as UTF-8.") from None
