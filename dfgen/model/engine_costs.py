# SPDX-License-Identifier: Apache-2.0
"""What a copy engine costs on a machine: the table of a platform that `dfgen calibrate` fills, engine by engine.

No platform that is shipped has any: a choice of engines by guesses would lose more than it gains.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from dfgen.model.costs import COSTS_HINT, Curve, at, curve_of, number_of_table
from dfgen.model.frozen import frozen
from dfgen.model.platform_error import PlatformError


@frozen
class EngineCost:
    """- `give_ns`: handing over a copy; `first_ns`: until one of a byte is seen to be done.
    - `cold_ns_per_byte`, `dirty_ns_per_byte`: what each byte adds to that, of sources that no cache holds, or that the
      giver has just written.
    - `writer_ns_per_byte`, `reader_ns_per_byte`: what an actor takes more that writes the source next, or reads the
      target, as the lines lie in a cache of the engine's.
    """

    name: str
    give_ns: int
    first_ns: int
    cold_ns_per_byte: Curve
    dirty_ns_per_byte: Curve
    writer_ns_per_byte: Curve
    reader_ns_per_byte: Curve

    def copy_ns(self, size_bytes: float) -> float:
        """Of what the giver has just written, by the engine alone."""
        return size_bytes * at(self.dirty_ns_per_byte, max(1, round(size_bytes)))

    def lost_ns(self, size_bytes: float) -> float:
        """By writer and reader together."""
        return self.written_ns(size_bytes) + self.read_ns(size_bytes)

    def written_ns(self, size_bytes: float) -> float:
        return size_bytes * at(self.writer_ns_per_byte, max(1, round(size_bytes)))

    def read_ns(self, size_bytes: float) -> float:
        return size_bytes * at(self.reader_ns_per_byte, max(1, round(size_bytes)))

    def to_json(self) -> dict[str, Any]:
        """A table as `engine_costs_of` reads it."""
        own = {name: value for name, value in vars(self).items() if name != "name"}
        return {name: [list(p) for p in value] if isinstance(value, tuple) else value for name, value in own.items()}


def engine_costs_of(tables: Any) -> tuple[EngineCost, ...]:
    """From a table of tables. Raises `PlatformError`."""
    if not isinstance(tables, Mapping):
        raise PlatformError("'engines' must be a table of engines, each a table of costs", ("engines",), COSTS_HINT)
    return tuple(_engine_cost(name, table) for name, table in tables.items())


def _engine_cost(name: str, table: Any) -> EngineCost:
    fields = [field.name for field in dataclasses.fields(EngineCost) if field.name != "name"]
    if not isinstance(table, Mapping):
        raise PlatformError(f"engine '{name}' must be a table of costs", ("engines", name), COSTS_HINT)
    for wrong in (key for key in table if key not in fields):
        message, hint = f"engine '{name}' has no cost '{wrong}'", f"Valid here: {', '.join(fields)}."
        raise PlatformError(message, ("engines", name, wrong), hint)
    for missing in (key for key in fields if key not in table):
        raise PlatformError(f"engine '{name}' lacks '{missing}'", ("engines", name), COSTS_HINT)
    values: dict[str, Any] = {
        key: number_of_table(keys, table[key], "int") if key.endswith("_ns") else curve_of(keys, table[key])
        for key, keys in ((key, ("engines", name, key)) for key in fields)
    }
    return EngineCost(name, **values)
