# SPDX-License-Identifier: Apache-2.0
"""Parsing a file statement by statement gives the trees, places and messages of one run of the parser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from dfgen.frontend.known_statements import KnownStatements
from dfgen.frontend.parse import parse_text, parse_whole
from dfgen.frontend.syntax import GraphFile
from dfgen.model.diagnostics import Diagnostic, Span, UserError

ROOT = Path(__file__).parents[2]
TEXTS = [
    file.read_text("utf-8") for folder in ("apps", "docs", "tests") for file in sorted((ROOT / folder).rglob("*.sdf"))
]
SHORT = [text for text in TEXTS if len(text) < 2500]
PIECES = ["{", "}", ";", ")", "(", "[", "]", "->", " graph ", " actor ", " in ", "@", "a", "1", ":", "=", ",", "\n"]
_PIECE = re.compile(r"\w+|\s+|->|.", re.DOTALL)


def places(node: object) -> Iterator[Span]:
    if isinstance(node, Span):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from places(each)
    elif is_dataclass(node):
        for field in fields(node):
            yield from places(getattr(node, field.name))


def outcome(parse: Callable[[str, str], GraphFile], text: str) -> tuple[GraphFile | None, list[Span], list[Diagnostic]]:
    try:
        tree = parse(text, "x.sdf")
    except UserError as error:
        return None, [], list(error.diagnostics)
    return tree, list(places(tree)), []


def broken(text: str, chance: random.Random) -> str:
    """`text` with one to three pieces removed, added, swapped, or cut off."""
    pieces = _PIECE.findall(text)
    for _ in range(chance.choice((1, 1, 2, 3))):
        place, how = chance.randrange(len(pieces)), chance.randrange(4)
        if how == 0:
            del pieces[place : place + chance.choice((1, 1, 4))]
        elif how == 1:
            pieces.insert(place, chance.choice(PIECES))
        elif how == 2:
            other = chance.randrange(len(pieces))
            pieces[place], pieces[other] = pieces[other], pieces[place]
        else:
            pieces = pieces[: place + 1]
        pieces = pieces or [" "]
    return "".join(pieces)


def test_all_graph_files() -> None:
    assert len(TEXTS) > 200
    for text in TEXTS:
        assert outcome(parse_text, text) == outcome(parse_whole, text)


@pytest.mark.parametrize("seed", range(4))
def test_broken_files(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        text = broken(chance.choice(SHORT), chance)
        assert outcome(parse_text, text) == outcome(parse_whole, text), text


@pytest.mark.parametrize("seed", range(3))
def test_statements_that_are_known(seed: int) -> None:
    """One text after the other, as somebody types."""
    chance = random.Random(seed)
    known = KnownStatements()
    text = chance.choice([each for each in SHORT if "->" in each])
    for _ in range(40):
        text = text if chance.randrange(3) else chance.choice(SHORT)
        typed = broken(text, chance)
        found = outcome(lambda text, file: parse_text(text, file, known), typed)
        assert found == outcome(parse_whole, typed), typed


def test_messages_do_not_depend_on_what_was_parsed_before() -> None:
    text = "graph g {\n    actor a {\n}\n"
    first = outcome(parse_text, text)
    outcome(parse_text, "graph g {\n actor b { stops; } actor a {\n stops; }\n}")
    assert outcome(parse_text, text) == first
    assert first[2][0].message == "'}' is missing at the end of the file"


def test_errors_far_apart_in_a_long_file() -> None:
    lines = [f"    actor a{number} {{ fire f(o, i); in i : int8[1]; out o : int8[1]; }}" for number in range(500)]
    lines[3], lines[400] = "    actor a3 { fire f(o; }", "    a.o -> ;"
    text = "\n".join(["graph g {", *lines, "}"])
    told = outcome(parse_text, text)
    assert told == outcome(parse_whole, text)
    assert [d.span.line for d in told[2] if d.span][:2] == [5, 402]
