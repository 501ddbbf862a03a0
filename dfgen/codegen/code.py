# SPDX-License-Identifier: Apache-2.0
"""A few kinds of C statements, and their text: lines and compound statements, indented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dfgen.model.frozen import frozen

INDENT = "    "
LINE_MAX = 120
"""Form: of generated C."""
_CMAKE_ESCAPES = str.maketrans({**{char: f"\\{char}" for char in '\\"$;'}, "\n": "\\n", "\r": "\\r"})


@frozen
class Line:
    text: str


@frozen
class Compound:
    """A compound statement, `head { body }`; a plain scope without a head."""

    head: str
    body: tuple[Statement, ...]


@frozen
class Comment:
    text: str


Statement = Line | Compound | Comment


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
            yield from wrapped(statement.text, space)
        elif isinstance(statement, Comment):
            yield f"{space}/* {comment_text(statement.text)} */"
        elif len(statement.body) == 1 and statement.head and not isinstance(statement.body[0], Comment):
            yield from wrapped(statement.head, space)
            yield from render(statement.body, depth + 1)
        else:
            yield from wrapped(f"{statement.head} {{" if statement.head else "{", space)
            yield from render(statement.body, depth + 1)
            yield space + "}"


def wrapped(text: str, space: str = "") -> Iterator[str]:
    """A line as several where it is long, each indented by `space`, and all but the first further. A comment at its end
    then comes first."""
    room = LINE_MAX - len(space)
    comment = _comment_at(text) if len(text) > room else 0
    if comment:
        yield space + text[comment:]
        text = text[:comment].rstrip()
    while len(text) > room:
        breaks = list(_breaks(text))
        if not breaks:
            break
        # The outermost that there is room for, and of these the last.
        near = [(rank, -place) for rank, place in breaks if place <= room]
        place = -min(near)[1] if near else breaks[0][1]
        yield space + text[:place].rstrip()
        text = 2 * INDENT + text[place:].lstrip()
    yield space + text


def _breaks(text: str) -> Iterator[tuple[tuple[int, bool], int]]:
    """Where a line may end: after commas, before a plus; not in a string. Each with its rank: in how many brackets it
    stands, and whether it parts an operation."""
    indent = len(text) - len(text.lstrip())
    depth = 0
    for place, char in _unquoted(text):
        depth += (char in "([{") - (char in ")]}")
        if char == " " and place > indent:
            if text[place - 1] == ",":
                yield (depth, False), place
            elif text.startswith(" + ", place):
                yield (depth, True), place


def _comment_at(text: str) -> int:
    """Where the comment at the end of a line begins; 0 if it has none."""
    return next((place for place, char in _unquoted(text) if char == "/" and text.startswith("/*", place)), 0)


def _unquoted(text: str) -> Iterator[tuple[int, str]]:
    """The characters outside of strings, and the quotes at their ends."""
    quoted, escaped = False, False
    for place, char in enumerate(text):
        if not quoted:
            yield place, char
        quoted ^= char == '"' and not escaped
        escaped = char == "\\" and not escaped
