# SPDX-License-Identifier: Apache-2.0
"""Where the values of a JSON text stand: readers of JSON give values without places, and a diagnostic needs one."""

from __future__ import annotations

import json
import re

from dfgen.model.diagnostics import Span
from dfgen.model.positions import Positions
from dfgen.model.toml_places import Key

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def json_places(text: str, file: str) -> dict[Key, Span]:
    """The place of every key of an object and of every member of a list, by the keys and numbers that lead to it. The
    text has been read as JSON before."""
    places: dict[Key, Span] = {}
    positions = Positions(text)
    opened: list[tuple[Key, int | None]] = []
    """Objects, and lists with the number of their next member."""
    path: Key = ()
    before = ""
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in "}]":
            opened.pop()
        elif sign == "," and opened[-1][1] is not None:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        elif sign not in ":,":
            around, number = opened[-1] if opened else (path, None)
            if opened and before != ":":
                path = (*around, json.loads(sign) if number is None else number)
                places[path] = positions.span(file, *token.span())
            if sign in "{[":
                opened.append((path, 0 if sign == "[" else None))
        before = sign
    return places
