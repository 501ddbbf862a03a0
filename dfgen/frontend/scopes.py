# SPDX-License-Identifier: Apache-2.0
"""What the names of a file, a graph or an actor template stand for: parameters and token types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from dfgen.frontend.cpp_names import cpp_text
from dfgen.frontend.expressions import Division, Value, evaluate_integer, evaluate_number
from dfgen.frontend.problems import Problems, Rejected, listed, reject
from dfgen.frontend.syntax import Expression, Identifier, Instance, NameUse, Parameter, TypeDeclaration, TypeUse
from dfgen.model.diagnostics import Note, Span
from dfgen.model.graph import LiveParameter
from dfgen.model.likeness import suggestion
from dfgen.model.objects import REFERENCE
from dfgen.model.port import TokenType

TOKENS_MAX = 1 << 62

C_KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while "
    "_Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local".split()
)

_INTEGERS = tuple((f"{sign}int{8 * size}", size) for size in (1, 2, 4, 8) for sign in ("", "u"))
SCALARS: dict[str, TokenType] = {
    **{name: TokenType(name, f"{name}_t", size, size) for name, size in _INTEGERS},
    **{
        name: TokenType(name, name, size, size)
        for name, size in (("float", 4), ("double", 8), ("bool", 1), ("char", 1))
    },
}

_C_SPELLINGS: dict[tuple[str, ...], TokenType] = {
    **{(f"{name}_t",): TokenType(f"{name}_t", f"{name}_t", size, size) for name, size in _INTEGERS},
    ("unsigned", "char"): TokenType("unsigned char", "unsigned char", 1, 1),
    ("signed", "char"): TokenType("signed char", "signed char", 1, 1),
    ("_Bool",): TokenType("_Bool", "_Bool", 1, 1),
}

_OF_C = {"int": "int32", "unsigned": "uint32", "short": "int16", "long": "int64", "size_t": "uint64"}
"""Types of C whose size is not in their name, and what is mostly meant."""

_C_TYPE_STARTS = frozenset({"struct", "union", "enum", "unsigned", "signed", "long", "short"})


@dataclass
class Scope:
    """Names of one graph or actor, on top of those of the file. `origins`: which values are parameters of the main
    graph, or were handed down from there, each with the parameter's name."""

    problems: Problems
    values: dict[str, Value] = field(default_factory=dict)
    types: dict[str, TokenType | None] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    _places: dict[str, Span] = field(default_factory=dict)

    def inner(self) -> Scope:
        """A scope that starts with all names of this one."""
        return Scope(self.problems, dict(self.values), dict(self.types), dict(self.origins), dict(self._places))

    def without(self, parameters: Iterable[Parameter]) -> Scope:
        """A scope that starts with the names of this one, but for those of `parameters`, which are to be bound anew."""
        inner = self.inner()
        for parameter in parameters:
            for names in (inner.values, inner.types, inner.origins, inner._places):
                names.pop(parameter.name.text, None)
        return inner

    def with_value(self, name: str, value: int) -> Scope:
        """A scope in which `name` stands for a number, whatever else it may be; it is only looked at."""
        origins = self.origins
        if name in origins:
            origins = {known: origin for known, origin in origins.items() if known != name}
        return Scope(self.problems, {**self.values, name: value}, self.types, origins, self._places)

    def add_value(self, parameter: Parameter) -> None:
        """Define a parameter by its expression, which sees the parameters before it."""
        value = None
        with self.problems.caught():
            if parameter.value is None:
                message = f"parameter '{parameter.name.text}' has no value"
                hint = f"Give it one with '-p {parameter.name.text}=VALUE', or write a default."
                raise reject("parameter-missing", message, parameter.name.span, hint)
            value = evaluate_number(parameter.value, self.values, self.problems.warn)
        self.define(parameter.name, value)

    def define(self, name: Identifier, value: Value) -> bool:
        """Let `name` stand for a parameter, if it is free."""
        is_free = self._claim(name, "parameter")
        if is_free:
            self.values[name.text] = value
        return is_free

    def bind(self, parameters: Iterable[Parameter], given: Mapping[str, Value]) -> None:
        """Define the parameters of a graph or template, some of them with values that its user has given."""
        for parameter in parameters:
            name = parameter.name
            if name.text not in given:
                self.add_value(parameter)
            else:
                self.define(name, self._like_default(given[name.text], parameter))

    def _like_default(self, value: Value, parameter: Parameter) -> Value:
        """What is divided as a fraction by default is so with a whole number, too."""
        if isinstance(value, int) and parameter.value is not None:
            with suppress(Rejected):
                if isinstance(evaluate_number(parameter.value, self.values), Fraction):
                    return Fraction(value)
        return value

    def place(self, name: str) -> Span | None:
        """Where a parameter or type of that name is declared."""
        return self._places.get(name)

    def origins_of(self, arguments: Iterable[Parameter]) -> dict[str, str]:
        """Of what an instance gives: what is a parameter of the main graph as it is."""
        named = {a.name.text: a.value.text for a in arguments if isinstance(a.value, NameUse)}
        return {name: self.origins[given] for name, given in named.items() if given in self.origins}

    def add_type(self, declaration: TypeDeclaration) -> None:
        name = declaration.name
        if name.text in SCALARS:
            message = f"'{name.text}' is a built-in type"
            self.problems.add("name-duplicate", message, name.span, "Choose another name.")
        elif self._claim(name, "type"):
            found = None
            with self.problems.caught():
                found = replace(self._declared(declaration), name=name.text)
            self.types[name.text] = found

    def _claim(self, name: Identifier, what: str) -> bool:
        """Whether `name` was free; it is taken now."""
        if name.text == "phase":
            message = "'phase' stands for the firing's phase in calls and cannot name anything else"
            self.problems.add("name-invalid", message, name.span, "Choose another name.")
        if name.text in self._places:
            note = Note(f"the first '{name.text}'", self._places[name.text])
            message = f"there is a parameter or type '{name.text}' already"
            self.problems.add("name-duplicate", message, name.span, f"Rename this {what}.", [note])
            return False
        self._places[name.text] = name.span
        return True

    def _declared(self, declaration: TypeDeclaration) -> TokenType:
        use = declaration.type
        if use.cpp is None and len(use.words) == 1 and not self._knows(use.words[0]) and use.words not in _C_SPELLINGS:
            return self._array(_foreign(use.words), use)
        return self.type(use)

    def _knows(self, name: str) -> bool:
        return name in self.types or name in SCALARS

    def type(self, use: TypeUse) -> TokenType:
        """The token type that `use` names; raises `Rejected` for an unknown one."""
        return self._array(self._plain(use), use)

    def _plain(self, use: TypeUse) -> TokenType:
        name = use.words[0]
        if use.cpp is not None:
            return _foreign((cpp_text(use.cpp, self.values),))
        if len(use.words) == 1 and name in self.types:
            declared = self.types[name]
            if declared is None:
                raise Rejected(None)
            return declared
        if len(use.words) == 1 and name in SCALARS:
            return SCALARS[name]
        if use.words in _C_SPELLINGS:
            return _C_SPELLINGS[use.words]
        if len(use.words) > 1 and name in _C_TYPE_STARTS:
            return _foreign(use.words)
        if len(use.words) > 1 and name == "object":
            return TokenType(" ".join(use.words), REFERENCE, 0, 0, objects=" ".join(use.words[1:]))
        text = " ".join(use.words)
        otherwise = f"A type of the C headers is declared as 'type {name} = {name};', in this graph or outside of all."
        hint = suggestion(text, [*self.types, *SCALARS], otherwise)
        if text in _OF_C:
            hint = f"Did you mean '{numbered(text)}'?"
        if len(use.words) > 1 and (name in self.types or name in SCALARS or (name,) in _C_SPELLINGS):
            hint = f"Is a ';' missing after '{name}'?"
        raise reject("type-unknown", f"there is no type '{text}'", use.span, hint)

    def _array(self, element: TokenType, use: TypeUse) -> TokenType:
        if use.count is None:
            return element
        if element.objects:
            message = "a token is one graph of objects, not an array of them"
            raise reject("size-invalid", message, use.count.span, "Raise the rates of its ports instead.")
        count = self.size(use, "an array")
        if max(element.size_bytes, element.count) * count > TOKENS_MAX:
            message = f"'{element.name}' {shown(count)} times is more than 2 ** 62 bytes or elements"
            raise reject("size-invalid", message, use.count.span, "Lower a size of this type or of its element.")
        total = TokenType(element.name, element.c_name, element.size_bytes * count, element.align_bytes)
        return replace(total, count=element.count * count)

    def size(self, use: TypeUse, what: str) -> int:
        """The number in the brackets of `use` (1 without brackets)."""
        if use.count is None:
            return 1
        count = evaluate_integer(use.count, self.values, Division.STRICT)
        if not 1 <= count <= TOKENS_MAX:
            hint = "Write 1 or more, at most 2 ** 62; leave the brackets out for one."
            raise reject("size-invalid", f"{what} cannot have {shown(count)} elements", use.count.span, hint)
        return count


