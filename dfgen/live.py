# SPDX-License-Identifier: Apache-2.0
"""Live parameters of a loaded graph: their values as the library takes them."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from dfgen.model.likeness import suggestion

_TYPES: dict[str, Any] = {
    **{f"{sign}int{bits}_t": getattr(ctypes, f"c_{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "bool": ctypes.c_bool,
}


class LiveValues:
    """The record of a graph's live parameters; `described` tells of them as the plan does."""

    def __init__(self, described: Sequence[Mapping[str, Any]], graph: str) -> None:
        self.names = [parameter["name"] for parameter in described]
        self._graph = graph
        self._words = {parameter["name"]: parameter["c_type"].removesuffix("_t") for parameter in described}
        self._types = {parameter["name"]: _TYPES[parameter["c_type"]] for parameter in described}
        self._record = type("Record", (ctypes.Structure,), {"_fields_": list(self._types.items())})

    def record(self, values: Mapping[str, object]) -> tuple[ctypes.Structure, int]:
        """A record with these values, and the mask that names them. Raises AttributeError for other names, TypeError,
        and ValueError or OverflowError for a value that the type does not have."""
        record, mask = self._record(), 0
        for name, value in values.items():
            if name not in self._types:
                hint = suggestion(name, self.names, f"Its live parameters: {', '.join(self.names) or 'none'}.")
                raise AttributeError(f"{self._graph} has no live parameter {name!r}. {hint}")
            setattr(record, name, self._converted(name, value))
            mask |= 1 << self.names.index(name)
        return record, mask

    def _converted(self, name: str, value: Any) -> object:
        try:
            number = _number(value, self._types[name])
        except (TypeError, ValueError):
            raise TypeError(f"{self._graph}: {name} is of type {self._words[name]}, not {value!r}") from None
        self._require_value(name, number)
        return number

    def _require_value(self, name: str, number: float) -> None:
        """The text of a value on the command line is held to the same."""
        word, found = self._words[name], self._types[name](number).value
        if isinstance(number, int):
            if found != number:
                raise OverflowError(f"{self._graph}: {number} is no {word}, as {name} is")
        elif not isfinite(number):
            raise ValueError(f"{self._graph}: {number} is not a value of {name}, which is a finite {word}")
        elif not isfinite(found):
            raise OverflowError(f"{self._graph}: {number} is too large for {name}, which is a {word}")


def _number(value: Any, kind: Any) -> float:
    """Raises TypeError also for texts and truth values, which Python takes for numbers; truth values are for `bool`."""
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
        if kind is not ctypes.c_bool:
            raise TypeError
        return bool(value)
    return float(value) if kind in (ctypes.c_float, ctypes.c_double) else operator.index(value)
