# SPDX-License-Identifier: Apache-2.0
"""Runs ANTLR's parser over the tokens of a graph file. Beside `syntax_builder.py`, the only module that knows ANTLR."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from antlr4.atn.PredictionMode import PredictionMode
from antlr4.error.ErrorStrategy import DefaultErrorStrategy
from antlr4.IntervalSet import IntervalSet
from antlr4.Token import Token as AntlrToken
from antlr4.tree.Tree import TerminalNode

from dfgen.frontend._antlr.SdfParser import SdfParser
from dfgen.frontend.habits import advice_for, mistake_at
from dfgen.frontend.scanner import DIAGNOSTICS_MAX, END_OF_FILE, Token, TokenKinds, token_span
from dfgen.model.diagnostics import Diagnostic, Note, Span

RECOVERY_NESTING_MAX = 100
"""To go on behind an error takes time with the square of the depth."""

_LITERALS = {name[1:-1]: number for number, name in enumerate(SdfParser.literalNames) if name != "<INVALID>"}
KINDS = TokenKinds(
    _LITERALS, SdfParser.NAME, SdfParser.INTEGER, SdfParser.DECIMAL, SdfParser.QUANTITY, SdfParser.STRING
)
WORDS = tuple(sorted(text for text in _LITERALS if text[0].isalpha()))
"""The words of the language, none of which is reserved."""
_RESERVED = frozenset(WORDS)
_WORDS = frozenset(_LITERALS[text] for text in WORDS)
_OPERATORS = frozenset(_LITERALS[sign] for sign in ("+", "-", "*", "/", "%", "**"))
_NUMBERS = frozenset({SdfParser.INTEGER, SdfParser.DECIMAL})
_USER_WORDS = {SdfParser.QUANTITY: "a number with a unit", SdfParser.STRING: "a quoted text", END_OF_FILE: "the end"}

_ENDING_ITSELF = (SdfParser.ActorItemContext, SdfParser.PortContext)
"""Items of actors with their semicolons."""

FILE, FILE_ITEM, STATEMENT = "file_", "fileItem", "statement"
"""Rules of the grammar, as the generated parser calls them."""


def parse_fast(tokens: Sequence[Token], rule: str) -> Any:
    """The parse tree of tokens all of which must be one `rule`; None if they are none that the SLL mode can tell."""
    parser, strategy = _parser(tokens, "", PredictionMode.SLL, 1)
    try:
        tree = getattr(parser, rule)()
    except _TooManyErrors:
        return None
    return tree if not strategy.diagnostics and parser._input.index == len(tokens) - 1 else None


def parse_thoroughly(tokens: Sequence[Token], file: str) -> tuple[Any, list[Diagnostic]]:
    """The parse tree of a whole file, and what is wrong with it."""
    most = 1 if _nesting(tokens) > RECOVERY_NESTING_MAX else DIAGNOSTICS_MAX
    parser, strategy = _parser(tokens, file, PredictionMode.LL, most)
    try:
        return parser.file_(), strategy.diagnostics
    except _TooManyErrors:
        return None, strategy.diagnostics


class _TooManyErrors(Exception):
    pass


def _nesting(tokens: Sequence[Token]) -> int:
    """How deep brackets stand inside one another."""
    steps = (1 if token.text in "{([" else -1 if token.text in "})]" else 0 for token in tokens if token.text)
    return max(accumulate(steps), default=0)


def _parser(tokens: Sequence[Token], file: str, mode: Any, diagnostics_max: int) -> tuple[_Parser, _ErrorStrategy]:
    """A parser that gives up with `diagnostics_max` of what is wrong."""
    parser = _Parser(_TokenStream(tokens))
    parser.removeErrorListeners()
    parser._interp.predictionMode = mode
    strategy = _ErrorStrategy(file, diagnostics_max)
    parser._errHandler = strategy
    return parser, strategy


class _Leaf(TerminalNode):  # type: ignore[misc]
    """A token in the parse tree."""

    def __init__(self, symbol: Token, parent: Any) -> None:
        self.symbol = symbol
        self.parentCtx = parent


class _Parser(SdfParser):  # type: ignore[misc]
    """The generated parser with the two methods that every token passes cut down to what dfgen needs."""

    def getExpectedTokens(self) -> IntervalSet:  # noqa: N802
        """A set of its own: ANTLR's recovery adds to it, and would to what it keeps for all parsers."""
        own = IntervalSet()
        own.addSet(super().getExpectedTokens())
        return own

    def match(self, ttype: int) -> Any:
        token = self._input.tokens[self._input.index]
        if token.type != ttype:
            return super().match(ttype)
        self._errHandler.endErrorCondition(self)
        return self.consume()

    def consume(self) -> Token:
        token: Token = self._input.tokens[self._input.index]
        if token.type != END_OF_FILE:
            self._input.index += 1
        context = self._ctx
        if context.children is None:
            context.children = []
        context.children.append(_Leaf(token, context))
        return token