def numbered(type: str) -> str:
    """The built-in type that is mostly meant by a type of C."""
    return _OF_C.get(type, type)


def shown(value: int) -> str:
    """A number for a message, shortened if it is monstrous."""
    return str(value) if value.bit_length() < 200 else "astronomically many"


def _foreign(words: tuple[str, ...]) -> TokenType:
    """A type of the user's headers; its size is probed later."""
    return TokenType(" ".join(words), " ".join(words), 0, 0)


def with_inherited(instance: Instance, parameters: Iterable[Parameter], scope: Scope) -> Instance:
    """The instance with an argument for each of `parameters` that has neither one nor a default: the parameter of that
    name where the instance is. Those that are not there either are reported, all at once."""
    parameters = tuple(parameters)
    given = {argument.name.text for argument in instance.arguments}
    needed = [p.name for p in parameters if p.value is None and p.name.text not in given]
    missing = [name for name in needed if name.text not in scope.values]
    known = [parameter.name.text for parameter in parameters]
    unknown = [argument.name for argument in instance.arguments if argument.name.text not in known]
    if missing and unknown:  # which may be the same mistake
        for name in unknown:
            _report_unknown(name, known, scope, f"'{instance.template.text}'")
        raise Rejected(None)
    if missing:
        names = listed(name.text for name in missing)
        message = f"'{instance.template.text}' needs a value for {names}"
        hint = f"Write '{missing[0].text} = ...' in the arguments, or give the graph around a parameter of that name."
        scope.problems.add(
            "parameter-missing", message, instance.template.span, hint, [Note("declared here", missing[0].span)]
        )
        raise Rejected(None)
    if not needed:
        return instance
    place = instance.template.span
    inherited = (Parameter(Identifier(n.text, place), NameUse(n.text, place), span=place) for n in needed)
    return replace(instance, arguments=(*instance.arguments, *inherited))


