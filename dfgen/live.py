# SPDX-License-Identifier: Apache-2.0
"""Live parameters of a loaded graph: their values as the library takes them."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Mapping, Sequence
from typing import Any

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
        """A record with these values, and the mask that names them. Raises TypeError, or OverflowError for a value that
        the type does not have."""
        record, mask = self._record(), 0
        for name, value in values.items():
            if name not in self._types:
                known = ", ".join(self.names) or "none"
                raise TypeError(f"{self._graph} has no live parameter {name!r}; its live parameters: {known}")
            setattr(record, name, self._converted(name, value))
            mask |= 1 << self.names.index(name)
        return record, mask

    def _converted(self, name: str, value: Any) -> object:
        kind = self._types[name]
        try:
            number = float(value) if kind in (ctypes.c_float, ctypes.c_double) else operator.index(value)
        except (TypeError, ValueError):
            raise TypeError(f"{self._graph}: {name} is of type {self._words[name]}, not {value!r}") from None
        if isinstance(number, int) and kind(number).value != number:
            raise OverflowError(f"{self._graph}: {number} is no {self._words[name]}, as {name} is")
        return number
