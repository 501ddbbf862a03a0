# SPDX-License-Identifier: Apache-2.0
"""Where the keys of a TOML text stand. Readers of TOML give values without places, and a diagnostic needs one.

Of a text that is no TOML, the places up to where that shows: reading it for its values says what is wrong.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress

from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.positions import Positions

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DEPTH_MAX = 8

_BLANKS = re.compile(r"[ \t\r]*")
_BLANK_LINES = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\[\s\S]|(?!""")[^\\])*"{3,5}'
    r"|'''(?:(?!''')[\s\S])*'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_PLAIN_VALUE = re.compile(r"[^\s,\[\]{}#\"']+(?: [^\s,\[\]{}#\"']+)?")

Key = tuple[str | int, ...]
"""Names of keys, and numbers of members of lists."""


def toml_places(text: str, file: str) -> dict[Key, Span]:
    """The place of every table, by the keys and numbers that lead to it, of every key with its value, and of every
    member of a list.

    Raises `UserError` (syntax) for keys and values that are nested deeper than `DEPTH_MAX`.
    """
    walk = _Walk(text, file)
    with suppress(_NotToml):
        walk.document()
    return walk.places


class _NotToml(Exception):
    pass


class _Walk:
    """Goes through the text once, from its beginning to its end."""

    def __init__(self, text: str, file: str) -> None:
        self.places: dict[Key, Span] = {}
        self._text = text
        self._file = file
        self._at = 0
        self._lengths: dict[Key, int] = {}
        """Of lists of tables, so far."""
        self._positions = Positions(text)

    def document(self) -> None:
        table: Key = ()
        self._skip(_BLANK_LINES)
        while self._at < len(self._text):
            if self._take("["):
                is_list = self._take("[")
                self._skip(_BLANKS)
                start = self._at
                table = self._table(self._key(), is_list=is_list)
                self._note(table, start)
                if is_list:
                    self._note(table[:-1], start)
                self._expect("]]" if is_list else "]")
            else:
                self._entry(table, depth=len(table))
            self._skip(_BLANK_LINES)

    def _table(self, keys: tuple[str, ...], *, is_list: bool) -> Key:
        """With the numbers of the tables in lists that it is in."""
        table: Key = ()
        for key in keys:
            if table in self._lengths:
                table = (*table, self._lengths[table] - 1)
            table = (*table, key)
        if is_list:
            self._lengths[table] = self._lengths.get(table, 0) + 1
        return (*table, self._lengths[table] - 1) if table in self._lengths else table

    def _entry(self, table: Key, depth: int) -> None:
        """`key = value`."""
        start = self._at
        path = (*table, *self._key())
        self._expect("=")
        self._skip(_BLANKS)
        self._value(path, depth + 1)
        self._note(path, start)

    def _key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while not parts or self._take("."):
            if len(parts) == DEPTH_MAX:
                raise self._too_deep()
            self._skip(_BLANKS)
            parts.append(self._key_part())
            self._skip(_BLANKS)
        return tuple(parts)

    def _key_part(self) -> str:
        bare = _BARE.match(self._text, self._at)
        part = bare or _STRING.match(self._text, self._at)
        if part is None:
            raise _NotToml
        self._at = part.end()
        return part[0] if bare else _unquoted(part[0])

    def _value(self, path: Key, depth: int) -> None:
        if depth > DEPTH_MAX:
            raise self._too_deep()
        if self._take("["):
            self._members("]", path, depth, are_entries=False)
        elif self._take("{"):
            self._members("}", path, depth, are_entries=True)
        else:
            found = _STRING.match(self._text, self._at) or _PLAIN_VALUE.match(self._text, self._at)
            if found is None:
                raise _NotToml
            self._at = found.end()

    def _members(self, closing: str, path: Key, depth: int, *, are_entries: bool) -> None:
        self._skip(_BLANK_LINES)
        number = 0
        while not self._take(closing):
            start = self._at
            if are_entries:
                self._entry(path, depth)
            else:
                self._value((*path, number), depth + 1)
                self._note((*path, number), start)
                number += 1
            self._skip(_BLANK_LINES)
            if not self._take(",") and self._text[self._at : self._at + 1] != closing:
                raise _NotToml
            self._skip(_BLANK_LINES)

    def _skip(self, blanks: re.Pattern[str]) -> None:
        found = blanks.match(self._text, self._at)
        assert found is not None, "blanks may be none"
        self._at = found.end()

    def _take(self, sign: str) -> bool:
        found = self._text.startswith(sign, self._at)
        self._at += len(sign) if found else 0
        return found

    def _expect(self, sign: str) -> None:
        self._skip(_BLANKS)
        if not self._take(sign):
            raise _NotToml

    def _note(self, path: Key, start: int) -> None:
        """Record the place from `start` to here, or to the end of its first line."""
        newline = self._text.find("\n", start, self._at)
        end = self._at if newline < 0 else newline
        self.places.setdefault(path, self._positions.span(self._file, start, end))

    def _too_deep(self) -> UserError:
        line, column = self._positions.place(self._at)
        return fail("syntax", f"this is nested more than {DEPTH_MAX} levels deep", Span(self._file, line, column))


def _unquoted(text: str) -> str:
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        raise _NotToml from None
    assert isinstance(value, str), "a quoted key is a string"
    return value
