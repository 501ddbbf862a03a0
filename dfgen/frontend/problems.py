# SPDX-License-Identifier: Apache-2.0
"""Collects what is wrong in a graph file, so that one run reports all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import heapify, heappop

from dfgen.model.diagnostics import Diagnostic, Note, Span, raise_if_any

_NUMBER = re.compile(r"\[-?\d+\]")

LISTED_MAX = 12
LIKENESS_MIN = 0.6
"""Of two names, 1 for equal ones: with less, nobody would take one for the other."""
NAME_LETTERS_MAX = 1000
"""Of a name that is compared with others, which takes time by the square of its letters."""


class Rejected(Exception):
    """A part of the file makes no sense; without a diagnostic if that has been reported where it began."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message if diagnostic else "")


def reject(id: str, message: str, span: Span, hint: str = "", notes: Iterable[Note] = ()) -> Rejected:
    """A `Rejected` to be raised by the caller."""
    return Rejected(Diagnostic(id, message, span, hint, tuple(notes)))


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


def listed(names: Iterable[str]) -> str:
    """`'a', 'b' and 'c'`, or `none`."""
    quoted = [f"'{name}'" for name in names]
    if len(quoted) > LISTED_MAX:
        return f"{', '.join(quoted[:LISTED_MAX])} and {len(quoted) - LISTED_MAX} more"
    if len(quoted) < 2:
        return quoted[0] if quoted else "none"
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


class Problems:
    """The diagnostics so far, each once: a template is elaborated for every instance, and of the elements that one
    declaration makes, the first stands for all."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, Span | None], Diagnostic] = {}

    def add(self, id: str, message: str, span: Span, hint: str = "", notes: Iterable[Note] = ()) -> None:
        self.take(Diagnostic(id, message, span, hint, tuple(notes)))

    def take(self, diagnostic: Diagnostic) -> None:
        message = _NUMBER.sub("[]", diagnostic.message)
        self._found.setdefault((diagnostic.id, message, diagnostic.span), diagnostic)

    def caught(self) -> Caught:
        """Record a `Rejected` of the body, and go on behind it."""
        return Caught(self)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """In the order of their places."""
        return tuple(sorted(self._found.values(), key=_place))

    def raise_if_any(self) -> None:
        raise_if_any(self.found)


class Caught:
    """Cheaper than a generator: graphs have very many things that may be rejected."""

    __slots__ = ("_problems",)

    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Rejected):
            return False
        if error.diagnostic is not None:
            self._problems.take(error.diagnostic)
        assert len(self._problems), "what was rejected without a word has been reported"
        return True


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.file, span.line, span.column) if span else ("", 0, 0)
