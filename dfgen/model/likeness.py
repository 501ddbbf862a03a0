# SPDX-License-Identifier: Apache-2.0
"""Which known name was meant by one that is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

LIKENESS_MIN = 0.6
"""Of two names, 1 for equal ones: with less, nobody would take one for the other."""
NAME_LETTERS_MAX = 1000
"""Of a name that is compared with others, which takes time by the square of its letters."""


def suggestion(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Which known name was meant, as a hint; else the hint `otherwise`."""
    near = nearest(name, known)
    return f"Did you mean '{near}'?" if near else otherwise


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that was meant, by its letters; empty if none is close.

    It is the one that `difflib.get_close_matches` gives. But names are compared only as long as one whose letters
    allow more may follow: a graph of thousands of actors may have as many misspelt ones.
    """
    length = len(name)
    if not 0 < length <= NAME_LETTERS_MAX:
        return ""
    comparison, order = SequenceMatcher(b=name), _Order(name)
    best = (LIKENESS_MIN, "")
    for most, names in _by_letters(tuple(known)).sharing(name):
        if most < best[0]:
            break
        for each in names:
            if (order.most_like(each), each) > best:
                comparison.set_seq1(each)
                best = max(best, (comparison.ratio(), each))
    return best[1]


class _ByLetters:
    """Known names as sets of bits, one a name: those that have a letter for the first, second or further time, and
    those of a length. What many names share with one is then counted at once."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        having: dict[tuple[str, int], bytearray] = {}
        of_length: dict[int, bytearray] = {}
        for number, name in enumerate(names):
            if len(name) > NAME_LETTERS_MAX * (2 / LIKENESS_MIN - 1):
                continue  # no name that is compared with others is like it
            place, bit = number >> 3, 1 << (number & 7)
            sets = [having.setdefault(letter, bytearray(len(names) // 8 + 1)) for letter in letters_of(name)]
            sets.append(of_length.setdefault(len(name), bytearray(len(names) // 8 + 1)))
            for each in sets:
                each[place] |= bit
        self._having = {letter: int.from_bytes(bits, "little") for letter, bits in having.items()}
        self._of_length = {length: int.from_bytes(bits, "little") for length, bits in of_length.items()}

    def sharing(self, name: str) -> Iterator[tuple[float, Iterator[str]]]:
        """The names that may be like that one, beginning with those of which most is possible, and how much is."""
        digits = self._shared(name)
        groups = (
            (2.0 * shared / (len(name) + length), shared, names)
            for length, names in self._of_length.items()
            for shared in range(min(len(name), length) + 1)
        )
        likely = (group for group in groups if group[0] >= LIKENESS_MIN)
        for most, shared, names in sorted(likely, key=lambda group: -group[0]):
            for place, digit in enumerate(digits):
                names &= digit if shared >> place & 1 else ~digit
            if names and shared < 1 << len(digits):
                yield most, self._named(names)

    def _shared(self, name: str) -> list[int]:
        """How many letters each name shares with that one, in binary: the names with a 1 in each digit."""
        digits: list[int] = []
        for letter in letters_of(name):
            carry = self._having.get(letter, 0)
            for place, digit in enumerate(digits):
                digits[place], carry = digit ^ carry, digit & carry
            if carry:
                digits.append(carry)
        return digits

    def _named(self, names: int) -> Iterator[str]:
        while names:
            yield self.names[(names & -names).bit_length() - 1]
            names &= names - 1


_by_letters = lru_cache(maxsize=8)(_ByLetters)


def letters_of(name: str) -> list[tuple[str, int]]:
    """Each with how often it has been there before."""
    counts: dict[str, int] = {}
    found = []
    for letter in name:
        found.append((letter, counts.get(letter, 0)))
        counts[letter] = counts.get(letter, 0) + 1
    return found


class _Order:
    """How like a name others can be at most: as many letters of both as stand in one order, which is found in less time
    than what they have in common piece by piece (bit by bit, Hyyrö 2004)."""

    def __init__(self, name: str) -> None:
        self._length = len(name)
        self._places: dict[str, int] = {}
        for place, letter in enumerate(name):
            self._places[letter] = self._places.get(letter, 0) | 1 << place

    def most_like(self, other: str) -> float:
        all = (1 << self._length) - 1
        left = all
        for letter in other:
            found = left & self._places.get(letter, 0)
            left = (left + found) | (left - found)
        return 2.0 * (self._length - (left & all).bit_count()) / (self._length + len(other))
