# SPDX-License-Identifier: Apache-2.0
"""Which of the user's files dfgen takes as C, and what it says about the others."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any
from dfgen.model.input_files import FILE_BYTES_MAX, is_cpp, is_too_large, too_large
from dfgen.model.shell_words import in_quotes

PATH_BYTES_MAX = 4096


# CMake takes these apart wherever they stand in a path, or hands them to a shell.
_NOT_FOR_CMAKE = re.compile(r'[;|"\\\n\r]|\$\w*[({<]')


def as_argument(path: Path) -> str:
    """A path on the command line of a program, which takes what begins like an option for one."""
    return f"./{path}" if str(path).startswith(("-", "@")) else str(path)


def content_if_any(path: Path) -> bytes:
    """Nothing of what cannot be read, as a link to nowhere: the compiler tells of it, where it is needed."""
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:
        return b""


def not_for_cmake(name: str) -> str:
    """The first characters in the name of a file or folder that CMake cannot build; empty if it can."""
    found = _NOT_FOR_CMAKE.search(name)
    return found[0] if found else ""


def require_c_files(files: Sequence[Path], what: str, named_at: Span | None = None) -> None:
    """Raise for every file that is C++, absent, or named so that no C file could include it.

    `what` is "header" or "source"; `named_at` is the place in the graph file that lists them.
    """
    hint = "In a project that lists no sources, put C++ behind functions with C prototypes, in a library of its own."
    cpp = [
        Diagnostic("c-is-cpp", f"the {what} '{file}' is C++", named_at or Span(str(file), 1, 1), hint)
        for file in files
        if is_cpp(file)
    ]
    others = (file for file in files if not is_cpp(file))
    raise_if_any([*cpp, *(diagnostic for file in others for diagnostic in _file_diagnostics(file, what, named_at))])


def require_files(files: Sequence[Path], what: str, named_at: Span | None = None) -> None:
    """The same, but for C++."""
    raise_if_any(diagnostic for file in files for diagnostic in _file_diagnostics(file, what, named_at))


def _file_diagnostics(file: Path, what: str, named_at: Span | None) -> list[Diagnostic]:
    if not os.path.isfile(file):
        hint = "Check the name; paths are relative to the folder of the graph file."
        why = "is not a file" if os.path.exists(file) else "does not exist"
        return [Diagnostic("c-file-missing", f"the {what} '{file}' {why}", named_at, hint)]
    if is_too_large(file):
        hint = "Read large tables from a file when the program runs."
        return [too_large(str(file), file.stat().st_size, FILE_BYTES_MAX, named_at or Span(str(file), 1, 1), hint)]
    path = str(file.absolute())
    if re.search(r'["\\\n\r]', path):
        hint = "Rename the file or the folder: quotes, backslashes and line ends cannot stand in an #include."
        message = f"the {what} {in_quotes(path)} has a name that C cannot include"
        return [Diagnostic("c-file-name", message, named_at, hint)]
    return []


def link_hint(file: Path) -> str:
    """What to do about a file that is no C but the path of one; empty for all others."""
    if not os.path.isfile(file) or file.stat().st_size > PATH_BYTES_MAX:
        return ""
    text = file.read_text(errors="replace").strip()
    if text.startswith("//") or not re.fullmatch(r"[^\n\r;:(){}<>\"'#*]+\.[ch]", text):
        return ""
    why = "as git writes a symbolic link where it cannot make one"
    return f"'{file}' holds nothing but the path '{text}', {why}: put that file in its place."
