# SPDX-License-Identifier: Apache-2.0
"""Diagnostics as text: the place, what is wrong, the line with the spot underlined, and what to do."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

from dfgen.model.diagnostics import Diagnostic, Span
from dfgen.model.input_files import is_too_large
from dfgen.model.shell_words import in_quotes

_COLOURS = {"error": "bold red", "warning": "bold magenta", "note": "bold cyan", "help": "bold green"}
_TAB = "    "
_CELLS_MAX = 120  # of a source line; longer ones are cut on both sides of the spot
_CELLS_BEFORE = 60
_MESSAGE_MAX = 2000  # characters; files can hold names of any length


def render(diagnostic: Diagnostic, severity: str) -> Text:
    """One diagnostic, without a line end after its last line."""
    lines = [_head(diagnostic.span, severity, diagnostic.message, diagnostic.id), *_excerpt(diagnostic.span, severity)]
    for note in diagnostic.notes:
        lines += [_head(note.span, "note", note.message), *_excerpt(note.span, "note")]
    if diagnostic.hint:
        lines.append(_head(None, "help", diagnostic.hint))
    return Text("\n").join(lines)


def _head(span: Span | None, severity: str, message: str, id: str = "") -> Text:
    head = Text()
    if span is not None and span.file:
        file = span.file if span.file.isprintable() else in_quotes(span.file)
        head.append(f"{replace(span, file=file) if span.line else file}: ", "bold")
    elif severity in ("error", "warning"):
        head.append("dfgen: ", "bold")
    head.append(severity, _COLOURS[severity])
    if id:
        head.append(f"[{id}]", _COLOURS[severity])
    return head.append(": ").append(_printable(_shortened(message)), "bold" if severity == "error" else "")


def _shortened(message: str) -> str:
    half = _MESSAGE_MAX // 2
    return message if len(message) <= _MESSAGE_MAX else f"{message[:half]} … {message[-half:]}"


def _excerpt(span: Span | None, severity: str) -> list[Text]:
    line = _source_line(span) if span is not None else None
    if span is None or line is None:
        return []
    start = max(0, min(span.column - 1, len(line)))
    end = len(line) if span.end_line > span.line else span.end_column - 1
    before, marked, after = (_shown(part) for part in _parts(line, start, max(end, start + 1)))
    before, marked, after = _cut(before, marked, after)
    gutter = f"{span.line:5} | "
    code = Text().append(gutter, "dim").append(before).append(marked).append(after)
    underline = Text().append(" " * (len(gutter) - 2) + "| ", "dim").append(" " * cell_len(before))
    code.rstrip()
    return [code, underline.append("^" + "~" * (cell_len(marked) - 1), _COLOURS[severity])]


def _parts(line: str, start: int, end: int) -> tuple[str, str, str]:
    return line[:start], line[start:end] or " ", line[end:]


def _cut(before: str, marked: str, after: str) -> tuple[str, str, str]:
    if cell_len(before) + cell_len(marked) + cell_len(after) <= _CELLS_MAX:
        return before, marked, after
    if len(before) > _CELLS_BEFORE:
        before = "…" + before[-_CELLS_BEFORE:]
    room = max(1, _CELLS_MAX - len(before))
    if len(marked) > room:
        return before, marked[:room] + "…", ""
    room -= len(marked)
    return before, marked, after if len(after) <= room else after[:room] + "…"


def _source_line(span: Span) -> str | None:
    """The line as the reader of the file counted it, or None if it is not there (any more)."""
    if not span.file or span.line < 1 or not os.path.isfile(span.file):  # a pipe would never end
        return None
    try:
        if is_too_large(Path(span.file)):
            return None
        state = os.stat(span.file)
        lines = _lines_of(span.file, (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns))
    except OSError:
        return None
    return lines[span.line - 1] if span.line <= len(lines) else None


@lru_cache(maxsize=4)  # a large file may have as many mistakes
def _lines_of(file: str, _state: tuple[int, ...]) -> list[str]:
    text = Path(file).read_bytes().decode("utf-8-sig", errors="replace")  # whose mark no reader counts
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _shown(part: str) -> str:
    return "".join(_TAB if char == "\t" else _printable(char) for char in part)


def _printable(text: str) -> str:
    """`text` with nothing in it that a terminal would obey."""
    return "".join(char if char == "\n" or not unicodedata.category(char).startswith("C") else "�" for char in text)