class _TokenStream:
    """A list of tokens with the methods that ANTLR's parser calls."""

    tokenSource = None  # noqa: N815

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.index = 0
        self._last = len(tokens) - 1

    def LA(self, offset: int) -> int:  # noqa: N802
        token = self.LT(offset)
        return token.type if token is not None else 0

    def LT(self, offset: int) -> Token | None:  # noqa: N802
        if offset == 1:
            return self.tokens[self.index]
        if offset < 0:
            return self.tokens[self.index + offset] if self.index + offset >= 0 else None
        return self.tokens[min(self.index + offset - 1, self._last)]

    def get(self, index: int) -> Token:
        return self.tokens[index]

    def consume(self) -> None:
        self.index = min(self.index + 1, self._last)

    def mark(self) -> int:
        return 0

    def release(self, marker: int) -> None:
        """Nothing to do: all tokens stay."""

    def seek(self, index: int) -> None:
        self.index = index


class _ErrorStrategy(DefaultErrorStrategy):  # type: ignore[misc]
    """ANTLR's recovery with messages in the user's words."""

    def __init__(self, file: str, diagnostics_max: int) -> None:
        super().__init__()
        self._diagnostics_max = diagnostics_max
        self.diagnostics: list[Diagnostic] = []
        self._file = file
        self._fitting: dict[int, frozenset[int]] = {}

    def sync(self, recognizer: Any) -> None:
        """As ANTLR's, after a quick look whether the next token fits at this place (or whatever follows the rule)."""
        state = recognizer._stateNumber
        fitting = self._fitting.get(state)
        if fitting is None:
            following = recognizer.atn.nextTokens(recognizer._interp.atn.states[state])
            fitting = self._fitting[state] = frozenset(_members(following))
        if recognizer._input.tokens[recognizer._input.index].type not in fitting and AntlrToken.EPSILON not in fitting:
            super().sync(recognizer)

    def recover(self, recognizer: Any, e: Any) -> None:
        """Within an actor, go on with its next item: ANTLR may take what is left of this one for the actor's end."""
        if "actorItem" not in _rules_around(recognizer):
            super().recover(recognizer, e)
            return
        stream, depth = recognizer._input, 0
        while (token := stream.LT(1)).type != END_OF_FILE and (depth > 0 or token.text not in (";", "}")):
            depth += (token.text == "{") - (token.text == "}")
            stream.consume()
        if token.text == ";" and isinstance(recognizer._ctx, _ENDING_ITSELF):
            stream.consume()

    def getMissingSymbol(self, recognizer: Any) -> Token:  # noqa: N802
        token = recognizer.getCurrentToken()
        return Token(KINDS.name, "", token.start, token.line, token.column, token.tokenIndex)

    def reportNoViableAlternative(self, recognizer: Any, e: Any) -> None:  # noqa: N802
        self._unexpected(recognizer, e.offendingToken, ())

    def reportInputMismatch(self, recognizer: Any, e: Any) -> None:  # noqa: N802
        self._unexpected(recognizer, e.offendingToken, e.getExpectedTokens())

    def reportUnwantedToken(self, recognizer: Any) -> None:  # noqa: N802
        self.reportMissingToken(recognizer)

    def reportMissingToken(self, recognizer: Any) -> None:  # noqa: N802
        if not self.inErrorRecoveryMode(recognizer):
            self.beginErrorCondition(recognizer)
            self._unexpected(recognizer, recognizer.getCurrentToken(), recognizer.getExpectedTokens())

    def _unexpected(self, recognizer: Any, token: Token, expected: Any) -> None:
        texts = [each.text for each in recognizer._input.tokens]
        if self.diagnostics and _depth(texts[: token.tokenIndex]) != _depth_parsed(recognizer):
            raise _TooManyErrors  # recovery has mistaken which brace is whose: this may well have its place
        advice = advice_for(mistake_at(texts, token.tokenIndex, _rules_around(recognizer), _RESERVED))
        if advice is not None:
            self._report(advice[0], token_span(self._file, token), advice[1])
            raise _TooManyErrors  # what follows was written in the same habit, and is misread
        previous = recognizer._input.tokens[token.tokenIndex - 1] if token.tokenIndex else None
        place = f" after '{previous.text}'" if previous is not None else ""
        shown = f"'{token.text}'" if token.type != END_OF_FILE else "the end of the file"
        choices = _in_user_words(_members(expected))
        if token.text == ";" and previous is not None and previous.text in (";", "{", "}"):
            self._report("there is no statement that this ends", token_span(self._file, token), "Remove it.")
            return
        is_over = token.text == "}" or (previous is not None and token.line > previous.line)
        if previous is not None and "';'" in choices and (len(choices) == 1 or is_over):
            end = token_span(self._file, previous)
            span = Span(self._file, end.end_line, end.end_column, end.end_line, end.end_column)
            self._report(f"';' is missing{place}", span, "End the statement with ';'.")
            return
        opened = _open_brace(recognizer._input.tokens)
        if token.type == END_OF_FILE and "'}'" in choices and opened is not None:
            note = Note("this '{' has no '}'", token_span(self._file, opened))
            self._report("'}' is missing at the end of the file", token_span(self._file, token), "Close it.", [note])
            return
        hint = f"Expected here: {' or '.join([', '.join(choices[:-1]), choices[-1]])}." if len(choices) > 1 else ""
        hint = f"Expected here: {choices[0]}." if len(choices) == 1 else hint
        if choices == ["'['"] and isinstance(recognizer._ctx, (SdfParser.PortContext, SdfParser.RatesContext)):
            hint = "Write how many tokens a firing passes, in brackets: [1]."
        elif "','" in choices and "rates" in _rules_around(recognizer):
            hint = "The rates of phases are separated by ','; 'RATE for N' stands for N phases of the same rate."
        self._report(f"{shown} has no place{place}", token_span(self._file, token), hint)

    def _report(self, message: str, span: Span, hint: str, notes: Sequence[Note] = ()) -> None:
        """Report the first error of a line; what follows it there is mostly its consequence."""
        if any(known.span is not None and known.span.line == span.line for known in self.diagnostics):
            return
        self.diagnostics.append(Diagnostic("syntax", message, span, hint, tuple(notes)))
        if len(self.diagnostics) >= self._diagnostics_max:
            raise _TooManyErrors


