# SPDX-License-Identifier: Apache-2.0
"""A few kinds of C statements, and their text: lines and blocks, indented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

INDENT = "    "
_CMAKE_ESCAPES = str.maketrans({**{char: f"\\{char}" for char in '\\"$;'}, "\n": "\\n", "\r": "\\r"})


@dataclass(frozen=True)
class Line:
    text: str


@dataclass(frozen=True)
class Block:
    """`head { body }`; a plain scope without a head."""

    head: str
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Comment:
    text: str


Statement = Line | Block | Comment


def comment_text(text: str) -> str:
    """Text that cannot end a C comment, start another or hide in a line splice."""
    return "".join(c if c.isprintable() else "?" for c in text).replace("*/", "* /").replace("/*", "/ *").rstrip("\\")


def cmake_argument(text: str) -> str:
    """One argument of a command of CMake, in which nothing is looked for."""
    if not any(char in text for char in "\n\r;]"):
        return f"[==[{text}]==]"
    return f'"{text.translate(_CMAKE_ESCAPES)}"'


def render(statements: Iterable[Statement], depth: int = 0) -> Iterator[str]:
    """The lines of `statements`, indented `depth` times."""
    space = INDENT * depth
    for statement in statements:
        if isinstance(statement, Line):
            yield space + statement.text
        elif isinstance(statement, Comment):
            yield f"{space}/* {comment_text(statement.text)} */"
        elif len(statement.body) == 1 and statement.head and not isinstance(statement.body[0], Comment):
            yield space + statement.head
            yield from render(statement.body, depth + 1)
        else:
            yield f"{space}{statement.head} {{" if statement.head else f"{space}{{"
            yield from render(statement.body, depth + 1)
            yield space + "}"


def string_literal(text: str) -> str:
    """A C string literal with the bytes of `text` in UTF-8."""
    out = []
    for byte in text.encode():
        char = chr(byte)
        if char in '"\\?':
            out.append("\\" + char)
        elif 32 <= byte < 127:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'
