# SPDX-License-Identifier: Apache-2.0
"""Memory scripts as text: the words of the small part of BeanShell that they use, and the tree of a script.

A script has assignments, `for`, `while`, `do` and `if`, whole-number arithmetic and calls of methods. All else is
refused at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dfgen.model.diagnostics import Span, fail
from dfgen.model.frozen import frozen

DEPTH_MAX = 40
DIGITS_MAX = 19
TYPES = frozenset({"int", "long", "short", "byte", "boolean", "Integer", "Long", "var", "final"})
RESERVED = frozenset({
    "do", "else", "for", "if", "while",
    "abstract", "break", "case", "catch", "char", "class", "continue", "default", "double", "extends", "finally",
    "float", "goto", "implements", "import", "instanceof", "interface", "new", "package", "private", "protected",
    "public", "return", "static", "super", "switch", "synchronized", "this", "throw", "throws", "try", "void",
})  # fmt: skip

_WORD = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<number>\d+[lL]?(?![\w.]))|(?P<name>[A-Za-z_$][\w$]*)"
    r"|(?P<sign>\+\+|--|\+=|-=|\*=|/=|%=|==|!=|<=|>=|&&|\|\||[-+*/%<>=!(){}\[\];:,.?])",
    re.DOTALL,
)
_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))
ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%="})
HINT = "Scripts have assignments, for, while, do, if, whole-number arithmetic and the calls that match ranges."


@frozen
class Word:
    kind: str
    text: str
    span: Span


@frozen
class Number:
    value: int
    span: Span


@frozen
class Name:
    text: str
    span: Span


@frozen
class Operation:
    """A sign with one, two or (`?`) three operands."""

    sign: str
    operands: tuple[Expression, ...]
    span: Span


@frozen
class Call:
    """`receiver.method(arguments)`; `receiver[argument]` is the method `get`."""

    receiver: Expression
    method: str
    arguments: tuple[Expression, ...]
    span: Span


Expression = Number | Name | Operation | Call


@frozen
class Assignment:
    name: Name
    sign: str
    value: Expression
    span: Span


@frozen
class If:
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    span: Span


@frozen
class Loop:
    """`first`, then as long as `condition` holds (None: always) `body` and `step`."""

    first: tuple[Statement, ...]
    condition: Expression | None
    step: tuple[Statement, ...]
    body: tuple[Statement, ...]
    span: Span


@frozen
class ForEach:
    name: Name
    over: Expression
    body: tuple[Statement, ...]
    span: Span


Statement = Assignment | If | Loop | ForEach | Call


def parse_script(text: str, file: str) -> tuple[Statement, ...]:
    """The statements of a script; raises `UserError` (script-syntax) at the first thing that it may not have."""
    return _Parser(list(_words(text, file))).script()


def _words(text: str, file: str) -> Iterator[Word]:
    at, line, start = 0, 1, 0
    while at < len(text):
        found = _WORD.match(text, at)
        span = Span(file, line, at - start + 1)
        if found is None:
            raise fail("script-syntax", f"{text[at]!r} means nothing in a memory script", span, HINT)
        if found.lastgroup != "space":
            yield Word(found.lastgroup or "", found[0], span)
        breaks = found[0].count("\n")
        if breaks:
            line, start = line + breaks, at + found[0].rindex("\n") + 1
        at = found.end()
    yield Word("end", "the end of the script", Span(file, line, at - start + 1))


def _value(word: Word) -> int:
    digits = word.text.rstrip("lL")
    if len(digits) > DIGITS_MAX:
        message = f"this number has {len(digits)} digits; the largest has {DIGITS_MAX}"
        raise fail("script-range", message, word.span, "Write one of at most 64 bits.")
    if len(digits) > 1 and digits.startswith("0"):
        message = f"'{digits}' is an octal number in BeanShell, as it begins with 0"
        raise fail("script-syntax", message, word.span, "Write it in decimal digits, without a 0 in front.")
    return int(digits)


class _Parser:
    def __init__(self, words: list[Word]) -> None:
        self._words, self._at, self._depth = words, 0, 0

    def script(self) -> tuple[Statement, ...]:
        found: list[Statement] = []
        while self._word.kind != "end":
            found += self._statement()
        return tuple(found)

    # --- words ---------------------------------------------------------------------------------------------------

    @property
    def _word(self) -> Word:
        return self._words[self._at]

    def _is(self, *texts: str) -> bool:
        return self._word.kind in ("sign", "name") and self._word.text in texts

    def _take(self, *texts: str) -> Word:
        """The next word, which must be one of `texts`."""
        if not self._is(*texts):
            wanted = " or ".join(f"'{text}'" for text in texts)
            message = f"{wanted} is expected here, not '{self._word.text}'"
            raise fail("script-syntax", message, self._word.span, HINT)
        return self._next()

    def _next(self) -> Word:
        """The word that stands here, which has been looked at: it is not the end."""
        word = self._word
        self._at += 1
        return word

    def _taken(self, text: str) -> bool:
        if self._is(text):
            self._at += 1
            return True
        return False

    def _name(self) -> Name:
        word = self._word
        if word.kind != "name" or word.text in RESERVED:
            raise fail("script-syntax", f"'{word.text}' cannot stand here", word.span, HINT)
        self._next()
        return Name(word.text, word.span)

    # --- statements ----------------------------------------------------------------------------------------------

    def _statement(self) -> tuple[Statement, ...]:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise fail("script-syntax", f"more than {DEPTH_MAX} levels deep", self._word.span, "Nest it less deeply.")
        found = self._any_statement()
        self._depth -= 1
        return found

    def _any_statement(self) -> tuple[Statement, ...]:
        if self._taken(";"):
            return ()
        if self._taken("{"):
            found: list[Statement] = []
            while not self._taken("}"):
                found += self._statement()
            return tuple(found)
        if self._is("if"):
            return (self._if(),)
        if self._is("for"):
            return (self._for(),)
        if self._is("while"):
            span = self._next().span
            return (Loop((), self._condition(), (), self._statement(), span),)
        if self._is("do"):
            return self._do()
        return self._simple_until(";")

    def _do(self) -> tuple[Statement, ...]:
        span = self._take("do").span
        body = self._statement()
        self._take("while")
        condition = self._condition()
        self._take(";")
        return (*body, Loop((), condition, (), body, span))

    def _condition(self) -> Expression:
        self._take("(")
        found = self._expression()
        self._take(")")
        return found

    def _if(self) -> If:
        span = self._take("if").span
        condition, then = self._condition(), self._statement()
        return If(condition, then, self._statement() if self._taken("else") else (), span)

    def _for(self) -> Statement:
        span = self._take("for").span
        self._take("(")
        begin = self._at
        self._skip_types()
        if self._word.kind == "name" and self._words[self._at + 1].text == ":":
            name = self._name()
            self._take(":")
            over = self._expression()
            self._take(")")
            return ForEach(name, over, self._statement(), span)
        self._at = begin
        first = () if self._taken(";") else self._simple_until(";")
        condition = None if self._is(";") else self._expression()
        self._take(";")
        step = () if self._taken(")") else self._simple_until(")")
        return Loop(first, condition, step, self._statement(), span)

    def _skip_types(self) -> bool:
        """Whether there was one."""
        begin = self._at
        while self._word.text in TYPES and self._words[self._at + 1].kind == "name":
            self._next()
        return self._at > begin

    def _simple_until(self, end: str) -> tuple[Statement, ...]:
        """Assignments or calls with commas between them."""
        is_declared = self._skip_types()
        found = [*self._first(is_declared)]
        while self._taken(","):
            found += self._first(is_declared)
        self._take(end)
        return tuple(found)

    def _first(self, is_declared: bool) -> tuple[Statement, ...]:
        """A statement, or the name of a variable that gets its value later."""
        if is_declared and self._word.kind == "name" and self._words[self._at + 1].text in (",", ";"):
            self._name()
            return ()
        return (self._simple(),)

    def _simple(self) -> Statement:
        start = self._word
        if self._is("++", "--"):
            sign = self._next().text
            return self._counted(self._name(), sign, start.span)
        value = self._expression()
        if isinstance(value, Name) and self._is("++", "--"):
            return self._counted(value, self._next().text, start.span)
        if isinstance(value, Name) and self._is(*ASSIGNMENTS):
            sign = self._next().text
            return Assignment(value, sign, self._expression(), start.span)
        if isinstance(value, Call):
            return value
        raise fail("script-syntax", f"'{start.text}' begins no statement of a memory script", start.span, HINT)

    @staticmethod
    def _counted(name: Name, sign: str, span: Span) -> Assignment:
        return Assignment(name, sign[0] + "=", Number(1, span), span)

    # --- expressions ---------------------------------------------------------------------------------------------

    def _expression(self) -> Expression:
        self._depth += 1
        if self._depth > DEPTH_MAX:
            raise fail("script-syntax", f"more than {DEPTH_MAX} levels deep", self._word.span, "Nest it less deeply.")
        found = self._binary(0)
        if self._is("?"):
            span = self._next().span
            then = self._expression()
            self._take(":")
            found = Operation("?", (found, then, self._expression()), span)
        self._depth -= 1
        return found

    def _binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._unary()
        found = self._binary(level + 1)
        while self._is(*_LEVELS[level]):
            sign = self._next()
            found = Operation(sign.text, (found, self._binary(level + 1)), sign.span)
        return found

    def _unary(self) -> Expression:
        signs: list[Word] = []
        while self._is("-", "+", "!"):
            signs.append(self._next())
        found = self._postfix()
        for sign in reversed(signs):
            found = Operation(sign.text, (found,), sign.span)
        return found

    def _postfix(self) -> Expression:
        found = self._primary()
        while self._is(".", "["):
            if self._next().text == "[":
                span = self._word.span
                found = Call(found, "get", (self._expression(),), span)
                self._take("]")
            else:
                method = self._name()
                found = Call(found, method.text, self._arguments(), method.span)
        return found

    def _arguments(self) -> tuple[Expression, ...]:
        self._take("(")
        found: list[Expression] = []
        while not self._taken(")"):
            if found:
                self._take(",")
            found.append(self._expression())
        return tuple(found)

    def _primary(self) -> Expression:
        word = self._word
        if word.kind == "number":
            self._next()
            return Number(_value(word), word.span)
        if self._taken("("):
            found = self._expression()
            self._take(")")
            return found
        return self._name()
