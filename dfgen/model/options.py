# SPDX-License-Identifier: Apache-2.0
"""Options of a transfer strategy: which values one has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from dfgen.model.frozen import frozen

UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
_NUMBER = re.compile(r"(\d{1,40})\s*(B|KiB|MiB|GiB)?")
"""Of no more digits than Python reads; no range of an option reaches so far."""

Given = tuple[tuple[str, str], ...]
"""Options as the user gives them: names and values."""


@frozen
class Option:
    """Its value is one of `words`, the default first, or a number of `unit` in a range; a number without words has no
    default: what uses it knows best."""

    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    unit: str = ""

    @property
    def default(self) -> str:
        return self.words[0] if self.words and not self.most else ""

    def accepts(self, value: str) -> bool:
        if value in self.words:
            return True
        found = _NUMBER.fullmatch(value)
        if found is None or not self.most or (found[2] and self.unit != "bytes"):
            return False
        return self.least <= number_of(value) <= self.most

    @property
    def values(self) -> tuple[str, ...]:
        """What is legal, in words; a range as one of these."""
        if not self.most:
            return self.words
        return (*self.words, f"{self.least} to {self.most}{f' {self.unit}' if self.unit else ''}")


def words(*values: str) -> Option:
    """One of these, the default first."""
    return Option(values)


def numbers(least: int, most: int, unit: str = "", *also: str) -> Option:
    """A number in this range, or one of the words."""
    return Option(also, least, most, unit)


def number_of(value: str) -> int:
    """Of a legal value that is a number: `64KiB` are 65536."""
    found = _NUMBER.fullmatch(value)
    assert found is not None, "options are looked at before they are used"
    return int(found[1]) * UNITS[found[2] or "B"]


NO_OPTIONS: Mapping[str, Option] = MappingProxyType({})
