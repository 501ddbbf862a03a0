# SPDX-License-Identifier: Apache-2.0
"""Collects what is wrong in a graph file, so that one run reports all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from dfgen.model.diagnostics import Diagnostic, Note, Span, raise_if_any
from dfgen.model.dumps import counted

_NUMBER = re.compile(r"\[-?\d+\]")

LISTED_MAX = 12
_UNDECLARED = frozenset({"actor-unknown", "function-unknown", "name-unknown", "template-unknown", "type-unknown"})


class Rejected(Exception):
    """A part of the file makes no sense; without a diagnostic if that has been reported where it began."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message if diagnostic else "")


def reject(id: str, message: str, span: Span, hint: str = "", notes: Iterable[Note] = ()) -> Rejected:
    """A `Rejected` to be raised by the caller."""
    return Rejected(Diagnostic(id, message, span, hint, tuple(notes)))


def listed(names: Iterable[str]) -> str:
    """`'a', 'b' and 'c'`, or `none`."""
    all = list(names)
    quoted = [f"'{name}'" for name in all[:LISTED_MAX]]
    if len(all) > LISTED_MAX:
        return f"{', '.join(quoted)} and {len(all) - LISTED_MAX} more"
    if len(quoted) < 2:
        return quoted[0] if quoted else "none"
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


class Problems:
    """The diagnostics so far, each once: a template is elaborated for every instance, and of the elements that one
    declaration makes, the first stands for all."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, Span | None], Diagnostic] = {}
        self._warnings: dict[tuple[str, str, Span | None], Diagnostic] = {}

    def add(self, id: str, message: str, span: Span, hint: str = "", notes: Iterable[Note] = ()) -> None:
        self.take(Diagnostic(id, message, span, hint, tuple(notes)))

    def take(self, diagnostic: Diagnostic) -> None:
        self._found.setdefault(_key(diagnostic), diagnostic)

    def warn(self, diagnostic: Diagnostic) -> None:
        """Of what makes sense, but hardly the one that was meant."""
        self._warnings.setdefault(_key(diagnostic), diagnostic)

    def caught(self) -> Caught:
        """Record a `Rejected` of the body, and go on behind it."""
        return Caught(self)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def found(self) -> tuple[Diagnostic, ...]:
        """In the order of their places. A name that is not declared is one mistake, wherever it is used."""
        used: dict[tuple[str, str], list[Diagnostic]] = {}
        for (id, message, _), diagnostic in self._found.items():
            used.setdefault((id, message), []).append(diagnostic)
        together = (
            _at_first(sorted(each, key=_place)) if id in _UNDECLARED else each for (id, _), each in used.items()
        )
        return tuple(sorted(chain.from_iterable(together), key=_place))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """In the order of their places."""
        return tuple(sorted(self._warnings.values(), key=_place))

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


def _key(diagnostic: Diagnostic) -> tuple[str, str, Span | None]:
    return diagnostic.id, _NUMBER.sub("[]", diagnostic.message), diagnostic.span


def _at_first(places: list[Diagnostic]) -> list[Diagnostic]:
    """The first of what says the same of several places, with how many they are."""
    first, *others = places
    if not others:
        return [first]
    more = f"here, too, and at {counted(len(others) - 1, 'more place')}" if len(others) > 1 else "here, too"
    return [replace(first, notes=(*first.notes, Note(more, others[0].span)))]


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (span.file, span.line, span.column) if span else ("", 0, 0)
