# SPDX-License-Identifier: Apache-2.0
"""Which known name was meant by one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import heapify, heappop

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
    letters, longest = _letters(name), length * (2 / LIKENESS_MIN - 1)
    fitting = (each for each in known if len(each) <= longest)
    shared = ((each, 2.0 * (letters & _letters(each)).bit_count() / (length + len(each))) for each in fitting)
    waiting = [(-most, each) for each, most in shared if most >= LIKENESS_MIN]
    heapify(waiting)
    comparison = SequenceMatcher(b=name)
    best = (LIKENESS_MIN, "")
    while waiting and -waiting[0][0] >= best[0]:
        _, each = heappop(waiting)
        comparison.set_seq1(each)
        best = max(best, (comparison.ratio(), each))
    return best[1]


@lru_cache(maxsize=1 << 16)
def _letters(name: str) -> int:
    """A set, bit by bit, of which two names share as many as they do letters, in any order: the first, second and
    further ones of a letter count apart. Beyond ASCII several letters count as the same, so it may be more."""
    bits, places = 0, list(range(128))
    for letter in name:
        kind = ord(letter) % 128
        bits |= 1 << places[kind]
        places[kind] += 128
    return bits