def _open_brace(tokens: Sequence[Token]) -> Token | None:
    """The last '{' that nothing closes."""
    opened: list[Token] = []
    for token in tokens:
        if token.text == "{":
            opened.append(token)
        elif token.text == "}" and opened:
            opened.pop()
    return opened[-1] if opened else None


def _depth(texts: Iterable[str]) -> int:
    """How many braces are open behind these words."""
    return sum((text == "{") - (text == "}") for text in texts)


def _depth_parsed(recognizer: Any) -> int:
    """How many braces the rules have open that the parser is in."""
    found, context = 0, recognizer._ctx
    while context is not None:
        leaves = (each for each in context.children or () if isinstance(each, TerminalNode))
        found += _depth(leaf.symbol.text for leaf in leaves)
        context = context.parentCtx
    return found


def _rules_around(recognizer: Any) -> set[str]:
    found, context = set(), recognizer._ctx
    while context is not None:
        found.add(recognizer.ruleNames[context.getRuleIndex()])
        context = context.parentCtx
    return found


def _members(token_set: Any) -> list[int]:
    return [number for interval in getattr(token_set, "intervals", None) or () for number in interval]


def _in_user_words(expected: Sequence[int]) -> list[str]:
    """What may stand here, in a few words: all keywords are names, so they are only listed where names are not."""
    words: list[str] = []
    takes_name = SdfParser.NAME in expected
    for number in expected:
        if number == SdfParser.NAME:
            text = "a name"
        elif number in _NUMBERS:
            text = "a number"
        elif number in _OPERATORS:
            text = "an operator"
        elif number in _WORDS and takes_name:
            continue
        else:
            text = _USER_WORDS.get(number) or SdfParser.literalNames[number]
        if text not in words:
            words.append(text)
    return words
