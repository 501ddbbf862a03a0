# SPDX-License-Identifier: Apache-2.0
"""Small changes of the code of functions, each of which some test should notice.

Left alone are texts, annotations, assertions and whatever builds a message: no test needs to know their words. So is
what runs only as a module is imported (constants, tables, defaults): see `running`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

# Whoever is called by one of these names makes a message.
MESSAGES = {"Diagnostic", "Note", "fail", "UserError", "InvalidPlan", "KeyError"}

_COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
}
_OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, order=True)
class Mutant:
    """The bytes [start, stop) of `file` are replaced; the function around them starts in line `function_line`."""

    file: str
    line: int
    start: int
    stop: int
    new: str
    function: str
    function_line: int

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.stop :]


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """All mutants of a file that still compile, in the order of their places."""
    found = set(_Finder(file, source).all())
    return [mutant for mutant in sorted(found) if _compiles(mutant.applied(source))]


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class _Finder:
    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.tree = ast.parse(source)
        lengths = [len(line) for line in source.splitlines(keepends=True)]
        self.line_starts = [sum(lengths[:index]) for index in range(len(lengths))]
        self.function: ast.FunctionDef | None = None

    def all(self) -> Iterator[Mutant]:
        """Of functions and of methods of classes, with all that is nested in them."""
        holders: list[ast.Module | ast.ClassDef] = [
            self.tree,
            *(node for node in self.tree.body if isinstance(node, ast.ClassDef)),
        ]
        for holder in holders:
            for node in holder.body:
                if isinstance(node, ast.FunctionDef):
                    self.function = node
                    for statement in node.body:
                        yield from self._below(statement)

    def _below(self, node: ast.AST) -> Iterator[Mutant]:
        if self._is_left_alone(node):
            return
        yield from self._of(node)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                yield from self._below(child)

    def _is_left_alone(self, node: ast.AST) -> bool:
        """Also `strict`, which asserts, and what calls the class above: without that, the function has other variables
        and cannot be exchanged."""
        if isinstance(node, (ast.Assert, ast.JoinedStr)):
            return True
        if isinstance(node, ast.Expr) and self._text(node).startswith("super()"):
            return True
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MESSAGES

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            yield from self._of_comparison(node)
        elif isinstance(node, ast.BinOp):
            yield from self._of_arithmetic(node, node.left, node.right)
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:]):
                yield from self._between(left, right, old, (new,))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            yield self._replaced(node, self._text(node.operand))
        elif isinstance(node, ast.Constant):
            yield from self._of_constant(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
            yield self._replaced(node.func, _FUNCTIONS[node.func.id])
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield from self._negated(node.test)
        elif isinstance(node, ast.comprehension):
            for condition in node.ifs:
                yield self._replaced(condition, "True")
        elif isinstance(node, ast.stmt):
            yield from self._of_statement(node)

    def _of_comparison(self, node: ast.Compare) -> Iterator[Mutant]:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            old, others = _COMPARISONS[type(operator)]
            yield from self._between(left, right, old, others)
            left = right

    def _of_arithmetic(self, node: ast.BinOp | ast.AugAssign, left: ast.expr, right: ast.expr) -> Iterator[Mutant]:
        if type(node.op) in _OPERATORS:
            old, new = _OPERATORS[type(node.op)]
            yield from self._between(left, right, old, (new,))

    def _of_constant(self, node: ast.Constant) -> Iterator[Mutant]:
        if isinstance(node.value, bool):
            yield self._replaced(node, str(not node.value))
        elif isinstance(node.value, (int, float)):
            yield self._replaced(node, repr(node.value + 1))

    def _of_statement(self, node: ast.stmt) -> Iterator[Mutant]:
        if isinstance(node, ast.AugAssign):
            yield from self._of_arithmetic(node, node.target, node.value)
        if isinstance(node, (ast.Continue, ast.Break)):
            yield self._replaced(node, "break" if isinstance(node, ast.Continue) else "continue")
        elif isinstance(node, (ast.AugAssign, ast.Raise)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom))
        ):
            yield self._replaced(node, "pass")
        elif isinstance(node, ast.Return) and not self._is_plain(node.value):
            yield self._replaced(node, "return None")

    def _is_plain(self, value: ast.expr | None) -> bool:
        """Nothing, a constant, which is changed by itself, or the wording of a message."""
        return value is None or isinstance(value, ast.Constant) or self._is_left_alone(value)

    def _negated(self, test: ast.expr) -> Iterator[Mutant]:
        """What is no comparison or negation by itself, which have mutants of their own."""
        if not isinstance(test, (ast.Compare, ast.UnaryOp)):
            yield self._replaced(test, f"not ({self._text(test)})")

    def _between(self, left: ast.expr, right: ast.expr, old: str, others: tuple[str, ...]) -> Iterator[Mutant]:
        """The operator `old` stands somewhere between the two."""
        start = self.source.index(old.encode(), self._end(left), self._start(right))
        for new in others:
            yield self._mutant(left.end_lineno or left.lineno, start, start + len(old), new)

    def _replaced(self, node: ast.expr | ast.stmt, new: str) -> Mutant:
        return self._mutant(node.lineno, self._start(node), self._end(node), new)

    def _mutant(self, line: int, start: int, stop: int, new: str) -> Mutant:
        assert self.function is not None
        first = min([self.function.lineno, *(d.lineno for d in self.function.decorator_list)])
        return Mutant(self.file, line, start, stop, new, self.function.name, first)

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self.line_starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.line_starts[node.end_lineno - 1] + node.end_col_offset
