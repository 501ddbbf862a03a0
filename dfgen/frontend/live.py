# SPDX-License-Identifier: Apache-2.0
"""Parameters that may be set while the program runs: `param gain : float = 1.0 live;`."""

from __future__ import annotations

from dfgen.csource.reserved import WORDS_OF_C
from dfgen.frontend.delays import scalar_value
from dfgen.frontend.problems import reject
from dfgen.frontend.scopes import SCALARS, Scope
from dfgen.frontend.syntax import Parameter
from dfgen.model.graph import LiveParameter
from dfgen.model.port import TokenType

LIVE_MAX = 64


def declare_live(parameter: Parameter, scope: Scope, others: int) -> LiveParameter | None:
    """Define it in `scope`, beside so many `others`; None if something is wrong with it, which has been reported."""
    found = None
    with scope.problems.caught():
        type = _type(parameter, scope)
        assert parameter.value is not None, "the grammar demands a value"
        found = LiveParameter(parameter.name.text, type, scalar_value(parameter.value, type, scope), parameter.span)
    if others == LIVE_MAX:
        message = f"a program has at most {LIVE_MAX} live parameters"
        scope.problems.add("live-parameter", message, parameter.name.span, "Make some of them constant.")
    if parameter.name.text in WORDS_OF_C:
        message = f"in C and C++, '{parameter.name.text}' means something else"
        scope.problems.add("name-invalid", message, parameter.name.span, "Choose another name.")
    return found if scope.define(parameter.name, found) else None


def _type(parameter: Parameter, scope: Scope) -> TokenType:
    name = parameter.name.text
    if not parameter.is_live:
        message = f"parameter '{name}' has a type, which only live ones have"
        raise reject("live-parameter", message, parameter.name.span, "Leave out the type, or write 'live' at the end.")
    if parameter.type is None:
        message = f"live parameter '{name}' has no type"
        raise reject("live-parameter", message, parameter.name.span, f"Write 'param {name} : float = ... live;'.")
    type = scope.type(parameter.type)
    if type.count != 1 or type.c_name not in {each.c_name for each in SCALARS.values()} - {"char"}:
        message = f"live parameter '{name}' cannot be of type '{' '.join(parameter.type.words)}'"
        raise reject("live-parameter", message, parameter.type.span, "Use float, double, bool, int8 to uint64.")
    return type
