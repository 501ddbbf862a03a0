# SPDX-License-Identifier: Apache-2.0
"""Statements that were parsed before, so that the same is not parsed again.

The parse tree of a statement follows from the kinds of its tokens: `a.x -> b.y;` and `c.out -> d.in;` have the same.
So it is kept by those kinds, and where they come again, its tokens get the new texts and places. A statement that
stands in a later text of the file as it stood before keeps its node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dfgen.frontend.antlr import FILE_ITEM, STATEMENT, parse_fast
from dfgen.frontend.scanner import END_OF_FILE, Token
from dfgen.frontend.statements import Cut
from dfgen.frontend.syntax import GraphDeclaration
from dfgen.frontend.syntax_builder import SyntaxBuilder
from dfgen.model.diagnostics import Diagnostic

TOKENS_MAX = 1 << 20
"""So many tokens of parse trees are kept; beyond, all are dropped."""

_Place = tuple[str, int, int, str]
"""The rule, the line, the column and the text of a statement."""


class KnownStatements:
    """Of the texts that one file has had: all shapes of statements, and the statements of the last text."""

    def __init__(self) -> None:
        self._shapes: dict[tuple[str, tuple[int, ...]], _Shape | None] = {}
        self._tokens = 0
        self._nodes: dict[_Place, Any] = {}

    def reading(self, text: str, file: str, tokens: Sequence[Token]) -> Reading:
        """Of a text, whose statements take the place of the last one's as they are read."""
        before, self._nodes = self._nodes, {}
        return Reading(self, before, text, file, tokens)

    def shape(self, part: Sequence[Token], rule: str) -> _Shape | None:
        """None: these tokens are no `rule`."""
        key = (rule, tuple([token.type for token in part]))
        if key not in self._shapes:
            self._tokens += len(part)
            if self._tokens > TOKENS_MAX:
                self._shapes.clear()
                self._tokens = len(part)
            self._shapes[key] = _shape(part, rule)
        return self._shapes[key]

    def add(self, place: _Place, node: Any) -> None:
        self._nodes[place] = node


class Reading:
    """The statements of one text. `wrong`: those that do not parse; `diagnostics`: what else is wrong."""

    def __init__(
        self, known: KnownStatements, before: dict[_Place, Any], text: str, file: str, tokens: Sequence[Token]
    ) -> None:
        self.wrong: set[Cut] = set()
        self._known = known
        self._before = before
        self._text = text
        self._tokens = tokens
        self._builder = SyntaxBuilder(file)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return self._builder.diagnostics

    def item(self, cut: Cut) -> Any:
        """The node of an item of the file; None for one that is wrong."""
        if cut.inner is None:
            return self._statement(cut, FILE_ITEM)
        graph = self._built([*self._tokens[cut.first : cut.body], *self._tokens[cut.tail : cut.end]], FILE_ITEM)
        statements = tuple([self._statement(inner, STATEMENT) for inner in cut.inner])
        if isinstance(graph, GraphDeclaration):
            return replace(graph, statements=statements)
        self.wrong.add(cut)
        return None

    def _statement(self, cut: Cut, rule: str) -> Any:
        first, last = self._tokens[cut.first], self._tokens[cut.end - 1]
        place = (rule, first.line, first.column, self._text[first.start : last.stop + 1])
        node = self._before.get(place)
        if node is None:
            told = len(self.diagnostics)
            node = self._built(self._tokens[cut.first : cut.end], rule)
            if node is None:
                self.wrong.add(cut)
            if len(self.diagnostics) > told:
                return node
        if node is not None:
            self._known.add(place, node)
        return node

    def _built(self, part: Sequence[Token], rule: str) -> Any:
        shape = self._known.shape(part, rule)
        return None if shape is None else self._builder.item(shape.tree_with(part))


class _Shape:
    """The parse tree of all statements whose tokens are of the same kinds."""

    def __init__(self, tokens: Sequence[Token], tree: Any) -> None:
        self._tokens = tokens
        self._tree = tree

    def tree_with(self, part: Sequence[Token]) -> Any:
        """The parse tree of `part`, valid until it is asked for the next."""
        for mine, token in zip(self._tokens, part, strict=False):
            mine.text, mine.line, mine.column = token.text, token.line, token.column
        return self._tree


def _shape(part: Sequence[Token], rule: str) -> _Shape | None:
    own = [Token(t.type, t.text, t.start, t.line, t.column, number) for number, t in enumerate(part)]
    own.append(Token(END_OF_FILE, "", 0, 0, 0, len(own)))
    tree = parse_fast(own, rule)
    return _Shape(own, tree) if tree is not None else None
