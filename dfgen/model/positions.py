# SPDX-License-Identifier: Apache-2.0
"""Lines and columns of a text to positions in it, and back."""

from __future__ import annotations

import re
from bisect import bisect_right

from dfgen.model.diagnostics import Span

_LONE_RETURN = re.compile(r"\r(?!\n)")
_LINE_END = re.compile(r"\r?\n")


def with_line_feeds(text: str) -> str:
    """The same graph, of as many characters: a lone carriage return ends a line, too, for editors and compilers."""
    return _LONE_RETURN.sub("\n", text)


def usual_line_end(text: str) -> str:
    """The one that most lines have: a line feed, or a carriage return before it."""
    return "\r\n" if 2 * text.count("\r\n") > text.count("\n") else "\n"


def with_line_ends(text: str, line_end: str) -> str:
    return _LINE_END.sub(line_end, text)


class Positions:
    """Lines and columns of a text, both from 1, as positions from 0."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(index + 1 for index, character in enumerate(with_line_feeds(text)) if character == "\n")]
        self._end = len(text)

    def offset(self, line: int, column: int) -> int:
        return min(self._starts[min(line, len(self._starts)) - 1] + column - 1, self._end)

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, file: str, start: int, end: int) -> Span:
        return Span(file, *self.place(start), *self.place(end))

    def range(self, span: Span) -> tuple[int, int]:
        return self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)
