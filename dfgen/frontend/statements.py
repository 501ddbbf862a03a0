# SPDX-License-Identifier: Apache-2.0
"""Cuts the tokens of a graph file into its statements, which are parsed one by one.

The cut is a guess from brackets, semicolons and arrows. It need not be right: what is cut wrongly does not parse, and
then the text is parsed as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dfgen.frontend.scanner import Token

KEPT_MAX = 3000
"""So many tokens behind the first wrong statement are parsed again: there, messages follow from one another."""


@dataclass(frozen=True, eq=False)
class Cut:
    """Tokens `first` to before `end`. Of a graph, `inner` are its statements, from token `body` to before `tail`."""

    first: int
    end: int
    inner: tuple[Cut, ...] | None = None
    body: int = 0
    tail: int = 0


def cut_items(tokens: Sequence[Token]) -> tuple[Cut, ...]:
    """The items of a file, each graph with its statements. `tokens` ends with that of the end of the file."""
    return _Cutter(tokens).items()


class _Cutter:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._texts = [token.text for token in tokens]
        self._last = len(tokens) - 1
        self._at = 0

    def items(self) -> tuple[Cut, ...]:
        found = []
        while self._at < self._last:
            found.append(self._graph() if self._texts[self._at] == "graph" else self._statement())
        return tuple(found)

    def _graph(self) -> Cut:
        """A graph, or what else begins with its word."""
        first, texts = self._at, self._texts
        while self._at < self._last and texts[self._at] not in "{};":
            self._at += 1
        if texts[self._at] != "{":
            self._at = first
            return self._statement()
        self._at += 1
        body, inner = self._at, []
        while self._at < self._last and texts[self._at] != "}":
            inner.append(self._statement())
        tail, self._at = self._at, min(self._at + 1, self._last)
        return Cut(first, self._at, tuple(inner), body, tail)

    def _statement(self) -> Cut:
        """Up to a semicolon, or the end of a block; the block of an edge is one of several targets or values."""
        first, depth, is_edge, texts = self._at, 0, False, self._texts
        for place in range(first, self._last):
            text = texts[place]
            if text == ";":
                if depth == 0:
                    break
            elif text == "{":
                depth += 1
            elif text == "}":
                depth -= 1
                if depth < 0 or (depth == 0 and not is_edge):
                    break
            elif text == "->" and depth == 0:
                is_edge = True
        else:
            place = self._last - 1
        self._at = place + 1
        return Cut(first, self._at)


def kept_tokens(tokens: Sequence[Token], cuts: Sequence[Cut], wrong: Collection[Cut]) -> list[Token]:
    """What a parser must see to tell what is wrong: the heads and ends of graphs, the wrong statements, their
    neighbours, and what follows the first. The others it would pass without a word."""
    parts = list(_parts(cuts, wrong))
    kept: list[Token] = []
    budget = KEPT_MAX
    for number, part in enumerate(parts):
        is_near = any(near.is_wrong for near in parts[max(0, number - 1) : number + 2])
        if budget < KEPT_MAX or part.is_wrong:
            budget -= part.end - part.first
        if part.is_frame or is_near or 0 < budget < KEPT_MAX:
            kept += tokens[part.first : part.end]
    kept.append(tokens[-1])
    return [Token(t.type, t.text, t.start, t.line, t.column, number) for number, t in enumerate(kept)]


class _Part(NamedTuple):
    """Tokens `first` to before `end`. `is_frame`: the head or the end of a graph."""

    first: int
    end: int
    is_wrong: bool
    is_frame: bool = False


def _parts(cuts: Sequence[Cut], wrong: Collection[Cut]) -> Iterator[_Part]:
    for cut in cuts:
        is_wrong = cut in wrong
        if cut.inner is None:
            yield _Part(cut.first, cut.end, is_wrong)
        else:
            yield _Part(cut.first, cut.body, is_wrong, is_frame=True)
            yield from _parts(cut.inner, wrong)
            yield _Part(cut.tail, cut.end, is_wrong, is_frame=True)
