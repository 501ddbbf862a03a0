# SPDX-License-Identifier: Apache-2.0
"""The table of the runtime's constants, beside the sources."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.bench.constants.runtime import NO_CHOICES, ROWS, RUNTIME, Row, changed, numbers
from tests.bench.constants.runtime_cases import USES

SOURCE = "enum {\n    FEW = 3, /* FEW */\n    SIZE = 2 * 1024,\n    LAST = 1 << 4\n};\nif (n == FEW && SIZE > n)\n"


def test_each_row_names_a_case() -> None:
    assert {row.case for row in ROWS} == {use.case.name for use in USES}
    assert len({row.name for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_row_is_found_once(row: Row) -> None:
    text = (RUNTIME / row.file).read_text(encoding="utf-8")
    assert changed(text, row.constant, Fraction(2)) != text


def test_each_number_is_a_row_or_no_choice() -> None:
    """A choice about speed is a row, with a case in which it decides something; what else a number is stands in the
    list of its kind."""
    others = [name for names in NO_CHOICES.values() for name in names]
    known = [*others, *(row.name for row in ROWS if row.file.startswith("src/"))]
    assert sorted(known) == sorted(numbers())


def test_the_number_alone_is_changed() -> None:
    half, twice = Fraction(1, 2), Fraction(2)
    assert "    FEW = ((3) * 1 / 2 > 0 ? (3) * 1 / 2 : 1), /* FEW */\n    SIZE = 2 * 1024," in changed(
        SOURCE, "FEW", half
    )
    assert "    SIZE = ((2 * 1024) * 2 / 1 > 0 ? (2 * 1024) * 2 / 1 : 1),\n" in changed(SOURCE, "SIZE", twice)
    assert "    LAST = ((1 << 4) * 2 / 1 > 0 ? (1 << 4) * 2 / 1 : 1)\n};" in changed(SOURCE, "LAST", twice)


@pytest.mark.parametrize("name", ["NONE", "BOTH"])
def test_what_is_not_there_once_is_told(name: str) -> None:
    with pytest.raises(ValueError, match="not once"):
        changed("enum { BOTH = 1 };\nenum { BOTH = 2 };\n", name, Fraction(2))
