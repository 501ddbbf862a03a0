# SPDX-License-Identifier: Apache-2.0
"""Cuts the text of a graph file into tokens, as the lexer rules of `Sdf.g4` say, but much faster than ANTLR.

Keywords and signs come from the generated parser's table, so only the six named token kinds are described here; a test
compares the result with the generated lexer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dfgen.model.diagnostics import Diagnostic, Span
from dfgen.model.frozen import frozen
from dfgen.model.numerals import INTEGER

END_OF_FILE = -1
DIAGNOSTICS_MAX = 20

_SCAN = re.compile(
    r"""
    [ \t\r]*
    (?: (\n)
      | ([A-Za-z_][A-Za-z_0-9]*)                                  # 2 a word
      | (//[^\r\n]* | /\*.*?\*/)                                  # 3 a comment
      | ([0-9]+\.(?!\.)[0-9]*(?:[eE][+-]?[0-9]+)? | [0-9]+[eE][+-]?[0-9]+ | 0[xX][0-9A-Fa-f]+ | [0-9]+)  # 4 a number
        ([A-Za-z_][A-Za-z_0-9]*)?                                 # 5 what hangs on it
      | ("[^"\r\n]*")                                             # 6 a text
      | (/\*)                                                     # 7 a comment without end
      | (->|\*\*|\.\.|::|[{}()<>\[\];:,.=+\-*/%@])                    # 8 a sign
      | \Z
      | (.)                                                       # 9 anything else
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_NEWLINE, _WORD, _COMMENT, _NUMBER, _SUFFIX, _STRING, _UNCLOSED, _SIGN, _OTHER = range(1, 10)
_QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?[A-Za-z_][A-Za-z_0-9]*")
_INTEGER = re.compile(INTEGER)


class Token:
    """One token, with the attributes that ANTLR's parser looks at. `column` counts from 0."""

    __slots__ = ("channel", "column", "line", "start", "stop", "text", "tokenIndex", "type")

    def __init__(self, type: int, text: str, start: int, line: int, column: int, index: int) -> None:
        self.type = type
        self.text = text
        self.start = start
        self.stop = start + len(text) - 1
        self.line = line
        self.column = column
        self.tokenIndex = index
        self.channel = 0


@frozen
class TokenKinds:
    """The parser's numbers for the kinds of tokens."""

    literals: Mapping[str, int]
    name: int
    integer: int
    decimal: int
    quantity: int
    string: int


def token_span(file: str, token: Token) -> Span:
    column = token.column + 1
    return Span(file, token.line, column, token.line, column + len(token.text))


class Scanner:
    """Scans one text; `tokens` ends with an end-of-file token, `diagnostics` says what is no token."""

    def __init__(self, text: str, file: str, kinds: TokenKinds) -> None:
        self.tokens: list[Token] = []
        self.diagnostics: list[Diagnostic] = []
        self._text = text
        self._file = file
        self._kinds = kinds
        self._line = 1
        self._line_told = 0
        self._line_start = 0

    def scan(self) -> None:
        position, text, literals, name = 0, self._text, self._kinds.literals, self._kinds.name
        add, match = self.tokens.append, _SCAN.match
        while (found := match(text, position)) is not None and (kind := found.lastindex) is not None:
            start, position = found.start(kind), found.end()
            if kind == _NEWLINE:
                self._line += 1
                self._line_start = position
            elif kind in (_WORD, _SIGN):
                word = found[kind]
                column = start - self._line_start
                add(Token(literals.get(word, name), word, start, self._line, column, len(self.tokens)))
            else:
                position = self._rare(found, kind, found.start(_NUMBER) if kind == _SUFFIX else start)
        self.tokens.append(Token(END_OF_FILE, "", len(text), *self._place(len(text)), len(self.tokens)))

    def _place(self, position: int) -> tuple[int, int]:
        return self._line, position - self._line_start

    def _add(self, type: int, text: str, start: int) -> None:
        self.tokens.append(Token(type, text, start, *self._place(start), len(self.tokens)))

    def _rare(self, found: re.Match[str], kind: int, start: int) -> int:
        """Everything but words, signs and newlines; returns where to go on."""
        if kind == _COMMENT:
            self._skip_lines(found[kind], start)
        elif kind == _STRING:
            self._add(self._kinds.string, found[kind], start)
        elif kind == _UNCLOSED:
            self._report("this comment is never closed", start, 2, "Close it with '*/'.")
            return len(self._text)
        elif kind == _OTHER:
            return self._complain(found[kind], start)
        else:
            return self._number(found, start)
        return found.end()

    def _number(self, found: re.Match[str], start: int) -> int:
        """The longest token at a digit; of equally long ones the first in the grammar's order."""
        number, suffix = found[_NUMBER], found[_SUFFIX] or ""
        quantity = _QUANTITY.match(self._text, start)
        if quantity is not None and quantity.end() > start + len(number):
            self._add(self._kinds.quantity, quantity[0], start)
            return quantity.end()
        kinds = self._kinds
        self._add(kinds.integer if _INTEGER.fullmatch(number) else kinds.decimal, number, start)
        return found.end() - len(suffix)

    def _skip_lines(self, text: str, start: int) -> None:
        lines = text.count("\n")
        if lines:
            self._line += lines
            self._line_start = start + text.rfind("\n") + 1

    def _complain(self, text: str, start: int) -> int:
        """About a character that starts no token; returns where to go on."""
        if text == '"':
            end = self._text.find("\n", start)
            end = end if end >= 0 else len(self._text)
            self._report("this text has no closing '\"' on its line", start, end - start, "Close it with '\"'.")
            return end
        if (quoted := _QUOTED.match(self._text, start)) is not None:
            self._report("texts stand in double quotes", start, len(quoted[0]), f'Write "{quoted[1]}".')
            return quoted.end()
        found, hint = next((found, hint) for form, hint in _MEANT if (found := form.match(self._text, start)))
        self._report(f"the character {_shown(text)} has no meaning here", start, 1, hint)
        return found.end() if len(self.diagnostics) < DIAGNOSTICS_MAX else len(self._text)

    def _report(self, message: str, start: int, length: int, hint: str) -> None:
        line, column = self._place(start)
        if self._line_told == line:
            return  # mostly the same mistake
        self._line_told = line
        span = Span(self._file, line, column + 1, line, column + 1 + length)
        self.diagnostics.append(Diagnostic("syntax", message, span, hint))


_QUOTES = "'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb"
_QUOTED = re.compile(rf"[{_QUOTES}]([^{_QUOTES}\"\r\n;{{}}]+)[{_QUOTES}]")
"""A text as C and word processors quote it."""

_MEANT = tuple((re.compile(form), hint) for form, hint in (
    (f"[{_QUOTES}]", 'Names of files stand in double quotes: "filter.h".'),
    (r"#[ \t]*include\b[^\r\n]*", 'This looks like C. A graph file names a header so: include "filter.h";'),
    (r"#[ \t]*define\b[^\r\n]*", "This looks like C. A graph file declares a constant so: param size = 64;"),
    (r"#[^\r\n]*", "A comment begins with '//'."),
    (r"\?xml[^\r\n]*", "This is XML: files of SDF3 are called NAME.xml, and those of PREESM NAME.pi."),
    ("[\u2192\u27f6\u21d2\u2794]", "An edge is written with '->'."),
    ("[\u00a0\u2000-\u200b\u202f\u3000]", "It looks like a blank: write one."),
    (r"&", "Ports and the state are handed over by their names, as pointers."),
    (r"[?|!~]", "Expressions have + - * / % ** and the functions min, max, floor, ceil, log2 and mod."),
    (r"\^", "A power is written so: 2 ** 6."),
    (r"(?s:.)", "Remove it."),
))  # fmt: skip
"""What was meant by a character that begins no token, with all that was written for the same reason."""


def _shown(character: str) -> str:
    return f"'{character}'" if character.isprintable() else f"U+{ord(character):04X}"
