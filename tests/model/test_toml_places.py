# SPDX-License-Identifier: Apache-2.0
"""Places of keys in TOML texts, compared with what a reader of TOML finds there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.model.toml_places import DEPTH_MAX, Key, toml_places

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

EVERYTHING = """\
schema = 1 # it
"a.o:b.i" = { transfer = "c[o]w # no", q.r = 1979-05-27 07:32:00, s = {} }
"b".'c d'.e = [ 1, 'two', # three ]
  { z = \"\"\"x
"" \\" = \"\"\"\"\" }, ]

  [ "x\\u0041.y" ] # c
\ttransfer = { strategy = '''a''b'''\t} # c
f = -inf
[[list]]
a = \"\"\"
[no]
b = 1\"\"\"
c = '''it's'''
[[list]]
"""


def test_places() -> None:
    places = {path: (span.line, span.column, span.end_column) for path, span in toml_places(EVERYTHING, "f").items()}
    assert places == {
        ("schema",): (1, 1, 11),
        ("a.o:b.i",): (2, 1, 75),
        ("a.o:b.i", "transfer"): (2, 15, 38),
        ("a.o:b.i", "q", "r"): (2, 40, 65),
        ("a.o:b.i", "s"): (2, 67, 73),
        ("b", "c d", "e"): (3, 1, 36),
        ("b", "c d", "e", 0): (3, 17, 18),
        ("b", "c d", "e", 1): (3, 20, 25),
        ("b", "c d", "e", 2): (4, 3, 13),
        ("b", "c d", "e", 2, "z"): (4, 5, 13),
        ("xA.y",): (7, 5, 17),
        ("xA.y", "transfer"): (8, 2, 38),
        ("xA.y", "transfer", "strategy"): (8, 15, 36),
        ("xA.y", "f"): (9, 1, 9),
        ("list",): (10, 3, 7),
        ("list", 0): (10, 3, 7),
        ("list", 0, "a"): (11, 1, 8),
        ("list", 0, "c"): (14, 1, 15),
        ("list", 1): (15, 3, 7),
    }


def keys(value: Any, path: Key = ()) -> Iterator[Key]:
    """The paths to all values."""
    if isinstance(value, list):
        for number, member in enumerate(value):
            yield from keys(member, (*path, number))
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from keys(member, (*path, name))
    else:
        yield path


def test_every_key_has_a_place() -> None:
    places = toml_places(EVERYTHING, "f")
    assert set(keys(tomllib.loads(EVERYTHING))) <= places.keys()


def test_tables_in_lists_have_their_numbers() -> None:
    places = toml_places("[[a]]\n[[a.b]]\n[[a.b]]\nc = 1\n[[a]]\n[a.b]\nc = 2\n", "f")
    assert (places[("a", 0, "b", 1, "c")].line, places[("a", 1, "b", "c")].line) == (4, 7)


def test_carriage_returns_do_not_count() -> None:
    places = toml_places(EVERYTHING, "f")
    assert toml_places(EVERYTHING.replace("\n", "\r\n"), "f").keys() == places.keys()
    assert toml_places('a = 1\r\n["b"]\r\nc = 2\r\n', "f")[("b", "c")].line == 3


@pytest.mark.parametrize(
    "text", ["", "\n", "a", "a =", "[", "[a", "a = [1", 'a = "', "a = 1 }", "a = {b}", '"\\q" = 1']
)
def test_what_is_no_toml_has_places_up_to_there(text: str) -> None:
    assert next(iter(toml_places(f"x = 1\n{text}", "f"))) == ("x",)


@pytest.mark.parametrize("text", ["x=" + "[" * 100_000, "a." * 100_000, "x=" + "{a=" * 100_000, "[" + "a." * 9 + "a]"])
def test_depth_has_a_limit(text: str) -> None:
    with pytest.raises(UserError, match=f"nested more than {DEPTH_MAX} levels"):
        toml_places(text, "f")
