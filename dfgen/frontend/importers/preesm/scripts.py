# SPDX-License-Identifier: Apache-2.0
"""Memory scripts run: which bytes of an actor's inputs and outputs may share memory.

A script finds the actor's parameters under their names, its ports as `i_<name>` and `o_<name>`, and the lists `inputs`,
`outputs` and `parameters`. What it says are matches: `a.matchWith(first, b, first of b, count)` in tokens of `a` and of
`b`, `byteMatchWith` in bytes, `bitMatchWith` in bits. Numbers are whole and have 64 bits, and a division is cut towards
zero, as in Java. A script takes a bounded number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from dfgen.frontend.deep import deeply
from dfgen.frontend.expressions import INT64_MAX, INT64_MIN
from dfgen.frontend.importers.preesm.scripts_text import (
    HINT,
    Assignment,
    Call,
    Expression,
    ForEach,
    If,
    Loop,
    Name,
    Number,
    Operation,
    Statement,
    parse_script,
)
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.frozen import frozen

STEPS_MAX = 1_000_000


@frozen
class Buffer:
    """The window of a port in one firing."""

    port: str
    is_input: bool
    tokens: int
    token_bytes: int

    @property
    def size_bytes(self) -> int:
        return self.tokens * self.token_bytes


@frozen
class Match:
    """`size_bytes` bytes of `input` from `input_byte` on, and of `output` from `output_byte`, may be the same memory.

    Both ranges may begin before their window and end behind it.
    """

    input: str
    input_byte: int
    output: str
    output_byte: int
    size_bytes: int
    span: Span


Value = int | Buffer | tuple["Value", ...]

_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "%": lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1),
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}
_FUNCTIONS: Mapping[str, Callable[[list[int]], int]] = {"min": min, "max": max, "abs": lambda values: abs(values[0])}
_MATCHES = ("matchWith", "byteMatchWith", "bitMatchWith")


def run_script(text: str, file: str, buffers: Iterable[Buffer], values: Mapping[str, int]) -> tuple[Match, ...]:
    """The matches that the script of an actor declares, in their order; raises `UserError` at its place."""
    script, given = parse_script(text, file), tuple(buffers)
    return deeply(lambda: _Run(given, values).run(script), file, "Assign parts of long expressions to variables.")


@dataclass
class _Run:
    buffers: tuple[Buffer, ...]
    parameters: Mapping[str, int]
    variables: dict[str, Value] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    steps: int = 0

    def run(self, script: tuple[Statement, ...]) -> tuple[Match, ...]:
        self.variables.update(self.parameters)
        self.variables["inputs"] = tuple(buffer for buffer in self.buffers if buffer.is_input)
        self.variables["outputs"] = tuple(buffer for buffer in self.buffers if not buffer.is_input)
        self.variables["parameters"] = tuple(self.parameters.values())
        for buffer in self.buffers:
            self.variables[("i_" if buffer.is_input else "o_") + buffer.port] = buffer
        self._all(script)
        return tuple(self.matches)

    # --- statements ----------------------------------------------------------------------------------------------

    def _all(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            self._count(statement.span)
            self._one(statement)

    def _one(self, statement: Statement) -> None:
        if isinstance(statement, Assignment):
            self._assign(statement)
        elif isinstance(statement, Call):
            self._value(statement)
        elif isinstance(statement, If):
            self._all(statement.then if self._number(statement.condition) else statement.otherwise)
        elif isinstance(statement, ForEach):
            over = self._value(statement.over)
            if not isinstance(over, tuple):
                raise _wrong("a loop runs over a list such as 'inputs'", statement.span)
            for value in over:
                self.variables[statement.name.text] = value
                self._all(statement.body)
        else:
            self._loop(statement)

    def _loop(self, loop: Loop) -> None:
        self._all(loop.first)
        while loop.condition is None or self._number(loop.condition):
            self._count(loop.span)
            self._all(loop.body)
            self._all(loop.step)

    def _assign(self, statement: Assignment) -> None:
        name = statement.name.text
        if statement.sign == "=":
            self.variables[name] = self._value(statement.value)
            return
        before, change = self._number(statement.name), self._number(statement.value)
        self.variables[name] = self._computed(statement.sign[0], before, change, statement.span)

    def _count(self, span: Span) -> None:
        self.steps += 1
        if self.steps > STEPS_MAX:
            message = f"this script does not end within {STEPS_MAX} steps"
            raise fail("script-endless", message, span, "Check the conditions of its loops.")

    # --- values --------------------------------------------------------------------------------------------------

    def _number(self, expression: Expression) -> int:
        value = self._value(expression)
        if not isinstance(value, int):
            raise _wrong("a number is expected here", expression.span)
        return value

    def _value(self, expression: Expression) -> Value:
        if isinstance(expression, Number):
            return _held(expression.value, expression.span)
        if isinstance(expression, Name):
            return self._variable(expression)
        if isinstance(expression, Call):
            return self._call(expression)
        return self._operation(expression)

    def _variable(self, name: Name) -> Value:
        if name.text in ("true", "false"):
            return int(name.text == "true")
        if name.text not in self.variables:
            known = ", ".join(sorted(self.variables))
            raise fail("script-name", f"nothing is called '{name.text}' here", name.span, f"Valid here: {known}.")
        return self.variables[name.text]

    def _operation(self, operation: Operation) -> Value:
        self._count(operation.span)
        first = self._number(operation.operands[0])
        if operation.sign == "?":
            return self._value(operation.operands[1 if first else 2])
        if len(operation.operands) == 1:
            found = {"-": -first, "+": first, "!": int(not first)}[operation.sign]
            return _held(found, operation.span)
        if operation.sign in ("&&", "||"):
            decided = bool(first) is (operation.sign == "||")
            return int(decided) if decided and first else int(not decided and self._number(operation.operands[1]) != 0)
        return self._computed(operation.sign, first, self._number(operation.operands[1]), operation.span)

    @staticmethod
    def _computed(sign: str, first: int, second: int, span: Span) -> int:
        if sign in "/%" and second == 0:
            raise fail("script-range", "this divides by zero", span, "Check the values of the actor's parameters.")
        return _held(_ARITHMETIC[sign](first, second), span)

    # --- methods -------------------------------------------------------------------------------------------------

    def _call(self, call: Call) -> Value:
        self._count(call.span)
        if isinstance(call.receiver, Name) and call.receiver.text == "Math" and call.method in _FUNCTIONS:
            numbers = [self._number(argument) for argument in call.arguments]
            if len(numbers) != (1 if call.method == "abs" else 2):
                raise _wrong(f"Math.{call.method} has another number of arguments", call.span)
            return _FUNCTIONS[call.method](numbers)
        receiver = self._value(call.receiver)
        if isinstance(receiver, Buffer):
            return self._of_buffer(receiver, call)
        if isinstance(receiver, tuple):
            return self._of_list(receiver, call)
        raise _wrong(f"a number has no method '{call.method}'", call.span)

    def _of_list(self, values: tuple[Value, ...], call: Call) -> Value:
        if call.method == "size" and not call.arguments:
            return len(values)
        if call.method == "get" and len(call.arguments) == 1:
            index = self._number(call.arguments[0])
            if not 0 <= index < len(values):
                raise fail("script-range", f"there is no element {index} of {len(values)}", call.span, "Count from 0.")
            return values[index]
        raise _wrong(f"a list has 'size()' and 'get(index)', not '{call.method}'", call.span)

    def _of_buffer(self, buffer: Buffer, call: Call) -> Value:
        if not call.arguments:
            sizes = {
                "getNbTokens": buffer.tokens,
                "getTokenSize": buffer.token_bytes,
                "getTokenSizeInBit": 8 * buffer.token_bytes,
            }
            if call.method in sizes:
                return sizes[call.method]
        if call.method == "setUnaligned" and len(call.arguments) == 1:
            return self._number(call.arguments[0])  # windows are aligned to their tokens' type in any case
        if call.method not in _MATCHES:
            message = f"a port has {', '.join(_MATCHES)}, getNbTokens and getTokenSize, not '{call.method}'"
            raise _wrong(message, call.span)
        if len(call.arguments) != 4:
            message = f"{call.method} has 4 arguments: first here, the other port, first there, how many"
            raise _wrong(message, call.span)
        here, other, there, count = call.arguments
        remote = self._value(other)
        if not isinstance(remote, Buffer):
            raise _wrong("the second argument of a match is a port", other.span)
        self._match(call, buffer, self._number(here), remote, self._number(there), self._number(count))
        return 0

    def _match(self, call: Call, local: Buffer, here: int, remote: Buffer, there: int, count: int) -> None:
        local_first, remote_first, size = here, there, count
        if call.method == "matchWith":
            if local.token_bytes != remote.token_bytes:
                message = f"'{local.port}' and '{remote.port}' have tokens of different sizes"
                raise fail("script-range", message, call.span, "Match their bytes with byteMatchWith.")
            local_first, remote_first, size = (n * local.token_bytes for n in (here, there, count))
        elif call.method == "bitMatchWith":
            if any(n % 8 for n in (here, there, count)):
                raise fail("script-range", "the range does not consist of whole bytes", call.span, "Match bytes.")
            local_first, remote_first, size = here // 8, there // 8, count // 8
        if local.is_input is remote.is_input:
            message = f"'{local.port}' and '{remote.port}' are both {'inputs' if local.is_input else 'outputs'}"
            raise fail("script-range", message, call.span, "Match an input with an output.")
        for buffer, first in ((local, local_first), (remote, remote_first)):
            if size <= 0 or first >= buffer.size_bytes or first + size <= 0:
                message = f"bytes {first} to {first + size} of '{buffer.port}' hold none of its {buffer.size_bytes}"
                raise fail("script-range", message, call.span, "Check first and count.")
        ends = ((local, local_first), (remote, remote_first))
        (source, source_first), (target, target_first) = ends if local.is_input else ends[::-1]
        self.matches.append(Match(source.port, source_first, target.port, target_first, size, call.span))


def _held(value: int, span: Span) -> int:
    if not INT64_MIN <= value <= INT64_MAX:
        raise fail("script-range", "this number does not fit into 64 bits", span, "Check the actor's parameters.")
    return value


def _wrong(message: str, span: Span) -> UserError:
    return fail("script-syntax", message, span, HINT)
