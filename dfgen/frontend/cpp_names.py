# SPDX-License-Identifier: Apache-2.0
"""Names that only C++ has, with the values of the parameters that stand in them."""

from __future__ import annotations

from dfgen.frontend.expressions import Values, evaluate_int64
from dfgen.frontend.syntax import CppName, CppPart, Expression, NameUse


def cpp_text(name: CppName, values: Values) -> str:
    """The name as C++ reads it."""
    return " ".join([*name.words, "::".join(_part(part, values) for part in name.parts)])


def _part(part: CppPart, values: Values) -> str:
    if part.arguments is None:
        return part.name
    return f"{part.name}<{', '.join(_argument(argument, values) for argument in part.arguments)}>"


def _argument(argument: Expression | CppName, values: Values) -> str:
    """A number, or a type: what is no name of a number is one of C++."""
    if isinstance(argument, CppName):
        return cpp_text(argument, values)
    if isinstance(argument, NameUse) and argument.text not in values:
        return argument.text
    return str(evaluate_int64(argument, values))
