# SPDX-License-Identifier: Apache-2.0
"""The layout of a graph file: spaces, indentation and blank lines. Tokens, comments and line breaks stay as they are: a
file is read as before, and a second pass changes nothing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from dfgen.frontend.antlr import KINDS
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import INDENT
from dfgen.frontend.scanner import END_OF_FILE, Scanner
from dfgen.model.frozen import frozen
from dfgen.model.positions import usual_line_end, with_line_ends, with_line_feeds

_GAP = re.compile(r"(?P<comment>//[^\r\n]*|/\*.*?\*/)|\n", re.DOTALL)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_OPERATORS = frozenset({"+", "-", "*", "/", "**"})
_BEFORE_SIGN = _OPERATORS | _OPENING | {"%", ",", "=", "->", "..", "<"}
_WORDS_BEFORE_VALUE = frozenset({"delay", "for", "from", "in", "step", "to"})
"""Words, not reserved, that a signed value may follow; else a sign behind a word is an operator."""

_CLOSE_BEHIND = frozenset({";", ",", ")", "]", ".", "[", "<", ">", "::"})
_CLOSE_BEFORE = frozenset({"(", "[", ".", "@", "<", "::"})
"""Signs without a space before them, and behind them."""

_LISTING = frozenset({"import", "include", "library", "source"})

_GAP_OF_COMMENT = 2
_ARROW = " ->"


@frozen
class _Piece:
    """A token or comment. `lines`: how many line breaks are before it, `space` how many characters."""

    text: str
    lines: int
    space: int
    is_comment: bool = False

    @property
    def is_apart(self) -> bool:
        return self.space > 0


@dataclass
class _Line:
    """`comment` stands behind the code, or alone. `blank`: a blank line is before it. `aligns`: its arrow stands away
    from what is before it, as where arrows are aligned. `arrows`: where what is before each ends in the code."""

    depth: int
    code: str = ""
    comment: str = ""
    blank: bool = False
    aligns: bool = False
    arrows: list[int] = field(default_factory=list)

    def comment_is_code(self) -> None:
        """It does not stand last: more comes behind it."""
        if self.comment:
            self.code += (" " if self.code.strip() else "") + self.comment
            self.comment = ""


def laid_out(text: str, file: str = "") -> str:
    """The text in dfgen's layout, its lines ending as most of them did; raises `UserError` for one that is not in the
    language."""
    parse_text(text, file)
    lines = _Lines()
    for piece in _pieces(with_line_feeds(text)):
        lines.add(piece)
    return with_line_ends(_joined(lines.done), usual_line_end(text))


def _pieces(text: str) -> Iterator[_Piece]:
    scanner = Scanner(text, "", KINDS)
    scanner.scan()
    end = 0
    for token in scanner.tokens:
        lines, space = 0, token.start - end
        for found in _GAP.finditer(text, end, token.start):
            if found["comment"] is None:
                lines += 1
            else:
                yield _Piece(found["comment"].rstrip(), lines, 1, is_comment=True)
                lines = 0
        if token.type != END_OF_FILE:
            yield _Piece(token.text, lines, space)
            end = token.stop + 1


class _Lines:
    """The lines so far. `_open` are the brackets around the next piece, each with the column behind it."""

    def __init__(self) -> None:
        self.done: list[_Line] = []
        self._open: list[tuple[str, int]] = []
        self._before = ""
        self._is_sign = False
        self._statement: list[str] = []

    def add(self, piece: _Piece) -> None:
        if not self.done or piece.lines or self.done[-1].comment.startswith("//"):
            self._begin(piece)
        if piece.is_comment:
            self._comment(piece.text)
            return
        line = self.done[-1]
        line.comment_is_code()
        gap = " " if line.code.strip() and self._needs_space(piece, line) else ""
        if piece.text == _ARROW.strip() and gap:
            line.aligns = line.aligns or piece.space > 1
            line.arrows.append(len(line.code))
        self._track(piece, len(line.code) + len(gap))
        line.code += gap + piece.text

    def _begin(self, piece: _Piece) -> None:
        inner = [sign for sign, _ in self._open]
        closes = piece.text in _CLOSING
        is_new = self._before in ("", ";", "{", "}") or piece.text == "}"
        depth = inner.count("{") - (1 if closes and inner and inner[-1] == "{" else 0)
        blank = piece.lines > 1 and bool(self.done) and self._before != "{" and piece.text != "}"
        indent = len(INDENT) * depth
        if inner and inner[-1] != "{":
            indent = self._open[-1][1] - (1 if closes else 0)
        elif not is_new and not piece.is_comment:
            indent += len(self._statement[0]) + 1 if self._statement[0] in _LISTING else len(INDENT)
        self.done.append(_Line(indent, " " * indent, blank=blank))

    def _comment(self, text: str) -> None:
        line = self.done[-1]
        line.comment_is_code()
        line.comment = text

    def _needs_space(self, piece: _Piece, line: _Line) -> bool:
        before, text = self._before, piece.text
        if line.code.endswith("*/"):
            return True
        if text in _CLOSE_BEHIND or before in _CLOSE_BEFORE:
            return False
        if before == "{" or text == "}":  # initial values stand close
            is_list = bool(self._open) and self._open[-1][0] == "={"
            return not is_list and (piece.is_apart or before != "{" or text != "}")
        if text == "..":
            return before.endswith(".")
        if before == ".." or self._is_sign:
            return False
        if text == "(":  # a call, or an expression behind a word: as it was
            return piece.is_apart if _is_word(before) else before not in (">", "]")
        return not (text == "%" and not piece.is_apart)

    def _track(self, piece: _Piece, column: int) -> None:
        """Brackets, and whether this piece is the sign of a value."""
        text, before = piece.text, self._before
        is_signed = before in _BEFORE_SIGN or self._is_sign or (before in _WORDS_BEFORE_VALUE and piece.is_apart)
        self._is_sign = text in ("-", "+") and is_signed
        self._statement = [] if text in (";", "{", "}") else [*self._statement[:1], text]
        if text in _OPENING:
            self._open.append(("={" if (before, text) == ("=", "{") else text, column + 1))
        elif text in _CLOSING and self._open:
            self._open.pop()
        self._before = text


def _is_word(text: str) -> bool:
    return text[:1].isalpha() or text[:1] == "_"


def _align_arrows(lines: list[_Line]) -> None:
    """In groups of lines with an arrow each, if those of one were aligned."""
    for has_arrow, group in itertools.groupby(lines, key=lambda line: len(line.arrows) == 1):
        blocks: list[list[_Line]] = []
        for line in group:
            if line.blank or not blocks:
                blocks.append([])
            blocks[-1].append(line)
        for block in blocks if has_arrow else ():
            if any(line.aligns for line in block):
                width = max(line.arrows[0] for line in block)
                for line in block:
                    source, arrow_and_rest = line.code[: line.arrows[0]], line.code[line.arrows[0] :]
                    line.code = source.ljust(width) + arrow_and_rest


def _place_of_comment(line: _Line) -> tuple[bool, int]:
    """Whether a comment stands behind code; the same for lines that have theirs below one another."""
    return bool(line.code.strip() and line.comment), line.depth


def _joined(lines: list[_Line]) -> str:
    """The text, with what neighbouring lines have in columns below one another: arrows, comments behind the code."""
    _align_arrows(lines)
    written: list[str] = []
    for (has_both, _), group in itertools.groupby(lines, key=_place_of_comment):
        members = list(group)
        width = max(len(line.code) for line in members) + _GAP_OF_COMMENT if has_both else 0
        for line in members:
            text = line.code.ljust(width) + line.comment if has_both else line.code + line.comment
            written += ["", text.rstrip()] if line.blank else [text.rstrip()]
    return "\n".join(written) + "\n" if written else ""