def evaluate_arguments(
    arguments: Iterable[Parameter],
    parameters: Iterable[Parameter],
    scope: Scope,
    what: str,
    *,
    may_be_live: bool = True,
) -> dict[str, Value]:
    """The values that an instance gives to the parameters of what it instantiates."""
    known = [parameter.name.text for parameter in parameters]
    found: dict[str, Value] = {}
    for argument in arguments:
        name = argument.name
        if name.text not in known:
            _report_unknown(name, known, scope, what)
        elif name.text in found:
            scope.problems.add("name-duplicate", f"'{name.text}' is given twice", name.span, "Remove one of them.")
        else:
            found[name.text] = None
            with scope.problems.caught():
                assert argument.value is not None, "an argument without value"
                live = _live(argument.value, scope) if may_be_live else None
                found[name.text] = live or evaluate_number(argument.value, scope.values, scope.problems.warn)
    return found


def _report_unknown(name: Identifier, known: list[str], scope: Scope, what: str) -> None:
    hint = suggestion(name.text, known, f"Its parameters: {listed(known)}.")
    scope.problems.add("parameter-unknown", f"{what} has no parameter '{name.text}'", name.span, hint)


def _live(expression: Expression, scope: Scope) -> LiveParameter | None:
    """The live parameter that is handed down as it is."""
    value = scope.values.get(expression.text) if isinstance(expression, NameUse) else None
    return value if isinstance(value, LiveParameter) else None
